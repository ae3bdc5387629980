"""``dueldoku solve``, ``count`` and ``methods``, and what they and their neighbours refuse."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from program import LINE, SOLUTION, Run

from dueldoku import Geometry, Grid, Position, solve, write


def test_one_puzzle_as_a_ruled_table_with_the_verdict(run: Run) -> None:
    code, out, _ = run("solve", LINE)
    assert code == 0
    assert out.startswith("5 3 4 | 6 7 8 | 9 1 2\n")
    assert out.splitlines()[-1].startswith("one solution (plain: 0 nodes, 0 guesses, ")
    assert run("solve", LINE, "--to", "line")[1].startswith(SOLUTION)


@pytest.mark.parametrize(("puzzle", "words"), [("." * 81, "several solutions"), ("11" + "." * 79, "no solution")])
def test_the_verdict_in_words(run: Run, puzzle: str, words: str) -> None:
    assert run("solve", puzzle)[1].splitlines()[-1].startswith(f"{words} (plain")


def test_a_hard_puzzle_goes_to_the_compiled_solver(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dueldoku.cli.solve._AT_ONCE", 1e-9)
    assert run("solve", "1" + "." * 80)[1].splitlines()[-1].startswith("several solutions (bitboard")
    assert run("solve", LINE, "--seconds", "20")[1].splitlines()[-1].startswith("one solution (")


def test_the_options_of_the_reports_programs(run: Run) -> None:
    Path("boards.sdm").write_text(f"{LINE}\n\n{LINE} # again\n{SOLUTION}\n{'.' * 80}1\n")
    for method in ("csp:table=yes", "csp:table=no", "exact-cover", ""):
        named = ("--method", method) if method else ()
        for parallel in ("1", "2"):
            code, out, err = run("solve", "boards.sdm", "--boards", "3", "--parallel", parallel, *named)
            assert (code, out.split()) == (0, [SOLUTION] * 3)
            assert re.fullmatch(r"dueldoku: 3 puzzles in [\d.e-]+ s\n", err)
    assert run("solve", "boards.sdm", "--boards", "1", "--method", "brute-force")[1] == f"{SOLUTION}\n"
    assert run("solve", "boards.sdm", "--boards", "9")[1].split("\n")[3].endswith("# several solutions")


def test_a_large_board_as_a_picture_with_the_time(run: Run) -> None:
    Path("large.txt").write_text(write([Position(Grid.pattern(Geometry.of(5, 5)).with_value(7, 0))], "matrix"))
    code, out, _ = run("solve", "large.txt", "--picture")
    assert code == 0
    assert out.count("│") == 25 * 6
    assert re.fullmatch(r"one solution \(plain: .* 1 propagations, [\d.]+ ms\)", out.splitlines()[-1])


# Report 003's solver takes a dead end of this board for a solution: r2c8 stays empty.
TRAP = "25..4.....47...5.3.93..7.4.1.92..4..5.64.1..7....75391......7....4......36.789..4"
REPORT_003 = "csp:variables=mrv+degree-003,values=least-003,single=no,pairs=no"


def test_a_solution_is_checked_aloud(run: Run) -> None:
    code, out, _ = run("solve", LINE, "--check")
    assert code == 0
    assert out.endswith("ms)\nThe solution is solved and legal.\n")
    assert "legal" not in run("solve", LINE)[1]
    assert run("solve", TRAP, "--method", REPORT_003, "--check")[0] == 0
    code, out, _ = run("solve", TRAP, "--method", f"{REPORT_003},done=at-most-one", "--limit", "1", "--check")
    assert code == 1
    assert out.endswith("The solution is wrong: r2c8 is empty.\n")
    assert run("solve", "11" + "." * 79, "--check")[0] == 1
    assert json.loads(run("solve", LINE, "--check", "--json")[1])["fault"] == ""
    out = run("solve", "generate:size=5x5,empty=0.1,seed=1", "--check", "--to", "ruled0")[1]
    assert " 24 |" in out
    assert " 25 |" not in out
    assert out.endswith("The solution is solved and legal.\n")


def test_a_budget_that_ends(run: Run) -> None:
    out = run("solve", "." * 81, "--method", "brute-force", "--nodes", "10")[1]
    assert out.startswith("no verdict, as the budget ended first (brute-force: 11 nodes")


def test_json_and_all_solutions(run: Run) -> None:
    data = json.loads(run("solve", LINE, "--json")[1])
    assert (data["verdict"], data["solutions"], data["method"]) == ("unique", [SOLUTION], "plain")
    lines = run("solve", "12.4 .... .... ....", "--all")[1].split()
    assert len(lines) == len(set(lines)) == int(run("count", "12.4 .... .... ....")[1])
    assert run("count", "." * 81, "--limit", "1000") == (0, "1000 or more\n", "")
    assert json.loads(run("count", LINE, "--json")[1]) == {"puzzle": LINE, "count": 1, "complete": True}


@pytest.mark.slow
def test_a_count_that_is_stopped_tells_how_far_it_got(run: Run, tmp_path: Path) -> None:
    assert re.fullmatch(r"[0-9]+ or more\n", run("count", "." * 81, "--seconds", "0.1")[1])
    code = """
import sys
from dueldoku import count
from dueldoku.cli.main import main
print(count("." * 81, limit=2), flush=True)  # now everything is loaded
sys.exit(main(["count", "." * 81]))
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as counting:
        assert counting.stdout
        assert counting.stdout.readline() == "2 or more\n"
        time.sleep(1)
        counting.send_signal(signal.SIGINT)
        out, _ = counting.communicate(timeout=20)
    assert re.fullmatch(r"[0-9]+ or more\n", out)
    assert counting.returncode == 130


def test_a_trace_shows_the_candidates_shrink(run: Run) -> None:
    out = run("solve", "12.4.4.221.3...1", "--method", "csp", "--trace")[1]
    assert out.startswith("r1c3=3: no other digit is left for it\n1  2 | 3  4\n")
    assert out.index("34 3 | 24 1") < out.index("4 3 | 24 1\n", out.index("34 3 | 24 1") + 8) < out.index("4 3 | 2 1")


def test_a_25x25_board_as_a_course_pastes_it(run: Run) -> None:
    pattern = Grid.pattern(Geometry.of(5, 5))
    holes = pattern
    for cell in range(0, 625, 7):
        holes = holes.with_value(cell, 0)
    Path("giant.txt").write_text(write([Position(holes)], "matrix0").replace("|", " ").replace("+", "-"))
    code, out, _ = run("solve", "giant.txt", "--from", "matrix0", "--to", "matrix")
    assert code == 0
    table = out[: out.rindex("\n", 0, -1)]
    assert table + "\n" == write([Position(solve(holes).solutions[0])], "matrix")
    assert "one solution (plain" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "nowhere.txt"], "no such file"),
        (["solve", LINE, "--method", "magic"], "expected a method out of bitboard, wide"),
        (["solve", "." * 16, "--method", "bitboard"], "expected a board with 3x3 blocks for bitboard, got 2x2"),
        (["solve", LINE, "--limit", "0"], "expected --limit to be at least 1, got 0"),
        (["solve", LINE, "--seconds", "-1"], "expected --seconds to be at least 0.0001, got -1"),
        (["solve", LINE, "--nodes", "0"], "expected --nodes to be at least 1, got 0"),
        (["count", LINE, "--limit", "0"], "expected --limit to be at least 1, got 0"),
        (
            ["bench", "walls"],
            "envs, perfect, calibration, scaling or last-move, got 'walls'",
        ),
        (["bench", "solvers", "--sets", "nothing"], "expected a set out of"),
        (["generate", "--count", "0"], "expected --count to be at least 1, got 0"),
        (["generate", "--size", "cube"], "expected a block shape such as 3x3"),
        (["generate", "--clues", "3"], "expected 17 to 81 clues"),
        (["generate", "--symmetry", "round"], "expected a symmetry out of"),
    ],
)
def test_wrong_wishes(run: Run, arguments: list[str], sentence: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("dueldoku: ")
    assert err.count("\n") == 1
    assert sentence in err


def test_methods_are_listed(run: Run) -> None:
    assert "exact-cover" in run("methods")[1]
    assert json.loads(run("methods", "--json")[1])["exact-cover"]["options"] == {"structure": ["sets", "links"]}
