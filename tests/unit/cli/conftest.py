"""The program, run in this process."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from notice import without_notice
from program import Run

from dueldoku.cli.main import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program in an empty folder: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, without_notice(err)

    return call
