"""A turn from the inside: what an agent's process does between the arena's "go" and its own end."""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import random
import sys
import threading
import time
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.arena.hosting import slot
from dueldoku.arena.hosting.trace import trace
from dueldoku.game.game import Game

OUTPUT_BYTES = 1 << 16  # that an agent may print in a turn; the rest is dropped
_SAVED = Path("saved.pickle")
_DROPPED = f"\n... more than {OUTPUT_BYTES >> 10} kB in a turn are dropped ...\n".encode()
Tell = Callable[[str], None]  # says something about the turn, for people


def make_task(player: int, seconds: float, seed: int, numbers: memoryview, tell: Tell) -> Task:
    """The agent's task for this turn. Chance begins anew: a forked process would repeat its parent's."""
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(seed & 0xFFFFFFFF)
    report = partial(slot.write_report, numbers)
    return Task(player, Limit(seconds), _proposer(numbers, tell), random.Random(seed), _save, _load, report=report)


def think(agent: Agent, source: str, game: Game, task: Task, numbers: memoryview, tell: Tell) -> NoReturn:
    """Let the agent think, and its threads come to an end; then end this process."""
    numbers[1] = time.monotonic_ns()
    try:
        agent.think(game, task)
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
        numbers[2] = slot.RETURNED
    except BaseException as error:  # SystemExit, too: the turn is over, and its proposals count
        numbers[2] = slot.RAISED
        tell(print_exception(error, source))
    finally:
        flush_output()
        os._exit(0)


def print_exception(error: BaseException, source: str) -> str:
    """Print an exception of the agent with this source to the process's output, past any cap; gives it in a line."""
    text, line = trace(error, source)
    flush_output()
    with contextlib.suppress(OSError):
        os.write(2, text.encode(errors="replace") + b"\n")
    return line


def _proposer(numbers: memoryview, tell: Tell) -> Callable[[Any], None]:
    told = False

    def propose(move: Any) -> None:
        nonlocal told
        bits = slot.encode(move)
        numbers[0] = bits
        if not told and slot.decode(bits) == slot.NOT_A_MOVE:
            told = True
            with contextlib.suppress(BaseException):  # who knows what its repr does
                tell(f"it proposed {move!r}"[:500])

    return propose


def _save(thing: Any) -> None:
    """Keep ``thing`` for the next turns. What was saved before stays until the new is complete."""
    with open(f"{_SAVED}.new", "wb") as file:
        pickle.dump(thing, file, pickle.HIGHEST_PROTOCOL)
    os.replace(file.name, _SAVED)


def _load() -> Any:
    """What was saved last in this game, or None."""
    try:
        return pickle.loads(_SAVED.read_bytes())
    except FileNotFoundError:
        return None


def files_in(work: str | Path) -> set[Path]:
    """All files in the working directory."""
    return {Path(folder, name) for folder, _, names in os.walk(work) for name in names}


def forget(work: str | Path, kept: Collection[Path]) -> None:
    """Remove from the working directory what is not ``kept``: another game begins."""
    for file in files_in(work).difference(kept):
        with contextlib.suppress(OSError):
            file.unlink()


def cap_output() -> None:
    """From now on, what Python code prints goes to the process's output only so far."""
    sys.stdout = sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(_Capped()), encoding="utf-8", errors="replace", line_buffering=True
    )


def flush_output() -> None:
    """Write out what was printed last."""
    with contextlib.suppress(Exception):  # the agent may have put anything in its place
        sys.stdout.flush()


class _Capped(io.RawIOBase):
    """A stream that takes everything and passes on only so much of it."""

    _left = OUTPUT_BYTES

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        part = bytes(data[: self._left])
        if 0 < self._left < len(data):
            part += _DROPPED
        self._left = max(0, self._left - len(part))
        with contextlib.suppress(OSError):
            os.write(1, part)
        return len(data)
