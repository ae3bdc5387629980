"""Games of one agent against some others, over time limits and over boards: what several experiments look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dueldoku.arena.archive import StoredGame
from dueldoku.game.boards import bundled_board
from dueldoku.lab.claim import mean, percent, share
from dueldoku.lab.experiment import Contest, Data, Size, contest, seconds_of, split
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

BOARDS = (  # the reports' boards, by how many cells are empty
    *("easy-2x2", "empty-2x2", "random-2x3", "empty-2x3", "random-3x3", "easy-3x3", "hard-3x3", "empty-3x3"),
    *("random-3x4", "empty-3x4", "random-4x4", "empty-4x4"),
)
_NOTE = "share of the points, with 95 % intervals"


def by_board(games: Iterable[StoredGame]) -> dict[str, list[StoredGame]]:
    """The games on each board, the emptiest last."""
    groups = split(games, lambda game: game.board)
    return {name: groups[name] for name in sorted(groups, key=empty_cells)}


def empty_cells(board: str) -> int:
    """How many cells of a bundled board are empty."""
    return len(bundled_board(board).grid.holes)


def lead(games: Iterable[StoredGame], agent: str, opponent: str) -> Interval:
    """How many points the agent is ahead of this opponent at the end of a game, on average."""
    met = [it for it in games if {it.agent1, it.agent2} == {agent, opponent}]
    return mean([(it.points1 - it.points2) * (1 if it.agent1 == agent else -1) for it in met])


class Duels(NamedTuple):
    """The games of one agent against the rivals of a size, and the name they go by."""

    name: str
    agent: str

    def games(self, size: Size) -> list[Contest]:
        """All of them."""
        return [contest(self.name, [self.agent, *size.rivals], size, gauntlet=True)]

    def overall(self, data: Data) -> dict[str, Interval]:
        """The agent's share of the points against each rival."""
        return {other: share(data.contests[self.name], self.agent, other) for other in data.size.rivals}

    def over_time(self, data: Data) -> dict[str, list[Point]]:
        """Its share against each rival for each time limit, shortest first."""
        groups = sorted(split(data.contests[self.name], seconds_of).items())
        rivals = data.size.rivals
        return {other: [Point(time, share(some, self.agent, other)) for time, some in groups] for other in rivals}

    def over_boards(self, data: Data) -> dict[str, dict[str, Interval]]:
        """Its share against each rival on each board, the emptiest last."""
        groups = by_board(data.contests[self.name])
        rivals = data.size.rivals
        return {other: {name: share(some, self.agent, other) for name, some in groups.items()} for other in rivals}

    def time_tables(self, data: Data) -> list[Table]:
        """Shares over time."""
        head = ("against", *(f"{seconds:g} s" for seconds in data.size.seconds))
        rows = tuple((other, *(percent(it.y) for it in points)) for other, points in self.over_time(data).items())
        return [Table(f"{self.agent}, by seconds for a turn", head, rows, note=_NOTE)]

    def board_tables(self, data: Data) -> list[Table]:
        """Shares over boards."""
        series = self.over_boards(data)
        columns = [[percent(value) for value in shares.values()] for shares in series.values()]
        rows = tuple(zip(titles(data), *columns, strict=True))
        note = f"{_NOTE}; in brackets, how many cells are empty"
        return [Table(f"{self.agent}, by board", ("board", *(f"against {other}" for other in series)), rows, note=note)]

    def time_picture(self, data: Data) -> Figure:
        """Shares over time."""
        figure, (axis,) = plots.panels()
        self.draw_over_time(axis, data, spread=0.05)
        plots.legend(axis, outside=True)
        return figure

    def draw_over_time(self, axis: Axes, data: Data, spread: float) -> None:
        """Shares over time, in a part of a picture."""
        plots.seconds(axis, data.size.seconds)
        series = {f"against {other}": points for other, points in self.over_time(data).items()}
        plots.lines(axis, series, spread=spread)
        plots.shares(axis, f"share of the points of {self.agent}")

    def board_picture(self, data: Data) -> Figure:
        """Shares over boards."""
        series = {f"against {other}": list(shares.values()) for other, shares in self.over_boards(data).items()}
        names = titles(data)
        figure, (axis,) = plots.panels(height=1.2 + 0.16 * len(names) * (1 + len(series)))
        plots.dots(axis, names, series)
        plots.shares(axis, f"share of the points of {self.agent}", upright=True)
        plots.legend(axis, outside=True)
        return figure


def titles(data: Data) -> list[str]:
    """The boards that were played on, the emptiest last; in brackets, how many cells are empty."""
    return [f"{name} ({empty_cells(name)})" for name in by_board(data.games)]
