"""Many puzzles on the command line: bars, bad lines, pipes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from program import LINE, SOLUTION, Run


@pytest.mark.parametrize("wrong", [("--boards", "0"), ("--parallel", "-1"), ("--method", "magic")])
def test_wrong_options_for_a_collection(run: Run, wrong: tuple[str, str]) -> None:
    Path("boards.sdm").write_text(f"{LINE}\n{LINE}\n")
    code, out, err = run("solve", "boards.sdm", *wrong)
    assert (code, out) == (2, "")
    assert err.startswith("dueldoku: expected")


def _read(terminal: int) -> str:
    """What there is to read next, at most a few thousand characters; nothing when the other side is closed."""
    try:
        return os.read(terminal, 1 << 16).decode(errors="replace")
    except OSError:
        return ""


@pytest.mark.slow
@pytest.mark.linux
def test_the_answers_go_to_the_file_while_the_bar_is_on_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(f"{LINE}\n" * 3)
    master, terminal = os.openpty()
    command = [sys.executable, "-c", "import sys; from dueldoku.cli.main import main; main(['solve', 'many.txt'])"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, text=True, cwd=tmp_path, check=False)
    os.close(terminal)
    shown = "".join(iter(lambda: _read(master), ""))
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


@pytest.mark.parametrize(
    "options", [(), ("--method", "csp:table=no"), ("--method", "brute-force", "--parallel", "2", "--limit", "1")]
)
def test_boards_are_made_solved_and_checked(run: Run, options: tuple[str, ...]) -> None:
    code, out, err = run("solve", "generate:empty=0.4,seed=1", "--boards", "20", "--check", *options)
    assert code == 0
    assert re.fullmatch(r"20 boards: 20 solved and checked in [\d.]+ s\n", out)
    assert err.splitlines() == [f"dueldoku: {number} of 20 boards" for number in range(2, 21, 2)]


def test_boards_that_do_not_pass_are_told(run: Run) -> None:
    Path("many.sdm").write_text(f"{LINE}\n11{'.' * 79}\n{LINE}\n")
    code, out, err = run("solve", "many.sdm", "--check")
    assert code == 1
    first, last = out.splitlines()
    assert first == f"not solved: 11{'.' * 79}: no solution"
    assert last.startswith("3 boards: 2 solved and checked in ")
    assert err.splitlines() == [f"dueldoku: {number} of 3 boards" for number in (1, 2, 3)]
    lines = run("solve", "many.sdm", "--check", "--json")[1].splitlines()
    assert [json.loads(line)["fault"] for line in lines] == ["", "no solution", ""]


def test_a_recipe_makes_as_many_boards_as_are_asked_for(run: Run) -> None:
    assert len(run("solve", "generate:size=2x2,empty=0.5", "--boards", "3")[1].split("\n")) == 4
    assert run("solve", "generate:size=2x2,empty=0.5")[1].count("\n") == 6


@pytest.mark.slow
def test_a_large_collection_through_a_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dueldoku", "solve", "-"],
        input=f"{LINE}\n".encode() * 150_000,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout == f"{SOLUTION}\n".encode() * 150_000
