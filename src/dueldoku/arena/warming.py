"""Compiling ahead: every kernel for all that it is used for, in groups that run side by side.

Nobody has to: what is missing is compiled when it is first called. But then somebody waits, and only one core works.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from dueldoku import start
from dueldoku.agents.registry import load_agent
from dueldoku.cache import own, shipped
from dueldoku.engine.insights import load_kernels
from dueldoku.errors import ArenaFault
from dueldoku.puzzles.api import make
from dueldoku.puzzles.canon import canonical
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.api import solve
from dueldoku.solvers.backend import warm_up
from dueldoku.solvers.many import solve_many

_PROGRAM = "import sys; from dueldoku.arena.warming import GROUPS; GROUPS[sys.argv[1]].compile()"
_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Group(NamedTuple):
    """Kernels that are compiled in one process: by what, and about how many seconds of a core that takes."""

    compile: Callable[[], object]
    seconds: float

    def is_done(self, name: str) -> bool:
        """Whether that was done before, here or where the package was built."""
        return any(_mark(folder, name).exists() for folder in (shipped(), own()))


def _agents(*names: str) -> Callable[[], object]:
    return lambda: [load_agent(name) for name in names]


def _puzzles() -> None:
    warm_up()
    solve_many([_EASY], limit=2)
    for size in ("2x2", "3x3"):
        canonical(next(make(Recipe.parse(f"generate:size={size},seed=1"))))
    solve("1" + 255 * ".")


GROUPS = {  # those that take longest first, so that no core is idle at the end
    "sensei: territories": Group(lambda: load_kernels(("territories",)), 14),
    "the tree searches": Group(_agents("mcts-tree", "mcts-cells:table=yes"), 13),
    "the tree searches of the reports": Group(_agents("mcts-tree:as=000"), 13),
    "sensei: several solutions": Group(
        lambda: load_kernels(("several solutions", "open boards", "open 9x9 boards")), 12
    ),
    "sensei: one solution": Group(lambda: load_kernels(("one solution", "endgames")), 12),
    "the puzzles": Group(_puzzles, 12),
    "minimax": Group(_agents("minimax-bombs:bombs=blockboth", "minimax-regions"), 7),
    "minimax of the reports": Group(_agents("minimax-regions:as=000"), 7),
    "minimax of report 001": Group(_agents("minimax-cells:as=001"), 7),
    "the evolved agent": Group(_agents("neat", "neat:as=002"), 5),
}


def missing() -> dict[str, Group]:
    """What is not compiled yet."""
    return {name: group for name, group in GROUPS.items() if not group.is_done(name)}


def warm(groups: dict[str, Group], workers: int = 0) -> Iterator[str]:
    """Compile these in processes of their own, as many at a time as there are cores; tells of each when it is done.

    Raises ArenaFault if one of them fails.
    """
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        running = {pool.submit(_compile, name): name for name in groups}
        try:
            for done in as_completed(running):
                done.result()
                yield running[done]
        finally:
            pool.shutdown(cancel_futures=True)


def _compile(name: str) -> None:
    ended = subprocess.run(
        start.python("-c", _PROGRAM, name), env=start.environment(), capture_output=True, text=True, check=False
    )
    if ended.returncode:
        reason = ended.stderr.strip().rpartition("\n")[2] or f"exit code {ended.returncode}"
        raise ArenaFault(f"{name} could not be compiled: {reason}")
    with contextlib.suppress(OSError):
        _mark(own(), name).touch()


def _mark(folder: Path, name: str) -> Path:
    return folder / f"{name.replace(': ', '-').replace(' ', '-')}.done"
