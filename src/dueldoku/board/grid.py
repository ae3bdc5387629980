"""A board's values. A ``Grid`` never changes; ``with_value`` makes the next one.

Its text is one line, every cell a character, row by row (``symbols.py`` has the alphabet). Where the size does not
tell the block shape, the shape stands in front: ``2x3:12345.…``.

>>> grid = Grid.parse("1234 3412 2143 432.")
>>> grid.holes, str(grid.with_value(15, 1))
((15,), '1234341221434321')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isqrt

from dueldoku.board.geometry import LARGEST, SMALLEST, Geometry, likely_shapes
from dueldoku.board.symbols import NOTHING, cell_name, expected_symbols, meanings, symbol_of, value_of
from dueldoku.errors import FormatError, GridError, ShapeError


@dataclass(frozen=True)
class Grid:
    """A geometry and one value for each of its cells: 1..N, or 0 for empty. May break the rules of Sudoku.

    ``marks`` are pencil marks that tell more than the values do: for each cell a mask of the digits that it may take
    (bit ``d`` for digit ``d``). Mostly there are none. Solving and rating keep to them; a line of text leaves them out.
    """

    geometry: Geometry
    values: tuple[int, ...]
    marks: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        size, side = self.geometry.size, self.geometry.side
        object.__setattr__(self, "values", tuple(self.values))
        if len(self.values) != size:
            raise GridError(f"expected {size} values for a {self.geometry} board, got {len(self.values)}")
        if not 0 <= min(self.values) <= max(self.values) <= side:
            cell, value = next((cell, value) for cell, value in enumerate(self.values) if not 0 <= value <= side)
            raise GridError(f"expected values from 0 (empty) to {side}, got {value} at {self.geometry.name(cell)}")

    @classmethod
    def empty(cls, geometry: Geometry) -> Grid:
        """The board without any value."""
        return cls(geometry, (0,) * geometry.size)

    @classmethod
    def pencilled(cls, masks: Sequence[int], shape: Geometry | None = None) -> Grid:
        """The board of pencil marks, a mask of digits for each cell: a cell with one digit has it as its value.

        Marks that only repeat what follows from the values are not kept. ``shape`` is as in ``infer``.
        """
        if empty := [cell for cell, mask in enumerate(masks) if mask <= 0]:
            side = isqrt(len(masks))
            raise GridError(f"expected a digit from 1 to {side} for {cell_name(*divmod(empty[0], side))}, got none")
        grid = cls.infer([mask.bit_length() - 1 if mask & (mask - 1) == 0 else 0 for mask in masks], shape)
        geometry, kept = grid.geometry, False
        for cell, mask in enumerate(masks):
            seen_mask = sum({1 << grid[peer] for peer in geometry.peers[cell] if grid[peer]})
            kept |= not grid[cell] and bool(geometry.digits_mask & ~mask & ~seen_mask)
        return cls(geometry, grid.values, tuple(masks)) if kept else grid

    @classmethod
    def trusted(cls, geometry: Geometry, values: tuple[int, ...]) -> Grid:
        """The grid of values that are known to be right: nothing is checked, so it is quick."""
        grid = object.__new__(cls)
        fields = grid.__dict__
        fields["geometry"], fields["values"] = geometry, values
        return grid

    @classmethod
    def pattern(cls, geometry: Geometry) -> Grid:
        """A full, valid board: each row is the one above shifted by a block, each band shifted by one."""
        m, n, side = geometry.m, geometry.n, geometry.side
        return cls(geometry, tuple((n * (r % m) + r // m + c) % side + 1 for r in range(side) for c in range(side)))

    @classmethod
    def infer(cls, values: Sequence[int], shape: Geometry | None = None) -> Grid:
        """The grid of these N*N values. Without ``shape``, the size or the values have to tell it.

        A 9x9 board has 3x3 blocks. A 12x12 board may have 3x4 or 4x3; if its values break the rules of Sudoku one way
        and not the other, that settles it, else this is a ShapeError that asks.
        """
        side = isqrt(len(values))
        if shape is not None:
            if shape.size != len(values):
                raise ShapeError(f"expected {shape.size} cells for {shape} blocks, got {len(values)}")
            return cls(shape, tuple(values))
        grids = [cls(geometry, tuple(values)) for geometry in likely_shapes(side)]
        fitting = [grid for grid in grids if not grid.clash] if len(grids) > 1 else grids
        if len(fitting) != 1:
            options = " or ".join(str(grid.geometry) for grid in grids)
            raise ShapeError(f"a {side}x{side} board may have blocks of {options}: say which")
        return fitting[0]

    @classmethod
    def parse(cls, text: str, shape: Geometry | None = None) -> Grid:
        """Inverse of ``str``. Also reads blanks between the characters, and N*N numbers set apart by blanks or commas.

        Raises FormatError with the column of the fault, ShapeError if the block shape has to be named.
        """
        start = 0
        if prefix := re.match(r"\s*([0-9]+[xX][0-9]+)\s*:", text):
            start = prefix.end()
            named = Geometry.parse(prefix[1])
            if shape not in (None, named):
                raise ShapeError(f"expected a {shape} board, got one that says {named}")
            shape = named
        if (plain := _plain_values(text[start:], shape)) is not None:
            return cls.infer(plain, shape)
        words = [(match[0], match.start() + 1) for match in re.finditer(r"[^\s,]+", text[start:])]
        if not _are_values(words):
            words = [(char, at + i) for word, at in words for i, char in enumerate(word)]
        side = shape.side if shape else isqrt(len(words))
        if len(words) != side * side or not SMALLEST <= side <= LARGEST:
            raise FormatError(f"expected {_expected_cells(len(words), shape)}, got {len(words)}")
        values: list[int] = []
        for word, at in words:
            value = value_of(word, side)
            if value is None:
                raise FormatError(f"expected {expected_symbols(side)}, got {word!r}", column=start + at)
            values.append(value)
        return cls.infer(values, shape)

    def __str__(self) -> str:
        shapes = likely_shapes(self.geometry.side)
        prefix = "" if shapes == (self.geometry,) else f"{self.geometry}:"
        return prefix + "".join(map(symbol_of, self.values))

    def __repr__(self) -> str:
        return f"Grid.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        from dueldoku.render.svg import draw  # the one look upwards: a notebook asks the value itself
        from dueldoku.render.view import View

        return draw(View(self))

    def __getitem__(self, cell: int) -> int:
        return self.values[cell]

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[int]:
        return iter(self.values)

    @cached_property
    def holes(self) -> tuple[int, ...]:
        """The empty cells."""
        return tuple(cell for cell, value in enumerate(self.values) if not value)

    @cached_property
    def clash(self) -> str:
        """Where a digit stands twice in a unit, in words; empty if nowhere."""
        geometry = self.geometry
        for number, unit in enumerate(geometry.units):
            seen: dict[int, int] = {}
            for cell in unit:
                value = self.values[cell]
                if value and value in seen:
                    first, second = geometry.name(seen[value]), geometry.name(cell)
                    return f"{value} stands twice in {geometry.unit_name(number)}: {first} and {second}"
                seen[value] = cell
        return ""

    def fault_of(self, solution: Grid) -> str:
        """Why this is no solution of the board, in words; empty if it is one. Nothing is searched for.

        >>> Grid.parse("1... .... .... ....").fault_of(Grid.parse("2143 4312 1234 3421"))
        'the clue at r1c1 is 1 and not 2'
        """
        if solution.geometry != self.geometry:
            return f"it has {solution.geometry} blocks and not {self.geometry}"
        if solution.holes:
            return f"{self.geometry.name(solution.holes[0])} is empty"
        for cell, (clue, value) in enumerate(zip(self, solution, strict=True)):
            if clue not in (0, value):
                return f"the clue at {self.geometry.name(cell)} is {clue} and not {value}"
        return solution.clash

    def with_value(self, cell: int, value: int) -> Grid:
        """A grid that differs from this one in one value."""
        return Grid(self.geometry, (*self.values[:cell], value, *self.values[cell + 1 :]), self.marks)


def _are_values(words: list[tuple[str, int]]) -> bool:
    """Whether each word is one value (else each character is): N*N short words, as in ``12 . 3 16 …``."""
    side = isqrt(len(words))
    return side * side == len(words) and side >= SMALLEST and all(len(word) <= 2 for word, _ in words)


def _plain_values(text: str, shape: Geometry | None) -> bytes | None:
    """The values of N*N characters with nothing between them; None: somebody has to look closer."""
    side = shape.side if shape else isqrt(len(text))
    if side * side != len(text) or not SMALLEST <= side <= LARGEST:
        return None
    values = text.encode("ascii", "replace").translate(meanings(side))
    return None if NOTHING in values else values


def _expected_cells(count: int, shape: Geometry | None) -> str:
    if shape:
        return f"{shape.size} cells for {shape} blocks"
    if count > LARGEST * LARGEST:
        return f"sides up to {LARGEST}, so at most {LARGEST * LARGEST} cells"
    nearest = min((size * size for size in (4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 36)), key=lambda n: abs(n - count))
    return f"N*N cells (as {nearest})"
