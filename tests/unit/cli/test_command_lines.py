"""Command lines of every kind end with one of our exit codes and one sentence. ``make soak`` tries thousands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from chance_lines import CODES, command_lines, make_files, remove_tree, run_line, run_lines, verbs

from dueldoku.arena.entrant import resolve
from dueldoku.cli.numbers import ANY, Bounds
from dueldoku.cli.verbs import VERBS, app

HUGE = "1" + "0" * 23
PLAYERS = ("greedy_player", "random_player")

pytestmark = pytest.mark.linux


@pytest.mark.slow
def test_command_lines_made_by_chance(tmp_path: Path) -> None:
    codes = run_lines(100, 7, tmp_path)
    assert codes.keys() <= CODES
    assert codes[2] > 10


@pytest.mark.slow
def test_some_of_them_as_real_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_files(tmp_path / "files")
    monkeypatch.chdir(tmp_path / "files")
    try:
        for line in islice(command_lines(3), 8):
            words = [os.fsencode(word)[:100_000] for word in line]
            command = [sys.executable, "-m", "dueldoku", *words]
            try:
                done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
            except subprocess.TimeoutExpired:
                continue  # it has much to do
            assert done.returncode in CODES, (line, done.stderr)
            assert b"Traceback" not in done.stderr, line
            assert b"unforeseen" not in done.stderr, line
    finally:
        monkeypatch.undo()
        remove_tree(tmp_path / "files")


def test_every_verb_takes_part() -> None:
    assert {verb[0] for verb, _ in verbs()} == set(VERBS)


def test_every_number_has_bounds() -> None:
    """An option names its own, or has those of ANY: numbers are read nowhere else."""
    assert app.default_parameter
    assert app.default_parameter.converter is ANY
    for name in VERBS:
        if app[name].default_command is None:
            continue
        for argument in app[name].assemble_argument_collection(parse_docstring=True):
            if re.search(r"\b(int|float)\b", str(argument.hint)):
                read = argument.parameter.converter
                assert isinstance(read, Bounds) or argument.name in ("--workers", "--port"), (name, argument.name)


@pytest.mark.parametrize(
    "line",
    [
        ("match", *PLAYERS, "--time", "inf"),
        ("match", *PLAYERS, "--time", "nan"),
        ("match", *PLAYERS, "--times", "0.1", HUGE),
        ("match", *PLAYERS, "--rounds", HUGE),
        ("match", *PLAYERS, "--rounds", "1.5"),
        ("match", *PLAYERS, "--games", "9" * 5000),
        ("match", *PLAYERS, "--workers", HUGE),
        ("match", *PLAYERS, "--nodes", "1", "--workers", "1001"),
        ("match", *PLAYERS, "--nodes", "1", "--workers", "0", "--dry-run"),
        ("tournament", "--agents", *PLAYERS, "--rounds", HUGE, "--dry-run"),
        ("solve", "easy-2x2", "--limit", HUGE),
        ("solve", "easy-2x2", "--limit", "1.5"),
        ("count", "easy-2x2", "--limit", HUGE),
        ("count", "easy-2x2", "--seconds", "inf"),
        ("analyse", "easy-2x2", "--memory", HUGE),
        ("solve-game", "easy-2x2", "--memory", HUGE),
        ("generate", "--count", HUGE),
        ("generate", "--count", "2.0"),
        ("generate", "--seed", HUGE),
        ("replay", "games.db", "--game", HUGE),
        ("review", "games.db", "--game", HUGE),
        ("review", "digits.jsonl"),
        ("review", "digits.txt"),
        ("replay", "game.txt"),
        ("match", "deep", "random_player"),
        ("ratings", "rows.db"),
        ("report", "rows.db"),
        ("replay", "rows.db"),
        ("export", "rows.db", "--to", "jsonl"),
        ("tournament", "--agents", *PLAYERS, "--nodes", "1", "--archive", "settings.db"),
        ("demo", "--nodes", "1", "--archive", "settings.db"),
        ("ratings", "cut.db"),
        ("ratings", "settings.db", "--name", "tournament"),
    ],
    ids=lambda line: " ".join(line)[:60],
)
def test_what_came_through_once(line: tuple[str, ...], files: Path) -> None:
    code, _, err = run_line(list(line))
    assert code == 2, err
    assert err.startswith("dueldoku: ")
    assert err.count("\n") == 1
    assert len(err) < 600


def test_names_that_are_not_utf_8(files: Path) -> None:
    odd = os.fsdecode(b"\xff")
    assert run_line(["solve", odd]).code == 0
    assert run_line(["match", *PLAYERS, "--nodes", "1", "--games", "2", "--archive", f"{odd}.db"]).code == 0
    assert run_line(["match", *PLAYERS, "--nodes", "1", "--games", "2", "--name", odd]).code == 2
    assert run_line(["match", *PLAYERS, "--nodes", "1", "--games", "2", "--board", odd]).code in (0, 2)
    assert resolve("folder").digest  # with a file of such a name in it


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    place = tmp_path_factory.mktemp("odd") / "files"
    make_files(place)
    yield place
    remove_tree(place)  # pytest could not: it is too deep


@pytest.fixture
def files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(folder)
    return folder
