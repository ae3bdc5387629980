from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fast_games import die, die_once, fast_plan

from dueldoku.agents.base import Limit
from dueldoku.arena.archive import Archive
from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.play import play_task
from dueldoku.arena.pool import Cluster, Here, Processes, Where
from dueldoku.arena.run import check_agents, do_all
from dueldoku.arena.task import GameTask, Result
from dueldoku.errors import ArenaFault, PlanError
from dueldoku.game.game import replay


def test_the_fast_lane_repeats_itself_to_the_byte() -> None:
    tasks = list(fast_plan(boards=("random-2x3", "easy-2x2"), rounds=3).tasks())
    first, again = ([result.record.to_json() for result in do_all(tasks, Here(), play_task)] for _ in range(2))
    assert first == again
    with Processes(2) as pool:
        elsewhere = {result.task.key: result.record.to_json() for result in do_all(tasks, pool, play_task)}
    assert [elsewhere[task.key] for task in tasks] == first


def test_results_say_what_the_record_says() -> None:
    for result in do_all(fast_plan(("greedy_player", "naive_player"), rounds=5).tasks(), Here(), play_task):
        record = result.record
        for _ in replay(record):
            pass  # every turn and the result come out as recorded
        assert record.players == result.task.names
        assert sum(result.turns) == len(record.turns)
        if result.fault:
            assert (record.winner, result.reason) == (3 - result.fault, record.reason)
            assert result.detail
        else:
            assert result.reason in ("board full", "both stuck")
        assert all(longest <= seconds for longest, seconds in zip(result.longest, result.seconds, strict=True))


def test_agents_in_the_fast_lane_are_told_the_time_and_keep_to_it() -> None:
    plan = replace(fast_plan(["mcts-cells", "minimax-bombs"]), limits=(Limit(0.02, nodes=10**12),))
    for result in do_all(plan.tasks(), Here(), play_task):
        assert result.reason == "board full"
        assert sum(result.turns) >= 4
        assert result.record.tags["limit"] == "0.02 s or 1000000000000 nodes"
        assert sum(result.seconds) < 10


class _Sum(NamedTuple):
    numbers: tuple[int, ...]

    @property
    def key(self) -> str:
        return str(self.numbers)


def _add_up(work: _Sum) -> int:
    return sum(work.numbers)


def test_other_work_than_games_is_done_alike() -> None:
    tasks = [_Sum((number, 1)) for number in range(5)]
    assert list(do_all(tasks, Here(), _add_up)) == [1, 2, 3, 4, 5]
    with Processes(2) as pool:
        assert sorted(do_all(tasks, pool, _add_up)) == [1, 2, 3, 4, 5]


def test_an_endless_plan_is_read_only_as_far_as_needed() -> None:
    taken = []

    def tasks() -> Iterator[GameTask]:
        for task in fast_plan(rounds=10**9).tasks():
            taken.append(task)
            yield task

    assert len(list(islice(do_all(tasks(), Here(), play_task), 3))) == 3
    assert len(taken) == 3


# -- an arena that fails ---------------------------------------------------------------------------------------------


def failing(times: int) -> Callable[[GameTask], Result]:
    left = times

    def play(task: GameTask) -> Result:
        nonlocal left
        left -= 1
        if left >= 0:
            raise ArenaFault("no process could be had")
        return play_task(task)

    return play


def test_a_game_that_the_arena_failed_is_played_again() -> None:
    tasks = list(fast_plan().tasks())
    results = list(do_all(tasks, Here(), failing(3)))
    assert {result.task for result in results} == set(tasks)


def test_an_arena_that_fails_for_good_says_so() -> None:
    with pytest.raises(ArenaFault, match=r"not done, the arena failed 4 times, last: no process could be had"):
        list(do_all(fast_plan().tasks(), Here(), failing(100)))


def test_other_errors_are_not_hidden() -> None:
    def play(task: GameTask) -> Result:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(do_all(fast_plan().tasks(), Here(), play))


def test_a_worker_that_dies_has_its_games_played_elsewhere(tmp_path: Path) -> None:
    tasks = list(fast_plan(rounds=20).tasks())
    with Processes(2) as pool:
        keys = [result.task.key for result in do_all(tasks, pool, partial(die_once, tmp_path / "flag"))]
    assert sorted(keys) == sorted(task.key for task in tasks)


class Dying(Here):
    """A pool whose first worker dies."""

    died = False

    def submit(self, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
        if self.died:
            return super().submit(call, *args, **kwargs)
        self.died = True
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("a worker was killed"))
        return future

    def lost(self, error: BaseException) -> bool:
        return isinstance(error, BrokenProcessPool)


def test_a_worker_that_dies_while_agents_are_checked() -> None:
    plan = fast_plan()
    assert check_agents(plan.agents, next(plan.tasks()).start, Limit(nodes=1), Dying()) == []


@pytest.mark.linux
def test_a_worker_that_is_killed_in_the_middle() -> None:
    tasks = list(fast_plan(rounds=100).tasks())
    keys = []
    with Processes(2) as pool:
        for result in do_all(tasks, pool, play_task):
            keys.append(result.task.key)
            if len(keys) == 5:
                os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
    assert sorted(keys) == sorted(task.key for task in tasks)


def test_workers_that_always_die_are_given_up() -> None:
    with Processes(2) as pool, pytest.raises(ArenaFault, match="the arena failed 4 times"):
        list(do_all(fast_plan().tasks(), pool, die))


def test_leaving_early_ends_the_workers() -> None:
    others = set(multiprocessing.active_children())  # of tests that ran before in this process
    with Processes(2) as pool:
        assert next(do_all(fast_plan(rounds=10**6).tasks(), pool, play_task))
        assert set(multiprocessing.active_children()) - others
    wait_until(lambda: not set(multiprocessing.active_children()) - others)


@pytest.mark.linux
def test_kill_9_of_the_arena_leaves_no_worker(tmp_path: Path) -> None:
    with program(tmp_path, "--workers", "2", "--rounds", "100000") as arena:
        assert arena.stdout
        wait_until(lambda: len(session(arena.pid)) >= 3)
        arena.stdout.readline()
        arena.kill()
        wait_until(lambda: not session(arena.pid))


def session(leader: int) -> list[int]:
    """The processes that were started in this session and still live."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == leader and fields[0] != "Z":
                found.append(int(entry.name))
    return found


@contextmanager
def program(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The program at a tournament in the fast lane, in a session of its own."""
    agents = ("--agents", "greedy_player", "random_player", "--boards", "easy-2x2", "--nodes", "1")
    command = [sys.executable, "-m", "dueldoku", "tournament", *agents, "--archive", "games.db", *arguments]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_until(condition: Callable[[], object], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.linux
def test_ctrl_c_says_how_to_go_on_and_the_same_command_does(tmp_path: Path) -> None:
    with program(tmp_path, "--rounds", "200") as arena:
        assert arena.stdout
        for _ in range(3):
            arena.stdout.readline()
        arena.send_signal(signal.SIGINT)
        _, err = arena.communicate(timeout=20)
        assert arena.returncode == 130, err
        assert "stored in games.db. To go on:\n  " in err
        assert "tournament --agents greedy_player random_player --boards easy-2x2 --nodes 1" in err
    with Archive(tmp_path / "games.db") as archive:
        stored = len(archive.games())
        assert stored > 0
    again = "tournament --agents greedy_player random_player --boards easy-2x2 --nodes 1 --archive games.db"
    command = [sys.executable, "-m", "dueldoku", *again.split(), "--rounds", str(stored // 2 + 5)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert f"{2 * (stored // 2 + 5)} games, {stored} of them stored before in games.db." in done.stdout


# -- a cluster -------------------------------------------------------------------------------------------------------


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_cluster_of_which_a_worker_is_killed(tmp_path: Path) -> None:
    """A real scheduler, two worker processes, one of them killed in the middle: every game is played, none twice."""
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    here = ("--host", "127.0.0.1", "--scheduler-file", str(file), "--no-dashboard")
    worker = ("worker", "--nthreads", "1", "--no-nanny", *here)
    with running("scheduler", "--port", "0", *here), running(*worker) as one, running(*worker) as two:
        wait_until(lambda: file.exists() and file.read_text().endswith("}"), 30)
        address = json.loads(file.read_text())["address"]
        cluster = None
        end = time.monotonic() + 30
        while cluster is None or cluster.ahead < 4:
            assert time.monotonic() < end
            if cluster is None:
                try:
                    cluster = Cluster(address)
                except PlanError:  # no worker yet
                    time.sleep(0.1)
            else:
                time.sleep(0.05)
        with cluster:
            tasks = list(fast_plan(rounds=60).tasks())
            keys = []
            with Archive(tmp_path / "games.db", write=True) as archive:
                archive.begin("test", fast_plan().settings())
                assert check_agents(fast_plan().agents, tasks[0].start, Limit(nodes=1), cluster) == []
                for result in do_all(tasks, cluster, play_task):
                    assert archive.add("test", result), "none twice"
                    keys.append(result.task.key)
                    if len(keys) == 10:
                        one.kill()
            assert sorted(keys) == sorted(task.key for task in tasks)
            assert (cluster.ahead, two.poll()) == (2, None)


def test_pools_that_cannot_be() -> None:
    with pytest.raises(PlanError, match="expected at least one worker, got 0"):
        Where(0).open()
    with pytest.raises(PlanError, match="expected --workers or --cluster, got both"):
        Where(2, "tcp://127.0.0.1:1").open()
    assert isinstance(Where(1).open(), Here)


def test_a_cluster_that_is_not_there() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(PlanError, match=r"expected a dask scheduler at 'tcp://127.0.0.1:1'"):
        Cluster("tcp://127.0.0.1:1", timeout=0.2)


# -- hosted agents ---------------------------------------------------------------------------------------------------

GOOD = """
import random
from dueldoku.agents.base import Agent

class Player(Agent):
    def think(self, game, task):
        task.propose(random.choice(list(game.legal_moves())))
"""
RAISES = GOOD.replace("task.propose(random.choice(list(game.legal_moves())))", "raise ValueError('no idea')")


@pytest.fixture
def student(tmp_path: Path) -> Callable[[str, str], Entrant]:
    def write(name: str, code: str) -> Entrant:
        (tmp_path / f"{name}.py").write_text(code)
        return resolve(str(tmp_path / f"{name}.py"))

    return write


def test_an_agent_that_fails_in_its_turn_loses_in_both_seats(student: Callable[[str, str], Entrant]) -> None:
    agents = (student("good", GOOD), student("raises", RAISES))
    plan = replace(fast_plan(), agents=agents, limits=(Limit(0.5),))
    tasks = list(plan.tasks())
    (remark,) = check_agents(agents, tasks[0].start, Limit(0.5), Here())
    assert remark.startswith("raises made no move in a first trial of 0.5 s: ")
    for result in do_all(tasks, Here(), play_task):
        loser = result.task.names.index("raises") + 1
        assert (result.fault, result.record.winner) == (loser, 3 - loser)
        assert result.reason == "raised an exception"
        assert "no idea" in result.detail
        assert result.level in ("full", "strong", "basic", "none")
        for _ in replay(result.record):
            pass


def test_agents_that_cannot_start_are_refused_all_at_once(student: Callable[[str, str], Entrant]) -> None:
    broken = [student(name, "raise RuntimeError('broken at import')") for name in ("one", "two")]
    agents = (student("good", GOOD), *broken)
    with pytest.raises(
        PlanError, match=r"nothing was played; 2 cannot: one: .*broken at import; two: .*broken at import"
    ):
        check_agents(agents, next(fast_plan().tasks()).start, Limit(0.5), Here())


def test_an_agent_that_fails_in_the_fast_lane_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object, game: object, task: object) -> None:
        raise ValueError("no idea")

    monkeypatch.setattr("dueldoku.agents.random_player.RandomPlayer.think", fail)
    with pytest.raises(PlanError, match=r"random_player failed \(ValueError: no idea\); with a time it would lose"):
        list(do_all(fast_plan().tasks(), Here(), play_task))


# -- agents are checked ----------------------------------------------------------------------------------------------


def test_an_agent_that_was_changed_or_removed_is_not_played(tmp_path: Path) -> None:
    agent = tmp_path / "student.py"
    agent.write_text("# not read\n")
    task = next(fast_plan().tasks())
    entrant = resolve(str(agent))
    task = replace(task, agents=(entrant, task.agents[1]), limit=Limit(0.1))
    agent.write_text("# changed\n")
    with pytest.raises(PlanError, match="agent student was changed since this run began"):
        play_task(task)
    agent.unlink()
    with pytest.raises(PlanError, match="agent student cannot be found any more"):
        play_task(task)


def test_agents_that_cannot_start_are_named_before_anything_is_played() -> None:
    plan = fast_plan()
    missing = Entrant("nobody", "bundled", "nobody", (), "")
    with pytest.raises(PlanError, match=r"expected agents that can start, so nothing was played; nobody: .*nobody"):
        check_agents([*plan.agents, missing], next(plan.tasks()).start, Limit(nodes=1), Here())
    assert check_agents(plan.agents, next(plan.tasks()).start, Limit(nodes=1), Here()) == []
