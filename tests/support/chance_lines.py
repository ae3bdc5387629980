"""Command lines of every kind, made by chance from the program's own verbs and options, and odd files to go with them.

The same seed makes the same lines. A line that goes on for long is ended as by Ctrl-C, which the program promises to
understand, too.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple, NoReturn

from cyclopts import App
from program import LINE, SOLUTION

from dueldoku.cli.main import main
from dueldoku.cli.verbs import app

CODES = {0, 1, 2, 128 + signal.SIGINT}
PATIENCE = 3.0  # seconds before a line is ended
_LEFT_OUT = {"--watch", "--cluster"}  # they start servers and look for others
_NUMBERS = (
    *(
        "0",
        "1",
        "-1",
        "2",
        "3",
        "4",
        "7",
        "1.5",
        "0.01",
        "1e3",
        "inf",
        "-inf",
        "nan",
        "1e400",
        "1" + "0" * 23,
        "9" * 5000,
    ),
    *("0x10", "", " 7 ", "٣", "½", "1_000", "-0", "+3", "1,5", "[/b]", "none", "true", "\udcff", "10**9"),
    *("1000000000"),
)
_BOARDS = (
    *(
        "easy-2x2",
        "random-2x3",
        "empty-2x2",
        "board-2x2",
        LINE,
        SOLUTION,
        "12.4 .4.2 21.3 ...1",
        "generate:size=2x2,empty=4",
    ),
    *(
        "generate:size=99x99",
        "generate:empty=0.5,seed=" + "9" * 5000,
        "generate:size=2x2,clues=x",
        "generate:",
        "-",
        "",
    ),
    *("." * 256, "1" * 100_000, "r1c1", "{", '{"size": 1e400}', "\udcff", "\x1b[31m", "empty-1x2", "empty-8x8"),
    *("[/b]"),
)
_AGENTS = (
    *(
        "greedy_player",
        "random_player",
        "naive_player",
        "minimax-cells",
        "mcts-tree:c=0.5",
        "sensei",
        "sensei:level=beginner",
    ),
    *(
        "sensei:level=x",
        "mcts-tree:c=inf",
        "minimax-cells:depth=" + "9" * 5000,
        "random_player:",
        ":",
        "x:y=z",
        "you",
        "",
    ),
    *("neat:network=digits.txt", "neat:network=deep", "agent.py", "folder", "folder:a=b", "deep", "\udcff"),
)
_WORDS = (
    *(
        "",
        "x",
        "classic",
        "rows",
        "random",
        "border",
        "csv",
        "jsonl",
        "db",
        "line",
        "sdm",
        "matrix",
        "3x3",
        "2x2",
        "99x99",
    ),
    *(
        "plain",
        "csp",
        "csp:single=maybe",
        "wide",
        "bitboard",
        "exact-cover:",
        "auto",
        "dark",
        "native",
        "course",
        "quick",
    ),
    *(
        "solvers",
        "agents",
        "arena",
        "duel",
        "neat",
        "cell",
        "-",
        "--",
        "\udcff",
        "[/b]",
        "a" * 5000,
        "a/" * 3000,
        "None",
    ),
)
_FILES = (
    *(
        "empty",
        "binary",
        "digits.txt",
        "digits.jsonl",
        "boards.sdm",
        "games.jsonl",
        "game.txt",
        "games.db",
        "settings.db",
    ),
    *(
        "rows.db",
        "other.db",
        "cut.db",
        "folder",
        "deep",
        "\udcff",
        "loop",
        "nowhere",
        "/dev/null",
        "/dev/full",
        ".",
        "new.x",
    ),
)
_GAME = (
    '{"dueldoku": 1, "players": ["a", "b"], "start": "%s", "turns": ["1 r1c3=3 +1"],'
    ' "result": {"winner": %s, "scores": [1, 0], "reason": "x"}, "tags": {}}\n'
)


class Argument(NamedTuple):
    """An argument of a verb: its name, whether it goes by position, and what it takes."""

    name: str
    by_position: bool
    kind: str


def verbs(parent: App = app, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Argument]]]:
    """Every verb, as it is written, with its arguments."""
    for name in parent:
        if name.startswith("-"):
            continue
        verb = parent[name]
        if verb.default_command is None:
            yield from verbs(verb, (*above, name))
            continue
        found = verb.assemble_argument_collection(parse_docstring=True)
        arguments = [Argument(it.name, not it.name.startswith("-"), str(it.hint)) for it in found if it.name != "*"]
        yield (*above, name), [it for it in arguments if it.name not in _LEFT_OUT]


def make_files(folder: Path) -> None:
    """The odd files that command lines name."""
    Path(folder, "folder").mkdir(parents=True)
    Path(folder, "folder", "sudokuai.py").write_text("class SudokuAI: pass\n")
    Path(folder, "folder", os.fsdecode(b"caf\xe9.txt")).write_text("x")
    os.makedirs(folder / "deep")
    here = os.open(folder / "deep", os.O_RDONLY)
    for _ in range(1_200):  # step by step: the path as a whole may be too long
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    Path(folder, "deep", "sudokuai.py").write_text("class SudokuAI: pass\n")
    Path(folder, "agent.py").write_text("raise SystemExit\n")
    Path(folder, "loop").symlink_to("loop")
    Path(folder, "empty").touch()
    Path(folder, "binary").write_bytes(bytes(range(256)) * 40)
    Path(folder, os.fsdecode(b"\xff")).write_text(f"{LINE}\n")
    Path(folder, "digits.txt").write_text("7" * (8 << 20))
    Path(folder, "digits.jsonl").write_text(_GAME % ("12.4 .4.2 21.3 ...1", "7" * (8 << 20)))
    Path(folder, "boards.sdm").write_text(f"{LINE}\n{'.' * 81}\nx\n")
    Path(folder, "games.jsonl").write_text(_GAME % ("12.4.4.221.3...1", "0"))
    Path(folder, "game.txt").write_text("Dueldoku game " + "1" * 5000 + "\n")
    _make_archives(folder)


def _make_archives(folder: Path) -> None:
    from fast_games import fast_plan, made_up

    from dueldoku.arena.archive import Archive

    plan = fast_plan()
    with Archive(folder / "games.db", write=True) as archive:
        archive.begin("tournament", plan.settings())
        for task in plan.tasks():
            archive.add("tournament", made_up(task, 1))
        for copy in ("settings.db", "rows.db", "cut.db"):
            archive.copy(folder / copy)
    os.truncate(folder / "cut.db", 5_000)
    for file, change in (
        ("settings.db", "UPDATE tournaments SET settings = '[1]'"),
        ("rows.db", "UPDATE games SET winner = 'x', seconds1 = 9e999, record = '[]', date = x'ff'"),
        ("other.db", "CREATE TABLE games (number)"),
    ):
        with sqlite3.connect(folder / file) as database:
            database.execute(change)
        database.close()


def command_lines(seed: int) -> Iterator[list[str]]:
    """Command lines without end."""
    chance = random.Random(seed)
    known = list(verbs())
    while True:
        verb, arguments = chance.choice(known)
        line = list(verb)
        for argument in arguments:
            if argument.by_position:
                line += [_value(chance, argument)] * (chance.random() < 0.95)
            elif chance.random() < 0.3 or argument.name in ("--nodes", "--agents") or verb[-1] == "serve":
                line.append(argument.name)
                if "bool" not in argument.kind:
                    line += [_value(chance, argument) for _ in range(2 if "list" in argument.kind else 1)]
        if chance.random() < 0.05:
            line.insert(chance.randrange(len(line) + 1), chance.choice((*_WORDS, "--help", "--wrong", "-o")))
        yield line


def _value(chance: random.Random, argument: Argument) -> str:
    """Something to say there: often what is wanted, sometimes anything."""
    name = argument.name.lstrip("-").lower()
    if chance.random() < 0.1:
        return chance.choice(chance.choice((_NUMBERS, _BOARDS, _AGENTS, _WORDS, _FILES)))
    if name == "port":
        return chance.choice(("0", "-1", "65536", "1e9", "x"))  # no page is served here
    if "int" in argument.kind or "float" in argument.kind:
        return chance.choice(("1", "2")) if chance.random() < 0.5 else chance.choice(_NUMBERS)
    if name in ("agent", "opponent", "agents", "gauntlet", "path", "anchor"):
        return chance.choice(_AGENTS[:3]) if chance.random() < 0.5 else chance.choice(_AGENTS)
    if name in ("board", "boards", "puzzle", "position"):
        return chance.choice((chance.choice(_BOARDS), chance.choice(_FILES), "easy-2x2"))
    if name in ("file", "archive", "record", "output", "svg", "html", "out", "tree", "config", "checkpoint"):
        return chance.choice(_FILES)
    return chance.choice(_WORDS)


class Outcome(NamedTuple):
    """How a line ended."""

    code: int
    out: str
    err: str


def run_line(line: list[str], typed: str = "q\n") -> Outcome:
    """Run it as the program, in the current folder: a fork of this process, which has everything loaded."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(typed.encode())
        given.seek(0)
        child = os.fork()
        if not child:
            _be_the_program(line, given.fileno(), out.fileno(), err.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == -signal.SIGINT:  # our alarm came when it was about to end: a shell tells both alike
            code = 128 + signal.SIGINT
        for file in (out, err):
            file.seek(0)
        return Outcome(code, out.read().decode(errors="replace"), err.read().decode(errors="replace"))


def _be_the_program(line: list[str], *streams: int) -> NoReturn:
    code = 99
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
        os.environ["DUELDOKU_TRACEBACK"] = "1"
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGALRM, lambda number, frame: os.kill(os.getpid(), signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, PATIENCE, 2.0)  # again and again, until it is heard
        sys.argv = ["dueldoku", *line]
        code = main()
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def run_lines(number: int, seed: int, folder: Path) -> dict[int, int]:
    """Run so many lines, in folders below this one; how often each exit code came. Raises AssertionError."""
    codes: dict[int, int] = {}
    failed: list[str] = []
    before = Path.cwd()
    try:
        for count, line in zip(range(number), command_lines(seed), strict=False):
            if count % 200 == 0:  # with fresh files: some lines write
                os.chdir(before)
                remove_tree(folder / "files")
                make_files(folder / "files")
                os.chdir(folder / "files")
            try:
                code, out, err = run_line(line)
                assert code in CODES, f"{code}: {err[-1000:]}"
                # What an agent printed is not ours: it is shown behind a bar, or told in JSON.
                own = [line for line in (out + err).splitlines() if not line.lstrip().startswith(("|", "{"))]
                assert not any("Traceback" in line for line in own), err[-1000:]
                assert not code or err or out, "it failed without a word"
            except BaseException as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                what = f"{type(error).__name__}: {str(error)[:300]} at {where.filename}:{where.lineno}"
                failed.append(f"line {count} of seed {seed}: {[word[:60] for word in line]}: {what}")
            else:
                codes[code] = codes.get(code, 0) + 1
    finally:
        os.chdir(before)
        remove_tree(folder / "files")
    assert not failed, "\n".join(failed)
    return codes


def remove_tree(folder: Path) -> None:
    """Remove it, however deep it is."""
    with suppress(FileNotFoundError):
        here = Path(folder, "deep")
        if here.is_dir():
            os.rename(here, Path(folder, "top"))
            while (below := Path(folder, "top", "d")).is_dir():  # the top goes, and what was below it comes up
                os.rename(below, Path(folder, "next"))
                shutil.rmtree(Path(folder, "top"))
                os.rename(Path(folder, "next"), Path(folder, "top"))
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    for line in command_lines(int(sys.argv[1])):
        print(line)
