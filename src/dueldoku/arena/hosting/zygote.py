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
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from dueldoku.arena.entrant import Entrant, is_our_trouble, load, stage
from dueldoku.arena.hosting import cage, channel, slot, system, turn, whole
from dueldoku.duel.position import Position
from dueldoku.game.game import Game

Message = dict[str, Any]
_FORK_SECONDS = 0.3


def main() -> None:
    """Cage this process as the arena's first message says, and serve. The argument is the socket to the arena."""
    control = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # who ignores the dead has no account of what they computed
    settings: Message = json.loads(control.recv(channel.MOST_BYTES))
    system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)  # orphans of the agent come to us, and we end them
    told = os.open(settings["excess"], os.O_WRONLY | os.O_CREAT, 0o600)
    group = whole.Group(settings["memory"]) if settings["group"] else None
    layers = [cage.isolate(settings["work"])] if settings["namespaces"] else []
    isolated = any(layer.holds for layer in layers)
    watch = whole.Watch(settings["memory"], cage.in_memory(settings["work"]) if isolated else (), group)
    begun, begin = os.pipe()
    zygote = os.fork()
    if zygote:
        control.close()
        if group:
            group.begin(zygote)
        os.write(begin, b"1")
        _watch(zygote, settings["arena"], watch, told, alone=not isolated)
    os.close(begin)
    if not os.read(begun, 1):
        os._exit(1)
    if group:
        group.forget()
    os.close(begun)
    os.close(told)
    os.setsid()  # the scheduler takes a session for one: the warden is not to wait for the agent's threads
    _serve(control, settings, layers)


# -- the warden ------------------------------------------------------------------------------------------------------


def _watch(zygote: int, arena: int, watch: whole.Watch, told: int, *, alone: bool) -> NoReturn:
    """Wait until the zygote is dead or the arena gone or content, then end all and exit as the zygote did.

    An agent that takes too much is ended, too, and of what is ``told``. With a process namespace, all ends with the
    zygote; ``alone``, we have to look for what is left.
    """
    process = os.pidfd_open(zygote)
    poll = select.poll()
    poll.register(process, select.POLLIN)
    poll.register(0, select.POLLIN | select.POLLHUP)  # the arena closes our standard input when the game is over
    excess = ""
    with contextlib.suppress(ProcessLookupError):
        poll.register(os.pidfd_open(arena), select.POLLIN)
        while not poll.poll(1000 * watch.pause) and not (excess := watch.excess()):
            pass
    os.write(told, (excess or watch.excess()).encode())
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(process, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(zygote, 0)[1])
    while True:
        for child in system.children_of(os.getpid()) if alone else ():
            os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            if watch.group:
                watch.group.end()
            _end_like(code)


def _end_like(code: int) -> NoReturn:
    """End as the zygote did, with its code or by its signal: an agent may choose a code that looks like a signal."""
    if code < 0:
        system.prctl(system.PR_SET_DUMPABLE, 0)  # no core of ours
        with contextlib.suppress(OSError):  # SIGKILL is not to be set
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code & 0xFF)


# -- the zygote ------------------------------------------------------------------------------------------------------


def _serve(control: socket.socket, settings: Message, layers: list[cage.Layer]) -> NoReturn:
    system.prctl(system.PR_SET_PDEATHSIG, signal.SIGKILL)
    system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    entrant, work = Entrant(**settings["entrant"]), settings["work"]
    os.chdir(work)  # again: it may be another file system than when we started
    trouble, is_ours = "", False
    try:
        stage(entrant, Path(work))
    except ValueError as error:
        trouble = str(error)
    except OSError as error:
        trouble, is_ours = str(error), is_our_trouble(error)
    isolated = any(layer.holds for layer in layers)
    memory, compiled = settings["memory"], [settings["compiled"]]
    layers += cage.enter(settings["level"], work, isolated=isolated, memory=memory, readable=compiled)
    control.send(json.dumps({"layers": layers, "trouble": trouble, "ours": is_ours}).encode())
    if not control.recv(channel.MOST_BYTES):  # the arena has noted who we are, and is content with our cage
        os._exit(1)
    turn.cap_output()
    staged = turn.files_in(work)
    random.seed(settings["seed"])
    try:
        agent = load(entrant)
    except BaseException as error:  # whatever it is, the agent could not start by it
        channel.tell(control, turn.print_exception(error, entrant.source))
        os._exit(1)
    channel.tell(control, channel.READY)
    gc.freeze()  # the turns' processes share this memory; a collection would copy it
    report = cage.report_of(layers)
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, channel.MOST_BYTES, 2)
        if not message:
            os._exit(0)
        _collect()
        request = json.loads(message)
        if request["anew"]:
            turn.forget(work, staged)
        game = Game(Position.parse(request["position"]))  # here, so that what it computes once is computed once
        turn.flush_output()
        if not _fork():
            control.close()
            cage.bind_turn(report)
            think = partial(turn.think, agent, entrant.source, game)
            _take_turn(think, request, *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def _fork() -> int:
    """A new process. If there is none to be had, it is tried again for a while: others may leave some."""
    end = time.monotonic() + _FORK_SECONDS
    while True:
        try:
            return os.fork()
        except OSError:  # if it stays so, we end, and the arena finds out why
            if time.monotonic() > end:
                raise
            time.sleep(0.01)


def _collect() -> None:
    """Collect the dead: the processes of past turns."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


# -- a turn ----------------------------------------------------------------------------------------------------------


def _take_turn(think: Callable[..., NoReturn], request: Message, line_number: int, slot_number: int) -> NoReturn:
    system.prctl(system.PR_SET_PDEATHSIG, signal.SIGKILL)  # a fork clears it
    line = socket.socket(fileno=line_number)
    numbers = slot.view(slot_number)
    os.close(slot_number)
    timer = system.Timer()
    tell = partial(channel.tell, line)
    task = turn.make_task(request["player"], request["seconds"], request["seed"], numbers, tell)
    tell(channel.READY)
    deadline = int.from_bytes(line.recv(8), "little")
    timer.arm(deadline)
    task.deadline = deadline / 1e9
    think(task, numbers, tell)
