"""``dueldoku rate``."""

from __future__ import annotations

import json

from program import LINE, SOLUTION, Run


def test_rating(run: Run) -> None:
    assert run("rate", LINE)[1] == "easy: 51 x naked single\n"
    assert run("rate", LINE, "--hint")[1] == "naked single: r5c5 can only be 5.\n"
    assert len(run("rate", LINE, "--steps")[1].splitlines()) == 52
    data = json.loads(run("rate", LINE, "--json", "--steps")[1])
    assert (data["grade"], data["techniques"], len(data["steps"])) == ("easy", {"naked single": 51}, 51)
    assert run("rate", SOLUTION, "--hint")[1] == "No technique leads any further here.\n"
