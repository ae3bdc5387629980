"""``dueldoku bench``."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from program import LINE, Run

from dueldoku import Geometry
from dueldoku.bench import solvers


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


def test_how_often_counting_cells_is_right_is_a_table(run: Run) -> None:
    code, out, err = run("bench", "last-move", "--rounds", "2", "--sets", "empty-2x3 border")
    assert (code, err) == (0, "")
    assert re.search(r"empty-2x3 border │ all +│ +2 │ +\d \(\d+ %\)", out)


def test_the_numbers_that_correct_estimates_are_printed(run: Run) -> None:
    arguments = "bench", "calibration", "--fit", "--rounds", "1", "--nodes", "300", "--sets", "empty-2x3", "--json"
    code, out, _ = run(*arguments)
    assert code == 0
    found = [json.loads(line) for line in out.splitlines()]
    assert [one["rules"] for one in found] == ["classic", "territories"]
    assert all(one["positions"] > 10 and len(one["bias"]) == len(one["spread"]) == 2 for one in found)
