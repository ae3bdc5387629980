"""The one thing that the program may say unasked: that it compiles, and what."""

from __future__ import annotations

import re

_NOTICE = re.compile(
    r"^dueldoku: (compiling what this needs, once on this machine|still compiling: ).*\n", re.MULTILINE
)


def without_notice(errors: str) -> str:
    return _NOTICE.sub("", errors)
