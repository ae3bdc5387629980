"""Exact endgames against a solver that knows only the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from endgames import endgames, rest_at, run_plain
from numpy.typing import NDArray
from slow_duel import SlowDuel

from dueldoku import Game, Move, Ruling, bundled_board, read_grid, solve
from dueldoku.kernels.duel import endgame
from dueldoku.kernels.duel.bombs import Rest, bombs_of, rest_of
from dueldoku.kernels.duel.endgame import Endgame


def solved_table(rest: Rest, most: int = 1 << 20) -> Endgame:
    table = endgame.endgame_of(rest.units, rest.bombs)
    assert table is not None
    while not endgame.proceed(table, most):
        pass
    return table


def everything(rest: Rest) -> tuple[int, int]:
    return (1 << len(rest.units)) - 1, (1 << len(rest.bombs)) - 1


@pytest.mark.parametrize(
    ("m", "n", "empty", "count"),
    [
        (2, 2, 4, 40),
        (2, 2, 6, 40),
        (2, 2, 8, 20),
        (2, 3, 7, 30),
        (2, 3, 9, 12),
        (3, 2, 8, 15),
        (3, 3, 7, 15),
        (3, 3, 8, 10),
    ],
)
def test_every_move_is_worth_what_the_slow_solver_says(m: int, n: int, empty: int, count: int) -> None:
    slow, plain, random = SlowDuel(m, n), SlowDuel(m, n, bombs=False), Random(1)
    for grid, solved in endgames(m, n, empty, count):
        board = tuple(grid.values)
        some = frozenset(move for move in sorted(slow.proposals(board)[1]) if random.random() < 0.3)
        for taboo in {frozenset[tuple[int, int]](), some}:
            moves = [Move(*divmod(cell, grid.geometry.side), digit) for cell, digit in taboo]
            rest = rest_of(grid.geometry, grid.values, solved.values, moves)
            assert rest is not None
            table = solved_table(rest)
            cells, bombs = everything(rest)
            found = {rest.moves[turn]: value for turn, value in endgame.turn_values(table, cells, bombs).items()}
            wanted = slow.move_values(board, taboo)
            assert {(grid.geometry.cell(*move[:2]), move.digit): value for move, value in found.items()} == wanted
            assert endgame.value_of(table, cells, bombs) == slow.value(board, taboo)
            assert endgame.value_of(table, cells, 0) == plain.value(board)


@pytest.mark.parametrize(
    ("text", "without", "with_bombs"),
    [
        ("12.4.4.221.3...1", 11, 7),  # the course's default board
        (str(bundled_board("easy-2x2").grid), -2, -2),
        ("1..44.31.4122143", -2, 2),  # four empty cells are lost, but for a bomb
    ],
)
def test_solved_boards(text: str, without: int, with_bombs: int) -> None:
    grid = read_grid(text)
    solved = solve(grid).solution
    assert solved is not None
    rest = rest_at(grid, solved)
    table = solved_table(rest)
    cells, bombs = everything(rest)
    assert endgame.value_of(table, cells, 0) == without
    assert endgame.value_of(table, cells, bombs) == with_bombs


def test_the_best_line_is_a_game_with_that_result() -> None:
    for grid, solved in endgames(2, 3, 12, 10):
        rest = rest_at(grid, solved)
        table = solved_table(rest)
        game, sign, lead = Game(grid), 1, 0
        for turn in endgame.best_line(table, *everything(rest)):
            pushed = game.push(rest.moves[turn])
            assert (pushed.ruling is Ruling.PLACED) == (turn < len(rest.units))
            lead += sign * pushed.points
            sign = -sign
        assert game.is_over()
        assert lead == endgame.value_of(table, *everything(rest))


def test_all_positions_of_the_tables_follow_from_each_other() -> None:
    """However the cells and the blocks lie: also where bombs need the lowest cells."""
    random = Random(3)
    for _ in range(20):
        units, bombs = random_rest(random, cells=9, bombs=4)
        table = solved_table(Rest((), units, bombs), most=50)
        for _ in range(50):
            cells, left = random.randrange(1, 1 << 9), random.randrange(1 << 4)
            turns = endgame.turn_values(table, cells, left)
            assert endgame.value_of(table, cells, left) == max(turns.values())


def random_rest(random: Random, cells: int, bombs: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cells in units and bombs of two to four cells that no board has."""
    units = np.zeros((cells, 3), np.int64)
    for kind in range(3):
        lines = [random.randrange(4) for _ in range(cells)]
        units[:, kind] = [sum(1 << other for other in range(cells) if lines[other] == line) for line in lines]
    needs = [sum(1 << cell for cell in random.sample(range(cells), random.randint(2, 4))) for _ in range(bombs)]
    return units, np.array(needs, np.int64)


def test_slices_make_the_same_table() -> None:
    grid, solved = next(endgames(3, 3, 16, 1))
    rest = rest_at(grid, solved)
    assert len(rest.bombs)
    assert (solved_table(rest, most=1).values == solved_table(rest).values).all()


def test_too_large_is_refused_before_anything_is_made() -> None:
    units, bombs = np.full((40, 3), (1 << 40) - 1), np.array([7])
    assert endgame.endgame_of(units, bombs) is None
    assert endgame.endgame_of(units[:10], bombs, most_bytes=1000) is None
    assert endgame.endgame_of(units[:10], np.full(21, 7)) is None
    assert endgame.endgame_of(units[:10], bombs, most_bytes=2000) is not None


def test_values_beyond_a_byte() -> None:
    """Nineteen cells that are alone in their units are worth 133 points, but only the odd one counts."""
    alone = np.array([[1 << cell] * 3 for cell in range(19)])
    assert endgame.most_points(alone) == 133
    table = solved_table(Rest((), alone, np.array([], np.int64)))
    assert table.values.dtype == np.int16
    assert endgame.value_of(table, (1 << 19) - 1, 0) == 7
    assert endgame.endgame_of(alone[:18], np.array([3])).values.dtype == np.int8  # type: ignore[union-attr]


def test_without_bombs_the_last_mover_is_ahead() -> None:
    for grid, solved in endgames(3, 3, 12, 20):
        table = solved_table(rest_at(grid, solved))
        count = np.array([cells.bit_count() for cells in range(1 << 12)])
        values = table.values[: 1 << 12]  # the table without bombs comes first
        assert (values[count % 2 == 1] >= 5).all()
        assert (values[count % 2 == 0] <= 2).all()
        assert (values[count % 2 == 0] == 2).mean() < 0.01


def test_bombs_are_what_the_game_says() -> None:
    for grid, solved in [*endgames(2, 3, 14, 10), *endgames(3, 3, 30, 5), *endgames(2, 4, 30, 3)]:
        bombs = bombs_of(grid.geometry, grid.values, solved.values)
        assert set(bombs) == set(Game(grid).bombs())
        for cell in grid.holes:
            after = Game(grid.with_value(cell, solved[cell]))
            assert {bomb for bomb, needed in bombs.items() if cell not in needed} == set(after.bombs())


def test_too_many_cells_or_bombs_for_masks() -> None:
    grid, solved = next(endgames(4, 4, 100, 1))
    assert rest_of(grid.geometry, grid.values, solved.values) is None


def test_plain_python_fills_the_same_table() -> None:
    code = (
        "from endgames import endgames, rest_at\n"
        "from dueldoku.kernels.duel import endgame\n"
        "rest = rest_at(*next(endgames(2, 3, 8, 1, seed=5)))\n"
        "table = endgame.endgame_of(rest.units, rest.bombs)\n"
        "while not endgame.proceed(table, 100): pass\n"
        "print(len(rest.bombs), table.values.tolist(), hasattr(endgame.proceed, 'py_func'))\n"
    )
    rest = rest_at(*next(endgames(2, 3, 8, 1, seed=5)))
    assert run_plain(code) == f"{len(rest.bombs)} {solved_table(rest).values.tolist()} False\n"
