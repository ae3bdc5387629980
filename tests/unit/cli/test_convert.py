"""``dueldoku convert`` and ``formats``."""

from __future__ import annotations

import json
from pathlib import Path

from program import LINE, Run


def test_convert_between_files(run: Run) -> None:
    Path("in.sdk").write_text("\n".join(LINE[at : at + 9] for at in range(0, 81, 9)))
    assert run("convert", "in.sdk", "--to", "course", "-o", "out.txt") == (0, "", "")
    assert run("convert", "out.txt") == (0, LINE + "\n", "")
    assert run("convert", LINE, "--json") == (
        0,
        json.dumps([{"shape": "3x3", "values": [int(c) if c != "." else 0 for c in LINE], "line": LINE}]) + "\n",
        "",
    )


def test_convert_a_collection_keeps_all_of_it(run: Run) -> None:
    Path("many.sdm").write_text(f"{LINE}\n" * 3)
    assert run("convert", "many.sdm") == (0, f"{LINE}\n" * 3, "")
    code, _, err = run("convert", "many.sdm", "--to", "ss")
    assert (code, err) == (2, "dueldoku: expected one board, as ss holds no more, got 3: sdm holds many\n")


def test_the_shape_can_be_told(run: Run) -> None:
    code, _, err = run("convert", "." * 144)
    assert (code, err) == (2, "dueldoku: line 1: a 12x12 board may have blocks of 3x4 or 4x3: say which\n")
    assert run("convert", "." * 144, "--shape", "4x3")[:2] == (0, "4x3:" + "." * 144 + "\n")


def test_digits_counted_from_0(run: Run) -> None:
    Path("zero.txt").write_text("0 1 2 3\n2 3 0 1\n1 2 3 0\n3 0 1 2\n")
    assert run("convert", "zero.txt", "--from", "matrix0") == (0, "1234341223414123\n", "")


def test_formats(run: Run) -> None:
    assert run("formats")[1].splitlines()[1].startswith("sdm ")
    assert "course-rows" in json.loads(run("formats", "--json")[1])
