"""One agent in one game, run in processes of its own: started, asked for moves under a hard clock, and removed.

    with Host(resolve("greedy_player"), 1) as host:
        host.start()
        answer = host.ask(game, Limit(seconds=0.5))

The arena believes nothing that an agent's process says: a death, and who sent a message, is what the kernel tells; a
proposal is 64 bits of shared memory as they are at the deadline (``slot``); messages are text for people (``quote``).
Between the turns the agent's processes rest (``family``). See ``zygote`` for the other side.
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
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import NoReturn, Self

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting import cage, channel, slot, system
from dueldoku.arena.hosting.compiling import compile_outside
from dueldoku.arena.hosting.family import PATIENCE, Family, Restless, is_child, is_ending
from dueldoku.arena.hosting.folder import private_folder
from dueldoku.arena.hosting.interpreter import leave, machine_has_processes, start_python
from dueldoku.arena.hosting.limits import MEGABYTE, MEMORY
from dueldoku.arena.hosting.output import Output
from dueldoku.arena.hosting.quote import last_line
from dueldoku.arena.hosting.thinker import Thinker
from dueldoku.arena.seat import Answer, Seat, turn_seed
from dueldoku.cache import kernels
from dueldoku.duel.turn import Reason
from dueldoku.errors import AgentFault, ArenaFault, UnknownName
from dueldoku.game.game import Game

_PROGRAM = "from dueldoku.arena.hosting.zygote import main; main()"
_FREE_CPU = 0.02  # seconds that an agent may compute between two turns; the rest is taken off its next one
_LAUNCH_SECONDS = 60.0  # for our own part of the start, on a machine that is very busy
_DAY = 86_400.0
_STARVED = 0.1  # of the time that passed: waiting for a core longer than this is starving
_STALLED = 0.25  # seconds that processes of this machine waited for memory: it is too little to judge anybody
_SLICE = 0.05  # seconds between two looks at an agent that keeps us waiting


class Host(Seat):
    """An agent that plays as ``player`` in one game; use it in a ``with`` statement.

    ``level`` is the most that the cage shall be (by default all this machine gives), and after the start what it is.
    ``memory`` is how many megabytes all its processes may take together.
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
        memory: int = MEMORY,
    ) -> None:
        if level not in ("", *cage.LEVELS):
            raise UnknownName(f"expected a level of the cage out of {', '.join(cage.LEVELS)}, got {level!r}")
        self.entrant, self.player, self.seed = entrant, player, seed
        self.level = level or cage.LEVELS[0]
        self.start_seconds, self.memory = start_seconds, memory
        self._closing = contextlib.ExitStack()
        self._warden: subprocess.Popen[bytes] | None = None
        self._output: Output | None = None
        self._failure: AgentFault | None = None
        self._is_ready = self._begins_anew = False

    # -- starting ----------------------------------------------------------------------------------------------------

    def launch(self) -> None:
        """Begin to start the agent without waiting for it; ``start`` waits. Raises ArenaFault."""
        if self._warden:
            return
        try:
            self._launch()
        except OSError as error:
            self.close()
            raise ArenaFault(f"no process could be started for {self.entrant.name}: {error}", self.player) from error

    def _launch(self) -> None:
        compile_outside(self.entrant.source if self.entrant.kind == "bundled" else "")
        namespaces = self.level == "full" and cage.probe().holds("namespaces")
        self._folder = folder = self._closing.enter_context(private_folder())
        work = folder / "work"
        work.mkdir()
        self._output = Output(folder / "output")
        self._control, theirs = channel.create()
        self._closing.callback(self._control.close)
        self._kills_before = system.out_of_memory_kills()
        with theirs:
            line = theirs.fileno()
            self._warden = start_python(_PROGRAM, str(line), work, self._output.descriptor, self.seed, [line])
        self._closing.callback(self._end_processes)
        self._warden_file = os.pidfd_open(self._warden.pid)
        self._closing.callback(os.close, self._warden_file)
        settings = {
            "arena": os.getpid(),
            "entrant": asdict(self.entrant),
            "work": str(work),
            "compiled": str(kernels()),
            "level": "basic" if cage.is_stuck() else self.level,
            "seed": self.seed,
            "namespaces": namespaces,
            "memory": self.memory * MEGABYTE,
            "group": cage.probe().holds("group"),
            "excess": str(folder / "excess"),
        }
        self._control.send(json.dumps(settings).encode())

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
            raise ArenaFault(f"the process for {self.entrant.name} was lost: {error}", self.player) from error

    def _start(self) -> None:
        assert self._warden
        hello = None
        with contextlib.suppress(TimeoutError):
            hello = channel.receive(self._control, self._warden_file, _LAUNCH_SECONDS)
        if hello is None:
            last = last_line(self.output())
            self.close()
            raise ArenaFault(f"the process for {self.entrant.name} did not start: {last or 'no answer'}", self.player)
        self._zygote = hello.process
        self._zygote_file = os.pidfd_open(self._zygote)
        self._closing.callback(os.close, self._zygote_file)
        self._family = Family(self._warden.pid, self._zygote, self._zygote_file)
        self._closing.callback(self._family.end)
        try:
            told, wanted = json.loads(hello.text), cage.LEVELS.index(self.level)
        except ValueError:
            self.close()
            raise ArenaFault(f"the process for {self.entrant.name} did not start: {hello.text}", self.player) from None
        self.level = cage.report_of([cage.Layer(*layer) for layer in told["layers"]]).level
        if told["trouble"]:
            self._fail_to_stage(told["trouble"], is_ours=told["ours"])
        if cage.LEVELS.index(self.level) > max(wanted, cage.LEVELS.index(cage.probe().level)):
            self.close()  # before any of its code has run
            raise ArenaFault(f"the cage for {self.entrant.name} is only {self.level} this time", self.player)
        self._control.send(channel.READY.encode())  # it waited, so the process that we hold on to is still the same
        self._await_agent()
        self._is_ready = True
        if cage.LEVELS.index(self.level) > max(wanted, cage.LEVELS.index("strong")):
            cage.warn(self.level)

    def _fail_to_stage(self, why: str, *, is_ours: bool) -> NoReturn:
        """The agent's files could not be copied. Raises AgentFault, or ArenaFault: no agent in its seat would tell."""
        if not is_ours:
            self._fail(Reason.START_FAILED, why)
        self.close()
        raise ArenaFault(f"the files of {self.entrant.name} could not be copied: {why}")

    def _await_agent(self) -> None:
        """Wait for the agent's own part of the start. Raises AgentFault, or ArenaFault if the machine is to blame."""
        ready = self._hear(self._control, self.start_seconds, self._family.waited, os.cpu_count() or 1)
        if ready is None:
            self._blame(Reason.START_FAILED, f"it took more than {self.start_seconds:g} s")
        if ready.process != self._zygote:
            self._fail(Reason.START_FAILED, "another process than its first one said that it is ready")
        if ready.text != channel.READY:
            self._fail(Reason.START_FAILED, last_line(ready.text))
        try:
            self._rest()
        except Restless as error:
            self._fail(Reason.START_FAILED, str(error))

    def _hear(
        self, line: socket.socket, seconds: float, waiting: Callable[[], float], cores: int = 1
    ) -> channel.Message | None:
        """The agent's next message; None if it had so many seconds and sent none, or cannot send any more.

        ``waiting`` for a core is not its time, unless it is its own processes that it waits for: it may compute for as
        long on so many ``cores``. Raises ArenaFault if the machine is so busy that the agent never gets so far.
        """
        self._stalled_before, began = system.stalled_seconds(), time.monotonic()
        with contextlib.suppress(TimeoutError):
            return channel.receive(line, self._zygote_file, min(_SLICE, seconds))
        before, computed, waited = waiting(), self._family.computed(), 0.0
        while (passed := time.monotonic() - began) < seconds + _LAUNCH_SECONDS:
            own = (self._family.computed() - computed) / cores
            waited = max(waited, waiting() - before)  # what the dead have waited may be forgotten
            left = seconds - max(passed - waited, own)
            if left <= 0:
                return None
            with contextlib.suppress(TimeoutError):
                return channel.receive(line, self._zygote_file, min(_SLICE, left))
        raise ArenaFault(f"the machine is too busy for {self.entrant.name}: its processes get no core", self.player)

    def _fail(self, fault: Reason, detail: str) -> NoReturn:
        """End the agent: from now on every answer is this fault."""
        self._failure = AgentFault(fault, detail)
        self._end_at_once()
        raise self._failure

    # -- asking ------------------------------------------------------------------------------------------------------

    def ask(self, game: Game, limit: Limit) -> Answer:
        """Its proposal in this position. After a failed start the answer is that fault. Raises ArenaFault."""
        try:
            self.start()
            answer = self._take_turn(game, limit.seconds)
        except AgentFault as failure:
            answer = Answer(None, Reason(failure.fault), failure.detail)
        except OSError as error:
            raise ArenaFault(f"{self.entrant.name} could not be asked: {error}", self.player) from error
        return replace(answer, output=self._output.take() if self._output else "")

    def _take_turn(self, game: Game, seconds: float) -> Answer:
        try:
            with contextlib.ExitStack() as closing:
                answer = self._time(self._prepare(game, seconds, closing), seconds)
            self._rest()
        except Restless as error:
            self._fail(Reason.DIED, str(error))
        return answer

    def _request(self, game: Game, seconds: float) -> dict[str, object]:
        told = {"position": str(game.position()), "player": self.player, "seconds": seconds}
        anew, self._begins_anew = self._begins_anew, False
        return {**told, "seed": turn_seed(self.seed, game), "anew": anew}

    def begin_anew(self, player: int) -> None:
        """Play another game, as this player; what the agent kept from this one is removed. Only to try an agent."""
        self.player, self._begins_anew = player, True

    def _prepare(self, game: Game, seconds: float, closing: contextlib.ExitStack) -> Thinker:
        """A new process that knows the position and waits for its clock to start."""
        line, theirs = channel.create()
        closing.callback(line.close)
        closing.callback(theirs.close)  # which is done before, unless the agent does not get so far
        numbers = slot.create()
        closing.callback(os.close, numbers)
        self._family.wake()
        request = self._request(game, seconds)
        with theirs, contextlib.suppress(ConnectionError):  # if it is dead, it will not answer
            socket.send_fds(self._control, [json.dumps(request).encode()], [theirs.fileno(), numbers])
        process = self._await_thinker(line)
        try:
            file = os.pidfd_open(process)
        except ProcessLookupError:
            self._blame(Reason.DIED, "its process was gone before its clock started")
        closing.callback(os.close, file)
        if not is_child(process, self._zygote):  # now that we hold on to it
            self._fail(Reason.DIED, "a process that is not its first one's child said that it is ready")
        excess = max(0.0, self._family.rest(process) - _FREE_CPU)
        return Thinker(process, file, line, numbers, system.spent(process), excess)

    def _await_thinker(self, line: socket.socket) -> int:
        """The process that says it is ready for the turn."""
        began = time.monotonic()
        hello = self._hear(line, self._family.patience, self._family.kept_waiting)
        self._family.spend(time.monotonic() - began)
        if hello is None or hello.text != channel.READY:
            self._blame(Reason.DIED, "it does not take its turn")
        return hello.process

    def _time(self, thinker: Thinker, seconds: float) -> Answer:
        """Start the clock, let it think until it ends or its time does, and see what it left."""
        system.be_prompt()
        began = time.monotonic_ns()
        deadline = began + int((min(seconds, _DAY) - thinker.excess) * 1e9)
        with contextlib.suppress(ConnectionError):  # it may be dead already
            thinker.line.send(deadline.to_bytes(8, "little"))
        ended, left = thinker.await_end(began, deadline, self._family)
        thinker.kill(self._family)
        self._family.look()
        if left is None:
            raise ArenaFault(
                f"the machine is too busy: the arena got no core in the turn of {self.entrant.name}", self.player
            )
        bits, started, ending = left
        move = slot.decode(bits)
        fault = slot.fault_of(move, ending, is_late=ended >= deadline)
        passed = max(0.0, (min(ended, deadline) - began) / 1e9)
        return Answer(
            move,
            fault,
            self._detail(fault, thinker),
            seconds=passed,
            starved=system.waited_seconds(thinker.process) - thinker.before.waited > _STARVED * max(0.01, passed),
            overhead=(started - began) / 1e6 if began <= started <= ended else 0.0,
            report=self._report(slot.read_report(thinker.slot), passed),
        )

    def _report(self, told: dict[str, float], seconds: float) -> dict[str, float]:
        """What is kept of a turn: the time that it took, and what its agent reported. Of our own nothing is kept."""
        return {} if self.entrant.kind == "bundled" else told | {"seconds": round(seconds, 3)}

    def _detail(self, fault: Reason | None, thinker: Thinker) -> str:
        """What is known about the fault. Raises ArenaFault if the machine is to blame for it."""
        if fault in (Reason.MALFORMED, Reason.RAISED):
            return last_line(channel.read_text(thinker.line))
        if fault is Reason.DIED:
            if excess := self._excess():
                return excess
            code = system.exit_code_of(thinker.process)
            if code == -signal.SIGKILL and self._machine_ran_out_of_memory():
                raise ArenaFault(f"the machine ran out of memory in the turn of {self.entrant.name}", self.player)
            return f"its process {system.in_words(code)}"
        return ""

    def _blame(self, fault: Reason, detail: str) -> NoReturn:
        """The agent's processes do not do what they should: raises AgentFault or ArenaFault, whoever is to blame.

        The machine is to blame only for what an agent cannot do: one about to lose would have the game played again.
        """
        if is_ending(self._zygote):
            code = self._exit_code()
            if excess := self._excess():
                self._fail(fault, excess)
            can_be_itself = self.level != "full" or code != -signal.SIGKILL
            if not can_be_itself or (code == -signal.SIGKILL and self._machine_ran_out_of_memory()):
                raise ArenaFault(f"the process of {self.entrant.name} was killed from outside", self.player)
            detail = f"its process {system.in_words(code)}"
        elif self._machine_ran_out_of_memory() or system.stalled_seconds() - self._stalled_before > _STALLED:
            raise ArenaFault(f"the machine had no memory left when {self.entrant.name} was to move", self.player)
        if not machine_has_processes():
            raise ArenaFault("no process could be had that a turn needs", self.player)
        self._fail(fault, detail)

    def _machine_ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed a process for want of memory since the agent was last at rest."""
        return system.out_of_memory_kills() > self._kills_before

    # -- between the turns -------------------------------------------------------------------------------------------

    def _rest(self) -> None:
        """Stop the zygote, and end all else that the agent may have left running. Raises Restless."""
        assert self._output
        self._family.rest()
        self._output.collect()
        self._kills_before = system.out_of_memory_kills()

    def output(self) -> str:
        """The end of what the agent printed."""
        return self._output.text() if self._output else ""

    # -- ending ------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End every process of the agent and remove its folder. May be called twice."""
        if self._output:
            self._output.close()
        self._closing.close()

    def _exit_code(self) -> int:
        """How the zygote ended, or does (negative: by a signal): it may take it longer to die than we wait for it.

        If it is gone, its warden will end as it did.
        """
        assert self._warden
        self._family.await_death(self._zygote_file)
        code = system.exit_code_of(self._zygote) if is_child(self._zygote, self._warden.pid) else None
        if code is not None:
            return code
        if not system.wait_until_dead(self._warden_file, _LAUNCH_SECONDS):
            raise ArenaFault(f"the process of {self.entrant.name} cannot be killed", self.player)
        return self._warden.wait()

    def _excess(self) -> str:
        """What the agent took too much of, so that it was ended; an empty text if nothing."""
        if self._machine_ran_out_of_memory():  # or only the agent did: then the warden will tell
            system.wait_until_dead(self._warden_file, PATIENCE)
        return system.text(str(self._folder / "excess"))

    def _end_at_once(self) -> None:
        """End it in its turn: the zygote by ourselves, as the warden may get no core for it."""
        self._family.end()
        self._end_processes(self._family.patience)

    def _end_processes(self, patience: float = PATIENCE) -> None:
        """The warden ends all when we leave it; that may take longer than we wait for it."""
        assert self._warden
        leave(self._warden, patience)
