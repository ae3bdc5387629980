"""Every compiled kernel, and nothing else. Importing one loads Numba: do it only where a kernel is needed.

What is neither shipped nor kept on disk (``base.store``) is compiled when it is first called. A notice says so at
once, and goes on telling what is being compiled.
"""

import time
from typing import Any

from dueldoku.kernels.base import quiet_numba  # noqa: F401  # before anything of Numba

# isort: split
from numba.core import event

from dueldoku.notice import say

_EVERY = 2.0  # seconds between two sentences
_FIRST = "compiling what this needs, once on this machine; dueldoku warm does it ahead"


class _Announcer(event.Listener):  # type: ignore[misc]
    """Says that kernels are being compiled, and which."""

    last, count = 0.0, 0

    def on_start(self, event: Any) -> None:
        now = time.monotonic()
        self.count += 1
        if now - self.last < _EVERY:
            return
        function = event.data["dispatcher"].py_func
        what = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        say(f"still compiling: {what}, {self.count} functions so far" if self.last else _FIRST)
        self.last = now

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Announcer())
