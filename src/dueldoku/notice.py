"""The one thing that Dueldoku may say unasked: that somebody has to wait, and for what."""

from __future__ import annotations

import logging
import sys

LOGGER = logging.getLogger("dueldoku")


def say(sentence: str) -> None:
    """Tell the logger ``dueldoku``; where nobody has set up logging, the person at the terminal or notebook."""
    if LOGGER.hasHandlers():
        LOGGER.info(sentence)
    elif is_heard():
        print(f"dueldoku: {sentence}", file=sys.stderr, flush=True)


def is_heard() -> bool:
    """Whether anybody would be told."""
    if LOGGER.hasHandlers():
        return LOGGER.isEnabledFor(logging.INFO)
    return bool(sys.stderr) and (sys.stderr.isatty() or "ipykernel" in sys.modules)
