"""The levels of ``sensei`` and what they do, for those who only show them: nothing is loaded for it."""

from __future__ import annotations

LEVELS = {  # easiest first; what each can do, and its weakness
    "child": "takes the points that it sees in rows, and overlooks columns and blocks",
    "beginner": "takes most points, and never asks what that opens for you",
    "casual": "also sees your answer, but lets you fence it in, and knows nothing of bombs",
    "hobby": "looks four turns ahead, cares a little for ground, and still knows nothing of bombs",
    "club": "looks three turns ahead, and counts bombs only when six cells are empty: too late",
    "league": "counts cells and bombs with 14 empty cells, but not the moves that its ground gives it",
    "expert": "looks five turns ahead, and counts cells and bombs with 19 empty cells, but proves nothing",
    "veteran": "looks seven turns ahead, and counts with 24 empty cells, but proves nothing",
    "master": "proves who makes the last move, but leaves open boards to chance, and gets no moves from its ground",
    "full": "all that it can do",
}
