"""``dueldoku generate`` at a terminal."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from program import LINE

from dueldoku.cli.ask import ask

ROWS = "\n".join(LINE[at : at + 9] for at in range(0, 81, 9))
QUESTIONS = ["Shall boards be made", "How hard", "How many", "With a table", "Tell each step", "On all cores"]


def answered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str) -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code = ask()
    return code, capsys.readouterr().out


@pytest.mark.parametrize("board", [f"{ROWS}\n", f"{LINE}\n", "board.txt"], ids=["rows", "line", "file"])
@pytest.mark.parametrize(("table", "option"), [("", "yes"), ("y", "yes"), ("n", "no")])
def test_a_board_of_your_own(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    board: str,
    table: str,
    option: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text(ROWS)
    code, out = answered(monkeypatch, capsys, f"c\n{board}\n{table}\n\n")
    assert code == 0
    assert "│ 5 3 · │" in out
    assert "│ 5 3 4 │" in out
    assert f"table={option}: 0 nodes" in out
    assert out.endswith("The solution is solved and legal.\n")
    assert not any(question in out for question in ("How hard", "How many", "On all cores"))


def test_boards_that_are_made(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = answered(monkeypatch, capsys, "m\n.3\n\n\n\n")
    assert code == 0
    assert out.count("·") == 24
    assert out.endswith("The solution is solved and legal.\n")
    code, out = answered(monkeypatch, capsys, "\n\n20\nn\nn\ny\n")
    assert code == 0
    assert [out.index(question) for question in QUESTIONS] == sorted(out.index(question) for question in QUESTIONS)
    assert re.search(r"20 boards: 20 solved and checked in [\d.]+ s\n$", out)
    code, out = answered(monkeypatch, capsys, "\n0.2\n2\ny\nyes\n\n")
    assert out.count("solved\n") == 2
    assert "no other digit is left for it" in out
    assert "2 boards: 2 solved and checked" in out


def test_what_is_no_answer_is_asked_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = answered(monkeypatch, capsys, "x\n\nhard\n1\n0\n.2\n0\nmany\n1\n\n\n")
    assert code == 0
    for sentence in (
        "expected m or c, got 'x'",
        "share of them above 0 and below 1, got 'hard'",
        "expected a number above 0 and below 1, got '1'",
        "expected a number from 1 to 9999999, got '0'",
        "expected a number from 1 to 9999999, got 'many'",
    ):
        assert sentence in out
    code, out = answered(monkeypatch, capsys, f"c\n{LINE[:80]}\n\n{LINE}\n\n\n\n")
    assert "expected N*N cells (as 81), got 80" in out
    assert out.endswith("The solution is solved and legal.\n")


@pytest.mark.parametrize("typed", ["", "m\n", "c\n", "c\n53..7....\n", "\n\n5\ny\nn\n"])
def test_the_end_of_the_input_ends_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    code, out = answered(monkeypatch, capsys, typed)
    assert code == 0
    assert out.endswith(" \n")


@pytest.mark.slow
@pytest.mark.linux
@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_at_a_terminal_it_asks_and_ends_cleanly(key: str, code: int) -> None:
    master, terminal = os.openpty()
    command = (
        "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
        "from dueldoku.cli.main import main; sys.exit(main(['generate']))"
    )
    streams = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
    with subprocess.Popen([sys.executable, "-c", command], start_new_session=True, **streams) as program:
        os.close(terminal)
        shown = ""
        while "[m/c]" not in shown:
            shown += os.read(master, 1 << 16).decode()
        for _ in range(40):  # a key that is pressed while the terminal is set up is lost
            os.write(master, key.encode())
            with suppress(subprocess.TimeoutExpired):
                program.wait(0.5)
                break
        else:
            program.kill()
        shown += os.read(master, 1 << 16).decode()
    os.close(master)
    assert program.returncode == code
    assert "Traceback" not in shown
    assert ("interrupted" in shown) == (code == 130)


@pytest.mark.slow
def test_elsewhere_it_makes_a_puzzle_as_ever() -> None:
    command = [sys.executable, "-m", "dueldoku", "generate"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"[.1-9]{81}\n", done.stdout)
