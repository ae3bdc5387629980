"""What a puzzle shall be like, checked before anything is dug: a wish that cannot be met is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.errors import GenerateError
from dueldoku.puzzles.fill import Numbers
from dueldoku.solvers.human import Grade

# Where a cell (row, column; ``last`` is the last of either) goes. Cells that go round in a circle are clues together.
SYMMETRIES: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "none": lambda row, col, last: (row, col),
    "rotational": lambda row, col, last: (last - row, last - col),
    "quarter": lambda row, col, last: (col, last - row),
    "diagonal": lambda row, col, last: (col, row),
    "antidiagonal": lambda row, col, last: (last - col, last - row),
    "horizontal": lambda row, col, last: (row, last - col),
    "vertical": lambda row, col, last: (last - row, col),
}
_FEWEST = {"2x2": 4, "2x3": 8, "3x2": 8, "3x3": 17}  # clues of a puzzle with one solution, proven by others
_FEW = 20  # clues of a 9x9 puzzle that digging does not get down to


@dataclass(frozen=True)
class Wish:
    """A puzzle with one solution: its shape, how many clues (None: a pleasant number), and what else it shall be.

    ``minimal``: without any of its clues it has more solutions. ``difficulty``: how hard it is for people.
    """

    geometry: Geometry
    clues: int | None = None
    minimal: bool = False
    symmetry: str = "none"
    difficulty: Grade | None = None

    def __post_init__(self) -> None:
        size, fewest = self.geometry.size, _FEWEST.get(str(self.geometry), self.geometry.side - 1)
        if self.symmetry not in SYMMETRIES:
            raise GenerateError(f"expected a symmetry out of {', '.join(SYMMETRIES)}, got {self.symmetry!r}")
        if self.clues is not None and not fewest <= self.clues <= size:
            raise GenerateError(
                f"expected {fewest} to {size} clues for a {self.geometry} puzzle with one solution, got {self.clues}"
            )

    def __str__(self) -> str:
        words = [str(self.geometry)]
        words += ["minimal"] if self.minimal else []
        words += [str(self.difficulty)] if self.difficulty else []
        words += [self.symmetry] if self.symmetry != "none" else []
        return f"{' '.join(words)} puzzle" + (f" with {self.clues} clues" if self.clues is not None else "")

    @property
    def fewest(self) -> int:
        """Where the digging stops."""
        if self.clues is not None:
            return self.clues
        if self.minimal or (self.difficulty or Grade.EASY) > Grade.MEDIUM:
            return 0
        return self.geometry.size * (40 if self.geometry.side <= 9 else 50) // 100

    @property
    def has_few(self) -> bool:
        """Whether digging alone does not get so far down."""
        return str(self.geometry) == "3x3" and self.symmetry == "none" and 0 < self.fewest <= _FEW

    @property
    def groups(self) -> Numbers:
        """The cells that are emptied together."""
        return groups_of(self.geometry, self.symmetry)


@cache
def groups_of(geometry: Geometry, symmetry: str = "none") -> Numbers:
    """The cells that a symmetry ties together: a group a row, filled up with -1."""
    last, move = geometry.side - 1, SYMMETRIES[symmetry]
    groups: dict[tuple[int, ...], None] = {}
    for cell in range(geometry.size):
        group = [cell]
        while (following := geometry.cell(*move(*divmod(group[-1], last + 1), last))) != cell:
            group.append(following)
        groups[tuple(sorted(group))] = None
    width = max(map(len, groups))
    return np.array([[*group, *[-1] * (width - len(group))] for group in groups], np.int64)
