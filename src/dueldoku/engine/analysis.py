"""Sensei's insight for people and programs: what a position is worth, who wins the tempo fight, what each move does.

An analysis travels to those who only show it, so the searches are loaded when one is asked for. It puts itself into
sentences that a beginner understands: for whoever looks on, or for one of the players.

>>> found = analyse("123. 3412 21.3 .3.1")
>>> found.value, str(found.kind), str(found.moves[0].move)
(2.0, 'exact', 'r4c3=4')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.engine.effort import Effort
from dueldoku.engine.insight import Kind, MoveValue, Tempo
from dueldoku.engine.last_move import MOST_COUNTED, Case, LastMove, last_move
from dueldoku.errors import FormatError, StartError
from dueldoku.formats.detect import read
from dueldoku.formats.values import Puzzle, grid_of_values
from dueldoku.game.game import Game, check_start
from dueldoku.plain import Plain
from dueldoku.words import counted


@dataclass(frozen=True)
class Analysis(Plain):
    """What is known about a position. Values are what the player to move gains on the other one from here on.

    ``bombs`` counts those that live; it is null where nobody looked, as the board is too open. ``tempo`` tells whether
    the player to move makes the last move of the game, ``parity`` what the parity rule says of that. ``depth`` are the
    turns that the search for points looked ahead, 0 where the value is exact; ``lead`` is by how much player 1 should
    be ahead at the end.
    """

    ALSO = "lead", "words", "more"

    position: str  #: as text
    player: int  #: who is to move: 1 or 2
    scores: tuple[int, int]  #: so far
    value: float  #: what the player to move gains from here on
    kind: Kind  #: how sure that is
    spread: float  #: how far off an estimate mostly is, in points; 0 where it is exact
    tempo: Tempo  #: whether the player to move can force the last move, as far as it is proven
    parity: Tempo  #: what the parity rule says of it
    moves: tuple[MoveValue, ...]  #: the best first
    line: tuple[Move, ...]  #: how the game may go on
    empty: int  #: how many cells are
    bombs: int | None  #: how many live; None: not counted
    depth: int  #: how many turns the search looked ahead

    @property
    def lead(self) -> float:
        """By how much player 1 is expected to be ahead at the end."""
        return self.scores[0] - self.scores[1] + (self.value if self.player == 1 else -self.value)

    @property
    def words(self) -> tuple[str, ...]:
        """The same for people; ``describe`` puts it for one of the players."""
        return tuple(describe(self))

    @property
    def more(self) -> tuple[str, ...]:
        """The theory behind that; ``explain`` puts it for one of the players."""
        return tuple(explain(self))


def analyse(
    position: Game | Position | Puzzle,
    seconds: float = 1.0,
    nodes: int | None = None,
    memory: int = 512,
    *,
    line: bool = True,
) -> Analysis:
    """What sensei finds out about a position in so many seconds, or within so many nodes, which repeats itself.

    The position is a game, which stays as it is, text in any format, or values such as an array; ``memory`` is in
    megabytes. How the game may go on takes a little longer: without ``line``, that is one move. Raises StartError where
    there is nothing to play.
    """
    from dueldoku.engine.insights import best_line, last_insight, load_kernels
    from dueldoku.engine.skill import Skill
    from dueldoku.engine.spread import bias_of, spread_of
    from dueldoku.engine.tempo import by_rule

    game = game_of(position)
    if game.is_over():
        raise StartError("the game is over: there is nothing to play")
    load_kernels()
    if nodes is not None:
        seconds = inf
    effort = Effort(seconds, inf if nodes is None else nodes)
    last = last_insight(game, effort, Skill(memory=memory, thorough=True))
    if last is None:
        raise StartError("the board has no solution: every move would be refused")
    empty = game.values.count(0)
    bias = 0.0 if last.kind is Kind.EXACT else bias_of(game)
    return Analysis(
        position=str(game.position()),
        player=game.turn,
        scores=(game.scores[0], game.scores[1]),
        value=float(last.value) + bias,
        kind=last.kind,
        spread=0.0 if last.kind is Kind.EXACT else spread_of(game),
        tempo=last.tempo,
        parity=Tempo.OPEN if last.bombs is None else by_rule(empty, last.bombs).reverse,
        moves=tuple(move if move.is_exact else replace(move, value=move.value + bias) for move in last.moves),
        line=best_line(game, last) if line else (last.best.move,),
        empty=empty,
        bombs=last.bombs,
        depth=last.depth,
    )


def game_of(position: Game | Position | Puzzle) -> Game:
    """The position as a game of its own: text, a Grid, or values such as an array are a board to begin on.

    Raises StartError in one sentence where a game would mean nothing.
    """
    if isinstance(position, str):
        positions = read(position)
        if len(positions) != 1:
            raise FormatError(f"expected one position, got {len(positions)}")
        position = positions[0]
    elif not isinstance(position, Game | Position):
        position = Position(grid_of_values(position))
    game = position.copy() if isinstance(position, Game) else Game(position)
    check_start(game.position())
    return game


# -- in words --------------------------------------------------------------------------------------------------------


def describe(found: Analysis, you: int = 0) -> Iterator[str]:
    """The position in a few sentences: how things stand, who should win, who moves last, and at the end what to play.

    ``you`` is the player who reads it, 1 or 2; 0 is somebody who looks on.
    """
    mover, other = _name(found.player, you), _name(3 - found.player, you)
    bombs = "" if found.bombs is None else f" and {counted(found.bombs, 'living bomb')}"
    score = f"{found.scores[0]}-{found.scores[1]}"
    is_ = "are" if mover == "you" else "is"
    yield f"{mover.capitalize()} {is_} to move with {counted(found.empty, 'empty cell')}{bombs}; the score is {score}."
    yield _outcome(found, mover)
    if found.tempo is not Tempo.OPEN:
        yield f"Proven: {mover if found.tempo is Tempo.WON else other} can force the last move."
    yield _best(found, mover, other)


def explain(found: Analysis, you: int = 0) -> Iterator[str]:
    """The theory behind that, for those who want more: how sure it is, and the parity rule."""
    if found.kind is Kind.EXACT:
        yield "The value is exact: every line of play was looked at to its end, bombs included."
    else:
        ahead = f"{counted(found.depth, 'turn')} ahead" if found.depth else "at a glance"
        yield f"The points are an estimate, {ahead}: such estimates are typically off by about {found.spread:.0f}."
    if found.parity is not Tempo.OPEN:
        loses, proven = found.parity is Tempo.LOST, found.tempo is not Tempo.OPEN
        why = "cells and bombs are both even in number" if loses else "cells and bombs are not both even in number"
        rule = (
            f"By the parity rule {_name(found.player, you)} should {'lose' if loses else 'win'} the tempo fight: {why}"
        )
        is_exception = proven and found.tempo is not found.parity
        yield f"{rule}{'; this is an exception' if is_exception else ''}."
    game = Game(Position.parse(found.position))  # it was checked before: whoever only shows it searches for nothing
    if game.regions and found.empty <= MOST_COUNTED:
        yield _by_count(found, last_move(game), you)


def _by_count(found: Analysis, rule: LastMove, you: int) -> str:
    """What counting cells says about the last move where there are territories."""
    is_mover, player = rule.player == found.player, _name(rule.player, you)
    why = {
        Case.OWN: "more cells are theirs alone to get to"
        if player != "you"
        else "more cells are yours alone to get to",
        Case.ODD: "the shared cells are odd in number",
        Case.OPEN: f"the shared cells are even in number, and {player} can fill more of them now",
        Case.LEVEL: "the shared cells are even in number, and both can fill as many of them now",
    }[rule.case]
    return f"By the count of cells {player}{', to move,' if is_mover else ''} should make the last move: {why}."


def _name(player: int, you: int) -> str:
    return "you" if player == you else "your opponent" if you else f"player {player}"


def _outcome(found: Analysis, mover: str) -> str:
    value, lead = found.value, found.lead if found.player == 1 else -found.lead
    s = "" if mover == "you" else "s"
    if found.kind is Kind.EXACT:
        end = "the game is drawn" if not lead else f"{'win' if lead > 0 else 'lose'}{s} by {abs(lead):g}"
        gains = f"{'gain' if value >= 0 else 'lose'}{s} {counted(abs(value), 'point')}"
        return f"With perfect play {mover} {gains} from here, and {end}."
    points = (
        f"about {counted(round(abs(lead)), 'point')} {'ahead' if lead > 0 else 'behind'}" if round(lead) else "level"
    )
    points += f", give or take {round(found.spread)}"
    if lead == value:
        return f"{mover.capitalize()} should come out {points}."
    about = f"{'gain' if value > 0 else 'lose'} about {counted(round(abs(value)), 'point')}"
    gain = about if round(value) else "hold even"
    return f"{mover.capitalize()} should {gain} from here, and come out {points}."


def _best(found: Analysis, mover: str, other: str) -> str:
    best = found.moves[0]
    keeps = [move for move in found.moves if move.tempo is Tempo.WON]
    only = "; no other move keeps the last move" if keeps == [best] and len(found.moves) > 1 else ""
    if mover == "you" and best.is_bomb:
        cell, digit = str(best.move).split("=")
        return f"Pass with a bomb: {digit} at {cell} will be refused, and {other} has to move{only}."
    if best.is_bomb:
        has = "have" if other == "you" else "has"
        return f"Best is the bomb {best.move}: it is refused, and {other} {has} to move{only}."
    scores = f"scores {counted(best.points, 'point')}"
    return f"Play {best.move}: it {scores}{only}." if mover == "you" else f"Best is {best.move}, which {scores}{only}."
