"""``dueldoku rate``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from human_examples import EXAMPLES
from program import LINE, SOLUTION, Run


def test_rating(run: Run) -> None:
    assert run("rate", LINE)[1] == "easy: 51 x naked single; 204 points\n"
    assert run("rate", LINE, "--hint")[1] == "naked single: r5c5 can only be 5.\n"
    assert len(run("rate", LINE, "--steps")[1].splitlines()) == 52
    data = json.loads(run("rate", LINE, "--json", "--steps")[1])
    assert (data["grade"], data["techniques"], len(data["steps"])) == ("easy", {"naked single": 51}, 51)
    assert (data["score"], data["hardest"]) == (204, "naked single")
    assert run("rate", SOLUTION, "--hint")[1] == "No technique leads any further here.\n"


def test_hints_in_three_stages(run: Run) -> None:
    told = {stage: run("rate", LINE, "--hint", "--stage", stage)[1] for stage in ("where", "technique", "why")}
    assert told == {
        "where": "Look at block 5.\n",
        "technique": "The technique: naked single (easy).\n",
        "why": "naked single: r5c5 can only be 5.\n",
    }
    assert run("rate", LINE, "--hint", "--stage", "when")[0] == 2


def test_scales(run: Run) -> None:
    assert run("rate", LINE, "--scale", "explainer")[1].endswith("; level 1.5\n")
    assert json.loads(run("rate", EXAMPLES["XY-wing"], "--scale", "explainer", "--json")[1])["score"] >= 4.2


def test_uniqueness_is_trusted_when_asked(run: Run) -> None:
    line = EXAMPLES["unique rectangle 1"]
    assert "unique rectangle" not in run("rate", line)[1]
    assert "unique rectangle 1" in run("rate", line, "--trust-uniqueness")[1]


def test_many_puzzles_are_rated_in_their_order(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dueldoku.cli.collection._WORTH", 2)
    lines = [LINE, EXAMPLES["X-wing"], EXAMPLES["pointing"], LINE, EXAMPLES["pointing"]]
    file = tmp_path / "many.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    code, out, err = run("rate", str(file))
    assert code == 0
    assert [line.partition(":")[0] for line in out.splitlines()] == ["easy", "hard", "medium", "easy", "medium"]
    assert "5 puzzles in" in err


def test_steps_are_drawn(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "step.svg"
    assert run("rate", LINE, "--svg", str(picture))[1] == "naked single: r5c5 can only be 5.\n"
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    folder = tmp_path / "steps"
    run("rate", EXAMPLES["XY-chain"], "--steps", "--svg", str(folder))
    drawn = [file.read_text(encoding="utf-8") for file in sorted(folder.iterdir())]
    assert len(drawn) == len(run("rate", EXAMPLES["XY-chain"], "--steps")[1].splitlines()) - 1
    assert any('class="strong"' in svg and 'class="weak"' in svg and 'class="gone"' in svg for svg in drawn)
