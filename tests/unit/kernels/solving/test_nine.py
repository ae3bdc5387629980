"""The 9x9 search against a plain solver, also without compiling."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from dueldoku import Geometry, Grid
from dueldoku.kernels.solving import nine
from dueldoku.solvers.teaching.backtrack import solutions

NINE = Geometry.of(3, 3)


def text_of(row: np.ndarray) -> str:
    return "".join(map(str, row))


def batch(lines: list[str], limit: int) -> tuple[list[str], list[int]]:
    puzzles = np.frombuffer("".join(lines).encode(), np.uint8).reshape(-1, 81)
    found, counts = np.zeros(puzzles.shape, np.uint8), np.zeros(len(lines), np.int32)
    nine.solve_batch(puzzles, found, counts, limit, np.zeros(2 * nine.MEMORY, np.uint32))
    return [text_of(row) for row in found], counts.tolist()


def random_board(rng: random.Random) -> Grid:
    """A board with a few solutions, one, or none; sometimes its clues clash."""
    geometry = NINE
    order = list(range(81))
    rng.shuffle(order)
    digits = rng.sample(range(1, 10), 9)
    values = [digits[value - 1] for value in Grid.pattern(geometry)]
    for cell in order[: rng.randint(0, 52)]:
        values[cell] = 0
    if rng.random() < 0.3:
        values[rng.randrange(81)] = rng.randint(0, 9)
    return Grid(geometry, tuple(values))


def test_counts_and_solutions_agree_with_a_plain_solver() -> None:
    rng = random.Random(7)
    boards = [random_board(rng) for _ in range(400)]
    boards += [Grid.pattern(NINE), Grid.parse("11" + "." * 79), Grid.parse("12345678." + "." * 8 + "9" + "." * 63)]
    limit = 5
    found, counts = batch([str(board) for board in boards], limit)
    for board, solution, number in zip(boards, found, counts, strict=True):
        expected = [str(grid) for _, grid in zip(range(limit), solutions(board), strict=False)]
        assert number == len(expected), str(board)
        if number:
            assert not Grid.parse(solution).clash
            assert all(a in (".", b) for a, b in zip(str(board), solution, strict=True))
        if number < limit and number:
            assert solution in expected


@pytest.mark.parametrize("number", [0, 1, 2, 3, 5])
def test_any_number_of_puzzles(number: int) -> None:
    rng = random.Random(number)
    boards = [str(random_board(rng)) for _ in range(number)]
    expected = [batch([board], 2) for board in boards]
    found, counts = batch(boards, 2)
    assert counts == [count for _, (count,) in expected]
    assert found == [solution for (solution,), _ in expected]


def test_a_search_can_stop_at_any_point_and_go_on() -> None:
    board = str(Grid.pattern(NINE))
    puzzle = "".join("." if char in "123" else char for char in board)
    whole = {str(grid) for grid in solutions(Grid.parse(puzzle))}
    for slice_, guesses in ((1, 1 << 40), (3, 1 << 40), (100, 1), (2, 2)):
        memory, found = np.zeros(nine.MEMORY, np.uint32), np.zeros((slice_, 81), np.uint8)
        nine.start(memory, np.frombuffer(puzzle.encode(), np.uint8))
        seen: list[str] = []
        over = False
        while not over:
            count, _, _, over = nine.proceed(memory, found, slice_, guesses)
            seen += [text_of(row) for row in found[:count]]
        assert len(seen) == len(whole)
        assert set(seen) == whole
        assert nine.proceed(memory, found, slice_, guesses)[0] == 0


def counted(line: str, limit: int = 1 << 60, guesses: int = 1 << 40) -> int:
    memory, number, over = np.zeros(2 * nine.MEMORY, np.uint32), 0, False
    nine.start_count(memory, np.frombuffer(line.encode(), np.uint8))
    while not over and number < limit:
        found, _, _, over = nine.count(memory, limit - number, guesses)
        number += found
    return number


@pytest.mark.parametrize("guesses", [1, 7, 1 << 40])
def test_solutions_are_counted_as_a_plain_solver_does(guesses: int) -> None:
    rng = random.Random(guesses)
    for board in [random_board(rng) for _ in range(60)]:
        expected = sum(1 for _, _ in zip(range(2_000), solutions(board), strict=False))
        if expected < 2_000:
            assert counted(str(board), guesses=guesses) == expected, str(board)
        else:
            assert counted(str(board), 2_000, guesses) in (2_000, 2_001)


def test_a_count_of_many_is_that_of_an_enumeration() -> None:
    puzzle = "".join("." if char in "12345" else char for char in str(Grid.pattern(NINE)))
    memory, found = np.zeros(nine.MEMORY, np.uint32), np.zeros((0, 81), np.uint8)
    nine.start(memory, np.frombuffer(puzzle.encode(), np.uint8))
    expected = nine.proceed(memory, found, 1 << 40, 1 << 40)[0]
    assert expected > 10_000
    assert counted(puzzle) == counted(puzzle, guesses=100) == expected


def test_rows_are_plain_up_to_the_first_that_is_not() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    for place, sign in ((0, "x"), (40, " "), (80, "/"), (81, "."), (5, ":"), (80, "#")):
        odd = line + "\n"
        odd = odd[:place] + sign + odd[place + 1 :]
        rows = np.frombuffer(f"{line}\n{line}\n{odd}{line}\n".encode(), np.uint8).reshape(-1, 82)
        assert nine.plain_rows(rows) == 2
        assert nine.plain_rows(rows[:2]) == 2
    signs = np.frombuffer(("0123456789.*_-" + "." * 67 + "\n").encode(), np.uint8).reshape(1, 82)
    assert nine.plain_rows(signs) == 1


def test_it_runs_as_plain_python_too() -> None:
    code = (
        "import numpy as np\n"
        "from dueldoku.kernels.solving import nine\n"
        "lines = ['53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',\n"
        "    '1........' + '.' * 72, '11' + '.' * 79]\n"
        "puzzles = np.frombuffer(''.join(lines).encode(), np.uint8).reshape(-1, 81)\n"
        "found, counts = np.zeros((3, 81), np.uint8), np.zeros(3, np.int32)\n"
        "nine.solve_batch(puzzles, found, counts, 2, np.zeros(2 * nine.MEMORY, np.uint32))\n"
        "memory = np.zeros(2 * nine.MEMORY, np.uint32)\n"
        "nine.start_count(memory, puzzles[1])\n"
        "print(*found[0], *counts, nine.count(memory, 5, 100)[0], hasattr(nine.solve_batch, 'py_func'))\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert done.stdout == f"{' '.join(solution)} 1 2 0 5 False\n", done.stderr
