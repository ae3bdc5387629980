"""What a caged agent needs is compiled outside, and whoever waits is told."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from dueldoku import cache
from dueldoku.arena.hosting import compiling
from tests.support.hosting import meet, need, write_agent

pytestmark = pytest.mark.linux


def test_whoever_waits_for_an_agent_to_be_compiled_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    spoken = "import sys; print('dueldoku: compiling', sys.argv[1], file=sys.stderr); print('other', file=sys.stderr)"
    monkeypatch.setattr(compiling, "_PROGRAM", spoken)
    compiling.compile_outside.cache_clear()
    with caplog.at_level(logging.INFO, "dueldoku"):
        compiling.compile_outside("sensei")
    assert [record.message for record in caplog.records] == ["compiling sensei"]


def test_nothing_is_started_where_everything_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    cache.marks().own.mkdir(parents=True)
    (cache.marks().own / cache.COMPLETE).touch()
    monkeypatch.setattr(compiling.subprocess, "Popen", None)
    compiling.compile_outside.cache_clear()
    compiling.compile_outside("sensei")
    compiling.compile_outside.cache_clear()


def test_an_agent_reads_compiled_code_and_never_writes_it(tmp_path: Path) -> None:
    body = f"""
folder = {str(cache.code(compiling._SOLVER).own)!r}
names = [name for name in os.listdir(folder) if name.endswith(".code")]
print("read", len(open(os.path.join(folder, names[0]), "rb").read()) > 0)
for what in (lambda: open(os.path.join(folder, "mine.code"), "w"), lambda: os.remove(os.path.join(folder, names[0]))):
    try:
        what()
        print("written")
    except OSError:
        print("refused")
task.propose(next(iter(game.legal_moves())))
"""
    met = meet(write_agent(tmp_path, body), level=need("full"), seconds=5.0)
    assert met.output.split("\n")[:3] == ["read True", "refused", "refused"]
