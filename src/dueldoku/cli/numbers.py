"""Every number on the command line is read here: whole where it has to be, finite, and within bounds.

An option names its bounds, ``Annotated[int, between(1, 10**9)]``; one that does not has those of ``ANY``, as the verbs'
default parameter reads it (``verbs.py``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from cyclopts import CoercionError, Parameter, Token, convert

_MOST = 10**15  # beyond what anybody can wait for, and well within what a machine counts with
_WHOLE = re.compile(r"[+-]?[0-9]{1,4000}")  # Python reads no longer ones


@dataclass(frozen=True)
class Bounds:
    """Reads what an option was given, a number or a list of them; what is no number is left to cyclopts."""

    least: float
    most: float

    def __call__(self, kind: Any, tokens: Sequence[Token]) -> Any:
        """The value. Raises CoercionError, which says what was expected."""
        if get_origin(kind) is UnionType:  # int | None
            kind = next(it for it in get_args(kind) if it is not NoneType)
        if get_origin(kind) is list and get_args(kind)[0] in (int, float):
            return [self._number(get_args(kind)[0], token) for token in tokens]
        if kind in (int, float) and len(tokens) == 1:
            return self._number(kind, tokens[0])
        return convert(kind, tokens)

    def _number(self, kind: type, token: Token) -> float:
        text = token.value.strip()
        number: float = math.nan
        if kind is float or _WHOLE.fullmatch(text):
            with suppress(ValueError):
                number = kind(text)
        if self.least <= number <= self.most:
            return number
        if math.isnan(number):
            wanted = "a whole number" if kind is int else "a number"
        else:
            wanted = f"at least {_plain(self.least)}" if number < self.least else f"at most {_plain(self.most)}"
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        raise CoercionError(msg=f"expected {token.keyword} to be {wanted}, got {shown}")


def between(least: float, most: float) -> Parameter:
    """The bounds of an option, both included."""
    return Parameter(converter=Bounds(least, most))


def _plain(number: float) -> str:
    return str(number) if isinstance(number, int) else f"{number:g}"


ANY = Bounds(-_MOST, _MOST)
NUMBER = Parameter(converter=ANY)
COUNT = between(1, 10**9)
NODES = between(1, _MOST)
SECONDS = between(0.0001, 86_400)  # a day
MEGABYTES = between(1, 1 << 20)  # a terabyte
