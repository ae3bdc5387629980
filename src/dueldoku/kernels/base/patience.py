"""Signals that wait while a kernel is loaded.

LLVM asks Python for the kept code in the middle of its own. An exception that is raised there, such as Ctrl-C, goes
nowhere: the code is then missing, and the next step ends the process by a segmentation fault.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_RAISING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Whoever sends a signal meanwhile is heard afterwards. Only the first thread hears signals at all."""
    heard: list[int] = []
    mine = threading.current_thread() is threading.main_thread()
    before = {number: handler for number in _RAISING if mine and callable(handler := signal.getsignal(number))}
    for number in before:
        signal.signal(number, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in heard[:1]:
            signal.raise_signal(number)
