"""A large file is answered in rows exactly as it is line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program import LINE, SOLUTION, Run

from dueldoku.cli import mapped

NONE, SEVERAL = "11" + "." * 79, "." * 81
HEAD = f"{LINE}\n" * mapped.HEAD
ODD = (
    *("", "   ", "# a comment", f"{LINE} # solved", f"  {LINE}", LINE[:-1], LINE + ".", LINE[:40] + "x" + LINE[41:]),
    *("2x3:" + "." * 36, "1..4.4.22..3...1", " ".join(LINE), f"{LINE} turn=1", ":", "\t", "#" * 81, LINE + "\v"),
)


def both(run: Run, text: bytes, *options: str) -> tuple[tuple[int, str, str], tuple[int, str, str]]:
    """What the program says to a file, and what it says to the same if it has to read it line by line."""
    Path("many.txt").write_bytes(text)
    answers = [run("solve", "many.txt", *options, *others) for others in ((), ("--from", "sdm"))]
    first, second = ((code, out, re.sub(r"in [\d.e-]+ s", "", err)) for code, out, err in answers)
    return first, second


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Slices of a few rows; returns how many rows were solved at once, again and again."""
    solved: list[int] = []
    solve_rows = mapped.solve_rows
    monkeypatch.setattr(mapped, "_SLICE", 300)
    monkeypatch.setattr(mapped, "_LEAST", 2)
    monkeypatch.setattr(mapped, "_ODD", 2)
    monkeypatch.setattr(
        mapped, "solve_rows", lambda rows, *others: (solved.append(len(rows)), solve_rows(rows, *others))[1]
    )
    return solved


LINES = st.lists(st.sampled_from((LINE, LINE.replace(".", "0"), LINE.replace(".", "-"), NONE, SEVERAL, *ODD)))


@given(lines=LINES, end=st.sampled_from(("", "\n", "\n\n")), limit=st.integers(1, 3))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_answers_and_errors_are_the_same(
    run: Run, small_slices: list[int], lines: list[str], end: str, limit: int
) -> None:
    small_slices.clear()
    text = HEAD + "\n".join(lines) + end
    fast, slow = both(run, text.encode(), "--limit", str(limit))
    assert fast == slow
    assert sum(small_slices) >= mapped.HEAD


@pytest.mark.parametrize(
    "text",
    [
        HEAD.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + HEAD.encode(),
        HEAD.encode() + "4ä\n".encode(),
        HEAD.encode() + b"\xff\n",
        HEAD.encode() + b"\0",
        b"# ours\n" + HEAD.encode(),
        HEAD.encode()[:-82],
    ],
    ids=["CRLF", "mark", "letters", "binary", "zero", "comment", "short"],
)
def test_other_files_are_read_as_before(run: Run, small_slices: list[int], text: bytes) -> None:
    fast, slow = both(run, text)
    assert fast == slow
    assert not small_slices


def test_rows_are_solved_at_once(run: Run, small_slices: list[int]) -> None:
    Path("many.sdm").write_text(HEAD + f"{SEVERAL}\n{NONE}\n{LINE[:80]}\n")
    code, out, err = run("solve", "many.sdm", "--parallel", "2")
    assert code == 2
    answers = out.split("\n")
    assert answers[: mapped.HEAD] == [SOLUTION] * mapped.HEAD
    assert answers[mapped.HEAD].endswith(" # several solutions")
    assert answers[mapped.HEAD + 1 :] == [f"# no solution: {NONE}", f"# line {mapped.HEAD + 3} is no puzzle", ""]
    assert "many.sdm, line 1003" in err
    assert f"dueldoku: {mapped.HEAD + 3} puzzles in" in err
    assert max(small_slices) == 300


@pytest.mark.parametrize("name", ["many.csv", "many.json"])
def test_the_suffix_of_another_format_counts(run: Run, small_slices: list[int], name: str) -> None:
    Path(name).write_text(HEAD)
    run("solve", name)
    assert not small_slices
