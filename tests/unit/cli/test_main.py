"""The program as people call it. Most calls run in this process; a few are real processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App
from program import LINE, PLAY, Run

from dueldoku import Grid, Position, write
from dueldoku.cli.verbs import VERBS, app


@pytest.mark.parametrize("verb", [[], ["convert"], ["show"], ["replay"], ["play"], ["formats"]])
def test_help(run: Run, verb: list[str]) -> None:
    code, out, err = run(*verb, "--help")
    assert (code, err) == (0, "")
    assert "Usage: dueldoku" in out


def _options(app: App) -> Iterator[tuple[str, str | None]]:
    """Every option of every verb, with what its help says."""
    for verb in (app[name] for name in app if not name.startswith("-")):
        if verb.default_command is None:
            yield from _options(verb)
            continue
        for argument in verb.assemble_argument_collection(parse_docstring=True):
            if argument.name != "*":  # a group, whose options follow
                yield f"{verb.name[0]} {argument.name}", argument.parameter.help


def test_every_option_is_explained() -> None:
    explained = dict(_options(app))
    assert len(explained) > 100
    assert not [option for option, words in explained.items() if not words]


def test_without_a_verb_it_tells_how_to_begin(run: Run) -> None:
    code, out, _ = run()
    assert code == 0
    assert len(out.splitlines()) < 12
    assert all(verb in VERBS for verb in re.findall(r"^  dueldoku (\w+)", out, re.MULTILINE))


@pytest.mark.parametrize("columns", [40, 60, 79, 80, 120])
def test_how_to_begin_fits_the_terminal(run: Run, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    _, out, _ = run()
    assert max(map(len, out.splitlines())) <= columns
    assert out.count("dueldoku ") == 7


def test_help_lists_all_verbs(run: Run) -> None:
    out = run("--help")[1]
    assert all(verb in out for verb in VERBS)


def test_a_verb_that_is_nearly_right_is_guessed(run: Run) -> None:
    assert run("sovle") == (2, "", "dueldoku: expected a verb, got 'sovle'; did you mean solve?\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fly"], "fly"),
        (["convert"], "BOARD"),
        (["convert", LINE, "--wrong"], "--wrong"),
        (["convert", "nowhere.sdk"], "no such file"),
        (["convert", "folder"], "expected a file, got the folder 'folder'"),
        (["convert", "12"], "no such file"),
        (["convert", LINE, "--to", "pdf"], "expected a format out of"),
        (["convert", LINE, "--from", "pdf"], "expected a format out of"),
        (["convert", LINE, "--shape", "three"], "expected a block shape such as 3x3 (rows x columns), got 'three'"),
        (["convert", LINE, "--shape", "2x2"], "expected 16 cells"),
        (["convert", LINE[:40] + "x" + LINE[41:]], "line 1, column 41: expected a digit 1-9 or '.', got 'x'"),
        (["show", "medium-9x7"], "expected a board out of empty-2x2"),
        (["show", "empty-9x9"], "no board 'empty-9x9': expected blocks"),
        (["show", LINE, "--theme", "pink"], "pink"),
        (["show", LINE, "--from", "ss"], "expected"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: cannot read the file"),
        (
            [*PLAY, "--board", "11" + "." * 79],
            "the board already breaks the rules: 1 stands twice in row 1: r1c1 and r1c2",
        ),
        ([*PLAY, "--board", "1234341221434321"], "the board is already full"),
        ([*PLAY, "--board", "12.. ..3. .... ...4"], "the board has no solution"),
        ([*PLAY, "--rules", "chess"], "expected a rule set out of classic, rows, border, random, got 'chess'"),
        ([*PLAY, "--seed", "x"], "x"),
    ],
)
def test_wrong_input_gets_one_sentence_and_code_2(run: Run, arguments: list[str], sentence: str) -> None:
    Path("folder").mkdir()
    code, out, err = run(*arguments)
    assert code == 2, err
    assert out == ""
    assert err.startswith("dueldoku: ")
    assert err.count("\n") == 1
    assert sentence in err


def test_output_that_cannot_be_written_is_code_1(run: Run) -> None:
    code, _, err = run("convert", LINE, "-o", "nowhere/out.txt")
    assert (code, err) == (1, "dueldoku: nowhere/out.txt: No such file or directory\n")


def program(*arguments: str, stdin: bytes = b"", **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "dueldoku", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False, **options)  # type: ignore[call-overload, no-any-return]


def test_standard_input_and_odd_bytes() -> None:
    windows = write([Position(Grid.parse(LINE))], "course").replace("\n", "\r\n").encode("utf-8-sig")
    assert program("convert", "-", stdin=windows).stdout.decode().strip() == LINE
    broken = program("convert", "-", stdin=b"\x7fELF\xff\x00")
    assert (broken.returncode, broken.stdout) == (2, b"")
    assert b"standard input: expected text, got binary data" in broken.stderr
    assert b"Traceback" not in broken.stderr


@pytest.mark.slow
def test_a_closed_pipe_is_no_error() -> None:
    many = f"{LINE}\n".encode() * 20_000
    process = subprocess.Popen(
        [sys.executable, "-m", "dueldoku", "convert", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdin.write(many)
    process.stdin.close()
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 0
    process.stderr.close()


def test_a_terminal_that_knows_only_ascii() -> None:
    shown = program("show", "empty-2x2", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert shown.returncode == 0
    assert b"Traceback" not in shown.stderr


@pytest.mark.slow
@pytest.mark.linux
def test_an_interrupt_ends_it_in_one_sentence() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "dueldoku", "convert", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    process.stdin.write(b"..")  # it waits for more
    process.stdin.flush()
    try:
        process.wait(1.5)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"dueldoku: interrupted\n")
