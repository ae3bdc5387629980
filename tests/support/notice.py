"""What the program may say unasked: that it compiles, and what; and that this machine has no good cage."""

from __future__ import annotations

import re

_NOTICE = re.compile(
    r"^(dueldoku: )?(compiling what this needs, once on this machine|still compiling: |the cage for agents is only "
    r"|agents are hardly caged here).*\n",
    re.MULTILINE,
)


def without_notice(errors: str) -> str:
    return _NOTICE.sub("", errors)
