"""The shipped puzzles: enough of each kind, and 50 of them proven anew."""

from __future__ import annotations

from collections import Counter
from datetime import date
from random import Random

import pytest

from dueldoku import Game
from dueldoku.dojo import shipped
from dueldoku.dojo.cut import Wish, make, puzzle_of, self_play
from dueldoku.dojo.puzzle import THEMES, Puzzle, Try
from dueldoku.dojo.telling import praise, refutation
from dueldoku.errors import FormatError
from dueldoku.solvers.human import rate


def test_there_are_enough_of_each_family() -> None:
    families = Counter(entry.family for entry in shipped.duels())
    assert set(families) == set(shipped.FAMILIES)
    assert min(families.values()) >= 300
    assert families.total() >= 2000
    assert len({entry.puzzle.position for entry in shipped.duels()}) == families.total()


@pytest.mark.slow
def test_fifty_are_proven_anew() -> None:
    for entry in Random(21).sample(shipped.duels(), 50):
        puzzle = entry.puzzle
        assert puzzle_of(Game(puzzle.position)) == puzzle, entry.number
        assert puzzle.solution.margin > 0
        assert all(one.margin <= 0 for one in puzzle.tries[1:])


def test_every_line_reads_back_and_every_try_has_words() -> None:
    for entry in Random(3).sample(shipped.duels(), 60):
        puzzle = entry.puzzle
        assert str(puzzle) == entry.line
        assert puzzle.family == entry.family
        assert set(puzzle.themes) <= set(THEMES)
        assert {one.move for one in puzzle.tries} == set(Game(puzzle.position).legal_moves())
        assert str(puzzle.solution.move) in praise(puzzle)
        for one in puzzle.tries[1:]:
            assert "With best play it ends in" in refutation(puzzle, one)


def test_the_same_order_gives_the_same_puzzles() -> None:
    wish = Wish("2x2", "rows", 3)
    one, two = (make(wish, self_play(wish, 5)) for _ in range(2))
    assert one == two
    assert len(one) == 3


def test_a_position_with_two_winning_moves_is_none() -> None:
    assert puzzle_of(Game(Puzzle.parse("1 pass 1234341221434.2. r4c2=3+1").position)) is None


def test_a_bad_try_is_told() -> None:
    with pytest.raises(FormatError, match="expected a try such as"):
        Try.parse("r4c3=4")


def test_the_puzzle_of_the_day_depends_on_the_day_alone() -> None:
    days = [date(2026, 11, day) for day in range(1, 29)]
    assert [shipped.daily(day).number for day in days] == [shipped.daily(day).number for day in days]
    assert len({shipped.daily(day).number for day in days}) > 20


def test_sudokus_need_their_technique() -> None:
    some = Random(4).sample(shipped.sudokus(), 12)
    for sudoku in some:
        steps = [step.technique.replace(" ", "-").lower() for step in rate(sudoku.grid).steps]
        assert sudoku.technique in steps
        assert all(given in (0, digit) for given, digit in zip(sudoku.grid, sudoku.solution, strict=True))
    assert len({sudoku.technique for sudoku in shipped.sudokus()}) >= 10
