"""The front door to perfect play: what a small board is worth, and how it is played.

>>> print(perfect("123.341221.3.3.1"))  # doctest: +ELLIPSIS
+2, player 1 gets 2 more (... nodes, ... s)
  r4c3=4 bomb, r1c4=4 +7, r4c1=4 +3, r3c3=4 +1, r4c3=2 +7
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.turn import Ruling
from dueldoku.engine.analysis import game_of
from dueldoku.engine.ground import MOST_CELLS
from dueldoku.engine.perfect import MOST_SOLUTIONS, perfect_of
from dueldoku.game.game import Game
from dueldoku.kernels.duel.perfect import INF
from dueldoku.plain import Plain

STOPPED = "stopped"
_MOST_WORK = 1 << 34  # values of endgame tables: about a minute
_SLICE = 100_000  # nodes between two looks at the clock


@dataclass(frozen=True)
class PerfectPlay(Plain):
    """What perfect play makes of a position. ``why`` says why it is not known, if it is not.

    ``least`` and ``most`` bound what the player to move gets from here on, less what the other one gets; None: not yet.
    """

    ALSO = ("value",)
    position: Position
    least: int | None
    most: int | None
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    why: str = ""

    @property
    def value(self) -> int | None:
        """What the player to move gets more than the other one; None if it is not known."""
        return None if self.why else self.least

    def __str__(self) -> str:
        effort = f"({self.nodes} nodes, {self.seconds:.3g} s)"
        if self.value is None:
            return f"{self.why}: {bounds(self.least, self.most)} {effort}"
        player = self.position.turn if self.value > 0 else 3 - self.position.turn
        words = f"player {player} gets {abs(self.value)} more" if self.value else "both players get as much"
        return f"{self.value:+}, {words} {effort}\n  {', '.join(self._turns())}"

    def _turns(self) -> list[str]:
        """The moves, with the points that they score; bombs are called so."""
        game, words = Game(self.position), []
        for move in self.line:
            turn = game.push(move)
            is_bomb = turn.ruling is Ruling.REFUSED
            words.append(f"{move} bomb" if is_bomb else f"{move} +{turn.points}" if turn.points else str(move))
        return words


def perfect(
    position: Position | Game | str,
    *,
    bombs: bool = True,
    seconds: float = 600,
    nodes: int | None = None,
    memory: int = 1024,
    tell: Callable[[str], None] = lambda words: None,
) -> PerfectPlay:
    """Solve a position as far as that goes within so many seconds or nodes and megabytes; Ctrl-C stops it.

    Without ``bombs`` nobody passes on purpose. ``tell`` is called now and then with words on how far it is. Raises
    StartError for a board without a solution, MemoryError if there is not so much memory.
    """
    game = game_of(position)
    begin, limit, why = time.monotonic(), nodes or 1 << 62, ""
    search = perfect_of(game, bombs=bombs, most_bytes=memory << 20, most_work=_MOST_WORK)
    if search is None:
        why = f"too large, with more than {MOST_CELLS} empty cells or {MOST_SOLUTIONS} solutions"
        return PerfectPlay(game.position(), None, None, (), 0, 0.0, why)
    line: list[Move] = []
    try:
        while not search.proceed(min(_SLICE, limit - search.nodes)):
            past = time.monotonic() - begin
            known = bounds(_bound(search.least), _bound(search.most))
            tell(f"{known}, {search.nodes / 1e6:.1f} million nodes, {past:.0f} s")
            if past >= seconds or search.nodes >= limit:
                why = f"not solved within {seconds:g} s" if past >= seconds else f"not solved within {limit} nodes"
                break
        line = search.line()
    except KeyboardInterrupt:
        why = STOPPED
    spent = time.monotonic() - begin
    least, most = _bound(search.least), _bound(search.most)
    return PerfectPlay(game.position(), least, most, tuple(line), search.nodes, spent, why)


def bounds(least: int | None, most: int | None) -> str:
    """What is known about a value, in words."""
    if least is None and most is None:
        return "no bounds yet"
    if least is None or most is None:
        return f"at least {least:+}" if most is None else f"at most {most:+}"
    return f"between {least:+} and {most:+}"


def _bound(number: int) -> int | None:
    return number if abs(number) < INF else None
