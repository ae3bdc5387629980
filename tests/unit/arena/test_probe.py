"""What the cage's probe says of a kernel that never answers."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dueldoku.arena.hosting import cage, landlock, system
from dueldoku.cache import VARIABLE

pytestmark = pytest.mark.linux


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))


def test_what_the_kernel_has_the_cage_has() -> None:
    """A layer that is broken by us would be missing, and all tests of it would be skipped."""
    if cage.is_stuck():
        pytest.skip("this machine's kernel no longer answers: start it anew")
    spaces = ["unshare", "--user", "--map-current-user", "--pid", "--net", "--ipc", "--mount", "--fork", "true"]
    there = {
        "namespaces": shutil.which("unshare")
        and subprocess.run(spaces, capture_output=True, check=False).returncode == 0,
        "files": landlock.abi() > 0,
        "calls": system.machine() and "Seccomp:" in system.text("/proc/self/status"),
        "privileges": True,
        "limits": True,
    }
    report = cage.probe.__wrapped__()
    missing = [layer for layer in report.layers if not layer.holds and there.get(layer.name)]
    assert not missing
    assert {name for name, is_there in there.items() if is_there} <= {layer.name for layer in report.layers}


def test_a_kernel_that_never_answers_is_noted_until_the_machine_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def rehearse(level: str, work: str) -> list[cage.Layer]:
        tried.append(level)
        if level != "basic":
            raise cage.KernelStuck
        return [cage.Layer("limits", True), cage.Layer("privileges", True)]

    monkeypatch.setattr(cage, "_rehearsal", rehearse)
    for _ in range(2):
        report = cage.probe.__wrapped__()
        assert report.level == "basic"
        assert "start this machine anew" in report.layers[-1].why
    assert tried == ["full", "basic", "basic"]  # each try costs a process that never goes
    monkeypatch.setattr(cage, "_machine_start", lambda: "another")
    assert not cage.is_stuck()


def test_a_rehearsal_that_is_only_slow_is_ended_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cage, "_PATIENCE", (0.3, 0.3))
    monkeypatch.setattr(cage.start, "python", lambda *_: [sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    began = time.monotonic()
    assert cage._rehearsal("full", "") == []
    assert time.monotonic() - began < 20


def test_whoever_survives_being_killed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cage, "_LAST_BREATH", 0.2)
    code = "import os, time; os.setsid(); print(flush=True); time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    cage._end_group(process)  # which can be killed
    alive = subprocess.Popen([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE)
    try:
        assert alive.stdout
        alive.stdout.readline()
        monkeypatch.setattr(cage.signal, "SIGKILL", 0)  # a signal that ends nobody
        monkeypatch.setattr(alive, "wait", lambda: None)
        with pytest.raises(cage.KernelStuck):
            cage._end_group(alive)
    finally:
        monkeypatch.undo()
        alive.kill()
        alive.communicate()
        process.communicate()
