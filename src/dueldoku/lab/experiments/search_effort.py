"""Report 000, figure 6: how many nodes minimax looks at, and how many iterations the tree search does, over time."""

from __future__ import annotations

import pickle
import random
import time
from functools import cache
from math import inf, log
from statistics import fmean, linear_regression
from typing import TYPE_CHECKING

from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.bench.plain import OutOfNodes
from dueldoku.bench.plain_moves import PlainBombs, SavedBombs
from dueldoku.bench.playouts import MoveSearch
from dueldoku.game.game import Game
from dueldoku.lab.claim import Estimate, above, below, mean, short
from dueldoku.lab.experiment import Data, Experiment, Settings, Size, Value, start_of
from dueldoku.lab.finding import Finding, beside
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BOARDS = ("empty-2x2", "random-2x3", "hard-3x3", "empty-3x3")
CALLS, ITERATIONS = "the report's minimax calls", "the report's MCTS iterations"  # its programs in plain Python
SEARCHES = {
    CALLS: "PlainBombs",
    ITERATIONS: "MoveSearch",
    "our minimax nodes": "minimax-bombs",
    "our MCTS iterations": "mcts-tree",
}
HALFWAY = 0.5  # between an effort that does not depend on the time, power 0, and one in step with it, power 1
TIMES = (0.1, 0.5, 1, 2)
_TURNS = 10  # so many turns of a game are measured, spread over all of it


def measurements(size: Size) -> list[Settings]:
    """Every search on every board with every time."""
    return [
        {"search": search, **size.place(board), "seconds": seconds, "game": game}
        for game in range(1, size.rounds + 1)
        for seconds in size.seconds
        for board in BOARDS
        for search in SEARCHES.values()
    ]


def measure(settings: Settings) -> Value:
    """The nodes, or iterations, of some turns of a random game on the board."""
    rng = random.Random(f"{settings['board']} {settings['game']}")
    game, seconds = Game(start_of(settings)), settings["seconds"]
    empty = game.values.count(0)
    looked = {round(number * empty / _TURNS) for number in range(_TURNS)}
    nodes: list[float] = []
    saved: SavedBombs | None = None
    for turn in range(empty):
        if turn in looked:
            match settings["search"]:
                case "PlainBombs":
                    calls, saved = _calls(game, seconds, saved)
                    nodes.append(calls)
                case "MoveSearch":
                    nodes.append(_iterations(game, seconds))
                case agent:
                    nodes.append(_nodes(agent, game, seconds, rng))
        solution = game.solution()
        assert solution
        cell = rng.choice(list(game.cells()))
        game.push(game.geometry.move(cell, solution[cell]))
    return {"nodes": nodes}


class _TimedBombs(PlainBombs):
    """The report's agent, stopped by the clock."""

    end = inf

    def spend(self, cost: float) -> None:
        if time.process_time() > self.end:
            raise OutOfNodes


def _calls(game: Game, seconds: float, saved: SavedBombs | None) -> tuple[int, SavedBombs]:
    """The calls of the report's minimax in a turn, and what it saves for the next one."""
    search = _TimedBombs(game, saved=saved)
    search.end = time.process_time() + seconds
    search.search(inf)
    return search.nodes, search.saved


def _iterations(game: Game, seconds: float) -> int:
    """The iterations of the report's tree search in a turn; it saves the whole tree after every ten."""
    end, done = time.process_time() + seconds, 0
    search = MoveSearch(game)
    while time.process_time() < end:
        search.run(1)
        done += 1
        if done % 10 == 0:
            pickle.dumps(search.root)
    return done


def _nodes(name: str, game: Game, seconds: float, rng: random.Random) -> float:
    """What one turn of so many seconds is enough for, for our agent."""
    facts: dict[str, float] = {}
    deadline = time.monotonic() + seconds
    task = Task(game.turn, Limit(seconds), lambda move: None, rng, deadline=deadline, report=facts.update)
    _agent(name).think(game.copy(), task)
    return facts.get("nodes", 0)


@cache
def _agent(name: str) -> Agent:
    """The agent, made once in a process: that takes longer than a short turn."""
    return load_agent(name)


# -- results ---------------------------------------------------------------------------------------------------------


def efforts(data: Data, search: str, **where: str) -> dict[float, list[float]]:
    """The nodes or iterations of all turns, for each time."""
    readings = {time: data.where(search=SEARCHES[search], seconds=time, **where) for time in data.size.seconds}
    return {time: [node for one in found for node in one.value["nodes"]] for time, found in readings.items()}


def by_time(data: Data, search: str) -> list[Point]:
    """The mean over boards and turns for each time."""
    return [Point(seconds, mean(nodes, "turns")) for seconds, nodes in efforts(data, search).items()]


def growth(data: Data, search: str) -> Estimate:
    """The power of the time that the effort grows with: 1 means twice as much in twice the time, 0 none the more."""
    powers = []
    for board in BOARDS:
        means = {time: fmean(nodes or [0]) for time, nodes in efforts(data, search, board=board).items()}
        if min(means.values()) > 0:
            powers.append(linear_regression(list(map(log, means)), list(map(log, means.values()))).slope)
    return mean(powers, "boards")


def findings(data: Data) -> list[Finding]:
    """The report's two observations on figure 6, of its programs and of ours."""
    they, we = list(SEARCHES)[:2], list(SEARCHES)[2:]
    return beside(_findings(data, *they), ours=_findings(data, *we))


def _findings(data: Data, minimax: str, mcts: str) -> list[Finding]:
    calls, iterations = growth(data, minimax), growth(data, mcts)
    return [
        Finding(
            "The number of minimax calls grows markedly with the time.",
            above(calls, HALFWAY),
            f"It grows with the time to the power of {_in_words(calls)}; 1 would be in step with it.",
        ),
        Finding(
            "The number of iterations of the tree search is almost constant.",
            below(iterations, HALFWAY),
            f"It grows with the time to the power of {_in_words(iterations)}; 0 would be constant.",
        ),
    ]


def _in_words(power: Estimate) -> str:
    return f"{power.value:.2f} ({power.low:.2f} to {power.high:.2f})"


def tables(data: Data) -> list[Table]:
    """Figure 6 as a table."""
    series = {search: by_time(data, search) for search in SEARCHES}
    head = ("search", "they", *(f"we, {seconds:g} s" for seconds in data.size.seconds))
    rows = tuple((search, "lost", *(short(point.y.value) for point in points)) for search, points in series.items())
    note = (
        f"in a turn; means over {', '.join(BOARDS)} and turns from first to last; the report's numbers are lost with "
        "its figure"
    )
    return [Table("Calls and iterations", head, rows, note=note)]


def picture(data: Data) -> Figure:
    """Figure 6, on one plain axis for both; and with ours, on logarithmic ones."""
    series = {search: by_time(data, search) for search in SEARCHES}
    figure, (left, right) = plots.panels(2, 4.2)
    plots.lines(left, {search: series[search] for search in (CALLS, ITERATIONS)})
    left.set_xticks(data.size.seconds)
    left.set_xlabel("seconds for a turn")
    plots.seconds(right, data.size.seconds)
    plots.logarithmic(right.yaxis)
    plots.lines(right, series)
    for axis in (left, right):
        axis.set_ylabel("calls or iterations in a turn")
        plots.legend_below(axis)
    return figure


SEARCH_EFFORT = Experiment(
    name="search-effort",
    report="000",
    where="figure 6",
    question="How much more do the searches get done when they have more time?",
    claim="Minimax calls increase significantly with time; iterations of the tree search stay almost constant.",
    setup="One turn of the report's A3 agent and of its tree search, which saves its tree every ten iterations, both "
    f"in plain Python as they are listed, and of our minimax-bombs and mcts-tree, by the clock, at {_TURNS} moments "
    "of a random game on a namesake of each of the report's four boards.",
    sizes={
        "quick": Size(seconds=(0.01, 0.05, 0.1, 0.2)),
        "reported": Size(seconds=TIMES),
        "paper": Size(seconds=TIMES),
        "full": Size(seconds=TIMES, rounds=5),
    },
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left as the report draws it: on an axis with the calls the iterations look flat, whatever they do. "
    "Right, both axes are logarithmic: a line that rises by a decade per decade means twice the work in twice the "
    "time. Searches that come to their end before the time is up count with what they needed. The report's own "
    "numbers are lost: the figure is missing from our copy.",
)
