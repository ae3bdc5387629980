"""Where the page has things worked out: processes that can be stopped, so that nothing holds up the page itself.

There are three lanes. ``quick`` answers what a player waits for: is this move allowed? ``slow`` takes the searches.
``desk`` does what needs no search: it reads the archive, and gets games ready to begin. None waits for another. A
caller may have only so many questions open, and all together only so many; beyond that the answer is Busy.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, TypeVar, TypeVarTuple

from dueldoku.errors import Busy, DueldokuError, Overdue
from dueldoku.start import our_processes
from dueldoku.web.compiling import Compiling

Ts = TypeVarTuple("Ts")
T = TypeVar("T")
MOST_OF_ONE = 3  # questions of a lane that one caller may have open
MOST_WAITING = 60  # questions that may wait before a lane, of everybody
_DESKS = 2
_LOADING = 300.0  # seconds for loading everything: the first time on a machine it is compiled
_GRACE = 6.0  # seconds beyond its budget until a process is ended: it may have to load the compiled solvers first


class Worker:
    """A process that answers one question after the other; one that takes too long is ended and replaced.

    Only who asks touches the line to it. ``close`` may come from any thread, in the middle of a question.
    """

    def __init__(self) -> None:
        methods = multiprocessing.get_all_start_methods()
        self._context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        self._process: Any = None
        self._line: Connection | None = None
        self._asking, self._changing = threading.Lock(), threading.Lock()
        self._is_closed = False

    def ask(self, call: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> Any:
        """The call's result. Raises what it raises, or Overdue."""
        with self._asking:
            try:
                answer = self._ask(call, args, seconds)
            except (EOFError, OSError):  # somebody may have killed the process: another one is asked
                self._end()
                try:
                    answer = self._ask(call, args, seconds)
                except (EOFError, OSError) as error:
                    self._end()
                    raise Overdue("the search came to a sudden end twice, perhaps for want of memory") from error
            if answer is None:
                self._end()
                raise Overdue(f"there was no answer within {seconds:g} s, so the search was stopped: ask for less")
        worked, value = answer
        if not worked:
            raise value
        return value

    def _ask(self, call: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> tuple[bool, Any] | None:
        """Whether it worked, and the result or the error; None if there was no answer. Raises OSError, EOFError."""
        if self._line is None or not self._process.is_alive():
            self._start()
        assert self._line
        self._line.send((call, args))
        answer: tuple[bool, Any] | None = self._line.recv() if self._line.poll(seconds + _GRACE) else None
        return answer

    def _start(self) -> None:
        self._end()
        with self._changing:
            if self._is_closed:
                raise EOFError("the page is closing")
            self._line, theirs = self._context.Pipe()
            self._process = self._context.Process(target=_work, args=(theirs,), daemon=True)  # type: ignore[attr-defined]
            with our_processes():
                self._process.start()
        theirs.close()
        self._line.poll(_LOADING)  # it says when it is ready, so that nobody's time runs while it starts
        self._line.recv()

    def _end(self) -> None:
        """Stop it at once; the next question starts it anew."""
        if self._line:
            self._line.close()
            self._line = None
            self._kill()

    def close(self) -> None:
        """Stop it for good; an open question fails."""
        self._is_closed = True
        self._kill()
        with self._asking:  # whoever waited for an answer has heard of the end
            self._end()

    def _kill(self) -> None:
        with self._changing:
            if self._process and self._process.pid:
                self._process.kill()
                self._process.join()


def _work(line: Connection) -> None:
    """The worker's process: it ends when nobody is left to ask."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    when_page_ends(lambda: os._exit(1))  # in the middle of a search, too
    with contextlib.suppress(OSError):
        os.nice(2)  # agents under their clock come first
    for module in ("jobs", "tables"):
        import_module(f"dueldoku.web.{module}")
    line.send("ready")
    while True:
        try:
            call, args = line.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, call(*args))
        except DueldokuError as error:
            answer = (False, error)
        except Exception as error:  # a fault of ours: told as what it is, and the worker goes on
            answer = (False, RuntimeError(f"{type(error).__name__}: {error}"))
        line.send(answer)


def when_page_ends(act: Callable[[], None]) -> None:
    """In a process of the page's: do this once the page is gone, however it went."""
    page = multiprocessing.parent_process()
    assert page

    def wait() -> None:
        page.join()
        act()

    threading.Thread(target=wait, daemon=True).start()


class _Lane:
    """So many workers, and a queue before them."""

    def __init__(self, size: int) -> None:
        self.size, self.waiting = size, 0
        self._workers = [Worker() for _ in range(size)]
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._threads = ThreadPoolExecutor(size, "workers")

    async def run(self, call: Callable[..., T], args: tuple[Any, ...], seconds: float) -> T:
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, call, args, seconds)
        # Whoever asked may have gone away; the worker is free only when it has its answer, which then nobody hears.
        future.add_done_callback(lambda _: self._idle.put_nowait(worker))
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        result: T = await asyncio.shield(future)
        return result

    def close(self) -> None:
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


class PageWorkers:
    """All lanes, and who asks how much."""

    def __init__(self, slow: int | None = None) -> None:
        self._quick, self._desk = _Lane(1), _Lane(_DESKS)
        self._slow = _Lane(slow or max(1, os.cpu_count() or 1))
        self._open: Counter[tuple[_Lane, str]] = Counter()
        self._building = asyncio.Semaphore(_DESKS - 1)
        self.compiling = Compiling()
        self._loaded = asyncio.Event()
        self._loaded.set()

    async def quick(self, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """What a player waits for: a moment's work."""
        return await self._quick.run(call, args, 4.0)

    async def slow(self, caller: str, seconds: float, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """A search that may take so many seconds. Raises Busy or Overdue."""
        with self._counted(self._slow, caller):
            await self._loaded.wait()
            return await self._slow.run(call, args, seconds)

    async def read(self, caller: str, seconds: float, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """Something to be looked up, which waits for no search. Raises Busy or Overdue."""
        with self._counted(self._desk, caller):
            return await self._desk.run(call, args, seconds)

    async def build(self, caller: str, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """What a game needs to begin: it may have to be compiled first. One desk stays free for those who read."""
        with self._counted(self._desk, caller):
            await self.compiling.wait()
            async with self._building:
                return await self._desk.run(call, args, _LOADING)

    @contextlib.contextmanager
    def _counted(self, lane: _Lane, caller: str) -> Iterator[None]:
        """Count the question as long as it is open. Raises Busy."""
        if self._open[lane, caller] >= MOST_OF_ONE:
            raise Busy(f"you have {MOST_OF_ONE} searches open: wait for one of them")
        if lane.waiting >= MOST_WAITING:
            raise Busy(f"{lane.waiting} searches are waiting already: try again in a moment")
        self._open[lane, caller] += 1
        try:
            yield
        finally:
            self._open -= Counter([(lane, caller)])  # which leaves out whoever has none

    async def warm_up(self, quick: Callable[[], None], slow: Callable[[], None]) -> None:
        """Let every process load what its first question would have to wait for; the quick one first."""
        self._loaded.clear()
        try:
            await self.compiling.run()
            await self._quick.run(quick, (), _LOADING)
            await self._slow.run(slow, (), _LOADING)
        finally:
            self._loaded.set()  # from now on the others need only load what this one has compiled
        for _ in range(self._slow.size - 1):  # the longest idle is taken first, so each gets its turn
            await self._slow.run(slow, (), _LOADING)

    @property
    def is_loading(self) -> bool:
        """Whether searches have to wait until everything is loaded, or compiled for the first time on this machine."""
        return not self._loaded.is_set()

    def share(self, seconds: float, least: float = 0.1) -> float:
        """So many seconds, or less if others wait."""
        return max(least, seconds / (1 + self._slow.waiting / self._slow.size))

    def close(self) -> None:
        """End all processes."""
        for lane in (self._quick, self._desk, self._slow):
            lane.close()
