"""Games that were played before, move for move: they tell nothing new, so they count once.

Agents that do not use chance play the same game again on the same board. A pair of games is a repeat if the same two
agents, on the same board and with the same time, played both of its games before, turn for turn. Everything that
counts games asks here: ratings, intervals, the sequential test, the reports.

Chance can also play a short game twice: an agent that proposes illegal moves at random does so soon. So where the games
of two agents on a board differ at all, a pair is a repeat only if both its games were long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from dueldoku.arena.archive import StoredGame
from dueldoku.arena.task import Result, limit_text
from dueldoku.duel.position import Position
from dueldoku.puzzles import PREFIX
from dueldoku.puzzles.recipe import Recipe

_LONG = 10  # turns that chance does not play twice
_MOST_EMPTY = 0.75  # of a board that is suggested: fully empty ones are all the same


class Course(NamedTuple):
    """A game as far as it can repeat another: whose, from where, and what happened."""

    pair: str
    agents: tuple[str, str]
    setting: tuple[str, str]  # the position and the time
    turns: str  # a fingerprint; empty if nobody knows the turns
    length: int


def read_course(game: StoredGame | Result) -> Course:
    """The course of a game, stored or just played."""
    if isinstance(game, Result):
        task, length = game.task, len(game.record.turns)
        return Course(task.pair, task.names, (task.start, limit_text(task.limit)), game.course, length)
    label, length = f"{game.tournament}/{game.pair}", game.turns1 + game.turns2
    return Course(label, (game.agent1, game.agent2), (game.start, game.time_limit), game.course, length)


def find_repeats(courses: Iterable[Course]) -> list[bool]:
    """Which of these games are repeats; of the same pairs, the first one counts."""
    courses = list(courses)
    pairs: defaultdict[tuple[str, frozenset[str]], list[Course]] = defaultdict(list)
    for course in courses:
        pairs[course.pair, frozenset(course.agents)].append(course)
    places: defaultdict[object, list[tuple[object, list[Course]]]] = defaultdict(list)
    for label, pair in pairs.items():
        places[frozenset(pair[0].agents), pair[0].setting].append((label, pair))
    repeats = {label for place in places.values() for label in _repeats_at(place)}
    return [(course.pair, frozenset(course.agents)) in repeats for course in courses]


def _repeats_at(place: Sequence[tuple[object, list[Course]]]) -> set[object]:
    """The labels of those pairs of one place that repeat an earlier one. A pair that is half played may do so, too."""
    played = {label: frozenset((course.agents, course.turns) for course in pair) for label, pair in place}
    varied = len({games for games in played.values() if len(games) > 1}) > 1
    known: set[object] = set()
    repeats = set()
    for label, pair in place:
        is_told = all(course.turns for course in pair) and (not varied or min(one.length for one in pair) >= _LONG)
        if is_told and played[label] in known:
            repeats.add(label)
        else:
            known |= {played[label], *(frozenset([game]) for game in played[label])}
    return repeats


Game = TypeVar("Game", bound=StoredGame | Result)


def without_repeats(games: Sequence[Game]) -> list[Game]:
    """The games that count."""
    return [game for game, repeat in zip(games, find_repeats(map(read_course, games)), strict=True) if not repeat]


def advice(repeats: int, games: int, board: str, start: str) -> str:
    """What to do about so many repeats among so many games, of which one was on this board; a sentence.

    >>> advice(18, 20, "mine", "12...4.22..3.1..")
    '18 of 20 games repeated earlier ones move for move, so they do not count; --board generate:size=2x2,empty=9 would \
give every pair a new board.'
    """
    what = f"{repeats} of {games} games repeated earlier ones move for move, so they do not count"
    if board.startswith(PREFIX):
        return f"{what}; a recipe for larger or emptier boards would make more different ones."
    grid = Position.parse(start).grid
    recipe = Recipe(grid.geometry, empty=min(grid.values.count(0), int(_MOST_EMPTY * grid.geometry.size)))
    return f"{what}; --board {recipe} would give every pair a new board."
