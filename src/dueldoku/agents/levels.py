"""The levels of ``sensei`` and what they do, for those who only show them: nothing is loaded for it."""

from __future__ import annotations

LEVELS = {
    "beginner": "takes the points that lie there, and thinks of nothing else",
    "casual": "also sees what its opponent can take next",
    "club": "looks three turns ahead, but knows nothing of bombs",
    "expert": "looks six turns ahead, and counts cells and bombs near the end",
    "master": "proves who makes the last move, and plays the last ten cells perfectly",
    "full": "all that it can do",
}
