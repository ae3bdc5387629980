"""Hosts: what an agent meets in its process, and what the arena keeps of it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from course_driver import COURSE_AGENTS
from hosting import BROKEN, START, meet, need, write_agent
from ordinary import run_as_ordinary_user

from dueldoku import Game, Position, bundled_board
from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting import cage, folder, slot, system
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.plain import PlainHost
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import AgentSeat
from dueldoku.board.move import Move
from dueldoku.duel.turn import Reason
from dueldoku.errors import AgentFault, ArenaFault

EMPTY_2X2 = "." * 16
COURSE_STARTS = {
    "team33": "12.4 .4.2 21.3 ...1",
    "team41_A2": f"{EMPTY_2X2} rules=rows",
    "team44_A3": f"{EMPTY_2X2} rules=border",
    "team47_A1": f"{EMPTY_2X2} rules=rows",
    "team52": f"{EMPTY_2X2} rules=rows",
    "team55_A3": f"{EMPTY_2X2} rules=random",
    "team58": "12.4 .4.2 21.3 ...1 rules=rows owners=++.+.+.-+-.-...-",
    "team60_A2": f"{EMPTY_2X2} rules=rows",
}


def game() -> Game:
    return Game(Position.parse(START))


@pytest.mark.parametrize("name", sorted(path.parent.name for path in COURSE_AGENTS.glob("*/sudokuai.py")))
def test_agents_of_every_course_year_play_unchanged(name: str) -> None:
    thinks_on = name in ("team33", "team58")
    met = meet(COURSE_AGENTS / name, start=COURSE_STARTS.get(name, EMPTY_2X2), seconds=0.3 if thinks_on else 10.0)
    assert met.verdict == "plays", (met.answers, met.output)
    assert "Traceback" not in met.output
    assert not [answer for answer in met.answers if answer.fault]


def test_the_same_seed_plays_the_same_game_as_in_the_fast_lane() -> None:
    names, start = ("greedy_player", "random_player"), bundled_board("easy-2x2")
    fast, caged = Game(start), Game(start)
    one, two = (AgentSeat(load_agent(name), player, seed=7) for player, name in enumerate(names, 1))
    Referee(fast).play((one, two), Limit(nodes=1))
    with Host(resolve(names[0]), 1, seed=7) as first, Host(resolve(names[1]), 2, seed=7) as second:
        Referee(caged).play((first, second), Limit(5.0))
    assert caged.history == fast.history


def test_chance_begins_anew_in_each_turn_and_can_be_repeated(tmp_path: Path) -> None:
    body = """
import random
import numpy as np
task.propose(Move(random.randrange(1000), int(np.random.randint(1000)), task.rng.randrange(1000)))
"""
    agent = resolve(str(write_agent(tmp_path, body, top="import numpy")))
    later = game()
    later.push(Move.parse("r1c3=3"))
    seen = []
    for seed in (1, 1, 2):
        with Host(agent, 1, seed=seed) as host:
            seen.append([host.ask(position, Limit(5.0)).move for position in (game(), later)])
    assert seen[0] == seen[1]
    assert (
        len({number for turns in (seen[0], seen[2]) for move in turns if move for number in move}) == 8
    )  # random and task.rng agree


def test_what_an_agent_knows_about_its_turn(tmp_path: Path) -> None:
    body = """
left = task.seconds_left()
assert task.player == 2 and task.limit.seconds == 3.0 and 2.5 < left <= 3.0, (task, left)
assert os.getcwd() == os.environ["HOME"] and os.listdir() == ["probe_agent.py"]
print("thinking")
task.propose(Move(0, 2, 3))
"""
    with Host(resolve(str(write_agent(tmp_path, body))), 2) as host:
        answer = host.ask(game(), Limit(3.0))
    assert answer.fault is None, (answer.detail, host.output())
    assert answer.move == Move(0, 2, 3)
    assert host.output() == "thinking\n"
    assert answer.seconds < 3.0


def test_the_traceback_is_kept_for_the_author() -> None:
    met = meet(BROKEN / "raised/raises_in_turn.py")
    assert met.answers[0].detail == "KeyError in raised/raises_in_turn.py:8: 'no such square'"
    assert "in compute_best_move" in met.output


def test_a_failed_start_is_told_and_answered() -> None:
    with Host(resolve(str(BROKEN / "start_failed/raises_at_import.py")), 1) as host:
        with pytest.raises(
            AgentFault, match=r"could not start: RuntimeError in start_failed/raises_at_import\.py:[0-9]+: no luck"
        ):
            host.start()
        assert host.ask(game(), Limit(1.0)).fault is Reason.START_FAILED
    host.close()


@pytest.mark.linux
def test_a_turn_costs_the_agent_next_to_nothing() -> None:
    with Host(resolve("random_player"), 1) as host:
        overheads = sorted(host.ask(game(), Limit(1.0)).overhead for _ in range(30))
    assert 0 < overheads[0] < 1.0  # the best of them: the others may have waited for a core


@pytest.mark.linux
def test_thinking_while_a_turn_is_prepared_is_paid_for(tmp_path: Path) -> None:
    top = """
import time
from dueldoku.duel.position import Position
parse = Position.parse
def think_first(text):
    end = time.process_time() + 0.15
    while time.process_time() < end: pass
    return parse(text)
Position.parse = think_first
"""
    with Host(resolve(str(write_agent(tmp_path, "while True: pass", top=top))), 1) as host:
        answer = host.ask(game(), Limit(0.3))
    assert answer.fault is Reason.TIME_UP
    assert answer.seconds < 0.2


@pytest.mark.linux
def test_starving_is_noticed(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "task.propose(Move(0, 2, 3))\nwhile True: pass")
    core = min(os.sched_getaffinity(0))
    busy = [
        subprocess.Popen(["taskset", "-c", str(core), sys.executable, "-S", "-c", "while True: pass"]) for _ in range(3)
    ]
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {core})
        with Host(resolve(str(agent)), 1) as host:
            answer = host.ask(game(), Limit(0.4))
    finally:
        os.sched_setaffinity(0, allowed)
        for process in busy:
            process.kill()
            process.wait()
    assert answer.starved


@pytest.mark.linux
def test_nothing_grows_from_game_to_game() -> None:
    def measure() -> tuple[int, int, int]:
        with open("/proc/self/statm") as file:
            pages = int(file.read().split()[1])
        return len(os.listdir("/proc/self/fd")), len(system.children_of(os.getpid())), pages

    def play_some(games: int) -> None:
        for _ in range(games):
            with Host(resolve("random_player"), 1) as host:
                for _ in range(5):
                    host.ask(game(), Limit(0.5))

    play_some(3)
    descriptors, children, pages = measure()
    play_some(10)
    assert measure()[:2] == (descriptors, children)
    assert measure()[2] < pages + 500  # 2 MB


@pytest.mark.linux
def test_folders_of_dead_arenas_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder.tempfile, "gettempdir", lambda: str(tmp_path))
    base = folder._base()
    script = f"import sys; sys.path.insert(0, {cage.source_folder()!r}); from pathlib import Path\n"
    script += "from dueldoku.arena.hosting import folder; folder._base = lambda: Path(sys.argv[1])\n"
    script += "kept = folder.private_folder(); print(kept.__enter__(), flush=True)\n"
    script += "import os; os._exit(0)"  # as if killed
    dead = subprocess.run([sys.executable, "-c", script, str(base)], capture_output=True, text=True, check=True)
    assert Path(dead.stdout.strip()).is_dir(), dead
    monkeypatch.setattr(folder, "_own", None)
    with folder.private_folder() as own, folder.private_folder() as other:
        assert own.is_dir()
        assert not Path(dead.stdout.strip()).exists()
        deep = own
        for _ in range(50):
            deep /= "deep"
            deep.mkdir()
        (other / "closed").mkdir(mode=0)
    wait_for_removers()
    assert not own.exists()
    assert not other.exists()


def wait_for_removers() -> None:
    for one in folder._removers:
        one.wait(300)


@pytest.mark.linux
def test_folders_deeper_than_any_path_are_removed(tmp_path: Path) -> None:
    """As an agent leaves them where its files are on the disk."""
    (tmp_path / "deep").mkdir()
    script = "import os\nfor _ in range(1_200):\n    os.mkdir('deep')\n    os.chdir('deep')\nos.mkdir(b'\\xff')"
    subprocess.run([sys.executable, "-S", "-c", script], cwd=tmp_path / "deep", check=True)
    began = time.process_time()
    folder.remove(tmp_path / "deep")
    assert time.process_time() - began < 0.5
    wait_for_removers()
    assert not (tmp_path / "deep").exists()


@pytest.mark.linux
def test_very_many_files_hold_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an agent leaves them where they are on the disk; they are gone in the end."""
    monkeypatch.setattr(folder.shutil, "rmtree", lambda _: pytest.fail("it takes too long"))
    large = tmp_path / "large"
    for number in range(3):
        (large / f"{number}").mkdir(parents=True)
        for other in range(1000):
            (large / f"{number}" / f"{other}").touch()
    (large / "closed").mkdir(mode=0)
    folder.remove(large)
    wait_for_removers()
    assert not large.exists()


# -- elsewhere -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "fault"),
    [
        ("returned/returns_at_once", Reason.RETURNED),
        ("raised/raises_in_turn", Reason.RAISED),
        ("died/ends_its_process", Reason.DIED),
        ("time_up/sleeps", Reason.TIME_UP),
        ("malformed/proposes_floats", Reason.MALFORMED),
        ("start_failed/raises_in_constructor", Reason.START_FAILED),
        ("plays/floods_proposals", None),
        ("plays/remembers", None),
    ],
)
def test_without_a_cage_the_verdicts_are_the_same(agent: str, fault: Reason | None) -> None:
    with PlainHost(resolve(str(BROKEN / f"{agent}.py")), 1) as host:
        answer = host.ask(game(), Limit(1.0))
        assert answer.fault is fault, (answer, host.output())
        if fault is None:
            assert host.ask(game(), Limit(1.0)).fault is None
    assert host.level == "none"


# -- the cage --------------------------------------------------------------------------------------------------------


@pytest.mark.linux
@pytest.mark.parametrize("level", ["strong", "basic", "none"])
def test_a_lower_level_can_be_asked_for(level: str) -> None:
    need(level)
    for agent, verdict in (("plays/daemonises", "plays"), ("time_up/never_proposes", str(Reason.TIME_UP))):
        met = meet(BROKEN / f"{agent}.py", level=level)
        assert (met.level, met.verdict) == (level, verdict)


@pytest.mark.linux
def test_disk_space_is_limited_in_total(tmp_path: Path) -> None:
    need("full")
    body = """
import errno
try:
    for number in range(8):
        with open(f"large-{number}", "wb") as file:
            os.posix_fallocate(file.fileno(), 0, 128 << 20)
except OSError as error:
    if error.errno == errno.ENOSPC and number < 5: task.propose(Move(0, 2, 3))
"""
    with Host(resolve(str(write_agent(tmp_path, body))), 1) as host:
        assert host.ask(game(), Limit(5.0)).move, host.output()


@pytest.mark.linux
def test_an_ordinary_user_gets_a_cage(tmp_path: Path) -> None:
    script = f"""
import os, sys
from dueldoku.arena.hosting.cage import probe
from dueldoku.arena.hosting.host import Host
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku import Game, Position
assert os.getuid() == 65534
for path in sys.argv[1:]:
    for _ in range(3):
        with Host(resolve(path), 1) as host:
            answer = host.ask(Game(Position.parse({START!r})), Limit(0.25))
        if not answer.starved:  # else it says nothing
            break
    print(host.level == probe().level, answer.fault)
"""
    files = [BROKEN / name for name in ORDINARY]
    done = run_as_ordinary_user(tmp_path, files, script, *(f"/mnt/agents/{file.name}" for file in files))
    verdicts = {reason.name.lower(): str(reason) for reason in Reason} | {"plays": "None"}
    assert done.splitlines() == [f"True {verdicts[Path(name).parent.name]}" for name in ORDINARY]


ORDINARY = (
    "plays/looks_around.py",
    "plays/meddles_with_other_processes.py",
    "plays/multiplies.py",
    "plays/opens_sockets.py",
    "plays/remembers.py",
    "time_up/stops_itself.py",
    "died/exits_as_if_killed.py",
    "died/is_gone_when_ready.py",
    "died/says_ready_for_its_child.py",
    "died/sets_a_timer_to_wake_it.py",
    "died/wakes_its_zygote.py",
    "plays/has_a_name_of_bytes.py",
    "plays/loses_its_first_thread.py",
    "plays/spoils_its_output.py",
    "plays/waits_in_vfork.py",
    "raised/raises_at_length.py",
    "start_failed/lets_another_say_ready.py",
    "time_up/hides_who_thought.py",
    "time_up/never_arms_its_timer.py",
    "time_up/thinks_before_its_turn.py",
)


@pytest.mark.parametrize(
    ("thing", "move"),
    [
        (Move(0, 0, 1), Move(0, 0, 1)),
        ([8, 8, 9], Move(8, 8, 9)),
        ((True, 0, 1), Move(1, 0, 1)),
        ((-3, 5, -1), Move(-3, 5, -1)),
        ((1 << 70, -(1 << 70), 3), Move(32767, -32768, 3)),
        (None, slot.NOT_A_MOVE),
        ((1, 2), slot.NOT_A_MOVE),
        ((1, 2, 3.0), slot.NOT_A_MOVE),
        ("123", slot.NOT_A_MOVE),
    ],
)
def test_any_proposal_fits_the_slot(thing: object, move: Move) -> None:
    assert slot.decode(slot.encode(thing)) == move
    assert 0 < slot.encode(thing) < 1 << 64


def test_any_bits_are_a_proposal() -> None:
    for bits in (1, 1 << 59, 3 << 60, 2**64 - 1, (1 << 60) | (1 << 50)):
        assert slot.decode(bits) == slot.NOT_A_MOVE
    assert slot.decode(0) is None
    assert Game(Position.parse(START)).push(slot.NOT_A_MOVE).ruling == "invalid"


def test_waiting_for_a_core_is_not_computing() -> None:
    began = system.cpu_seconds(os.getpid())
    time.sleep(0.05)
    assert system.cpu_seconds(os.getpid()) - began < 0.05


# -- staging -----------------------------------------------------------------------------------------------------------


FULL_DISK = """
import sys
from dueldoku.agents.base import Limit
from dueldoku.arena import run
from dueldoku.arena.archive import Archive
from dueldoku.arena.hosting import folder
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.plan import make_plan
from dueldoku.errors import ArenaFault
from pathlib import Path
plain = Host.__init__
def lower(self, *args, **options):
    plain(self, *args, **{**options, "level": "strong"})  # where an agent's files are on the disk
Host.__init__ = lower
plan = make_plan([sys.argv[1], "random_player"], "easy-2x2", times=0.2, games=2)
if len(sys.argv) > 3:
    run.check_agents = lambda *_: []  # the disk is full only after the agents were checked
folder._base = lambda: Path(sys.argv[2])
with Archive("games.db", write=True) as archive:
    try:
        told = run.Run(plan, archive, "full")
        told.play(told.missing())
    except ArenaFault as fault:
        print(fault)
    print(len(archive.games("full")))
"""


@pytest.mark.linux
@pytest.mark.parametrize("moment", [[], ["later"]])
def test_a_full_disk_is_no_loss(moment: list[str], tmp_path: Path) -> None:
    """Two megabytes for all agents' files, and an agent of three; random_player, which needs none, plays there."""
    need("strong")
    if os.getuid():
        pytest.skip("only root may mount a small disk")
    agent = write_agent(tmp_path, "task.propose(next(game.legal_moves()))", top=f"# {'x' * (3 << 20)}")
    small = tmp_path / "small"
    small.mkdir()
    shell = f'mount -t tmpfs -o size=2m,mode=700 tmpfs {small} && exec "$@"'
    enter = ["unshare", "--mount", "sh", "-c", shell, "sh"]
    if (can := subprocess.run([*enter, "true"], capture_output=True, text=True, check=False)).returncode:
        pytest.skip(f"root may not mount here: {can.stderr.strip()}")
    command = [*enter, sys.executable, "-P", "-c", FULL_DISK, str(agent), str(small), *moment]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    sentence, games = done.stdout.splitlines()
    assert "the files of probe_agent could not be copied: [Errno 28] No space left on device" in sentence, done.stderr
    assert games == "0"


@pytest.mark.linux
def test_names_that_are_too_long_are_the_agents_own_fault() -> None:
    with tempfile.TemporaryDirectory() as short:  # the place where it is copied to has a longer name
        agent = Path(short, "a")
        deep = agent
        while (left := 4090 - len(str(deep))) > 1:
            deep.mkdir()
            deep /= "d" * min(200, left - 1)
        deep.touch()
        (agent / "sudokuai.py").touch()
        with Host(resolve(str(agent)), 1) as host:
            answer = host.ask(game(), Limit(0.2))
    assert answer.fault is Reason.START_FAILED
    assert "File name too long" in answer.detail


@pytest.mark.linux
def test_a_cage_that_is_weaker_than_it_should_be_is_not_played_in(monkeypatch: pytest.MonkeyPatch) -> None:
    need("strong")
    plain = cage.probe()
    monkeypatch.setattr(cage, "probe", lambda: cage.CageReport("full", plain.layers))
    monkeypatch.setattr(cage, "report_of", lambda _: cage.CageReport("basic", ()))
    agent = BROKEN / "plays/remembers.py"
    with Host(resolve(str(agent)), 1) as host, pytest.raises(ArenaFault, match="is only basic this time"):
        host.start()
