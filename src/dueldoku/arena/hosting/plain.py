"""Agents elsewhere than on Linux: a fresh process for each turn, killed when its time is up, and no cage.

The agent is imported and built off the clock, before each turn. The arena speaks through the process's standard input;
the process answers through the slot, here a mapped file with a fourth number: how far it has come.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from typing import IO

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant, load, stage
from dueldoku.arena.hosting import cage, slot, turn
from dueldoku.arena.hosting.folder import Folder
from dueldoku.arena.hosting.host import Host, fault_of, last_line
from dueldoku.arena.seat import Answer, turn_seed
from dueldoku.duel.position import Position
from dueldoku.duel.turn import Reason
from dueldoku.errors import AgentFault, ArenaFault
from dueldoku.game.game import Game

_PROGRAM = "from dueldoku.arena.hosting.plain import main; main()"
_BUILT, _PREPARED, _FAILED = 1, 2, 3  # how far it has come


class PlainHost(Host):
    """A host that needs nothing but processes."""

    def launch(self) -> None:
        """Nothing can be started ahead."""

    def start(self) -> None:
        """Start the agent once, for its first turn. Raises AgentFault."""
        if self._failure:
            raise self._failure
        if self._is_ready:
            return
        self.level = "none"
        try:
            self._work = self._closing.enter_context(Folder()).path
            self._open_output(self._work / ".output")
            self._stage()
            self._process = self._spawn()
        except OSError as error:
            raise ArenaFault(f"no process could be started for {self.entrant.name}: {error}") from error
        self._closing.callback(self._end)
        self._await(_BUILT)
        self._is_ready = True
        cage.warn(self.level)

    def ask(self, game: Game, limit: Limit) -> Answer:
        """Its proposal in this position."""
        seconds = limit.seconds
        try:
            self.start()
            if self._process.poll() is not None:
                self._process = self._spawn()
                self._await(_BUILT)
            told = {"position": str(game.position()), "player": self.player, "seconds": seconds}
            self._say({**told, "seed": turn_seed(self.seed, game)})
            self._await(_PREPARED)
        except AgentFault as failure:
            return Answer(None, Reason(failure.fault), failure.detail)
        except OSError as error:
            raise ArenaFault(f"{self.entrant.name} could not be asked: {error}") from error
        began = time.monotonic()
        self._say({})
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        passed = time.monotonic() - began
        bits, started, ending = self._numbers[:3]
        self._end()
        move = slot.decode(bits)
        fault, detail = fault_of(move, ending, is_late=passed >= seconds), ""
        if fault is Reason.DIED:
            detail = f"its process ended with code {self._process.returncode}"
        elif fault in (Reason.MALFORMED, Reason.RAISED):
            detail = last_line(self.output())
        overhead = max(0.0, (started - began * 1e9) / 1e6)
        return Answer(move, fault, detail, min(passed, seconds), overhead=overhead)

    def _stage(self) -> None:
        try:
            stage(self.entrant, self._work)
        except (OSError, ValueError) as error:
            self._failure = AgentFault(Reason.START_FAILED, str(error))
            raise self._failure from error

    def _spawn(self) -> subprocess.Popen[bytes]:
        path = self._work / ".slot"
        path.write_bytes(bytes(mmap.PAGESIZE))
        with open(path, "r+b") as file:
            self._numbers = memoryview(mmap.mmap(file.fileno(), mmap.PAGESIZE)).cast("Q")
        process = self._start_python(_PROGRAM, str(path), self._work)
        assert process.stdin
        _write_line(process.stdin, asdict(self.entrant))
        return process

    def _say(self, message: dict[str, object]) -> None:
        assert self._process.stdin
        _write_line(self._process.stdin, message)

    def _await(self, step: int) -> None:
        """Wait until the process has come so far. Raises AgentFault."""
        end = time.monotonic() + self.start_seconds
        while self._numbers[3] < step:
            if self._process.poll() is not None or time.monotonic() > end:
                self._give_up("it took too long" if self._process.returncode is None else "its process ended")
            time.sleep(0.001)
        if self._numbers[3] == _FAILED:
            self._give_up(last_line(self.output()))

    def _give_up(self, detail: str) -> None:
        self._end()
        self._failure = AgentFault(Reason.START_FAILED, detail)
        raise self._failure

    def _end(self) -> None:
        if hasattr(os, "killpg") and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        assert self._process.stdin
        self._process.stdin.close()


def main() -> None:
    """One turn of an agent: build it, hear the position, wait for the word, think."""
    with open(sys.argv[1], "r+b") as file:
        numbers = memoryview(mmap.mmap(file.fileno(), mmap.PAGESIZE)).cast("Q")
    entrant = Entrant(**json.loads(sys.stdin.readline()))
    turn.cap_output()
    try:
        agent = load(entrant)
    except BaseException:
        turn.print_exception()
        numbers[3] = _FAILED
        sys.exit(1)
    numbers[3] = _BUILT
    request = json.loads(sys.stdin.readline())
    game = Game(Position.parse(request["position"]))
    task = turn.make_task(request["player"], request["seconds"], request["seed"], numbers, _print)
    numbers[3] = _PREPARED
    sys.stdin.readline()
    task.deadline = time.monotonic() + request["seconds"]
    turn.think(agent, game, task, numbers, _print)


def _print(text: str) -> None:
    print(text, file=sys.stderr)


def _write_line(stream: IO[bytes], message: dict[str, object]) -> None:
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()
