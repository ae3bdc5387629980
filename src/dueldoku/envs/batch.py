"""Thousands of games in lockstep, in compiled code.

>>> batch = Batch(1000, "random-2x3", seed=1)
>>> while not (step := batch.step(batch.sample())).done.any():
...     pass
>>> batch.observe().shape, batch.legal().shape, step.points.shape
((1000, 14, 6, 6), (1000, 216), (1000,))

An *action* is a number: ``cell * side + digit - 1``, with the cells row by row from 0. A bomb is an action like any
other: it is refused, is taboo from then on, and passes the turn. A player who cannot move is skipped by itself. A game
that ends starts anew in the same step: ``Step`` tells how it ended, and everything else already shows the new game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.envs.solver import solver_of
from dueldoku.envs.starts import Board, Starts, positions_of, starts_of
from dueldoku.errors import ActionError
from dueldoku.game.game import Game
from dueldoku.kernels.duel import lockstep
from dueldoku.kernels.duel.lockstep import Shape
from dueldoku.puzzles.fill import random_states

RULINGS = lockstep.RULINGS
_TALLEST = 1 << 20  # games
_BYTES, _FLOATS = lockstep.byte_table(np.uint8), lockstep.byte_table(np.float32)
T = TypeVar("T")


class Step(NamedTuple):
    """What came of a step, game by game. ``winner`` and the final ``scores`` count where the game is ``done``."""

    points: NDArray[np.int32]  # that the mover scored
    done: NDArray[np.bool_]
    winner: NDArray[np.int8]  # 1, 2, or 0 for a draw
    scores: NDArray[np.int32]  # (n, 2), before a game that has ended starts anew
    ruling: NDArray[np.uint8]  # the number of a ruling in ``RULINGS``

    def of(self, rows: slice) -> Step:
        """The same of some games."""
        return Step(self.points[rows], self.done[rows], self.winner[rows], self.scores[rows], self.ruling[rows])


class Batch:
    """``n`` games from ``board``: a name, a recipe, a position, or a list of them.

    ``rules`` is a rule set; None: as the boards say. Everything follows from ``seed``, whatever the ``threads``.

    What is made by chance (boards by a recipe, start regions) is made ``starts`` times, 256 unless you say otherwise;
    ``positions`` lists all that there is to start from, and each game goes round these.

    ``offences``: an illegal action raises ActionError, and nothing changes; with ``"lose"`` it loses the game, as the
    rules have it.
    """

    version = "v0"

    def __init__(
        self,
        n: int,
        board: Board | Sequence[Board] = "empty-3x3",
        rules: str | None = None,
        seed: int = 0,
        *,
        starts: int | None = None,
        offences: Literal["raise", "lose"] = "raise",
        threads: int = 1,
    ) -> None:
        for name, number, most in (("n", n, _TALLEST), ("starts", starts or 1, _TALLEST), ("threads", threads, 1024)):
            if not isinstance(number, int | np.integer) or not 1 <= number <= most:
                raise ActionError(f"expected a whole number from 1 to {most} for {name}, got {number!r}")
        if offences not in ("raise", "lose"):
            raise ActionError(f"expected 'raise' or 'lose' for offences, got {offences!r}")
        self.n, self.seed, self.offences = int(n), seed, offences
        self.positions = positions_of(board, rules, seed, starts)
        self.geometry: Geometry = self.positions[0].grid.geometry
        self.rules = self.positions[0].rules
        self.actions = self.geometry.size * self.geometry.side
        self.planes = 2 * self.geometry.side + 2
        self._shape = lockstep.shape_of(self.geometry, self.positions[0].regions is not None)
        self._starts = starts_of(self._shape, self.positions, seed)
        self._state = np.empty((self.n, self._shape.width), np.uint64)
        self._random = np.empty((self.n, 4), np.int64)
        edges = np.linspace(0, self.n, min(int(threads), self.n) + 1).astype(int)
        self._slices = [slice(first, last) for first, last in pairwise(edges.tolist())]
        self._parts = [_Part(self._shape, self._starts, self._state[rows], self.geometry) for rows in self._slices]
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None
        self.reset()

    def __len__(self) -> int:
        return self.n

    # -- playing -----------------------------------------------------------------------------------------------------

    def reset(self) -> None:
        """Start all games anew, just as they were when the batch was made."""
        self._state[:] = self._starts.rows[np.arange(self.n) % len(self.positions)]
        self._random[:] = random_states(Random(self.seed), self.n)

    def step(self, actions: ArrayLike) -> Step:
        """Take a turn in every game, and start those anew that end by it.

        Raises ActionError, and changes nothing, if ``actions`` is not a whole number for each game; and, unless
        offences lose, if one of them is illegal.
        """
        chosen = self._checked(actions)
        n = self.n
        points, scores = np.empty(n, np.int32), np.empty((n, 2), np.int32)
        step = Step(points, np.empty(n, np.bool_), np.empty(n, np.int8), scores, np.empty(n, np.uint8))
        judged = self._each(lambda part, rows: part.judge(chosen[rows], step.ruling[rows]))
        if self.offences == "raise":
            for offence, rows in zip(judged, self._slices, strict=True):
                if offence >= 0:
                    raise ActionError(self._words(rows.start + offence, int(chosen[rows.start + offence])))
        self._each(lambda part, rows: part.settle(chosen[rows], step.of(rows)))
        return step

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, each with the same chance; from the seed, and so are the next ones."""
        actions = np.empty(self.n, np.int64)
        self._each(lambda part, rows: lockstep.sample(self._shape, part.state, self._random[rows], actions[rows]))
        return actions

    # -- asking ------------------------------------------------------------------------------------------------------

    def legal(self, *, packed: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Which actions are legal, bombs included: truth values (n, actions), or packed, bit by bit, uint64 words."""
        words = (self.actions + 63) // 64
        if packed:
            masks = self._room(out, (self.n, words), np.uint64)
            self._each(lambda part, rows: lockstep.legal(self._shape, part.state, masks[rows]))
            return masks
        legal = self._room(out, (self.n, self.actions), np.bool_)
        masks, flags = np.empty((self.n, words), np.uint64), legal.view(np.uint8)

        def write(part: _Part, rows: slice) -> None:
            lockstep.legal(self._shape, part.state, masks[rows])
            lockstep.spread(_BYTES, masks[rows], flags[rows])

        self._each(write)
        return legal

    def bombs(self, games: ArrayLike | None = None, *, everywhere: bool = False) -> NDArray[np.bool_]:
        """Which of the legal actions are bombs, exactly. On boards with many solutions the solver has to be asked.

        ``games``: only of these, by their numbers. ``everywhere``: also in cells out of the player's reach.
        """
        chosen = np.arange(self.n) if games is None else np.asarray(games, np.int64)
        fine = np.empty((self.n, (self.actions + 63) // 64), np.uint64)
        self._each(lambda part, rows: lockstep.solvable(self._shape, part.state, part.sets, fine[rows]))
        known = np.unpackbits(fine[chosen].view(np.uint8), axis=1, count=self.actions, bitorder="little")
        bombs = (self.candidates() if everywhere else self.legal())[chosen] & ~known.astype(np.bool_)
        unknown = np.flatnonzero(self._rest(lockstep.COMPLETE)[chosen] == 0)
        rows, actions = np.nonzero(bombs[unknown])
        cells, digits = np.divmod(actions, self.geometry.side)
        boards = self.values[chosen[unknown[rows]]]
        boards[np.arange(len(rows)), cells] = digits + 1
        bombs[unknown[rows], actions] = ~self._parts[0].is_solvable(boards)
        return bombs

    def candidates(self) -> NDArray[np.bool_]:
        """Which actions are legal or would be, if the player to move could reach the cell: (n, actions)."""
        first, side = self._shape.candidates, self.geometry.side
        digits = self._state[:, first : first + self.geometry.size, None] >> np.arange(side, dtype=np.uint64)
        return (digits & np.uint64(1)).astype(np.bool_).reshape(self.n, self.actions)

    def solutions(self) -> NDArray[np.uint8]:
        """A solution of each board, a row of digits each; all 0 if the board has none."""
        living, row = self._rest(lockstep.ALIVE), self._rest(lockstep.ROW).astype(np.int64)
        lowest = living & (~living + np.uint64(1))
        column = np.log2(np.maximum(lowest, np.uint64(1)).astype(np.float64)).astype(np.int64)
        found = np.empty((self.n, self.geometry.size), np.uint8)
        for part, rows in zip(self._parts, self._slices, strict=True):
            found[rows] = part.sets[row[rows], :, column[rows]]
        found[living == 0] = 0
        return found

    def observe(self, *, bits: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """What the player to move sees: float32 planes (n, planes, side, side), or each plane's cells as uint64 words.

        The first planes are the cells that hold each digit, the next the cells that could (it stands in no unit of
        theirs and is not taboo), the last two are the empty cells open to the player to move, and to the other one.
        """
        geometry, words = self.geometry, self._shape.around.shape[1]
        if bits:
            planes = self._room(out, (self.n, self.planes, words), np.uint64)
            self._each(lambda part, rows: lockstep.observe(self._shape, part.state, planes[rows]))
            return planes
        seen = self._room(out, (self.n, self.planes, geometry.side, geometry.side), np.float32)
        planes, numbers = np.empty((self.n, self.planes, words), np.uint64), seen.reshape(-1, geometry.size)

        def write(part: _Part, rows: slice) -> None:
            lockstep.observe(self._shape, part.state, planes[rows])
            flat = slice(rows.start * self.planes, rows.stop * self.planes)
            lockstep.spread(_FLOATS, planes[rows].reshape(-1, words), numbers[flat])

        self._each(write)
        return seen

    @property
    def turn(self) -> NDArray[np.int8]:
        """Who moves in each game: 1 or 2."""
        return (self._rest(lockstep.TURN) + np.uint64(1)).astype(np.int8)

    @property
    def scores(self) -> NDArray[np.int32]:
        """The scores of the games as they stand, (n, 2)."""
        first = self._shape.rest + lockstep.SCORES
        return self._state[:, first : first + 2].astype(np.int32)

    @property
    def values(self) -> NDArray[np.uint8]:
        """The boards, a row of digits each, 0 for an empty cell."""
        return self._state[:, : self.geometry.size].astype(np.uint8)

    @property
    def start(self) -> NDArray[np.int64]:
        """Which of ``positions`` each game has started from."""
        return self._rest(lockstep.START).astype(np.int64)

    def position(self, game: int) -> Position:
        """The position of a game, to look at or to play on from. Each player's territory is given as their region."""
        row, shape, geometry = self._state[game], self._shape, self.geometry
        words = shape.around.shape[1]
        bits = np.unpackbits(row[shape.masks : shape.rest].view(np.uint8), bitorder="little").reshape(3, 64 * words)
        reach = [frozenset(np.flatnonzero(mine[: geometry.size]).tolist()) for mine in bits[1:]]
        taboo = [
            geometry.move(cell, digit + 1)
            for cell, digits in enumerate(row[shape.taboo : shape.empty_in].tolist())
            for digit in range(geometry.side)
            if digits >> digit & 1
        ]
        return Position(
            Grid.trusted(geometry, tuple(row[: geometry.size].tolist())),
            self.rules,
            turn=int(self.turn[game]),
            scores=(int(self.scores[game, 0]), int(self.scores[game, 1])),
            regions=(reach[0], reach[1]) if self.positions[0].regions else None,
            taboo=tuple(taboo),
        )

    def move_of(self, action: int) -> Move:
        """The move that an action stands for. Raises ActionError if there is none."""
        if not 0 <= action < self.actions:
            raise ActionError(f"expected an action from 0 to {self.actions - 1}, got {action}")
        cell, digit = divmod(int(action), self.geometry.side)
        return self.geometry.move(cell, digit + 1)

    def action_of(self, move: Move) -> int:
        """The action that stands for a move. Raises ActionError if there is none."""
        side = self.geometry.side
        if not (0 <= move.row < side and 0 <= move.col < side and 1 <= move.digit <= side):
            raise ActionError(f"expected a move on a board of {side} rows, columns and digits, got {move}")
        return self.geometry.cell_of(move) * self.geometry.side + move.digit - 1

    # -- inside ------------------------------------------------------------------------------------------------------

    def _each(self, work: Callable[[_Part, slice], T]) -> list[T]:
        """Do this for each part of the games: the first part here, the others in a thread each."""
        others = zip(self._parts[1:], self._slices[1:], strict=True)
        waiting = [self._pool.submit(work, part, rows) for part, rows in others] if self._pool else []
        mine = work(self._parts[0], self._slices[0])
        return [mine, *(done.result() for done in waiting)]

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise ActionError(f"expected whole numbers for actions, got an array of {chosen.dtype}")
        if chosen.shape != (self.n,):
            raise ActionError(f"expected an action for each of {self.n} games, got an array of shape {chosen.shape}")
        return np.ascontiguousarray(chosen, np.int64)

    def _words(self, game: int, action: int) -> str:
        """Why an action is none, in words."""
        if not 0 <= action < self.actions:
            return f"game {game}: expected an action from 0 to {self.actions - 1}, got {action}"
        return f"game {game}, action {action}: {Game(self.position(game)).judge(self.move_of(action)).why}"

    def _room(self, out: NDArray[Any] | None, shape: tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
        """``out``, if it fits, or a new array."""
        if out is None:
            return np.empty(shape, dtype)
        if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
            raise ActionError(
                f"expected a contiguous, writable array of shape {shape} and {dtype.__name__} for out, "
                f"got {out.shape} and {out.dtype}"
            )
        return out

    def _rest(self, column: int) -> NDArray[np.uint64]:
        return self._state[:, self._shape.rest + column]


class _Part:
    """Some of the games, for one thread."""

    def __init__(self, shape: Shape, starts: Starts, state: NDArray[np.uint64], geometry: Geometry) -> None:
        count = len(state)
        self.shape, self.starts, self.state = shape, starts.rows, state
        self.sets = np.zeros((len(starts.rows) + count, *starts.sets.shape[1:]), np.uint8)
        self.sets[: len(starts.rows)] = starts.sets
        self.boards, self.asked = np.empty((count, geometry.size), np.uint8), np.zeros((count, 3), np.int64)
        self.count = 0  # how many are asked
        self.answer = solver_of(geometry)

    def judge(self, actions: NDArray[np.int64], rulings: NDArray[np.uint8]) -> int:
        """Rule on the actions as far as that is known; returns the first game with an offence, or -1."""
        self.count, offence = lockstep.judge(
            self.shape, self.state, self.sets, actions, rulings, self.boards, self.asked
        )
        return offence

    def settle(self, actions: NDArray[np.int64], step: Step) -> None:
        """Find out what is not known, and take all turns."""
        asked = self.asked[: self.count]
        if self.count:
            self.answer(self.boards[: self.count], asked, self.sets[len(self.starts) :])
        points, done, winner, scores, ruling = step
        lockstep.settle(
            self.shape, self.state, self.starts, self.sets, actions, ruling, asked, points, done, winner, scores
        )

    def is_solvable(self, boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Whether each board has a solution. What the games know stays as it is."""
        asked = np.ones((len(boards), 3), np.int64)
        asked[:, 0] = 0  # all write into one set, which nobody reads
        self.answer(boards, asked, np.empty((1, *self.sets.shape[1:]), np.uint8))
        return asked[:, 2] > 0
