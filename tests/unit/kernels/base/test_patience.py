from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dueldoku.kernels.base.patience import undisturbed


def test_ctrl_c_is_heard_when_the_kernel_is_there() -> None:
    done = []

    def work() -> None:
        with undisturbed():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done
    with pytest.raises(KeyboardInterrupt):  # and at once from then on
        signal.raise_signal(signal.SIGINT)


def test_in_another_thread_nothing_changes() -> None:
    handlers = []

    def work() -> None:
        with undisturbed():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGINT)]


PROGRAM = """
import signal
from numba import njit
from numba.core.codegen import CPUCodeLibrary
from dueldoku.kernels.base.store import KernelCache

asked, ask = [], CPUCodeLibrary._object_getbuffer_hook

def disturbed(module):  # which LLVM calls when it wants the kept code
    if asked:
        signal.raise_signal(signal.SIGINT)
    return ask(module)

CPUCodeLibrary._object_getbuffer_hook = disturbed

def twice(number):
    return 2 * number

def kept():
    function = njit(twice)
    function._cache = KernelCache(twice)
    return function

kept()(1)
asked.append(True)
try:
    kept()(1)
except KeyboardInterrupt:
    asked.clear()
    print("heard", kept()(2))
"""


def test_ctrl_c_while_llvm_asks_for_the_code_ends_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-P", file],
        env={**os.environ, "DUELDOKU_CACHE": str(tmp_path / "kept")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "heard 4\n"), done.stderr
