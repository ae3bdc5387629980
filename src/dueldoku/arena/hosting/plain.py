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
from functools import partial

from dueldoku.arena.entrant import Entrant, is_our_trouble, load, stage
from dueldoku.arena.hosting import cage, slot, turn
from dueldoku.arena.hosting.family import PATIENCE
from dueldoku.arena.hosting.folder import private_folder
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.interpreter import start_python
from dueldoku.arena.hosting.output import Output
from dueldoku.arena.hosting.quote import last_line
from dueldoku.arena.seat import Answer
from dueldoku.duel.position import Position
from dueldoku.duel.turn import Reason
from dueldoku.game.game import Game

_PROGRAM = "from dueldoku.arena.hosting.plain import main; main()"
_BUILT, _PREPARED, _FAILED = 1, 2, 3  # how far it has come


class PlainHost(Host):
    """A host that needs nothing but processes."""

    def _launch(self) -> None:
        self.level = "none"
        self._work = self._closing.enter_context(private_folder())
        self._output = Output(self._work / ".output")
        self._process = self._warden = self._spawn()
        self._closing.callback(self._end_processes)

    def _start(self) -> None:
        try:
            stage(self.entrant, self._work)
        except (OSError, ValueError) as error:
            self._fail_to_stage(str(error), is_ours=isinstance(error, OSError) and is_our_trouble(error))
        self._staged = turn.files_in(self._work)
        self._build()
        self._is_ready = True
        cage.warn(self.level)

    def _take_turn(self, game: Game, seconds: float) -> Answer:
        if self._process.poll() is not None:
            self._process = self._spawn()
            self._build()
        request = self._request(game, seconds)
        if request["anew"]:
            turn.forget(self._work, self._staged)
        self._say(request)
        self._await(_PREPARED)
        began = time.monotonic()
        self._say({})
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        passed = time.monotonic() - began
        bits, started, ending = self._numbers[:3]
        with open(self._work / ".slot", "rb") as file:
            report = self._report(slot.read_report(file.fileno()), min(passed, seconds))
        self._end_processes()
        move = slot.decode(bits)
        fault, detail = slot.fault_of(move, ending, is_late=passed >= seconds), ""
        if fault is Reason.DIED:
            detail = f"its process ended with code {self._process.returncode}"
        elif fault in (Reason.MALFORMED, Reason.RAISED):
            detail = last_line(self.output())
        overhead = max(0.0, (started - began * 1e9) / 1e6)
        return Answer(move, fault, detail, min(passed, seconds), overhead=overhead, report=report)

    def _spawn(self) -> subprocess.Popen[bytes]:
        path = self._work / ".slot"
        path.write_bytes(bytes(mmap.PAGESIZE))
        with open(path, "r+b") as file:
            self._numbers = slot.view(file.fileno())
        assert self._output
        return start_python(_PROGRAM, str(path), self._work, self._output.descriptor, self.seed)

    def _build(self) -> None:
        """Tell the process who the agent is, and wait until it has built it. Raises AgentFault."""
        self._say(asdict(self.entrant))
        self._await(_BUILT)

    def _say(self, message: dict[str, object]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _await(self, step: int) -> None:
        """Wait until the process has come so far. Raises AgentFault."""
        end = time.monotonic() + self.start_seconds
        while self._numbers[3] < step:
            if self._process.poll() is not None or time.monotonic() > end:
                late = self._process.returncode is None
                self._fail(Reason.START_FAILED, "it took too long" if late else "its process ended")
            time.sleep(0.001)
        if self._numbers[3] == _FAILED:
            self._fail(Reason.START_FAILED, last_line(self.output()))

    def _end_at_once(self) -> None:
        self._end_processes()

    def _end_processes(self, patience: float = PATIENCE) -> None:
        if hasattr(os, "killpg") and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        assert self._process.stdin
        self._process.stdin.close()


def main() -> None:
    """One turn of an agent: build it, hear the position, wait for the word, think."""
    with open(sys.argv[1], "r+b") as file:
        numbers = slot.view(file.fileno())
    entrant = Entrant(**json.loads(sys.stdin.readline()))
    turn.cap_output()
    try:
        agent = load(entrant)
    except BaseException as error:
        print(turn.print_exception(error, entrant.source), file=sys.stderr)  # the last line is what the arena reads
        numbers[3] = _FAILED
        sys.exit(1)
    numbers[3] = _BUILT
    request = json.loads(sys.stdin.readline())
    game = Game(Position.parse(request["position"]))
    tell = partial(print, file=sys.stderr)
    task = turn.make_task(request["player"], request["seconds"], request["seed"], numbers, tell)
    numbers[3] = _PREPARED
    sys.stdin.readline()
    task.deadline = time.monotonic() + request["seconds"]
    turn.think(agent, entrant.source, game, task, numbers, tell)
