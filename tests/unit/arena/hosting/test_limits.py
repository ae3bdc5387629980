"""What a process of an agent may take, and that nobody takes it from the opponent."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from hosting import BROKEN, HOSTILE, START, meet, need, write_agent
from ordinary import run_as_ordinary_user, run_here

from dueldoku.arena.hosting.limits import MEGABYTE, MEMORY, bounds

pytestmark = pytest.mark.linux

COUNTED = (  # all that is counted per user
    "descriptors_in_flight",
    "epoll",
    "inotify",
    "locked_memory",
    "pipes",
    "queued_signals",
    "signals_to_helpers",
    "sockets",
    "threads",
    "timers",
)
PENDING = "--sigpending=2000"  # as on a small machine
OTHERS_PLAY = f"""
import contextlib, ctypes, os, select, sys
from dueldoku import Game, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting import system
from dueldoku.arena.hosting.host import Host
from dueldoku.errors import AgentFault
level, seat, takes, needs, *kinds = sys.argv[1:]
game = Game(Position.parse({START!r}))
for kind in kinds:
    greedy = Host(resolve(f"{{takes}}:what={{kind}}"), int(seat), level=level)
    other = Host(resolve(needs), 3 - int(seat), level=level)
    with greedy, other:
        with contextlib.suppress(AgentFault):
            greedy.start()
        faults = [(answer.fault, answer.detail) for answer in (other.ask(game, Limit(5.0)) for _ in range(2))]
        free = ctypes.CDLL(None).inotify_init() >= 0 and system.Timer()._number is not None
        select.epoll().register(os.pipe()[0])
    print(kind, "plays" if free and faults == [(None, "")] * 2 else (free, faults, other.output(), greedy.output()))
"""


def test_every_limit_of_the_kernel_is_set_for_a_reason() -> None:
    here = bounds(MEMORY * MEGABYTE, isolated=True)
    assert sorted(bound.number for bound in here.values()) == list(range(16))
    known = {name.removeprefix("RLIMIT_"): number for name, number in vars(resource).items() if "RLIMIT_" in name}
    known.pop("OFILE", None)  # another name for NOFILE
    assert {name: here[name].number for name in known} == known
    assert all(bound.why for bound in here.values())
    per_user = ("MEMLOCK", "MSGQUEUE", "SIGPENDING")  # and NPROC, which is of no use without a user namespace
    assert all(0 <= here[name].soft == here[name].hard <= 256 for name in per_user)


def test_every_limit_binds_in_the_cage(tmp_path: Path) -> None:
    need("full")
    wanted = {bound.number: (bound.soft, bound.hard) for bound in bounds(300 * MEGABYTE, isolated=True).values()}
    body = f"""
import resource
for number, (soft, hard) in {wanted!r}.items():
    found = resource.getrlimit(number)
    for most, is_now in zip((soft, hard), found):
        assert most == -1 or 0 <= is_now <= most, (number, soft, hard, found)
    try:
        resource.setrlimit(number, (found[0], found[1] + 1))
    except (OSError, ValueError):
        pass
    else:
        assert found[1] == -1, number
task.propose(next(game.legal_moves()))
"""
    met = meet(write_agent(tmp_path, body), memory=300)
    assert met.verdict == "plays", met


@pytest.mark.parametrize("seat", ["1", "2"])
def test_nobody_takes_from_the_opponent_what_is_counted_per_user(seat: str) -> None:
    need("full")
    agents = [str(HOSTILE / "user" / name) for name in ("takes.py", "needs.py")]
    printed = run_here(OTHERS_PLAY, "full", seat, *agents, *COUNTED, limits=[PENDING])
    assert printed == "".join(f"{kind} plays\n" for kind in COUNTED)


@pytest.mark.parametrize("level", ["full", "strong"])
def test_nobody_takes_it_from_an_ordinary_users_agent(level: str, tmp_path: Path) -> None:
    need(level)
    files = [HOSTILE / "user" / name for name in ("takes.py", "needs.py")]
    agents = [f"/mnt/agents/{file.name}" for file in files]
    printed = run_as_ordinary_user(tmp_path, files, OTHERS_PLAY, level, "1", *agents, *COUNTED, limits=[PENDING])
    assert printed == "".join(f"{kind} plays\n" for kind in COUNTED)


def test_a_turn_without_a_timer_is_ended_by_the_arena() -> None:
    need("strong")
    script = f"""
import sys
from dueldoku import Game, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
for path, seconds in zip(sys.argv[1:], (5.0, 0.2)):
    with Host(resolve(path), 1, level="strong") as host:
        answer = host.ask(Game(Position.parse({START!r})), Limit(seconds))
    print(answer.fault, answer.seconds <= seconds)
"""
    agents = [str(BROKEN / "plays/remembers.py"), str(BROKEN / "time_up/sleeps.py")]
    assert run_here(script, *agents, limits=["--sigpending=0"]) == "None True\nno proposal in time True\n"
