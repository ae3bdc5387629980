"""The tempo fight against trying everything, and against exact play."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest
from endgames import endgames, rest_at, run_plain
from numpy.typing import NDArray

from dueldoku.kernels.duel import endgame, tempo
from dueldoku.kernels.duel.tempo import LOST, UNKNOWN, WON, TempoFight

Bombs = frozenset[frozenset[int]]


@cache
def moves_last(cells: frozenset[int], bombs: Bombs) -> bool:
    """Whether the player to move makes the last move. No two bombs are alike, so each is its set of cells."""
    return any(not moves_last(*after) for after in turns(cells, bombs).values())


def turns(cells: frozenset[int], bombs: Bombs) -> dict[object, tuple[frozenset[int], Bombs]]:
    fills = {cell: (cells - {cell}, frozenset(bomb for bomb in bombs if cell not in bomb)) for cell in cells}
    return {**fills, **{bomb: (cells, bombs - {bomb}) for bomb in bombs}}


def random_bombs(random: Random, cells: int, count: int) -> NDArray[np.int64]:
    needs = {frozenset(random.sample(range(cells), random.randint(2, 4))) for _ in range(count)}
    return np.array([sum(1 << cell for cell in needed) for needed in sorted(needs, key=sorted)], np.int64)


def set_of(mask: int) -> frozenset[int]:
    return frozenset(cell for cell in range(mask.bit_length()) if mask >> cell & 1)


def built(cells: int, bombs: NDArray[np.int64], table: int = 24, entries: int = 1 << 12) -> TempoFight:
    fight = tempo.tempo_of(cells, bombs, table, entries)
    while not tempo.build(fight, 3):
        pass
    return fight


def answers(fight: TempoFight, cells: int, bombs: int) -> dict[int, int]:
    """For each turn in this position, the verdict on the player who has to answer it."""
    return {
        turn: tempo.verdict_of(fight, choice.cells, choice.bombs, 10**6)
        for choice in tempo.choices_of(fight, cells, bombs)
        for turn in choice.turns
    }


def check(fight: TempoFight, cells: int, bombs: int) -> None:
    """The verdict on the position and on each turn, against trying everything."""
    living = frozenset(set_of(int(fight.bombs[bomb])) for bomb in set_of(bombs) if not fight.bombs[bomb] & ~cells)
    assert (tempo.verdict_of(fight, cells, bombs, 10**6) == WON) == moves_last(set_of(cells), living)
    found = answers(fight, cells, bombs)
    wanted = {turn: not moves_last(*after) for turn, after in turns(set_of(cells), living).items()}
    number = {set_of(int(mask)): fight.cells + bomb for bomb, mask in enumerate(fight.bombs)}
    assert found == {
        number[turn] if isinstance(turn, frozenset) else turn: LOST if wins else WON for turn, wins in wanted.items()
    }


@pytest.mark.parametrize("table", [24, 6])  # with and without a search
def test_random_bombs_against_trying_everything(table: int) -> None:
    random = Random(table)
    for count in (0, 1, 2, 3, 5, 7, 8, 9) * 4:
        cells = random.randint(4, 9)
        fight = built(cells, random_bombs(random, cells, count), table, entries=64)
        check(fight, (1 << cells) - 1, (1 << len(fight.bombs)) - 1)
        check(fight, random.randrange(1 << cells), random.randrange(1 << len(fight.bombs)))


def test_boards_against_trying_everything() -> None:
    for grid, solved in [*endgames(2, 2, 8, 10), *endgames(2, 3, 10, 10), *endgames(3, 3, 12, 5)]:
        rest = rest_at(grid, solved)
        check(built(len(rest.units), rest.bombs), (1 << len(rest.units)) - 1, (1 << len(rest.bombs)) - 1)


def test_the_table_and_the_search_agree() -> None:
    random = Random(7)
    for grid, solved in endgames(3, 3, 26, 4):
        rest = rest_at(grid, solved)
        table, search = built(26, rest.bombs), built(26, rest.bombs, table=8, entries=1 << 16)
        for _ in range(30):
            cells, bombs = random.getrandbits(26) | random.getrandbits(26), (1 << len(rest.bombs)) - 1
            assert tempo.verdict_of(search, cells, bombs, 10**6) == tempo.verdict_of(table, cells, bombs)


def test_a_table_under_way_claims_nothing_that_it_does_not_know() -> None:
    rest = next(rest for board in endgames(3, 3, 24, 20) if len((rest := rest_at(*board)).bombs) == 12)
    whole, half = built(24, rest.bombs), tempo.tempo_of(24, rest.bombs)
    tempo.build(half, 20)
    cells = (1 << 24) - 1
    for bombs in range(1 << 12):
        wanted = tempo.verdict_of(whole, cells, bombs) if bombs < 20 * 64 else UNKNOWN
        assert tempo.verdict_of(half, cells, bombs) == wanted
    assert tempo.verdict_of(half, cells, 20 * 64, 10**6) == tempo.verdict_of(whole, cells, 20 * 64)


def test_the_search_stops_and_goes_on() -> None:
    rest = next(rest for board in endgames(3, 3, 24, 20) if len((rest := rest_at(*board)).bombs) == 12)
    cells, bombs = (1 << 24) - 1, (1 << 12) - 1
    whole, sliced, asked_again = (built(24, rest.bombs, table=6, entries=1 << 12) for _ in range(3))
    verdict = tempo.verdict_of(whole, cells, bombs, 10**6)
    assert verdict != UNKNOWN
    assert whole.now.nodes > 100
    assert tempo.verdict_of(sliced, cells, bombs) == UNKNOWN
    found = tempo.verdict_of(sliced, cells, bombs, 1)
    while found == UNKNOWN:
        found = tempo.proceed(sliced, 7)
    assert found == verdict
    assert sliced.now == whole.now
    while tempo.verdict_of(asked_again, cells, bombs, 50) == UNKNOWN:
        pass  # it remembers what it found out, so it gets there
    assert tempo.verdict_of(asked_again, cells, bombs) == verdict


def test_who_moves_last_is_ahead_with_few_exceptions() -> None:
    boards = [(2, 2, 8, 20), (2, 3, 12, 60), (3, 3, 14, 60), (3, 3, 15, 60), (3, 3, 16, 60)]
    surprises = []
    for m, n, empty, count in boards:
        for grid, solved in endgames(m, n, empty, count):
            rest = rest_at(grid, solved)
            cells, bombs = (1 << empty) - 1, (1 << len(rest.bombs)) - 1
            table = endgame.endgame_of(rest.units, rest.bombs)
            assert table is not None
            while not endgame.proceed(table, 1 << 20):
                pass
            value = endgame.value_of(table, cells, bombs)
            verdict = tempo.verdict_of(built(empty, rest.bombs), cells, bombs)
            if (value <= 0) if verdict == WON else (value >= 0):
                surprises.append(value)
    assert 0 < len(surprises) <= 0.04 * sum(count for *_, count in boards)
    assert max(map(abs, surprises)) <= 5


def test_nim_values_say_who_moves_last() -> None:
    random = Random(5)
    for _ in range(30):
        cells = random.randint(4, 9)
        bombs = random_bombs(random, cells, random.randint(1, 6))
        needed = set_of(int(np.bitwise_or.reduce(bombs)))
        value = int(tempo.nim_values(bombs)[-1])
        for others in range(3):  # cells that no bomb needs
            whole = needed | frozenset(range(20, 20 + others))
            living = frozenset(set_of(int(mask)) for mask in bombs)
            assert moves_last(whole, living) == (value ^ (others & 1) != 0)


def test_one_bomb_is_a_heap_of_two_and_two_that_meet_are_their_cells() -> None:
    random = Random(6)
    for size in range(2, 9):
        assert tempo.nim_values(np.array([(1 << size) - 1]))[-1] == 2
    for _ in range(100):
        bombs = random_bombs(random, 7, 2)
        if len(bombs) == 2 and bombs[0] & bombs[1]:
            assert tempo.nim_values(bombs)[-1] == int(bombs[0] | bombs[1]).bit_count() % 2


def test_nim_values_of_bombs_apart_are_combined() -> None:
    random = Random(8)
    for _ in range(20):
        one, other = random_bombs(random, 8, 4), random_bombs(random, 8, 4)
        together = np.concatenate([one, other << 8])
        assert tempo.nim_values(together)[-1] == tempo.nim_values(one)[-1] ^ tempo.nim_values(other)[-1]


def test_the_parity_rule_is_mostly_right() -> None:
    wrong = {LOST: 0, WON: 0}
    said = {LOST: 0, WON: 0}
    for empty in (16, 17, 18, 20, 21):
        for grid, solved in endgames(3, 3, empty, 20):
            rest = rest_at(grid, solved)
            rule = tempo.parity_rule(empty, len(rest.bombs))
            said[rule] += 1
            fight = built(empty, rest.bombs)
            wrong[rule] += tempo.verdict_of(fight, (1 << empty) - 1, (1 << len(rest.bombs)) - 1) != rule
    assert wrong[LOST] <= 0.25 * said[LOST]
    assert wrong[WON] <= 0.08 * said[WON]


def test_plain_python_agrees() -> None:
    code = (
        "from endgames import endgames, rest_at\n"
        "from dueldoku.kernels.duel import tempo\n"
        "rest = rest_at(*next(endgames(2, 3, 14, 1, seed=4)))\n"
        "for table in (24, 6):\n"
        "    fight = tempo.tempo_of(14, rest.bombs, table, 64)\n"
        "    while not tempo.build(fight, 10): pass\n"
        "    choices = tempo.choices_of(fight, (1 << 14) - 1, (1 << len(rest.bombs)) - 1)\n"
        "    print([tempo.verdict_of(fight, choice.cells, choice.bombs, 10000) for choice in choices])\n"
        "print(tempo.nim_values(rest.bombs[:5]).tolist())\n"
    )
    rest = rest_at(*next(endgames(2, 3, 14, 1, seed=4)))
    assert len(rest.bombs) > 6
    fight = built(14, rest.bombs)
    choices = tempo.choices_of(fight, (1 << 14) - 1, (1 << len(rest.bombs)) - 1)
    line = [tempo.verdict_of(fight, choice.cells, choice.bombs) for choice in choices]
    assert run_plain(code) == f"{line}\n{line}\n{tempo.nim_values(rest.bombs[:5]).tolist()}\n"
