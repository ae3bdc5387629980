"""Digging large boards: every proof that a puzzle has one solution builds on all that came before.

A full board is the only solution of some clues if no other board has them. So the full board is excluded, the clues are
assumed, and clause learning (``kernels/solving/learn.py``) finds another board or a contradiction. Whatever it learns
holds whichever clues are assumed, and makes the next proof short. A contradiction also names the clues that it
needed: the others can go at once. A clue without which another board was found stays for good. (In the literature this
is the search for a minimal unsatisfiable subset by deletion, with clause-set refinement.)
"""

from __future__ import annotations

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.errors import GenerateError
from dueldoku.kernels.solving import learn, wide
from dueldoku.solvers.compiled import Boards, Numbers

_STAY = 0.5  # of the clues that are wanted, the share that stays from the beginning: it makes the search small
_PROOF = 30_000  # contradictions for one proof, times the cells of a board: some take for ever
_MOST = 2_000_000_000  # the same for all proofs of a minimal puzzle, which needs every one
_LOOK = 250_000  # the same between two chances for Ctrl-C


class Digger:
    """A full board whose clues are taken away as long as it stays the only solution, down to ``fewest`` or minimal."""

    def __init__(self, geometry: Geometry, board: Boards, groups: list[Numbers], fewest: int) -> None:
        """The groups of cells are in the order in which they will be tried: so the last ones stay."""
        self.board, self._groups = board, groups
        self._geometry, self._fewest = geometry, fewest
        self._options = geometry.side * np.arange(geometry.size) + board - 1
        self._open = np.ones(geometry.size, bool)  # clues of which nobody knows yet whether they stay
        self._needed = np.zeros(geometry.size, bool)  # those that do; but for the last groups, which stay anyway
        number = np.cumsum([len(group) for group in groups[::-1]])
        for group in groups[::-1][: int(np.searchsorted(number, fewest * _STAY, side="right"))]:
            self._open[group] = False
        self._learner = self._learn()

    def _learn(self) -> learn.Learner:
        """The search for other boards that have the clues that stay."""
        m, n = self._geometry.m, self._geometry.n
        shape, state = wide.shape_of(m, n), wide.new_state(self._geometry.side)
        wide.start(shape, state, np.where(self._open, 0, self.board))
        if wide.proceed(shape, state, self.board[None].copy(), 1, 1)[0]:  # they are enough already
            self._open[:] = True
            return self._learn()
        masks = wide.first_masks(shape, state)
        self._unsettled = np.bitwise_count(masks[: self._geometry.size]) > 1
        return learn.Learner(shape, masks, [self._options[self._unsettled].tolist()])

    def dig(self) -> None:
        """Go over the groups of cells. Raises GenerateError if a minimal puzzle takes too long."""
        side, groups = self._geometry.side, self._groups
        todo = [groups[at : at + side] for at in range(0, len(groups), side)][::-1]
        single = all(len(group) == 1 for group in groups)
        while todo:
            part = [group for group in todo.pop() if self._open[group[0]]]
            if part and not self._remove(np.concatenate(part), single):
                if len(part) > 1:
                    todo += [part[len(part) // 2 :], part[: len(part) // 2]]
                else:
                    self._open[part[0]] = False
                    self._needed[part[0]] = True

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
        facts, others = (self._options[which & self._unsettled].tolist() for which in (self._needed, clues))
        learner.assume(facts, others)
        end = learner.state.conflicts + _PROOF // cells if self._fewest else _MOST // cells
        while learner.state.conflicts < end:
            outcome = learner.proceed(min(_LOOK // cells + 1, int(end - learner.state.conflicts)))
            if outcome != learn.PAUSED:
                return outcome == learn.OVER
        if not self._fewest:
            needed, left = np.count_nonzero(self._needed), np.count_nonzero(self._open)
            raise GenerateError(
                f"found no minimal {self._geometry} puzzle with this seed: after {end} contradictions"
                f" {needed} clues are proven to be needed, and {left} more may be"
            )
        return False
