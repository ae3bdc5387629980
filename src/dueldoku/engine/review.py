"""A finished game looked at again: what each move gave away, and where the game turned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dueldoku.board.move import Move
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Turn
from dueldoku.engine.analysis import Analysis, analyse
from dueldoku.engine.insight import Kind, Tempo
from dueldoku.game.game import replay
from dueldoku.plain import Plain
from dueldoku.words import counted

_SLIP, _MISTAKE, _BLUNDER = 1, 3, 6  # points


@dataclass(frozen=True)
class ReviewedTurn(Plain):
    """One turn: what it was, what would have been best, and what it gave away, in points.

    ``lead`` is by how much player 1 was expected to win before it; ``kind`` is how sure that is.
    """

    number: int  # from 1
    player: int
    move: Move | None
    lead: float
    loss: float
    best: Move
    kind: Kind
    is_turning_point: bool
    words: str


@dataclass(frozen=True)
class Review(Plain):
    """A game, turn by turn, the turns that changed who was winning, and the whole in a few sentences."""

    ALSO = ("turning_points",)

    turns: tuple[ReviewedTurn, ...]  #: one by one
    words: tuple[str, ...]  #: the whole game in a few sentences

    @property
    def turning_points(self) -> tuple[int, ...]:
        """The numbers of the turns that changed who was winning."""
        return tuple(turn.number for turn in self.turns if turn.is_turning_point)


def review(
    record: GameRecord,
    seconds: float = 0.3,
    nodes: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """The game looked at again, with so many seconds or nodes for each turn.

    ``progress`` is told how many turns are done, out of how many. Raises FormatError if a turn was not as recorded.
    """
    before: list[Analysis] = []
    for game in replay(record):
        if len(before) < len(record.turns) and 0 in game.values:
            before.append(analyse(game, seconds, nodes))
            progress(len(before), len(record.turns))
    pairs = zip(before, [*before[1:], None], record.turns, strict=False)
    turns = tuple(_review_turn(number, now, then, turn, record) for number, (now, then, turn) in enumerate(pairs, 1))
    return Review(turns, tuple(_sum_up(record, turns)))


def _review_turn(number: int, now: Analysis, then: Analysis | None, turn: Turn, record: GameRecord) -> ReviewedTurn:
    """One turn, with the analysis before it, and the one after it if the game went on."""
    if turn.ruling.loses:
        loss, turned, words = 0.0, True, f"player {turn.player} loses the game at once: {turn.ruling}"
    else:
        sign = 1 if turn.player == 1 else -1
        after = _lead_after(now, then, turn, record)
        loss = max(0.0, sign * (now.lead - after))
        turned = now.kind is not Kind.ESTIMATE and sign * now.lead > 0 >= sign * after and loss >= _SLIP
        words = _in_words(now, turn, loss, turned, then)
    return ReviewedTurn(number, turn.player, turn.move, now.lead, loss, now.moves[0].move, now.kind, turned, words)


def _lead_after(now: Analysis, then: Analysis | None, turn: Turn, record: GameRecord) -> float:
    """By how much player 1 is expected to win after the turn.

    Where both positions are exact, or the move is not on the list, the position after it tells. Otherwise two searches
    of different depth would be compared, so it is what the first one thought of the move.
    """
    sign = 1 if turn.player == 1 else -1
    listed = next((move for move in now.moves if move.move == turn.move), None)
    if then is None:
        return record.scores[0] - record.scores[1]
    if listed is None or Kind.EXACT is now.kind is then.kind:
        return then.lead
    return now.scores[0] - now.scores[1] + sign * listed.value


def _in_words(now: Analysis, turn: Turn, loss: float, turned: bool, then: Analysis | None) -> str:
    best = now.moves[0]
    if loss < _SLIP:
        return "best" if turn.move == best.move else "as good as any"
    size = "a slip" if loss < _MISTAKE else "a mistake" if loss < _BLUNDER else "a blunder"
    about = "" if now.kind is Kind.EXACT else "about "
    instead = f"the bomb {best.move}" if best.is_bomb else str(best.move)
    words = f"{size}, {about}{counted(round(loss), 'point')}: {instead} was better"
    if now.tempo is Tempo.WON and then and then.player != turn.player and then.tempo is Tempo.WON:
        words += ", and kept the last move of the game"
    if turned:
        words += "; here the game turned"
    return words


def _sum_up(record: GameRecord, turns: tuple[ReviewedTurn, ...]) -> list[str]:
    """The whole game in a few sentences."""
    if not turns:
        return ["There are no turns to review."]
    lines = []
    for player, name in enumerate(record.players, 1):
        mine = [turn for turn in turns if turn.player == player]
        total, large = round(sum(turn.loss for turn in mine)), sum(turn.loss >= _MISTAKE for turn in mine)
        mistakes = f"{counted(large, 'mistake')} of {_MISTAKE} points or more" if large else "no large mistake"
        lines.append(f"{name} gave away {counted(total, 'point')} in {counted(len(mine), 'turn')}, with {mistakes}.")
    turned = [turn.number for turn in turns if turn.is_turning_point]
    if len(turned) > 1:
        lines.append(f"The game turned {len(turned)} times, for good at turn {turned[-1]}.")
    elif turned:
        lines.append(f"The game turned once, at turn {turned[0]}.")
    else:
        lines.append("The game never turned, as far as one can tell.")
    return lines
