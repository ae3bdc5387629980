"""Digging large boards: every proof that a puzzle has one solution builds on all that came before.

A full board is the only solution of some clues if no other board has them. So the full board is excluded, the clues are
assumed, and clause learning (``kernels/solving/learn.py``) finds another board or a contradiction. Whatever it learns on
the way holds whichever clues are assumed, and makes the next proof short. A contradiction also names the clues that it
needed: the others can go at once. A clue without which another board was found stays for good. (In the literature this
is the search for a minimal unsatisfiable subset by deletion, with clause-set refinement.)
"""

from __future__ import annotations

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.errors import GenerateError
from dueldoku.kernels.solving import learn, wide
from dueldoku.solvers.compiled import Boards, Numbers

_PROOF = 1_000_000  # contradictions for one proof, times the cells of a board: some take for ever
_MOST = 2_000_000_000  # the same for all proofs of a minimal puzzle, which needs every one
_LOOK = 250_000  # the same between two chances for Ctrl-C


class Digger:
    """A full board whose clues are taken away as long as it stays the only solution, down to ``fewest`` or minimal."""

    def __init__(self, geometry: Geometry, board: Boards, fewest: int) -> None:
        shape, state = wide.shape_of(geometry.m, geometry.n), wide.new_state(geometry.side)
        wide.start(shape, state, np.zeros(geometry.size, np.uint8))
        self.board = board
        self._geometry, self._fewest = geometry, fewest
        self._options = geometry.side * np.arange(geometry.size) + board - 1
        self._learner = learn.Learner(shape, state.masks, [self._options.tolist()])
        self._open = np.ones(geometry.size, bool)  # clues of which nobody knows yet whether they stay
        self._facts: list[int] = []  # the options of those that do

    def dig(self, groups: list[Numbers]) -> None:
        """Go over groups of cells in this order. Raises GenerateError if a minimal puzzle takes too long."""
        side = self._geometry.side
        todo = [groups[at : at + side] for at in range(0, len(groups), side)][::-1]
        single = all(len(group) == 1 for group in groups)
        while todo:
            part = [group for group in todo.pop() if self._open[group[0]]]
            if part and not self._remove(np.concatenate(part), single):
                if len(part) > 1:
                    todo += [part[len(part) // 2 :], part[: len(part) // 2]]
                else:
                    self._open[part[0]] = False
                    self._facts += self._options[part[0]].tolist()

    def _remove(self, cells: Numbers, single: bool) -> bool:
        """Take these clues away if the others are enough; and, one by one, those that the proof did not need."""
        spare = np.count_nonzero(self.board) - len(cells) - self._fewest
        rest = self._open.copy()
        rest[cells] = False
        if spare < 0 or not self._is_enough(rest):
            return False
        self.board[cells] = 0
        self._open = rest
        if single:
            unused = np.setdiff1d(np.flatnonzero(rest), self._learner.blamed // self._geometry.side)[:spare]
            self.board[unused] = 0
            self._open[unused] = False
        return True

    def _is_enough(self, clues: Boards) -> bool:
        """Whether there is no other board with the clues that stay and these, and that can be proven."""
        learner, cells = self._learner, self._geometry.size
        learner.assume(self._facts, self._options[clues].tolist())
        end = learner.state.conflicts + _PROOF // cells if self._fewest else _MOST // cells
        while learner.state.conflicts < end:
            outcome = learner.proceed(min(_LOOK // cells + 1, int(end - learner.state.conflicts)))
            if outcome != learn.PAUSED:
                return outcome == learn.OVER
        if not self._fewest:
            left = int(np.count_nonzero(self._open))
            raise GenerateError(
                f"found no minimal {self._geometry} puzzle with this seed: after {end} contradictions"
                f" {len(self._facts)} clues are proven to be needed, and {left} more may be"
            )
        return False
