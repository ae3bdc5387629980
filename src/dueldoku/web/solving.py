"""A puzzle and a visitor's own digits on it: read from strangers, checked, carried by a link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from dueldoku.board.grid import Grid
from dueldoku.board.symbols import cell_name
from dueldoku.errors import DueldokuError, FormatError

MOST_LETTERS = 20_000  # of a puzzle or of digits in a link


def filled(puzzle: Grid, values: Sequence[Any]) -> Grid:
    """The puzzle with own digits in its empty cells. Raises FormatError, GridError."""
    if len(values) != len(puzzle) or not all(type(value) is int for value in values):
        raise FormatError(f"expected a digit or nothing for each of {len(puzzle)} cells, got something else")
    for cell, (given, value) in enumerate(zip(puzzle, values, strict=True)):
        if given and value != given:
            name = cell_name(*divmod(cell, puzzle.geometry.side))
            raise FormatError(f"expected the given {given} at {name}, got {value or 'nothing'}")
    return Grid(puzzle.geometry, tuple(values))


def read_own(puzzle: Grid, text: str) -> Grid:
    """The puzzle with the own digits of a link. Raises FormatError with a sentence for people."""
    try:
        return filled(puzzle, Grid.parse(text[:MOST_LETTERS], puzzle.geometry).values)
    except DueldokuError as error:
        raise FormatError(f"The link's own digits do not fit its puzzle: {error}.") from None


def link_of(puzzle: Grid, own: Grid | None = None) -> str:
    """The path of the page with this puzzle, and with own digits if there are any."""
    parts = {"puzzle": str(puzzle)}
    if own and own != puzzle:
        parts["own"] = str(own)
    return f"/solver?{urlencode(parts)}"


def wrong_cells(puzzle: Grid, own: Grid, solution: Grid | None) -> list[int]:
    """The cells whose own digit is wrong. Without a solution to go by: those that stand twice."""
    written = [cell for cell in puzzle.holes if own[cell]]
    if solution:
        return [cell for cell in written if own[cell] != solution[cell]]
    peers = puzzle.geometry.peers
    return [cell for cell in written if any(own[peer] == own[cell] for peer in peers[cell])]


def difference(one: Grid, other: Grid) -> str:
    """Where two solutions differ, in words."""
    cells = [cell for cell in range(len(one)) if one[cell] != other[cell]]
    first = cells[0]
    name = cell_name(*divmod(first, one.geometry.side))
    return f"two of them differ in {len(cells)} cells, first at {name} ({one[first]} or {other[first]})"
