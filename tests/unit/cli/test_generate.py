"""``dueldoku generate``."""

from __future__ import annotations

import json

from program import Run

from dueldoku import solve


def test_generating(run: Run) -> None:
    code, out, _ = run("generate", "--count", "3", "--seed", "1", "--minimal")
    assert code == 0
    assert len(set(out.split())) == 3
    assert all(solve(line).verdict == "unique" for line in out.split())
    assert run("generate", "--count", "3", "--seed", "1", "--minimal")[1] == out
    assert json.loads(run("generate", "--count", "3", "--seed", "1", "--minimal", "--json")[1]) == out.split()
    assert run("generate", "--size", "2x2", "--seed", "1", "--to", "course")[1].startswith("2 2\n")
