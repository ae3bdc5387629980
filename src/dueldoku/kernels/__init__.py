"""Every compiled kernel, and nothing else. Importing one loads Numba: do it only where a kernel is needed.

What is neither shipped nor kept on disk (``base.store``) is compiled when it is first called. A notice says so at
once, and goes on telling how far it is.
"""

import time
from threading import Event, Thread
from typing import Any

from dueldoku.notice import STILL, WAIT, is_heard, say, wipe
from dueldoku.words import counted

with WAIT:
    from dueldoku.kernels.base import quiet_numba  # noqa: F401  # before anything of Numba

    # isort: split
    from numba.core import event

_EVERY = 1.5  # seconds between two sentences
_FIRST = "compiling what this needs, once on this machine; dueldoku warm does it ahead"


class _Announcer(event.Listener):  # type: ignore[misc]
    """Says that kernels are being compiled, and how many. A large one takes seconds: a thread speaks meanwhile."""

    def __init__(self) -> None:
        self._depth = 0  # functions under way: each was called for by the one before it
        self._count, self._said, self._begun, self._done = 0, 0.0, 0.0, Event()

    def on_start(self, event: Any) -> None:
        self._count += 1
        self._depth += 1
        if self._depth == 1 and is_heard():
            if not self._said:
                self._begun = time.monotonic()
                self._say(_FIRST)
            self._done = Event()
            Thread(target=self._go_on, args=(self._done,), daemon=True).start()

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if not self._depth and is_heard():
            self._done.set()
            wipe()

    def _go_on(self, done: Event) -> None:
        while not done.wait(self._said + _EVERY - time.monotonic()):
            seconds = round(time.monotonic() - self._begun)
            self._say(f"{STILL}compiling: {counted(self._count, 'function')} in {seconds} s")

    def _say(self, sentence: str) -> None:
        self._said = time.monotonic()
        say(sentence)


class _Stopwatch(event.Listener):  # type: ignore[misc]
    """Counts how long kernels are loaded and compiled: Numba locks all others out meanwhile."""

    def on_start(self, event: Any) -> None:
        WAIT.__enter__()

    def on_end(self, event: Any) -> None:
        WAIT.__exit__()


event.register("numba:compile", _Announcer())
event.register("numba:compiler_lock", _Stopwatch())
