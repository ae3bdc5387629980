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
from collections import Counter
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple

from dueldoku import start
from dueldoku.agents.registry import load_agent
from dueldoku.cache import COMPLETE, is_there, marks
from dueldoku.errors import ArenaFault

_PROGRAM = "from dueldoku.arena.warming import work; work()"
_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Group(NamedTuple):
    """Kernels that are compiled in one process: by what, and about how many seconds of a core that takes.

    Groups of a family have parts in common: one process compiles them once.
    """

    compile: Callable[[], object]
    seconds: float
    family: str

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


GROUPS = {  # families that take longest first, so that no core is idle at the end
    "sensei: territories": Group(_sensei("territories"), 14, "sensei"),
    "the tree searches": Group(_agents("mcts-tree", "mcts-cells:table=yes"), 10, "reports"),
    "sensei: several solutions": Group(_sensei("several solutions", "open boards", "open 9x9 boards"), 6, "sensei"),
    "sensei: one solution": Group(_sensei("one solution", "tempo fights", "endgames"), 2, "sensei"),
    "minimax": Group(_agents("minimax-bombs:bombs=blockboth", "minimax-regions"), 4, "reports"),
    "minimax of the reports": Group(_agents("minimax-regions:as=000"), 3, "reports"),
    "minimax of report 001": Group(_agents("minimax-cells:as=001"), 2, "reports"),
    "the puzzles": Group(_puzzles, 7, "puzzles"),
    "games in batches": Group(_batches, 4, "puzzles"),
    "the evolved agent": Group(_agents("neat", "neat:as=002"), 2, "reports"),
}


def missing() -> dict[str, Group]:
    """What is not compiled yet."""
    return {name: group for name, group in GROUPS.items() if not group.is_done(name)}


def expected_seconds(groups: dict[str, Group], workers: int = 0) -> float:
    """About how long these take in so many processes, or in one for each core."""
    return sum(group.seconds for group in groups.values()) / min(workers or os.cpu_count() or 1, len(groups))


def warm(groups: dict[str, Group], workers: int = 0) -> Iterator[str]:
    """Compile these in processes of their own, one for each core; tells of each group when it is done.

    Raises ArenaFault if one fails.
    """
    agenda, told = _Agenda(groups), SimpleQueue[str | ArenaFault]()
    with contextlib.ExitStack() as opened:
        for _ in range(min(workers or os.cpu_count() or 1, len(groups))):
            opened.enter_context(_Worker(agenda, told))
        for _ in groups:
            name = told.get()
            if isinstance(name, ArenaFault):
                raise name
            yield name
    if not missing():
        _note(COMPLETE)


class _Agenda:
    """What is left to compile, for several who take from it."""

    def __init__(self, groups: dict[str, Group]) -> None:
        self._left = dict(groups)
        self._families: Counter[str] = Counter()  # how many work on each
        self._lock = Lock()

    def take(self, own: str) -> tuple[str, str] | None:
        """The next one, and its family, for who has worked on this family: of the same, or of one left alone."""
        with self._lock:
            self._families[own] -= 1
            if not self._left:
                return None
            name = min(self._left, key=lambda name: self._distance(self._left[name].family, own))
            family = self._left.pop(name).family
            self._families[family] += 1
            return name, family

    def _distance(self, family: str, own: str) -> int:
        return 0 if family == own else 1 + self._families[family]


def work() -> None:
    """Compile the groups that are named on standard input, a line each, and name each when it is done."""
    from dueldoku.kernels.base.haste import call_with_room, make_haste

    make_haste()
    gc.freeze()
    gc.set_threshold(1_000_000)  # looking for garbage all the time takes an eighth of the time
    call_with_room(_work)


def _work() -> None:
    for line in sys.stdin:
        GROUPS[line.strip()].compile()
        print(line, end="", flush=True)


class _Worker(contextlib.AbstractContextManager["_Worker"]):
    """A process that compiles one group of the agenda after the other, and a thread that tells of each."""

    def __init__(self, agenda: _Agenda, told: SimpleQueue[str | ArenaFault]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            start.python("-c", _PROGRAM), env=start.environment(), stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )
        self._thread = Thread(target=self._work, args=(agenda, told))
        self._thread.start()

    def _work(self, agenda: _Agenda, told: SimpleQueue[str | ArenaFault]) -> None:
        family = ""
        while taken := agenda.take(family):
            name, family = taken
            try:
                self._compile(name)
            except ArenaFault as fault:
                told.put(fault)
                return
            _note(_mark(name))
            told.put(name)

    def _compile(self, name: str) -> None:
        given, done, errors = self._process.stdin, self._process.stdout, self._process.stderr
        assert given
        assert done
        assert errors
        with contextlib.suppress(BrokenPipeError):
            print(name, file=given, flush=True)
        if done.readline().strip() != name:
            reason = errors.read().strip().rpartition("\n")[2] or f"exit code {self._process.wait()}"
            raise ArenaFault(f"{name} could not be compiled: {reason}")

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._thread.join()
        with contextlib.suppress(BrokenPipeError):
            self._process.communicate()


def _mark(name: str) -> str:
    return f"{name.replace(': ', '-').replace(' ', '-')}.done"


def _note(mark: str) -> None:
    with contextlib.suppress(OSError):
        marks().own.mkdir(parents=True, exist_ok=True)
        (marks().own / mark).touch()
