"""One pass of deductions on plain lanes: it keeps what is true, and finds what a person would."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dueldoku import Geometry, Grid
from dueldoku.kernels.base.lanes import PlainLanes
from dueldoku.kernels.solving.deduce import VECTORS, arrangements, choices, deduce, misplaced, total
from dueldoku.puzzles.fill import full_board

NINE = Geometry.of(3, 3)
Candidates = list[set[int]]  # of each cell


def word_of(digit: int, band: int) -> int:
    """As the picture in ``deduce.py`` has it."""
    return 4 * digit + band if digit < 8 else 8 * band + 3


def state_of(candidates: Candidates) -> list[PlainLanes]:
    words = [0] * 32
    for cell, digits in enumerate(candidates):
        for digit in digits:
            words[word_of(digit - 1, cell // 27)] |= 1 << cell % 27
    return [PlainLanes(words[8 * k : 8 * k + 8]) for k in range(VECTORS)]


def words_of(state: list[PlainLanes]) -> list[int]:
    return [word for lanes in state for word in lanes.values]


def candidates_of(state: list[PlainLanes]) -> Candidates:
    words = words_of(state)
    return [
        {digit + 1 for digit in range(9) if words[word_of(digit, cell // 27)] >> cell % 27 & 1} for cell in range(81)
    ]


def of_clues(grid: Grid) -> Candidates:
    return [{value} if value else set(range(1, 10)) for value in grid]


@given(st.integers(0, 2**32), st.integers(0, 81))
def test_a_pass_strikes_nothing_of_the_solution_and_adds_nothing(seed: int, clues: int) -> None:
    rng = random.Random(seed)
    solution = full_board(NINE, rng)
    given_cells = set(rng.sample(range(81), clues))
    before = [
        {solution[cell]} | (set() if cell in given_cells else set(rng.sample(range(1, 10), 4))) for cell in range(81)
    ]
    after, wrong, still_open, several = deduce(state_of(before))
    assert not any(wrong.values)
    for old, new, value in zip(before, candidates_of(after), solution, strict=True):
        assert value in new <= old
    bits = [still_open.values[cell // 27] >> cell % 27 & 1 for cell in range(81)]
    assert all(bit or len(new) == 1 for bit, new in zip(bits, candidates_of(after), strict=True))
    assert any(several.values) == any(len(new) > 1 for new in candidates_of(after))


def test_passes_solve_what_singles_solve() -> None:
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    state = state_of(of_clues(Grid.parse(puzzle)))
    for _ in range(20):
        state, wrong, still_open, several = deduce(state)
        assert not any(wrong.values)
    assert not any(still_open.values)
    assert not any(several.values)
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert "".join(str(digit) for (digit,) in candidates_of(state)) == solution
    assert not any(misplaced(state).values)


@pytest.mark.parametrize("cells", [(0, 8), (0, 72), (0, 20)], ids=["row", "column", "block"])
def test_the_same_digit_twice_in_a_unit_is_a_contradiction(cells: tuple[int, int]) -> None:
    state = state_of([{5} if cell in cells else set(range(1, 10)) for cell in range(81)])
    found = False
    for _ in range(3):
        state, wrong, *_ = deduce(state)
        found |= any(wrong.values)
    assert found


@given(st.integers(0, 2**32))
def test_arrangements_are_counted_as_by_trying_all(seed: int) -> None:
    rng = random.Random(seed)
    candidates = [set(rng.sample(range(1, 10), rng.randint(0, 6))) for _ in range(81)]
    bands, stacks = arrangements(state_of(candidates))
    in_bands, in_stacks = words_of(bands), words_of(stacks)
    for digit, part in product(range(9), range(3)):
        rows = [[9 * row + col for col in range(9)] for row in range(3 * part, 3 * part + 3)]
        columns = [[9 * row + col for row in range(9)] for col in range(3 * part, 3 * part + 3)]
        assert in_bands[word_of(digit, part)] == ways(candidates, digit + 1, rows)
        assert in_stacks[word_of(digit, part)] == ways(candidates, digit + 1, columns)
    sums = [sum(in_bands[word_of(digit, part)] for digit in range(9)) for part in range(3)]
    assert total(bands).values[:3] == sums
    for part, choice in enumerate(choices(state_of(candidates))[0].values[:3]):
        if sums[part] > 9:
            in_part = [in_bands[word_of(digit, part)] for digit in range(9)]
            several = sum(count > 1 for count in in_part)
            assert choice >> 16 == sums[part] - 10 + (2 * several if sums[part] > 20 else 0)
            assert choice >> 8 & 7 == part
            assert in_part[choice & 15] == min(count for count in in_part if count > 1)
        else:
            assert choice >= 1 << 31


def ways(candidates: Candidates, digit: int, lines: list[list[int]]) -> int:
    """In how many ways the three lines use a block each: one of the three cells of that block is enough."""
    open_in = [[any(digit in candidates[cell] for cell in line[at : at + 3]) for at in (0, 3, 6)] for line in lines]
    choices = product(range(3), repeat=3)
    return sum(len(set(blocks)) == 3 and all(open_in[k][blocks[k]] for k in range(3)) for blocks in choices)


@given(st.integers(0, 2**32), st.integers(3, 9))
def test_three_digits_forced_into_a_minirow_keep_the_others_out(seed: int, number: int) -> None:
    rng = random.Random(seed)
    row, block = rng.randrange(9), rng.randrange(3)
    here = [9 * row + 3 * block + place for place in range(3)]
    others = [cell for cell in range(9 * row, 9 * row + 9) if cell not in here]
    forced = rng.sample(range(1, 10), 3)
    candidates = [set(rng.sample(range(1, 10), number)) | {rng.randint(1, 9)} for _ in range(81)]
    for cell in others:
        candidates[cell] -= set(forced)
    candidates[others[0]] |= set(range(1, 10)) - set(forced)  # no more than three are forced
    for cell in here:
        candidates[cell] |= set(forced)
    after = candidates_of(deduce(state_of(candidates))[0])
    assert all(after[cell] <= set(forced) for cell in here)
