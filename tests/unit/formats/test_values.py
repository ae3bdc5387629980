"""Boards as Python values: lists, arrays, Series, frames."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from program import LINE, SOLUTION
from strategies import grids

import dueldoku
from dueldoku import DueldokuError, Geometry, Grid, Position
from dueldoku.formats.values import grid_of_values

FLAT = [0 if char == "." else int(char) for char in LINE]
ROWS = [FLAT[at : at + 9] for at in range(0, 81, 9)]
ARRAY = np.array(ROWS)

SPELLINGS: dict[str, Callable[[], Any]] = {
    "a list of 81": lambda: FLAT,
    "a tuple": lambda: tuple(FLAT),
    "nested lists": lambda: ROWS,
    "nested tuples": lambda: tuple(map(tuple, ROWS)),
    "a list of characters": lambda: list(LINE),
    "a list of rows as text": lambda: [LINE[at : at + 9] for at in range(0, 81, 9)],
    "None for empty": lambda: [value or None for value in FLAT],
    "nothing for empty": lambda: [[str(value or "") for value in row] for row in ROWS],
    "a generator": lambda: (value for value in FLAT),
    "rows of arrays": lambda: list(ARRAY),
    "a list with one line": lambda: [LINE],
    "bytes": lambda: LINE.encode(),
    "a text of NumPy": lambda: np.str_(LINE),
    "counted from 0 with -1": lambda: [value - 1 for value in FLAT],
    "an array counted from 0": lambda: ARRAY - 1,
    "floats": lambda: ARRAY.astype(float),
    "nan for empty": lambda: np.where(ARRAY == 0, np.nan, ARRAY),
    "a row of an array": lambda: ARRAY.reshape(1, 81),
    "an array of characters": lambda: np.array(list(LINE)),
    "a masked array": lambda: np.ma.masked_equal(ARRAY, 0),
    "columns in another order in memory": lambda: np.asfortranarray(ARRAY),
    "a position": lambda: Position(Grid.parse(LINE)),
    "a pandas frame": lambda: pd.DataFrame(ROWS),
    "a pandas frame with gaps": lambda: pd.DataFrame(ARRAY).replace(0, np.nan),
    "a pandas frame with NA": lambda: pd.DataFrame(ARRAY).astype("Int64").replace(0, pd.NA),
    "a pandas Series": lambda: pd.Series(FLAT, index=range(100, 181)),
    "a pandas Series of characters": lambda: pd.Series(list(LINE)),
    "a polars frame": lambda: pl.DataFrame(ROWS, orient="row"),
    "a polars frame with gaps": lambda: pl.DataFrame([[v or None for v in row] for row in ROWS], orient="row"),
    "a polars Series": lambda: pl.Series(FLAT),
    "a polars Series of characters": lambda: pl.Series(list(LINE)),
    "an arrow array": lambda: pa.array(FLAT),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_solve_takes_lists_arrays_and_frames(name: str) -> None:
    assert str(dueldoku.solve(SPELLINGS[name]()).solution) == SOLUTION
    assert dueldoku.count(SPELLINGS[name]()) == 1
    assert dueldoku.is_unique(SPELLINGS[name]())
    assert [str(one) for one in dueldoku.solutions(SPELLINGS[name]())] == [SOLUTION]
    assert str(dueldoku.grade(SPELLINGS[name]())) == str(dueldoku.grade(LINE))


@pytest.mark.parametrize("dtype", "bBhHiIlLqQ")
def test_solve_takes_every_integer_dtype(dtype: str) -> None:
    for array in (ARRAY.astype(dtype), ARRAY.astype(dtype).ravel()):
        assert str(dueldoku.solve(array).solution) == SOLUTION


@given(grids())
def test_values_are_read_as_they_are(grid: Grid) -> None:
    side = grid.geometry.side
    rows = [list(grid.values[at : at + side]) for at in range(0, side * side, side)]
    if not (grid.values.count(0) == side and max(grid) == side - 1):  # such a board is one that counts from 0
        assert grid_of_values(rows, grid.geometry) == grid
    assert grid_of_values([[value - 1 for value in row] for row in rows], grid.geometry) == grid or 0 not in grid.values


def test_a_full_array_from_0_to_8_is_seen_as_such() -> None:
    pattern = Grid.pattern(Geometry.of(3, 3))
    assert grid_of_values(np.array(pattern.values).reshape(9, 9) - 1) == pattern


WRONG: dict[str, tuple[Any, str]] = {
    "None": (None, "expected a puzzle as text, a Grid, .* got None"),
    "a number": (81, "got 81"),
    "a dict": ({"a": 1}, "got a dict"),
    "a set": ({1, 2}, "got a set"),
    "a class": (list, "got a type"),
    "a function": (len, "got a builtin_function_or_method"),
    "a path": (Path("x"), "got a path: read the file first"),
    "nothing": ([], "got 0 values"),
    "80 values": (FLAT[1:], "got 80 values"),
    "nine rows of eight": ([row[1:] for row in ROWS], "expected 9 values in each of 9 rows, got 8 values in row 1"),
    "ragged rows": ([*ROWS[:8], ROWS[8][1:]], "got 8 values in row 9"),
    "a value too large": ([10, *FLAT[1:]], "got 10 at r1c1"),
    "a negative value": ([-2, *FLAT[1:]], "got '-2' in row 1, column 1"),
    "a fraction": ([0.5, *FLAT[1:]], "got '0.5' in row 1, column 1"),
    "infinity": ([float("inf"), *FLAT[1:]], "got 'inf' in row 1, column 1"),
    "a word": (["x", *FLAT[1:]], "got 'x' in row 1, column 1"),
    "a truth": ([True, *FLAT[1:]], "got 'True' in row 1, column 1"),
    "an object": ([object(), *FLAT[1:]], "got '<object object"),
    "three dimensions": (np.zeros((2, 9, 9), int), "solve_many takes many boards|got 9 values in row 1"),
    "three by 27": (np.zeros((3, 27), int), "expected 3 values in each of 3 rows, got 27 values in row 1"),
    "truths": (np.zeros(81, bool), "got 'False'"),
    "times": (np.zeros(81, "M8[s]"), "expected"),
    "a frame with words": (pd.DataFrame({"puzzle": [LINE] * 3}), "expected"),
    "bytes that are no text": (b"\xff" * 81, "got bytes that are no text"),
    "too large a board": (np.zeros((65, 65), int), "sides up to 64"),
    "a shape that nobody knows": (np.zeros((6, 6), int), "2x3 or 3x2: say which"),
    "0 and None, and nothing that tells": ([0, None, 1, None] + [None] * 12, "write -1 for empty cells if"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_a_dueldoku_error(name: str) -> None:
    wrong, sentence = WRONG[name]
    for function in (dueldoku.solve, dueldoku.count, dueldoku.solutions, dueldoku.is_unique, dueldoku.grade):
        with pytest.raises(DueldokuError, match=sentence) as caught:
            function(wrong)
        assert "\n" not in str(caught.value)
    with pytest.raises(DueldokuError):
        dueldoku.solve_many([LINE, wrong])


MANY: dict[str, Callable[[], Any]] = {
    "a list of lines": lambda: [LINE] * 3,
    "a tuple of lines": lambda: (LINE,) * 3,
    "a generator": lambda: (LINE for _ in range(3)),
    "an array of lines": lambda: np.array([LINE] * 3),
    "an array of bytes": lambda: np.array([LINE.encode()] * 3),
    "an array of objects": lambda: np.array([LINE] * 3, object),
    "an array (n, 81)": lambda: np.array([FLAT] * 3),
    "an array (n, 9, 9)": lambda: np.array([ROWS] * 3, np.int8),
    "an array (n, 9, 9) of floats": lambda: np.array([ROWS] * 3, float),
    "an array counted from 0": lambda: np.array([ROWS] * 3, np.int16) - 1,
    "lists of lists": lambda: [ROWS] * 3,
    "lists of values": lambda: [FLAT] * 3,
    "grids": lambda: [Grid.parse(LINE)] * 3,
    "one of each": lambda: [LINE, ROWS, ARRAY],
    "a pandas Series": lambda: pd.Series([LINE] * 3, index=[5, 6, 7]),
    "a pandas Series of categories": lambda: pd.Series([LINE] * 3, dtype="category"),
    "a pandas frame of values": lambda: pd.DataFrame([FLAT] * 3),
    "a pandas column of lists": lambda: pd.DataFrame({"puzzle": [FLAT] * 3})["puzzle"],
    "a polars Series": lambda: pl.Series([LINE] * 3),
    "a polars frame of values": lambda: pl.DataFrame([FLAT] * 3, orient="row"),
    "a polars column of lists": lambda: pl.Series([FLAT] * 3),
    "an arrow array": lambda: pa.array([LINE] * 3),
}


@pytest.mark.parametrize("name", MANY)
def test_solve_many_takes_string_arrays_series_and_n_9_9(name: str) -> None:
    solved = dueldoku.solve_many(MANY[name]())
    assert solved.counts.tolist() == [1, 1, 1]
    assert ["".join(map(str, row)) for row in solved.solutions.tolist()] == [SOLUTION] * 3


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (LINE, "expected many puzzles, got one"),
        (Grid.parse(LINE), "expected many puzzles, got one"),
        (None, "got None"),
        (3, "got 3"),
        (np.zeros((2, 3, 27), int), r"expected an array \(n, N\*N\) or \(n, N, N\)"),
        (np.zeros((2, 80), int), "rows of 80"),
        (np.full((2, 81), 10), "got 10 in row 0, place 0"),
        (np.full((2, 81), 0.5), "got fractions"),
        (np.zeros(81, bool), "expected"),
        ([LINE, None], "puzzle 2: .* got None"),
        ([LINE, 7], "puzzle 2: .* got 7"),
        (pd.Series([LINE, np.nan]), "puzzle 2: .* got nan"),
        ([ROWS, [[1, 2, 3, 4]] * 4], "got 3x3 blocks first and 2x2 in puzzle 2"),
        (np.zeros((1, 65, 65), int), "sides up to 64"),
    ],
)
def test_wrong_input_for_many_is_a_dueldoku_error(wrong: Any, sentence: str) -> None:
    with pytest.raises(DueldokuError, match=sentence):
        dueldoku.solve_many(wrong)
