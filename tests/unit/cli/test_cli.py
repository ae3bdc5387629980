"""The program as people call it. Most calls run in this process; a few are real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App
from notice import without_notice

from dueldoku import GameRecord, Geometry, Grid, Position, read_records, write
from dueldoku.cli.main import app, main

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

PLAY = ("play", "greedy_player", "random_player", "--nodes", "1")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Run the program in an empty folder: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, without_notice(err)

    return call


@pytest.mark.parametrize("verb", [[], ["convert"], ["show"], ["replay"], ["play"], ["formats"]])
def test_help(run, verb: list[str]) -> None:
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
            yield f"{verb.name[0]} {argument.name}", argument.parameter.help


def test_every_option_is_explained() -> None:
    explained = dict(_options(app))
    assert len(explained) > 100
    assert not [option for option, words in explained.items() if not words]


def test_without_a_verb_it_lists_them(run) -> None:
    code, out, _ = run()
    assert code == 0
    assert all(verb in out for verb in ("convert", "show", "replay", "demo", "formats"))


def test_convert_between_files(run) -> None:
    Path("in.sdk").write_text("\n".join(LINE[at : at + 9] for at in range(0, 81, 9)))
    assert run("convert", "in.sdk", "--to", "course", "-o", "out.txt") == (0, "", "")
    assert run("convert", "out.txt") == (0, LINE + "\n", "")
    assert run("convert", LINE, "--json") == (
        0,
        json.dumps([{"shape": "3x3", "values": [int(c) if c != "." else 0 for c in LINE], "line": LINE}]) + "\n",
        "",
    )


def test_convert_a_collection_keeps_all_of_it(run) -> None:
    Path("many.sdm").write_text(f"{LINE}\n" * 3)
    assert run("convert", "many.sdm") == (0, f"{LINE}\n" * 3, "")
    code, _, err = run("convert", "many.sdm", "--to", "ss")
    assert (code, err) == (2, "dueldoku: expected one board, as ss holds no more, got 3: sdm holds many\n")


def test_the_shape_can_be_told(run) -> None:
    code, _, err = run("convert", "." * 144)
    assert (code, err) == (2, "dueldoku: line 1: a 12x12 board may have blocks of 3x4 or 4x3: say which\n")
    assert run("convert", "." * 144, "--shape", "4x3")[:2] == (0, "4x3:" + "." * 144 + "\n")


def test_digits_counted_from_0(run) -> None:
    Path("zero.txt").write_text("0 1 2 3\n2 3 0 1\n1 2 3 0\n3 0 1 2\n")
    assert run("convert", "zero.txt", "--from", "matrix0") == (0, "1234341223414123\n", "")


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
def test_wrong_input_gets_one_sentence_and_code_2(run, arguments: list[str], sentence: str) -> None:
    Path("folder").mkdir()
    code, out, err = run(*arguments)
    assert code == 2, err
    assert out == ""
    assert err.startswith("dueldoku: ")
    assert err.count("\n") == 1
    assert sentence in err


def test_output_that_cannot_be_written_is_code_1(run) -> None:
    code, _, err = run("convert", LINE, "-o", "nowhere/out.txt")
    assert (code, err) == (1, "dueldoku: nowhere/out.txt: No such file or directory\n")


def test_show_a_board(run) -> None:
    code, out, _ = run("show", LINE)
    assert code == 0
    assert "1 │ 5 3 · │ · 7 · │ · · · │" in out
    code, out, _ = run("show", "11" + "." * 79)
    assert "The board breaks the rules: 1 stands twice in row 1" in out


def test_show_as_svg(run) -> None:
    assert run("show", LINE, "--svg", "board.svg", "--candidates", "--theme", "dark") == (0, "", "")
    assert Path("board.svg").read_text().count('class="soft"') == 18 + sum(
        len({*range(1, 10)} - {Grid.parse(LINE)[peer] for peer in Geometry.of(3, 3).peers[cell]})
        for cell in Grid.parse(LINE).holes
    )
    code, out, _ = run("show", "empty-5x5", "--svg", "-")
    assert code == 0
    assert out.startswith("<svg ")


def test_formats(run) -> None:
    assert run("formats")[1].splitlines()[1].startswith("sdm ")
    assert "course-rows" in json.loads(run("formats", "--json")[1])


@pytest.mark.parametrize("rules", ["classic", "rows", "border", "random"])
def test_a_game_is_recorded_and_the_seed_repeats_it(run, rules: str) -> None:
    code, out, _ = run(*PLAY, "--board", "empty-2x3", "--rules", rules, "--seed", "7")
    assert code == 0
    assert "board full after" in out
    assert "The game was added to games/played.jsonl" in out
    code, line, _ = run(*PLAY, "--board", "empty-2x3", "--rules", rules, "--seed", "7", "--json")
    first, second = read_records(Path("games/played.jsonl").read_text())
    assert first == second == GameRecord.from_json(line)
    code, text, _ = run("replay", "games/played.jsonl")
    assert code == 0
    assert first.to_text() in text
    assert run("replay", "games/played.jsonl", "--game", "1", "--at", "0")[1].count("·") == 36
    assert run("replay", "games/played.jsonl", "--json")[1] == line
    Path("game.txt").write_text(first.to_text())
    assert run("replay", "game.txt", "--json")[1] == line


@pytest.mark.parametrize("option", [("--game", "3"), ("--game", "0"), ("--at", "999"), ("--at", "-5")])
def test_replay_out_of_range(run, option: tuple[str, str]) -> None:
    run(*PLAY, "--board", "empty-2x2", "--json")
    code, _, err = run("replay", "games/played.jsonl", *option)
    assert code == 2
    assert err.startswith("dueldoku: games/played.jsonl: expected a ")


def test_a_record_that_is_not_true_is_refused(run) -> None:
    run(*PLAY, "--board", "empty-2x2", "--json")
    lines = Path("games/played.jsonl").read_text().replace(" +7", " +3")
    Path("false.jsonl").write_text(lines)
    code, _, err = run("replay", "false.jsonl")
    assert code == 2
    assert "was recorded as" in err


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
