"""How fast each solver is, as a ratio to ours, on the same puzzles in the same run.

Machines are noisy, so nothing is measured alone: a round gives every contestant the same puzzles in turn, each round
gives one ratio, and the median of the rounds is reported with the smallest and the largest. Time is CPU time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from statistics import median
from typing import NamedTuple

from dueldoku.bench.rivals import installed_rivals
from dueldoku.errors import UnknownName
from dueldoku.solve import api
from dueldoku.solve.many import solve_many
from dueldoku.solve.result import Budget

OURS = "dueldoku"
_FIRST = Budget(solutions=1)
Contestant = Callable[[Sequence[str]], object]


class Score(NamedTuple):
    """A contestant on a set: puzzles per second, and how many times as fast as it we are (median, least, most)."""

    set: str
    contestant: str
    per_second: float
    ratio: float
    least: float
    most: float


def set_names() -> list[str]:
    """The benchmark sets of 9x9 puzzles that come along."""
    folder = files("dueldoku.bench") / "sets"
    return sorted(file.name.removesuffix(".txt") for file in folder.iterdir() if file.name.startswith("3x3"))


def load_set(name: str) -> list[str]:
    """The puzzles of a set. Raises UnknownName, which lists them."""
    if name not in set_names():
        raise UnknownName(f"expected a set out of {', '.join(set_names())}, got {name!r}")
    text = (files("dueldoku.bench") / "sets" / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line and not line.startswith("#")]


def contestants() -> dict[str, Contestant]:
    """Who takes part: our own ways first, then the rivals that are installed."""

    def one_by_one(solve: Callable[[str], object]) -> Contestant:
        return lambda puzzles: [solve(puzzle) for puzzle in puzzles]

    ours: dict[str, Contestant] = {
        OURS: lambda puzzles: solve_many(puzzles, threads=1),
        "dueldoku, one call each": one_by_one(api.solve),
        "dueldoku csp": one_by_one(lambda puzzle: api.solve(puzzle, "csp", _FIRST)),
        "dueldoku exact-cover": one_by_one(lambda puzzle: api.solve(puzzle, "exact-cover", _FIRST)),
    }
    return ours | {name: one_by_one(solve) for name, solve in installed_rivals().items()}


def measure(
    puzzles: Sequence[str], rounds: int = 5, budget: float = 0.3, name: str = "", only: Sequence[str] = ()
) -> Iterator[Score]:
    """Measure everybody on ``puzzles``, each with as many of them as fit ``budget`` seconds a round."""
    taking_part = {who: run for who, run in contestants().items() if not only or who == OURS or who in only}
    shares = {who: _share(run, puzzles, budget) for who, run in taking_part.items()}
    costs: dict[str, list[float]] = {who: [] for who in taking_part}
    for _ in range(rounds):
        for who, run in taking_part.items():
            costs[who].append(_seconds_each(run, shares[who]))
    for who, seconds in costs.items():
        ratios = sorted(mine / ours for mine, ours in zip(seconds, costs[OURS], strict=True))
        yield Score(name, who, 1 / median(seconds), median(ratios), ratios[0], ratios[-1])


def _seconds_each(run: Contestant, puzzles: Sequence[str]) -> float:
    begin = time.process_time()
    run(puzzles)
    return max(time.process_time() - begin, 1e-9) / len(puzzles)


def _share(run: Contestant, puzzles: Sequence[str], budget: float) -> Sequence[str]:
    """The puzzles that a contestant solves within the budget; at least one. Whatever has to load, loads here."""
    run(puzzles[:1])
    number = 1
    while number < len(puzzles) and _seconds_each(run, puzzles[:number]) * number * 4 < budget:
        number = min(4 * number, len(puzzles))
    return puzzles[:number]
