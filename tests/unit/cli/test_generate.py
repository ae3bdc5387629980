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


def test_empty_cells_by_number_and_by_share(run: Run) -> None:
    half = run("generate", "--size", "2x3", "--empty", "0.5", "--seed", "1")
    assert half == run("generate", "--size", "2x3", "--empty", "18", "--seed", "1")
    assert half[1].count(".") == 18
    for wrong in ("1.0", "0.0", "-1", "lots"):
        code, out, err = run("generate", "--empty", wrong)
        assert (code, out) == (2, "")
        assert f"a whole number of empty cells or a share of them above 0 and below 1, got '{wrong}'" in err
