"""A book of puzzles for paper: which page shows what, and where. ``book_html`` and ``book_pdf`` write it down.

Both draw the same marks, lines and words at places in millimetres, so a book looks the same either way. There is a
cover, the puzzles in their order, then all solutions, smaller, with the clues in bold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple

from dueldoku.board.grid import Grid
from dueldoku.words import counted

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # width and height in millimetres
PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}  # columns and rows
_MARGIN, _HEAD, _FOOT, _CAPTION = 15.0, 10.0, 8.0, 10.0
_GAP = 6.0  # between boards
_LARGEST = 165.0  # the edge of a board that has a page to itself
_TWELVE = 9  # the side of boards of which twelve solutions fit on a page
_TITLE = 24  # letters on a line of the cover
_THIN, _THICK = 0.15, 0.7


class Line(NamedTuple):
    """A straight line, and how thick it is; by half of that it goes on at both ends, so that corners are square."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float


class Words(NamedTuple):
    """Words whose middle is at a place; the size is that of the letters."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    grey: bool = False


class Entry(NamedTuple):
    """A puzzle of the book."""

    puzzle: Grid
    solution: Grid
    label: str  # how hard it is, and what else people should know


class Page(NamedTuple):
    """What a page is called, and all that is drawn on it."""

    name: str
    marks: tuple[Line | Words, ...]


@dataclass(frozen=True)
class Book:
    """The puzzles, and how they are set out."""

    title: str
    entries: tuple[Entry, ...]
    paper: str = "a4"
    per_page: int = 4
    origin: str = ""  # how the same book is made again

    @property
    def subtitle(self) -> str:
        """How many puzzles there are of which kind."""
        kinds = Counter(entry.label for entry in self.entries)
        listed = ", ".join(f"{number} {label}" for label, number in kinds.items())
        number = len(self.entries)
        return f"{counted(number, 'puzzle')}: {listed}"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page."""
        return PAPERS[self.paper]

    def pages(self) -> list[Page]:
        """All pages in order."""
        largest = max(entry.puzzle.geometry.side for entry in self.entries)
        puzzles = list(self._spread(self.per_page))
        solutions = list(self._spread(12 if largest <= _TWELVE else 4))
        pages = [Page("Cover", tuple(self._cover(2 + len(puzzles))))]
        for name, parts, on_page in (
            ("Puzzles", puzzles, self.per_page),
            ("Solutions", solutions, 12 if largest <= _TWELVE else 4),
        ):
            for part in parts:
                marks = (
                    *self._frame(name, len(pages) + 1),
                    *self._boards(part, PER_PAGE[on_page], name == "Solutions"),
                )
                pages.append(Page(name, marks))
        return pages

    def _spread(self, on_page: int) -> Iterator[Sequence[tuple[int, Entry]]]:
        numbered = list(enumerate(self.entries, 1))
        return (numbered[at : at + on_page] for at in range(0, len(numbered), on_page))

    def _cover(self, solutions_from: int) -> Iterator[Line | Words]:
        width, height = self.size
        middle, top = width / 2, height * 0.25
        lines = wrap(self.title, _TITLE)
        size = min(14.0, 1.6 * (width - 2 * _MARGIN) / max(map(len, lines), default=1))
        for line in lines:
            top += size * 1.2
            yield Words(middle, top, size, line, bold=True)
        yield Line(middle - 30, top + 12, middle + 30, top + 12, _THICK)
        yield Words(middle, top + 22, 5.5, self.subtitle)
        sides = {entry.puzzle.geometry.side for entry in self.entries}
        digits = f" 1 to {sides.pop()}" if len(sides) == 1 else ""
        rules = f"Every row, every column and every block holds the digits{digits} once each."
        yield Words(middle, top + 40, 4.2, rules)
        yield Words(middle, top + 48, 4.2, f"The solutions begin on page {solutions_from}.")
        if self.origin:
            yield Words(middle, height - _MARGIN, 3.2, self.origin, grey=True)

    def _frame(self, name: str, number: int) -> Iterator[Line | Words]:
        """The head and the foot of a page."""
        width, height = self.size
        head = self.title if len(self.title) <= 60 else f"{self.title[:59]}…"
        yield Words(width / 2, _MARGIN, 3.6, f"{head}  ·  {name}" if name == "Solutions" else head, grey=True)
        yield Words(width / 2, height - _MARGIN + 2, 3.8, str(number))

    def _boards(
        self, entries: Sequence[tuple[int, Entry]], spread: tuple[int, int], solved: bool
    ) -> Iterator[Line | Words]:
        """Each board with its caption, in the middle of its share of the page."""
        columns, rows = spread
        width, height = self.size
        slot_width = (width - 2 * _MARGIN) / columns
        slot_height = (height - 2 * _MARGIN - _HEAD - _FOOT) / rows
        caption = min(_CAPTION, slot_height * 0.14)
        edge = min(slot_width - _GAP, slot_height - caption - _GAP, _LARGEST)
        for at, (number, entry) in enumerate(entries):
            left = _MARGIN + at % columns * slot_width + (slot_width - edge) / 2
            top = _MARGIN + _HEAD + at // columns * slot_height + (slot_height - edge - caption) / 2 + caption
            words = str(number) if solved else f"{number}  ·  {entry.label}"
            yield Words(left + edge / 2, top - caption / 2, min(4.6, caption * 0.5), words, bold=True)
            yield from _board(entry.puzzle, entry.solution if solved else entry.puzzle, left, top, edge)


def _board(puzzle: Grid, values: Grid, left: float, top: float, edge: float) -> Iterator[Line | Words]:
    """The lines of a board, and its values; those of the puzzle are bold where there are others."""
    geometry = puzzle.geometry
    side, cell = geometry.side, edge / geometry.side
    thin, thick = (min(width, cell / 10) for width in (_THIN, _THICK))
    for at in range(side + 1):
        x, y = left + at * cell, top + at * cell
        yield Line(left, y, left + edge, y, thin if at % geometry.m else thick)
        yield Line(x, top, x, top + edge, thin if at % geometry.n else thick)
    for place, value in enumerate(values):
        if value:
            row, col = divmod(place, side)
            size = cell * (0.62 if value < 10 else 0.48)
            is_clue = bool(puzzle[place])
            centre = left + (col + 0.5) * cell, top + (row + 0.5) * cell
            yield Words(*centre, size, str(value), bold=is_clue, grey=not is_clue)
