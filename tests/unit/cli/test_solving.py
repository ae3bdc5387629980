"""``solve``, ``count``, ``methods``, ``rate``, ``generate`` and ``bench`` as people call them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from notice import without_notice

from dueldoku import Geometry, Grid, Position, solve, write
from dueldoku.bench import solvers
from dueldoku.cli.main import main

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program in an empty folder: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, without_notice(err)

    return call


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


@pytest.mark.parametrize("wrong", [("--boards", "0"), ("--parallel", "-1"), ("--method", "magic")])
def test_wrong_options_for_a_collection(run: Run, wrong: tuple[str, str]) -> None:
    Path("boards.sdm").write_text(f"{LINE}\n{LINE}\n")
    code, out, err = run("solve", "boards.sdm", *wrong)
    assert (code, out) == (2, "")
    assert err.startswith("dueldoku: expected")


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


def test_the_answers_go_to_the_file_while_the_bar_is_on_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(f"{LINE}\n" * 3)
    master, terminal = os.openpty()
    command = [sys.executable, "-c", "import sys; from dueldoku.cli.main import main; main(['solve', 'many.txt'])"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, text=True, cwd=tmp_path, check=False)
    os.close(terminal)
    shown = os.read(master, 1 << 16).decode()
    os.close(master)
    assert done.stdout == f"{SOLUTION}\n" * 3
    assert "3/3" in shown
    assert SOLUTION not in shown


def test_a_collection_with_a_bad_line_in_the_middle(run: Run) -> None:
    lines = [LINE, "# a comment", "", LINE[:-1] + "x", "." * 81, "2x3:" + "." * 36, "11" + "." * 79, f"{LINE} # again"]
    Path("many.sdm").write_text("\n".join(lines))
    code, out, err = run("solve", "many.sdm")
    assert code == 2
    assert err.startswith("dueldoku: many.sdm, line 4, column 81: expected a digit 1-9 or '.', got 'x'\n")
    answers = out.splitlines()
    assert answers[0] == answers[5] == SOLUTION
    assert answers[1] == "# line 4 is no puzzle"
    assert answers[2].endswith(" # several solutions")
    assert answers[3].startswith("2x3:1")
    assert answers[4] == f"# no solution: {lines[6]}"
    assert len(answers) == 6


def test_a_collection_with_a_method_or_as_json(run: Run) -> None:
    Path("many.sdm").write_text(f"{LINE}\n{LINE}\n")
    assert run("solve", "many.sdm", "--method", "exact-cover")[1] == f"{SOLUTION}\n{SOLUTION}\n"
    assert [json.loads(line)["verdict"] for line in run("solve", "many.sdm", "--json")[1].splitlines()] == [
        "unique"
    ] * 2


def test_a_large_collection_through_a_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dueldoku", "solve", "-"],
        input=f"{LINE}\n".encode() * 150_000,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout == f"{SOLUTION}\n".encode() * 150_000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "nowhere.txt"], "no such file"),
        (["solve", LINE, "--method", "magic"], "expected a method out of bitboard, wide"),
        (["solve", "." * 16, "--method", "bitboard"], "expected a board with 3x3 blocks for bitboard, got 2x2"),
        (["solve", LINE, "--limit", "0"], "expected --limit to be at least 1, got 0"),
        (["solve", LINE, "--seconds", "-1"], "expected --seconds above 0, got -1.0"),
        (["solve", LINE, "--nodes", "0"], "expected --nodes above 0, got 0"),
        (["count", LINE, "--limit", "0"], "expected --limit to be at least 1, got 0"),
        (["bench", "walls"], "expected solvers, agents, arena or duel, got 'walls'"),
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


def test_rating(run: Run) -> None:
    assert run("rate", LINE)[1] == "easy: 51 x naked single\n"
    assert run("rate", LINE, "--hint")[1] == "naked single: r5c5 can only be 5.\n"
    assert len(run("rate", LINE, "--steps")[1].splitlines()) == 52
    data = json.loads(run("rate", LINE, "--json", "--steps")[1])
    assert (data["grade"], data["techniques"], len(data["steps"])) == ("easy", {"naked single": 51}, 51)
    assert run("rate", SOLUTION, "--hint")[1] == "No technique leads any further here.\n"


def test_generating(run: Run) -> None:
    code, out, _ = run("generate", "--count", "3", "--seed", "1", "--minimal")
    assert code == 0
    assert len(set(out.split())) == 3
    assert all(solve(line).verdict == "unique" for line in out.split())
    assert run("generate", "--count", "3", "--seed", "1", "--minimal")[1] == out
    assert json.loads(run("generate", "--count", "3", "--seed", "1", "--minimal", "--json")[1]) == out.split()
    assert run("generate", "--size", "2x2", "--seed", "1", "--to", "course")[1].startswith("2 2\n")


def test_the_bench_prints_ratios(run: Run) -> None:
    Path("few.txt").write_text(f"{LINE}\n" * 3)
    arguments = ["bench", "solvers", "--sets", "few.txt", "--rounds", "2", "--seconds", "0.01", "--json"]
    rows = [json.loads(line) for line in run(*arguments)[1].splitlines()]
    ours = rows[0]
    assert (ours["contestant"], ours["ratio"]) == ("dueldoku", 1)
    assert all(row["least"] <= row["ratio"] <= row["most"] for row in rows)
    assert {"dueldoku csp", "dueldoku exact-cover"} <= {row["contestant"] for row in rows}


def fails(puzzles: Sequence[str]) -> object:
    raise RuntimeError(f"I cannot do {len(puzzles)} puzzles")


def test_who_fails_or_hangs_in_the_bench_is_said_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    taking_part = {**solvers.contestants(Geometry.of(3, 3)), "fails": fails, "hangs": lambda puzzles: time.sleep(30)}
    monkeypatch.setattr(solvers, "contestants", lambda geometry: taking_part)
    monkeypatch.setattr(solvers, "_PATIENCE", 0.5)
    Path("few.txt").write_text(f"{LINE}\n" * 3)
    arguments = ["bench", "solvers", "--sets", "few.txt", "--rounds", "2", "--seconds", "0.01"]
    arguments += ["--only", "fails", "--only", "hangs"]
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    for name in ("fails", "hangs"):
        assert re.search(rf"{name} +│ no answer within 0.5 s", out)
