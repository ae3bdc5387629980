"""The program in which an agent lives during one game (Linux). The arena starts it in a fresh interpreter.

Three processes, each the parent of the next:

    warden   stays outside the cage; ends everything when the arena or the zygote is gone
    zygote   in the cage; imports the agent and builds it once, then forks a process for each turn
    turn     thinks about one position, leaves its proposals in the slot, and is killed by the kernel's timer

The arena stops the zygote (SIGSTOP) whenever it has nothing to fork, so nothing of an agent runs in its opponent's
time. What the agent changes while it thinks is lost with the turn's process, except what it saves.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import select
import signal
import socket
import sys
from functools import partial
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any, NoReturn

from dueldoku.agents.base import Agent
from dueldoku.arena.entrant import Entrant, load, stage
from dueldoku.arena.hosting import cage, channel, slot, system, turn
from dueldoku.duel.position import Position
from dueldoku.game.game import Game

Message = dict[str, Any]


def main() -> None:
    """Cage this process as the arena's first message says, and serve. The argument is the socket to the arena."""
    control = socket.socket(fileno=int(sys.argv[1]))
    settings: Message = json.loads(control.recv(channel.MOST_BYTES))
    system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)  # orphans of the agent come to us, and we end them
    layers = [cage.isolate(settings["work"])] if settings["namespaces"] else []
    zygote = os.fork()
    if zygote:
        control.close()
        _watch(zygote, settings["arena"], alone=not any(layer.holds for layer in layers))
    _serve(control, settings, layers)


# -- the warden ------------------------------------------------------------------------------------------------------


def _watch(zygote: int, arena: int, *, alone: bool) -> NoReturn:
    """Wait until the zygote is dead or the arena gone or content, then end all and exit as the zygote did.

    With a process namespace, all ends with the zygote; ``alone``, we have to look for what is left.
    """
    process = os.pidfd_open(zygote)
    poll = select.poll()
    poll.register(process, select.POLLIN)
    poll.register(0, select.POLLIN | select.POLLHUP)  # the arena closes our standard input when the game is over
    with contextlib.suppress(ProcessLookupError):
        poll.register(os.pidfd_open(arena), select.POLLIN)
        poll.poll()
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(process, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(zygote, 0)[1])
    while True:
        for child in system.children_of(os.getpid()) if alone else ():
            os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            os._exit(code if code >= 0 else 128 - code)


# -- the zygote ------------------------------------------------------------------------------------------------------


def _serve(control: socket.socket, settings: Message, layers: list[cage.Layer]) -> NoReturn:
    system.prctl(system.PR_SET_PDEATHSIG, signal.SIGKILL)
    system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    entrant, work = Entrant(**settings["entrant"]), settings["work"]
    os.chdir(work)  # again: it may be another file system than when we started
    trouble = ""
    try:
        stage(entrant, Path(work))
    except (OSError, ValueError) as error:
        trouble = str(error)
    isolated = any(layer.holds for layer in layers)
    compiled = [folder for folder, _ in settings["compiled"]]
    layers += cage.enter(settings["level"], work, isolated=isolated, readable=compiled)
    control.send(json.dumps({"layers": layers, "trouble": trouble}).encode())
    control.recv(channel.MOST_BYTES)  # the arena has noted who we are
    if trouble:
        os._exit(1)
    turn.cap_output()
    sys.meta_path.insert(0, _Lender(settings["compiled"]))
    random.seed(settings["seed"])
    try:
        agent = load(entrant)
    except BaseException:  # whatever it is, the agent could not start by it
        channel.tell(control, turn.print_exception())
        os._exit(1)
    channel.tell(control, channel.READY)
    gc.freeze()  # the turns' processes share this memory; a collection would copy it
    bolts = cage.Bolts(cage.report_of(layers))
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, channel.MOST_BYTES, 2)
        if not message:
            os._exit(0)
        _collect()
        request = json.loads(message)
        game = Game(Position.parse(request["position"]))  # here, so that what it computes once is computed once
        turn.flush_output()
        if not os.fork():  # if it fails, so do we, and the arena finds out why
            control.close()
            _take_turn(agent, game, request, bolts, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


class _Lender(MetaPathFinder):
    """When the agent imports Numba, lets it use what Numba compiled of our kernels, read-only: a link for each file.

    The links lead through one to the folder, because short ones are a hundred times faster on some file systems.
    """

    def __init__(self, folders: list[list[str]]) -> None:
        self._folders = folders

    def find_spec(self, name: str, *_: object) -> None:
        if name == "numba":
            sys.meta_path.remove(self)
            with contextlib.suppress(OSError):
                self._lend(Path(os.environ["NUMBA_CACHE_DIR"]))

    def _lend(self, cache: Path) -> None:
        for number, (folder, name) in enumerate(self._folders):
            (cache / name).mkdir(parents=True, exist_ok=True)
            (cache / str(number)).symlink_to(folder)
            for file in Path(folder).glob("*.nb[ic]"):
                with contextlib.suppress(FileExistsError):
                    (cache / name / file.name).symlink_to(f"../{number}/{file.name}")


def _collect() -> None:
    """Collect the dead: the processes of past turns."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


# -- a turn ----------------------------------------------------------------------------------------------------------


def _take_turn(
    agent: Agent, game: Game, request: Message, bolts: cage.Bolts, line_number: int, slot_number: int
) -> NoReturn:
    system.prctl(system.PR_SET_PDEATHSIG, signal.SIGKILL)  # a fork clears it
    line = socket.socket(fileno=line_number)
    numbers = slot.view(slot_number)
    os.close(slot_number)
    timer = system.Timer()
    bolts.close()
    tell = partial(channel.tell, line)
    task = turn.make_task(request["player"], request["seconds"], request["seed"], numbers, tell)
    tell(channel.READY)
    deadline = int.from_bytes(line.recv(8), "little")
    timer.arm(deadline)
    bolts.seal_timer()
    task.deadline = deadline / 1e9
    turn.think(agent, game, task, numbers, tell)
