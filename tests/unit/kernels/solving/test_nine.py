"""The 9x9 kernels: the compiled pass against its plain run, the solver against a plain one, also without compiling."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from dueldoku import Geometry, Grid
from dueldoku.kernels.base.lanes import PlainLanes
from dueldoku.kernels.base.memory import address_of
from dueldoku.kernels.solving import nine
from dueldoku.kernels.solving.deduce import BAND, VECTORS, arrangements, deduce, misplaced, total
from dueldoku.solvers.teaching.backtrack import solutions

NINE = Geometry.of(3, 3)


@njit
def aligned(memory):  # type: ignore[no-untyped-def]
    return (address_of(memory) + 31) & ~31


@njit
def pass_and_count(memory):  # type: ignore[no-untyped-def]
    nine.count_at(aligned(memory))
    return nine.deduce_at(aligned(memory))


@njit
def pass_over_both(memory):  # type: ignore[no-untyped-def]
    return nine.deduce_at_both(aligned(memory), aligned(memory) + 4 * 1024)


@njit
def misses_one(memory):  # type: ignore[no-untyped-def]
    return nine.is_misplaced(aligned(memory))


def random_state(rng: random.Random) -> list[int]:
    """Candidates of a board: some cells decided, some with few digits left, some untouched."""
    words = [0] * nine.STATE
    for band in range(3):
        for bit in range(27):
            kind = rng.random()
            count = 1 if kind < 0.3 else rng.randint(1, 4) if kind < 0.8 else 9
            for digit in rng.sample(range(9), count):
                words[4 * digit + band if digit < 8 else 8 * band + 3] |= 1 << bit
    return words


def solved_state(rng: random.Random) -> list[int]:
    """Candidates that include a solution, so that passes do not soon end in contradictions."""
    pattern = Grid.pattern(NINE)
    words = random_state(rng)
    for cell, value in enumerate(pattern):
        band, bit = divmod(cell, 27)
        words[4 * (value - 1) + band if value < 9 else 8 * band + 3] |= 1 << bit
    return words


def vectors(words: list[int]) -> list[PlainLanes]:
    return [PlainLanes(words[8 * k : 8 * k + 8]) for k in range(VECTORS)]


def placed(words: list[int], offset: int = 0, room: np.ndarray | None = None) -> np.ndarray:
    memory = np.zeros(4096, np.uint32) if room is None else room
    start = (-memory.ctypes.data % 32) // 4 + offset
    memory[start : start + nine.STATE] = words
    return memory


def words_at(memory: np.ndarray, word: int, count: int) -> list[int]:
    start = (-memory.ctypes.data % 32) // 4 + word
    return memory[start : start + count].tolist()


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=300)
def test_the_compiled_pass_is_the_plain_pass(seed: int, with_solution: bool) -> None:
    words = (solved_state if with_solution else random_state)(random.Random(seed))
    after, wrong, two = deduce(vectors(words))
    bands, stacks = arrangements(vectors(words))
    memory = placed(words)
    flags = pass_and_count(memory)
    assert words_at(memory, 0, nine.STATE) == [value for lanes in after for value in lanes.values]
    assert words_at(memory, nine.OPEN, 8) == two.values
    assert bool(flags & nine.WRONG) == any(wrong.values)
    assert bool(flags & nine.CHANGED) == (words != words_at(memory, 0, nine.STATE))
    assert words_at(memory, nine.BAND_COUNTS, 32) == [value for lanes in bands for value in lanes.values]
    assert words_at(memory, nine.STACK_COUNTS, 32) == [value for lanes in stacks for value in lanes.values]
    assert words_at(memory, nine.BAND_TOTALS, 3) == total(bands).values[:3]
    assert words_at(memory, nine.STACK_TOTALS, 3) == total(stacks).values[:3]


@given(st.integers(0, 2**32))
def test_two_states_side_by_side_do_not_touch(seed: int) -> None:
    rng = random.Random(seed)
    states = random_state(rng), solved_state(rng)
    memory = placed(states[1], 1024, placed(states[0]))
    flags = pass_over_both(memory)
    alone = [placed(state) for state in states]
    assert flags == pass_and_count(alone[0]) + 8 * pass_and_count(alone[1])
    assert words_at(memory, 0, 32) == words_at(alone[0], 0, 32)
    assert words_at(memory, 1024, 32) == words_at(alone[1], 0, 32)


@given(st.integers(0, 2**32))
@settings(max_examples=100)
def test_a_pass_keeps_every_solution_and_counts_arrangements(seed: int) -> None:
    rng = random.Random(seed)
    words = solved_state(rng)
    after, wrong, _ = deduce(vectors(words))
    assert not any(wrong.values)
    kept = [value for lanes in after for value in lanes.values]
    assert all(new & ~old == 0 for new, old in zip(kept, words, strict=True))
    for cell, value in enumerate(Grid.pattern(NINE)):
        band, bit = divmod(cell, 27)
        assert kept[4 * (value - 1) + band if value < 9 else 8 * band + 3] >> bit & 1
    assert BAND == 0o777777777


@given(st.integers(0, 2**32), st.integers(0, 3), st.booleans())
def test_a_digit_that_is_not_in_every_column_and_block_is_noticed(seed: int, swaps: int, turned: bool) -> None:
    rng = random.Random(seed)
    rows = [list(Grid.pattern(NINE).values[at : at + 9]) for at in range(0, 81, 9)]
    if turned:
        rows = rows[::3] + rows[1::3] + rows[2::3]  # the columns stay right, the blocks do not
    for row in rng.sample(rows, swaps):
        one, other = rng.sample(range(9), 2)
        row[one], row[other] = row[other], row[one]
    values = tuple(value for row in rows for value in row)
    words = [0] * nine.STATE
    for cell, value in enumerate(values):
        words[4 * (value - 1) + cell // 27 if value < 9 else 8 * (cell // 27) + 3] |= 1 << cell % 27
    clash = bool(Grid(NINE, values).clash)
    assert any(misplaced(vectors(words)).values) == misses_one(placed(words)) == clash


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


def test_it_runs_as_plain_python_too() -> None:
    code = (
        "import numpy as np\n"
        "from dueldoku.kernels.solving import nine\n"
        "lines = ['53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',\n"
        "    '1........' + '.' * 72, '11' + '.' * 79]\n"
        "puzzles = np.frombuffer(''.join(lines).encode(), np.uint8).reshape(-1, 81)\n"
        "found, counts = np.zeros((3, 81), np.uint8), np.zeros(3, np.int32)\n"
        "nine.solve_batch(puzzles, found, counts, 2, np.zeros(2 * nine.MEMORY, np.uint32))\n"
        "print(*found[0], *counts, hasattr(nine.solve_batch, 'py_func'))\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert done.stdout == f"{' '.join(solution)} 1 2 0 False\n", done.stderr
