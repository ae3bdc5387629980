"""Digits as single characters, and cells as people name them.

A digit is written ``1``-``9``, then ``A``-``Z`` for 10-35, then ``a``-``z`` for 36-61, then ``@``, ``$``, ``&`` for
62-64. Up to side 35 small letters are read as capitals; from side 36 on the case matters. Empty is written ``.``
and may be read as ``.``, ``0``, ``_``, ``*`` or ``-``.

A cell is named ``r3c5``: row 3, column 5, counted from 1.
"""

from __future__ import annotations

import re
from functools import cache
from string import ascii_lowercase, ascii_uppercase

from dueldoku.errors import MoveSyntaxError

EMPTY = "."
EMPTIES = ".0_*-"
DIGITS = "123456789" + ascii_uppercase + ascii_lowercase + "@$&"
_FOLDS_CASE_UP_TO = 35
NOTHING = 255  # what a character means that is neither a digit nor a sign for an empty cell
_VALUES = dict.fromkeys(EMPTIES, 0) | {symbol: digit for digit, symbol in enumerate(DIGITS, 1)}
_FOLDED = _VALUES | {symbol.lower(): digit for digit, symbol in enumerate(DIGITS[:_FOLDS_CASE_UP_TO], 1)}


def symbol_of(digit: int) -> str:
    """The character for a digit; 0 is empty."""
    return DIGITS[digit - 1] if digit else EMPTY


def expected_symbols(side: int) -> str:
    """For messages: the digits that a board of this side may hold."""
    if side <= 9:
        return f"a digit 1-{side} or '{EMPTY}'"
    return f"a digit 1-9, a letter up to {symbol_of(side)} or '{EMPTY}'" if side <= 61 else "one of 1-9A-Za-z@$& or '.'"


def cell_name(row: int, col: int) -> str:
    """``r3c5`` for row 2, column 4 (counted from 0)."""
    return f"r{row + 1}c{col + 1}"


def parse_cell_name(text: str) -> tuple[int, int]:
    """Row and column, counted from 0, of ``r3c5``. Knows no board: any whole numbers pass."""
    match = re.fullmatch(r"[rR](-?[0-9]{1,9})[cC](-?[0-9]{1,9})", text.strip())
    if not match:
        raise MoveSyntaxError(f"expected a cell such as r3c5, got {text!r}")
    return int(match[1]) - 1, int(match[2]) - 1


def value_of(word: str, side: int, *, first_digit: int = 1) -> int | None:
    """The digit (0 for empty) that a word means on a board of this side, or None.

    Numbers and letters count from ``first_digit``. Counted from 1, 0 is empty and A is 10. Counted from 0, 0 is the
    first digit, A is the eleventh, and only ``.``, ``_``, ``*``, ``-`` and ``-1`` are empty.
    """
    shift = 1 - first_digit
    if word.isascii() and word.isdecimal():
        digit = int(word) + shift if len(word) <= 4 else side + 1
        return digit if digit <= side else None
    if word == "-1" and shift:
        return 0
    value = (_FOLDED if side - shift <= _FOLDS_CASE_UP_TO else _VALUES).get(word)
    if value is None or value > side - shift:
        return None
    return value + shift if value else 0


@cache
def meanings(side: int) -> bytes:
    """What each of the 256 characters means alone on a board of this side, for ``bytes.translate``."""
    values = (value_of(chr(code), side) for code in range(128))
    return bytes(NOTHING if value is None else value for value in values) + bytes([NOTHING]) * 128
