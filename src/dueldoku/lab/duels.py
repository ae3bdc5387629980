"""Games of one agent against some others, over time limits and over boards: what several experiments look at.

Where the report's agents and ours are shown beside each other, each are ``Duels`` of their own, and a panel of the
picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from dueldoku.arena.archive import StoredGame
from dueldoku.lab.claim import Estimate, average, mean, percent, share
from dueldoku.lab.experiment import Contest, Data, Size, contest, label, seconds_of, split
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NOTE = "share of the points, with 95 % intervals"
THEY, WE = "the report's agents", "our agents"  # over columns and panels


def by_board(games: Iterable[StoredGame], size: Size) -> dict[str, list[StoredGame]]:
    """The games on each board, the emptiest last."""
    groups = split(games, lambda game: game.board)
    return {name: groups[name] for name in sorted(groups, key=lambda name: empty_cells(name, size))}


def empty_cells(board: str, size: Size) -> int:
    """How many cells of a board are empty."""
    return len(size.board(board).grid.holes)


def titles(data: Data) -> list[str]:
    """The boards that were played on, the emptiest last; in brackets, how many cells are empty."""
    return [f"{name} ({empty_cells(name, data.size)})" for name in by_board(data.games, data.size)]


def lead(games: Iterable[StoredGame], agent: str, opponent: str) -> Estimate:
    """How many points the agent is ahead of this opponent at the end of a game, on average."""
    met = [it for it in games if {it.agent1, it.agent2} == {agent, opponent}]
    return mean([(it.points1 - it.points2) * (1 if it.agent1 == agent else -1) for it in met])


def points_of(data: Data, games: Iterable[StoredGame], agent: str, opponent: str) -> tuple[Estimate, Estimate]:
    """The points of the agent and of this opponent at the end of a game, on average."""
    own, other = data.size.agent(agent), data.size.agent(opponent)
    met = [it for it in games if {it.agent1, it.agent2} == {own, other}]
    pairs = [(it.points1, it.points2) if it.agent1 == own else (it.points2, it.points1) for it in met]
    return mean([mine for mine, _ in pairs]), mean([theirs for _, theirs in pairs])


class Duels(NamedTuple):
    """The games of one agent against some rivals, and the name they go by; ``part`` of the rounds are enough.

    It takes more games to tell the agent from ``close`` rivals: with them it plays ``size.closer`` times as many.
    """

    name: str
    agent: str
    rivals: tuple[str, ...]
    part: float = 1.0
    close: tuple[str, ...] = ()

    def games(self, size: Size) -> list[Contest]:
        """All of them."""
        return [
            contest(name, [self.agent, *rivals], played, gauntlet=True) for name, rivals, played in self._parts(size)
        ]

    def _parts(self, size: Size) -> Iterator[tuple[str, tuple[str, ...], Size]]:
        """The contests: what each is called, against whom, and how much is played."""
        rounds = max(1, round(self.part * size.rounds))
        others = tuple(rival for rival in self.rivals if rival not in self.close)
        kinds = [("", others, 1), (", close", self.close, size.closer)]
        times = [("", size.seconds, 1)]
        if size.more > 1:
            times = [(", short", size.seconds[:1], size.more), ("", size.seconds[1:], 1)]
        for (length, seconds, more), (kind, rivals, closer) in product(times, kinds):
            if seconds and rivals:
                played = size._replace(seconds=seconds, rounds=rounds * more * closer)
                yield f"{self.name}{kind}{length}", rivals, played

    def played(self, data: Data) -> list[StoredGame]:
        """All of them, as they were played."""
        return [game for name, _, _ in self._parts(data.size) for game in data.contests.get(name, [])]

    def share(self, data: Data, games: Iterable[StoredGame] | None = None, *rivals: str) -> Estimate:
        """The agent's share of the points in these games, or in all, against these rivals, or against all.

        Against several it is the mean of the shares, however many games were played against each.
        """
        played = list(self.played(data) if games is None else games)
        named = data.size.agent
        return average([share(played, named(self.agent), named(rival)) for rival in rivals or self.rivals])

    def overall(self, data: Data) -> dict[str, Estimate]:
        """Its share against each rival."""
        return {other: self.share(data, None, other) for other in self.rivals}

    def by_time(self, data: Data) -> list[tuple[float, list[StoredGame]]]:
        """The games of each time limit, shortest first."""
        return sorted(split(self.played(data), seconds_of).items())

    def over_time(self, data: Data) -> dict[str, list[Point]]:
        """Its share against each rival for each time limit, shortest first."""
        groups = self.by_time(data)
        return {other: [Point(time, self.share(data, some, other)) for time, some in groups] for other in self.rivals}

    def over_boards(self, data: Data) -> dict[str, dict[str, Estimate]]:
        """Its share against each rival on each board, the emptiest last."""
        groups = by_board(self.played(data), data.size)
        return {other: {name: self.share(data, it, other) for name, it in groups.items()} for other in self.rivals}

    def draw_over_time(self, axis: Axes, data: Data, spread: float = 0.05) -> None:
        """Shares over time, in a part of a picture."""
        plots.seconds(axis, data.size.seconds)
        series = {f"against {label(other)}": points for other, points in self.over_time(data).items()}
        plots.lines(axis, series, spread=spread)
        plots.shares(axis, "share of the points")
        axis.set_title(label(self.agent))


# -- one beside the other --------------------------------------------------------------------------------------------


def time_table(sides: Sequence[Duels], data: Data, note: str = NOTE) -> Table:
    """Shares over time."""
    head = ("agent", "against", *(f"{seconds:g} s" for seconds in data.size.seconds))
    rows = [
        (label(side.agent), label(other), *(percent(point.y) for point in points))
        for side in sides
        for other, points in side.over_time(data).items()
    ]
    return Table("By seconds for a turn", head, tuple(rows), note=note)


def board_tables(sides: Mapping[str, Duels], data: Data, note: str = NOTE) -> list[Table]:
    """Shares over boards, a table for each side."""
    tables = []
    for title, side in sides.items():
        series = side.over_boards(data)
        columns = [[percent(value) for value in shares.values()] for shares in series.values()]
        rows = tuple(zip(titles(data), *columns, strict=True))
        head = ("board", *(f"against {label(other)}" for other in series))
        told = f"{note}; in brackets, how many cells are empty"
        tables.append(Table(f"{title}: {label(side.agent)}, by board", head, rows, note=told))
    return tables


def time_picture(sides: Mapping[str, Duels], data: Data) -> Figure:
    """Shares over time, a panel for each side."""
    figure, axes = plots.panels(len(sides), 3.9)
    for axis, side in zip(axes, sides.values(), strict=True):
        side.draw_over_time(axis, data)
        plots.legend_below(axis)
    return figure


def board_picture(sides: Mapping[str, Duels], data: Data) -> Figure:
    """Shares over boards, a panel for each side."""
    names = titles(data)
    most = max(len(side.rivals) for side in sides.values())
    figure, axes = plots.panels(len(sides), 1.8 + 0.13 * len(names) * (1 + most))
    for axis, side in zip(axes, sides.values(), strict=True):
        series = {f"against {label(other)}": list(row.values()) for other, row in side.over_boards(data).items()}
        plots.dots(axis, names, series)
        plots.shares(axis, "share of the points", upright=True)
        axis.set_title(label(side.agent))
        plots.legend_below(axis)
    for axis in axes[1:]:
        axis.set_yticklabels([])
    return figure
