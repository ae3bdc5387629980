"""Who answers when no known solution has a move: the compiled solver for the board's shape."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.duel.answers import answer_nine, answer_small
from dueldoku.kernels.duel.lockstep import SET, Numbers
from dueldoku.kernels.solving import nine, small, wide
from dueldoku.solvers.backend import backend_of, first_solution, method_of

Bytes = NDArray[np.uint8]
Answer = Callable[[Bytes, Numbers, Bytes], None]  # boards, what is asked (``answers.py``), the games' sets
_NODES = 2_000  # of a search on a large board, before it is handed to the solver that learns


def solver_of(geometry: Geometry) -> Answer:
    """Answers for boards of this shape, with memory of its own: one thread at a time may ask."""
    if geometry.side <= small.LARGEST:
        frames, tables = small.new_frames(geometry.side), small.tables_of(geometry.m, geometry.n)
        return lambda boards, asked, sets: answer_small(frames, tables, boards, asked, sets)
    if method_of(geometry) == "bitboard":
        memory = np.zeros(nine.MEMORY, np.uint32)
        turned, found = np.zeros(geometry.size, np.uint8), np.zeros((SET, geometry.size), np.uint8)
        return lambda boards, asked, sets: answer_nine(memory, turned, found, boards, asked, sets)
    backend_of(geometry)  # loaded now
    return _wide(geometry)


def _wide(geometry: Geometry) -> Answer:
    shape, state = wide.shape_of(geometry.m, geometry.n), wide.new_state(geometry.side)

    def answer(boards: Bytes, asked: Numbers, sets: Bytes) -> None:
        """One solution each: it is not known whether there are others."""
        solutions, counts = np.zeros_like(boards), np.zeros(len(boards), np.int32)
        wide.solve_batch(shape, state, boards, solutions, counts, boards[:1].copy(), 1, _NODES)
        for row in np.flatnonzero(counts < 0):
            found = first_solution(geometry, boards[row].tobytes())
            counts[row] = found is not None
            solutions[row] = np.frombuffer(found or bytes(geometry.size), np.uint8)
        asked[:, 1], asked[:, 2] = 1, counts
        solved = counts > 0
        sets[asked[solved, 0], :, 0] = solutions[solved]

    return answer
