"""What the arena promises about anybody's agents, one test each. (No stored game is lost: the archive's part.)"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hosting import BROKEN, START, meet, need, write_agent

from dueldoku import Game, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting import system
from dueldoku.arena.hosting.cage import probe
from dueldoku.arena.hosting.host import Host
from dueldoku.duel.turn import Reason
from dueldoku.errors import ArenaFault

pytestmark = pytest.mark.linux

AGENTS = sorted(BROKEN.glob("*/*.py"))
# An agent says why it has no move; when the arena fails with it, another one has sat in its seat: see test_play.
NO_FAULT_OF_AN_AGENT = {Reason.BOARD_FULL, Reason.BOTH_STUCK, Reason.RESIGNED, Reason.NO_MOVE, Reason.ARENA}
LOSSES = set(Reason) - NO_FAULT_OF_AN_AGENT
VERDICTS = {reason.name.lower(): str(reason) for reason in LOSSES} | {"plays": "plays"}


def name_of(path: Path) -> str:
    return path.stem


def game() -> Game:
    return Game(Position.parse(START))


def is_gone(process: int, seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while system.is_alive(process) and time.monotonic() < end:
        time.sleep(0.01)
    return not system.is_alive(process)


@pytest.mark.parametrize("agent", AGENTS, ids=name_of)
def test_promise_1_no_agent_can_hang_crash_or_slow_a_game(agent: Path) -> None:
    met = meet(agent)
    assert met.verdict == VERDICTS[agent.parent.name], met
    assert met.level == probe().level
    assert len(met.output) < 100_000
    assert sum(answer.seconds for answer in met.answers) <= 0.251 * len(met.answers)


@pytest.mark.parametrize("load", [0, 3])
def test_promise_2_the_last_proposal_before_the_deadline_counts(load: int, tmp_path: Path) -> None:
    agent = write_agent(
        tmp_path,
        """
while True:
    task.propose(Move(0, 0, int((time.monotonic() - task.deadline + 0.2) * 1e5)))  # of 0.01 ms each
""",
    )
    busy = [subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(load)]
    try:
        with Host(resolve(str(agent)), 1) as host:
            lasts = [host.ask(game(), Limit(0.2)).move for _ in range(4)]
    finally:
        for process in busy:
            process.kill()
            process.wait()
    digits = [last.digit for last in lasts if last]  # on a busy machine it may have had no core in a turn
    assert digits
    assert max(digits) <= 20_000 + 100  # at most 1 ms late
    if not load:
        assert max(digits) > 15_000


def test_promise_3_starting_has_its_own_limit_and_costs_no_turn_time(tmp_path: Path) -> None:
    slow = write_agent(tmp_path, "task.propose(next(game.legal_moves()))", top="import time; time.sleep(0.6)")
    met = meet(slow, seconds=5.0)
    assert met.verdict == "plays"
    assert all(answer.seconds < 0.6 for answer in met.answers)
    with Host(resolve(str(slow)), 1, start_seconds=0.2) as host:
        answer = host.ask(game(), Limit(0.1))
    assert (answer.move, answer.fault) == (None, Reason.START_FAILED)
    assert answer.detail == "it took more than 0.2 s"


def test_promise_4_nothing_of_an_agent_runs_in_the_others_turn_or_after_the_game(tmp_path: Path) -> None:
    top = """
import os, threading
def spin():
    while True: pass
threading.Thread(target=spin, daemon=True).start()
if os.fork() == 0:
    os.setsid()
    spin()
"""
    agent = write_agent(tmp_path, "task.propose(next(game.legal_moves()))", top=top)
    with Host(resolve(str(agent)), 1) as host:
        host.start()
        for _ in range(2):
            zygote = host._zygote
            before = system.cpu_seconds(zygote)
            time.sleep(0.1)
            assert system.cpu_seconds(zygote) == before
            assert not [child for child in system.children_of(zygote) if system.is_alive(child)]
            assert host.ask(game(), Limit(2.0)).move
        assert host._warden
        warden = host._warden.pid
    assert not system.is_alive(zygote)
    assert not system.is_alive(warden)


def test_promise_5_every_loss_has_a_reason_from_the_list() -> None:
    assert {VERDICTS[folder.name] for folder in BROKEN.iterdir() if folder.is_dir()} - {"plays"} == LOSSES


def test_promise_5_a_fault_of_the_arena_is_no_loss() -> None:
    need("full")
    with Host(resolve("random_player"), 1) as host:
        host.start()
        os.kill(host._zygote, signal.SIGKILL)  # as the machine does when it runs out of memory
        with pytest.raises(ArenaFault, match="killed from outside"):
            host.ask(game(), Limit(0.1))


def test_promise_5_want_of_descriptors_is_no_loss() -> None:
    script = """
import resource
from dueldoku import Game, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
from dueldoku.errors import ArenaFault
with Host(resolve("random_player"), 1) as host:
    host.start()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    files = [open("/dev/null")]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[0].fileno() + 2, hard))
    try:
        host.ask(Game(Position.parse("12.4 .4.2 21.3 ...1")), Limit(0.1))
    except ArenaFault as fault:
        print(fault)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "Too many open files" in done.stdout, done.stderr


@pytest.mark.parametrize("level", ["full", "strong"])
def test_promise_6_no_reading_of_others_and_no_network(level: str, tmp_path: Path) -> None:
    need(level)
    archive = tmp_path / "bait.sqlite"
    archive.write_text("games")
    home = Path.home() / "bait"
    with Host(resolve(str(BROKEN / "plays/remembers.py")), 2, level=level) as opponent:
        opponent.start()
        theirs = opponent._folder / "work" / "remembers.py"
        secrets = ["/etc/passwd", f"/proc/{os.getpid()}/environ", f"/proc/{opponent._zygote}/environ", str(theirs)]
        agent = f"{BROKEN / 'plays/looks_around.py'}:baits={archive};{home},secrets={';'.join(secrets)}"
        met = meet(agent, level=level)
    assert (met.level, met.verdict) == (level, "plays"), met
    assert archive.read_text() == "games"
    meddler = f"{BROKEN / 'plays/meddles_with_other_processes.py'}:arena={os.getpid()}"
    for other in (meddler, BROKEN / "plays/opens_sockets.py", BROKEN / "plays/raises_its_priority.py"):
        assert meet(other, level=level).verdict == "plays"


def test_promise_6_the_environment_is_not_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUELDOKU_SECRET", "1")
    assert meet(BROKEN / "plays/sees_no_environment.py").verdict == "plays"


def test_promise_7_saved_state_is_private_capped_and_atomic(tmp_path: Path) -> None:
    body = """
class Slow:
    def __reduce__(self):
        time.sleep(20)
kept = task.load()
if kept is None:
    task.save(1)
    task.propose(Move(0, 0, 1))
else:
    task.propose(Move(0, 0, kept + 1))
    task.save([bytes(1000), Slow()])
"""
    agent = resolve(str(write_agent(tmp_path, body)))
    with Host(agent, 1) as first, Host(agent, 1) as second:
        assert [first.ask(game(), Limit(0.6)).move for _ in range(3)] == [(0, 0, 1), (0, 0, 2), (0, 0, 2)]
        assert second.ask(game(), Limit(0.6)).move == (0, 0, 1)
    with Host(resolve(str(BROKEN / "plays/saves_too_much.py")), 1) as host:
        assert host.ask(game(), Limit(10.0)).fault is None


@pytest.mark.parametrize("level", ["full", "strong", "basic"])
def test_promise_8_no_process_is_left_when_the_arena_is_killed(level: str, tmp_path: Path) -> None:
    need(level)
    agent = write_agent(tmp_path, "while True: pass", top="import os, time\nif os.fork() == 0: time.sleep(60)")
    script = f"""
import json, threading
from dueldoku import Game, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.hosting import system
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
hosts = [Host(resolve({str(agent)!r}), seat, level={level!r}) for seat in (1, 2)]
for host in hosts:
    host.start()
threading.Thread(target=hosts[0].ask, args=(Game(Position.parse({START!r})), Limit(60.0))).start()
while not (turn := [p for p in system.children_of(hosts[0]._zygote) if system.is_alive(p)]):
    pass
print(json.dumps([process for host in hosts for process in (host._warden.pid, host._zygote)] + turn), flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as arena:
        assert arena.stdout
        processes = json.loads(arena.stdout.readline())
        assert len(processes) >= 5
        arena.kill()
    assert all(is_gone(process) for process in processes)


@pytest.mark.parametrize("agent", AGENTS, ids=name_of)
def test_promise_9_the_same_verdict_in_either_seat(agent: Path) -> None:
    assert meet(agent, 2).verdict == VERDICTS[agent.parent.name]
