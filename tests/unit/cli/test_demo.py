"""``dueldoku demo``."""

from __future__ import annotations

import json
from pathlib import Path

from program import Run

from dueldoku.cli.tournament import DEMO_AGENTS


def test_the_demo_says_where_everything_is(run: Run) -> None:
    code, out, err = run("demo", "--nodes", "1", "--rounds", "1")
    assert (code, err) == (0, "")
    assert out.startswith(f"A tournament of {', '.join(DEMO_AGENTS)} on ")
    assert "1. greedy_player" in out
    for line in (line for line in out.splitlines() if "dueldoku" in line):
        command = line.partition("dueldoku ")[2].rstrip(")").split()
        if command[0] in ("report", "export"):
            assert run(*command)[0] == 0
    assert Path("games/demo.html").exists()
    again = json.loads(run("demo", "--nodes", "1", "--rounds", "1", "--json")[1])
    assert (again["tournament"], again["games"]) == ("demo-2", 12)
