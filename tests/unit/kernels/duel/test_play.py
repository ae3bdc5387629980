"""The compiled game against the real one, turn by turn and back."""

from __future__ import annotations

from hypothesis import given
from random_games import CODES, positions, propose

from dueldoku import Game, Position, Ruling
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel.play import Play


def play_of(game: Game, most_skips: int = 0) -> Play:
    return duel.play_of(game.geometry, game.values, game.scores, game.turn, game.reach, most_skips)


def check(play: Play, game: Game) -> None:
    assert play.values.tolist() == game.values
    assert play.scores.tolist() == game.scores
    assert duel.is_over(play) == (not game.cells(1) and not game.cells(2))
    assert play.now.turn + 1 == game.turn
    assert [cell for cell in range(game.geometry.size) if duel.can_fill(play, cell)] == game.cells()
    assert play.open.tolist() == [len(game.cells(1)), len(game.cells(2))]
    for cell, value in enumerate(game.values):
        if not value:
            assert duel.points(play, cell) == game.points(cell)
            digits = int(duel.digits(play, cell))
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
            gain = duel.fill(play, game.geometry.cell_of(move), move.digit)
        else:
            duel.skip(play)
        steps += 1
        assert gain == turn.points
        check(play, game)
    for _ in range(steps):
        duel.undo(play)
        game.pop()
        check(play, game)
    fresh = play_of(Game(start))
    for name in ("used", "empty", "reach"):
        assert (getattr(play, name) == getattr(fresh, name)).all()
