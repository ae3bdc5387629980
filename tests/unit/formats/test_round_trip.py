from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import grids, positions

from dueldoku import FORMATS, Grid, Position, detect, read, read_grid, write
from dueldoku.formats.source import decode

PLAIN = [name for name in FORMATS if name not in ("line", "sdm", "course-rows")]


@pytest.mark.parametrize("name", FORMATS)
@given(grid=grids())
@settings(max_examples=25)
def test_a_board_is_read_as_it_was_written(name: str, grid: Grid) -> None:
    text = write([Position(grid)], name)
    assert [position.grid for position in read(text, name)] == [grid]
    windows = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert [position.grid for position in read(decode(windows), name)] == [grid]


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("sdm", "matrix0")])
@given(grid=grids())
@example(grid=Grid.parse("1x3:131233221"))  # with its rules, as many words as a course file of that size
@settings(max_examples=25)
def test_what_we_write_is_detected(name: str, grid: Grid) -> None:
    text = write([Position(grid)], name)
    assert detect(text).name == name
    assert read_grid(text) == grid


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
