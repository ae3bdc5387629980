"""What an agent reports through its slot: some numbers by name, whatever it writes there."""

from __future__ import annotations

import os
from typing import Any

import pytest

from dueldoku.arena.hosting import slot

pytestmark = pytest.mark.linux


@pytest.mark.parametrize(
    ("report", "told"),
    [
        ({"depth": 5, "score": -2.5}, {"depth": 5.0, "score": -2.5}),
        ({"a b": 1, "": 2, "x" * 25: 3, "ok": 4}, {"ok": 4.0}),
        ({"nan": float("nan"), "inf": float("inf"), "ok": 1}, {"ok": 1.0}),
        ({f"n{number}": number for number in range(20)}, {f"n{number}": float(number) for number in range(8)}),
        ({f"name{number}": number for number in range(500)}, {}),
        ({"depth": "deep"}, {}),
        ({"huge": 10**400}, {}),
        ("no report", {}),
    ],
)
def test_a_report_is_some_numbers_by_name(report: Any, told: dict[str, float]) -> None:
    number = slot.create()
    view = slot.view(number)
    slot.write_report(view, report)
    assert slot.read_report(number) == told
    assert slot.read(number) == (0, 0, 0)  # the numbers that count are as they were
    os.close(number)


@pytest.mark.parametrize(
    "bytes_", [b"\xff" * 500, b"\x10" + bytes(7) + b"[[[[[[[[[[[[[[[[", b"\x05" + bytes(7) + b'{"a":']
)
def test_garbage_in_its_place_is_no_report(bytes_: bytes) -> None:
    number = slot.create()
    os.pwrite(number, bytes_, 64)
    assert slot.read_report(number) == {}
    os.close(number)
