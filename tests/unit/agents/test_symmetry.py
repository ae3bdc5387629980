"""Moves that are worth the same: one of each kind is enough to know what a position is worth."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dueldoku import Game, Grid, Position, bundled_board
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.compiled import play_of
from dueldoku.agents.minimax import all_moves
from dueldoku.agents.registry import load_agent
from dueldoku.agents.symmetry import one_of_each
from dueldoku.kernels.duel import minimax


@pytest.mark.parametrize("board", ["empty-2x2", "empty-2x3", "empty-3x3", "empty-3x4"])
def test_on_an_empty_board_all_moves_are_of_one_kind(board: str) -> None:
    game = Game(bundled_board(board))
    first, others = one_of_each(game, all_moves(game))
    assert first == [(0, 1)]
    assert len(others) == game.geometry.side**3 - 1


def test_the_kinds_after_one_move() -> None:
    game = Game(Grid.parse("......1.." + "." * 72))
    first, others = one_of_each(game, all_moves(game))
    rows, cols = (0, 1, 3), (0, 6, 7)  # the row itself, its band, the other bands; likewise the columns
    kinds = {(row * 9 + col, digit) for row in rows for col in cols for digit in (1, 2)}
    seen = {(0, 6)} | {(0, col) for col in cols} | {(row, 6) for row in rows} | {(1, 7)}  # where no 1 can go
    assert set(first) == {(cell, digit) for cell, digit in kinds if digit == 2 or divmod(cell, 9) not in seen} - {
        (6, 2)
    }
    assert sorted(first + others) == all_moves(game)


def test_a_move_that_is_missing_makes_a_difference() -> None:
    game = Game(bundled_board("empty-2x2"))
    moves = [move for move in all_moves(game) if move != (5, 3)]
    first, _ = one_of_each(game, moves)
    assert len(first) > 5
    assert {(0, 1), (0, 3), (5, 1)} <= set(first)


def test_with_territories_every_move_is_its_own_kind() -> None:
    game = Game(bundled_board("empty-2x2"), rules="rows")
    assert one_of_each(game, all_moves(game)) == (all_moves(game), [])


@pytest.mark.slow
@given(st.sampled_from(["empty-2x2", "empty-2x3"]), st.integers(0, 5), st.integers(0, 10**6), st.integers(1, 3))
def test_each_move_is_worth_what_the_one_of_its_kind_is(board: str, turns: int, seed: int, depth: int) -> None:
    rng = random.Random(seed)
    game = Game(bundled_board(board))
    for _ in range(turns):
        game.push(rng.choice(list(game.legal_moves())))
    moves = all_moves(game)
    first, others = one_of_each(game, moves)
    assert sorted(first + others) == moves

    def value(roots: list[tuple[int, int]]) -> int:
        rest = [move for move in moves if move not in roots]
        search = minimax.search_of(play_of(game), roots + rest, at_root=len(roots))
        minimax.start(search, depth, -minimax.INF)
        while not minimax.proceed(search, 10**9) or search.now.is_better:
            pass
        return int(search.plies[0].best)

    assert value(first) == value(moves)
    values = {value([move]) for move in first}
    for move in rng.sample(others, min(len(others), 3)):
        assert value([move]) in values


@pytest.mark.parametrize("name", ["minimax-bombs", "minimax-regions"])
def test_with_symmetry_the_agents_find_the_same_value_with_fewer_nodes(name: str) -> None:
    for game in (Game(bundled_board("empty-2x3")), Game(Position.parse("2x3:1" + "." * 35))):
        found = []
        for symmetry in ("no", "yes"):
            facts: dict[str, float] = {}
            task = Task(1, Limit(), lambda move: None, random.Random(1), report=facts.update)
            load_agent(f"{name}:symmetry={symmetry},deepest=2,prune=late").think(game.copy(), task)
            found.append(facts)
        assert found[0]["value"] == found[1]["value"]
        assert found[0]["nodes"] > 3 * found[1]["nodes"]
