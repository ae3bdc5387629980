"""The JSON of f-puzzles, for plain Sudoku: a size and the givens.

Digits that somebody entered and pencil marks are progress, not puzzle, and are left out. Any other constraint, and
regions that are not m x n blocks, are refused by name: the puzzle would not be the same without them.
"""

from __future__ import annotations

import json

from dueldoku.board.geometry import LARGEST, SMALLEST, Geometry, likely_shapes
from dueldoku.board.grid import Grid
from dueldoku.errors import FormatError, located

_ABOUT = {"author", "disabledlogic", "grid", "highlightConflicts", "ruleset", "size", "solution", "title"}
_ABOUT_CELL = {"c", "centerPencilMarks", "cornerPencilMarks", "given", "highlight", "region", "value"}


def read_fpuzzles(text: str, shape: Geometry | None = None) -> Grid:
    """The puzzle of an f-puzzles export."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"expected JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise FormatError("expected an f-puzzles export, got JSON nested without end") from None
    except ValueError:
        raise FormatError("expected an f-puzzles export, got a number with thousands of digits") from None
    if not isinstance(data, dict) or not isinstance(data.get("grid"), list):
        raise FormatError('expected an f-puzzles object with a "grid" of rows')
    if constraints := sorted(key for key, value in data.items() if key not in _ABOUT and value):
        raise FormatError(f"expected plain Sudoku, got the constraint {', '.join(map(repr, constraints))}")
    side = data.get("size", len(data["grid"]))
    if type(side) is not int or not SMALLEST <= side <= LARGEST:
        raise FormatError(f'expected a "size" from {SMALLEST} to {LARGEST}, got {side!r}')
    rows = data["grid"]
    if len(rows) != side or not all(isinstance(row, list) and len(row) == side for row in rows):
        raise FormatError(f'expected a "grid" of {side} rows with {side} cells each')
    cells = [(f"row {r}, column {c}", cell) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1)]
    values = [_given(cell, side, place) for place, cell in cells]
    with located():
        return Grid.infer(values, shape or _shape([cell.get("region") for _, cell in cells], side))


def write_fpuzzles(grid: Grid) -> str:
    """The puzzle as an f-puzzles export; the regions are written where f-puzzles would draw others."""
    geometry = grid.geometry
    named = likely_shapes(geometry.side) != (geometry,)
    cells = []
    for cell, value in enumerate(grid):
        data: dict[str, int | bool] = {"value": value, "given": True} if value else {}
        if named:
            data["region"] = geometry.units_of[cell][2] - 2 * geometry.side
        cells.append(data)
    rows = [cells[at : at + geometry.side] for at in range(0, geometry.size, geometry.side)]
    return json.dumps({"size": geometry.side, "grid": rows}) + "\n"


def _given(cell: object, side: int, place: str) -> int:
    if not isinstance(cell, dict):
        raise FormatError(f"expected an object for each cell, got {cell!r} at {place}")
    if unknown := sorted(key for key, value in cell.items() if key not in _ABOUT_CELL and value):
        raise FormatError(f"expected plain cells, got {unknown[0]!r} at {place}")
    value = cell.get("value") if cell.get("given") else 0
    if type(value) is not int or not 0 <= value <= side:
        raise FormatError(f"expected a given from 1 to {side}, got {value!r} at {place}")
    return value


def _shape(regions: list[object], side: int) -> Geometry | None:
    """The block shape that the cells' regions draw; None if they name none."""
    if all(region is None for region in regions):
        return None
    n = next((at for at in range(side) if regions[at] != regions[0]), side)
    if side % n == 0:
        geometry = Geometry.of(side // n, n)
        pairs = {(region, units[2]) for region, units in zip(regions, geometry.units_of, strict=True)}
        if len(pairs) == side and len({region for region, _ in pairs}) == side:
            return geometry
    raise FormatError("expected blocks of m x n cells, got the constraint 'irregular regions'")
