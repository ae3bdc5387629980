"""The compiled passes over a 9x9 state against their plain run."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from dueldoku import Geometry, Grid
from dueldoku.kernels.base.lanes import PlainLanes
from dueldoku.kernels.base.memory import address_of
from dueldoku.kernels.solving import nine_state
from dueldoku.kernels.solving.deduce import BAND, VECTORS, choices, deduce, lowest, misplaced

NINE = Geometry.of(3, 3)


@njit
def aligned(memory):  # type: ignore[no-untyped-def]
    return (address_of(memory) + 31) & ~31


@njit
def choose_and_pass(memory):  # type: ignore[no-untyped-def]
    choice = nine_state.choice_at(aligned(memory))
    return choice, nine_state.deduce_at(aligned(memory))


@njit
def split(memory, word, wanted, others):  # type: ignore[no-untyped-def]
    nine_state.split_at(aligned(memory), aligned(memory) + 4 * 1024, word, wanted, others)


@njit
def pass_over_both(memory):  # type: ignore[no-untyped-def]
    return nine_state.deduce_at_both(aligned(memory), aligned(memory) + 4 * 1024)


@njit
def misses_one(memory):  # type: ignore[no-untyped-def]
    return nine_state.is_misplaced(aligned(memory))


def random_state(rng: random.Random) -> list[int]:
    """Candidates of a board: some cells decided, some with few digits left, some untouched."""
    words = [0] * nine_state.STATE
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
    memory[start : start + nine_state.STATE] = words
    return memory


def words_at(memory: np.ndarray, word: int, count: int) -> list[int]:
    start = (-memory.ctypes.data % 32) // 4 + word
    return memory[start : start + count].tolist()


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=300)
def test_the_compiled_pass_is_the_plain_pass(seed: int, with_solution: bool) -> None:
    words = (solved_state if with_solution else random_state)(random.Random(seed))
    after, wrong, two, several = deduce(vectors(words))
    bands, stacks = choices(vectors(words))
    memory = placed(words)
    choice, flags = choose_and_pass(memory)
    assert words_at(memory, 0, nine_state.STATE) == [value for lanes in after for value in lanes.values]
    assert words_at(memory, nine_state.OPEN, 8) == two.values
    assert bool(flags & nine_state.WRONG) == any(wrong.values)
    assert bool(flags & nine_state.CHANGED) == (words != words_at(memory, 0, nine_state.STATE))
    assert bool(flags & nine_state.UNSETTLED) == any(several.values)
    assert words_at(memory, nine_state.CHOICES, 16) == bands.values + stacks.values
    assert choice == lowest(bands, stacks).values[0] == min(bands.values[:3] + stacks.values[:3])


@given(st.integers(0, 2**32), st.integers(0, nine_state.STATE - 1))
def test_a_split_parts_one_word_and_copies_the_others(seed: int, word: int) -> None:
    rng = random.Random(seed)
    words, wanted, others = random_state(rng), rng.getrandbits(27), rng.getrandbits(27)
    memory = placed(words)
    split(memory, word, wanted, others)
    kept, frame = words_at(memory, 0, nine_state.STATE), words_at(memory, 1024, nine_state.STATE)
    assert kept == [*words[:word], words[word] & ~others, *words[word + 1 :]]
    assert frame == [*words[:word], words[word] & ~wanted, *words[word + 1 :]]


@given(st.integers(0, 2**32))
def test_two_states_side_by_side_do_not_touch(seed: int) -> None:
    rng = random.Random(seed)
    states = random_state(rng), solved_state(rng)
    memory = placed(states[1], 1024, placed(states[0]))
    flags = pass_over_both(memory)
    alone = [placed(state) for state in states]
    assert flags == choose_and_pass(alone[0])[1] + 16 * choose_and_pass(alone[1])[1]
    assert words_at(memory, 0, 32) == words_at(alone[0], 0, 32)
    assert words_at(memory, 1024, 32) == words_at(alone[1], 0, 32)


@given(st.integers(0, 2**32))
@settings(max_examples=100)
def test_a_pass_keeps_every_solution(seed: int) -> None:
    rng = random.Random(seed)
    words = solved_state(rng)
    after, wrong, *_ = deduce(vectors(words))
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
    words = [0] * nine_state.STATE
    for cell, value in enumerate(values):
        words[4 * (value - 1) + cell // 27 if value < 9 else 8 * (cell // 27) + 3] |= 1 << cell % 27
    clash = bool(Grid(NINE, values).clash)
    assert any(misplaced(vectors(words)).values) == misses_one(placed(words)) == clash
