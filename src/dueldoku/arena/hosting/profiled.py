"""An agent under Python's profiler: where the time of a turn goes. Runs in the agent's process, in its cage.

The kernel would end a turn at its deadline, and the profile with it. So the turn is given ``GRACE`` seconds more than
the agent is told of; when its own time is up, an exception is raised in it, and what was measured is printed: one line
behind ``MARK``. It is text from a stranger like all that an agent prints.
"""

from __future__ import annotations

import cProfile
import ctypes
import json
import os
import threading
import time
from pathlib import Path
from typing import Any

from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.arena.hosting.trace import in_library
from dueldoku.game.game import Game

GRACE = 2.0
MARK = "dueldoku-profile "
_MOST = 40  # functions
_OURS = ("dueldoku/arena/", "dueldoku/agents/course")  # between the agent and the arena: its author cannot change them
_AGAIN = 0.02  # seconds between two tries to end the turn: an agent may catch all exceptions


class TimeUp(BaseException):
    """The turn is over."""


class Profiled(Agent):
    """The agent, measured."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def think(self, game: Game, task: Task) -> None:
        """Let the agent think, and print what was measured."""
        seconds = task.limit.seconds - GRACE
        task.limit, task.deadline = Limit(seconds, task.limit.nodes), task.deadline - GRACE
        profile, over = cProfile.Profile(), threading.Event()
        thinker = threading.get_ident()
        watch = threading.Thread(target=_end_in_time, args=(thinker, seconds, profile, over), daemon=True)
        watch.start()
        began, used, is_late = time.monotonic(), time.thread_time(), False
        try:
            profile.runcall(self._agent.think, game, task)
        except TimeUp:
            is_late = True
        finally:
            over.set()
            _tell(profile, time.monotonic() - began, time.thread_time() - used, late=is_late)


def _end_in_time(thinker: int, seconds: float, profile: cProfile.Profile, over: threading.Event) -> None:
    """Raise TimeUp in the thinking thread when its time is up; if that is of no use, tell what is known by then."""
    began = time.monotonic()
    over.wait(max(0.0, seconds))
    end = time.monotonic() + GRACE / 2
    while not over.is_set() and time.monotonic() < end:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thinker), ctypes.py_object(TimeUp))
        over.wait(_AGAIN)
    if not over.is_set():
        _tell(profile, time.monotonic() - began, 0.0, late=True, whole=False)
        os._exit(0)


def _tell(profile: cProfile.Profile, seconds: float, cpu: float, *, late: bool, whole: bool = True) -> None:
    """Print the functions that took most time, past any cap."""
    rows = [_row(entry) for entry in profile.getstats()]
    most = sorted((row for row in rows if not row["place"].startswith(_OURS)), key=lambda row: -row["all"])[:_MOST]
    parts: dict[str, float] = {}
    for row in rows:
        parts[row["part"]] = parts.get(row["part"], 0.0) + row["own"]
    told = {"seconds": seconds, "cpu": cpu, "late": late, "whole": whole, "parts": parts, "functions": most}
    os.write(1, f"\n{MARK}{json.dumps(told)}\n".encode(errors="replace"))


def _row(entry: Any) -> dict[str, Any]:
    """A function of the profile: whose it is, where it is, how often it was called, its own time and all of it."""
    times = {"calls": entry.callcount, "own": entry.inlinetime, "all": entry.totaltime}
    if isinstance(entry.code, str):  # built in
        return {"part": "Python", "name": entry.code.strip("<>")[:80], "place": "", **times}
    file = entry.code.co_filename
    home = f"{Path.cwd()}{os.sep}"
    is_own = file.startswith(home)
    shown = file.removeprefix(home) if is_own else in_library(file)
    place = f"{shown}:{entry.code.co_firstlineno}"
    return {"part": "own" if is_own else _part(shown), "name": entry.code.co_qualname[:80], "place": place, **times}


def _part(file: str) -> str:
    """Whose code a file of a library is."""
    path = Path(file).as_posix()
    if path.startswith(("dueldoku/game/oracle", "dueldoku/solvers/", "competitive_sudoku/execute")):
        return "oracle"
    if path.startswith("competitive_sudoku/"):
        return "course API"
    return "Dueldoku" if path.startswith("dueldoku/") else "Python"
