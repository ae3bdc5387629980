"""``dueldoku tune``."""

from __future__ import annotations

import pytest
from program import Run


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["classic", "rows"])
def test_tune_tries_one_weight_after_the_other(run: Run, rules: str) -> None:
    code, out, err = run(
        "tune", rules, "--nodes", "100", "--pairs", "2", "--attempts", "3", "--boards", "easy-2x2", "empty-2x2"
    )
    assert (code, err) == (0, "")
    attempts = [line for line in out.splitlines() if "of the points in 2 pairs" in line]
    assert len(attempts) == 3
    assert len({line.split(":")[0] for line in attempts}) == 3


def test_tune_wants_sensible_numbers(run: Run) -> None:
    code, _, err = run("tune", "--nodes", "0")
    assert (code, err) == (2, "dueldoku: expected --nodes to be at least 1, got 0\n")
    assert run("tune", "chess", "--attempts", "1")[0] == 2
