"""Compiling ahead, in processes that take one group after the other."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dueldoku import cache
from dueldoku.arena import warming
from dueldoku.arena.warming import GROUPS, Group, missing, warm
from dueldoku.errors import ArenaFault


@pytest.fixture(autouse=True)
def empty_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path_factory.mktemp("cache")))


def test_a_group_is_told_when_it_is_done_and_all_are_marked_as_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(GROUPS)[:3]
    groups = {name: GROUPS[name] for name in names}
    monkeypatch.setattr(warming, "GROUPS", groups)
    monkeypatch.setattr(warming, "_PROGRAM", "import sys\nfor line in sys.stdin: print(line, end='', flush=True)")
    assert list(missing()) == names
    assert not cache.is_complete()
    assert sorted(warm(groups, 2)) == sorted(names)
    assert not missing()
    assert cache.is_complete()


def test_a_group_that_fails_is_told_and_nobody_waits_for_ever() -> None:
    groups = {f"nonsense {number}": Group(int, 1.0, "nonsense") for number in range(3)}
    with pytest.raises(ArenaFault, match=r"nonsense \d could not be compiled: KeyError: 'nonsense \d'"):
        list(warm(groups, 1))
    assert not cache.is_complete()


def test_one_process_compiles_what_has_parts_in_common() -> None:
    families = {"a": "x", "b": "x", "c": "y", "d": "y", "e": "x"}
    agenda = warming._Agenda({name: Group(int, 1.0, family) for name, family in families.items()})
    assert agenda.take("") == ("a", "x")
    assert agenda.take("") == ("c", "y")  # another one begins with what nobody works on
    assert [agenda.take("y"), agenda.take("x"), agenda.take("x")] == [("d", "y"), ("b", "x"), ("e", "x")]
    assert agenda.take("y") is None


LEFT = """
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from numba.core.registry import CPUDispatcher
import dueldoku.kernels
from dueldoku import cache
from dueldoku.kernels.base.store import KernelCache

done = (cache.marks().own / cache.COMPLETE).stat().st_mtime_ns  # what is newer was missing then
for found in walk_packages(dueldoku.kernels.__path__, "dueldoku.kernels."):
    it = import_module(found.name)
    files = cache.code(Path(it.__file__)).own.glob("*.code")
    kept = {file.name.split("-")[0] for file in files if file.stat().st_mtime_ns <= done}
    for name, kernel in vars(it).items():
        here = isinstance(kernel, CPUDispatcher) and kernel.py_func.__module__ == found.name
        if here and isinstance(kernel._cache, KernelCache):
            *_, room, module = found.name.split(".")
            if f"{module}.{name}" not in kept:
                print(f"{room}.{module}.{name}")
"""
NOT_FOR_PLAY = {  # for training, and for the theory's own test
    *(f"learning.neat.{name}" for name in ("play_out", "meet", "compete", "answer")),
    "duel.tempo.nim_values",
}


@pytest.mark.slow
def test_every_kernel_that_players_and_puzzles_need_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.VARIABLE)  # what make test has compiled ahead
    list(warm(missing()) if missing() else ())
    done = subprocess.run([sys.executable, "-P", "-c", LEFT], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= NOT_FOR_PLAY
