"""A finished game looked at again: what each move gave away, and where the game turned.

Two things are told apart. What is *known*: both positions around a turn are exact, or the value of the move is, so what
it gave away is a number that nobody can dispute. These numbers add up: the value of the first of the known turns, less
what each player gave away, is the result. Everything else is an *estimate*, told with its uncertainty and never added
up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dueldoku.board.move import Move
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Turn
from dueldoku.engine.analysis import Analysis, analyse
from dueldoku.engine.insight import Kind, MoveValue, Tempo
from dueldoku.game.game import replay
from dueldoku.plain import Plain
from dueldoku.words import counted

_SLIP, _MISTAKE, _BLUNDER = 1, 3, 6  # points


@dataclass(frozen=True)
class ReviewedTurn(Plain):
    """One turn: what it was, what would have been best, and what it gave away, in points.

    ``lead`` is by how much player 1 was expected to win before it; ``kind`` is how sure that is. ``loss`` is exact if
    it is known, else an estimate, which may be off by about ``spread`` points.
    """

    number: int  # from 1
    player: int
    move: Move | None
    lead: float
    loss: float
    is_known: bool
    spread: float
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
    from dueldoku.engine.insights import load_kernels

    load_kernels()  # no turn pays for it
    before: list[Analysis] = []
    begin, total = time.monotonic(), len(record.turns)
    for game in replay(record):
        if not game.is_over():
            # A turn that took longer takes it from the next ones.
            left = begin + seconds * (len(before) + 1) - time.monotonic()
            before.append(analyse(game, min(seconds, max(left, 0.0)), nodes, line=False))
            if len(before) <= total:  # an unfinished game has one more
                progress(len(before), total)
    ends = [*before[1:], None]
    losses = [_loss(now, then, turn, record) for now, then, turn in zip(before, ends, record.turns, strict=False)]
    turned = turning_points([*map(sign_of, before), *_sign_at_end(before, record)])
    turns = tuple(
        _review_turn(number, now, then, turn, *loss, number in turned)
        for number, (now, then, turn, loss) in enumerate(zip(before, ends, record.turns, losses, strict=False), 1)
    )
    return Review(turns, tuple(_sum_up(record, before, turns)))


# -- turn by turn ----------------------------------------------------------------------------------------------------


def _loss(now: Analysis, then: Analysis | None, turn: Turn, record: GameRecord) -> tuple[float, bool]:
    """What the turn gave away, and whether that is known. An offence gives the whole game away, and no points.

    What is only estimated is taken from one search: two of different depth are not to be compared.
    """
    sign = 1 if turn.player == 1 else -1
    if turn.ruling.loses:
        return 0.0, False
    listed = next((move for move in now.moves if move.move == turn.move), None)
    if now.kind is Kind.EXACT:
        if then is None:
            return sign * (now.lead - (record.scores[0] - record.scores[1])), True
        if then.kind is Kind.EXACT:
            return sign * (now.lead - then.lead), True
        if listed and listed.is_exact:
            return now.value - listed.value, True
    return (now.value - listed.value if listed else 0.0), False


def _better(now: Analysis) -> MoveValue:
    """A move of most value. The first of the list may be another one: where all is lost, it is hard to answer."""
    sure = [move for move in now.moves if move.is_exact] if now.kind is Kind.EXACT else now.moves
    return max(sure or now.moves, key=lambda move: move.value)


def _review_turn(
    number: int, now: Analysis, then: Analysis | None, turn: Turn, loss: float, is_known: bool, turned: bool
) -> ReviewedTurn:
    """One turn, with the analysis before it, and the one after it if the game went on."""
    if turn.ruling.loses:
        words = f"player {turn.player} loses the game at once: {turn.ruling}"
    else:
        words = _in_words(now, then, turn, loss, is_known)
        if turned:
            sure = is_known or (now.kind is Kind.EXACT and then is not None and then.kind is Kind.EXACT)
            words += "; here the game turned" if sure else "; the game seems to have turned by now"
    best, spread = _better(now).move, 0.0 if is_known else now.spread
    return ReviewedTurn(number, turn.player, turn.move, now.lead, loss, is_known, spread, best, now.kind, turned, words)


def _in_words(now: Analysis, then: Analysis | None, turn: Turn, loss: float, is_known: bool) -> str:
    better = _better(now)
    instead = f"the bomb {better.move}" if better.is_bomb else str(better.move)
    if loss < _SLIP:
        if turn.move == better.move:
            return "best" if is_known else "best, as far as one can tell"
        return "as good as any" if is_known else "as good as any, as far as one can tell"
    size = "a slip" if loss < _MISTAKE else "a mistake" if loss < _BLUNDER else "a blunder"
    if not is_known:
        about = f"about {counted(round(loss), 'point')}, give or take {round(now.spread)}"
        return f"perhaps {size}, {about}: {instead} looked better"
    words = f"{size}, {counted(loss, 'point')}: {instead} was better"
    if better.tempo is Tempo.WON and then and then.player != turn.player and then.tempo is Tempo.WON:
        words += ", and kept the last move of the game"
    return words


def turning_points(signs: Sequence[int | None]) -> set[int]:
    """The turns after which somebody else is winning than before; a sign tells who is, at the start and after each."""
    found, last = set[int](), None
    for number, sign in enumerate(signs):
        if sign is not None:
            if last is not None and sign != last:
                found.add(number)
            last = sign
    return found


def sign_of(found: Analysis) -> int | None:
    """Who is winning: 1 for player 1, -1 for player 2, 0 for neither; None if it is within the uncertainty."""
    if found.kind is not Kind.EXACT and abs(found.lead) <= found.spread:
        return None
    return (found.lead > 0) - (found.lead < 0)


def _sign_at_end(before: Sequence[Analysis], record: GameRecord) -> list[int]:
    """Who has won, if the game came to its end."""
    return [{0: 0, 1: 1, 2: -1}[record.winner]] if len(before) == len(record.turns) else []


# -- the whole game --------------------------------------------------------------------------------------------------


def _sum_up(record: GameRecord, before: Sequence[Analysis], turns: tuple[ReviewedTurn, ...]) -> list[str]:
    """The whole game in a few sentences."""
    if not turns:
        return ["There are no turns to review."]
    played = [turn for turn in turns if not record.turns[turn.number - 1].ruling.loses]
    first = len(played)
    while first and played[first - 1].is_known:
        first -= 1
    known, lines = played[first:], []
    if first and before[0].kind is Kind.EXACT:
        lines.append(f"At the start {_standing(record, before[0].lead)}: that is known.")
    elif first:
        about = _standing(record, round(before[0].lead), "about ")
        lines.append(f"At the start {about}, give or take {counted(round(before[0].spread), 'point')}: an estimate.")
    if known:
        number = known[0].number
        lines.append(f"From turn {number} on all is known: {_standing(record, known[0].lead)}.")
    else:
        lines.append("What the turns gave away is not known for sure.")
    for player, name in enumerate(record.players, 1):
        if mine := [turn for turn in known if turn.player == player]:
            total, large = sum(turn.loss for turn in mine), sum(turn.loss >= _MISTAKE for turn in mine)
            mistakes = f"{counted(large, 'mistake')} of {_MISTAKE} points or more" if large else "no large mistake"
            since = " from there" if first else ""
            lines.append(
                f"{name} gave away {counted(total, 'point')} in {counted(len(mine), 'turn')}{since}, with {mistakes}."
            )
    turned = [turn.number for turn in turns if turn.is_turning_point]
    if len(turned) > 1:
        lines.append(f"The game turned {len(turned)} times, for good at turn {turned[-1]}.")
    elif turned:
        lines.append(f"The game turned once, at turn {turned[0]}.")
    else:
        lines.append("The game never turned, as far as one can tell." if first else "The game never turned.")
    return lines


def _standing(record: GameRecord, lead: float, about: str = "") -> str:
    """Who should win by how much, in words."""
    if not lead:
        return "the game should be drawn"
    return f"{record.players[0 if lead > 0 else 1]} should win by {about}{counted(abs(lead), 'point')}"
