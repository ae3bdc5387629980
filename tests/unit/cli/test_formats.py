"""``dueldoku formats``."""

from __future__ import annotations

import json

from program import Run


def test_formats(run: Run) -> None:
    assert run("formats")[1].splitlines()[1].startswith("sdm ")
    assert "course-rows" in json.loads(run("formats", "--json")[1])
