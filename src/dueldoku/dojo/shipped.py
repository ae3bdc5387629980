"""The puzzles that ship with the project, by number; and the puzzle of the day, which is the same for everybody."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

from dueldoku.dojo.puzzle import Puzzle
from dueldoku.dojo.sudokus import Sudoku

FAMILIES = {
    f"{kind} {size}": f"{side} × {side}, {kind}"
    for kind in ("classic", "territories")
    for size, side in (("2x2", 4), ("2x3", 6), ("3x3", 9))
}


class Entry(NamedTuple):
    """What there is to choose by; the puzzle itself is read when it is wanted."""

    number: int  # from 1
    rating: int
    themes: tuple[str, ...]
    family: str
    line: str

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return Puzzle.parse(self.line)


@cache
def duels() -> Sequence[Entry]:
    """The duel puzzles."""
    text = gzip.decompress((files("dueldoku.dojo") / "data" / "duels.txt.gz").read_bytes()).decode()
    return tuple(_entry(number, line) for number, line in enumerate(text.splitlines(), 1))


def _entry(number: int, line: str) -> Entry:
    rating, themes, position, _ = line.split(" ", 3)
    size, colon, _ = position.partition(":")
    shape = size if colon else "2x2" if len(position.partition("|")[0]) == 16 else "3x3"
    kind = "territories" if "|rules=" in position else "classic"
    return Entry(number, int(rating), tuple(themes.replace("-", " ").split(",")), f"{kind} {shape}", line)


@cache
def sudokus() -> Sequence[Sudoku]:
    """The Sudokus, by technique."""
    text = (files("dueldoku.dojo") / "data" / "sudokus.txt").read_text(encoding="ascii")
    return tuple(map(Sudoku.parse, text.splitlines()))


def daily(day: date) -> Entry:
    """The duel puzzle of a day."""
    return Random(f"dueldoku {day.isoformat()}").choice(duels())
