"""Raw loads and stores against NumPy."""

from __future__ import annotations

import random

import numpy as np
from numba import njit

from dueldoku.kernels.base.memory import address_of, load, store, table_of, where_byte, write_digits

reals = table_of(np.float64)


@njit
def read(words, index):  # type: ignore[no-untyped-def]
    return load(address_of(words), index)


@njit
def write(words, index, value):  # type: ignore[no-untyped-def]
    store(address_of(words), index, value)


@njit
def find(data, byte):  # type: ignore[no-untyped-def]
    return where_byte(address_of(data), byte)


@njit
def digits(target, source, ninth, shift):  # type: ignore[no-untyped-def]
    write_digits(address_of(target), address_of(source), address_of(ninth), shift)


@njit
def double(items, count):  # type: ignore[no-untyped-def]
    view = reals(address_of(items))
    for place in range(count):
        view[place] *= 2


def test_words_are_32_bits_without_a_sign() -> None:
    words = np.zeros(4, np.uint32)
    write(words, 2, -1)
    assert words.tolist() == [0, 0, 0xFFFFFFFF, 0]
    assert read(words, 2) == 0xFFFFFFFF


def test_equal_bytes_are_found() -> None:
    data = np.frombuffer(bytes(random.Random(1).choices(b"abc", k=40)), np.uint8).copy()
    for byte in b"abcd":
        assert find(data, byte) & 0xFFFFFFFF == sum(1 << k for k in range(32) if data[k] == byte)


def test_digits_are_written_where_their_bits_are() -> None:
    rng = random.Random(2)
    owners = [rng.randrange(10) for _ in range(27)]  # the digit of each cell, from 0 on; 9: none
    source, ninth = np.zeros(32, np.uint32), np.zeros(1, np.uint32)
    for cell, digit in enumerate(owners):
        if digit < 9:
            (source if digit < 8 else ninth)[4 * digit if digit < 8 else 0] |= np.uint32(1 << cell)
    for shift in (0, 5):
        target = np.full(32, 77, np.uint8)
        digits(target, source, ninth, shift)
        expected = [77] * 32
        for cell, digit in enumerate(owners):
            if digit < 9:
                expected[cell + shift] = digit + 1
        assert target.tolist() == expected


def test_a_table_at_an_address_is_no_copy() -> None:
    items = np.arange(5.0)
    double(items, 3)
    assert items.tolist() == [0, 2, 4, 3, 4]
