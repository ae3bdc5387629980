"""Report 001, table 1 and figure 1: minimax over cells against the course's players; and what pruning gains."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy

from matplotlib.figure import Figure

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.bench.duel import search_plainly
from dueldoku.board.geometry import Geometry
from dueldoku.duel.rules import POINTS
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.lab.claim import above, below, is_true, percent, share, short
from dueldoku.lab.duels import Duels, lead
from dueldoku.lab.experiment import Data, Experiment, Finding, Settings, Size, Value, seconds_of, split
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

AGENT = "minimax-cells"
DUELS = Duels("cells", AGENT)
RIVALS = ("random_player", "greedy_player")
BOARDS = ("random-3x3", "empty-3x3")
THEIR_SECONDS = (0.5, 1, 5)
THEIRS = {  # table 1: games won of games played, by opponent, board and seconds
    ("random_player", "random-3x3"): ((8, 8), (8, 8), (8, 8)),
    ("greedy_player", "random-3x3"): ((5, 10), (2, 10), (6, 10)),
    ("random_player", "empty-3x3"): ((3, 10), (1, 10), (4, 7)),
    ("greedy_player", "empty-3x3"): ((2, 10), (2, 10), (8, 10)),
}
PRUNING, OVERALL = 6.0, 15.0  # times as fast, they say


def measurements(size: Size) -> list[Settings]:
    """Every way to search, to every depth."""
    return [
        {"search": search, "board": board, "depth": depth}
        for board, deepest in size.depths.items()
        for depth in range(2, deepest + 1)
        for search in ("naive", "plain", "unpruned", "pruned")
        if search != "naive" or depth <= 3
    ]


def measure(settings: Settings) -> Value:
    """How long a search to this depth takes; the two compiled ones count their nodes, too."""
    game, depth = Game(bundled_board(settings["board"])), settings["depth"]
    if settings["search"] == "naive":
        return {"seconds": _seconds(lambda: naive_minimax(game.geometry, list(game.values), depth, True, 0))}
    if settings["search"] == "plain":
        return {"seconds": _seconds(lambda: search_plainly(game, depth))}
    prune = "yes" if settings["search"] == "pruned" else "no"
    agent = load_agent(f"{AGENT}:start={depth},deepest={depth},prune={prune}")
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


# -- results ---------------------------------------------------------------------------------------------------------


def speed_ups(data: Data, slow: str, fast: str, what: str = "seconds") -> dict[str, list[Point]]:
    """How many times less the fast search takes than the slow one, by board and depth."""
    table: dict[str, list[Point]] = {}
    for board in data.size.depths:
        cost = {(one.settings["search"], one.settings["depth"]): one.value for one in data.where(board=board)}
        depths = sorted(depth for search, depth in cost if search == slow and (fast, depth) in cost)
        ratios = [cost[slow, depth][what] / cost[fast, depth][what] for depth in depths]
        table[board] = [Point(depth, Interval(it, it, it)) for depth, it in zip(depths, ratios, strict=True)]
    return table


def win_table(data: Data) -> Table:
    """Table 1: theirs and ours."""
    rows = []
    for (other, board), theirs in THEIRS.items():
        groups = split((game for game in data.games if game.board == board), seconds_of)
        ours = [percent(share(groups[it], AGENT, other)) for it in sorted(groups)]
        rows.append((f"{other}, {board}", *(f"{won} of {played}" for won, played in theirs), *ours))
    head = ("opponent and board", *(f"they, {it:g} s" for it in THEIR_SECONDS))
    note = "theirs: games won; ours: share of the points, with 95 % intervals"
    return Table("Games won", (*head, *(f"we, {it:g} s" for it in data.size.seconds)), tuple(rows), note=note)


def speed_table(data: Data) -> Table:
    """What pruning and careful counting gain, by board and depth."""
    kinds = {
        "pruning, nodes": ("unpruned", "pruned", "nodes"),
        "pruning, time": ("unpruned", "pruned", "seconds"),
        "pruning and counting against a naive search, both in Python": ("naive", "plain", "seconds"),
    }
    rows = [
        (f"{board}, depth {point.x:.0f}", label, f"{short(point.y.value)} times")
        for label, kind in kinds.items()
        for board, points in speed_ups(data, *kind).items()
        for point in points
    ]
    note = f"they say {PRUNING:g} times for pruning on random-2x3, and {OVERALL:g} times for everything together"
    return Table("Speed-ups", ("board and depth", "what", "gain"), tuple(rows), note=note)


def findings(data: Data) -> list[Finding]:
    """Table 1 in three statements, and the two speed-ups."""
    by_random, by_greedy = (DUELS.over_boards(data)[other] for other in RIVALS)
    easy, lost, greedy = by_random["random-3x3"], by_random["empty-3x3"], by_greedy["random-3x3"]
    pruning = [point.y.value for point in speed_ups(data, "unpruned", "pruned").get("random-2x3", ())]
    overall = [point.y.value for points in speed_ups(data, "naive", "plain").values() for point in points]
    return [
        Finding(
            "It beats the random player on random-3x3.",
            above(easy, 0.5),
            f"It gets {percent(easy)} of the points.",
        ),
        Finding(
            "On empty-3x3 it loses to the random player more often than not.",
            below(lost, 0.5),
            f"It gets {percent(lost)} of the points; the report's agent lost its games there by errors in its solver.",
        ),
        Finding(
            "Against the greedy player on random-3x3 it wins less than half of the games.",
            below(greedy, 0.5),
            f"It gets {percent(greedy)} of the points.",
        ),
        Finding(
            f"Pruning makes the search about {PRUNING:g} times as fast on random-2x3.",
            is_true(min(pruning) <= PRUNING <= max(pruning)),
            f"It depends on the depth: {_range(pruning)} times as fast at the depths that we tried.",
        ),
        Finding(
            f"All improvements together make it over {OVERALL:g} times as fast as a naive search.",
            is_true(max(overall) > OVERALL),
            f"In plain Python, {_range(overall)} times, more the deeper it looks.",
        ),
    ]


def _range(numbers: list[float]) -> str:
    return f"{short(min(numbers))} to {short(max(numbers))}"


def picture(data: Data) -> Figure:
    """Figure 1: points of both, game by game; and the speed-ups."""
    gains = speed_ups(data, "unpruned", "pruned")
    figure, axes = plots.panels(3, 3.2)
    for axis, board in zip(axes, BOARDS, strict=False):
        times = sorted(split((it for it in data.games if it.board == board), seconds_of).items())
        leads = {other: [Point(seconds, lead(games, AGENT, other)) for seconds, games in times] for other in RIVALS}
        plots.seconds(axis, data.size.seconds)
        plots.lines(axis, {f"against {other}": points for other, points in leads.items()}, spread=0.06)
        plots.level(axis, 0, "")
        axis.set_title(board)
        axis.set_ylabel("lead in points, per game")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower left", ncols=2, fontsize=9)
    plots.lines(axes[2], gains)
    plots.logarithmic(axes[2].yaxis)
    axes[2].set_xlabel("depth of the search")
    axes[2].set_ylabel("times as fast with pruning")
    axes[2].set_xticks(sorted({point.x for points in gains.values() for point in points}))
    plots.level(axes[2], PRUNING, "they say 6")
    axes[2].legend(loc="best", fontsize=8)
    return figure


CELLS_MINIMAX = Experiment(
    name="cells-minimax",
    report="001",
    where="table 1 and figure 1",
    question="How well does minimax over cells play against the course's players, and what does pruning gain?",
    claim="It beats the random player on random-3x3 but mostly loses on empty-3x3, and wins about half or less against "
    "the greedy player; pruning makes it 6 times as fast, all improvements together over 15 times.",
    setup="minimax-cells against random_player and greedy_player, in pairs. Speed: searches of one position to a fixed "
    "depth, with and without pruning (compiled), and the report's search in plain Python beside a naive one.",
    sizes={
        "quick": Size(
            BOARDS, RIVALS, (0.01, 0.02, 0.1), in_process=True, rounds=5, depths={"random-2x3": 6, "random-3x3": 4}
        ),
        "paper": Size(BOARDS, RIVALS, THEIR_SECONDS, rounds=5, depths={"random-2x3": 7, "random-3x3": 5}),
        "full": Size(BOARDS, RIVALS, THEIR_SECONDS, rounds=50, depths={"random-2x3": 7, "random-3x3": 5}),
    },
    games=DUELS.games,
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=lambda data: [win_table(data), speed_table(data)],
    picture=picture,
    caption="Left and middle: the mean lead in points with its 95 % interval. Right: what pruning gains, by depth.",
)
