"""One agent in one game, run in processes of its own: started, asked for moves under a hard clock, and removed.

    with Host(resolve("greedy_player"), 1) as host:
        host.start()
        answer = host.ask(game, Limit(seconds=0.5))

The arena believes nothing that an agent's process says: a death is what the kernel tells (pidfd), a proposal is 64 bits
of shared memory (``slot``), and messages are text for people. See ``zygote`` for the other side.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import NamedTuple, NoReturn, Self

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting import cage, channel, slot, system
from dueldoku.arena.hosting.folder import private_folder
from dueldoku.arena.seat import Answer, Seat, turn_seed
from dueldoku.board.move import Move
from dueldoku.duel.turn import Reason
from dueldoku.errors import AgentFault, ArenaFault, UnknownName
from dueldoku.game.game import Game

_PROGRAM = "from dueldoku.arena.hosting.zygote import main; main()"
_FREE_CPU = 0.02  # seconds that preparing a turn may compute; what it takes beyond is taken off the agent's time
_KILL_SECONDS = 10.0  # a process that is not dead so long after SIGKILL hangs in the kernel
_FAREWELL_SECONDS = 0.3  # from the zygote's death to that of its warden
_LAUNCH_SECONDS = 60.0  # for our own part of the start, on a machine that is very busy
_DAY = 86_400.0
_STARVED = 0.1  # of the time that passed: waiting for a core longer than this is starving
_OUTPUT_BYTES = 1 << 16


class _Thinker(NamedTuple):
    """The process of one turn, ready to go."""

    process: int
    file: int  # its pidfd
    line: socket.socket
    slot: int
    waited: float  # seconds for a core so far, before its clock starts
    excess: float  # seconds that it and the zygote computed too much


class Host(Seat):
    """An agent that plays as ``player`` in one game; use it in a ``with`` statement.

    ``level`` is the most that the cage shall be (by default all this machine gives), and after the start what it is.
    """

    def __new__(cls, *_: object, **__: object) -> Self:
        """On Linux a host with a cage, elsewhere one without."""
        if cls is Host and not sys.platform.startswith("linux"):
            from dueldoku.arena.hosting.plain import PlainHost

            return super().__new__(PlainHost)  # type: ignore[return-value]  # it is a Host
        return super().__new__(cls)

    def __init__(
        self,
        entrant: Entrant,
        player: int,
        *,
        seed: int = 0,
        level: str = "",
        start_seconds: float = 20.0,
    ) -> None:
        if level not in ("", *cage.LEVELS):
            raise UnknownName(f"expected a level of the cage out of {', '.join(cage.LEVELS)}, got {level!r}")
        self.entrant, self.player, self.seed = entrant, player, seed
        self.level = level or cage.LEVELS[0]
        self.start_seconds = start_seconds
        self._closing = contextlib.ExitStack()
        self._warden: subprocess.Popen[bytes] | None = None
        self._output: int | None = None
        self._tail = b""
        self._failure: AgentFault | None = None
        self._is_ready = False

    # -- starting ----------------------------------------------------------------------------------------------------

    def launch(self) -> None:
        """Begin to start the agent without waiting for it; ``start`` waits. Raises ArenaFault."""
        if self._warden:
            return
        try:
            self._launch()
        except OSError as error:
            self.close()
            raise ArenaFault(f"no process could be started for {self.entrant.name}: {error}") from error

    def _launch(self) -> None:
        _compile_outside(self.entrant.source if self.entrant.kind == "bundled" else "")
        namespaces = self.level == "full" and cage.probe().holds("namespaces")
        self._folder = folder = self._closing.enter_context(private_folder())
        work = folder / "work"
        work.mkdir()
        self._open_output(folder / "output")
        self._control, theirs = channel.create()
        self._closing.callback(self._control.close)
        self._kills_before = system.out_of_memory_kills()
        with theirs:
            self._warden = self._start_python(_PROGRAM, str(theirs.fileno()), work, pass_fds=[theirs.fileno()])
        self._closing.callback(self._end_processes)
        self._warden_file = os.pidfd_open(self._warden.pid)
        self._closing.callback(os.close, self._warden_file)
        settings = {
            "arena": os.getpid(),
            "entrant": asdict(self.entrant),
            "work": str(work),
            "compiled": cage.compiled_kernels(),
            "level": self.level,
            "seed": self.seed,
            "namespaces": namespaces,
        }
        self._control.send(json.dumps(settings).encode())

    def _start_python(
        self, program: str, argument: str, work: Path, pass_fds: Sequence[int] = ()
    ) -> subprocess.Popen[bytes]:
        """A new interpreter in the agent's folder, in a session of its own; what it prints is the agent's output."""
        return subprocess.Popen(
            [sys.executable, "-P", "-c", program, argument],
            stdin=subprocess.PIPE,
            stdout=self._output,
            stderr=self._output,
            pass_fds=pass_fds,
            cwd=work,
            env=cage.environment(str(work), self.seed),
            start_new_session=True,
        )

    def start(self) -> None:
        """Start the agent. Raises AgentFault if it does not start within its limit, ArenaFault if we cannot."""
        if self._failure:
            raise self._failure
        if self._is_ready:
            return
        self.launch()
        try:
            self._start()
        except OSError as error:
            raise ArenaFault(f"the process for {self.entrant.name} was lost: {error}") from error

    def _start(self) -> None:
        hello = channel.receive(self._control, self._warden_file, _LAUNCH_SECONDS)
        if hello is None:
            last = last_line(self.output())
            self.close()
            raise ArenaFault(f"the process for {self.entrant.name} did not start: {last or 'no answer'}")
        self._zygote = hello.process
        self._zygote_file = os.pidfd_open(self._zygote)
        self._closing.callback(os.close, self._zygote_file)
        told, wanted = json.loads(hello.text), cage.LEVELS.index(self.level)
        self._control.send(channel.READY.encode())  # it waited, so the process that we hold on to is still the same
        self.level = cage.report_of([cage.Layer(*layer) for layer in told["layers"]]).level
        trouble = told["trouble"] or self._await_agent()
        if trouble:
            self._fail(Reason.START_FAILED, trouble)
        self._is_ready = True
        self._rest()
        if cage.LEVELS.index(self.level) > max(wanted, cage.LEVELS.index("strong")):
            cage.warn(self.level)

    def _await_agent(self) -> str:
        """Wait for the agent's own part of the start; gives what went wrong, or nothing."""
        ready = channel.receive(self._control, self._warden_file, self.start_seconds)
        if ready:
            return "" if ready.text == channel.READY else last_line(ready.text)
        if (code := self._exit_code()) is not None:
            return f"its process {system.in_words(code)}"
        return f"it took more than {self.start_seconds:g} s"

    def _fail(self, fault: Reason, detail: str) -> NoReturn:
        """End the agent: from now on every answer is this fault."""
        self._failure = AgentFault(fault, detail)
        self._end_processes()
        raise self._failure

    # -- asking ------------------------------------------------------------------------------------------------------

    def ask(self, game: Game, limit: Limit) -> Answer:
        """Its proposal in this position. After a failed start the answer is that fault. Raises ArenaFault."""
        try:
            self.start()
            return self._take_turn(game, limit.seconds)
        except AgentFault as failure:
            return Answer(None, Reason(failure.fault), failure.detail)
        except OSError as error:
            raise ArenaFault(f"{self.entrant.name} could not be asked: {error}") from error

    def _take_turn(self, game: Game, seconds: float) -> Answer:
        with contextlib.ExitStack() as closing:
            answer = self._time(self._prepare(game, seconds, closing), seconds)
        self._rest()
        return answer

    def _request(self, game: Game, seconds: float) -> dict[str, object]:
        told = {"position": str(game.position()), "player": self.player, "seconds": seconds}
        return {**told, "seed": turn_seed(self.seed, game)}

    def _prepare(self, game: Game, seconds: float, closing: contextlib.ExitStack) -> _Thinker:
        """A new process that knows the position and waits for its clock to start."""
        line, theirs = channel.create()
        closing.callback(line.close)
        numbers = slot.create()
        closing.callback(os.close, numbers)
        before = system.cpu_seconds(self._zygote)
        request = self._request(game, seconds)
        with theirs, contextlib.suppress(ProcessLookupError, ConnectionError):  # if it is dead, it will not answer
            socket.send_fds(self._control, [json.dumps(request).encode()], [theirs.fileno(), numbers])
            signal.pidfd_send_signal(self._zygote_file, signal.SIGCONT)
        hello = channel.receive(line, self._warden_file, self.start_seconds)
        if hello is None:
            self._blame()
        file = os.pidfd_open(hello.process)
        closing.callback(os.close, file)
        self._stop_zygote()
        computed = system.cpu_seconds(self._zygote) - before + system.cpu_seconds(hello.process)
        excess = max(0.0, computed - _FREE_CPU)
        return _Thinker(hello.process, file, line, numbers, system.waited_seconds(hello.process), excess)

    def _time(self, thinker: _Thinker, seconds: float) -> Answer:
        """Start the clock, let it think until it ends or its time does, and see what it left."""
        began = time.monotonic_ns()
        deadline = began + int((min(seconds, _DAY) - thinker.excess) * 1e9)
        with contextlib.suppress(ConnectionError):  # it may be dead already
            thinker.line.send(deadline.to_bytes(8, "little"))
        system.wait_until_dead(thinker.file, (deadline - time.monotonic_ns()) / 1e9 + 0.001)
        ended = time.monotonic_ns()
        signal.pidfd_send_signal(thinker.file, signal.SIGKILL)  # should its own timer have failed
        if not system.wait_until_dead(thinker.file, _KILL_SECONDS):
            raise ArenaFault(f"the process of {self.entrant.name} cannot be killed")
        bits, started, ending = slot.read(thinker.slot)
        move = slot.decode(bits)
        fault = fault_of(move, ending, is_late=ended >= deadline)
        passed = max(0.0, (min(ended, deadline) - began) / 1e9)
        return Answer(
            move,
            fault,
            self._detail(fault, thinker),
            seconds=passed,
            starved=system.waited_seconds(thinker.process) - thinker.waited > _STARVED * max(0.01, passed),
            overhead=(started - began) / 1e6 if began <= started <= ended else 0.0,
        )

    def _detail(self, fault: Reason | None, thinker: _Thinker) -> str:
        """What is known about the fault. Raises ArenaFault if the machine is to blame for it."""
        if fault is Reason.MALFORMED:
            return channel.read_text(thinker.line)
        if fault is Reason.RAISED:
            return last_line(channel.read_text(thinker.line))
        if fault is Reason.DIED:
            if system.out_of_memory_kills() > self._kills_before:
                raise ArenaFault(f"the machine ran out of memory in the turn of {self.entrant.name}")
            return f"its process {system.exit_of(thinker.process)}"
        return ""

    def _blame(self) -> NoReturn:
        """The zygote forked no process for a turn: raises AgentFault or ArenaFault, whoever is to blame.

        The machine is to blame only for what an agent cannot do: one about to lose would have the game played again.
        """
        detail = "it does not take its turn"
        if (code := self._exit_code()) is not None:
            can_be_itself = self.level != "full" or code != -signal.SIGKILL
            if not can_be_itself or system.out_of_memory_kills() > self._kills_before:
                raise ArenaFault(f"the process of {self.entrant.name} was killed from outside")
            detail = f"its process {system.in_words(code)} between two turns"
        else:
            subprocess.run([sys.executable, "-S", "-c", ""], check=False)  # OSError if there is no process to be had
        self._fail(Reason.DIED, detail)

    # -- between the turns -------------------------------------------------------------------------------------------

    def _stop_zygote(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._zygote_file, signal.SIGSTOP)
            system.wait_until_stopped(self._zygote, _KILL_SECONDS)

    def _rest(self) -> None:
        """Stop the zygote, and end all else that the agent may have left running."""
        self._stop_zygote()
        patience = time.monotonic() + _KILL_SECONDS
        while left := [process for process in system.children_of(self._zygote) if system.is_alive(process)]:
            for process in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            if time.monotonic() > patience:
                self._fail(Reason.DIED, "its processes multiply without end")
            time.sleep(0.0005)
        self._trim_output()

    # -- its output --------------------------------------------------------------------------------------------------

    def output(self) -> str:
        """The end of what the agent printed."""
        if self._output is not None:
            size = os.fstat(self._output).st_size
            self._tail = os.pread(self._output, _OUTPUT_BYTES, max(0, size - _OUTPUT_BYTES))
        return self._tail.decode(errors="replace")

    def _open_output(self, path: Path) -> None:
        self._output = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        self._closing.callback(os.close, self._output)

    def _trim_output(self) -> None:
        """Keep only the end of a long output."""
        if self._output is not None and os.fstat(self._output).st_size > 4 * _OUTPUT_BYTES:
            self.output()
            os.ftruncate(self._output, 0)
            os.write(self._output, self._tail)

    # -- ending ------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End every process of the agent and remove its folder. May be called twice."""
        self.output()
        self._output = None
        self._closing.close()

    def _exit_code(self) -> int | None:
        """How the zygote or its warden has ended (negative: by a signal); None while they live."""
        assert self._warden
        if not system.wait_until_dead(self._warden_file, _FAREWELL_SECONDS):
            return None
        code = self._warden.wait()
        return 128 - code if code > 128 else code

    def _end_processes(self) -> None:
        """The warden ends all when we close its standard input."""
        assert self._warden
        assert self._warden.stdin
        self._warden.stdin.close()
        try:
            self._warden.wait(_KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self._warden.kill()
            self._warden.wait()


@cache
def _compile_outside(bundled: str) -> None:
    """Have Numba compile what a bundled agent needs, or our solvers for any other: in the cage nothing could be kept.

    It takes long only the first time on a machine. What goes wrong here goes wrong again when the agent is started.
    """
    if not bundled and any(next(Path(folder).glob("wide.*.nbi"), None) for folder, _ in cage.compiled_kernels()):
        return
    code = "import sys, dueldoku; from dueldoku.agents.registry import load_agent\n"
    code += "load_agent(sys.argv[1]) if sys.argv[1] else dueldoku.warm_up()"
    subprocess.run([sys.executable, "-P", "-c", code, bundled], capture_output=True, check=False)


def fault_of(move: Move | None, ending: int, *, is_late: bool) -> Reason | None:
    """What the agent did wrong in a turn that left this move and ended so; None if nothing."""
    if move == slot.NOT_A_MOVE:
        return Reason.MALFORMED
    if ending == slot.RAISED:
        return Reason.RAISED
    if ending != slot.RETURNED and not is_late:
        return Reason.DIED
    if move is None:
        return Reason.RETURNED if ending == slot.RETURNED else Reason.TIME_UP
    return None


def last_line(text: str) -> str:
    """The end of the last line of what an agent said."""
    lines = text.strip().splitlines()
    return lines[-1][-500:] if lines else ""
