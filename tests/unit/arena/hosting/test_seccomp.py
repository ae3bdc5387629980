"""The calls that an agent may make: what Python and its libraries need, and no more."""

from __future__ import annotations

import re
import socket
import struct
import sys
from pathlib import Path

import pytest
from hosting import BROKEN, HOSTILE, START, meet, need, write_agent
from ordinary import HOME, run_as_ordinary_user

from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting import calls, seccomp, system
from dueldoku.arena.hosting.host import Host

pytestmark = pytest.mark.linux

HEADERS = (  # where the kernel's own numbers are, if they are installed
    (0, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    (1, "/usr/include/asm-generic/unistd.h"),
)


@pytest.mark.parametrize("seat", [1, 2])
def test_no_call_leads_outside(seat: int, tmp_path: Path) -> None:
    need("full")
    bait = tmp_path / "bait"
    bait.touch()
    before = bait.stat()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as outside:
        outside.bind(f"{bait}.socket")
        outside.setblocking(False)
        met = meet(f"{HOSTILE / 'reaches_out.py'}:bait={bait}", seat, seconds=5.0, level="full")
        with pytest.raises(BlockingIOError):
            outside.recv(10)
    assert met.verdict == "plays", met.answers[-1].detail
    assert bait.stat() == before


@pytest.mark.parametrize("level", ["full", "strong"])
def test_no_call_leads_an_ordinary_user_outside(level: str, tmp_path: Path) -> None:
    need(level)
    script = f"""
import os, socket, sys
from dueldoku import Game, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
bait = "{HOME}/bait"
open(bait, "w").close()
before = os.stat(bait)
outside = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
outside.bind(bait + ".socket")
outside.setblocking(False)
with Host(resolve(f"/mnt/agents/reaches_out.py:bait={{bait}}"), 1, level=sys.argv[1]) as host:
    answer = host.ask(Game(Position.parse({START!r})), Limit(5.0))
try:
    print("received", outside.recv(10))
except BlockingIOError:
    print(host.level, answer.fault, answer.detail, os.stat(bait) == before)
"""
    printed = run_as_ordinary_user(tmp_path, [HOSTILE / "reaches_out.py"], script, level)
    assert printed == f"{level} None  True\n"


def test_no_process_of_an_agent_has_another_filter(tmp_path: Path) -> None:
    """One for all, which it is born with: neither its turns nor anybody else add to it."""
    told = "[line.split()[1] for line in open('/proc/self/status') if line.startswith('Seccomp_filters')]"
    body = f"assert START == {told} == ['1'], START\ntask.propose(next(game.legal_moves()))"
    agent = write_agent(tmp_path, body, top=f"START = {told}")
    met = meet(agent, level=need("full"))
    assert met.verdict == "plays", met.answers[-1].detail


def test_no_lock_of_an_agent_is_in_anybodys_way() -> None:
    import fcntl  # not on every system

    file = Path(sys.prefix, "pyvenv.cfg")
    if not file.is_file():
        pytest.skip("this Python is no virtual environment")
    with Host(resolve(str(BROKEN / "plays/locks_what_others_read.py")), 1, level=need("full")) as host:
        host.start()
        with file.open("rb") as ours:
            fcntl.flock(ours, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_what_python_and_its_libraries_do_is_allowed(tmp_path: Path) -> None:
    top = """
import asyncio, concurrent.futures, ctypes, mmap, platform, resource, shutil, signal, sqlite3, subprocess, tempfile
import numpy as np, scipy.linalg, scipy.optimize
"""
    body = """
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    assert sum(pool.map(abs, range(10))) == 45
async def wait():
    await asyncio.wait_for(asyncio.sleep(0.01), 1)
    await asyncio.to_thread(time.sleep, 0.01)
asyncio.run(wait())
with sqlite3.connect("x.db") as base:
    base.execute("CREATE TABLE IF NOT EXISTS t (a)")
    base.execute("INSERT INTO t VALUES (1)")
with tempfile.TemporaryDirectory() as folder:
    open(f"{folder}/a", "w").write("x")
    shutil.copyfile(f"{folder}/a", f"{folder}/b")
    os.symlink("a", f"{folder}/c")
    os.truncate(f"{folder}/a", 0)
np.save("a.npy", np.eye(50))
assert scipy.linalg.svd(np.load("a.npy", mmap_mode="r"))[1].sum() == 50
assert scipy.optimize.linprog([1, 2]).success
assert mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE) and platform.platform() and os.cpu_count()
resource.setrlimit(resource.RLIMIT_STACK, (1 << 26, resource.getrlimit(resource.RLIMIT_STACK)[1]))
signal.setitimer(signal.ITIMER_REAL, 100)
signal.signal(signal.SIGUSR1, lambda *_: task.propose(next(game.legal_moves())))
os.kill(os.getpid(), signal.SIGUSR1)
ctypes.CDLL(None).getpid()
try:
    subprocess.run(["true"])
except PermissionError:
    pass
"""
    need("strong")
    agent = write_agent(tmp_path, body, top=top)
    for level in ("full", "strong"):
        met = meet(agent, seconds=60.0, level=level)
        assert met.verdict == "plays", met
    assert meet(BROKEN / "plays/uses_numpy_and_numba.py", level="strong").verdict == "plays"


def test_a_call_is_allowed_for_one_reason() -> None:
    allowed = [name for names in seccomp.NEEDED.values() for name in names]
    others = [*seccomp._IF, *seccomp.MODES, *seccomp.DOMAINS, "truncate"]
    answered = [name for names in seccomp._ANSWERS.values() for name in names]
    together = [*allowed, *others, *answered]
    assert sorted(together) == sorted(set(together))
    assert set(together) <= set(calls.NUMBERS)


@pytest.mark.parametrize(("machine", "path"), HEADERS)
def test_the_numbers_are_the_kernels(machine: int, path: str) -> None:
    if not Path(path).exists():
        pytest.skip(f"there is no {path}")
    found = dict(re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)", Path(path).read_text()))
    found.setdefault("newfstatat", found.get("fstatat", ""))
    newer = {name for name, numbers in calls.NUMBERS.items() if (numbers[0] or 0) > calls.NEWEST}
    for name in calls.NUMBERS.keys() - newer:
        number = calls.NUMBERS[name][machine]
        assert found.get(name) == (None if number is None else str(number)), name


@pytest.mark.parametrize("machine", calls.MACHINES)
def test_every_filter_is_in_order(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "machine", lambda: machine)
    monkeypatch.setattr(system, "number_of", lambda name: calls.NUMBERS[name][calls.MACHINES.index(machine)])
    program = seccomp.program(seccomp.allow((*seccomp.MODES, "truncate")))

    def answer(name: str, *arguments: int) -> int:
        number = calls.NUMBERS[name][calls.MACHINES.index(machine)]
        assert number is not None
        return interpret(program, seccomp._ARCHITECTURE[machine], number, arguments)

    allow, denied = 0x7FFF0000, 0x00050001
    assert answer("openat") == allow
    assert [answer("clone", flags) for flags in (0x3D0F00, 0x1200011, 0x4111, 0x8011, 0x10000011, 0x100)] == [
        allow,
        allow,
        denied,
        denied,
        denied,
        denied,
    ]
    assert [answer("sendto", 3, 0, 0, 0, address) for address in (0, 1, 1 << 32)] == [allow, denied, denied]
    assert [answer("socketpair", 1, kind) for kind in (1, 0x80801, 2, 5)] == [allow, allow, denied, denied]
    assert [answer("prctl", *both) for both in ((1, 9), (1, 0), (4, 0), (15, 0))] == [allow, denied, denied, allow]
    assert [answer("prctl", 22, mode) for mode in (1, 2)] == [denied, denied]
    assert [answer("seccomp", what, flags) for what in range(4) for flags in (0, 1)] == [denied] * 8
    assert [answer("mmap", 0, 4096, 3, flags) for flags in (0x22, 0x20022, 1, 2, 0x21, 0x23, 0x40022, 0x28)] == [
        *[allow] * 4,
        *[denied] * 4,
    ]
    assert [answer("kill", 1, number) for number in (9, 31, 32, 64)] == [allow, allow, denied, denied]
    assert [answer("fcntl", 1, command) for command in (4, 1024, 1026, 1031, 1030)] == [
        allow,
        denied,
        denied,
        denied,
        allow,
    ]
    direct = 0x4000 if machine == "x86_64" else 0x10000
    assert [answer("fcntl", 1, 4, flags) for flags in (0x400, 0x800, direct, 0x2000)] == [allow, allow, denied, denied]
    assert interpret(program, seccomp._ARCHITECTURE[machine], 9999, ()) == 0x00050026
    assert interpret(program, 0, 0, ()) == 0x80000000


def interpret(program: bytes, architecture: int, number: int, arguments: tuple[int, ...]) -> int:
    """What the kernel would answer: its little machine, in the few instructions that we use."""
    padded = (*arguments, *(0,) * (6 - len(arguments)))
    words = struct.pack("=IIQ6Q", number, architecture, 0, *padded)
    steps = list(struct.iter_unpack("=HBBI", program))
    place = held = 0
    while True:
        what, so, not_so, operand = steps[place]
        place += 1
        if what == 0x06:
            return operand
        if what == 0x20:
            held = int.from_bytes(words[operand : operand + 4], "little")
        elif what == 0x54:
            held &= operand
        else:
            test = {0x15: held == operand, 0x35: held >= operand, 0x45: bool(held & operand)}[what]
            place += so if test else not_so
