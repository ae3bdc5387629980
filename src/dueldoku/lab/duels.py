"""One agent against some others, over time limits and over boards: what several experiments have in common."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from matplotlib.figure import Figure

from dueldoku.arena.archive import StoredGame
from dueldoku.game.boards import bundled_board
from dueldoku.lab.claim import percent, share
from dueldoku.lab.experiment import Data, seconds_of
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

BOARDS = (  # the reports' boards, by how many cells are empty
    *("easy-2x2", "empty-2x2", "random-2x3", "empty-2x3", "random-3x3", "easy-3x3", "hard-3x3", "empty-3x3"),
    *("random-3x4", "empty-3x4", "random-4x4", "empty-4x4"),
)
K = TypeVar("K", bound=Hashable)


def split(games: Iterable[StoredGame], by: Callable[[StoredGame], K]) -> dict[K, list[StoredGame]]:
    """The games in groups."""
    groups: dict[K, list[StoredGame]] = {}
    for game in games:
        groups.setdefault(by(game), []).append(game)
    return groups


def over_time(games: Iterable[StoredGame], agent: str, opponents: Sequence[str]) -> dict[str, list[Point]]:
    """The agent's share against each opponent for each time limit, shortest first."""
    groups = sorted(split(games, seconds_of).items())
    return {other: [Point(time, share(some, agent, other)) for time, some in groups] for other in opponents}


def over_boards(games: Iterable[StoredGame], agent: str, opponents: Sequence[str]) -> dict[str, dict[str, Interval]]:
    """The agent's share against each opponent on each board, the emptiest last."""
    groups = split(games, lambda game: game.board)
    names = sorted(groups, key=empty_cells)
    return {other: {name: share(groups[name], agent, other) for name in names} for other in opponents}


def empty_cells(board: str) -> int:
    """How many cells of a bundled board are empty."""
    return len(bundled_board(board).grid.holes)


def overall(data: Data, agent: str, opponents: Sequence[str]) -> dict[str, Interval]:
    """The agent's share against each opponent in all games."""
    return {other: share(data.games, agent, other) for other in opponents}


def time_table(series: Mapping[str, Sequence[Point]], agent: str) -> Table:
    """Shares over time as a table."""
    head = ("against", *(f"{point.x:g} s" for point in next(iter(series.values()), ())))
    rows = tuple((other, *(percent(point.y) for point in points)) for other, points in series.items())
    return Table(f"{agent}, by seconds for a turn", head, rows, note="share of the points, with 95 % intervals")


def board_table(series: Mapping[str, Mapping[str, Interval]], agent: str) -> Table:
    """Shares over boards as a table."""
    boards = list(next(iter(series.values()), {}))
    rows = tuple(
        (f"{board} ({empty_cells(board)})", *(percent(series[other][board]) for other in series)) for board in boards
    )
    note = "share of the points, with 95 % intervals; in brackets, how many cells are empty"
    return Table(f"{agent}, by board", ("board", *(f"against {other}" for other in series)), rows, note=note)


def time_picture(series: Mapping[str, Sequence[Point]], agent: str) -> Figure:
    """Shares over time as a picture."""
    with plots.look():
        figure, (axis,) = plots.panels()
        plots.seconds(axis, [point.x for point in next(iter(series.values()))])
        plots.lines(axis, {f"against {other}": points for other, points in series.items()}, spread=0.05)
        plots.shares(axis, f"share of the points of {agent}")
        plots.legend(axis, outside=True)
    return figure


def board_picture(series: Mapping[str, Mapping[str, Interval]], agent: str) -> Figure:
    """Shares over boards as a picture."""
    boards = list(next(iter(series.values())))
    with plots.look():
        figure, (axis,) = plots.panels(height=1.2 + 0.16 * len(boards) * (1 + len(series)))
        rows = {f"against {other}": list(by_board.values()) for other, by_board in series.items()}
        plots.dots(axis, [f"{board} ({empty_cells(board)})" for board in boards], rows)
        plots.shares(axis, f"share of the points of {agent}", upright=True)
        plots.legend(axis, outside=True)
    return figure
