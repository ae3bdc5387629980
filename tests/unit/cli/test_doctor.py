"""``dueldoku doctor``."""

from __future__ import annotations

import json

import pytest

from dueldoku.arena.hosting.cage import LEVELS, CageReport, Layer
from dueldoku.cli import doctor as module
from dueldoku.cli.main import main


def test_it_tells_the_level_and_each_layer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    words = capsys.readouterr().out
    assert main(["doctor", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["level"] in LEVELS
    assert f"The cage for agents: {facts['level']} (" in words
    assert all(layer in words for layer in ("namespaces", "files", "calls", "privileges", "limits"))
    assert facts["cores"] >= 1
    assert facts["lateness_ms"]["median"] >= 0


def test_it_tells_why_a_layer_is_missing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    layers = (Layer("namespaces", False, "unshare: Operation not permitted"), Layer("limits", True))
    monkeypatch.setattr(module, "probe", lambda: CageReport("none", layers))
    assert main(["doctor"]) == 0
    words = capsys.readouterr().out
    assert "no   namespaces" in words
    assert "-- unshare: Operation not permitted" in words
    assert "yes  limits" in words
