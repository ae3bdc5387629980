"""Report 000, figure 6: how many nodes minimax looks at, and how many iterations the tree search does, over time."""

from __future__ import annotations

import pickle
import random
import time
from functools import cache
from math import log
from statistics import fmean, linear_regression

from matplotlib.figure import Figure

from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.bench.playouts import MoveSearch
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.lab.claim import above, below, mean, short
from dueldoku.lab.experiment import Data, Experiment, Finding, Settings, Size, Value
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

BOARDS = ("empty-2x2", "random-2x3", "hard-3x3", "empty-3x3")
SEARCHES = {
    "minimax-bombs": "minimax calls",
    "mcts-tree": "tree search, iterations",
    "plain": "the report's tree search in Python, which saves its tree every ten iterations",
}
_TURNS = 10  # so many turns of a game are measured, spread over all of it


def measurements(size: Size) -> list[Settings]:
    """Every search on every board with every time."""
    return [
        {"search": search, "board": board, "seconds": seconds, "game": game}
        for game in range(1, size.rounds + 1)
        for seconds in size.seconds
        for board in BOARDS
        for search in SEARCHES
    ]


def measure(settings: Settings) -> Value:
    """The nodes, or iterations, of some turns of a random game on the board."""
    rng = random.Random(f"{settings['board']} {settings['game']}")
    game = Game(bundled_board(settings["board"]))
    empty = game.values.count(0)
    looked = {round(number * empty / _TURNS) for number in range(_TURNS)}
    nodes = []
    for turn in range(empty):
        if turn in looked:
            nodes.append(_nodes(settings["search"], game, settings["seconds"], rng))
        solution = game.solution()
        assert solution
        cell = rng.choice(list(game.cells()))
        game.push(game.geometry.move(cell, solution[cell]))
    return {"nodes": nodes}


def _nodes(search: str, game: Game, seconds: float, rng: random.Random) -> float:
    """What one turn of so many seconds is enough for."""
    if search == "plain":
        return _plain_iterations(MoveSearch(game), seconds)
    facts: dict[str, float] = {}
    deadline = time.monotonic() + seconds
    task = Task(game.turn, Limit(seconds), lambda move: None, rng, deadline=deadline, report=facts.update)
    _agent(search).think(game.copy(), task)
    return facts.get("nodes", 0)


@cache
def _agent(name: str) -> Agent:
    """The agent, made once in a process: that takes longer than a short turn."""
    return load_agent(name)


def _plain_iterations(search: MoveSearch, seconds: float) -> int:
    end, done = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        search.run(1)
        done += 1
        if done % 10 == 0:
            pickle.dumps(search.root)
    return done


def efforts(data: Data, search: str, **where: str) -> dict[float, list[float]]:
    """The nodes or iterations of all turns, for each time."""
    readings = {time: data.where(search=search, seconds=time, **where) for time in data.size.seconds}
    return {time: [node for one in found for node in one.value["nodes"]] for time, found in readings.items()}


def by_time(data: Data, search: str) -> list[Point]:
    """The mean over boards and turns for each time."""
    return [Point(seconds, mean(nodes)) for seconds, nodes in efforts(data, search).items()]


def growth(data: Data, search: str) -> Interval:
    """The power of the time that the effort grows with: 1 means twice as much in twice the time, 0 none the more."""
    powers = []
    for board in BOARDS:
        means = {time: fmean(nodes or [0]) for time, nodes in efforts(data, search, board=board).items()}
        if min(means.values()) > 0:
            powers.append(linear_regression(list(map(log, means)), list(map(log, means.values()))).slope)
    return mean(powers)


def findings(data: Data) -> list[Finding]:
    """The report's two observations on figure 6."""
    minimax, ours, plain = (growth(data, search) for search in SEARCHES)
    return [
        Finding(
            "The number of minimax calls grows markedly with the time.",
            above(minimax, 0.5),
            f"It grows with the time to the power of {_in_words(minimax)}; 1 would be in step with it.",
        ),
        Finding(
            "The number of iterations of the tree search is almost constant.",
            below(ours, 0.5),
            f"Ours grows with the time to the power of {_in_words(ours)}, the report's own algorithm in Python, which "
            f"saves the whole tree again and again, to the power of {_in_words(plain)}.",
        ),
    ]


def _in_words(power: Interval) -> str:
    return f"{power.value:.2f} ({power.low:.2f} to {power.high:.2f})"


def tables(data: Data) -> list[Table]:
    """Figure 6 as a table."""
    series = {search: by_time(data, search) for search in SEARCHES}
    head = ("search", *(f"{seconds:g} s" for seconds in data.size.seconds))
    rows = tuple((SEARCHES[search], *(short(point.y.value) for point in points)) for search, points in series.items())
    return [Table("A turn", head, rows, note=f"mean over {', '.join(BOARDS)} and turns from first to last")]


def picture(data: Data) -> Figure:
    """Figure 6."""
    figure, (axis,) = plots.panels()
    plots.seconds(axis, data.size.seconds)
    plots.logarithmic(axis.yaxis)
    names = {"minimax-bombs": "minimax calls", "mcts-tree": "tree search", "plain": "tree search, the report's"}
    plots.lines(axis, {label: by_time(data, search) for search, label in names.items()})
    axis.set_ylabel("nodes or iterations in a turn")
    plots.legend(axis, outside=True)
    return figure


SEARCH_EFFORT = Experiment(
    name="search-effort",
    report="000",
    where="figure 6",
    question="How much more do the searches get done when they have more time?",
    claim="Minimax calls increase significantly with time; iterations of the tree search stay almost constant.",
    setup=f"One turn of minimax-bombs, of mcts-tree and of the report's tree search in plain Python, at {_TURNS} "
    "moments of a random game on each of the report's four boards.",
    sizes={
        "quick": Size(seconds=(0.01, 0.05, 0.1, 0.2)),
        "paper": Size(seconds=(0.1, 0.5, 1, 2)),
        "full": Size(seconds=(0.1, 0.5, 1, 2), rounds=5),
    },
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Both axes are logarithmic: a line that rises by a decade per decade means twice the work in twice the "
    "time. Searches that come to their end before the time is up count with what they needed.",
)
