"""The compiled game against the real one, turn by turn and back."""

from __future__ import annotations

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st
from random_games import CODES, positions, propose
from slow_refill import RefillGame

from dueldoku import Game, Position, Ruling, bundled_board
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel.play import Play

PARTS = ("can_fill", "digits", "fill", "is_over", "points", "skip", "undo")
parts = SimpleNamespace(**{name: lean(getattr(duel, name).py_func) for name in PARTS})  # to be called


def play_of(game: Game, most_skips: int = 0) -> Play:
    return duel.play_of(game.geometry, game.values, game.scores, game.turn, game.reach, most_skips)


def check(play: Play, game: Game) -> None:
    assert play.values.tolist() == game.values
    assert play.scores.tolist() == game.scores
    assert parts.is_over(play) == (not game.cells(1) and not game.cells(2))
    assert play.now.turn + 1 == game.turn
    assert [cell for cell in range(game.geometry.size) if parts.can_fill(play, cell)] == game.cells()
    assert play.open.tolist() == [len(game.cells(1)), len(game.cells(2))]
    for cell, value in enumerate(game.values):
        if not value:
            assert parts.points(play, cell) == game.points(cell)
            digits = int(parts.digits(play, cell))
            assert [digit for digit in range(1, game.geometry.side + 1) if digits >> digit - 1 & 1] == game.digits(cell)


@given(positions(), CODES)
def test_it_plays_like_the_game_and_takes_back(start: Position, codes: list[int]) -> None:
    game = Game(start)
    play = play_of(game, most_skips=len(codes))
    steps = 0
    for code in codes:
        move = propose(game, code)
        if game.is_over() or game.judge(move).ruling.loses or move is None:
            continue
        gain = 0
        turn = game.push(move)
        if turn.ruling is Ruling.PLACED:
            gain = parts.fill(play, game.geometry.cell_of(move), move.digit)
        else:
            parts.skip(play)
        steps += 1
        assert gain == turn.points
        check(play, game)
    for _ in range(steps):
        parts.undo(play)
        game.pop()
        check(play, game)
    fresh = play_of(Game(start))
    for name in ("used", "empty", "reach"):
        assert (getattr(play, name) == getattr(fresh, name)).all()


@given(positions("classic", spoil=False), st.lists(st.integers(0, 999), max_size=60))
def test_cells_are_refilled_as_the_report_does(start: Position, codes: list[int]) -> None:
    """A code 0 to 299 takes the last move back, as long as there is one; others make a legal move."""
    game = Game(start)
    play = duel.refillable(play_of(game))
    side = game.geometry.side
    board = {divmod(cell, side): value for cell, value in enumerate(game.values)}
    slow = RefillGame(game.geometry.m, game.geometry.n, board, game.scores, game.turn - 1)
    made: list[tuple[int, tuple[int, int, int], int, list[tuple[int, int, int]]]] = []
    for code in codes:
        moves = slow.moves()
        if made and (code < 300 or not moves):
            slow.take_back(*made.pop())
            parts.undo(play)
        elif moves:
            player, move = (slow.player + len(made)) % 2, moves[code % len(moves)]
            assert parts.points(play, game.geometry.cell(*move[:2])) == points_of(slow, move)
            made.append((player, move, *slow.make(player, move)))
            assert parts.fill(play, game.geometry.cell(*move[:2]), move[2]) == made[-1][2]
        check_refilled(play, slow, len(made))
    for turn in reversed(made):
        slow.take_back(*turn)
        parts.undo(play)
    check_refilled(play, slow, 0)
    assert (play.used == play_of(game).used).all()


def points_of(slow: RefillGame, move: tuple[int, int, int]) -> int:
    """What the move will score."""
    before = slow.board[move[:2]]
    slow.board[move[:2]] = move[2]
    gain = slow.points(*move[:2])
    slow.board[move[:2]] = before
    return gain


def check_refilled(play: Play, slow: RefillGame, length: int) -> None:
    squares = sorted(slow.board)
    assert play.values.tolist() == [slow.board[square] for square in squares]
    assert play.scores.tolist() == slow.scores
    assert (play.now.turn, play.now.length) == ((slow.player + length) % 2, length)
    digits = range(1, slow.side + 1)
    legal = [
        (*square, digit)
        for cell, square in enumerate(squares)
        for digit in digits
        if parts.can_fill(play, cell) and int(parts.digits(play, cell)) >> digit - 1 & 1
    ]
    assert legal == slow.moves()
    rows = [sum(not slow.board[row, col] for col in range(slow.side)) for row in range(slow.side)]
    assert play.empty[: slow.side].tolist() == rows


def test_nothing_is_refilled_where_there_are_territories() -> None:
    game = Game(bundled_board("board-2x3"), "rows")
    assert duel.refillable(play_of(game)).refills == ()
    assert duel.copy_of(duel.refillable(play_of(Game(bundled_board("random-2x3"))))).refills == (1,)
