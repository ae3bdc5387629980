"""The slot: memory that an agent's process and the arena share for one turn.

Three numbers of 64 bits: the last proposal, when the agent's code began (nanoseconds, monotonic clock), and how it
ended. A proposal is one aligned store, so it is there as a whole or not at all, whenever the process is killed. The
arena reads it at the deadline, and takes it for what it is: 64 bits from a stranger. Behind the numbers there is room
for what the agent reports about its search, as JSON with its length in front: words for people, nothing counts by them.

    63..60  59..48  47..32  31..16  15..0
      tag      0      row     col   digit      tag 1: a move; tag 2: something that is not a move; 0: nothing yet

>>> decode(encode(Move(2, 4, 7)))
Move(row=2, col=4, digit=7)
>>> decode(encode((1.5, None)))
Move(row=-1, col=-1, digit=-1)
"""

from __future__ import annotations

import json
import math
import mmap
import operator
import os
import re
import struct
from collections.abc import Mapping
from typing import Any

from dueldoku.arena.hosting import system
from dueldoku.board.move import Move
from dueldoku.duel.turn import Reason

NOT_A_MOVE = Move(-1, -1, -1)  # on no board: stands for whatever is no move at all, and the game books it as invalid
RETURNED, RAISED = 1, 2  # how the agent ended; 0 while it thinks, and if it never came to an end
_MOVE, _NO_MOVE = 1 << 60, 2 << 60
_LEAST, _MOST = -(1 << 15), (1 << 15) - 1
_LAYOUT = struct.Struct("3Q")
_REPORT = 64  # the byte at which the report begins, with its length as a number
_MOST_BYTES, _MOST_VALUES = 1024, 8  # of a report
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")


def encode(proposal: Any) -> int:
    """Any object as a number of 64 bits. Whole numbers too large are cut to what fits: they are off any board."""
    try:
        row, col, digit = (max(_LEAST, min(_MOST, operator.index(number))) & 0xFFFF for number in proposal)
    except BaseException:  # whatever it does when it is looked at, it is not a move
        return _NO_MOVE
    return _MOVE | row << 32 | col << 16 | digit


def decode(bits: int) -> Move | None:
    """The move in a slot, NOT_A_MOVE, or None if nothing was proposed."""
    if bits == 0:
        return None
    if bits >> 48 != _MOVE >> 48:
        return NOT_A_MOVE
    return Move(*((bits >> shift & 0xFFFF ^ 0x8000) - 0x8000 for shift in (32, 16, 0)))


def create() -> int:
    """A descriptor of a new, empty slot, which nobody can make larger or smaller (Linux)."""
    return system.sealed_memory("slot", mmap.PAGESIZE)


def view(slot: int) -> memoryview:
    """The slot's numbers, to write: ``view(slot)[0] = encode(move)``."""
    return memoryview(mmap.mmap(slot, mmap.PAGESIZE)).cast("Q")


def read(slot: int) -> tuple[int, int, int]:
    """The three numbers as they are now."""
    proposal, began, ended = _LAYOUT.unpack(os.pread(slot, _LAYOUT.size, 0))
    return proposal, began, ended


def write_report(numbers: memoryview, report: Mapping[str, Any]) -> None:
    """Leave a report in the slot, instead of the one before. One that is too long, or no report at all, is left out."""
    try:
        text = json.dumps({str(name): float(value) for name, value in report.items()}).encode()
    except (AttributeError, TypeError, ValueError, OverflowError):
        return
    if len(text) <= _MOST_BYTES:
        room, begin = numbers.cast("B"), _REPORT + 8
        numbers[_REPORT // 8] = 0  # whoever is killed while they write has reported nothing
        room[begin : begin + len(text)] = text
        numbers[_REPORT // 8] = len(text)


def read_report(slot: int) -> dict[str, float]:
    """What the agent reported last: some numbers by name. Whatever else is there is left out."""
    told = os.pread(slot, 8 + _MOST_BYTES, _REPORT)
    try:
        values = json.loads(told[8 : 8 + int.from_bytes(told[:8], "little")])
    except (ValueError, RecursionError):
        return {}
    found = values.items() if isinstance(values, dict) else ()
    fit = {name: value for name, value in found if _NAME.fullmatch(name) and _is_number(value)}
    return dict(list(fit.items())[:_MOST_VALUES])


def _is_number(value: object) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def fault_of(move: Move | None, ending: int, *, is_late: bool) -> Reason | None:
    """What the agent did wrong in a turn that left this move and ended so; None if nothing."""
    if move == NOT_A_MOVE:
        return Reason.MALFORMED
    if ending == RAISED:
        return Reason.RAISED
    if ending != RETURNED and not is_late:
        return Reason.DIED
    if move is None:
        return Reason.RETURNED if ending == RETURNED else Reason.TIME_UP
    return None
