"""An agent as a whole: its memory, its processes, its threads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hosting import HOSTILE, START, meet, need, write_agent
from ordinary import run_as_ordinary_user

from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting import system, whole
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.limits import MEGABYTE, PROCESSES, THREADS, check_memory
from dueldoku.duel.turn import Reason
from dueldoku.errors import PlanError

pytestmark = pytest.mark.linux

SMALL = 160  # megabytes
TOO_MUCH = f"it took more than {SMALL} MB of memory"
HOGS = {  # what must come of them
    "fills_its_lines": (Reason.START_FAILED, TOO_MUCH),
    "grows": (Reason.RAISED, "MemoryError in {folder}/grows.py:8"),
    "has_helpers_at_import": (Reason.START_FAILED, TOO_MUCH),
    "keeps_it_in_files": (Reason.DIED, TOO_MUCH),
    "plays_dead": (Reason.START_FAILED, TOO_MUCH),
    "shares_memory_with_itself": (
        Reason.RAISED,
        "PermissionError in {folder}/shares_memory_with_itself.py:16: [Errno 1] Operation not permitted",
    ),
    "splits_its_addresses": (Reason.DIED, TOO_MUCH),
    "takes_page_tables": (Reason.DIED, TOO_MUCH),
}
ON_DISK = "keeps_it_in_files"  # where there is no namespace, files are not held in memory
CROWDS = ("daemonises", "forks", "forks_in_sessions", "leaves_the_dead")
CROWDED = f"it had more than {PROCESSES} processes"
VERDICTS = f"""
import sys
from dueldoku import Game, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
level, memory, *paths = sys.argv[1:]
for path in paths:
    with Host(resolve(path), 1, level=level, memory=int(memory), start_seconds=30.0) as host:
        answer = host.ask(Game(Position.parse({START!r})), Limit(20.0))
    print(f"{{host.level}}: {{answer.fault}}, {{answer.detail}}")
"""


def test_every_hostile_agent_has_its_verdict() -> None:
    assert {path.stem for path in (HOSTILE / "memory").glob("*.py")} == set(HOGS)
    assert {path.stem for path in (HOSTILE / "processes").glob("*.py")} == {*CROWDS, "starts_threads"}


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("name", HOGS)
def test_memory_is_limited_as_a_whole(name: str, seat: int) -> None:
    need("full")
    met = meet(HOSTILE / "memory" / f"{name}.py", seat, seconds=20.0, level="full", memory=SMALL)
    fault, detail = HOGS[name]
    assert (met.answers[-1].fault, met.answers[-1].detail) == (fault, detail.format(folder="memory")), met


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("name", CROWDS)
def test_processes_are_limited_as_a_whole_for_root_too(name: str, seat: int) -> None:
    need("full")
    met = meet(HOSTILE / "processes" / f"{name}.py", seat, level="full")
    assert (met.answers[-1].fault, met.answers[-1].detail) == (Reason.START_FAILED, CROWDED), met


def test_threads_are_limited_as_a_whole() -> None:
    need("full")
    met = meet(HOSTILE / "processes/starts_threads.py", level="full")
    refused = "RuntimeError: can't start new thread"  # the kernel does not count root's
    assert met.answers[-1].detail in (f"it had more than {THREADS} threads", refused), met


@pytest.mark.parametrize("level", ["full", "strong"])
def test_an_ordinary_users_agent_is_limited_as_a_whole(level: str, tmp_path: Path) -> None:
    need(level)
    hogs = [name for name in HOGS if level == "full" or name != ON_DISK]
    files = [HOSTILE / "memory" / f"{name}.py" for name in hogs]
    files += [HOSTILE / "processes" / f"{name}.py" for name in CROWDS]
    paths = [f"/mnt/agents/{file.name}" for file in files]
    printed = run_as_ordinary_user(tmp_path, files, VERDICTS, level, str(SMALL), *paths)
    wanted = [*(HOGS[name] for name in hogs), *((Reason.START_FAILED, CROWDED) for _ in CROWDS)]
    assert printed.splitlines() == [f"{level}: {fault}, {detail.format(folder='agents')}" for fault, detail in wanted]


@pytest.mark.parametrize("level", ["full", "strong"])
def test_what_a_turn_shares_with_its_start_counts_once(level: str, tmp_path: Path) -> None:
    need(level)
    top = "TABLE = bytearray(90 << 20)"
    body = "time.sleep(0.3)\nassert len(TABLE)\ntask.propose(next(game.legal_moves()))"
    met = meet(write_agent(tmp_path, body, top=top), seconds=60.0, level=level, memory=SMALL)
    assert met.verdict == "plays", met


def test_a_process_that_ends_while_it_is_looked_at_counts_nothing() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert whole._share(whole._Taken(f"/proc/{ended.pid}", 90 << 20, 0, 1)) == 0
    assert whole._share(whole._Taken("/proc/self", 90 << 20, 0, 1)) > 0


def test_a_file_that_is_empty_takes_memory_too(tmp_path: Path) -> None:
    """20,000 names may be in its working directory, and as many in /dev/shm."""
    body = """
kept = b"x" * (15 << 20)
for number in range(19_900):
    for folder in (".", "/dev/shm"):
        os.close(os.open(f"{folder}/{number}", os.O_CREAT, 0o600))
time.sleep(1)
task.propose(Move(0, 2, 3))
"""
    met = meet(write_agent(tmp_path, body), seconds=20.0, level=need("full"), memory=64)
    assert (met.answers[-1].fault, met.answers[-1].detail) == (Reason.DIED, TOO_MUCH.replace(str(SMALL), "64")), met


@pytest.mark.parametrize("level", ["full", "strong"])
def test_a_machine_without_memory_takes_it_from_agents(level: str) -> None:
    """Else many small processes of one would cost the arena its life, which is larger than each of them."""

    def goes_first(process: int) -> bool:
        return system.text(f"/proc/{process}/oom_score_adj") == "1000\n"

    with Host(resolve("random_player"), 1, level=need(level)) as host:
        host.start()
        assert host._warden
        assert goes_first(host._zygote)
        assert not goes_first(host._warden.pid)


def test_addresses_are_not_memory(tmp_path: Path) -> None:
    need("full")
    top = """
import mmap
FILE = open("large", "wb+")
FILE.truncate(200 << 20)
MAPPED = [mmap.mmap(FILE.fileno(), 0), mmap.mmap(-1, 4 << 30, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)]
MAPPED[0].write(b"x" * (20 << 20))
"""
    body = "time.sleep(0.2)\ntask.propose(next(game.legal_moves()))"
    met = meet(write_agent(tmp_path, body, top=top), seconds=60.0, memory=SMALL)
    assert met.verdict == "plays", met


def test_more_can_be_had(tmp_path: Path) -> None:
    need("full")
    agent = write_agent(tmp_path, "kept = bytearray(200 << 20)\ntask.propose(next(game.legal_moves()))")
    assert meet(agent, seconds=60.0, memory=SMALL).answers[-1].detail.startswith("MemoryError in ")
    assert meet(agent, seconds=60.0, memory=512).verdict == "plays"


@pytest.mark.parametrize("megabytes", [-1, 0, 63, 10**23])
def test_so_much_memory_cannot_be_had(megabytes: int) -> None:
    with pytest.raises(PlanError, match="expected --memory of 64 to 1048576 megabytes for an agent, got"):
        check_memory(megabytes)


# -- cgroups ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like the kernel's tree of groups: a user's own part of it, with a program in it."""
    top = tmp_path / "top"
    for name, controllers in (("", "cpu memory pids"), ("user", "memory pids"), ("user/program", "")):
        (top / name).mkdir(exist_ok=True)
        (top / name / "cgroup.subtree_control").write_text(controllers)
        (top / name / "cgroup.procs").touch()
    mounts, own = tmp_path / "mountinfo", tmp_path / "cgroup"
    mounts.write_text(f"1 0 0:1 / /proc rw - proc proc rw\n2 1 0:2 / {top} rw - cgroup2 cgroup2 rw\n")
    own.write_text("3:pids:/elsewhere\n0::/user/program\n")
    monkeypatch.setattr(whole, "_MOUNTS", mounts)
    monkeypatch.setattr(whole, "_OWN", own)
    return top


def test_a_group_is_made_beside_our_own(groups: Path) -> None:
    (groups / "user" / f"dueldoku-{2**22 + 1}").mkdir()  # of one that was killed
    made = whole.Group(SMALL * MEGABYTE)
    folder = groups / "user" / f"dueldoku-{os.getpid()}"
    made.begin(1234)
    wrote = {file.name: file.read_text() for file in folder.iterdir()}
    assert wrote == {
        "memory.max": str(SMALL << 20),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": str(THREADS),
        "cgroup.procs": "1234",
    }
    (folder / "memory.events").write_text("low 0\nmax 12\noom 1\noom_kill 0\n")
    assert made.excess() == ""
    (folder / "memory.events").write_text("low 0\nmax 12\noom 1\noom_kill 3\n")
    assert made.excess() == TOO_MUCH
    for file in folder.iterdir():  # the kernel's are not in the way
        file.unlink()
    made.end()
    assert sorted(path.name for path in (groups / "user").iterdir() if path.is_dir()) == ["program"]


def test_what_the_kernel_does_not_count_is_counted_beside_its_group(
    groups: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = whole.Group(SMALL * MEGABYTE)
    events = groups / "user" / f"dueldoku-{os.getpid()}" / "memory.events"
    events.write_text("oom_kill 0\n")
    monkeypatch.setattr(whole, "PROCESSES", 1)
    with subprocess.Popen(["sleep", "60"]) as one, subprocess.Popen(["sleep", "60"]) as other:
        watch = whole.Watch(1 << 40, group=made)
        assert watch.excess() == "it had more than 1 processes"
        events.write_text("oom_kill 1\n")
        assert watch.excess() == TOO_MUCH
        one.kill()
        other.kill()
    made.forget()


def test_without_the_kernels_help_there_is_no_group(groups: Path) -> None:
    for folder in (groups, groups / "user"):
        (folder / "cgroup.subtree_control").write_text("cpu")
    with pytest.raises(OSError, match="no cgroup with memory and pids"):
        whole.Group(SMALL * MEGABYTE)
    whole._OWN.write_text("3:pids:/elsewhere\n")
    with pytest.raises(OSError, match="no cgroups of version 2"):
        whole.Group(SMALL * MEGABYTE)
