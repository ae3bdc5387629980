"""The oracle is right, and it asks the solver no more than it has to."""

from __future__ import annotations

import pytest
import slow_rules as slow
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import grids

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.game import oracle as oracle_module
from dueldoku.game.game import Game
from dueldoku.game.oracle import Oracle
from dueldoku.solvers.backend import first_solution

FOUR = Geometry.of(2, 2)
SOLVED = ("2143 4321 1234 3412", "3412 1234 4321 2143", "4321 2143 3412 1234")  # none of them is the known pattern


def slow_board(grid: Grid) -> slow.Board:
    return {divmod(cell, grid.geometry.side): value for cell, value in enumerate(grid)}


def is_solvable(grid: Grid) -> bool:
    return slow.is_solvable(grid.geometry.m, grid.geometry.n, slow_board(grid))


def values(text: str) -> list[int]:
    return list(Grid.parse(text))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The boards that the solver was asked about, in order."""
    boards: list[str] = []

    def counting(geometry: Geometry, board: bytes, *, at_once: bool) -> bytes | None:
        boards.append(str(Grid(geometry, tuple(board))))
        return first_solution(geometry, board, at_once=at_once)

    monkeypatch.setattr(oracle_module, "first_solution", counting)
    return boards


# -- it is right -----------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(grids())
def test_every_answer_about_a_move_is_that_of_brute_force(grid: Grid) -> None:
    oracle = Oracle(grid.geometry)
    for cell in grid.holes:
        for digit in range(1, grid.geometry.side + 1):
            assert oracle.allows(grid.values, cell, digit) == is_solvable(grid.with_value(cell, digit))


@settings(max_examples=60)
@given(grids())
def test_a_solution_is_complete_valid_and_agrees_with_the_board(grid: Grid) -> None:
    found = Oracle(grid.geometry).solution(grid.values)
    assert (found is not None) == is_solvable(grid)
    if found is not None:
        solved = Grid(grid.geometry, tuple(found))
        assert not solved.holes
        assert is_solvable(solved)
        assert all(value in (0, digit) for value, digit in zip(grid, solved, strict=True))


@settings(max_examples=60)
@given(st.lists(grids(), min_size=2, max_size=12))
def test_what_it_learned_from_other_boards_never_misleads_it(boards: list[Grid]) -> None:
    oracles: dict[Geometry, Oracle] = {}
    for grid in [*boards, *boards]:
        oracle = oracles.setdefault(grid.geometry, Oracle(grid.geometry))
        assert (oracle.solution(grid.values) is not None) == is_solvable(grid)


@pytest.mark.parametrize("shape", ["1x2", "2x1", "2x2", "2x3", "3x2", "3x3", "3x4", "5x5"])
def test_an_empty_board_has_a_solution(shape: str) -> None:
    geometry = Geometry.parse(shape)
    found = Oracle(geometry).solution(Grid.empty(geometry).values)
    assert found is not None
    assert Grid(geometry, tuple(found)).clash == ""


def test_asking_leaves_the_board_as_it_was() -> None:
    board = values("12.. .... .... ....")
    oracle = Oracle(FOUR)
    assert not oracle.allows(board, 6, 3)
    assert oracle.allows(board, 6, 1)
    assert board == values("12.. .... .... ....")


# -- it remembers ----------------------------------------------------------------------------------------------------


def test_it_knows_one_solution_from_the_start(asked: list[str]) -> None:
    oracle = Oracle(FOUR)
    pattern = Grid.pattern(FOUR)
    assert oracle.solution(Grid.empty(FOUR).values) == bytes(pattern)
    assert all(oracle.allows(pattern.with_value(cell, 0).values, cell, pattern[cell]) for cell in range(16))
    assert asked == []


def test_a_solution_found_once_proves_every_board_that_agrees_with_it(asked: list[str]) -> None:
    oracle = Oracle(FOUR)
    found = oracle.solution(values("21.. .... .... ...2"))
    assert found is not None
    assert len(asked) == 1
    for cell, digit in enumerate(found):
        assert oracle.allows(values("21.. .... .... ...2"), cell, digit)
        assert oracle.allows(bytes(found[:cell]) + bytes(16 - cell), cell, digit)
    assert oracle.solution(found) == found
    assert len(asked) == 1


def test_a_dead_board_is_asked_about_only_once(asked: list[str]) -> None:
    oracle = Oracle(FOUR)
    board = values("12.. .... .... ....")
    assert [oracle.allows(board, 6, 3) for _ in range(3)] == [False] * 3
    assert asked == ["12....3........."]
    assert oracle.solution(values("12.. ..3. .... ....")) is None
    assert len(asked) == 1


def test_another_dead_board_is_another_question(asked: list[str]) -> None:
    oracle = Oracle(FOUR)
    assert not oracle.allows(values("12.. .... .... ...."), 6, 3)
    assert not oracle.allows(values("12.. .... .... ...."), 6, 4)
    assert len(asked) == 2


def test_a_game_does_not_ask_twice_and_shares_what_it_knows_with_its_copies(asked: list[str]) -> None:
    game = Game(Grid.parse("12.. .... .... ...."))
    bombs = list(game.bombs())
    known = len(asked)
    assert known >= len(bombs) == 4
    assert list(game.bombs()) == list(game.copy().bombs()) == bombs
    for move in list(game.legal_moves()):
        game.push(move)
        game.pop()
    assert len(asked) == known


# -- it does not remember for ever -----------------------------------------------------------------------------------


def test_the_oldest_dead_boards_are_forgotten_first(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle_module, "_REMEMBERED", 2)
    oracle = Oracle(FOUR)
    first, second, third = (values(f"{text} .... .... ....") for text in ("11..", "22..", "33.."))
    for board in (first, second, third, third, second):
        assert oracle.solution(board) is None
    assert len(asked) == 3
    assert oracle.solution(first) is None
    assert len(asked) == 4


def test_the_oldest_solutions_are_forgotten_first(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle_module, "_REMEMBERED", 2)
    oracle = Oracle(FOUR)
    first, second, third = map(values, SOLVED)
    for board in (first, second, third, third, second):
        assert oracle.solution(board) == bytes(board)
    assert len(asked) == 3
    assert oracle.solution(first) == bytes(first)
    assert len(asked) == 4


def test_the_memory_stays_bounded_over_thousands_of_boards() -> None:
    oracle = Oracle(FOUR)
    for number in range(1500):
        digits = [number // 4**place % 4 + 1 for place in range(6)]
        assert oracle.solution([1, 1, *digits, *[0] * 8]) is None
    kept = [len(memory) for memory in vars(oracle).values() if isinstance(memory, dict)]
    assert kept
    assert max(kept) == oracle_module._REMEMBERED
