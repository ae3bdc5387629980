"""``dueldoku agent`` as people call it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dueldoku.agents.registry import AGENTS
from dueldoku.arena import conformance
from dueldoku.cli.main import main

pytestmark = pytest.mark.arena

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program in an empty folder: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "CASES", (("easy-2x2", "classic", 20), ("empty-2x2", "rows", 4)))


def test_the_list_names_every_agent(run: Run) -> None:
    code, out, _ = run("agent", "list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines() if line[0] != " "] == list(AGENTS)
    listed = json.loads(run("agent", "list", "--json")[1])
    assert listed["minimax-cells"]["options"]["prune"] == "yes"
    assert all(entry["about"] for entry in listed.values())


@pytest.mark.parametrize(("style", "path"), [("native", "team/agent.py"), ("course", "team")])
@pytest.mark.usefixtures("few_cases")
def test_a_new_agent_conforms_and_passes_its_test(run: Run, style: str, path: str) -> None:
    code, out, _ = run("agent", "new", "team", "--style", style)
    assert code == 0
    assert f"dueldoku agent check {path}" in out
    code, out, _ = run("agent", "check", path)
    assert (code, out.splitlines()[-1]) == (0, f"{path} conforms.")
    assert out.count("ok ") == 4
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(command, cwd="team", capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout


BROKEN = """
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        self.propose_move(Move((0, 0), 1))
"""


@pytest.mark.usefixtures("few_cases")
def test_faults_are_explained_with_position_move_and_rule(run: Run) -> None:
    Path("broken").mkdir()
    Path("broken/sudokuai.py").write_text(BROKEN)
    code, out, _ = run("agent", "check", "broken", "--time", "0.2")
    assert code == 1
    assert "it proposed r1c1=1, which is illegal and loses the game: r1c1 already holds" in out
    assert "The position was " in out
    rows = [json.loads(line) for line in run("agent", "check", "broken", "--json")[1].splitlines()]
    assert len(rows) == 4
    assert any(row["faults"] for row in rows)
    assert {"cause", "words", "position", "printed"} == set(rows[0]["faults"][0])
    assert out.splitlines()[-1].startswith("broken has ")


@pytest.mark.usefixtures("few_cases")
def test_an_agent_that_cannot_start_is_a_fault_of_its_own(run: Run) -> None:
    Path("broken").mkdir()
    Path("broken/sudokuai.py").write_text("raise RuntimeError('no')")
    code, out, _ = run("agent", "check", "broken")
    assert code == 1
    assert "it could not start" in out
    assert "could not start: RuntimeError in broken/sudokuai.py:1: no\n" in out
    assert "      | RuntimeError: no\n" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("new", "my agent"), "expected a name of letters, digits and '_', got 'my agent'"),
        (("check", "nobody"), "expected an agent"),
        (("check", "random_player", "--time", "0"), "expected --time to be at least 0.0001, got 0"),
    ],
)
def test_wrong_input_is_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    code, out, err = run("agent", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"dueldoku: {sentence}")
    assert err.count("\n") == 1


def test_a_folder_that_is_there_is_left_alone(run: Run) -> None:
    Path("team").mkdir()
    code, _, err = run("agent", "new", "team")
    assert (code, err) == (2, "dueldoku: expected a new folder, but team is there already\n")
    assert not list(Path("team").iterdir())
