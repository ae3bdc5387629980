"""Perfect play on small boards: digits, bombs and territories included.

>>> print(perfect("123.341221.3.3.1"))  # doctest: +ELLIPSIS
+2, player 1 gets 2 more (... nodes, ... s)
  r4c3=4 bomb, r1c4=4 +7, r4c1=4 +3, r3c3=4 +1, r4c3=2 +7

A value is what the player to move gets from here on, less what the other one gets: who is ahead already does not count.
Below the front door, a position is a ``Perfect``, which finds out more and more:

>>> from dueldoku.game.boards import bundled_board
>>> search = perfect_of(Game(bundled_board("easy-2x2")))
>>> search.proceed(1_000_000), search.value
(True, -2)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.turn import Ruling
from dueldoku.engine.analysis import game_of
from dueldoku.engine.ground import MOST_CELLS, free_cells, ground_of, solutions_of
from dueldoku.errors import StartError
from dueldoku.formats.values import Puzzle
from dueldoku.game.game import Game
from dueldoku.kernels.base.bits import has, pack_bits
from dueldoku.kernels.base.records import record
from dueldoku.kernels.base.records import rows as rows_of
from dueldoku.kernels.duel import endgame, perfect_state
from dueldoku.kernels.duel import perfect as kernel
from dueldoku.kernels.duel.endgame import Endgame
from dueldoku.kernels.duel.perfect import INF, PerfectSearch
from dueldoku.kernels.duel.perfect_state import MANY, Ground, Line, PerfectState, fill, use
from dueldoku.kernels.duel.perfect_tables import tables_of
from dueldoku.plain import Plain
from dueldoku.words import counted

MOST_BYTES = 1 << 28
MOST_SOLUTIONS = 4096
_SHORT_WORK, _LONG_WORK = 1 << 23, 1 << 34  # values of endgame tables: some milliseconds, about a minute
STOPPED = "stopped"
_SLICE = 100_000  # nodes between two looks at the clock: Ctrl-C has to wait for the end of a slice
_TABLE_SLICE = 1000  # the same while tables are filled in
_LITTLE = "1.3. 34.. 2... ...1"  # a board that asks for all kernels
_VALUES = 400  # values of an endgame table that take as long as a node


@dataclass(frozen=True)
class PerfectPlay(Plain):
    """What perfect play makes of a position. ``why`` says why it is not known, if it is not.

    ``least`` and ``most`` bound what the player to move gets from here on, less what the other one gets; None: not yet.
    """

    ALSO = ("value",)
    position: Position  #: from here
    least: int | None  #: the player to move gains at least this
    most: int | None  #: and at most this
    line: tuple[Move, ...]  #: perfect play of both
    nodes: int  #: positions that were looked at
    seconds: float  #: how long it took
    why: str = ""  #: why it is not known, if it is not

    @property
    def value(self) -> int | None:
        """What the player to move gets more than the other one; None if it is not known."""
        return None if self.why else self.least

    def __str__(self) -> str:
        effort = f"({counted(self.nodes, 'node')}, {self.seconds:.3g} s)"
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
    position: Position | Game | Puzzle,
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
    _load_kernels()
    begin, limit, why = time.monotonic(), nodes or 1 << 62, ""
    search = perfect_of(game, bombs=bombs, most_bytes=memory << 20, most_work=_LONG_WORK)
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
                why = f"not solved within {f'{seconds:g} s' if past >= seconds else counted(limit, 'node')}"
                break
        line = search.line()
    except KeyboardInterrupt:
        why = STOPPED
    spent = time.monotonic() - begin
    least, most = _bound(search.least), _bound(search.most)
    return PerfectPlay(game.position(), least, most, tuple(line), search.nodes, spent, why)


@cache
def _load_kernels() -> None:
    """Load what perfect play needs, before time counts."""
    from dueldoku.engine.insights import load_kernels  # which asks this module, too

    load_kernels(("endgames", "territories"))
    search = perfect_of(game_of(_LITTLE))
    assert search
    while not search.proceed(_SLICE):
        pass
    search.line()


def bounds(least: int | None, most: int | None) -> str:
    """What is known about a value, in words."""
    if least is None and most is None:
        return "no bounds yet"
    if least is None or most is None:
        return f"at least {least:+}" if most is None else f"at most {most:+}"
    return f"between {least:+} and {most:+}"


def _bound(number: int) -> int | None:
    return number if abs(number) < INF else None


def perfect_of(
    game: Game,
    *,
    bombs: bool = True,
    most_bytes: int = MOST_BYTES,
    most_work: int | None = None,
    most_solutions: int = MOST_SOLUTIONS,
) -> Perfect | None:
    """The question of how to play from here perfectly; None if the board has too many empty cells or solutions.

    Without ``bombs`` nobody uses one; then it does not matter which digit a cell gets, and one of them is looked at.
    What is found takes up to ``most_bytes``. Before the search begins, endgame tables of up to ``most_work`` values are
    filled in, some nanoseconds each; by default few, as more pay only where the search would take long. Raises
    StartError where perfect play means nothing.
    """
    first = game.solution()
    if game.grid.clash or first is None:
        raise StartError("the board has no solution: every move would be refused")
    if game.values.count(0) > MOST_CELLS:
        return None
    rows = solutions_of(game, most_solutions) if bombs else np.frombuffer(first, np.uint8).reshape(1, -1)
    if rows is None:
        return None
    for row, col, digit in game.taboo:
        cell = row * game.geometry.side + col
        if bombs and not game.values[cell] and (rows[:, cell] == digit).any():
            raise StartError(f"{Move(row, col, digit)} is taboo, but the board would have a solution after it")
    side, free = game.geometry.side, free_cells(game, first)
    ground = ground_of(game, rows, free)
    if most_work is None:
        most_work = min(1 << len(free) + 4, _SHORT_WORK)
    tables, work = tables_of(ground, bombs and not game.reach, most_bytes // 4 * 3, most_work)
    pairs = zip(ground.cells.tolist(), ground.digits.tolist(), strict=True)
    moves = tuple(Move(free[cell] // side, free[cell] % side, digit) for cell, digit in pairs)
    search = kernel.search_of(ground, tables, most_bytes - tables.values.nbytes - tables.starts.nbytes)
    return Perfect(_Table(search, moves, work), _state_of(game, ground, free, moves if bombs else ()))


def _state_of(game: Game, ground: Ground, free: list[int], moves: Sequence[Move]) -> Line:
    """The game as it stands, a line of one state; the bombs are among these moves."""
    number = {cell: index for index, cell in enumerate(free)}
    mine, theirs = (sum(1 << number[cell] for cell in game.cells(player)) for player in (game.turn, 3 - game.turn))
    count, taboo = len(ground.solutions), set(game.taboo)
    sole = 0 if count == 1 else MANY
    states = rows_of(PerfectState, 1)
    states[0] = record(PerfectState, empty=(1 << len(number)) - 1, mine=mine, theirs=theirs, sole=sole, count=count)
    possible = np.bitwise_or.reduce(ground.solutions, axis=0, keepdims=True)
    legal = np.zeros((1, len(ground.cells)), bool)
    legal[0, [pair for pair, move in enumerate(moves) if move not in taboo]] = True
    left = pack_bits(np.ones((1, count), bool))
    return Line(states, left, possible, bombs=pack_bits(legal) & ~possible, filled=np.zeros_like(possible))


class _Table:
    """A search that the positions of a game share, so that each profits from what the others found."""

    def __init__(self, search: PerfectSearch, moves: tuple[Move, ...], work: list[Endgame]) -> None:
        self.search, self.moves, self.work = search, moves, work
        self.pairs = {move: pair for pair, move in enumerate(moves)}
        self.asker: Perfect | None = None  # whose test is under way

    def set(self, state: Line) -> None:
        """Make this the first state of the search."""
        both: Iterable[tuple[Any, Any]] = zip(self.search.line, state, strict=True)
        for rows, first in both:
            rows[0] = first[0]

    def fill(self, most_nodes: int) -> bool:
        """Fill in tables for as long as so many nodes take; whether all are full."""
        while self.work and most_nodes > 0:
            whole = len(self.work[-1].values) + endgame.TABLE * len(self.work[-1].starts)
            nodes = min(most_nodes, _TABLE_SLICE, whole // _VALUES + 1)
            if endgame.proceed(self.work[-1], nodes * _VALUES):
                self.work.pop()
            self.search.now.nodes += nodes
            most_nodes -= nodes
        return not self.work


class PerfectStep(NamedTuple):
    """A move made: its points, whether the turn passes to the other player, and the position after it."""

    points: int
    passes: bool
    rest: Perfect


class Perfect:
    """A position and what is known about its value. ``proceed`` finds out more.

    ``least`` and ``most`` bound the value. Where they meet it is exact, and ``best`` is a move that is worth it; until
    then, ``best`` is a move that is worth at least ``least``, if there is one.
    """

    def __init__(self, table: _Table, state: Line, guess: int | None = None) -> None:
        self._table, self._state = table, state
        self._goal, self._pace = (1, 4) if guess is None else (guess, 1)
        self._steps: dict[Move, PerfectStep] = {}
        self.best: Move | None = None
        self.least, self.most = (-INF, INF) if state.states[0].mine else (0, 0)

    @property
    def value(self) -> int | None:
        """What the player to move gets from here on, less what the other one gets; None while it is not known."""
        return self.least if self.least == self.most else None

    @property
    def nodes(self) -> int:
        """How many nodes were searched so far, for all positions that share a table; filling tables counts, too."""
        return int(self._table.search.now.nodes)

    @property
    def is_begun(self) -> bool:
        """Whether the tables are full that a search begins with; before that, copies would not share them."""
        return not self._table.work

    @property
    def nbytes(self) -> int:
        """How large the tables are that it shares."""
        tables = self._table.search.tables
        rows = np.asarray(self._table.search.table)
        return rows.nbytes + tables.values.nbytes + tables.starts.nbytes

    @property
    def moves(self) -> list[Move]:
        """The moves that can be made, those that are placed before the bombs.

        After a move that leaves the other player stuck, digits and bombs no longer matter: there is one for each cell.
        """
        mine, cells = int(self._state.states[0].mine), self._table.search.ground.cells.tolist()
        return [
            move
            for (pairs,) in (self._state.possible, self._state.bombs)
            for pair, move in enumerate(self._table.moves)
            if has(pairs, pair) and mine >> cells[pair] & 1
        ]

    def after(self, move: Move) -> PerfectStep:
        """What comes of one of the ``moves``. The position after it shares what is found out, and so does this one."""
        if move not in self._steps:
            table, pair = self._table, self._table.pairs[move]
            ground, line, points = table.search.ground, table.search.line, 0
            table.asker = None
            table.set(self._state)
            if has(self._state.bombs[0], pair):
                passes = bool(use(ground, line, 0, pair))
            else:
                points = int(perfect_state.points(ground, self._state.states[0].empty, ground.cells[pair]))
                passes = bool(fill(ground, line, 0, pair))
            state = Line._make(copy(rows[1:2]) for rows in line)
            guess = None if self.value is None else points - self.value if passes else self.value - points
            self._steps[move] = PerfectStep(points, passes, Perfect(self._table, state, guess))
        return self._steps[move]

    def proceed(self, most_nodes: int) -> bool:
        """Go on for at most so many nodes; whether the value and a best move are known."""
        table, end = self._table, self.nodes + most_nodes
        if self.value is None and not table.fill(most_nodes):
            return False
        while self.least < self.most:
            if table.asker is not self:
                table.asker = self
                table.set(self._state)
                kernel.ask(table.search, 0, self._goal)
            if not kernel.proceed(table.search, end - self.nodes):
                return False
            table.asker = None
            self._learn(int(table.search.plies[0].best), int(table.search.plies[0].choice))
        return True

    def _learn(self, value: int, choice: int) -> None:
        """Take in the answer to a test, and choose the next goal: in growing steps, then by halves."""
        if value >= self._goal:
            self.least, self.best = value, self._table.moves[choice]
        else:
            self.most = value
        if self.most == INF:
            self._goal = self.least + self._pace
        elif self.least == -INF:
            self._goal = self.most + 1 - self._pace
        else:
            self._goal = (self.least + self.most + 1) // 2
        self._pace *= 2

    def proceed_all(self, most_nodes: int) -> bool:
        """Go on for at most so many nodes; whether the value of every move is known. The best one comes first."""
        end = self.nodes + most_nodes
        return self.proceed(most_nodes) and all(self.after(move).rest.proceed(end - self.nodes) for move in self.moves)

    def move_values(self) -> dict[Move, int]:
        """The value of each move as far as it is known: of all of them once ``proceed_all`` is complete."""
        values = {}
        for move, (points, passes, rest) in self._steps.items():
            if rest.value is not None:
                values[move] = points - rest.value if passes else points + rest.value
        return values

    def line(self) -> list[Move]:
        """The moves of a game in which both play their best; none while the value is not known."""
        moves, here = [], self
        while here.value is not None and here.best:
            moves.append(here.best)
            here = here.after(here.best).rest
            while not here.proceed(_SLICE):
                pass
        return moves
