"""Report 001, table 1 and figure 1: minimax over cells against the course's players; and what pruning gains."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.arena.archive import StoredGame
from dueldoku.bench.duel import search_plainly
from dueldoku.bench.plain import Cell, PlainCells
from dueldoku.board.geometry import Geometry
from dueldoku.duel.rules import POINTS
from dueldoku.game.game import Game
from dueldoku.lab.claim import about, above, beats, loses, percent, short
from dueldoku.lab.duels import NOTE, THEY, WE, Duels, points_of
from dueldoku.lab.experiment import Contest, Data, Experiment, Settings, Size, Value, label, start_of
from dueldoku.lab.finding import Finding, Outcome, beside
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RIVALS = ("random_player", "greedy_player")
BOARDS = ("random-3x3", "empty-3x3")
LISTING = "the report's listing"
SIDES = {
    THEY: Duels("cells", "minimax-cells:as=001", RIVALS, close=RIVALS[1:]),
    LISTING: Duels("cells, listing", "minimax-cells:as=001-listing", RIVALS),
    WE: Duels("cells, ours", "minimax-cells", RIVALS, part=4),
}
THEIR_SECONDS = (0.5, 1, 5)
THEIRS = {  # table 1: games won of games played, by opponent, board and seconds
    ("random_player", "random-3x3"): ((8, 8), (8, 8), (8, 8)),
    ("greedy_player", "random-3x3"): ((5, 10), (2, 10), (6, 10)),
    ("random_player", "empty-3x3"): ((3, 10), (1, 10), (4, 7)),
    ("greedy_player", "empty-3x3"): ((2, 10), (2, 10), (8, 10)),
}
PRUNING, OVERALL = 6.0, 15.0  # times as fast, they say
PLACE = "random-2x3"  # where they say so


# -- how fast the search is ------------------------------------------------------------------------------------------


def measurements(size: Size) -> list[Settings]:
    """Every way to search, to every depth."""
    return [
        {"search": search, **size.place(board), "depth": depth}
        for board, deepest in size.depths.items()
        for depth in range(2, deepest + 1)
        for search in ("naive", "plain unpruned", "plain", "unpruned", "pruned")
    ]


def measure(settings: Settings) -> Value:
    """How long a search to this depth takes; the two compiled ones count their nodes, too."""
    game, depth = Game(start_of(settings)), settings["depth"]
    match settings["search"]:
        case "naive":
            return {"seconds": _seconds(lambda: naive_minimax(game.geometry, list(game.values), depth, True, 0))}
        case "plain":
            return {"seconds": _seconds(lambda: search_plainly(game, depth))}
        case "plain unpruned":
            return {"seconds": _seconds(lambda: Unpruned(game).minimax(depth, True, 0, -inf, inf))}
    prune = "yes" if settings["search"] == "pruned" else "no"
    agent = load_agent(f"{SIDES[WE].agent}:start={depth},deepest={depth},prune={prune}")
    facts: dict[str, float] = {}
    task = Task(game.turn, Limit(), lambda move: None, report=facts.update)
    return {"seconds": _seconds(lambda: agent.think(game.copy(), task)), "nodes": facts["nodes"]}


def _seconds(work: Callable[[], object]) -> float:
    """CPU time of one go, from as many as it takes to measure it."""
    begin, goes = time.process_time(), 0
    while time.process_time() - begin < 0.05:
        work()
        goes += 1
    return (time.process_time() - begin) / goes


class Unpruned(PlainCells):
    """The report's search without pruning: every position has an open window, so nothing is cut off."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.nodes = -1  # no limit

    def minimax(self, depth: int, rising: bool, score: int, alpha: float, beta: float) -> tuple[float, Cell]:
        """The value of the position, and the best move."""
        return super().minimax(depth, rising, score, -inf, inf)


def naive_minimax(geometry: Geometry, values: list[int], depth: int, rising: bool, score: int) -> int:
    """The value of the position as one writes it first: a copy for every node, units looked through, no pruning."""
    cells = [cell for cell, value in enumerate(values) if not value]
    if depth == 0 or not cells:
        return score
    results = []
    for cell in cells:
        after = deepcopy(values)
        after[cell] = 1  # any digit: it does not change the score
        units = [geometry.units[unit] for unit in geometry.units_of[cell]]
        gain = POINTS[sum(all(after[other] for other in unit) for unit in units)]
        results.append(naive_minimax(geometry, after, depth - 1, not rising, score + (gain if rising else -gain)))
    return max(results) if rising else min(results)


def speed_ups(data: Data, slow: str, fast: str, what: str = "seconds") -> dict[str, list[Point]]:
    """How many times less the fast search takes than the slow one, by board and depth."""
    table: dict[str, list[Point]] = {}
    for board in data.size.depths:
        cost = {(one.settings["search"], one.settings["depth"]): one.value for one in data.where(board=board)}
        depths = sorted(depth for search, depth in cost if search == slow and (fast, depth) in cost)
        ratios = [cost[slow, depth][what] / cost[fast, depth][what] for depth in depths]
        table[board] = [Point(depth, Interval(it, it, it)) for depth, it in zip(depths, ratios, strict=True)]
    return table


# -- results ---------------------------------------------------------------------------------------------------------


def findings(data: Data) -> list[Finding]:
    """Table 1 in four statements, and the two speed-ups, in Python as the report has them and compiled as ours are."""
    they, listing, we = (_of_games(data, side) for side in SIDES.values())
    played = beside(they, listing=listing, ours=we)
    return played + beside(_of_speed(data, "plain unpruned", "plain"), ours=_of_speed(data, "unpruned", "pruned"))


def _of_games(data: Data, side: Duels) -> list[Finding]:
    shares = side.over_boards(data)

    def told(claim: str, rival: str, board: str, find: Callable[[Interval], Outcome]) -> Finding:
        value = shares[rival][board]
        return Finding(claim, find(value), f"It gets {percent(value)} of the points.")

    return [
        told("It beats the random player on random-3x3.", "random_player", "random-3x3", beats),
        told("Against the greedy player on random-3x3 it wins less than half.", "greedy_player", "random-3x3", loses),
        told("On empty-3x3 it loses to the random player more often than not.", "random_player", "empty-3x3", loses),
        told("On empty-3x3 it loses to the greedy player, too.", "greedy_player", "empty-3x3", loses),
    ]


def _of_speed(data: Data, unpruned: str, pruned: str) -> list[Finding]:
    pruning, overall = speed_ups(data, unpruned, pruned)[PLACE], speed_ups(data, "naive", pruned)[PLACE]
    where = f"at depth {pruning[-1].x:.0f}"
    return [
        Finding(
            f"Pruning makes the search about {PRUNING:g} times as fast on {PLACE}.",
            about(pruning[-1].y, PRUNING),
            f"It depends on the depth: {_by_depth(pruning)}. It is judged {where}.",
        ),
        Finding(
            f"All improvements together make it over {OVERALL:g} times as fast as a naive search.",
            above(overall[-1].y, OVERALL),
            f"Against one in Python that copies the board for every move: {_by_depth(overall)}. It is judged {where}.",
        ),
    ]


def _by_depth(points: list[Point]) -> str:
    return ", ".join(f"{short(point.y.value)} times at depth {point.x:.0f}" for point in points)


class Cell1(NamedTuple):
    """A place of table 1, and the games that are played again for it."""

    rival: str
    board: str
    seconds: float
    theirs: str
    games: dict[str, list[StoredGame]]  # of each side


def table_1(data: Data) -> Iterator[Cell1]:
    """The places of table 1."""
    for (rival, board), results in THEIRS.items():
        for number, seconds in enumerate(data.size.seconds):
            won, played = results[number]
            found = {
                title: [game for game in dict(side.by_time(data))[seconds] if game.board == board]
                for title, side in SIDES.items()
            }
            theirs = f"{won} of {played}" if seconds == THEIR_SECONDS[number] else "-"
            yield Cell1(rival, board, seconds, theirs, found)


def game_tables(data: Data) -> list[Table]:
    """Table 1 and figure 1: theirs and ours."""
    won, scored = [], []
    for place in table_1(data):
        name = f"{place.rival}, {place.board}, {place.seconds:g} s"
        shares = (percent(side.share(data, place.games[title], place.rival)) for title, side in SIDES.items())
        won.append((name, place.theirs, *shares))
        pairs = (points_of(data, place.games[title], side.agent, place.rival) for title, side in SIDES.items())
        scored.append((name, "lost", *(f"{own.value:.1f} : {other.value:.1f}" for own, other in pairs)))
    head = ("opponent, board and time", "they", *SIDES)
    note = "points of the agent and of its opponent, means of the games; the report's are lost with its figure"
    return [
        Table("Table 1: games won", head, tuple(won), note=f"they: games won; the others: {NOTE}"),
        Table("Figure 1: points", head, tuple(scored), note=note),
    ]


def speed_table(data: Data) -> Table:
    """What pruning and careful counting gain, by board and depth."""
    kinds = {
        "pruning, in Python": ("plain unpruned", "plain", "seconds"),
        "pruning, compiled": ("unpruned", "pruned", "seconds"),
        "pruning, compiled, nodes": ("unpruned", "pruned", "nodes"),
        "all together against a naive search, in Python": ("naive", "plain", "seconds"),
    }
    they = {
        ("pruning, in Python", PLACE): f"{PRUNING:g}",
        ("all together against a naive search, in Python", PLACE): f"{OVERALL:g}",
    }
    rows = [
        (f"{board}, depth {point.x:.0f}", what, they.get((what, board), "-"), short(point.y.value))
        for what, kind in kinds.items()
        for board, points in speed_ups(data, *kind).items()
        for point in points
    ]
    note = "times as fast; the report does not tell the depth"
    return Table("Speed-ups", ("board and depth", "what", "they", "we"), tuple(rows), note=note)


def picture(data: Data) -> Figure:
    """Figure 1: points of both players for each timer; and the speed-ups."""
    times = data.size.seconds
    figure, axes = plots.panels(len(times) + 1, 6.4, rows=2)
    places = list(table_1(data))
    names = [f"{rival}\n{board}" for rival, board in THEIRS]
    for axis, seconds in zip(axes, times, strict=False):
        series: dict[str, list[Interval | None]] = {}
        for title in (THEY, WE):
            side = SIDES[title]
            pairs = [points_of(data, it.games[title], side.agent, it.rival) for it in places if it.seconds == seconds]
            series[label(side.agent)] = [own for own, _ in pairs]
            series[f"opponent of {label(side.agent)}"] = [other for _, other in pairs]
        plots.dots(axis, names, series)
        axis.set_title(f"Timer = {seconds:g} s")
        axis.set_xlabel("points in a game")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, fontsize=9)
    gains = {f"{board}, in Python": points for board, points in speed_ups(data, "plain unpruned", "plain").items()}
    plots.lines(axes[-1], gains)
    plots.logarithmic(axes[-1].yaxis)
    axes[-1].set_xlabel("depth of the search")
    axes[-1].set_ylabel("times as fast with pruning")
    axes[-1].set_xticks(sorted({point.x for points in gains.values() for point in points}))
    plots.level(axes[-1], PRUNING, "they say 6")
    axes[-1].legend(loc="best", fontsize=8)
    return figure


def games(size: Size) -> list[Contest]:
    """The games of all sides."""
    return [contest for side in SIDES.values() for contest in side.games(size)]


CELLS_MINIMAX = Experiment(
    name="cells-minimax",
    report="001",
    where="table 1 and figure 1",
    question="How well does minimax over cells play against the course's players, and what does pruning gain?",
    claim="It beats the random player on random-3x3 but mostly loses on empty-3x3, and wins about half or less against "
    "the greedy player; pruning makes it 6 times as fast, all improvements together over 15 times.",
    setup="minimax-cells:as=001 (the agent that the report's text describes, with a solver that works), "
    "minimax-cells:as=001-listing (its program, errors included) and ours, minimax-cells, against random_player and "
    "greedy_player, in pairs. Speed: searches of one position to a fixed depth, with and without pruning, in the "
    "report's Python and compiled, and a naive one in Python. The report does not tell the depth; its claims are "
    "judged at the last one here, which is at the scale `reported` as deep as its search gets without pruning in 5 s.",
    sizes={
        "quick": Size(BOARDS, (0.5,), translated=True, rounds=5, depths={PLACE: 4, "random-3x3": 3}),
        "reported": Size(
            BOARDS, THEIR_SECONDS, translated=True, rounds=10, closer=24, depths={PLACE: 5, "random-3x3": 4}
        ),
        "paper": Size(BOARDS, THEIR_SECONDS, rounds=5, depths={PLACE: 5, "random-3x3": 4}),
        "full": Size(BOARDS, THEIR_SECONDS, rounds=50, depths={PLACE: 5, "random-3x3": 4}),
    },
    games=games,
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=lambda data: [*game_tables(data), speed_table(data)],
    picture=picture,
    caption="The first three: mean points of the agent and of its opponent in a game, with 95 % intervals, as in "
    "figure 1, whose own numbers are lost: the pictures are missing from our copy. The last: what pruning gains, by "
    "depth.",
)
