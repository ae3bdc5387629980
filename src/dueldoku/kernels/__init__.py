"""Every compiled kernel, and nothing else. Importing one loads Numba: do it only where a kernel is needed.

Numba compiles a kernel when it is first called and keeps the result on disk. The one time that takes some seconds, the
logger ``dueldoku`` says so.
"""

import logging
from typing import Any

from numba.core import event


class _Announcer(event.Listener):  # type: ignore[misc]
    """Says once that kernels are being compiled."""

    said = False

    def on_start(self, event: Any) -> None:
        if not self.said:
            self.said = True
            logging.getLogger("dueldoku").info("compiling the solver, once: this takes some seconds")

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Announcer())
