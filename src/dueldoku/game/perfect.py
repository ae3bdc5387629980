"""Perfect play on small boards: digits, bombs and territories included.

>>> from dueldoku.game.bundled import bundled_board
>>> perfect = perfect_of(Game(bundled_board("easy-2x2")))
>>> perfect.proceed(1_000_000), perfect.value
(True, -2)

A value is what the player to move gets from here on, less what the other one gets: who is ahead already does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.move import Move
from dueldoku.errors import StartError
from dueldoku.game.game import Game
from dueldoku.game.ground import MOST_CELLS, ground_of, solutions
from dueldoku.kernels import endgame, perfect, remains
from dueldoku.kernels.perfect import BEST, CHOICE, INF, NODES, Search
from dueldoku.kernels.remains import EMPTY, MANY, MINE, fill, use

MOST_BYTES = 1 << 28
MOST_SOLUTIONS = 4096
MOST_TABLED = 20  # cells: the values without bombs of all their sets are computed beforehand, in 0.04 s


def perfect_of(
    game: Game, *, bombs: bool = True, most_bytes: int = MOST_BYTES, most_solutions: int = MOST_SOLUTIONS
) -> Perfect | None:
    """The question of how to play from here perfectly; None if the board has too many empty cells or solutions.

    Without ``bombs`` nobody uses one; then a digit of the cell does not matter, and only one of each is looked at.
    Raises StartError where perfect play means nothing.
    """
    first = game.oracle.solution(game.values)
    if game.grid.clash or first is None:
        raise StartError("the board has no solution: every move would be refused")
    if game.values.count(0) > MOST_CELLS:
        return None
    rows = solutions(game, most_solutions) if bombs else np.frombuffer(first, np.uint8).reshape(1, -1)
    if rows is None:
        return None
    for row, col, digit in game.taboo:
        cell = row * game.geometry.side + col
        if bombs and not game.values[cell] and (rows[:, cell] == digit).any():
            raise StartError(f"{Move(row, col, digit)} is taboo, but the board would have a solution after it")
    ground = ground_of(game, rows)
    plain = np.zeros(0, np.int16)
    if 0 < len(ground.units) <= MOST_TABLED:
        plain = _plain_values(ground.units.astype(np.int64))
    search = perfect.search_of(ground, plain, most_bytes)
    free = [cell for cell, value in enumerate(game.values) if not value]
    side = game.geometry.side
    cells, digits = ground.cells.tolist(), ground.digits.tolist()
    moves = tuple(Move(*divmod(free[cell], side), digit) for cell, digit in zip(cells, digits, strict=True))
    return Perfect(_Table(search, moves), _state_of(game, search, moves, bombs))


def _plain_values(units: NDArray[np.int64]) -> NDArray[np.int16]:
    tables = endgame.endgame_of(units, np.zeros(0, np.int64))
    assert tables is not None
    while not endgame.proceed(tables, 1 << 30):
        pass
    return tables.values.astype(np.int16)


def _state_of(game: Game, search: Search, moves: Sequence[Move], bombs: bool) -> State:
    """The game as the first state."""
    ground, line = search.ground, search.line
    free = [cell for cell, value in enumerate(game.values) if not value]
    number = {cell: index for index, cell in enumerate(free)}
    count = len(ground.solutions)
    mine, theirs = (sum(1 << number[cell] for cell in game.cells(player)) for player in (game.turn, 3 - game.turn))
    masks = np.array([(1 << len(free)) - 1, mine, theirs, 0 if count == 1 else int(MANY), count], np.uint64)
    left = np.zeros(line.left.shape[1], np.uint64)
    for solution in range(count):
        left[solution >> 6] |= np.uint64(1 << (solution & 63))
    possible = np.bitwise_or.reduce(ground.solutions, axis=0)
    taboo = set(game.taboo)
    alive = np.zeros(line.bombs.shape[1], np.uint64)
    for pair, move in enumerate(moves):
        if bombs and move not in taboo:
            alive[pair >> 6] |= np.uint64(1 << (pair & 63))
    return State(masks, left, possible, alive & ~possible, np.zeros_like(alive))


class State(NamedTuple):
    """A row of ``Line``, without its key."""

    masks: NDArray[np.uint64]
    left: NDArray[np.uint64]
    possible: NDArray[np.uint64]
    bombs: NDArray[np.uint64]
    filled: NDArray[np.uint64]


class _Table:
    """A search that several positions of a game share, so that each knows what the others found."""

    def __init__(self, search: Search, moves: tuple[Move, ...]) -> None:
        self.search, self.moves = search, moves
        self.pairs = {move: pair for pair, move in enumerate(moves)}
        self.asker: Perfect | None = None  # whose test is under way

    def set(self, state: State) -> None:
        for array, row in zip(self.search.line, state, strict=False):
            array[0] = row

    def after(self, state: State, pair: int) -> tuple[State, bool, int]:
        """The state after this turn, whether it passes, and its points."""
        self.asker = None
        self.set(state)
        search, masks = self.search, state.masks
        if int(state.bombs[pair >> 6]) >> (pair & 63) & 1:
            passes, points = use(search.ground, search.line, 0, pair), 0
        else:
            points = int(remains.points(search.ground, masks[EMPTY], search.ground.cells[pair]))
            passes = fill(search.ground, search.line, 0, pair)
        return State(*(array[1].copy() for array in search.line[:5])), bool(passes), points


class Perfect:
    """A position and what is known about it. ``proceed`` finds out more.

    ``least`` and ``most`` bound the value of the position; where they meet, it is exact, and ``best`` is a move that
    is worth it.
    """

    def __init__(self, table: _Table, state: State) -> None:
        self._table, self._state = table, state
        self._goal, self._step = 1, 4
        self._children: dict[Move, tuple[int, int, Perfect]] = {}
        self.best: Move | None = None
        is_over = not state.masks[MINE]
        self.least, self.most = (0, 0) if is_over else (-INF, INF)

    @property
    def value(self) -> int | None:
        """What the player to move gets from here on, less what the other one gets; None while it is not known."""
        return self.least if self.least == self.most else None

    @property
    def nodes(self) -> int:
        """How many nodes were searched so far, for this position and all that share its table."""
        return int(self._table.search.counts[NODES])

    def moves(self) -> list[Move]:
        """The moves that can be made here: those that are placed first, then the bombs."""
        found = []
        for pairs in (self._state.possible, self._state.bombs):
            for pair, move in enumerate(self._table.moves):
                cell = int(self._table.search.ground.cells[pair])
                if int(pairs[pair >> 6]) >> (pair & 63) & 1 and int(self._state.masks[MINE]) >> cell & 1:
                    found.append(move)
        return found

    def after(self, move: Move) -> tuple[int, int, Perfect]:
        """The points of the move, 1 if it is the other one's turn then, else -1, and the position after it."""
        if move not in self._children:
            state, passes, points = self._table.after(self._state, self._table.pairs[move])
            self._children[move] = points, 1 if passes else -1, Perfect(self._table, state)
        return self._children[move]

    def proceed(self, most_nodes: int) -> bool:
        """Go on for at most so many nodes; whether the value and a best move are known."""
        table, end = self._table, self.nodes + most_nodes
        while self.least < self.most:
            if table.asker is not self:
                table.asker = self
                table.set(self._state)
                perfect.start(table.search, self._goal)
            if not perfect.proceed(table.search, end - self.nodes):
                return False
            self._learn(*(int(table.search.plies[0, place]) for place in (BEST, CHOICE)))
            table.asker = None
        return True

    def _learn(self, value: int, choice: int) -> None:
        """Take in the answer to a test, and choose the next: in growing steps, then by halves."""
        if value >= self._goal:
            self.least, self.best = value, self._table.moves[choice]
        else:
            self.most = value
        if self.most == INF:
            self._goal = self.least + self._step
        elif self.least == -INF:
            self._goal = self.most + 1 - self._step
        else:
            self._goal = (self.least + self.most + 1) // 2
        self._step *= 2

    def proceed_all(self, most_nodes: int) -> bool:
        """Go on for at most so many nodes; whether the value of every move is known."""
        end = self.nodes + most_nodes
        return all(self.after(move)[2].proceed(end - self.nodes) for move in self.moves())

    def move_values(self) -> dict[Move, int]:
        """The value of each move that is known exactly."""
        values = {}
        for move, (points, sign, child) in self._children.items():
            if child.value is not None:
                values[move] = points - sign * child.value
        return values

    def line(self) -> list[Move]:
        """The moves of a game in which both play their best; empty while the value is not known."""
        moves, here = [], self
        while here.value is not None and here.best:
            moves.append(here.best)
            here = here.after(here.best)[2]
            here.proceed(1 << 62)
        return moves
