"""A bundled agent is known by its code: an edit makes it another agent."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dueldoku
from dueldoku.agents.identity import digest_of
from dueldoku.agents.registry import AGENTS, module_of

SOURCE = Path(dueldoku.__file__).parents[1]
CODE = "import sys; from dueldoku.arena.entrant import resolve; print(*(resolve(name).digest for name in sys.argv[1:]))"


def digests(source: Path, *names: str) -> list[str]:
    command = [sys.executable, "-c", CODE, *names]
    done = subprocess.run(command, env={"PYTHONPATH": str(source)}, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SOURCE, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")))


def test_every_agent_is_another_and_the_same_elsewhere(copy: Path) -> None:
    here = [digest_of(module_of(name)) for name in AGENTS]
    assert len(set(here)) == len(here)
    names = ("greedy_player", "neat")
    assert digests(copy, *names) == digests(SOURCE, *names)


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("dueldoku/agents/greedy_player.py", {"greedy_player"}),
        ("dueldoku/game/game.py", {"greedy_player", "neat", "sensei"}),
        ("dueldoku/kernels/duel/points.py", {"sensei"}),
        ("dueldoku/agents/neat/networks/cell.json", {"neat"}),
        ("dueldoku/web/api.py", set()),
    ],
)
def test_an_edit_changes_whoever_uses_it_and_nobody_else(copy: Path, file: str, changed: set[str]) -> None:
    names = ("greedy_player", "neat", "sensei")
    before = digests(copy, *names)
    with (copy / file).open("a") as edited:
        edited.write("\n")
    after = digests(copy, *names)
    assert {name for name, old, new in zip(names, before, after, strict=True) if old != new} == changed
