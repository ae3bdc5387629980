"""Puzzles made to order: one solution, proven by another solver; the clues, symmetry and difficulty wished for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from dueldoku import Geometry, Grid
from dueldoku.errors import DueldokuError
from dueldoku.kernels.base.chance import shuffle
from dueldoku.puzzles.canon import canonical
from dueldoku.puzzles.dig import dig, groups_of, is_minimal, puzzles_of
from dueldoku.puzzles.fill import full_values, random_states
from dueldoku.puzzles.recipe import SYMMETRIES, Recipe, Span
from dueldoku.solvers import wide
from dueldoku.solvers.human import TECHNIQUES, Grade, Scale, rate
from dueldoku.solvers.teaching.backtrack import solutions

NINE = Geometry.of(3, 3)
SHAPES = ["1x4", "2x2", "2x3", "3x2", "3x3", "2x4", "3x4", "4x4"]


def generate(geometry: Geometry, count: int = 1, **wish: Any) -> Iterator[Grid]:
    return puzzles_of(Recipe(geometry, **wish), count)


def number_of_solutions(grid: Grid, limit: int = 2) -> int:
    """By a solver that the generator does not use."""
    return len(list(islice(solutions(grid), limit)))


def clues(grid: Grid) -> int:
    return len(grid) - len(grid.holes)


@pytest.mark.parametrize("shape", SHAPES)
def test_puzzles_have_one_solution(shape: str) -> None:
    for puzzle in generate(Geometry.parse(shape), 3, seed=1):
        assert number_of_solutions(puzzle) == 1
        assert puzzle.holes


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2", "3x3", "3x4"])
def test_minimal_puzzles_need_every_clue(shape: str) -> None:
    for puzzle in generate(Geometry.parse(shape), 2, minimal=True, seed=2):
        assert number_of_solutions(puzzle) == 1
        for cell in range(len(puzzle)):
            if puzzle[cell]:
                assert number_of_solutions(puzzle.with_value(cell, 0)) == 2


def test_a_puzzle_with_a_spare_clue_is_not_minimal() -> None:
    puzzle = next(generate(NINE, minimal=True, seed=1))
    hole = puzzle.holes[0]
    solution = next(solutions(puzzle))
    assert is_minimal(puzzle)
    assert not is_minimal(puzzle.with_value(hole, solution[hole]))


@pytest.mark.parametrize(("shape", "wanted"), [("2x2", 4), ("2x3", 10), ("3x3", 40), ("3x3", 22), ("3x4", 60)])
def test_the_number_of_clues_is_exact(shape: str, wanted: int) -> None:
    for puzzle in generate(Geometry.parse(shape), 2, clues=wanted, seed=3):
        assert clues(puzzle) == wanted
        assert number_of_solutions(puzzle) == 1


@pytest.mark.parametrize("wanted", [18, 19, 20])
def test_so_few_clues_that_digging_does_not_get_there(wanted: int) -> None:
    puzzle = next(generate(NINE, clues=wanted, seed=2))
    assert clues(puzzle) == wanted
    assert number_of_solutions(puzzle) == 1


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("shape", ["2x3", "3x3"])
def test_clues_are_symmetric(shape: str, symmetry: str) -> None:
    geometry = Geometry.parse(shape)
    last, move = geometry.side - 1, SYMMETRIES[symmetry]
    puzzle = next(generate(geometry, symmetry=symmetry, seed=4))
    assert number_of_solutions(puzzle) == 1
    for cell, value in enumerate(puzzle):
        partner = geometry.cell(*move(*divmod(cell, geometry.side), last))
        assert bool(value) == bool(puzzle[partner])


def test_symmetric_and_minimal_at_once() -> None:
    puzzle = next(generate(NINE, symmetry="rotational", minimal=True, seed=1))
    assert is_minimal(puzzle)
    assert all(bool(a) == bool(b) for a, b in zip(puzzle, reversed(puzzle.values), strict=True))


@pytest.mark.parametrize("difficulty", Grade)
def test_puzzles_are_as_difficult_as_wished(difficulty: Grade) -> None:
    assert all(rate(puzzle).grade is difficulty for puzzle in generate(NINE, 2, difficulty=difficulty, seed=5))


@pytest.mark.parametrize(
    ("shape", "seed", "text"),
    [
        ("2x2", 1, "..1...4..1...3.."),
        ("2x3", 1, "2x3:.4...662..1....2..1..5............32"),
        ("3x3", 1, ".....1.4.6...7...8..8..51.93....29.....3.9.7.59.4.............38..7....4..3.5.81."),
    ],
)
def test_a_seed_makes_the_same_puzzle_for_ever(shape: str, seed: int, text: str) -> None:
    assert str(next(generate(Geometry.parse(shape), minimal=True, seed=seed))) == text


def test_how_many_are_asked_for_does_not_change_the_first() -> None:
    many = list(generate(NINE, 50, seed=6))
    assert list(generate(NINE, 3, seed=6)) == many[:3]
    assert list(generate(NINE, 3, seed=7)) != many[:3]


def test_without_a_seed_every_call_makes_others() -> None:
    assert next(generate(NINE)) != next(generate(NINE))


def test_no_two_are_equivalent() -> None:
    puzzles = list(generate(Geometry.of(2, 2), 12, minimal=True, seed=1))
    assert len({canonical(puzzle) for puzzle in puzzles}) == 12
    assert len({canonical(puzzle) for puzzle in generate(NINE, 100, seed=1)}) == 100


def test_digging_in_parts_is_the_same_as_one_by_one() -> None:
    state = random_states(Random(1), 1)
    groups, orders = groups_of(NINE, "rotational"), np.arange(41)[None]
    puzzle = dig(NINE, groups, 27, state.copy())
    other = full_values(NINE, state[0])
    shuffle(state[0], orders[0])
    wide.Wide(NINE).dig(other[None], groups, orders, 27)
    assert puzzle[0].tolist() == other.tolist()


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"clues": 16}, "expected 17 to 81 clues"),
        ({"clues": 82}, "expected 17 to 81 clues"),
        ({"symmetry": "odd"}, "expected a symmetry out of none, rotational"),
        ({"technique": "luck"}, "expected a technique out of naked-single, hidden-single, .*, got 'luck'"),
    ],
)
def test_what_cannot_be_is_refused_at_once(wish: dict[str, object], words: str) -> None:
    with pytest.raises(DueldokuError, match=words):
        generate(NINE, **wish)


@pytest.mark.slow
def test_what_is_not_found_is_given_up() -> None:
    with pytest.raises(DueldokuError, match=r"found no 2x2 puzzle with 4 clues after [0-9]+ others in"):
        list(generate(Geometry.of(2, 2), 20, clues=4, seed=1))  # there are 13


def test_a_refusal_says_how_near_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dueldoku.puzzles.dig._effort", lambda recipe: 3)
    with pytest.raises(
        DueldokuError, match=r"rotational puzzle with 18 clues in 4 attempts: the nearest had 2\d clues"
    ):
        list(generate(NINE, clues=18, symmetry="rotational", seed=1))
    with pytest.raises(DueldokuError, match=r"with a score of 11\.\.12 in 4 attempts: the nearest had a score of \d"):
        list(generate(NINE, score=Span(11, 12), seed=1))
    with pytest.raises(DueldokuError, match=r"jellyfish as the hardest technique in 4 attempts: the nearest had .* as"):
        list(generate(NINE, technique="jellyfish", seed=1))


@pytest.mark.parametrize("technique", ["hidden-pair", "xy-wing"])
def test_a_technique_is_needed_and_nothing_harder(technique: str) -> None:
    (puzzle,) = generate(NINE, technique=technique, seed=4)
    order = [each.name.lower().replace(" ", "-") for each in TECHNIQUES]
    used = [order.index(name.lower().replace(" ", "-")) for name in rate(puzzle).techniques]
    assert max(used) == order.index(technique)
    assert rate(puzzle).is_solved
    assert number_of_solutions(puzzle) == 1


def test_a_score_is_kept_to() -> None:
    for low, high in ((1, 2), (3, 4.2)):
        (puzzle,) = generate(NINE, score=Span(low, high), seed=2)
        assert low <= rate(puzzle, scale=Scale.EXPLAINER).score <= high
