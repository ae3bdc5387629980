"""Insights in sentences that a beginner understands."""

from __future__ import annotations

from collections.abc import Iterator

from dueldoku.engine.insight import Insight, Kind, MoveValue, Tempo
from dueldoku.engine.tempo import by_rule
from dueldoku.game.game import Game


def describe(game: Game, insight: Insight) -> Iterator[str]:
    """The position in a few sentences: how things stand, who wins the tempo fight, what to play."""
    mover, other = f"Player {game.turn}", f"player {3 - game.turn}"
    empty = game.values.count(0)
    bombs = "" if insight.bombs is None else f" and {count(insight.bombs, 'living bomb')}"
    score = f"{game.scores[0]}-{game.scores[1]}"
    yield f"{mover} is to move with {count(empty, 'empty cell')}{bombs}; the score is {score}."
    yield _outcome(game, insight)
    if insight.tempo is Tempo.WON:
        yield f"{mover} makes the last move of the game if he plays right; that is proven."
    elif insight.tempo is Tempo.LOST:
        yield f"Whatever {mover.lower()} does, {other} can make the last move of the game; that is proven."
    elif insight.bombs is not None and not game.regions:
        # The rule speaks to who leaves a position behind: the player to move is the other one.
        loses = by_rule(empty, insight.bombs) is Tempo.WON
        why = "cells and bombs are both even in number" if loses else "cells and bombs are not both even in number"
        yield f"By the parity rule {mover.lower()} should {'lose' if loses else 'win'} the tempo fight: {why}."
    yield _best(game, insight)


def _outcome(game: Game, insight: Insight) -> str:
    mover, value = f"Player {game.turn}", insight.value
    lead = game.scores[game.turn - 1] - game.scores[2 - game.turn] + value
    if insight.kind is not Kind.EXACT:
        side = "gain" if value >= 0 else "lose"
        return f"{mover} is expected to {side} about {count(round(abs(value)), 'point')} on the other one from here."
    gains = "gains" if value >= 0 else "loses"
    end = "the game is drawn" if not lead else f"{'wins' if lead > 0 else 'loses'} by {abs(lead):g}"
    return f"With perfect play {mover.lower()} {gains} {count(abs(value), 'point')} from here, and {end}."


def _best(game: Game, insight: Insight) -> str:
    best = insight.best
    keeps = [move for move in insight.moves if move.tempo is Tempo.WON]
    only = "; no other move keeps the last move" if keeps == [best] and len(insight.moves) > 1 else ""
    return f"Best is {_deed(best, game)}{only}."


def _deed(move: MoveValue, game: Game) -> str:
    if move.is_bomb:
        return f"the bomb {move.move}: it is refused, and player {3 - game.turn} has to move"
    return f"{move.move}, which scores {count(move.points, 'point')}"


def count(number: float, noun: str) -> str:
    """The number with its noun.

    >>> count(1, "point"), count(2.0, "point"), count(0, "cell")
    ('1 point', '2 points', 'no cells')
    """
    return f"{number:g} {noun}{'' if number == 1 else 's'}" if number else f"no {noun}s"
