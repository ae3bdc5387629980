"""Matches and tournaments that were started on the page: each is a process of its own.

So it goes on if a visitor leaves, is played under the same rules, and is told of in the same way as those that were
started in a terminal. It ends with the page, also if that is killed: nobody could stop it any more.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from dueldoku.agents.base import Limit
from dueldoku.arena.archive import Archive
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.feed import LiveGame, LiveRun, read_feed
from dueldoku.arena.plan import Plan, PlannedBoard
from dueldoku.arena.pool import Where
from dueldoku.arena.run import Run
from dueldoku.errors import Busy, DueldokuError, PlanError
from dueldoku.game.boards import bundled_board
from dueldoku.start import our_processes
from dueldoku.web.lobby import LONGEST, SHORTEST
from dueldoku.web.narration import shown_name
from dueldoku.web.workers import when_page_ends

MOST_AT_ONCE = 2
MOST_GAMES = 2_000
MOST_AGENTS, MOST_BOARDS = 12, 8
_CONTEXT = multiprocessing.get_context("spawn")  # never a fork of the page, which has threads
_FRESH = 0.25  # seconds for which what was read is good


class Runs:
    """The runs of this page, and whatever else is played into its archive."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._processes: dict[int, tuple[SpawnProcess, Connection]] = {}
        self._read_at = 0.0
        self._feed: tuple[list[LiveRun], list[LiveGame]] = ([], [])

    def live(self) -> tuple[list[LiveRun], list[LiveGame]]:
        """What is being played now. Reads files: not for the page's own thread."""
        if time.monotonic() - self._read_at > _FRESH:
            self._feed, self._read_at = read_feed(self._archive), time.monotonic()
        return self._feed

    def start(
        self, agents: Sequence[Entrant], boards: Sequence[str], seconds: float, rounds: int, rules: str, name: str
    ) -> None:
        """Start a tournament; two agents are a match. Raises PlanError, UnknownName or Busy."""
        self.trouble()
        if len(self._processes) >= MOST_AT_ONCE:
            raise Busy(f"{MOST_AT_ONCE} tournaments are being played already: wait for one, or stop it")
        if len(agents) > MOST_AGENTS or len(boards) > MOST_BOARDS:
            raise PlanError(f"expected at most {MOST_AGENTS} agents and {MOST_BOARDS} boards here")
        if not SHORTEST <= seconds <= LONGEST:
            raise PlanError(f"expected {SHORTEST:g} to {LONGEST:g} seconds for a turn, got {seconds:g}")
        planned = tuple(PlannedBoard(board, bundled_board(board)) for board in boards)
        plan = Plan(tuple(agents), planned, (Limit(seconds),), rounds, rules or None)
        if len(plan) > MOST_GAMES:
            raise PlanError(f"expected at most {MOST_GAMES} games here, got {len(plan)}")
        theirs, ours = _CONTEXT.Pipe(duplex=False)
        title = _name(name, [agent.name for agent in agents])
        process = _CONTEXT.Process(target=_play, args=(plan, self._archive, title, ours), name="run")
        with our_processes():
            process.start()
        ours.close()
        assert process.pid
        self._processes[process.pid] = process, theirs

    def stop(self, process: int) -> None:
        """Stop a run of this page; the games that were played stay. Raises PlanError for any other."""
        if process not in self._processes:
            raise PlanError("it was not started on this page: stop it where it was started")
        os.kill(process, signal.SIGINT)

    def is_ours(self, process: int) -> bool:
        """Whether the run was started on this page."""
        return process in self._processes

    def trouble(self) -> str:
        """Forget the runs that have ended. Says why the last one that failed did, once."""
        trouble = ""
        for number, (process, line) in list(self._processes.items()):
            if process.is_alive():
                continue
            del self._processes[number]
            try:
                trouble = line.recv()
            except EOFError:
                trouble = "the tournament came to a sudden end"
            line.close()
        return trouble

    def close(self) -> None:
        """Stop all; what they have played is stored."""
        for number, (process, line) in self._processes.items():
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGINT)
            process.join(5)
            process.kill()
            line.close()


def _name(name: str, agents: Sequence[str]) -> str:
    shown = re.sub(r"[^\w :=.,+-]", "", name).strip()[:40].lstrip("-")
    kind = " – ".join(map(shown_name, agents)) if len(agents) == 2 else f"{len(agents)} agents"
    return f"{shown or kind}, {time.strftime('%Y-%m-%d %H:%M:%S')}"


def _play(plan: Plan, archive: Path, name: str, line: Connection) -> None:
    """Play the run, in a process of its own. At the end it says what went wrong, or nothing."""
    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl-C in the terminal is for the page, which stops us then
    signal.signal(signal.SIGINT, signal.default_int_handler)
    when_page_ends(lambda: os.kill(os.getpid(), signal.SIGINT))
    trouble = ""
    try:
        with suppress(KeyboardInterrupt), Archive(archive, write=True) as store:
            run = Run(plan, store, name, Where(workers=1))
            run.play(run.missing(), len(plan), checked=True)  # the page has built each of them: see ``Lobby.opponent``
    except DueldokuError as error:
        trouble = str(error)
    line.send(trouble)
