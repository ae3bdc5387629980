"""Compiled code is kept, never stale, and shared with whoever may only read it."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dueldoku
from dueldoku import cache
from dueldoku.kernels.base import store
from dueldoku.kernels.base.store import BASELINES, baseline
from dueldoku.sources import reach

SOURCE = Path(dueldoku.__file__).parents[1]
KERNELS = SOURCE / "dueldoku/kernels"
CHANCE = KERNELS / "base/chance.py"
# Shuffles with a compiled function that calls another, and tells how often Numba had to compile.
PROGRAM = """
import sys
import numpy as np
from numba.core import event
from dueldoku.kernels.base import chance
compiled = []
class Listener(event.Listener):
    def on_start(self, it): compiled.append(it)
    def on_end(self, it): pass
event.register("numba:compile", Listener())
items = np.arange(20)
chance.shuffle(np.array([1, 2, 3, 4]), items)
print(len(compiled) > 0, *items)
"""


class Codegen:
    """What Numba compiles for, as far as a name for a file takes it."""

    def magic_tuple(self) -> tuple[str, str, str]:
        return "triple", "some processor", "+features"


class Copy:
    """A copy of the package, run in processes of its own with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.source, self.cache = folder / "src", folder / "cache"
        shutil.copytree(SOURCE, self.source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "compiled"))

    def run(self, program: str = PROGRAM, **environment: str) -> tuple[bool, str]:
        """Whether something had to be compiled, and what came out."""
        told = {**os.environ, "PYTHONPATH": str(self.source), cache.VARIABLE: str(self.cache), **environment}
        command = [sys.executable, "-B", "-c", program]
        lines = subprocess.run(command, env=told, cwd=self.source, check=True, capture_output=True, text=True).stdout
        compiled, _, items = lines.strip().partition(" ")
        return compiled == "True", items

    def edit(self, file: str, before: str, after: str) -> None:
        path = self.source / "dueldoku" / file
        text = path.read_text()
        assert before in text
        path.write_text(text.replace(before, after))

    def kept(self) -> list[Path]:
        return sorted(self.cache.rglob("*.code"))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_what_was_compiled_is_not_compiled_again(copy: Copy) -> None:
    assert copy.run()[0]
    assert copy.kept()
    assert not copy.run()[0]


def test_kept_code_is_loaded_without_what_only_compiling_needs(copy: Copy) -> None:
    copy.run()
    program = PROGRAM + "print('numba.np.arraymath' in sys.modules)"  # half of what it takes to start
    assert copy.run(program)[1].split("\n")[1] == "False"


def test_an_edited_callee_leaves_nothing_stale(copy: Copy) -> None:
    _, before = copy.run()
    copy.edit("kernels/base/chance.py", "<< 11", "<< 13")
    compiled, after = copy.run()
    assert compiled
    assert after != before
    assert after == copy.run(NUMBA_DISABLE_JIT="1")[1]


REACHED = """
import sys
from pathlib import Path
import dueldoku.kernels
passed = set(sys.modules)
from importlib import import_module
from dueldoku import cache
from dueldoku.sources import reach
module = import_module(sys.argv[1])
rooms = ("dueldoku.kernels.", "dueldoku.duel.", "dueldoku.board.")
used = [sys.modules[name] for name in set(sys.modules) - passed if name.startswith(rooms)]
loaded = {Path(it.__file__) for it in used if not hasattr(it, "__path__")}
missed = loaded - reach(Path(module.__file__), late=False)
print(len(loaded), *(file.name for file in missed))
"""


@pytest.mark.parametrize("file", [*KERNELS.rglob("*.py")], ids=lambda file: str(file.relative_to(KERNELS)))
def test_all_that_a_kernel_imports_belongs_to_its_state(file: Path) -> None:
    if file.name == "__init__.py":
        assert "import" not in file.read_text() or file.parent == KERNELS  # else the packages would count, too
        return
    late = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not [node.lineno for node in late if node.col_offset and "quiet_numba" not in file.name]
    name = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
    told = subprocess.run([sys.executable, "-c", REACHED, name], check=True, capture_output=True, text=True).stdout
    count, *missed = told.split()
    assert int(count) >= ("quiet" not in name)
    assert not missed


def test_an_edit_elsewhere_leaves_a_kernel_as_it_is(copy: Copy) -> None:
    copy.run()
    copy.edit("kernels/duel/territory.py", "@lean", "# an edit\n@lean")
    assert not copy.run()[0]
    copy.edit("kernels/base/jit.py", "F = TypeVar", "\nF = TypeVar")
    assert copy.run()[0]


def test_nor_does_an_edited_rule_that_kernels_read() -> None:
    rules = SOURCE / "dueldoku/duel/rules.py"
    for name in ("duel/territory", "duel/mcts", "learning/neat"):
        assert rules in reach(KERNELS / f"{name}.py", late=False)


def test_a_class_that_a_kernel_is_given_belongs_to_its_state(tmp_path: Path) -> None:
    path = tmp_path / "given.py"
    names = []
    for fields in ("one, other", "other, one"):
        path.write_text(f"from collections import namedtuple\nPair = namedtuple('Pair', '{fields}')\n")
        told = """
import sys; sys.path.insert(0, sys.argv[1])
from numba import int64, types
from dueldoku.kernels.base.chance import shuffle
from dueldoku.kernels.base.store import KernelCache
import given
print(KernelCache(shuffle.py_func)._file((types.Tuple((types.NamedTuple((int64, int64), given.Pair), int64)),), "any"))
"""
        names.append(
            subprocess.run([sys.executable, "-B", "-c", told, tmp_path], check=True, capture_output=True).stdout
        )
    assert names[0] != names[1]


def test_a_damaged_file_is_compiled_anew(copy: Copy) -> None:
    _, right = copy.run()
    for file in copy.kept():
        file.write_bytes(file.read_bytes()[:100])
    assert copy.run() == (True, right)
    assert not copy.run()[0]


def test_whoever_cannot_write_compiles_and_keeps_nothing(copy: Copy) -> None:
    copy.cache.write_text("")  # no folder can be made in a file
    assert copy.run()[0]
    assert copy.run()[0]


@pytest.mark.skipif(baseline() is None, reason="no code is shipped for this processor")
def test_what_a_wheel_carries_is_used_and_nothing_is_written(copy: Copy, tmp_path: Path) -> None:
    least = baseline()
    assert least in BASELINES.values()
    _, right = copy.run(NUMBA_CPU_NAME=least.name, NUMBA_CPU_FEATURES=least.features)
    shutil.move(copy.cache / "kernels", copy.source / "dueldoku/kernels/compiled")
    copy.cache = tmp_path / "another"
    assert copy.run() == (False, right)
    assert not copy.cache.exists()


def test_a_processor_that_lacks_something_is_given_nothing_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store.platform, "machine", lambda: "x86_64")
    able = dict.fromkeys(word[1:] for word in BASELINES["x86_64"].features.split(","))
    for has_avx2, expected in ((True, BASELINES["x86_64"]), (False, None)):
        monkeypatch.setattr(
            store.binding, "get_host_cpu_features", lambda has=has_avx2: {**dict.fromkeys(able, True), "avx2": has}
        )
        baseline.cache_clear()
        assert baseline() == expected
    names = [file.parent for file in store.KernelCache(Copy.run)._files("sig", Codegen())]
    assert names == [cache.code(Path(__file__)).own]
    monkeypatch.undo()
    baseline.cache_clear()


def test_a_processor_of_arm_has_what_is_shipped_whatever_its_system_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store.platform, "machine", lambda: "arm64")
    monkeypatch.setattr(store.binding, "get_host_cpu_features", dict)
    baseline.cache_clear()
    assert baseline() == BASELINES["aarch64"]
    monkeypatch.undo()
    baseline.cache_clear()


def test_another_version_of_numba_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.code(CHANCE) + cache.marks()
    monkeypatch.setattr(cache, "_numba", lambda: "0.99.0")
    after = cache.code(CHANCE) + cache.marks()
    assert not {*before} & {*after}
    assert all("numba-0.99.0" in folder.name for folder in after)


def test_folders_that_nobody_uses_are_removed_after_a_month(copy: Copy) -> None:
    old, new = (copy.cache / "kernels" / name for name in ("old", "new"))
    for folder in (old, new):
        folder.mkdir(parents=True)
    os.utime(old, (1, 1))
    copy.run()
    assert not old.exists()
    assert new.exists()


def test_a_folder_that_somebody_reads_is_in_use(copy: Copy) -> None:
    copy.run()
    for folder in (copy.cache / "kernels").iterdir():
        os.utime(folder, (1, 1))
    copy.run()
    assert all(folder.stat().st_mtime > 1 for folder in (copy.cache / "kernels").iterdir())
