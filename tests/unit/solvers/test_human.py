from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from human_examples import EXAMPLES, WORDS
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, puzzles

from dueldoku import Geometry, Grid
from dueldoku.board.symbols import cell_name
from dueldoku.errors import GridError
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.human import (
    TECHNIQUES,
    Candidate,
    CandidateBoard,
    Deduction,
    Grade,
    Scale,
    Stage,
    deduce,
    next_step,
    rate,
    solutions,
    tell,
)
from dueldoku.solvers.human.forcing import is_too_open
from dueldoku.solvers.human.techniques import BY_SCALE
from dueldoku.solvers.meter import BudgetEnded, Meter, TraceStep
from dueldoku.solvers.result import Budget
from dueldoku.solvers.teaching import backtrack

OTHER_SIZES = [
    ("X-wing", ".3..2..3..3.3..1"),
    ("claiming", "2x3:..1..2..3.1.1..5...3.......6....2..4"),
    ("naked triple", "2x3:.1..3.2.6..........431..3...4..24..."),
    ("swordfish", "2x3:2...5...5..4.4.6......2...1...52...."),
    ("W-wing", "2x3:...6......3221...5..5....62.....45.."),
    ("skyscraper", "2x3:..4..3...6..51...6..6...4..1....53.4"),
    ("two-string kite", "2x3:....5...62..3..1...6...3.2.54......."),
    ("turbot fish", "2x3:..5.3....5.12....3..6...36...4......"),
    ("BUG+1", "2x3:.5.........1.....63..1....4....2135."),
    ("alternating chain", "2x3:4...13...4....62........1.........5."),
    ("grouped chain", "2x3:21..5....61..5..........4...3.5....4"),
    ("ALS-XY-wing", "2x3:.....1...6.......41..5..3.2.5....2.."),
    ("forcing chain", "2x3:.....1...6.......41..5..3.2.5....2.."),
    ("forcing net", "2x3:.1..4............6.3..5.1......5.2.."),
    ("hidden pair", "3x2:..36.1........1.23......5....63.6.1."),
    ("swordfish", "3x2:......1.5.4...3..1..1.3....3.46.4..."),
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


NAMES = [technique.name for technique in TECHNIQUES]
HOLDING = [technique for technique in TECHNIQUES if not technique.trusts]  # however many solutions there are
BY_NAME = {technique.name: technique for technique in TECHNIQUES}


def explain(grid: Grid, name: str = "naked single") -> list[Deduction]:
    """All steps, with the techniques that trust uniqueness if the named one does."""
    return list(rate(grid, trust_uniqueness=BY_NAME[name].trusts).steps)


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
    *usual, last_resort = HOLDING
    checked = 0
    while True:
        found = [step for technique in usual for step in islice(technique.find(board), 60)]
        found = found or list(islice(last_resort.find(board), 2))
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
        for made_by in (random_board, random_puzzle):
            grid = made_by(random, geometry)
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
    assert list(EXAMPLES) == NAMES[1:]


@pytest.mark.parametrize(("name", "line"), EVERY_EXAMPLE)
def test_technique_is_found_where_none_easier_applies(name: str, line: str) -> None:
    grid, known = Grid.parse(line), [it for it in TECHNIQUES if BY_NAME[name].trusts or not it.trusts]
    needed = marks_of(islice(backtrack.solutions(grid), 300))
    board, found = CandidateBoard(grid), 0
    for step in explain(grid, name):
        assert_holds(step, board, needed)
        if step.technique == name:
            found += 1
            *easier, technique = known[: known.index(BY_NAME[name]) + 1]
            assert not any(next(other.find(board), None) for other in easier)
            assert next(technique.find(board)) == step
        board.apply(step)
    assert found


@pytest.mark.parametrize("name", WORDS)
def test_reasons_in_words(name: str) -> None:
    step = next(step for step in explain(Grid.parse(EXAMPLES[name]), name) if step.technique == name)
    assert step.reason == WORDS[name]


@pytest.mark.parametrize("name", [name for name in NAMES if BY_NAME[name].trusts])
def test_what_trusts_uniqueness_is_left_out_unless_asked_for(name: str) -> None:
    grid = Grid.parse(EXAMPLES[name])
    assert name in rate(grid, trust_uniqueness=True).techniques
    assert not any(step.trusts for step in rate(grid).steps)
    assert all(step.trusts is BY_NAME[step.technique].trusts for step in rate(grid, trust_uniqueness=True).steps)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_solved_puzzle_is_proven(name: str) -> None:
    grid = Grid.parse(EXAMPLES[name])
    truth = list(islice(backtrack.solutions(grid), 2))
    if len(truth) == 1:
        assert list(solutions(grid, Meter())) == truth
        assert sum(1 for step in explain(grid) if step.placement) == len(grid.holes)
        assert rate(grid).grade == max(step.grade for step in explain(grid))
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


def test_points_order_puzzles_and_scales_have_their_own_order() -> None:
    easy, chain = Grid.parse(EXAMPLES["hidden single"]), Grid.parse(EXAMPLES["alternating chain"])
    assert rate(easy).score < rate(chain).score
    assert rate(chain).score == sum(BY_NAME[step.technique].points for step in rate(chain).steps)
    assert rate(chain).hardest == "alternating chain"
    levels = [step.level for step in rate(chain, scale=Scale.EXPLAINER).steps]
    assert rate(chain, scale=Scale.EXPLAINER).score == max(levels) >= 7.0
    assert rate(easy, scale=Scale.EXPLAINER).score < 2.6
    order = [technique.level for technique in BY_SCALE[Scale.EXPLAINER]]
    assert order == sorted(order)


def test_the_document_lists_every_technique() -> None:
    text = (Path(__file__).parents[3] / "docs" / "solving.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \((easy|medium|hard|expert|beyond)\) \| (\d+) \| ([\d.]+) \| (\(u\) )?", text, re.M)
    told = [(name, level, int(points), float(at), bool(trusts)) for name, level, points, at, trusts in rows]
    assert told == [(it.name, str(it.grade), it.points, it.level, it.trusts) for it in TECHNIQUES[1:]]


@pytest.mark.parametrize("name", [name for name in EXAMPLES if BY_NAME[name].grade is Grade.EXPERT])
def test_links_join_what_the_reason_names(name: str) -> None:
    for step in explain(Grid.parse(EXAMPLES[name]), name):
        cells = {cell for link in step.links for place in link[:2] for cell in place.cells}
        assert cells <= set(step.cells)
        assert {cell for part in step.sets for cell in part} <= set(step.cells)


def test_a_hint_gives_away_no_more_than_its_stage() -> None:
    grid = Grid.parse(EXAMPLES["X-wing"])
    step = next(step for step in explain(grid) if step.technique == "X-wing")
    where, technique, why = (tell(step, grid.geometry, stage) for stage in Stage)
    assert "X-wing" not in where
    assert technique == "The technique: X-wing (hard)."
    assert why == str(step)
    assert not names_in(technique)


def test_a_budget_ends_a_long_search_on_the_way() -> None:
    board = CandidateBoard(Grid.empty(Geometry.of(2, 3)))
    with pytest.raises(BudgetEnded):
        list(deduce(board, Meter(Budget(seconds=1e-6))))


def test_a_nearly_empty_large_board_has_more_candidates_than_anybody_follows() -> None:
    puzzle = next(make(Recipe.parse("generate:size=4x4,minimal=yes,seed=1")))
    assert not is_too_open(CandidateBoard(puzzle))
    assert not is_too_open(CandidateBoard(Grid.parse("." * 81)))
    assert rate(Grid.parse("1" + "." * 255)).grade is Grade.BEYOND  # it had no end in a minute
