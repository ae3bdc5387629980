"""Compiling ahead: every kernel for all that it is used for, in groups that run side by side.

Nobody has to: what is missing is compiled when it is first called. But then somebody waits, and only one core works.
Only those processes load the compiler: hence imports inside functions.
"""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from typing import NamedTuple

from dueldoku import start
from dueldoku.agents.registry import load_agent
from dueldoku.cache import COMPLETE, is_there, marks
from dueldoku.errors import ArenaFault

_PROGRAM = "from dueldoku.arena.warming import work; work()"
_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Group(NamedTuple):
    """Kernels that are compiled in one process: by what, and about how many seconds of a core that takes."""

    compile: Callable[[], object]
    seconds: float

    def is_done(self, name: str) -> bool:
        """Whether that was done before, here or where the package was built."""
        return any(is_there(folder, _mark(name)) for folder in marks())


def _agents(*names: str) -> Callable[[], object]:
    return lambda: [load_agent(name) for name in names]


def _sensei(*kinds: str) -> Callable[[], object]:
    def compile_() -> None:
        from dueldoku.engine.insights import load_kernels

        load_kernels(kinds)

    return compile_


def _puzzles() -> None:
    from dueldoku.puzzles.api import make
    from dueldoku.puzzles.canon import canonical
    from dueldoku.puzzles.recipe import Recipe
    from dueldoku.solvers.api import solve
    from dueldoku.solvers.backend import warm_up
    from dueldoku.solvers.many import solve_many

    warm_up()
    solve_many([_EASY], limit=2)
    for size in ("2x2", "3x3"):
        canonical(next(make(Recipe.parse(f"generate:size={size},seed=1"))))
    next(make(Recipe.parse("generate:size=3x3,empty=50,solutions=4,seed=1")))
    solve("1" + 255 * ".")


def _batches() -> None:
    from dueldoku.envs import Batch

    for board in ("empty-2x2", "empty-3x3", "empty-3x4"):
        batch = Batch(2, board, "rows", offences="lose")
        batch.step(batch.sample())
        batch.legal()
        batch.observe()
        batch.bombs()


GROUPS = {  # those that take longest first, so that no core is idle at the end
    "sensei: territories": Group(_sensei("territories"), 12),
    "the tree searches": Group(_agents("mcts-tree", "mcts-cells:table=yes"), 10),
    "the tree searches of the reports": Group(_agents("mcts-tree:as=000"), 8),
    "sensei: several solutions": Group(_sensei("several solutions", "open boards", "open 9x9 boards"), 9),
    "sensei: one solution": Group(_sensei("one solution", "tempo fights", "endgames"), 5),
    "the puzzles": Group(_puzzles, 6),
    "minimax": Group(_agents("minimax-bombs:bombs=blockboth", "minimax-regions"), 5),
    "minimax of the reports": Group(_agents("minimax-regions:as=000"), 4),
    "minimax of report 001": Group(_agents("minimax-cells:as=001"), 3),
    "the evolved agent": Group(_agents("neat", "neat:as=002"), 4),
    "games in batches": Group(_batches, 4),
}


def missing() -> dict[str, Group]:
    """What is not compiled yet."""
    return {name: group for name, group in GROUPS.items() if not group.is_done(name)}


def expected_seconds(groups: dict[str, Group], workers: int = 0) -> float:
    """About how long these take in so many processes, or in one for each core."""
    return sum(group.seconds for group in groups.values()) / min(workers or os.cpu_count() or 1, len(groups))


def warm(groups: dict[str, Group], workers: int = 0) -> Iterator[str]:
    """Compile these in processes of their own, one for each core; tells of each group when it is done.

    A process takes one group after the other, as groups have parts in common. Raises ArenaFault if one fails.
    """
    count = min(workers or os.cpu_count() or 1, len(groups))
    with ThreadPoolExecutor(count) as pool, contextlib.ExitStack() as opened:
        idle: SimpleQueue[_Worker] = SimpleQueue()
        for _ in range(count):
            idle.put(opened.enter_context(_Worker()))
        running = {pool.submit(_compile, name, idle): name for name in groups}
        try:
            for done in as_completed(running):
                done.result()
                yield running[done]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    if not missing():
        _note(COMPLETE)


def work() -> None:
    """Compile the groups that are named on standard input, a line each, and name each when it is done."""
    gc.freeze()
    gc.set_threshold(1_000_000)  # looking for garbage all the time takes an eighth of the time
    for line in sys.stdin:
        GROUPS[line.strip()].compile()
        print(line, end="", flush=True)


class _Worker(contextlib.AbstractContextManager["_Worker"]):
    """A process that compiles."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            start.python("-c", _PROGRAM), env=start.environment(), stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )

    def compile(self, name: str) -> None:
        """Have this group compiled. Raises ArenaFault."""
        told, done, errors = self._process.stdin, self._process.stdout, self._process.stderr
        assert told
        assert done
        assert errors
        with contextlib.suppress(BrokenPipeError):
            print(name, file=told, flush=True)
        if done.readline().strip() != name:
            reason = errors.read().strip().rpartition("\n")[2] or f"exit code {self._process.wait()}"
            raise ArenaFault(f"{name} could not be compiled: {reason}")

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        with contextlib.suppress(BrokenPipeError):
            self._process.communicate()


def _compile(name: str, idle: SimpleQueue[_Worker]) -> None:
    worker = idle.get()
    try:
        worker.compile(name)
    finally:
        idle.put(worker)  # one that has failed fails again: nobody waits for it
    _note(_mark(name))


def _mark(name: str) -> str:
    return f"{name.replace(': ', '-').replace(' ', '-')}.done"


def _note(mark: str) -> None:
    with contextlib.suppress(OSError):
        marks().own.mkdir(parents=True, exist_ok=True)
        (marks().own / mark).touch()
