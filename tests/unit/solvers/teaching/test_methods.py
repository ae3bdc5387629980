"""The teaching methods: all of them, with all their options, find the same solutions by the work that they tell."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import full_grids, grids, puzzles

from dueldoku import Geometry, Grid
from dueldoku.board.geometry import bits
from dueldoku.solvers.meter import BudgetEnded, Meter, TraceStep
from dueldoku.solvers.registry import METHODS, parse_method
from dueldoku.solvers.result import Budget
from dueldoku.solvers.teaching.search import candidates

pytestmark = pytest.mark.slow

TEACHING = ["brute-force", "guess-and-fill", "csp", "exact-cover", "exact-cover:structure=links"]
CSP_OPTIONS = {name: values for name, values in METHODS["csp"].options.items() if name != "done"}  # a report's mistake
ALL_CSP = [
    "csp:" + ",".join(f"{option}={value}" for option, value in zip(CSP_OPTIONS, choice, strict=True))
    for choice in product(*CSP_OPTIONS.values())
]
QUICK_CSP = [method for method in ALL_CSP if "prune=during" in method and "single=yes" in method]
SHAPES = [(1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1)]  # small enough to list all full boards
EASY = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HARD = Grid.parse(
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)  # Norvig's example

any_csp = st.sampled_from(ALL_CSP)
any_method = st.sampled_from(TEACHING) | any_csp


def solutions(grid: Grid, method: str, meter: Meter | None = None) -> Iterator[Grid]:
    name, options = parse_method(method)
    return METHODS[name].solutions(grid, meter or Meter(), **options)


def solve_all(grid: Grid, method: str) -> set[Grid]:
    found = list(solutions(grid, method))
    assert len(found) == len(set(found)), f"{method} finds a solution of {grid} twice"
    return set(found)


@cache
def full_boards(geometry: Geometry) -> list[Grid]:
    """All full boards, by another way than the methods': row after row out of all permutations."""
    side = geometry.side
    boards: list[tuple[int, ...]] = [()]
    for _ in range(side):
        boards = [rows + row for rows in boards for row in permutations(range(1, side + 1))]
        boards = [rows for rows in boards if not Grid(geometry, rows + (0,) * (geometry.size - len(rows))).clash]
    return [Grid(geometry, rows) for rows in boards]


def expected(grid: Grid) -> set[Grid]:
    clues = [(cell, value) for cell, value in enumerate(grid) if value]
    return {full for full in full_boards(grid.geometry) if all(full[cell] == value for cell, value in clues)}


def some_puzzle(geometry: Geometry, random: Random) -> Grid:
    """Some clues of a full board; at times one of them is changed, which may leave no solution or break the rules."""
    full = random.choice(full_boards(geometry))
    share = random.uniform(0.25, 1)
    values = [value if random.random() < share else 0 for value in full]
    if random.random() < 0.3:
        values[random.randrange(geometry.size)] = random.randint(1, geometry.side)
    return Grid(geometry, tuple(values))


def search(grid: Grid, method: str, meter: Meter, most: int) -> tuple[list[Grid], bool]:
    """At most so many solutions, and whether these are all: some methods would take too long on some boards."""
    found: list[Grid] = []
    try:
        found.extend(islice(solutions(grid, method, meter), most))
    except BudgetEnded:
        return found, False
    return found, len(found) < most


def same_in_all_methods(grid: Grid, method: str) -> None:
    """Brute force, all the others and ``method`` find the same solutions of a board, as far as they get."""
    answer, is_all = search(grid, "brute-force", Meter(Budget(nodes=20_000)), most=60)
    for tried in [*TEACHING[1:], method]:
        found, finished = search(grid, tried, Meter(Budget(nodes=1000)), most=60)
        assert len(set(found)) == len(found)
        assert all(not solved.clash and not solved.holes for solved in found)
        assert all(solved[cell] == value for solved in found for cell, value in enumerate(grid) if value)
        assert not is_all or set(found) <= set(answer), f"{tried} on {grid!r}"
        assert not finished or set(answer) <= set(found), f"{tried} on {grid!r}"


# ---- the same solutions


@pytest.mark.parametrize(("shape", "count"), [((1, 2), 2), ((3, 1), 12), ((2, 2), 288), ((1, 4), 576)], ids=str)
@pytest.mark.parametrize("method", TEACHING)
def test_empty_boards_have_the_known_numbers_of_solutions(method: str, shape: tuple[int, int], count: int) -> None:
    grid = Grid.empty(Geometry.of(*shape))
    found = solve_all(grid, method)
    assert len(found) == count
    assert found == expected(grid)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_thousands_of_tiny_puzzles(shape: tuple[int, int]) -> None:
    random = Random(str(shape))
    for _ in range(500):
        grid = some_puzzle(Geometry.of(*shape), random)
        answer = expected(grid)
        for method in [*TEACHING, random.choice(ALL_CSP)]:
            assert solve_all(grid, method) == answer, f"{method} on {grid!r}"


@pytest.mark.parametrize("shape", [(1, 5), (5, 1), (2, 3), (3, 2), (2, 4), (3, 3)], ids=str)
def test_hundreds_of_small_puzzles(shape: tuple[int, int]) -> None:
    random = Random(str(shape))
    geometry = Geometry.of(*shape)
    digits = range(1, geometry.side + 1)
    for _ in range(50):
        renamed = dict(zip(digits, random.sample(digits, geometry.side), strict=True))
        holes = random.sample(range(geometry.size), int(geometry.size * random.uniform(0.3, 0.6)))
        values = [0 if cell in holes else renamed[value] for cell, value in enumerate(Grid.pattern(geometry))]
        same_in_all_methods(Grid(geometry, tuple(values)), random.choice(QUICK_CSP))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(4))
def test_each_combination_of_options_of_csp(first: int) -> None:
    random = Random(first)
    for method in ALL_CSP[first::4]:
        for _ in range(3):
            grid = some_puzzle(Geometry.of(2, 2), random)
            assert solve_all(grid, method) == expected(grid), f"{method} on {grid!r}"


@given(grids(largest=9), any_csp)
@settings(max_examples=100)
def test_boards_that_make_no_sense(grid: Grid, method: str) -> None:
    if grid.clash:
        assert all(not solve_all(grid, tried) for tried in [*TEACHING, method])


@given(full_grids(largest=9), any_csp)
def test_full_boards_are_their_own_solutions(grid: Grid, method: str) -> None:
    assert all(solve_all(grid, tried) == {grid} for tried in [*TEACHING, method])


@given(puzzles(largest=9), any_csp)
@settings(max_examples=150)
def test_puzzles_of_many_shapes(grid: Grid, method: str) -> None:
    same_in_all_methods(grid, method)


@given(full_grids(largest=6), st.randoms(use_true_random=False), any_csp)
@settings(max_examples=100)
def test_a_wrong_digit_leaves_the_same_solutions_or_none(full: Grid, random: Random, method: str) -> None:
    geometry = full.geometry
    holes = random.sample(range(geometry.size), geometry.size // 2)
    grid = Grid(geometry, tuple(0 if cell in holes else value for cell, value in enumerate(full)))
    wrong = grid.with_value(holes[0], random.choice(bits(candidates(geometry, grid.values, holes[0]))))
    same_in_all_methods(wrong, method)


@pytest.mark.parametrize("method", [*TEACHING, *Random(3).sample(QUICK_CSP, 20)])
def test_an_ordinary_sudoku(method: str) -> None:
    assert [str(solved)[:9] for solved in solutions(EASY, method)] == ["534678912"]


@pytest.mark.parametrize("method", ["csp", "csp:variables=mrv,values=least-004", "exact-cover"])
def test_a_hard_sudoku(method: str) -> None:
    (solved,) = solutions(HARD, method)
    assert str(solved).startswith("417369825632158947958724316")


@pytest.mark.parametrize("method", [*TEACHING, "csp:prune=none,table=no"])
def test_no_method_nests_calls_as_deep_as_the_board(method: str) -> None:
    """256 empty cells and room for 60 more calls than are open now."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 60)
    try:
        solved = next(solutions(Grid.empty(Geometry.of(4, 4)), method))
    finally:
        sys.setrecursionlimit(before)
    assert not solved.clash
    assert not solved.holes


def test_boards_with_more_cells_than_python_allows_calls() -> None:
    assert len(Geometry.of(8, 8).peers) > sys.getrecursionlimit()
    assert not next(solutions(Grid.empty(Geometry.of(8, 8)), "brute-force")).clash


# ---- work and budget


@given(puzzles(largest=6), any_method)
def test_the_work_is_the_same_from_run_to_run_and_watched_or_not(grid: Grid, method: str) -> None:
    counts = []
    for trace in (None, None, lambda step: None):
        meter = Meter(Budget(nodes=1000), trace)
        search(grid, method, meter, most=30)
        counts.append((meter.nodes, meter.guesses, meter.propagations))
    assert len(set(counts)) == 1


@pytest.mark.parametrize("method", [*TEACHING, "csp:prune=none"])
def test_the_budget_of_nodes_ends_the_search(method: str) -> None:
    grid = Grid.parse("1... ..2. .3.. ....")
    meter = Meter()
    solved = list(solutions(grid, method, meter))
    assert list(solutions(grid, method, Meter(Budget(nodes=meter.nodes)))) == solved
    for nodes in range(1, meter.nodes):
        with pytest.raises(BudgetEnded):
            list(solutions(grid, method, Meter(Budget(nodes=nodes))))


def test_solutions_found_before_the_budget_ends_are_kept() -> None:
    search = solutions(Grid.empty(Geometry.of(2, 2)), "brute-force", Meter(Budget(nodes=40)))
    assert next(search) == Grid.parse("1234 3412 2143 4321")
    with pytest.raises(BudgetEnded):
        list(search)


@given(puzzles(largest=6))
def test_sets_and_links_search_the_same_tree(grid: Grid) -> None:
    def told(structure: str) -> list[TraceStep]:
        steps: list[TraceStep] = []
        search(grid, f"exact-cover:structure={structure}", Meter(trace=steps.append), most=20)
        return steps

    assert told("sets") == told("links")


@pytest.mark.parametrize(("weaker", "stronger"), [
    ("csp:variables=first,forward=no,prune=none", "csp:variables=first,prune=none"),
    ("csp:variables=first,prune=none", "csp:prune=none"),
    ("csp:prune=none", "csp:prune=before"),
    ("csp:prune=before", "csp"),
    ("csp:single=no,pairs=no", "csp:single=no"),
    ("csp:pairs=no", "csp"),
])  # fmt: skip
def test_each_part_saves_nodes(weaker: str, stronger: str) -> None:
    """On one puzzle that shows it; there are others where a part is in the way."""
    grid = Grid.parse("..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..")
    spent = []
    for method in (weaker, stronger):
        meter = Meter()
        assert len(list(solutions(grid, method, meter))) == 1
        spent.append(meter.nodes)
    assert spent[0] > spent[1]


# ---- what the search tells


def replay(grid: Grid, method: str, most: int) -> None:
    """Follow a trace step by step: brackets match, digits fit, solutions are on the board when they are found."""
    steps: list[TraceStep] = []
    meter = Meter(Budget(nodes=2000), steps.append)
    found = iter(search(grid, method, meter, most)[0])
    board = list(grid)
    trail: list[TraceStep] = []  # what is on the board beyond the clues, and the eliminations, since the start
    for step in steps:
        open_guesses = [earlier for earlier in trail if earlier.kind == "guess"]
        if step.kind in ("guess", "place"):
            assert step.depth == len(open_guesses) + (step.kind == "guess")
            assert not board[step.cell]
            assert 1 << step.digit & candidates(grid.geometry, board, step.cell)
            board[step.cell] = step.digit
            assert not step.candidates or step.candidates[step.cell] == 1 << step.digit
        elif step.kind == "back":
            assert (open_guesses[-1].cell, open_guesses[-1].digit, len(open_guesses)) == step[2:5]
            while trail[-1] is not open_guesses[-1]:
                board[trail[-1].cell] *= trail.pop().kind == "eliminate"
            board[trail.pop().cell] = 0
            continue
        elif step.kind == "solution":
            assert tuple(board) == next(found).values
            for earlier in trail:  # a candidate that the solution needs was never struck on the way to it
                assert all(mask >> value & 1 for mask, value in zip(earlier.candidates, board, strict=False))
            continue
        assert step.text
        trail.append(step)
    assert next(found, None) is None
    assert meter.guesses == sum(step.kind == "guess" for step in steps)
    assert meter.propagations == sum(step.kind in ("place", "eliminate") for step in steps)


@pytest.mark.slow
@given(puzzles(largest=6), any_method)
@settings(max_examples=200)
def test_a_trace_can_be_replayed(grid: Grid, method: str) -> None:
    replay(grid, method, most=30)


@pytest.mark.parametrize("shape", [(2, 2), (1, 4)], ids=str)
def test_traces_of_searches_with_many_guesses(shape: tuple[int, int]) -> None:
    random = Random(str(shape))
    for _ in range(150):
        replay(some_puzzle(Geometry.of(*shape), random), random.choice(random.choice([TEACHING, ALL_CSP])), most=1000)


@pytest.mark.parametrize("method", [*TEACHING[1:], "csp:table=no", "csp:prune=none"])
def test_the_trace_of_a_whole_search(method: str) -> None:
    replay(Grid.parse("1... ..2. .3.. ...."), method, most=1000)
    replay(EASY, method, most=2)


def test_a_trace_reads_well() -> None:
    steps: list[TraceStep] = []
    grid = Grid.parse("2x3:635..41....5.5......63....2..3.6.5..")
    list(solutions(grid, "csp:trivial=no", Meter(trace=steps.append)))
    told = {step.kind: step.text for step in steps}  # the last of each kind
    assert told == {
        "place": "r6c5=4: it has no other place left in block 6",
        "eliminate": "r3c1 and r3c4 share 2 and 4, so the rest of row 3 has neither",
        "guess": "try r3c3=3",
        "back": "take back r3c3=3: nothing is left to try for r3c5",
        "solution": "solved",
    }


def test_the_defaults_are_those_of_the_registry() -> None:
    for name in {method.partition(":")[0] for method in TEACHING}:
        defaults = {
            parameter.name: parameter.default
            for parameter in inspect.signature(METHODS[name].solutions).parameters.values()
            if parameter.kind is parameter.KEYWORD_ONLY
        }
        assert defaults == parse_method(name)[1]
