"""How many bombs each fill leaves, against a solver that knows only the rules."""

from __future__ import annotations

from random import Random

import pytest
from slow_duel import SlowDuel

from dueldoku import Game, Geometry, Grid, Move, Position
from dueldoku.engine.effort import Effort
from dueldoku.engine.sight import look, open_board_of
from dueldoku.engine.tempo import Listed
from dueldoku.puzzles.fill import full_board


def some_game(m: int, n: int, empty: int, random: Random) -> Game:
    """A game with so many empty cells, in which some bombs were used."""
    geometry = Geometry.of(m, n)
    holes = set(random.sample(range(geometry.size), empty))
    full = full_board(geometry, random)
    grid = Grid(geometry, tuple(0 if cell in holes else value for cell, value in enumerate(full)))
    bombs = [move for move in Game(grid).bombs() if random.random() < 0.2]
    return Game(Position(grid, taboo=tuple(bombs)))


def bombs_after(game: Game) -> dict[Move, int]:
    """How many bombs live after each fill, by trying all of them."""
    slow, side = SlowDuel(game.geometry.m, game.geometry.n), game.geometry.side
    used = {(game.geometry.cell_of(move), move.digit) for move in game.taboo}
    values = tuple(game.values)
    found = {}
    for cell, digit in slow.proposals(values)[0]:
        after = (*values[:cell], digit, *values[cell + 1 :])
        found[Move(*divmod(cell, side), digit)] = len(set(slow.proposals(after)[1]) - used)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n", "empty"), [(2, 2, 16), (2, 2, 11), (2, 3, 20), (3, 2, 14), (3, 3, 30), (3, 3, 50)])
def test_bombs_after_every_fill_are_counted(m: int, n: int, empty: int) -> None:
    random = Random(f"{m}x{n} {empty}")
    for _ in range(2):
        game = some_game(m, n, empty, random)
        sight = look(game)
        assert sight is not None
        board = open_board_of(game, sight, {})
        assert board is not None
        assert board.ask(Effort())
        seen = board.look()
        assert seen is not None
        expected = bombs_after(game)
        assert set(seen.bombs) == set(game.bombs()) - set(game.taboo)
        assert set(seen.fills) == set(expected)
        assert board.bombs_after() == expected
        if sight.is_complete:
            assert Listed(game, sight).bombs_after() == expected


def test_what_is_in_doubt_is_not_told() -> None:
    game = Game(Position(Grid.empty(Geometry.of(3, 3))))
    sight = look(game)
    assert sight is not None
    board = open_board_of(game, sight, {0: 1.0})
    assert board is not None
    assert not board.ask(Effort(nodes=0))
    assert board.look() is None
    effort = Effort(nodes=20_000)
    assert not board.ask(effort)
    assert board.look() is not None
    told = board.bombs_after()
    assert told
    assert len(told) < len(board.moves)
    assert set(told.values()) == {0}
    assert all(move in told for move in board.moves[:9])  # the cell that is worth most comes first


def test_a_board_may_be_too_large() -> None:
    game = Game(Position(Grid.empty(Geometry.of(4, 4))))
    sight = look(game)
    assert sight is not None
    assert open_board_of(game, sight, {}) is None
