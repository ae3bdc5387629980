from __future__ import annotations

import json
import signal
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, puzzles

from dueldoku import Geometry, Grid
from dueldoku.errors import FormatError, GridError, ShapeError, UnknownName
from dueldoku.solvers import api, backend, wide
from dueldoku.solvers.api import count, is_unique, solve
from dueldoku.solvers.many import first_solutions, solve_many
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.registry import METHODS, parse_method
from dueldoku.solvers.result import Budget, Verdict
from dueldoku.solvers.teaching.backtrack import solutions

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
COMPLETE = [name for name in METHODS if name != "human"]  # the methods that always reach a verdict


def test_the_verdict_keeps_four_answers_apart() -> None:
    assert solve(LINE).verdict is Verdict.UNIQUE
    assert solve("." * 81).verdict is Verdict.MULTIPLE
    assert solve("11" + "." * 79).verdict is Verdict.NONE
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    assert solve(hard, budget=Budget(nodes=1)).verdict is Verdict.UNKNOWN
    assert solve(LINE, budget=Budget(solutions=1)).verdict is Verdict.UNKNOWN


def test_what_a_result_says() -> None:
    result = solve(LINE)
    assert str(result.solution) == SOLUTION
    assert result.method == "bitboard"
    assert result.work.propagations > 0
    assert solve("11" + "." * 79).solution is None
    assert len(solve("." * 81, budget=Budget(solutions=7)).solutions) == 7


@pytest.mark.parametrize("text", [LINE, LINE.replace(".", "0"), "\n".join(LINE[i : i + 9] for i in range(0, 81, 9))])
def test_puzzles_in_any_format(text: str) -> None:
    assert str(solve(text).solution) == SOLUTION
    assert str(solve(Grid.parse(LINE)).solution) == SOLUTION
    assert is_unique(text)


def test_counting_and_enumerating() -> None:
    assert count(LINE) == 1
    assert count("." * 81, limit=1000) == 1000
    assert count("." * 16, limit=1000) == 288
    assert len(set(api.solutions("." * 16))) == 288
    first = api.solutions("." * 81)
    assert len({next(first) for _ in range(2000)}) == 2000


def test_a_count_says_whether_it_is_complete() -> None:
    for method in ("", "plain"):
        everything = count("." * 16, method=method)
        assert (everything, everything.complete, str(everything), repr(everything)) == (288, True, "288", "288")
        some = count("." * 16, limit=100, method=method)
        assert (some, some.complete, some.stopped_by) == (100, False, "limit")
        assert (f"{some}", json.dumps([some])) == ("100 or more", "[100]")
        short = count("." * 81, seconds=0.05, method=method)
        assert (short.complete, short.stopped_by) == (False, "seconds")
        assert short > 0
    assert count("." * 16, limit=288) == 288
    assert not count("." * 16, limit=288).complete
    assert count(LINE, limit=2) == 1
    assert count("11" + "." * 79).complete


@pytest.mark.parametrize("method", ["", "plain"])
def test_ctrl_c_stops_a_count(method: str) -> None:
    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    count("." * 16, method=method)  # whatever has to load, loads here
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        stopped = count("." * 81, method=method)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert stopped > 0
    assert stopped.stopped_by == "Ctrl-C"


@pytest.mark.parametrize("shape", ["2x2", "3x3", "3x4"])
def test_nothing_is_loaded_for_an_answer_at_once(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    geometry = Geometry.parse(shape)
    monkeypatch.setattr(backend, "_loaded", set())
    monkeypatch.setattr(backend, "backend_of", lambda geometry: pytest.fail("loads the compiled solver"))
    if geometry.side <= 9:
        found = backend.first_solution(geometry, bytes(geometry.size), at_once=True)
        assert found
        assert not Grid(geometry, tuple(found)).clash
        assert backend.first_solution(geometry, b"\1\1" + bytes(geometry.size - 2), at_once=True) is None
    else:
        with pytest.raises(pytest.fail.Exception):
            backend.first_solution(geometry, bytes(geometry.size), at_once=True)


@given(puzzles(largest=9))
@settings(max_examples=30)
def test_every_backend_agrees(grid: Grid) -> None:
    values = bytes(grid.values)
    expected = {bytes(solution) for solution in islice(solutions(grid), 41)}
    backends = {wide.Wide(grid.geometry), backend.backend_of(grid.geometry)}
    for solver in backends:
        found, _ = solver.first(values, 41)
        some = [row.tobytes() for part in solver.solutions(values, Meter(), 41) for row in part]
        assert len(found) == len(set(found)) == len(expected)
        assert sorted(found) == sorted(some)
        if len(expected) < 41:
            assert set(found) == expected
            tally = np.zeros((grid.geometry.size, grid.geometry.side), np.int64)
            assert solver.tally(np.array(grid.values, np.uint8), tally, 50) == len(expected)
            assert all(
                tally[0, digit - 1] == sum(one[0] == digit for one in expected)
                for digit in range(1, grid.geometry.side + 1)
            )


@pytest.mark.parametrize("method", COMPLETE)
@given(grid=grids(largest=4))
@settings(max_examples=40)
def test_all_methods_agree_on_small_boards(method: str, grid: Grid) -> None:
    if not METHODS[method].shapes:
        assert set(api.solutions(grid, method)) == set(solutions(grid))


@pytest.mark.parametrize("method", COMPLETE)
@given(grid=puzzles(largest=9))
@settings(max_examples=15)
def test_all_methods_agree_on_puzzles(method: str, grid: Grid) -> None:
    if len(grid.holes) > 40 or (METHODS[method].shapes and str(grid.geometry) not in METHODS[method].shapes):
        return
    expected = solve(grid, "exact-cover:structure=links")
    result = solve(grid, method)
    assert result.verdict is expected.verdict
    if result.verdict is Verdict.UNIQUE:
        assert result.solution == expected.solution


def test_asking_a_method_for_a_board_it_cannot_do() -> None:
    with pytest.raises(ShapeError, match="expected a board with 3x3 blocks for bitboard, got 2x2"):
        solve("." * 16, "bitboard")
    with pytest.raises(ShapeError, match="got 1x9"):
        solve(Grid.empty(Geometry.of(1, 9)), "bitboard")


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("magic", "expected a method out of bitboard, wide, .*, got 'magic'"),
        ("csp:colour=red", "expected an option of csp out of .*, got 'colour'"),
        ("csp:variables=last", "expected variables out of .*, got 'last'"),
        ("bitboard:x=1", "expected an option of bitboard out of none, got 'x'"),
    ],
)
def test_unknown_methods_and_options_are_answered_with_a_list(method: str, message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        parse_method(method)


@pytest.mark.parametrize("wrong", [{"solutions": 0}, {"seconds": 0.0}, {"nodes": 0}, {"seconds": -1.0}])
def test_a_budget_is_above_nothing(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Budget(**wrong)  # type: ignore[arg-type]


# -- many ------------------------------------------------------------------------------------------------------------


@given(st.lists(puzzles(geometry=Geometry.of(3, 3)), max_size=5))
@settings(max_examples=20)
def test_many_is_each(boards: list[Grid]) -> None:
    solved = solve_many([str(board) for board in boards])
    assert solved.counts.tolist() == [len(solve(board).solutions) for board in boards]
    for board, solution, number in zip(boards, solved.solutions, solved.counts, strict=True):
        if number == 1:
            assert tuple(solution.tolist()) == solve(board).solution.values  # type: ignore[union-attr]


def test_text_and_arrays_are_the_same() -> None:
    lines = [LINE, "." * 81, "11" + "." * 79, SOLUTION]
    array = np.array([[0 if char == "." else int(char) for char in line] for line in lines], np.uint8)
    done: list[int] = []
    from_text = solve_many(lines, limit=3, progress=done.append)
    from_array = solve_many(array, limit=3)
    assert from_text.counts.tolist() == from_array.counts.tolist() == [1, 3, 0, 1]
    assert (from_text.solutions == from_array.solutions).all()
    assert not from_text.solutions[2].any()
    assert sum(done) == 4


def test_many_of_another_size() -> None:
    boards = ["12.4.4.221.3...1", "." * 16, "11" + "." * 14]
    assert solve_many(boards).counts.tolist() == [1, 2, 0]
    values = np.zeros((2, 36), np.uint8)
    assert solve_many(values, shape=Geometry.of(2, 3)).counts.tolist() == [2, 2]


@given(st.lists(puzzles(geometry=Geometry.of(2, 3)), min_size=1, max_size=5))
@settings(max_examples=20)
def test_first_solutions_are_solutions(boards: list[Grid]) -> None:
    boards.append(Grid.parse("11" + "." * 34, Geometry.of(2, 3)))
    solved = first_solutions(Geometry.of(2, 3), np.array([board.values for board in boards], np.uint8))
    assert solved.counts.tolist() == [count(board, limit=1) for board in boards]
    for board, solution, number in zip(boards, solved.solutions.tolist(), solved.counts, strict=True):
        if number:
            assert not Grid(board.geometry, tuple(solution)).clash
            assert all(value in (0, digit) for value, digit in zip(board, solution, strict=True))


def test_threads_do_not_change_the_answers() -> None:
    lines = [LINE, "." * 81, SOLUTION] * 12_000
    one, two = solve_many(lines, threads=1), solve_many(lines, threads=2)
    assert (one.counts == two.counts).all()
    assert (one.solutions == two.solutions).all()
    assert one.counts.tolist() == [1, 2, 1] * 12_000


@pytest.mark.parametrize(
    "spoiled", [LINE[:-1], LINE + ".", LINE[:40] + "\n" + LINE[41:], LINE[:80] + "é", LINE[:80] + "a"]
)
def test_a_line_that_is_no_puzzle_is_found_among_thousands(spoiled: str) -> None:
    with pytest.raises(FormatError, match="line 20003"):
        solve_many([LINE] * 20_002 + [spoiled] + [LINE] * 5_000, threads=2)
    with pytest.raises(FormatError, match="line 2"):  # two wrong lengths that are right together
        solve_many([LINE, LINE + ".", LINE[:-1]])


def test_lines_may_be_written_in_many_ways() -> None:
    lines = [LINE, LINE.replace(".", "0"), LINE.replace(".", "_"), LINE.replace(".", "*"), LINE.replace(".", "-")]
    assert solve_many(lines).counts.tolist() == [1] * 5
    assert solve_many([*lines, f"  {LINE}"]).counts.tolist() == [1] * 6


def test_81_values_need_not_be_3x3() -> None:
    values = np.array([list(range(1, 10)) + [0] * 72], np.uint8)
    assert solve_many(values, 1, shape=Geometry.of(1, 9)).counts.tolist() == [1]


def test_nothing_is_many_too() -> None:
    assert solve_many([]).counts.tolist() == []


def test_wrong_puzzles_are_named() -> None:
    with pytest.raises(FormatError, match=r"line 2, column 3: expected a digit 1-9 or '.', got 'x'"):
        solve_many([LINE, "..x" + "." * 78])
    with pytest.raises(FormatError, match="line 2: expected 81 cells for 3x3 blocks, got 16"):
        solve_many([LINE, "." * 16])
    with pytest.raises(GridError, match="expected values from 0 to 9, got 10 in row 0, place 5"):
        solve_many(np.array([[0] * 5 + [10] + [0] * 75], np.uint8))
    with pytest.raises(ShapeError, match=r"expected rows of N\*N values, or the shape, got rows of 36"):
        solve_many(np.zeros((1, 36), np.uint8))
    with pytest.raises(
        GridError, match=r"puzzle 1: expected a puzzle as text, a Grid, N\*N values or N rows of N values, got 0"
    ):
        solve_many(np.zeros(81, np.uint8))
    with pytest.raises(ValueError, match="at least one solution"):
        solve_many([LINE], limit=0)


@given(puzzles())
@settings(max_examples=40, deadline=None)
def test_counts_of_all_ways_agree(grid: Grid) -> None:
    limit = 300
    expected = len(list(islice(solutions(grid), limit)))
    assert count(grid, limit) == count(str(grid), limit) == count(grid, limit, method="plain") == expected
    assert count(grid, limit).complete == (expected < limit)


@given(puzzles(), st.integers(1, 20))
@settings(max_examples=40, deadline=None)
def test_a_call_without_a_budget_says_what_a_plain_solver_does(grid: Grid, limit: int) -> None:
    result, plain = (solve(grid, method, Budget(solutions=limit)) for method in ("", "plain"))
    assert result.verdict is plain.verdict
    assert len(set(result.solutions)) == len(result.solutions) == len(plain.solutions)
    assert not any(map(grid.fault_of, result.solutions))


def test_a_count_has_no_largest_number() -> None:
    assert count(LINE, limit=1 << 100) == 1
    assert count("." * 16, limit=1 << 100) == 288


@pytest.mark.slow
def test_all_boards_with_2x3_blocks_are_counted() -> None:
    assert count("2x3:" + "." * 36) == 28_200_960


@pytest.mark.parametrize("board", ["." * 81, "2x4:" + "." * 64, "4x4:" + "." * 256])
def test_a_count_keeps_to_its_time(board: str) -> None:
    count(board, 1)
    number = count(board, seconds=0.05)
    assert number.stopped_by == "seconds"
    assert number > 0
