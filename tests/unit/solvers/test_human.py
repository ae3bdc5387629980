from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, puzzles

from dueldoku import Geometry, Grid
from dueldoku.board.symbols import cell_name
from dueldoku.errors import GridError
from dueldoku.solvers.human import (
    TECHNIQUES,
    Candidate,
    CandidateBoard,
    Deduction,
    Grade,
    next_step,
    rate,
    solutions,
)
from dueldoku.solvers.meter import BudgetEnded, Meter, TraceStep
from dueldoku.solvers.result import Budget
from dueldoku.solvers.teaching import backtrack

# Found by making puzzles at random with ``random_puzzle`` (the hidden quad: with ``random_board``).
EXAMPLES = {
    "naked single": ".6..52.9....4.6...1...8.35.....24...8..3....9..7....147.6......92.617..5.1.......",
    "hidden single": ".....134.........7....3.95.5..4....3.16.7....2.75...68.7......9.6...2.1.4...5....",
    "pointing": "..2....957.3.......4.2.3...2...4.78....37.....1......4...5..148..1..9......7..5..",
    "claiming": "....38.........32..4..........5....3.73.6.2..5..4..8.98...7.....3.6.94........1.8",
    "naked pair": "..5.1.7.8..1.....53.............41.....3.....2....846.18.2.........95.4.4.....3.7",
    "hidden pair": ".6.2..1.41....8......1...67.....53..7......92..9.8..........926.73....5..1..4....",
    "naked triple": "..8......3.....6...2.4...5.....378....7........3..51.2....73.6.9....271.....16.89",
    "hidden triple": ".5...91..2...4.5.....1..3...2..8..7...6.9.....9.37.6.......4..3......4127..2....5",
    "naked quad": ".5..7.9...8....372...3......45...6....81.5....7....2.....5......64.3...89..8.7..4",
    "hidden quad": "3......24..172..6.4....5798.....3...2639...............5...283...8..9......5.....",
    "X-wing": "...39....2.....1...5...79...3.....9...91.86..6...7....8..5..........25.3.63....4.",
    "swordfish": "9....817...57.....1..3.429..4..........2..3..2.3.5.8.....43.6.....9..72.8....2...",
    "jellyfish": "....6.85...6.5..7.4...38..11.....5...576.....9...2...7......4....39.7...8......9.",
    "XY-wing": ".9...6..4....7269...6....3.87..2..4....85.7..6...........1....948....5....579....",
    "XYZ-wing": "...8...2.1.....6...5..7.......6.92..76.5..4..4......1....13..9..38..75..54.......",
    "W-wing": "5....1..4.9.46....7.....3.2.....485....1..9..25..........3...8.9...4....1269.....",
    "simple colouring": "1...9...6....4....86.1..4..3.....54...7......5.....398.83.1.6.22..4..7......3....",
    "X-chain": "..3....2.....6...88..34..7..........6.5...98..3.4.6.1.31..9....4..81.2....8.....5",
    "XY-chain": "..6.......1.9..4..84...6..14.21....7.8..5.6.....48.....37.....89..71.2.6.6.......",
    "alternating chain": ".....4.3...216.8....7...2....1.........6..3...94.3...1..59.3.4..........6..8.57..",
}
WORDS = {
    "naked single": "r3c6 can only be 9.",
    "hidden single": "In block 4, 4 fits only in r6c2.",
    "pointing": "In block 1, 5 fits only in r3c1 and r3c3, all in row 3: no 5 in r3c5.",
    "claiming": "In row 1, 1 fits only in r1c1, r1c2 and r1c3, all in block 1: no 1 in r2c1, r2c2, r2c3 or r3c3.",
    "naked pair": "In row 5, r5c1 and r5c8 can only be 7 or 8: no 7 in r5c2, r5c5 or r5c6.",
    "hidden pair": (
        "In row 4, the digits 7 and 9 fit only in r4c4 and r4c5: no 1 in r4c5, no 2 in r4c5, no 4 in r4c4, no 6 "
        "in r4c4 or r4c5."
    ),
    "naked triple": "In column 9, r4c9, r5c9 and r7c9 can only be 4, 5 or 6: no 4 in r1c9 or r2c9, no 5 in r8c9.",
    "hidden triple": (
        "In block 8, the digits 7, 8 and 9 fit only in r7c4, r8c4 and r8c6: no 3 in r8c6, no 5 in r7c4, r8c4 or "
        "r8c6, no 6 in r7c4, r8c4 or r8c6."
    ),
    "naked quad": (
        "In column 8, r5c8, r7c8, r8c8 and r9c8 can only be 2, 3, 6 or 9: no 3 in r4c8 or r6c8, no 6 in r1c8 or "
        "r3c8, no 9 in r4c8 or r6c8."
    ),
    "hidden quad": (
        "In block 6, the digits 2, 3, 6 and 9 fit only in r4c7, r4c9, r6c7 and r6c9: no 1 in r4c9 or r6c9, no 4 "
        "in r4c7 or r6c7, no 5 in r4c7, r4c9, r6c7 or r6c9, no 7 in r4c9 or r6c9."
    ),
    "X-wing": "In rows 2 and 4, 7 fits only in columns 3 and 9: no 7 in r1c3, r1c9, r5c9 or r8c3.",
    "swordfish": "In rows 3, 4 and 9, 7 fits only in columns 2, 3 and 5: no 7 in r5c2, r5c3, r6c2 or r7c2.",
    "jellyfish": (
        "In rows 3, 4, 8 and 9, 2 fits only in columns 2, 3, 7 and 8: no 2 in r1c2, r1c3, r2c7, r5c7 or r5c8."
    ),
    "XY-wing": "r6c4 can only be 4 or 9; if it is 9, r4c6 is 1, and if it is 4, r6c3 is 1: no 1 in r4c3.",
    "XYZ-wing": "r2c3 can only be 2, 7 or 9; if it is 7, r1c2 is 9, and if it is 2, r5c3 is 9: no 9 in r3c3.",
    "W-wing": (
        "r6c7 and r8c9 can only be 1 or 6; in column 4, 6 is in r6c4 or r8c4, so r6c7 or r8c9 is not 6 but 1: no "
        "1 in r4c9, r6c9 or r8c7."
    ),
    "simple colouring": (
        "Two by two, 9 is either in r3c3 and r8c2 or in r2c2 and r3c9, so not where both are seen: no 9 in r8c9."
    ),
    "X-chain": (
        "If r5c5 is not 2, then r5c2 is 2, then r4c1 is not 2, then r9c1 is 2. So r5c5 is 2 or r9c1 is 2: no 2 in r9c5."
    ),
    "XY-chain": (
        "If r2c9 is not 5, then r2c9 is 2, then r6c9 is not 2, then r6c9 is 3, then r6c7 is not 3, then r6c7 is "
        "1, then r7c7 is not 1, then r7c7 is 5. So r2c9 is 5 or r7c7 is 5: no 5 in r1c7, r3c7 or r9c9."
    ),
    "alternating chain": (
        "If r1c7 is not 1, then r3c8 is 1, then r3c8 is not 6, then r3c9 is 6, then r7c9 is not 6, then r7c7 is "
        "6. So r1c7 is 1 or r7c7 is 6: no 1 in r7c7."
    ),
}
OTHER_SIZES = [
    ("X-wing", ".3..2..3..3.3..1"),
    ("W-wing", "3....13.1.4....."),
    ("X-chain", "3.......4..1...."),
    ("claiming", "2x3:..1..2..3.1.1..5...3.......6....2..4"),
    ("naked triple", "2x3:.1..3.2.6..........431..3...4..24..."),
    ("swordfish", "2x3:2...5...5..4.4.6......2...1...52...."),
    ("XYZ-wing", "2x3:....4.3....5.5....1....4...26...2..."),
    ("alternating chain", "2x3:..5..62.....4.....31..5....6......35"),
    ("hidden pair", "3x2:..36.1........1.23......5....63.6.1."),
    ("swordfish", "3x2:......1.5.4...3..1..1.3....3.46.4..."),
    ("simple colouring", "3x2:2..4.5....2.56...4...35.6.2.....4..."),
    ("XY-chain", "3x2:.6.........4..54.....5...3...21...3."),
    (
        "hidden triple",
        "3x4:.A.8.3..9...3..97..2...4...1.....8AB....3A..598........5....4.72C...6....8A......4..B......7..2..43...5"
        "...C...1...4.A2........7B..9.....2.6C.1..",
    ),
    (
        "hidden quad",
        "3x4:.......3...6.C.8..5A7.3.....7.9..C....7..5C9....C.92....6..B.1.A.....4............8.1..4C...3.B7....6.."
        "8.A2C.A.7..8B.1...28..43......6........A5",
    ),
    (
        "jellyfish",
        "3x4:5...7.3.......3..5AC.6.9......2.3...2....7....1.........8..CA...3641.29....6..5B1...1.A..8..6..B.32.4.."
        ".58....B....A....C...5.B.47..7..1.....C.A",
    ),
]
EVERY_EXAMPLE = [*EXAMPLES.items(), *OTHER_SIZES]
BROKEN = Grid.parse("1234 3412 2143 4322")
DEAD_END = Grid.parse("123. .... ...4 ....")  # r1c4 can only be 4, column 4 has one
STUCK = Grid.empty(Geometry.of(3, 3))
SHAPES = [(2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4)]


def explain(grid: Grid) -> list[Deduction]:
    return list(rate(grid).steps)


def random_full(random: Random, geometry: Geometry) -> Grid:
    """A solved board: random digits in random cells as long as there is a solution, then the first of these."""
    grid = Grid.empty(geometry)
    for cell in random.sample(range(geometry.size), geometry.size // 6):
        more = grid.with_value(cell, random.randint(1, geometry.side))
        if next(backtrack.solutions(more), None):
            grid = more
    return next(backtrack.solutions(grid))


def random_board(random: Random, geometry: Geometry) -> Grid:
    """A board with a solution, and most often with many."""
    full = random_full(random, geometry)
    kept = set(random.sample(range(len(full)), random.randint(len(full) // 5, len(full) // 2)))
    return Grid(geometry, tuple(value if cell in kept else 0 for cell, value in enumerate(full)))


def random_puzzle(random: Random, geometry: Geometry) -> Grid:
    """A board with one solution, and none of its clues can go."""
    grid = random_full(random, geometry)
    for cell in random.sample(range(len(grid)), len(grid)):
        fewer = grid.with_value(cell, 0)
        if len(list(islice(backtrack.solutions(fewer), 2))) == 1:
            grid = fewer
    return grid


def marks_of(solved: Iterable[Grid]) -> list[int]:
    """For each cell, the digits it has in one of these solutions."""
    return [sum(1 << digit for digit in set(digits)) for digits in zip(*solved, strict=True)]


def names_in(text: str) -> set[str]:
    return set(re.findall(r"r\d+c\d+", text))


def assert_holds(step: Deduction, board: CandidateBoard, needed: Sequence[int]) -> None:
    """The step changes something, takes nothing away that a solution needs, and says what it does."""
    changed = [*step.eliminations, *([step.placement] if step.placement else [])]
    assert changed, f"{step} changes nothing"
    assert len(set(changed)) == len(changed)
    for cell, digit in changed:
        assert board.marks[cell] >> digit & 1, f"{step} speaks of what is no candidate"
        assert not board.values[cell]
        assert board.geometry.name(cell) in step.reason
        assert str(digit) in step.reason
    for cell, digit in step.eliminations:
        assert not needed[cell] >> digit & 1, f"{step} is wrong"
    if step.placement:
        assert needed[step.placement.cell] == 1 << step.placement.digit, f"{step} is wrong"
    assert names_in(step.reason) <= {
        board.geometry.name(cell) for cell in (*step.cells, *(cell for cell, _ in changed))
    }


def check_all_steps(board: CandidateBoard, needed: Sequence[int]) -> int:
    """Look for every technique at every position on the way; the number of deductions that were checked."""
    checked = 0
    while True:
        found = [step for technique in TECHNIQUES for step in islice(technique.find(board), 60)]
        for step in found:
            assert_holds(step, board, needed)
        if not found:
            return checked
        checked += len(found)
        board.apply(found[0])


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_no_step_loses_a_solution(shape: tuple[int, int]) -> None:
    geometry, random, checked = Geometry.of(*shape), Random(str(shape)), 0
    for _ in range(200 // geometry.size + 1):
        for make in (random_board, random_puzzle):
            grid = make(random, geometry)
            needed = marks_of(islice(backtrack.solutions(grid), 300))
            checked += check_all_steps(CandidateBoard(grid), needed)
    assert checked > 100


@pytest.mark.slow
@given(puzzles(largest=9))
def test_no_step_loses_a_solution_of_any_board(grid: Grid) -> None:
    check_all_steps(CandidateBoard(grid), marks_of(islice(backtrack.solutions(grid), 200)))


@cache
def all_solved(m: int, n: int) -> list[Grid]:
    return list(backtrack.solutions(Grid.empty(Geometry.of(m, n))))


@pytest.mark.slow
@given(st.sampled_from([(2, 2), (1, 4), (1, 3)]), st.integers(0, 2**32), st.sampled_from([0.1, 0.2, 0.3, 0.5]))
@settings(max_examples=150)
def test_no_step_loses_a_solution_whatever_the_candidates(shape: tuple[int, int], seed: int, share: float) -> None:
    random, solved, empty = Random(seed), all_solved(*shape), Grid.empty(Geometry.of(*shape))
    digits = range(1, empty.geometry.side + 1)
    candidates = marks_of(random.sample(solved, random.randint(1, 3)))
    for cell in range(len(empty)):
        candidates[cell] |= sum(1 << digit for digit in digits if random.random() < share)
    left = [grid for grid in solved if all(mask >> value & 1 for mask, value in zip(candidates, grid, strict=True))]
    check_all_steps(CandidateBoard(empty, candidates), marks_of(left))


def test_every_technique_has_a_finder_and_an_example() -> None:
    assert list(EXAMPLES) == [technique.name for technique in TECHNIQUES][1:]


@pytest.mark.parametrize(("name", "line"), EVERY_EXAMPLE)
def test_technique_is_found_where_none_easier_applies(name: str, line: str) -> None:
    grid, names = Grid.parse(line), [technique.name for technique in TECHNIQUES]
    needed = marks_of(islice(backtrack.solutions(grid), 300))
    board, found = CandidateBoard(grid), 0
    for step in explain(grid):
        assert_holds(step, board, needed)
        if step.technique == name:
            found += 1
            *easier, technique = TECHNIQUES[: names.index(name) + 1]
            assert not any(next(other.find(board), None) for other in easier)
            assert next(technique.find(board)) == step
        board.apply(step)
    assert found


@pytest.mark.parametrize("name", EXAMPLES)
def test_reasons_in_words(name: str) -> None:
    step = next(step for step in explain(Grid.parse(EXAMPLES[name])) if step.technique == name)
    assert step.reason == WORDS[name]


@pytest.mark.parametrize("line", EXAMPLES.values(), ids=EXAMPLES)
def test_a_solved_puzzle_is_proven(line: str) -> None:
    grid = Grid.parse(line)
    truth = list(islice(backtrack.solutions(grid), 2))
    if len(truth) == 1:
        assert list(solutions(grid, Meter())) == truth
        assert sum(1 for step in explain(grid) if step.placement) == len(grid.holes)
        assert rate(grid).grade == max(step.grade for step in explain(grid)) < Grade.BEYOND
    else:
        assert rate(grid).grade is Grade.BEYOND


@given(grids(largest=6) | puzzles(largest=9))
def test_agrees_with_the_plain_solver(grid: Grid) -> None:
    try:
        found = list(solutions(grid, Meter()))
    except BudgetEnded:
        return
    assert found == list(islice(backtrack.solutions(grid), 2))


@given(puzzles(largest=9))
@settings(max_examples=25)
def test_hint_by_hint_is_the_same_way(grid: Grid) -> None:
    board = CandidateBoard(grid)
    for step in explain(grid):
        assert next_step(board.grid, board.marks) == step
        board.apply(step)
    assert next_step(board.grid, board.marks) is None


def test_stuck_is_not_the_same_as_no_solution() -> None:
    assert next_step(STUCK) is None
    assert rate(STUCK).grade is Grade.BEYOND
    with pytest.raises(BudgetEnded):
        list(solutions(STUCK, Meter()))
    for none in (BROKEN, DEAD_END):
        assert list(solutions(none, Meter())) == []
        assert rate(none).grade is Grade.BEYOND
        assert explain(none)[-1].is_contradiction


def test_contradictions_in_words() -> None:
    assert str(explain(BROKEN)[-1]) == "contradiction: 2 stands twice in row 4: r4c3 and r4c4."
    assert explain(DEAD_END)[-1].reason == "No digit is left for r1c4."
    nowhere = next_step(Grid.empty(Geometry.of(2, 2)), [0b11100] * 4 + [0b11110] * 12)
    assert str(nowhere) == "contradiction: In row 1, 1 fits nowhere."


def test_full_board_needs_no_step() -> None:
    full = Grid.pattern(Geometry.of(3, 4))
    assert next_step(full) is None
    assert explain(full) == []
    assert rate(full).grade is Grade.EASY
    assert list(solutions(full, Meter())) == [full]


def test_candidates_that_were_struck_out_stay_so() -> None:
    grid = Grid.parse(EXAMPLES["pointing"])
    candidates = CandidateBoard(grid).marks
    while (step := next_step(grid, candidates)) and not step.eliminations:
        assert step.placement
        grid = grid.with_value(*step.placement)
        candidates = CandidateBoard(grid).marks
    assert step
    for cell, digit in step.eliminations:
        candidates[cell] ^= 1 << digit
    assert next_step(grid) == step
    assert next_step(grid, candidates) != step
    with pytest.raises(GridError, match="expected 81 masks of candidates, got 3"):
        next_step(grid, [1, 2, 3])


def test_trace_shows_the_candidates_after_each_step() -> None:
    grid, told = Grid.parse(EXAMPLES["X-wing"]), list[TraceStep]()
    meter = Meter(trace=told.append)
    solved = next(solutions(grid, meter))
    steps = explain(grid)
    assert [step.text for step in told[:-1]] == [str(step) for step in steps]
    assert {step.kind for step in told[:-1]} == {"place", "eliminate"}
    assert told[-1].kind == "solution"
    assert told[-1].candidates == tuple(1 << value for value in solved)
    assert meter.propagations == len(steps)
    assert meter.guesses == 0
    board = CandidateBoard(grid)
    for step, said in zip(steps, told, strict=False):
        board.apply(step)
        assert said.candidates == tuple(board.marks)
        assert Candidate(said.cell, said.digit) in (step.placement, *step.eliminations)


def test_trace_tells_of_a_contradiction() -> None:
    told = list[TraceStep]()
    assert list(solutions(DEAD_END, Meter(trace=told.append))) == []
    assert told[-1].kind == "back"


def test_a_budget_ends_it() -> None:
    with pytest.raises(BudgetEnded):
        list(solutions(Grid.parse(EXAMPLES["X-wing"]), Meter(Budget(nodes=20))))


def test_grades_are_in_order() -> None:
    assert [str(level) for level in Grade] == ["easy", "medium", "hard", "expert", "beyond"]
    grades = [technique.grade for technique in TECHNIQUES][1:]
    assert grades == sorted(grades)
    names = ("hidden single", "hidden triple", "XY-wing", "alternating chain")
    assert [str(rate(Grid.parse(EXAMPLES[name])).grade) for name in names] == ["easy", "medium", "hard", "expert"]


def test_cells_have_their_names() -> None:
    board = CandidateBoard(Grid.empty(Geometry.of(3, 4)))
    assert board.names([0, 13, 143]) == "r1c1, r2c2 and r12c12"
    assert [board.geometry.name(cell) for cell in range(144)] == [cell_name(*divmod(cell, 12)) for cell in range(144)]
    assert board.unit_names(0) == "row 1"
    assert board.unit_names(12, 23) == "columns 1 and 12"
    assert board.unit_names(35) == "block 12"
