"""A puzzle with own digits: what strangers send is read or refused, and wrong digits are found."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from dueldoku.board.grid import Grid
from dueldoku.errors import FormatError, GridError
from dueldoku.web import coach, jobs, solving

PUZZLE = Grid.parse("1... ..3. .4.. ...2")
SOLUTION = Grid.parse("1324 4231 2413 3142")


def test_a_link_carries_the_puzzle_and_own_digits() -> None:
    own = PUZZLE.with_value(1, 3)
    told = parse_qs(urlsplit(solving.link_of(PUZZLE, own)).query)
    assert Grid.parse(told["puzzle"][0]) == PUZZLE
    assert solving.read_own(PUZZLE, told["own"][0]) == own
    assert "own" not in solving.link_of(PUZZLE, PUZZLE)


@pytest.mark.parametrize(
    "text", ["", "1", "2...............", "1" * 16, "x" * 16, "." * 81, "1" * 100_000, "2x3:" + 36 * "."]
)
def test_own_digits_that_do_not_fit_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(FormatError, match="The link's own digits do not fit its puzzle: ") as told:
        solving.read_own(PUZZLE, text)
    assert len(str(told.value)) < 300


@pytest.mark.parametrize("values", [[], [0] * 16, [1] + [True] * 15, [1] + ["2"] * 15, [1, 99, *[0] * 14], [None] * 16])
def test_values_that_are_none_are_refused(values: list[Any]) -> None:
    with pytest.raises((FormatError, GridError)):
        solving.filled(PUZZLE, values)


def test_wrong_digits_are_found_with_and_without_a_solution() -> None:
    own = PUZZLE.with_value(1, 2).with_value(2, 2).with_value(4, 4)
    assert solving.wrong_cells(PUZZLE, own, SOLUTION) == [1]
    assert solving.wrong_cells(PUZZLE, own, None) == [1, 2]
    assert solving.wrong_cells(PUZZLE, PUZZLE, None) == []


def test_two_solutions_are_told_apart() -> None:
    found = jobs.solve("1234 3412 2.4. 4.2.", "", 5.0, 2)
    assert solving.difference(*found.solutions) in (
        "two of them differ in 4 cells, first at r3c2 (1 or 3)",
        "two of them differ in 4 cells, first at r3c2 (3 or 1)",
    )


def test_the_techniques_end_only_where_they_do() -> None:
    assert coach.ending(jobs.Explanation((), "", solved=False)).startswith("The time was up here")
    assert coach.ending(jobs.Explanation((), "beyond", solved=False)) == "Here the techniques end."
    assert coach.ending(jobs.Explanation((), "easy", solved=True)) == "Solved, graded easy."
