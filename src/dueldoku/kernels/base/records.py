"""Rows with named fields for compiled code: a class names the fields, an array holds them.

>>> class Ply:
...     next: int
...     best: Short
>>> plies = rows(Ply, 3)
>>> plies[1].best = 7
>>> plies[1].best, plies.dtype.names
(np.int16(7), ('next', 'best'))

A row is no copy, here and in compiled code: what is written to it is written to the array. A single ``record`` holds
the numbers that a function changes for its caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Protocol, TypeVar, cast, get_args, get_type_hints, overload

import numpy as np

from dueldoku.kernels.base.jit import lean_part

Index = Annotated[int, np.uint64]  # unsigned, so that it is not checked for its sign
Word = Annotated[int, np.uint32]
Small = Annotated[int, np.int32]
Short = Annotated[int, np.int16]
Byte = Annotated[int, np.int8]
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Rows(Protocol[T_co]):
    """An array of such rows."""

    @overload
    def __getitem__(self, index: int, /) -> T_co: ...
    @overload
    def __getitem__(self, index: slice, /) -> Rows[T_co]: ...
    def __setitem__(self, index: int, row: object, /) -> None: ...
    def __iter__(self) -> Iterator[T_co]: ...
    def __len__(self) -> int: ...


class Lists(Protocol[T_co]):
    """An array of lists of rows, all of one length."""

    @overload
    def __getitem__(self, index: int, /) -> Rows[T_co]: ...
    @overload
    def __getitem__(self, index: tuple[int, int], /) -> T_co: ...
    def __len__(self) -> int: ...


def rows(kind: type[T], count: int) -> Rows[T]:
    """So many rows with the fields of this class, all 0: an int has 64 bits unless its type says otherwise."""
    return cast(Rows[T], _zeros(kind, count))


def lists(kind: type[T], count: int, length: int) -> Lists[T]:
    """So many lists of rows."""
    return cast(Lists[T], _zeros(kind, (count, length)))


def record(kind: type[T], **values: int) -> T:
    """One row; fields without a value are 0."""
    row = _zeros(kind, 1)[0]
    for name, value in values.items():
        row[name] = value
    return cast(T, row)


@cache
def dtype_of(kind: type) -> np.dtype[np.void]:
    """The fields of a class, as NumPy has them.

    Its own come first: Numba takes a row that begins like another class's for one of that class, with a warning.
    """
    hints = get_type_hints(kind, include_extras=True)
    hidden = [name for name in hints if hasattr(np.void, name)]
    assert not hidden, f"NumPy has another meaning for {hidden}, which plain Python would get to see"
    inherited = {name for base in kind.__bases__ for name in get_type_hints(base)}
    ordered = sorted(hints.items(), key=lambda item: item[0] in inherited)
    fields = [(name, get_args(hint)[1] if get_args(hint) else hint) for name, hint in ordered]
    return np.dtype((np.record, np.dtype(fields, align=True)))  # a record knows its fields as attributes


def _zeros(kind: type, shape: int | tuple[int, int]) -> Any:
    return np.zeros(shape, dtype_of(kind))


@lean_part
def swap(some: Rows[T], one: int, other: int) -> None:
    """Exchange two rows. The last row is room for that."""
    spare = len(some) - 1
    some[spare] = some[one]
    some[one] = some[other]
    some[other] = some[spare]
