"""An agent's processes: at rest between the turns, all of their time counted, and none of them able to hold us up."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hosting import BROKEN, HOSTILE, START, meet, need, write_agent

from dueldoku import Game, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting import family, folder, slot, system, thinker
from dueldoku.arena.hosting.host import Host
from dueldoku.board.move import Move
from dueldoku.duel.turn import Reason
from dueldoku.errors import ArenaFault

pytestmark = pytest.mark.linux


def game() -> Game:
    return Game(Position.parse(START))


def running(host: Host) -> list[int]:
    """The agent's processes that could compute at this moment."""
    assert host._warden
    return [
        one
        for one in family.descendants_of(host._warden.pid)
        if system.is_alive(one) and not family._states(one) <= {"T", "Z", "X"}
    ]


def wait_until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) as process:
        yield process
        process.kill()


# -- whose fault -------------------------------------------------------------------------------------------------------


def test_a_code_is_not_a_signal() -> None:
    met = meet(BROKEN / "died/exits_as_if_killed.py")
    assert met.answers[0].detail == "its process ended with code 137"
    met = meet(BROKEN / "start_failed/exits_as_if_killed_at_import.py")
    assert met.answers[0].detail == "its process ended with code 137"


@pytest.mark.parametrize(
    ("agent", "detail"),
    [
        ("died/says_ready_for_its_child", "a process that is not its first one's child said that it is ready"),
        ("died/says_ready_from_a_grandchild", "a process that is not its first one's child said that it is ready"),
        ("start_failed/lets_another_say_ready", "another process than its first one said that it is ready"),
    ],
)
def test_a_message_counts_only_from_whom_it_must_come(agent: str, detail: str) -> None:
    assert meet(BROKEN / f"{agent}.py").answers[0].detail == detail


def test_a_slow_farewell_is_no_loss() -> None:
    need("full")
    with Host(resolve("random_player"), 1) as host:
        host.start()
        assert host._warden
        os.kill(host._warden.pid, signal.SIGSTOP)  # as if the machine had no core for it
        os.kill(host._zygote, signal.SIGKILL)
        threading.Timer(1.0, os.kill, (host._warden.pid, signal.SIGCONT)).start()
        with pytest.raises(ArenaFault, match="killed from outside"):
            host.ask(game(), Limit(0.1))


def test_a_machine_without_processes_is_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dueldoku.arena.hosting.interpreter._REHEARSAL", "raise SystemExit(1)")
    with (
        Host(resolve(str(BROKEN / "died/lets_its_fork_fail.py")), 1) as host,
        pytest.raises(ArenaFault, match="no process could be had that a turn needs"),
    ):
        host.ask(game(), Limit(0.1))


def test_a_fork_that_fails_for_a_moment_is_tried_again(tmp_path: Path) -> None:
    top = """
import os
fork, tries = os.fork, []
def fail():
    tries.append(1)
    if len(tries) % 10: raise BlockingIOError(11, "Resource temporarily unavailable")
    return fork()
os.fork = fail
"""
    with Host(resolve(str(write_agent(tmp_path, "task.propose(Move(0, 2, 3))", top=top))), 1) as host:
        assert host.ask(game(), Limit(0.5)).move == (0, 2, 3)


def test_an_agent_that_gets_no_core_has_not_had_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it waits for a core, the agent's clocks stand still; only the arena gives up, and nobody has lost."""
    waits = iter(range(10**6))
    monkeypatch.setattr(family.Family, "kept_waiting", lambda self: 10.0 * next(waits))
    with Host(resolve(str(BROKEN / "died/hangs_before_its_turn.py")), 1) as host:
        host.start()
        monkeypatch.setattr("dueldoku.arena.hosting.host._LAUNCH_SECONDS", 2.0)
        with pytest.raises(ArenaFault, match="the machine is too busy"):
            host.ask(game(), Limit(0.1))


def test_an_agent_that_waits_for_memory_has_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    stalls = iter(range(10**6))
    monkeypatch.setattr(system, "stalled_seconds", lambda: 0.5 * next(stalls))
    with (
        Host(resolve(str(BROKEN / "died/hangs_before_its_turn.py")), 1) as host,
        pytest.raises(ArenaFault, match="the machine had no memory left"),
    ):
        host.ask(game(), Limit(0.1))


def test_the_kernel_tells_who_waits_for_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert system.stalled_seconds() >= 0.0
    told = "some avg10=0.00 avg60=0.00 avg300=0.00 total=2500000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=1\n"
    monkeypatch.setattr(system, "text", lambda _: told)
    assert system.stalled_seconds() == 2.5
    monkeypatch.setattr(system, "text", lambda _: "")
    assert system.stalled_seconds() == 0.0


def test_a_process_that_is_gone_when_we_look_is_no_fault_of_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    await_thinker = Host._await_thinker

    def dawdle(self: Host, line: socket.socket) -> int:
        process = await_thinker(self, line)
        time.sleep(0.2)
        return process

    monkeypatch.setattr(Host, "_await_thinker", dawdle)
    met = meet(BROKEN / "died/is_gone_when_ready.py")
    assert met.answers[0].detail == "its process was gone before its clock started"


# -- time --------------------------------------------------------------------------------------------------------------


def test_a_process_whose_first_thread_has_ended_is_alive() -> None:
    script = "import ctypes, threading, time\nthreading.Thread(target=time.sleep, args=(20,)).start()\n"
    script += "ctypes.CDLL(None).pthread_exit(None)"
    with subprocess.Popen([sys.executable, "-S", "-c", script]) as process:
        end = time.monotonic() + 10
        while system.text(f"/proc/{process.pid}/stat").split()[2] != "Z" and time.monotonic() < end:
            time.sleep(0.01)
        assert system.text(f"/proc/{process.pid}/stat").split()[2] == "Z"
        assert system.is_alive(process.pid)
        assert not family.is_ending(process.pid)
        process.kill()


@pytest.mark.parametrize(
    "agent",
    [
        "plays/loses_its_first_thread",
        "plays/waits_in_vfork",
        "plays/wakes_by_its_orphans",
        "plays/multiplies_at_import",
        "plays/has_a_name_of_bytes",
    ],
)
def test_nothing_of_an_agent_runs_outside_its_turn(agent: str) -> None:
    with Host(resolve(str(BROKEN / f"{agent}.py")), 1) as host:
        host.start()
        for _ in range(3):
            time.sleep(0.05)
            assert not running(host)
            assert host.ask(game(), Limit(0.5)).move
        assert not running(host)


def test_a_zygote_that_is_woken_while_we_look_is_stopped_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the death of a process may do that has left its group without anybody to look after it."""
    descendants_of, woken = family.descendants_of, []

    def wake(warden: int) -> list[int]:
        found = descendants_of(warden)
        if host._is_ready and len(woken) < 3:
            woken.append(1)
            os.kill(host._zygote, signal.SIGCONT)
            time.sleep(0.01)
        return found

    with Host(resolve("random_player"), 1) as host:
        host.start()
        monkeypatch.setattr(family, "descendants_of", wake)
        host._family.rest()
        assert len(woken) == 3
        assert not running(host)


def test_thinking_before_the_turn_is_paid_for_by_whichever_process(tmp_path: Path) -> None:
    top = """
import os, time
from dueldoku.arena.hosting import zygote
fork, line = zygote._fork, os.pipe()
def think():
    if os.fork() == 0:
        end = time.process_time() + 0.15
        while time.process_time() < end: pass
        os.write(line[1], b"x")
        os._exit(0)
    {wait}
    return fork()
zygote._fork = think
"""
    for wait in ("os.read(line[0], 1)", "os.wait()"):
        agent = write_agent(tmp_path, "while True: pass", top=top.format(wait=wait))
        with Host(resolve(str(agent)), 1) as host:
            for _ in range(2):
                answer = host.ask(game(), Limit(0.3))
                assert answer.fault is Reason.TIME_UP
                assert answer.seconds < 0.25, wait


def test_an_honest_agent_pays_nothing(tmp_path: Path) -> None:
    body = "end = time.process_time() + 0.037\nwhile time.process_time() < end: pass\ntask.propose(Move(0, 2, 3))"
    with Host(resolve(str(write_agent(tmp_path, body))), 1) as host:
        host.start()
        seen = []
        rest = host._family.rest
        host._family.rest = lambda thinker=0: seen.append(rest(thinker)) or seen[-1]  # type: ignore[method-assign,func-returns-value]
        for _ in range(12):
            assert host.ask(game(), Limit(2.0)).move
    assert host._family._unseen(list(host._family._known)) == 0
    assert max(seen[::2]) < 0.02  # before each turn


def test_the_slot_counts_as_it_is_at_the_deadline(tmp_path: Path) -> None:
    """An agent that never arms its timer is killed by us, later; what it proposed after the deadline is not seen."""
    top = "from dueldoku.arena.hosting import zygote\nzygote.system.Timer.arm = lambda *_: None"
    body = "while True:\n    task.propose(Move(0, 0, int((time.monotonic() - task.deadline + 0.2) * 1e5)))  # 0.01 ms"
    with Host(resolve(str(write_agent(tmp_path, body, top=top))), 1) as host:
        lasts = [host.ask(game(), Limit(0.2)).move for _ in range(10)]
    digits = [last.digit for last in lasts if last]  # on a busy machine it may have had no core in a turn
    assert digits
    assert max(digits) <= 20_000 + 10  # 0.1 ms late at most


@pytest.fixture
def oversleeping(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arena wakes up 20 ms after each deadline."""
    oversleep(monkeypatch, 0.0002)


def oversleep(monkeypatch: pytest.MonkeyPatch, last: float) -> None:
    """Let the last wait before a deadline, which is no longer than this, end 20 ms late."""
    wait = system.wait_until_dead

    def wait_long(file: int, seconds: float) -> bool:
        is_dead = wait(file, seconds)
        if 0 < seconds <= last:
            time.sleep(0.02)
            is_dead = wait(file, 0)
        return is_dead

    monkeypatch.setattr(system, "wait_until_dead", wait_long)


@pytest.mark.usefixtures("oversleeping")
@pytest.mark.parametrize(
    "agent",
    [
        "plays/dies_slowly_and_proposes_late",
        "plays/dies_after_a_late_proposal",
        "plays/has_its_child_propose_late",
        "plays/hooks_its_fork",
    ],
)
def test_a_late_look_at_the_slot_is_not_believed(agent: str) -> None:
    """What may have been written after the deadline does not count, also if whoever wrote it is dead."""
    met = meet(BROKEN / f"{agent}.py", seconds=0.6)
    assert met.verdict == "plays", met
    assert slot.NOT_A_MOVE not in [answer.move for answer in met.answers]


def sleep_through(monkeypatch: pytest.MonkeyPatch, gone: float) -> None:
    """Let the arena get no core when so much of a turn of a second is gone, until 20 ms after its deadline."""
    begin, wait, began = system.be_prompt, system.wait_until_dead, [0.0]

    def note() -> None:
        begin()
        began.append(time.monotonic())

    def wait_long(file: int, seconds: float) -> bool:
        is_dead = wait(file, seconds)
        if began[-1] and time.monotonic() > began[-1] + gone:
            time.sleep(max(0.0, began.pop() + 1.02 - time.monotonic()))
            is_dead = wait(file, 0)
        return is_dead

    monkeypatch.setattr(system, "be_prompt", note)
    monkeypatch.setattr(system, "wait_until_dead", wait_long)


def late(folder: Path, seconds: float) -> str:
    """An agent whose only proposal comes so late. It has a thread, so its death does not tell when that was."""
    body = f"""
import threading
threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
time.sleep(max(0, task.seconds_left() - 1 + {seconds}))
task.propose(Move(0, 2, 3))
time.sleep(20)
"""
    return str(write_agent(folder, body))


@pytest.mark.parametrize("gone", [0.55, 0.9])
def test_what_was_seen_early_counts_if_the_arena_gets_no_core_later(
    gone: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep_through(monkeypatch, gone)
    with Host(resolve(late(tmp_path, 0.01)), 1) as host:
        answers = [host.ask(game(), Limit(1.0)) for _ in range(2)]
    assert [answer.move for answer in answers] == [Move(0, 2, 3)] * 2, answers


def test_an_arena_without_a_core_plays_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It slept for half of the turn and past its end. The first proposal may have been in time, or late."""
    sleep_through(monkeypatch, 0.3)
    with (
        Host(resolve(late(tmp_path, 0.4)), 1) as host,
        pytest.raises(ArenaFault, match="the arena got no core in the turn of probe_agent"),
    ):
        host.ask(game(), Limit(1.0))


@pytest.mark.parametrize(("gone", "proposal"), [(0.3, 5.0), (0.95, 0.97)])
def test_who_proposes_too_late_gains_nothing_by_an_arena_without_a_core(
    gone: float, proposal: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no proposal at all, or the arena slept too short for an excuse."""
    sleep_through(monkeypatch, gone)
    with Host(resolve(late(tmp_path, proposal)), 1) as host:
        assert host.ask(game(), Limit(1.0)).fault is Reason.TIME_UP


@pytest.mark.usefixtures("oversleeping")
def test_what_the_kernel_does_not_count_makes_nobody_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A core that wakes up, and a virtual machine that waits for its host, take time that is on no account."""
    spent = system.spent

    def count_less(process: int) -> system.Spent:
        found = spent(process)
        return found._replace(waited=found.waited - 0.002 * sum(found))  # 1.2 ms in this turn

    monkeypatch.setattr(system, "spent", count_less)
    met = meet(BROKEN / "plays/dies_after_a_late_proposal.py", seconds=0.6)
    assert met.verdict == "plays", met
    assert slot.NOT_A_MOVE not in [answer.move for answer in met.answers]


def test_who_ends_in_time_is_believed_however_late_we_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one proposal comes after all our looks but the last, and the process ends before its deadline."""
    monkeypatch.setattr(thinker, "_looks", lambda _: (20_000_000, 0))
    oversleep(monkeypatch, 0.02)
    body = "time.sleep(task.seconds_left() - 0.01)\ntask.propose(Move(0, 2, 3))\nos._exit(0)"
    top = "from dueldoku.arena.hosting import slot, turn"
    body = f"task.propose.__closure__[0].cell_contents[2] = slot.RETURNED\n{body}"
    with Host(resolve(str(write_agent(tmp_path, body, top=top))), 1) as host:
        moves = [host.ask(game(), Limit(0.3)).move for _ in range(5)]
    assert Move(0, 2, 3) in moves, moves  # some may be too late for their own timer


@pytest.mark.parametrize(
    ("agent", "detail"),
    [
        ("died/sets_a_timer_to_wake_it", "it set a timer that would wake it when it is not its turn"),
        ("died/wakes_its_zygote", "it woke up when it was not its turn"),
    ],
)
def test_who_wakes_up_outside_the_turn_has_lost(agent: str, detail: str) -> None:
    assert meet(BROKEN / f"{agent}.py").answers[-1].detail == detail


@pytest.mark.parametrize(
    "agent",
    [
        BROKEN / "died/hangs_before_its_turn.py",
        BROKEN / "died/is_stopped_before_its_turn.py",
        BROKEN / "died/lets_others_wait_for_a_core.py",
        BROKEN / "died/says_ready_for_its_child.py",
        BROKEN / "died/dies_heavily.py",
        BROKEN / "died/multiplies.py",
        BROKEN / "died/runs_away.py",
        BROKEN / "plays/forks.py",
        BROKEN / "plays/waits_in_vfork.py",
        BROKEN / "plays/multiplies_at_import.py",
        *sorted((HOSTILE / "time").glob("*.py")),
    ],
    ids=lambda path: path.stem,
)
def test_nothing_that_an_agent_does_holds_up_the_arena(agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second in a turn beyond its clock, and half a second in the end.

    Beyond that is what others on the machine do: we wait for a core ourselves, or for an agent that waits for one. And
    what we compute: 0.02 s at most in a turn, seen at a load of 20.
    """
    given: list[float] = []  # what the agent had waited for a core, each time that the arena asked
    kept_waiting = family.Family.kept_waiting
    monkeypatch.setattr(family.Family, "kept_waiting", lambda self: given.append(kept_waiting(self)) or given[-1])
    monkeypatch.setattr("dueldoku.arena.hosting.host.machine_has_processes", lambda: True)  # it starts one to see
    computing = 0.05

    def now() -> float:
        return time.monotonic() - system.waited_seconds(os.getpid())

    with Host(resolve(str(agent)), 1, start_seconds=60.0) as host:
        host.start()
        for _ in range(3):
            given[:] = [kept_waiting(host._family)]
            began = now()
            answer = host.ask(game(), Limit(0.1))
            took = now() - began - answer.seconds
            assert took - (max(given) - given[0]) < family.PATIENCE + computing
            if answer.fault:
                break
        began = now()
    assert now() - began < family.PATIENCE + folder._MOMENT + computing


def test_who_takes_long_to_die_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """How it ends is known as soon as it begins to."""
    monkeypatch.setattr("dueldoku.arena.hosting.host.machine_has_processes", lambda: True)
    with Host(resolve(str(BROKEN / "died/exits_as_if_killed.py")), 1, start_seconds=60.0) as host:
        host.start()
        assert host._warden
        os.kill(host._warden.pid, signal.SIGSTOP)  # it does not collect the dead, as if they were not
        threading.Timer(3.0, os.kill, (host._warden.pid, signal.SIGCONT)).start()
        began = time.monotonic()
        answer = host.ask(game(), Limit(0.1))
        assert time.monotonic() - began < 2.0
    assert answer.detail == "its process ended with code 137"


def test_who_is_busy_in_the_kernel_is_no_fault_of_the_arena(child: subprocess.Popen[bytes]) -> None:
    """Its threads have all been told to stop: none of its code runs, however long the kernel takes to notice."""
    assert not family.is_stopped(child.pid)
    child.send_signal(signal.SIGSTOP)
    assert wait_until(lambda: family.is_stopped(child.pid))
    child.send_signal(signal.SIGCONT)
    assert wait_until(lambda: not family.is_stopped(child.pid))


@pytest.mark.parametrize(
    ("is_so", "before", "after"),
    [
        (family.is_stopped, ("R 1 1 1 1 1 0", "40000"), ("T 1 1 1 1 1 0", "0")),
        (family.is_ending, ("R 1 1 1 1 1 0", "100"), ("R 1 1 1 1 1 1024", "0")),
    ],
)
def test_who_takes_a_signal_while_we_look_is_not_taken_for_running(
    is_so: Callable[[int], bool], before: tuple[str, str], after: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state and the signals of a thread are two looks, and between them it may get a core."""
    looks = iter([before, after])

    def text(file: str) -> str:
        stat, pending = next(looks)
        return f"7 (python) {stat}" if file.endswith("stat") else f"SigPnd:\t{pending}\n"

    monkeypatch.setattr(system, "threads_of", lambda _: ["7"])
    monkeypatch.setattr(system, "text", text)
    assert is_so(7)


def test_who_computes_outside_their_turn_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with Host(resolve("random_player"), 1) as host:
        host.start()
        computed = system.cpu_seconds
        monkeypatch.setattr(system, "cpu_seconds", lambda process: computed(process) + 0.2)  # in the kernel, stopped
        answer = host.ask(game(), Limit(0.1))
    assert (answer.fault, answer.detail) == (Reason.DIED, "it computed when it was not its turn")


# -- what the kernel tells ---------------------------------------------------------------------------------------------


def test_who_is_about_to_be_killed_is_ending(child: subprocess.Popen[bytes]) -> None:
    assert not family.is_ending(child.pid)
    child.kill()
    assert family.is_ending(child.pid)
    child.wait()
    assert family.is_ending(child.pid)


def test_the_family_is_all_that_descends(child: subprocess.Popen[bytes]) -> None:
    assert child.pid in family.descendants_of(os.getpid())
    assert child.pid in family.descendants_of(os.getppid())
    assert family.descendants_of(child.pid) == []
    assert family.is_child(child.pid, os.getpid())
    assert not family.is_child(child.pid, os.getppid())
