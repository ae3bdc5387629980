from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import grids, positions

from dueldoku import FORMATS, Geometry, Grid, Position, detect, read, read_grid, write
from dueldoku.errors import FormatError
from dueldoku.formats.source import decode

NINE_ONLY = ("hodoku", "sudokuwiki")  # programs that know no other boards
PLAIN = [name for name in FORMATS if name not in ("line", "sdm", "course-rows", *NINE_ONLY)]


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in NINE_ONLY])
@given(grid=grids())
@settings(max_examples=25)
def test_a_board_is_read_as_it_was_written(name: str, grid: Grid) -> None:
    text = write([Position(grid)], name)
    assert [position.grid for position in read(text, name)] == [grid]
    windows = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert [position.grid for position in read(decode(windows), name)] == [grid]


@pytest.mark.parametrize(
    "name", [name for name in FORMATS if name not in ("sdm", "sdm0", "matrix0", "ruled0", "pencilmarks", *NINE_ONLY)]
)
@given(grid=grids())
@example(grid=Grid.parse("1x3:131233221"))  # with its rules, as many words as a course file of that size
@settings(max_examples=25)
def test_what_we_write_is_detected(name: str, grid: Grid) -> None:
    text = write([Position(grid)], name)
    assert detect(text).name == name
    assert read_grid(text) == grid


@st.composite
def nines(draw: st.DrawFn, marked: bool = False) -> Grid:
    """A 9x9 board with any digits, or one with pencil marks, too."""
    masks = draw(st.lists(st.integers(1, 511) if marked else st.sampled_from([1 << d for d in range(9)] + [511] * 9)))
    return Grid.pencilled(([2 * mask for mask in masks] + [1022] * 81)[:81])


@pytest.mark.parametrize("name", ["hodoku", "sudokuwiki", "pencilmarks", "fpuzzles-link", "fpuzzles"])
@given(grid=nines())
@settings(max_examples=25)
def test_links_library_lines_and_pencil_marks_of_a_9x9_board(name: str, grid: Grid) -> None:
    text = write([grid], name)
    assert detect(text).name == name or (name == "pencilmarks" and not any(grid))
    assert [position.grid for position in read(text, name)] == [grid]


@pytest.mark.parametrize("name", ["hodoku", "sudokuwiki", "pencilmarks"])
@given(grid=nines(marked=True))
@settings(max_examples=50)
def test_pencil_marks_are_kept(name: str, grid: Grid) -> None:
    text = write([grid], name)
    assert detect(text).name == name
    assert [position.grid for position in read(text, name)] == [grid]


@pytest.mark.parametrize("name", ["matrix0", "ruled0"])
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5)])
@given(empty=st.floats(0, 0.8), seed=st.integers())
@settings(max_examples=25)
def test_digits_counted_from_0_are_never_taken_for_others(
    name: str, shape: tuple[int, int], empty: float, seed: int
) -> None:
    """They are read as they were written, or it is asked for the format, or nothing tells: no 0 and no -1."""
    full, random = Grid.pattern(Geometry.of(*shape)), Random(seed)
    values = tuple(0 if random.random() < empty else value for value in full)
    text = write([Position(Grid(full.geometry, values))], name)
    for mark in (".", "_", "-1"):
        marked = text.replace(" .", f" {mark}")
        if 1 not in values and "-1" not in marked:
            assert detect(marked).name == name[:-1]
        elif full.geometry.side in values or 0 not in values or "-1" in marked:
            assert detect(marked).name == name
            assert tuple(read_grid(marked)) == values
        else:
            with pytest.raises(FormatError, match="--from matrix0 or --from matrix"):
                read(marked)


@given(st.lists(grids(largest=9), min_size=2, max_size=6))
@settings(max_examples=25)
def test_a_collection_is_read_as_it_was_written(boards: list[Grid]) -> None:
    text = write([Position(grid) for grid in boards], "sdm")
    assert [position.grid for position in read(text, "sdm")] == boards


@given(positions())
def test_a_position_prints_as_it_parses(position: Position) -> None:
    assert Position.parse(str(position)) == position
    assert read(write([position], "line")) == [position]


@given(positions())
def test_the_second_course_dialect_keeps_the_whole_position(position: Position) -> None:
    """Up to the name of the rule set: the file only tells classic from rows, and the regions tell the rest."""
    back = read(write([position], "course-rows"), "course-rows")[0]
    if position.rules == "classic":
        assert replace(back, rules="classic") == position
    else:
        assert replace(back, rules=position.rules) == position


@given(grids(largest=16))
@settings(max_examples=25)
def test_every_format_converts_into_every_other(grid: Grid) -> None:
    for first in PLAIN:
        for second in PLAIN:
            text = write(read(write([Position(grid)], first), first), second)
            assert read(text, second) == [Position(grid)]
