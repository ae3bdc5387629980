"""``dueldoku tune``: better weights for sensei by self-play, kept only if a sequential test says so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from dueldoku.agents.base import Agent, Limit
from dueldoku.agents.sensei import Sensei
from dueldoku.arena.tuning import Attempt, openings
from dueldoku.arena.tuning import tune as improve
from dueldoku.cli.numbers import COUNT, NODES, between
from dueldoku.cli.options import Many, Seed
from dueldoku.engine.skill import Skill
from dueldoku.game.boards import one_position
from dueldoku.words import counted

_CLASSIC = ("tempo", "rule_few", "rule_many", "trap")  # fields of Skill
_CLASSIC_BOARDS = ["random-3x3", "empty-2x3", "easy-3x3"]
_TERRITORY_BOARDS = ["empty-2x3", "board-2x3", "empty-3x3"]


def tune(
    rules: str = "classic",
    /,
    *,
    boards: Annotated[list[str] | None, Many] = None,
    nodes: Annotated[int, NODES] = 5_000,
    percent: Annotated[int, between(1, 1_000)] = 25,
    pairs: Annotated[int, COUNT] = 200,
    attempts: Annotated[int, COUNT] = 1_000,
    seed: Seed = 1,
) -> None:
    """Try larger and smaller weights for sensei against the present ones, in self-play, and keep what wins clearly.

    It prints each attempt and, whenever one is kept, all weights. They are not stored: the defaults are in
    engine/skill.py and engine/territory.py. Ctrl-C ends it at any time.

    Parameters
    ----------
    rules
        The rule set to tune for: classic, rows, border or random.
    boards
        The boards to start from, after a few random moves.
    nodes
        Search nodes for each turn.
    percent
        How much to change a weight by.
    pairs
        Give an attempt up after so many pairs of games.
    attempts
        How many changes to try.

    """
    weights = _Weights(rules)
    starts = [(one_position(board), rules) for board in boards or weights.boards]
    changes = islice(weights.changes(percent), attempts)
    steps = improve(
        weights.numbers, weights.agent, changes, lambda number: openings(starts, seed=seed * 1_000 + number),
        Limit(nodes=nodes), most_pairs=pairs,
    )  # fmt: skip
    best = weights.numbers
    for step in steps:
        print(_in_words(weights, best, step), flush=True)
        if step.is_better:
            best = step.numbers
            print(f"  kept: {weights.text(best)}", flush=True)


class _Weights:
    """The weights of one kind of game as whole numbers, hundredths of points, and the agent that plays by them."""

    def __init__(self, rules: str) -> None:
        self.is_classic = rules == "classic"
        self.boards = _CLASSIC_BOARDS if self.is_classic else _TERRITORY_BOARDS
        rows = Skill().territory.weights
        self._width = len(rows[0])
        if self.is_classic:
            self.names: tuple[str, ...] = _CLASSIC
            self.numbers = tuple(round(100 * getattr(Skill(), name)) for name in _CLASSIC)
        else:
            places = [(row, place) for row in range(len(rows)) for place in range(self._width)]
            self.names = tuple(f"row {row + 1}, weight {place + 1}" for row, place in places)
            self.numbers = tuple(rows[row][place] for row, place in places)

    def agent(self, numbers: tuple[int, ...]) -> Agent:
        """Sensei with these weights."""
        sensei, skill = Sensei(), Skill()
        if self.is_classic:
            tempo, rule_few, rule_many, trap = (number / 100 for number in numbers)
            sensei.skill = skill._replace(tempo=tempo, rule_few=rule_few, rule_many=rule_many, trap=trap)
        else:
            sensei.skill = skill._replace(territory=skill.territory._replace(weights=self._rows(numbers)))
        return sensei

    def changes(self, percent: int) -> Iterator[tuple[int, int]]:
        """Each weight a little larger, then each a little smaller, again and again."""
        while True:
            for sign in (1, -1):
                for place, number in enumerate(self.numbers):
                    yield place, sign * max(round(abs(number) * percent / 100), 5)

    def text(self, numbers: tuple[int, ...]) -> str:
        """The weights as they are written in the source."""
        if self.is_classic:
            return ", ".join(f"{name}={number / 100:g}" for name, number in zip(_CLASSIC, numbers, strict=True))
        return str(self._rows(numbers))

    def _rows(self, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(numbers[at : at + self._width] for at in range(0, len(numbers), self._width))


def _in_words(weights: _Weights, before: tuple[int, ...], step: Attempt) -> str:
    place = next(place for place, number in enumerate(step.numbers) if number != before[place])
    pairs, standing = sum(step.standing.counts), step.standing
    change = f"{weights.names[place]}: {before[place] / 100:g} to {step.numbers[place] / 100:g}"
    verdict = "better" if step.is_better else "no better"
    return f"{change}: {standing.share:.1%} of the points in {counted(pairs, 'pair')}, {verdict}"
