"""Numbers in sentences."""

from __future__ import annotations


def counted(number: float, noun: str) -> str:
    """The number with its noun.

    >>> counted(1, "point"), counted(2.0, "point"), counted(0.5, "point"), counted(0, "cell"), counted(1234567, "node")
    ('1 point', '2 points', '0.5 points', 'no cells', '1234567 nodes')
    """
    if not number:
        return f"no {noun}s"
    return f"{int(number) if number == int(number) else f'{number:g}'} {noun}{'' if number == 1 else 's'}"
