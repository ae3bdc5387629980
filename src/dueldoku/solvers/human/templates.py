"""Templates: every way in which a digit can be in all rows, columns and blocks at once.

A place that none of them has is false, one that all of them have is true. Fish, colouring and the like are what people
see of this, so a digit whose every place is in some template has nothing for them: ``loose_digits`` leaves it out. The
technique itself writes the ways down one by one, and so only looks at digits with few of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, remembered
from dueldoku.solvers.human.deduction import Candidate, Deduction

MOST = 100  # templates of a digit that are written down
_PATIENCE = 2_000  # rows that are looked at for one place; on large boards a template may be hard to find


def find_templates(board: CandidateBoard) -> Iterator[Deduction]:
    """A place for a digit that no template has, or that all have."""
    for digit in loose_digits(board):
        found = templates_of(board, digit)
        if not found:
            continue
        some, every = 0, -1
        for template in found:
            some |= template
            every &= template
        cells = bits(board.spots[digit])
        ways = "is one way" if len(found) == 1 else f"are {len(found)} ways"
        start = f"There {ways} to put {digit} into all rows, columns and blocks at once"
        if struck := board.among([digit], ~some):
            yield board.strike(cells, struck, f"{start}, and none of them has it here")
        for cell in bits(every):
            if not board.values[cell]:
                why = f"{start}, and in each of them {board.geometry.name(cell)} is {digit}."
                yield Deduction(why, tuple(cells), Candidate(cell, digit))


def templates_of(board: CandidateBoard, digit: int) -> list[int]:
    """All ways to place a digit, as masks of cells; none if there are more than ``MOST``."""
    found: list[int] = []
    for template in _Search(board).templates(board.spots[digit]):
        found.append(template)
        if len(found) > MOST:
            return []
    return found


@remembered
def loose_digits(board: CandidateBoard) -> list[int]:
    """The digits with a place that is in no template, as far as that is found out in good time."""
    return [digit for digit in board.digits if not _is_tight(board, digit)]


def _is_tight(board: CandidateBoard, digit: int) -> bool:
    """Whether every place of a digit is in a template."""
    spots, covered, search = board.spots[digit], 0, _Search(board)
    while left := spots & ~covered:
        cell = left.bit_length() - 1
        search.patience = _PATIENCE
        template = next(search.templates(spots & ~board.geometry.peer_masks[cell]), 0)
        if not template:
            return False
        covered |= template
    return True


class _Search:
    """Templates row by row, always the row with the fewest places left."""

    def __init__(self, board: CandidateBoard) -> None:
        geometry = board.geometry
        self.rows = geometry.unit_masks[: geometry.side]
        self.free = [~peers for peers in geometry.peer_masks]
        self.patience = 1 << 60

    def templates(self, spots: int) -> Iterator[int]:
        """All of them within these places; fewer if the patience ends."""
        return self._extend(spots, list(self.rows))

    def _extend(self, left: int, rows: list[int]) -> Iterator[int]:
        if not rows:
            yield left
            return
        self.patience -= 1
        if self.patience < 0:
            return
        row = min(rows, key=lambda mask: (left & mask).bit_count())
        others = [mask for mask in rows if mask != row]
        for cell in bits(left & row):
            yield from self._extend(left & self.free[cell], others)
