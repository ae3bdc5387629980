"""What the network sees against plain counting, and its whole numbers against real ones."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.game.game import Game
from dueldoku.kernels.base.records import rows
from dueldoku.kernels.duel import outlook, territory
from dueldoku.kernels.duel.bombs import bombs_of
from dueldoku.kernels.duel.outlook import INPUTS, SCALE
from dueldoku.kernels.duel.terrain import Features

BY_HAND = rows(Features, 82)


def game_at(m: int, n: int, empty: int, seed: int) -> Game:
    """A game with so many empty cells, after random moves that leave the board solvable."""
    random, game = Random(f"{m}x{n} {empty} {seed}"), Game(Grid.empty(Geometry.of(m, n)), "rows")
    while game.values.count(0) > empty:
        solution = game.solution()
        assert solution is not None
        cell = random.choice(game.cells())
        game.push(game.geometry.move(cell, solution[cell]))
    return game


def ever(game: Game, player: int) -> set[int]:
    """The cells that the player gets to if the other one never moves."""
    reached, edge = set(game.cells(player)), list(game.cells(player))
    while edge:
        for cell in game.geometry.neighbours[edge.pop()]:
            if not game.values[cell] and cell not in reached:
                reached.add(cell)
                edge.append(cell)
    return reached


def shares(mine: set[int], theirs: set[int]) -> list[int]:
    return [len(mine - theirs), len(theirs - mine), len(mine & theirs)]


def counted(game: Game, bombs: dict) -> dict[str, int]:
    """The counts, from the game itself."""
    me, other = game.turn, 3 - game.turn
    left = [sum(not game.values[cell] for cell in unit) for unit in game.geometry.units]
    risky = {cell for unit, count in zip(game.geometry.units, left, strict=True) if count in (1, 2) for cell in unit}
    now, later = [set(game.cells(player)) for player in (me, other)], [ever(game, player) for player in (me, other)]
    homes = [game.geometry.cell_of(move) for move in bombs]
    of_bombs = np.sum([shares({cell} & later[0], {cell} & later[1]) for cell in homes], axis=0, dtype=int)
    groups = {
        "now": shares(*now),
        "ever": shares(*later),
        "safe now": shares(*(cells - risky for cells in now)),
        "safe ever": shares(*(cells - risky for cells in later)),
        "bombs": of_bombs.tolist() if homes else [0, 0, 0],
    }
    wanted = {
        f"{name} {whose}": count
        for name, counts in groups.items()
        for whose, count in zip(("mine", "theirs", "both"), counts, strict=True)
    }
    wanted |= {f"{name} left": left.count(number) for number, name in enumerate(("one", "two", "three", "four"), 1)}
    wanted |= {f"odd {name}": groups[name][2] & 1 for name in ("safe now", "safe ever", "bombs")}
    return wanted | {"cells": game.values.count(0), "odd": game.values.count(0) & 1, "doubts": 7}


@pytest.mark.parametrize(("m", "n", "empty"), [(2, 2, 9), (2, 3, 30), (2, 3, 15), (3, 3, 60), (3, 3, 30)])
def test_the_network_sees_what_there_is(m: int, n: int, empty: int) -> None:
    rng = np.random.default_rng(empty)
    inner, outer = rng.integers(-90, 90, (len(INPUTS) + 1, 5)), rng.integers(-9000, 9000, 6)
    network = outlook.network_of(inner, outer)
    for seed in range(6):
        game = game_at(m, n, empty, seed)
        bombs = dict(list(bombs_of(game.geometry, game.values, game.solution() or b"").items())[:20])
        search = territory.search_of(
            game.geometry, game.values, game.reach, game.turn, BY_HAND, bombs, doubts=7, entries=1024, network=network
        )
        territory.start(search, 0)
        assert territory.proceed(search, 1)
        if not game.cells(3 - game.turn):
            continue  # who is alone is not judged
        seen = dict(zip(INPUTS, network.seen.tolist(), strict=True))
        wanted = counted(game, bombs)
        assert {name: seen[name] for name in wanted} == wanted
        features = search.scene.features
        assert [seen[name] for name in INPUTS[:6]] == [int(getattr(features, name)) for name in INPUTS[:6]]
        nodes = np.maximum(network.seen @ inner[1:] + inner[0], 0)
        value = int(nodes @ outer[:-1] + outer[-1]) // SCALE**2
        assert search.plies[0].best == max(-territory.FAR, min(territory.FAR, value))


def test_whatever_it_says_the_end_is_known() -> None:
    """A network that talks nonsense makes no difference to what is searched to the end."""
    rng = np.random.default_rng(1)
    network = outlook.network_of(rng.integers(-99, 99, (len(INPUTS) + 1, 8)), rng.integers(-9999, 9999, 9))
    for seed in range(4):
        game, values = game_at(2, 3, 9, seed), []
        for judge in (outlook.NONE, network):
            search = territory.search_of(
                game.geometry, game.values, game.reach, game.turn, BY_HAND, entries=1 << 12, network=judge
            )
            depth = 0
            while not (depth and search.plies[0].is_sure):
                depth += 1
                territory.start(search, depth)
                assert territory.proceed(search, 1 << 40)
            values.append(int(search.plies[0].best))
        assert values[0] == values[1]
