"""What the verbs that play many games share: where games are kept, and how to go on after Ctrl-C."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from dueldoku.arena.archive import Archive
from dueldoku.words import counted

INTERRUPTED, UNREAD = 130, 141
STOPS = (KeyboardInterrupt, BrokenPipeError)  # a signal asks us to end; nobody reads what we tell


@contextmanager
def open_archive(file: str) -> Iterator[Archive]:
    """The archive to write to; without a file, one for the moment."""
    with TemporaryDirectory() as folder, Archive(file or Path(folder, "games.db"), write=True) as archive:
        yield archive


def say_stopped(why: BaseException, archive: Archive | None, name: str) -> int:
    """After one of ``STOPS``: what is safe, and the command that goes on. Returns the exit code."""
    if archive is None:
        sentence = "stopped; nothing was stored (with --archive FILE, the same command can go on)"
    else:
        games = counted(len(archive.games(name)), "game")
        sentence = f"stopped; {games} stored in {archive.path}. To go on:\n  {command()}"
    return say_ended(why, sentence)


def say_ended(why: BaseException, sentence: str) -> int:
    """Say how it ended. Returns the exit code."""
    unread = isinstance(why, BrokenPipeError)
    print(f"dueldoku: {'nobody reads the output any more: ' * unread}{sentence}", file=sys.stderr)
    return UNREAD if unread else INTERRUPTED


def command() -> str:
    """The command that was given, to be pasted again."""
    return shlex.join([program(), *sys.argv[1:]])


def columns() -> int | None:
    """How wide the terminal is; None if the output goes elsewhere: there lines are as long as they are."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def program() -> str:
    """How this program was called, for a command that can be pasted."""
    called = Path(sys.argv[0])
    if shutil.which("dueldoku") == str(called):
        return "dueldoku"
    try:
        return str(called.absolute().relative_to(Path.cwd()))
    except ValueError:
        return "dueldoku"
