"""The one thing that Dueldoku may say unasked: that somebody has to wait, and for what."""

from __future__ import annotations

import logging
import shutil
import sys
import time
from contextlib import AbstractContextManager

LOGGER = logging.getLogger("dueldoku")
STILL = "still "  # how a sentence begins that takes the place of the one before


class Wait(AbstractContextManager["Wait"]):
    """How many seconds code has been loaded and compiled in this process: times that are told are without them."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._depth, self._begin = 0, 0.0

    def __enter__(self) -> Wait:
        if not self._depth:
            self._begin = time.perf_counter()
        self._depth += 1
        return self

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            self.seconds += time.perf_counter() - self._begin


WAIT = Wait()


def say(sentence: str) -> None:
    """Tell the logger ``dueldoku``; where nobody has set up logging, the person at the terminal or notebook."""
    if LOGGER.hasHandlers():
        LOGGER.info(sentence)
    elif not is_heard():
        return
    elif sentence.startswith(STILL) and _is_bare():
        _write(f"dueldoku: {sentence}")
    else:
        print(f"dueldoku: {sentence}", file=sys.stderr, flush=True)


def wipe() -> None:
    """What took so long is done: the line that told of it goes."""
    if not LOGGER.hasHandlers() and is_heard() and _is_bare():
        _write("")


def is_heard() -> bool:
    """Whether anybody would be told."""
    if LOGGER.hasHandlers():
        return LOGGER.isEnabledFor(logging.INFO)
    return bool(sys.stderr) and (sys.stderr.isatty() or "ipykernel" in sys.modules)


def _is_bare() -> bool:
    """Whether we write to the terminal ourselves: while there is a bar of progress, it wants whole lines."""
    return sys.stderr is sys.__stderr__


def _write(text: str) -> None:
    """Write over the line, and go back to its beginning."""
    width = shutil.get_terminal_size().columns - 1
    print(text[:width].ljust(width), end="\r", file=sys.stderr, flush=True)
