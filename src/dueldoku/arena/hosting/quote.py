r"""What an agent says, made fit to be shown and stored: no more than so much, and nothing that a terminal would obey.

Everything that comes from an agent as text passes through here once, where it enters: messages in ``channel``, what it
printed in ``output``.

>>> clean(b"\x1b[31mred\x1b[0m and \xff")
'?[31mred?[0m and ?'
"""

from __future__ import annotations

_KEPT = "\n\t"
_DETAIL = 500  # characters of a reason on record
_BEGIN, _END = 1500, 4500  # bytes of what was printed in a turn: the traceback is at its end


def clean(said: bytes) -> str:
    """The same as text, with a question mark for each character that is not to be printed."""
    text = said.decode(errors="replace").replace("\N{REPLACEMENT CHARACTER}", "?")
    return "".join(letter if letter.isprintable() or letter in _KEPT else "?" for letter in text)


def shorten(said: bytes) -> str:
    """What was printed in a turn, as it goes on record: if it is long, its begin and its end."""
    if (left_out := len(said) - _BEGIN - _END) > 0:
        return f"{clean(said[:_BEGIN])}\n... {left_out} bytes are left out ...\n{clean(said[-_END:])}".strip("\n")
    return clean(said).strip("\n")


def last_line(text: str) -> str:
    r"""The last line of what an agent said, cut to what goes on record; no formula where tables are calculated.

    >>> last_line("why:\n=1+2")
    '1+2'
    """
    lines = text.strip().splitlines()
    return lines[-1].replace("\t", " ")[:_DETAIL].strip().lstrip("=+-@ ") if lines else ""
