"""Matches and tournaments that were started on the page: each is the command line's own ``tournament``, a process.

So it goes on if a visitor leaves, is played under the same rules, and is told of in the same way as those that were
started in a terminal.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from dueldoku.agents.base import Limit
from dueldoku.arena.feed import LiveGame, LiveRun, read_feed
from dueldoku.arena.plan import Board, Plan
from dueldoku.errors import Busy, PlanError
from dueldoku.game.boards import bundled_board
from dueldoku.web.lobby import LONGEST, SHORTEST, opponent_of

MOST_AT_ONCE = 2
MOST_GAMES = 2_000
MOST_AGENTS, MOST_BOARDS = 12, 8
_FRESH = 0.25  # seconds for which what was read is good


@dataclass(frozen=True)
class RunWish:
    """A tournament that somebody wants to see; two agents are a match."""

    agents: tuple[str, ...]
    boards: tuple[str, ...]
    seconds: float = 0.3
    rounds: int = 1
    rules: str = ""
    name: str = ""


class Runs:
    """The runs of this page, and whatever else is played into its archive."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._processes: dict[int, tuple[subprocess.Popen[bytes], Path]] = {}
        self._read_at = 0.0
        self._feed: tuple[list[LiveRun], list[LiveGame]] = ([], [])

    def live(self) -> tuple[list[LiveRun], list[LiveGame]]:
        """What is being played now. Reads files: not for the page's own thread."""
        if time.monotonic() - self._read_at > _FRESH:
            self._feed, self._read_at = read_feed(self._archive), time.monotonic()
        return self._feed

    def start(self, wish: RunWish) -> str:
        """Start a run and return its name. Raises PlanError, UnknownName or Busy."""
        self._sweep()
        if len(self._processes) >= MOST_AT_ONCE:
            raise Busy(f"{MOST_AT_ONCE} tournaments are being played already: wait for one, or stop it")
        if len(wish.agents) > MOST_AGENTS or len(wish.boards) > MOST_BOARDS:
            raise PlanError(f"expected at most {MOST_AGENTS} agents and {MOST_BOARDS} boards here")
        if not SHORTEST <= wish.seconds <= LONGEST:
            raise PlanError(f"expected {SHORTEST:g} to {LONGEST:g} seconds for a turn, got {wish.seconds:g}")
        agents = tuple(opponent_of(agent) for agent in wish.agents)
        boards = tuple(Board(board, bundled_board(board)) for board in wish.boards)
        plan = Plan(agents, boards, (Limit(wish.seconds),), wish.rounds, wish.rules or None)
        if len(plan) > MOST_GAMES:
            raise PlanError(f"expected at most {MOST_GAMES} games here, got {len(plan)}")
        name = self._name(wish)
        command = [sys.executable, "-m", "dueldoku", "tournament", "--agents", *wish.agents, "--boards", *wish.boards]
        command += ["--times", f"{wish.seconds:g}", "--rounds", str(wish.rounds), "--workers", "1", "--json"]
        command += ["--archive", str(self._archive), "--name", name, *(["--rules", wish.rules] if wish.rules else [])]
        output = Path(tempfile.mkstemp(prefix="dueldoku-run-")[1])
        with output.open("wb") as file:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file, start_new_session=True
            )
        self._processes[process.pid] = process, output
        return name

    def stop(self, process: int) -> None:
        """Stop a run of this page; the games that were played stay. Raises PlanError for any other."""
        if process not in self._processes:
            raise PlanError("it was not started on this page: stop it where it was started")
        self._processes[process][0].send_signal(signal.SIGINT)

    def is_ours(self, process: int) -> bool:
        """Whether the run was started on this page."""
        return process in self._processes

    def trouble(self) -> str:
        """Why the last run that failed did; told once."""
        return self._sweep()

    def _sweep(self) -> str:
        trouble = ""
        for number, (process, output) in list(self._processes.items()):
            if process.poll() is None:
                continue
            del self._processes[number]
            if process.returncode not in (0, 130):
                lines = output.read_text(encoding="utf-8", errors="replace").strip().splitlines()
                trouble = lines[-1].removeprefix("dueldoku: ") if lines else "the tournament came to a sudden end"
            output.unlink(missing_ok=True)
        return trouble

    def _name(self, wish: RunWish) -> str:
        shown = re.sub(r"[^\w :=.,+-]", "", wish.name).strip()[:40].lstrip("-")
        kind = " – ".join(wish.agents) if len(wish.agents) == 2 else f"{len(wish.agents)} agents"
        return f"{shown or kind}, {time.strftime('%Y-%m-%d %H:%M:%S')}"

    def close(self) -> None:
        """Stop all; what they have played is stored."""
        for process, output in self._processes.values():
            process.send_signal(signal.SIGINT)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
            output.unlink(missing_ok=True)
