"""Processes that can be stopped, and how much anybody may ask of them."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dueldoku import Move, Position, Ruling
from dueldoku.errors import Busy, FormatError, Overdue
from dueldoku.web import jobs
from dueldoku.web import workers as module
from dueldoku.web.workers import MOST_OF_ONE, PageWorkers, Worker


@pytest.fixture
def workers() -> Iterator[PageWorkers]:
    workers = PageWorkers(1)
    yield workers
    workers.close()


def test_answers_and_errors_come_from_another_process(workers: PageWorkers) -> None:
    async def ask() -> None:
        assert await workers.quick(os.getpid) != os.getpid()
        judgement = await workers.quick(jobs.judge, Position.parse("12.4.4.221.3...1"), Move.parse("r1c3=3"))
        assert judgement == (Ruling.PLACED, 1, "r1c3=3 scores 1")
        with pytest.raises(FormatError, match="expected"):
            await workers.quick(jobs.read_position, "12")
        with pytest.raises(RuntimeError, match="TypeError"):
            await workers.quick(os.fspath, 1)  # type: ignore[arg-type]
        assert await workers.quick(os.getpid) != os.getpid()

    asyncio.run(ask())


def test_a_long_search_is_stopped_and_the_next_is_answered(
    workers: PageWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        first = await workers.slow("ann", 5, os.getpid)
        monkeypatch.setattr(module, "_GRACE", 0.0)
        with pytest.raises(Overdue, match="no answer within"):
            await workers.slow("ann", 0.1, time.sleep, 600)
        monkeypatch.setattr(module, "_GRACE", 30.0)
        assert await workers.slow("ann", 5, os.getpid) != first
        with pytest.raises(Overdue, match="sudden end twice"):
            await workers.slow("ann", 5, os._exit, 1)
        assert await workers.slow("ann", 5, os.getpid) != first

    asyncio.run(ask())


def test_a_process_that_was_killed_is_replaced_in_the_middle_of_a_question(tmp_path: Path) -> None:
    die_once = "import os, pathlib; mark = pathlib.Path({!r}); mark.exists() or (mark.touch(), os._exit(1))"
    worker = Worker()
    try:
        worker.ask(exec, (die_once.format(str(tmp_path / "tried")),), 5)
    finally:
        worker.close()
    assert (tmp_path / "tried").exists()


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.3])
def test_closing_ends_an_open_question_and_leaves_no_process(moment: float) -> None:
    worker, outcomes = Worker(), []
    worker.ask(os.getpid, (), 5)

    def ask() -> None:
        try:
            worker.ask(time.sleep, (600,), 600)
        except Exception as error:
            outcomes.append(type(error))

    asking = threading.Thread(target=ask)
    asking.start()
    time.sleep(moment)
    worker.close()
    asking.join(20)
    assert outcomes == [Overdue]
    assert not worker._process.is_alive()
    with pytest.raises(Overdue):
        worker.ask(os.getpid, (), 5)


def test_closing_while_a_process_starts_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page closes between the question and the start of the process that would answer it."""
    worker, begun, go_on = Worker(), threading.Event(), threading.Event()
    plain = module.our_processes

    class Slow(plain):  # type: ignore[misc,valid-type]
        def __enter__(self) -> None:
            begun.set()
            go_on.wait(20)
            super().__enter__()

    monkeypatch.setattr(module, "our_processes", Slow)
    outcomes: list[object] = []

    def ask() -> None:
        try:
            outcomes.append(worker.ask(os.getpid, (), 5))
        except Exception as error:
            outcomes.append(type(error))

    asking, closing = threading.Thread(target=ask), threading.Thread(target=worker.close)
    asking.start()
    begun.wait(20)
    closing.start()
    time.sleep(0.05)
    go_on.set()
    for thread in (asking, closing):
        thread.join(60)
    assert outcomes == [Overdue]
    assert not worker._process.is_alive()


def test_one_caller_cannot_take_all(workers: PageWorkers) -> None:
    async def ask() -> None:
        waiting = [asyncio.create_task(workers.slow("ann", 5, time.sleep, 0.05)) for _ in range(MOST_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="you have"):
            await workers.slow("ann", 5, os.getpid)
        assert workers.share(1.0) < 1.0
        assert await workers.slow("bob", 5, os.getpid)
        await asyncio.gather(*waiting)
        assert await workers.slow("ann", 5, os.getpid)
        assert workers.share(1.0) == 1.0

    asyncio.run(ask())


def test_who_goes_away_does_not_block_the_others(workers: PageWorkers) -> None:
    async def ask() -> None:
        gone = asyncio.create_task(workers.slow("ann", 5, time.sleep, 0.2))
        await asyncio.sleep(0.05)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert await workers.slow("bob", 5, os.getpid)

    asyncio.run(ask())


def test_who_reads_waits_for_no_search_and_no_compiler(workers: PageWorkers) -> None:
    async def ask() -> None:
        searches = [asyncio.create_task(workers.slow(f"visitor {n}", 5, time.sleep, 3)) for n in range(8)]
        builds = [asyncio.create_task(workers.build(f"visitor {n}", time.sleep, 3)) for n in range(4)]
        await workers.read("ann", 5, os.getpid)  # the process has started
        begin = time.monotonic()
        for _ in range(20):
            await workers.read("ann", 5, os.getpid)
        assert time.monotonic() - begin < 1.5
        assert not any(task.done() for task in (*searches, *builds))
        for task in (*searches, *builds):
            task.cancel()
        await asyncio.gather(*searches, *builds, return_exceptions=True)

    asyncio.run(ask())
