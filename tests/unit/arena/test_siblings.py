"""Agents that import a sibling package next to their folder run as in the course."""

from __future__ import annotations

from pathlib import Path

import pytest

from dueldoku import play
from dueldoku.arena import away
from dueldoku.arena.entrant import files_of, resolve, stage
from dueldoku.arena.plan import make_plan
from dueldoku.arena.siblings import imported

AGENT = """
import competitive_sudoku.sudokuai
from {sibling} import choose

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        self.propose_move(choose(game_state))
"""
CHOOSE = """
from dueldoku import Ruling
from competitive_sudoku.bridge import game_of
from competitive_sudoku.sudoku import Move

def choose(state):
    game = game_of(state)
    move = next(move for move in game.legal_moves() if game.judge(move).ruling is Ruling.PLACED)
    return Move((move.row, move.col), move.digit)
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course's folder: two teams, what both share, what that needs, and what nobody asked for."""
    files = {
        "team1/sudokuai.py": AGENT.format(sibling="shared.tools"),
        "team2/sudokuai.py": AGENT.format(sibling="team1.sudokuai"),
        "shared/__init__.py": "",
        "shared/tools.py": "from deeper import choose\n",
        "deeper.py": CHOOSE,
        "secret/__init__.py": "",
        "competitive_sudoku/__init__.py": "raise RuntimeError('the course has its own')",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.arena
def test_an_agent_that_imports_a_sibling_package_runs_as_in_the_course(course: Path) -> None:
    result = play(str(course / "team1"), "random_player", board="easy-2x2", seconds=5)
    assert result.reason == "board full"


def test_only_siblings_that_the_source_imports_by_name_are_staged(course: Path, tmp_path: Path) -> None:
    entrant = resolve(str(course / "team1"))
    assert entrant.siblings == ("deeper.py", "shared")
    stage(entrant, tmp_path / "staged")
    staged = {file.relative_to(tmp_path / "staged").as_posix() for file in (tmp_path / "staged").rglob("*.py")}
    assert staged == {"team1/sudokuai.py", "shared/__init__.py", "shared/tools.py", "deeper.py"}


def test_siblings_enter_the_digest_and_nothing_else_does(course: Path) -> None:
    before = resolve(str(course / "team1")).digest
    (course / "secret" / "__init__.py").write_text("changed = True")
    assert resolve(str(course / "team1")).digest == before
    (course / "deeper.py").write_text(CHOOSE + "\n")
    assert resolve(str(course / "team1")).digest != before


def test_never_another_entrant_of_the_same_event(course: Path) -> None:
    assert resolve(str(course / "team2")).siblings == ("deeper.py", "shared", "team1")
    plan = make_plan([str(course / "team1"), str(course / "team2")], "easy-2x2")
    assert [agent.siblings for agent in plan.agents] == [("deeper.py", "shared"), ()]
    assert [name for name, _ in files_of(plan.agents[1])] == ["team2/sudokuai.py"]


def test_nor_a_folder_with_another_entrant_in_it(course: Path) -> None:
    (course / "team1" / "sudokuai.py").write_text(AGENT.format(sibling="shared.tools"))
    (course / "shared" / "bot").mkdir()
    (course / "shared" / "bot" / "sudokuai.py").write_text(AGENT.format(sibling="deeper"))
    plan = make_plan([str(course / "team1"), str(course / "shared" / "bot")], "easy-2x2")
    assert plan.agents[0].siblings == ()


def test_links_and_installed_names_do_not_go_along(course: Path) -> None:
    (course / "linked").symlink_to(course / "secret")
    (course / "random.py").write_text("")
    (course / "alone.py").write_text(
        "import linked, random, competitive_sudoku, missing, alone\nfrom . import secret\n"
    )
    assert resolve(str(course / "alone.py")).siblings == ()


def test_siblings_travel_to_other_machines(course: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DUELDOKU_CACHE", str(tmp_path / "cache"))
    entrant = resolve(str(course / "team1"))
    there = away.unpack(away.pack(entrant))
    assert there.digest == entrant.digest
    assert (Path(there.source).parent / "shared" / "tools.py").is_file()
    (Path(there.source).parent / "stranger.py").write_text("")
    assert away.unpack(away.pack(entrant)).digest == entrant.digest
    assert not (Path(there.source).parent / "stranger.py").exists()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import a, b.c as d; import e", ["a", "b", "e"]),
        ("def f():\n    from g.h import (i,\n        j)\n    import k", ["g", "k"]),
        ("x = 'import a'\n# import b\n'''\nimport c\n'''\nfrom .d import e\nfrom .. import f", []),
        ("import a\n(((", ["a"]),
        ("import a\n  import b\n import c", ["a"]),
        ("\0import a", []),
        ("(" * 100_000, []),
        ("-" * 100_000 + "1", []),
    ],
)
def test_the_source_is_only_read(text: str, names: list[str]) -> None:
    assert imported(text)[: len(names)] == names
    assert len(imported(text)) <= len(names) + 1
