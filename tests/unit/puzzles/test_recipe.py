"""Recipes: one language for boards that are made, with its own sentences for what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dueldoku import Geometry
from dueldoku.errors import GenerateError
from dueldoku.puzzles.api import generate, grade, make
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.api import count
from dueldoku.solvers.human import Grade

NO_EMPTY = "expected a whole number of empty cells or a share of them above 0 and below 1"
BOARDS = st.builds(Recipe, empty=st.integers(4, 81), solutions=st.none() | st.integers(2, 99))


@given(st.one_of(BOARDS, st.just(Recipe()), st.just(Recipe(empty=40, solutions=1, difficulty=Grade.HARD))))
def test_recipes_are_read_as_they_are_written(recipe: Recipe) -> None:
    assert Recipe.parse(str(recipe)) == recipe


def test_every_ingredient_is_read() -> None:
    text = "generate:size=3x3,difficulty=hard,clues=28,minimal=yes,symmetry=rotational,seed=7"
    assert Recipe.parse(text) == Recipe(Geometry.of(3, 3), Grade.HARD, 28, True, "rotational", seed=7)
    assert str(Recipe.parse(text)) == text
    assert Recipe.parse("generate:") == Recipe()
    for score in ("4..6", "4..", "..6.5", "4"):
        text = f"generate:size=3x3,score={score},technique=xy-chain"
        assert str(Recipe.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3x3:easy", "expected a recipe such as generate:size=3x3,difficulty=easy or .*, got '3x3:easy'"),
        ("generate:3x3:easy", "expected size, difficulty, .* in a recipe, got '3x3:easy' in 'generate:3x3:easy'"),
        ("generate:empty=x", f"{NO_EMPTY}, got 'x' .in 'generate:empty=x'.$"),
        ("generate:empty", f"{NO_EMPTY}, got ''"),
        ("generate:empty=1.0", f"{NO_EMPTY}, got '1.0'"),
        ("generate:empty=0.0", f"{NO_EMPTY}, got '0.0'"),
        ("generate:empty=-5", f"{NO_EMPTY}, got '-5'"),
        ("generate:empty=nan", f"{NO_EMPTY}, got 'nan'"),
        ("generate:empty=5,colour=red", "got 'colour' in 'generate:empty=5,colour=red'"),
        ("generate:size=cube", "expected a block's rows x columns such as 3x3 for size, got 'cube'"),
        ("generate:difficulty=odd", "expected one of easy, medium, hard, expert, beyond for difficulty, got 'odd'"),
        ("generate:minimal=maybe", "expected yes or no for minimal, got 'maybe'"),
        ("generate:symmetry=odd", r"expected a symmetry out of none, .*, got 'odd' \(in 'generate:symmetry=odd'\)"),
        ("generate:clues=3", "expected 17 to 81 clues"),
        ("generate:empty=70,solutions=1", "expected 17 to 81 clues .*, got 11"),
        ("generate:empty=82", "expected 0 to 81 empty cells"),
        ("generate:solutions=2", "expected a number of empty cells with 2 solutions"),
        ("generate:empty=3,solutions=2", "expected at least 4 empty cells"),
        ("generate:empty=40,clues=40", "expected a number of empty cells or of clues, got 40 and 40"),
        ("generate:empty=40,difficulty=easy", "expected one solution for what a puzzle shall be like"),
    ],
)
def test_what_is_no_recipe_is_told_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(GenerateError, match=sentence):
        Recipe.parse(text)


def test_a_board_by_recipe_is_the_one_by_name() -> None:
    recipe = Recipe.parse("generate:size=2x3,empty=18,solutions=4,seed=1")
    made = list(make(recipe, 3))
    assert made[0] == generate("2x3", empty=18, solutions=4, seed=1)
    assert len(set(made)) == 3
    assert [count(board) for board in made] == [4, 4, 4]
    assert [len(board.holes) for board in made] == [18] * 3


@pytest.mark.parametrize(("size", "share", "cells"), [("3x3", 0.6, 48), ("2x3", 0.5, 18), ("5x5", 0.4, 250)])
def test_a_share_of_empty_cells_is_rounded_down(size: str, share: float, cells: int) -> None:
    assert Recipe.parse(f"generate:empty={share},size={size}") == Recipe(Geometry.parse(size), empty=cells)
    assert generate(size, empty=share, seed=1) == generate(size, empty=cells, seed=1)


def test_a_puzzle_in_one_line() -> None:
    puzzle = generate("3x3", "medium", seed=2)
    assert count(puzzle) == 1
    graded = grade(str(puzzle))
    assert graded.difficulty is Grade.MEDIUM
    assert str(graded).startswith("medium: ")
    assert sum(graded.techniques.values()) == len(graded.steps)
    assert generate(clues=30, difficulty=Grade.EASY, seed=1).holes
