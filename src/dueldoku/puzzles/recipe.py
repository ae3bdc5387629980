"""A recipe: what a board that is to be made shall be like. It is written the same way wherever a board is named.

    generate:size=3x3,difficulty=hard,symmetry=rotational     a puzzle with one solution
    generate:size=2x3,empty=18,solutions=4,seed=1             a board for the game
    generate:size=3x3,empty=0.6                               the same: 0.6 of its cells are empty
    generate:score=4..6 or generate:technique=xy-chain        puzzles that are as hard as that for people

>>> recipe = Recipe.parse("generate:difficulty=hard,clues=28")
>>> str(recipe), recipe.in_words
('generate:size=3x3,difficulty=hard,clues=28', '3x3 hard puzzle with 28 clues')

A recipe that cannot be met is refused in a sentence before anything is made. ``dig.py`` makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields
from math import inf
from typing import NamedTuple

from dueldoku.board.geometry import Geometry
from dueldoku.errors import DueldokuError, GenerateError
from dueldoku.puzzles import PREFIX
from dueldoku.solvers.human import TECHNIQUES, Grade, Technique
from dueldoku.words import counted

_EXAMPLE = f"{PREFIX}size=3x3,difficulty=easy or {PREFIX}size=3x3,empty=40,solutions=5"

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
_TECHNIQUES = {
    each.name.lower().replace(" ", "-"): each for each in TECHNIQUES[1:] if not each.trusts
}  # not: contradiction
_FEWEST = {"2x2": 4, "2x3": 8, "3x2": 8, "3x3": 17}  # clues of a puzzle with one solution, proven by others


class Span(NamedTuple):
    """From one number to another, as in ``4..6``; without one of them it has no end there."""

    low: float
    high: float

    def __str__(self) -> str:
        low, high = (f"{end:g}" if abs(end) < inf else "" for end in self)
        return low if low == high else f"{low}..{high}"

    @classmethod
    def parse(cls, text: str) -> Span:
        """Inverse of ``str``. Raises GenerateError."""
        low, dots, high = text.partition("..")
        with suppress(ValueError):
            span = cls(float(low or -inf), float((high if dots else low) or inf))
            if text not in ("", "..") and span.low <= span.high:
                return span
        raise GenerateError(f"expected a score, or two such as 4..6, got {text!r}")


def technique_of(name: str) -> Technique:
    """The technique of this name, in small letters and with hyphens. Raises GenerateError, which lists them."""
    if name not in _TECHNIQUES:
        raise GenerateError(f"expected a technique out of {', '.join(_TECHNIQUES)}, got {name!r}")
    return _TECHNIQUES[name]


@dataclass(frozen=True)
class Recipe:
    """A puzzle with one solution or, with ``empty`` cells, a board with any number or exactly so many ``solutions``.

    ``minimal``: without any of its clues it has more solutions. ``difficulty``: how hard it is for people; ``score``:
    the same on Sudoku Explainer's scale from 1 to 12. ``technique``: people need it, and nothing harder.
    """

    size: Geometry = Geometry.of(3, 3)  # noqa: RUF009 (it never changes)
    difficulty: Grade | None = None
    clues: int | None = None  # None: a pleasant number
    minimal: bool = False
    symmetry: str = "none"
    empty: int | None = None
    solutions: int | None = None
    seed: int | None = None
    score: Span | None = None
    technique: str = ""

    def __post_init__(self) -> None:
        cells, empty = self.size.size, self.empty
        if self.technique:
            technique_of(self.technique)
        if self.symmetry not in SYMMETRIES:
            raise GenerateError(f"expected a symmetry out of {', '.join(SYMMETRIES)}, got {self.symmetry!r}")
        if empty is not None and not 0 <= empty <= cells:
            raise GenerateError(f"expected 0 to {cells} empty cells on a {self.size} board, got {empty}")
        if self.solutions is not None and self.solutions < 1:
            raise GenerateError(f"expected at least one solution, got {self.solutions}")
        if empty is None and self.solutions not in (None, 1):
            raise GenerateError(f"expected a number of empty cells with {self.solutions} solutions")
        if empty is not None and empty < 4 and (self.solutions or 1) > 1:
            # Two solutions differ in two cells at least of two rows at least.
            raise GenerateError(f"expected at least 4 empty cells for {self.solutions} solutions, got {empty}")
        if empty is not None and self.clues not in (None, cells - empty):
            raise GenerateError(f"expected a number of empty cells or of clues, got {empty} and {self.clues}")
        if not self.is_puzzle and (self.is_graded or self.minimal or self.symmetry != "none"):
            raise GenerateError(f"expected one solution for what a puzzle shall be like, got {self}")
        fewest = _FEWEST.get(str(self.size), self.size.side - 1)
        if self.is_puzzle and self.kept is not None and not fewest <= self.kept <= cells:
            raise GenerateError(
                f"expected {fewest} to {cells} clues for a {self.size} puzzle with one solution, got {self.kept}"
            )

    @property
    def is_puzzle(self) -> bool:
        """Whether the board shall have exactly one solution."""
        return self.empty is None or self.solutions == 1

    @property
    def is_graded(self) -> bool:
        """Whether it matters how people solve it."""
        return bool(self.difficulty or self.score or self.technique)

    @property
    def kept(self) -> int | None:
        """How many clues there shall be; None: a pleasant number."""
        return self.clues if self.empty is None else self.size.size - self.empty

    @property
    def in_words(self) -> str:
        """``3x3 hard puzzle with 28 clues``."""
        if not self.is_puzzle:
            number = "" if self.solutions is None else f" and {counted(self.solutions, 'solution')}"
            return f"{self.size} board with {self.empty} empty cells{number}"
        words = [str(self.size)]
        words += ["minimal"] if self.minimal else []
        words += [str(self.difficulty)] if self.difficulty else []
        words += [self.symmetry] if self.symmetry != "none" else []
        wishes = [counted(self.kept, "clue")] if self.kept is not None else []
        wishes += [f"a score of {self.score}"] if self.score else []
        wishes += [f"{technique_of(self.technique).name} as the hardest technique"] if self.technique else []
        return f"{' '.join(words)} puzzle" + (f" with {' and '.join(wishes)}" if wishes else "")

    def __str__(self) -> str:
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        words = {"size": self.size} | {
            key: value for key, value in told.items() if value not in (None, False, "none", "")
        }
        return PREFIX + ",".join(f"{key}={'yes' if value is True else value}" for key, value in words.items())

    @classmethod
    def parse(cls, text: str) -> Recipe:
        """Inverse of ``str``. Raises GenerateError."""
        if not text.startswith(PREFIX):
            raise GenerateError(f"expected a recipe such as {_EXAMPLE}, got {text!r}")
        given: dict[str, object] = {}
        for word in filter(None, text.removeprefix(PREFIX).split(",")):
            key, _, value = word.partition("=")
            if key not in _READERS:
                raise GenerateError(f"expected {', '.join(_READERS)} in a recipe, got {key!r} in {text!r}")
            what, read = _READERS[key]
            try:
                given[key] = read(value)
            except (DueldokuError, ValueError, KeyError):
                raise GenerateError(f"expected {what} for {key}, got {value!r} in {text!r}") from None
        try:
            holes = empty_cells(given.get("size", cls.size), given.get("empty"))  # type: ignore[arg-type]
            return cls(**given | {"empty": holes})  # type: ignore[arg-type]
        except DueldokuError as error:
            raise GenerateError(f"{error} (in {text!r})") from None


def empty_cells(size: Geometry, empty: float | str | None) -> int | None:
    """How many cells that is: ``empty`` is their number, or their share of the board, which is rounded down."""
    if empty is None or isinstance(empty, int):
        return empty
    with suppress(ValueError):
        if isinstance(empty, str) and empty.isdecimal():
            return int(empty)
        share = float(empty)
        if 0 < share < 1:
            return int(share * size.size)
    raise GenerateError(f"expected a whole number of empty cells or a share of them above 0 and below 1, got {empty!r}")


def _number(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(text)
    return int(text)


_NUMBER = ("a whole number", _number)
_READERS: dict[str, tuple[str, Callable[[str], object]]] = {
    "size": ("a block's rows x columns such as 3x3", Geometry.parse),
    "difficulty": (f"one of {', '.join(map(str, Grade))}", Grade.parse),
    "clues": _NUMBER,
    "minimal": ("yes or no", {"yes": True, "no": False}.__getitem__),
    "symmetry": (f"one of {', '.join(SYMMETRIES)}", str),
    "empty": ("", str),
    "solutions": _NUMBER,
    "seed": _NUMBER,
    "score": ("a score, or two such as 4..6,", Span.parse),
    "technique": ("a technique", lambda name: technique_of(name) and name),
}
