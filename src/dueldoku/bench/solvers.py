"""How fast each solver is, as a ratio to ours, on the same puzzles in the same run.

Machines are noisy, so nothing is measured alone: a round gives every contestant puzzles of the same set in turn, as
many as it can do in the time; each round gives one ratio, and the median of the rounds is reported with the smallest
and the largest. Time is CPU time. Solvers that give no answer, or a malformed one, are listed with that reason.
"""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from statistics import median
from typing import NamedTuple

from dueldoku.bench.rivals import installed_rivals
from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import UnknownName
from dueldoku.solvers import api
from dueldoku.solvers.many import solve_many
from dueldoku.solvers.result import Budget

OURS = "dueldoku"
_ONE_BY_ONE = "dueldoku, one call each"
_FIRST = Budget(solutions=1)
_PATIENCE = 10.0  # seconds for a contestant to show what it can do
Contestant = Callable[[Sequence[str]], object]


class Score(NamedTuple):
    """A contestant on a set: puzzles per second, and how many times as fast ours is (median, least, most)."""

    set: str
    contestant: str
    per_second: float
    ratio: float
    least: float
    most: float
    remark: str = ""  # why there are no numbers


def set_names() -> list[str]:
    """The benchmark sets that come along. A set's name begins with the shape of its blocks."""
    folder = files("dueldoku.bench") / "sets"
    return sorted(file.name.removesuffix(".txt") for file in folder.iterdir() if file.name.endswith(".txt"))


def load_set(name: str) -> list[str]:
    """The puzzles of a set. Raises UnknownName, which lists them."""
    if name not in set_names():
        raise UnknownName(f"expected a set out of {', '.join(set_names())}, got {name!r}")
    text = (files("dueldoku.bench") / "sets" / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line and not line.startswith("#")]


def contestants(geometry: Geometry) -> dict[str, Contestant]:
    """The contestants on boards of this shape: our own methods first, then the rivals that are installed."""

    def one_by_one(solve: Callable[[str], object]) -> Contestant:
        return lambda puzzles: [solve(puzzle) for puzzle in puzzles]

    ours: dict[str, Contestant] = {
        OURS: lambda puzzles: solve_many(puzzles, threads=1),
        _ONE_BY_ONE: one_by_one(api.solve),
        "dueldoku csp": one_by_one(lambda puzzle: api.solve(puzzle, "csp", _FIRST)),
        "dueldoku exact-cover": one_by_one(lambda puzzle: api.solve(puzzle, "exact-cover", _FIRST)),
    }
    return ours | {name: one_by_one(solve) for name, solve in installed_rivals(geometry).items()}


def measure(
    puzzles: Sequence[str], rounds: int = 5, budget: float = 0.3, name: str = "", only: Sequence[str] = ()
) -> Iterator[Score]:
    """Measure everybody on ``puzzles``, each with as many of them as fit ``budget`` seconds a round."""
    puzzles = random.Random(0).sample(puzzles, len(puzzles))  # a part of them is as hard as the whole
    everybody = contestants(Grid.parse(puzzles[0]).geometry)
    taking_part = {who: run for who, run in everybody.items() if not only or who == OURS or who in only}
    for who in (OURS, _ONE_BY_ONE):  # what has to be compiled is compiled here, where nobody loses patience
        everybody[who](puzzles[:1])
    shares = {who: _share(run, puzzles, budget) for who, run in taking_part.items()}
    shares[OURS] = max(1, shares[OURS])  # all others are compared with ours, however long it takes
    costs: dict[str, list[float]] = {who: [] for who, share in shares.items() if share}
    for _ in range(rounds):
        for who, seconds in costs.items():
            seconds.append(_seconds_each(taking_part[who], puzzles[: shares[who]]))
    for who in taking_part:
        if who not in costs:
            yield Score(name, who, 0.0, 0.0, 0.0, 0.0, f"no answer within {_PATIENCE:g} s")
            continue
        ratios = sorted(mine / ours for mine, ours in zip(costs[who], costs[OURS], strict=True))
        yield Score(name, who, 1 / median(costs[who]), median(ratios), ratios[0], ratios[-1])


def _seconds_each(run: Contestant, puzzles: Sequence[str]) -> float:
    begin = time.process_time()
    run(puzzles)
    return max(time.process_time() - begin, 1e-9) / len(puzzles)


def _share(run: Contestant, puzzles: Sequence[str], budget: float) -> int:
    """How many of the puzzles a contestant solves within the budget, at least one; 0 if it does not get that far.

    It is tried in a process of its own: some go on for ever, and compiled ones cannot be interrupted.
    """
    fork = multiprocessing.get_context("fork")
    receive, send = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: send.send(_number_within(run, puzzles, budget)), daemon=True)
    process.start()
    number = receive.recv() if receive.poll(_PATIENCE) else 0
    process.kill()
    process.join()
    if number:
        run(puzzles[:1])  # whatever has to load, loads here
    return int(number)


def _number_within(run: Contestant, puzzles: Sequence[str], budget: float) -> int:
    number = 1
    try:
        run(puzzles[:1])
        while number < len(puzzles) and _seconds_each(run, puzzles[:number]) * number * 4 < budget:
            number = min(4 * number, len(puzzles))
    except Exception:  # whatever it is, it is no answer
        return 0
    return number
