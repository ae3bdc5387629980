"""Games that are watched, and what the experiments on searches make of them, against plain recounts."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from fast_games import made_up

from dueldoku.arena.archive import Archive
from dueldoku.bench.duel import search_plainly
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.lab.duels import THEY
from dueldoku.lab.experiment import Data, Reading, Settings, Size
from dueldoku.lab.experiments import even_groups, kept_search, sight, start_up, tree_depth
from dueldoku.lab.watching import deeper, to_watch, watch

PLAYERS: Settings = {"agent": "minimax-cells", "rival": "greedy_player"}
GAME: Settings = {**PLAYERS, "board": "random-2x3", "seconds": 0.002, "game": 1, "translated": True}


@pytest.mark.parametrize("number", [1, 2])
def test_every_turn_of_the_agent_is_seen(number: int) -> None:
    seen = list(watch(GAME | {"game": number}))
    empty = bundled_board("random-2x3").grid.values.count(0)
    assert seen[0].values.count(0) == (empty if number == 1 else empty - 1), "in every other game it is second"
    for one, other in pairwise(seen):
        assert one.cell is not None
        assert one.values[one.cell] == 0 != other.values[one.cell]
    assert all(turn.facts["depth"] >= 1 for turn in seen)
    assert seen == list(watch(GAME | {"game": number})), "the same game again"


def test_measurements_are_what_can_be_watched() -> None:
    size = Size(("easy-2x2",), (0.001, 0.002), translated=True, rounds=2)
    games = to_watch("minimax-cells", "random_player", size)
    assert len(games) == 4
    assert all(list(watch(settings)) for settings in games)


def test_even_groups_are_those_of_a_plain_recount() -> None:
    found = even_groups.measure(GAME)
    filled, open_ = [0] * 7, [0.0] * 7
    for seen in watch(GAME):
        cells = [cell for cell in range(36) if not seen.values[cell]]
        if len(cells) < 2 or seen.cell is None:
            continue
        for cell in cells:
            row, col = divmod(cell, 6)
            units = (
                [6 * row + k for k in range(6)],
                [6 * k + col for k in range(6)],
                [6 * r + c for r in range(6) for c in range(6) if r // 2 == row // 2 and c // 3 == col // 3],
            )
            for unit in units:
                left = sum(seen.values[other] == 0 for other in unit)
                open_[left] += 1 / len(cells) / 3
                filled[left] += cell == seen.cell
    assert found["all"]["filled"] == pytest.approx([number / 3 for number in filled])
    assert found["all"]["open"] == pytest.approx(open_)
    assert found["quiet"]["open"][1] == 0, "no points to be had"


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["easy-2x2", "random-2x3"])
def test_a_saved_tree_changes_no_value(name: str, depth: int) -> None:
    game = Game(bundled_board(name))
    assert kept_search.SavedCells(game).deepen(depth) == search_plainly(game, depth)


def _reading(agent: str, value: object, **settings: object) -> Reading:
    return Reading({"agent": agent, "board": "random-2x3", "seconds": 1, "game": 1, **settings}, value)


def test_depths_are_compared_game_by_game() -> None:
    depths = {"deep": ([4, 6], [3]), "flat": ([2, 4], [3])}
    readings = [
        _reading(agent, {"depths": found}, game=number)
        for agent, games in depths.items()
        for number, found in enumerate(games)
    ]
    assert deeper(Data("quick", Size(), {}, readings), "deep", "flat").value == pytest.approx((2 + 0) / 2)


def test_a_tree_after_a_refused_move_does_not_count_as_kept() -> None:
    # empty cells, depth, nodes at first and at last: half of the first tree is kept, then a move is refused
    turns = [[10, 3, 1, 11], [8, 3, 6, 21], [7, 3, 21, 30]]
    data = Data("quick", Size(), {}, [_reading("mcts-tree:as=000,c=2", {"turns": turns})])
    assert tree_depth.kept(data, THEY, ["2"], lambda turn: True).value == pytest.approx(0.5)
    assert tree_depth.depth(data, THEY, "2").value == 3


def test_hybrids_tell_early_from_late(tmp_path: Path) -> None:
    side, size = sight.SIDES[THEY], Size(("easy-2x2",), (0.1,), translated=True, rounds=2, empty=(12,))
    minimax, mcts = size.agent(side.minimax), size.agent(side.mcts)
    # Who begins with the tree search wins; how they end makes no difference.
    early = {side.hybrid(size), mcts}
    contests = {}
    with Archive(tmp_path / "games.db", write=True) as archive:
        for contest in side.games(size)[:2]:
            archive.begin(contest.name, contest.plan.settings())
            for task in contest.plan.tasks():
                first, second = (name in early for name in task.names)
                archive.add(contest.name, made_up(task, 0 if first == second else 1 if first else 2))
            contests[contest.name] = archive.games(contest.name)
    data = Data("quick", size, contests)
    begin, end = sight.early_and_late(data, side)
    assert (begin.value, end.value) == (1.0, 0.5)
    assert sight.versus(data, side)["hybrid"]["minimax"].value == 1.0
    assert minimax not in early


def test_symmetry_spares_nodes_where_the_board_is_empty_and_changes_nothing_where_it_is_not() -> None:
    def nodes(board: str, symmetry: str) -> float:
        return sight.nodes({"board": board, "minimax": "minimax-bombs:as=000", "symmetry": symmetry})

    # Each digit of 16 cells, and then all but those of 8 cells with the same digit: a filled cell may be filled again.
    assert nodes("empty-2x2", "yes") == 1 + (64 - 8)
    assert nodes("empty-2x2", "no") == 64 * (1 + 64 - 8)
    assert nodes("random-2x3", "yes") == nodes("random-2x3", "no")


def test_a_new_python_for_each_turn_takes_longer_than_the_agent_alone() -> None:
    assert start_up.start("alone", 1) < start_up.start("spawn", 1)
