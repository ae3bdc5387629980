"""Games under way, told to whoever watches: small files in a folder beside the archive, written anew after a turn.

A run has one file, each of its games another; both carry the number of the process they belong to, so that what a
killed process left behind is told from what goes on. Whoever reads sees a file as a whole or not at all.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from dueldoku.arena.play import play_task
from dueldoku.arena.referee import Referee
from dueldoku.arena.task import GameTask, Result, limits_text
from dueldoku.duel.record import GameRecord
from dueldoku.errors import DueldokuError
from dueldoku.plain import plain

_EVERY = 0.1  # seconds between two tellings of a game


class LiveRun(NamedTuple):
    """A match or tournament that is being played. ``total`` is 0 where nobody knows."""

    tournament: str
    process: int
    total: int
    stored: int  # games that were there when it began
    agents: tuple[str, ...]
    started: float


class LiveGame(NamedTuple):
    """A game that is being played: the turns so far, and what each player has spent."""

    tournament: str
    process: int
    key: str
    board: str
    limit: str
    record: GameRecord
    spent: tuple[float, float]


class Feed:
    """Tells of the games of one run. It may be sent to worker processes: it knows nothing but a folder and a name."""

    def __init__(self, archive: Path, tournament: str) -> None:
        self._folder, self._tournament, self._process = folder_of(archive), tournament, os.getpid()
        self._told: dict[str, float] = {}

    @contextmanager
    def open(self, total: int | None, stored: int, agents: Sequence[str]) -> Iterator[None]:
        """Tell that the run goes on, as long as it does."""
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            _remove_stale(self._folder)
        run = LiveRun(self._tournament, self._process, total or 0, stored, tuple(agents), time.time())
        self._write(f"run-{self._process}.json", run)
        try:
            yield
        finally:
            with suppress(OSError):
                for path in self._folder.glob(f"*-{self._process}*.json"):
                    path.unlink(missing_ok=True)
                self._folder.rmdir()  # if nothing else is told there

    def play(self, watch: Callable[[GameTask, Referee], None] | None, task: GameTask) -> Result:
        """Play the game as ``play_task`` does, and tell of it; ``watch`` is told, too."""
        watchers = [partial(one, task) for one in (self._turn, watch) if one]
        try:
            return play_task(task, watchers)
        finally:
            self._told.pop(task.key, None)
            with suppress(OSError):
                self._path(task).unlink(missing_ok=True)

    def _turn(self, task: GameTask, referee: Referee) -> None:
        now = time.monotonic()
        if now - self._told.get(task.key, 0.0) < _EVERY:
            return
        self._told[task.key] = now
        one, two = referee.clocks
        game = LiveGame(
            tournament=self._tournament,
            process=self._process,
            key=task.key,
            board=task.board,
            limit=limits_text(task.limits),
            record=referee.game.record(task.names),
            spent=(one.seconds, two.seconds),
        )
        self._write(self._path(task).name, game)

    def _path(self, task: GameTask) -> Path:
        return self._folder / f"game-{self._process}-{task.key[:16]}.json"

    def _write(self, name: str, told: LiveRun | LiveGame) -> None:
        with suppress(OSError):  # a full disk is no reason not to play
            new = self._folder / f"{name}.new"
            new.write_text(json.dumps(plain(told)), encoding="utf-8")
            os.replace(new, self._folder / name)


def folder_of(archive: Path) -> Path:
    """Where games of this archive are told of."""
    return archive.with_name(f"{archive.name}.live")


def read_feed(archive: Path) -> tuple[list[LiveRun], list[LiveGame]]:
    """What goes on now: the runs, oldest first, and their games. A file that cannot be read tells nothing."""
    runs, games = [], []
    for path in folder_of(archive).glob("*-*.json"):
        with suppress(OSError, DueldokuError, KeyError, TypeError, ValueError):
            data = json.loads(path.read_text(encoding="utf-8"))
            if not _is_alive(int(data["process"])):
                continue
            if path.name.startswith("run-"):
                runs.append(LiveRun(**data | {"agents": tuple(data["agents"])}))
            else:
                record, (first, second) = GameRecord.from_json(data["record"]), data["spent"]
                games.append(LiveGame(**data | {"record": record, "spent": (first, second)}))
    return sorted(runs, key=lambda run: run.started), sorted(games, key=lambda game: game.key)


def _remove_stale(folder: Path) -> None:
    for path in folder.glob("*-*.json*"):
        process = path.name.split("-")[1].split(".")[0]
        if process.isdecimal() and not _is_alive(int(process)):
            path.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True
