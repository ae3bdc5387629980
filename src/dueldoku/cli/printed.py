"""What agents printed, on the terminal: indented behind a bar, so that nobody takes it for ours."""

from __future__ import annotations

from collections.abc import Sequence

from dueldoku.arena.causes import Cause
from dueldoku.words import counted

BAR = "      | "


def behind_bar(lines: Sequence[str], most: int | None = None) -> list[str]:
    """The lines behind a bar; only the last ones if they are more than ``most``, and how many that leaves out."""
    left_out = len(lines) - most if most is not None and len(lines) > most else 0
    head = [f"{BAR}... {counted(left_out, 'line')} before"] if left_out else []
    return [*head, *(f"{BAR}{line}" for line in lines[left_out:])]


def print_last_words(causes: Sequence[Cause], file: str) -> None:
    """Tell why agents lost games, with their tracebacks; ``file`` is the archive, if it is kept."""
    for one in causes:
        print("\n".join(["", one.sentence, *behind_bar(one.printed)]))
    if causes and file:
        print(f"\nAll that they printed, turn by turn:  dueldoku replay {file} --game NUMBER --output")
