"""The agent sensei: legal everywhere, repeatable, and its levels in their order."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import puzzles

from dueldoku import Game, Grid, Move, bundled_board
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.agents.sensei import LEVELS
from dueldoku.arena.referee import play_agents
from dueldoku.errors import UnknownName
from dueldoku.game.boards import BOARDS


def ask(game: Game, name: str = "sensei", nodes: int = 2_000) -> Move | None:
    moves: list[Move] = []
    load_agent(name).think(game.copy(), Task(game.turn, Limit(nodes=nodes), moves.append, random.Random(1)))
    return moves[-1] if moves else None


@pytest.mark.parametrize("board", BOARDS)
def test_every_bundled_board_is_played_without_an_offence(board: str) -> None:
    """The large ones from where they are nearly full."""
    game = Game(bundled_board(board))
    solution = game.solution()
    assert solution
    for cell, digit in enumerate(solution):
        if game.values.count(0) > 40 and cell in game.cells():
            game.push(game.geometry.move(cell, digit))
    rivals = load_agent("sensei"), load_agent("random_player")
    for turn in play_agents(game, rivals, Limit(nodes=1_000), seed=1):
        assert not (turn.player == 1 and turn.ruling.loses)


@pytest.mark.parametrize("board", ["empty-3x4", "empty-4x4", "random-4x4", "empty-5x5"])
def test_large_boards_are_begun_without_an_offence(board: str) -> None:
    game = Game(bundled_board(board))
    for turn in islice(
        play_agents(game, (load_agent("sensei"), load_agent("random_player")), Limit(nodes=500), seed=1), 4
    ):
        assert not (turn.player == 1 and turn.ruling.loses)


@given(grid=puzzles(largest=9), data=st.data())
@settings(max_examples=30)
def test_every_level_proposes_a_legal_move_anywhere(grid: Grid, data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(("classic", "rows", "border")))
    game = Game(grid, rules)
    if game.is_over():
        return
    move = ask(game, f"sensei:level={data.draw(st.sampled_from(tuple(LEVELS)))}", nodes=500)
    assert not game.judge(move).ruling.loses


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        game = Game(bundled_board("random-2x3"))
        list(play_agents(game, (load_agent("sensei"), load_agent("sensei")), Limit(nodes=2_000), seed=3))
        games.append(game.history)
    assert games[0] == games[1]


def share_of_points(name: str, rival: str, boards: list[str], nodes: int) -> float:
    """Of games with both seats on each board."""
    won = 0.0
    for seed, board in enumerate(boards):
        for seat in (0, 1):
            game = Game(Grid.parse(board))
            agents = [load_agent(rival), load_agent(rival)]
            agents[seat] = load_agent(name)
            list(play_agents(game, (agents[0], agents[1]), Limit(nodes=nodes), seed))
            outcome = game.outcome()
            assert outcome
            won += 0.5 if not outcome.winner else outcome.winner == seat + 1
    return won / (2 * len(boards))


BOARDS_2X3 = [
    "2x3:465..2...6.53.2..614.5....13.46...5.",
    "2x3:2.5.36....5....615.613..652.4...4...",
    "2x3:2..1...54.2.41..3..2.6...3.46..4..5.",
]


@pytest.mark.parametrize(("weaker", "stronger"), [("beginner", "club"), ("club", "expert"), ("expert", "full")])
def test_levels_differ(weaker: str, stronger: str) -> None:
    assert share_of_points(f"sensei:level={stronger}", f"sensei:level={weaker}", BOARDS_2X3, 3_000) > 0.5


def test_a_child_sees_rows_and_nothing_else() -> None:
    game = Game(Grid.parse("12.. 341. 2143 .3.1"))  # r2c4 fills a row, r4c1 a column and a block
    seen = {level: ask(game, f"sensei:level={level}") for level in ("child", "beginner")}
    assert {level: str(move) for level, move in seen.items()} == {"child": "r2c4=2", "beginner": "r4c1=4"}


@pytest.mark.slow
def test_it_beats_the_agents_of_the_reports() -> None:
    for rival in ("greedy_player", "minimax-cells", "minimax-bombs"):
        assert share_of_points("sensei", rival, BOARDS_2X3, 3_000) > 0.9


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(
        UnknownName, match="child, beginner, casual, hobby, club, league, expert, veteran, master, full"
    ):
        load_agent("sensei:level=god")
