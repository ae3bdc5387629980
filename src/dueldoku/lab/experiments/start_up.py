"""Report 002, sections 2.4 and 3: how long it takes to set the agent up, a hang, and what knowing the time gains."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
from dueldoku.bench import course_turns
from dueldoku.bench.cover import CoverSolver
from dueldoku.bench.playouts import CellNode, CellSearch
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.lab.boards import BOARDS
from dueldoku.lab.claim import Estimate, above, below, faster, is_level, is_true, mean, percent, ratio, span, times
from dueldoku.lab.duels import THEY, WE, Duels
from dueldoku.lab.experiment import Contest, Data, Experiment, Settings, Size, Value, start_of
from dueldoku.lab.finding import Finding, Verdict, beside
from dueldoku.lab.watching import deeper, to_watch, watch_depths
from dueldoku.render import plots
from dueldoku.render.table import Table
from dueldoku.start import environment, python
from dueldoku.stats.interval import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RIVAL = "greedy_player"
TIMED_BOARDS = ("random-2x3", "random-3x3", "empty-3x3")
HOWS = {  # of starting the agent
    "alone": "the agent alone",
    "spawn": "course, a new Python each turn",
    "fork": "course, a copied process each turn",
    "ours": "our arena",
}
THEIRS = {"alone": 0.03, "spawn": 0.11}  # seconds
DEADLINE = 0.1
HUNG = 2.0  # times the turn: an agent that is not back then does not respond
_ALONE = "import copy, itertools, math, random, time; print(time.process_time())"
_MINIMAX = "minimax-cells:as=001,first=random"  # the report's later agents propose something at once
_NODE_PARTS = ("__dict__", "cells", "empty", "children", "bounds")


class Side(NamedTuple):
    """Whose agents: minimax that knows how long a turn is, and the tree search with a random first move."""

    timed: Duels
    opening: Duels


SIDES = {
    THEY: Side(
        Duels("known time", f"{_MINIMAX},start=auto", (_MINIMAX,)),
        Duels("first move", "mcts-cells:as=002", ("mcts-cells:as=002,opening=search",)),
    ),
    WE: Side(
        Duels("known time, ours", "minimax-cells:start=auto", ("minimax-cells",)),
        Duels("first move, ours", "mcts-cells:opening=random", ("mcts-cells",)),
    ),
}


# -- what is played and measured ---------------------------------------------------------------------------------------


def games(size: Size) -> list[Contest]:
    """Knowing the time against not knowing it, a random first move against a considered one."""
    timed = size._replace(boards=TIMED_BOARDS)
    return [contest for side in SIDES.values() for duels in side for contest in duels.games(timed)]


def measurements(size: Size) -> list[Settings]:
    """Every way to start an agent; a turn on every board; games in which the depths are counted."""
    starts = [{"how": how, "goes": size.puzzles} for how in HOWS]
    turns = [
        {"who": who, **size.place(board), "seconds": size.budget} for board in size.boards for who in ("plain", "ours")
    ]
    watched = size._replace(boards=TIMED_BOARDS, rounds=size.seeds)
    agents = [agent for side in SIDES.values() for agent in (side.timed.agent, *side.timed.rivals)]
    return [*starts, *turns, *(one for agent in agents for one in to_watch(agent, RIVAL, watched))]


def measure(settings: Settings) -> Value:
    """Seconds until the agent runs, what comes of a turn, or how deep the searches of a game get."""
    if "how" in settings:
        return {"seconds": start(settings["how"], settings["goes"])}
    if "rival" in settings:
        return watch_depths(settings)
    game, seconds = Game(start_of(settings)), settings["seconds"]
    return plain_turn(game, seconds) if settings["who"] == "plain" else our_turn(game, seconds)


def start(how: str, goes: int) -> list[float]:
    """Seconds of a turn that are gone before the agent has proposed something, or may run."""
    if how == "ours":
        game = Game(bundled_board("empty-3x3"))
        with Host(resolve("mcts-cells"), 1) as host:
            host.start()
            return [host.ask(game, Limit(DEADLINE)).overhead / 1000 for _ in range(goes)]
    if how == "alone":
        return [float(_output("-c", _ALONE)) for _ in range(goes)]
    found: list[float] = json.loads(_output(course_turns.__file__, how, str(goes)))
    return found


def _output(*arguments: str) -> str:
    command, variables = python(*arguments), environment()
    return subprocess.run(command, check=True, capture_output=True, text=True, env=variables).stdout


def plain_turn(game: Game, seconds: float) -> Value:
    """A turn of the report's agent in Python: the solver as it is listed, a right one, and the tree search."""
    try:
        is_solved = CoverSolver(game).solve() is not None
    except KeyError:
        is_solved = False
    begin, done = time.process_time(), 0
    CoverSolver(game, right=True).solve()
    search = CellSearch(game)
    while time.process_time() - begin < 0.95 * seconds:
        search.run(1)
        done += 1
    spent = time.process_time() - begin
    return {"spent": spent, "iterations": done, "bytes": _size_of(search.root), "is_solved": is_solved}


def _size_of(root: CellNode) -> int:
    """The memory of a tree."""
    total, nodes = 0, [root]
    while nodes:
        node = nodes.pop()
        total += sys.getsizeof(node) + sum(sys.getsizeof(getattr(node, part)) for part in _NODE_PARTS)
        nodes += node.children
    return total


def our_turn(game: Game, seconds: float) -> Value:
    """A turn of our agent."""
    agent, facts = load_agent("mcts-cells"), dict[str, float]()
    begin, deadline = time.process_time(), time.monotonic() + seconds
    agent.think(game, Task(1, Limit(seconds), lambda move: None, deadline=deadline, report=facts.update))
    return {"spent": time.process_time() - begin, "iterations": facts["nodes"]}


# -- results ---------------------------------------------------------------------------------------------------------


def goes(data: Data, how: str) -> list[float]:
    """Seconds that were gone before the agent ran."""
    return [seconds for one in data.where(how=how) for seconds in one.value["seconds"]]


def seconds_to(data: Data, how: str) -> Estimate:
    """How many are gone on average."""
    return mean(goes(data, how), "turns")


def slower(data: Data, how: str) -> Estimate:
    """How many times as long that takes as without a driver."""
    alone = seconds_to(data, "alone").value
    return ratio([seconds / alone for seconds in goes(data, how)], "turns")


def scaled(number: Estimate, factor: float) -> Estimate:
    """So many times the number."""
    value, low, high = (factor * it for it in number)
    return Estimate(value, low, high, number.amount, number.unit)


def turn_on(data: Data, who: str, board: str) -> dict[str, float]:
    """What came of a turn on this board."""
    value: dict[str, float] = data.where(who=who, board=board)[0].value
    return value


def hung(data: Data, who: str) -> list[str]:
    """The boards on which the agent did not come back."""
    limit = HUNG * data.size.budget
    return [board for board in data.size.boards if turn_on(data, who, board)["spent"] > limit]


def findings(data: Data) -> list[Finding]:
    """The two oddities of section 3, and what section 2.4 says of knowing the time."""
    they, we = (_of_games(data, side) for side in SIDES.values())
    return [_set_up(data), _deadline(data), _hang(data), *beside(they, ours=we)]


def _set_up(data: Data) -> Finding:
    spawn, ours = slower(data, "spawn"), slower(data, "ours")
    alone, course = (span(seconds_to(data, how).value) for how in ("alone", "spawn"))
    theirs = THEIRS["spawn"] / THEIRS["alone"]
    return Finding(
        "Setting the agent up takes much longer in the simulation than alone.",
        faster(spawn),
        f"They have 0.03 s and 0.11 s, {theirs:.1f} times as long; here it is {alone} and {course}, {times(spawn)}. "
        "This is the quirk that they looked for: where a turn is a new Python (Windows, macOS), it imports everything "
        f"again. Where it is a copy of the driver's process (Linux), it takes {span(seconds_to(data, 'fork').value)}.",
        ours=Verdict(
            faster(ours),
            f"The agent is loaded before its first turn; {span(seconds_to(data, 'ours').value)} of a turn are gone "
            "when it runs.",
        ),
    )


def _deadline(data: Data) -> Finding:
    spawn, fork = (scaled(slower(data, how), THEIRS["alone"]) for how in ("spawn", "fork"))
    ours = seconds_to(data, "ours")
    return Finding(
        "So it never makes a deadline of 0.1 s.",
        above(spawn, DEADLINE),
        f"On a machine on which the agent alone takes 0.03 s, as theirs, a turn in a new Python would have a first "
        f"proposal after {span(spawn.value)}; in a copied process, after {span(fork.value)}.",
        ours=Verdict(above(ours, DEADLINE), f"Of the 100 ms, {span(ours.value)} are gone before it thinks."),
    )


def _hang(data: Data) -> Finding:
    claim, place = "On empty-4x4, and only there, Python stops responding.", "empty-4x4"
    verdicts = []
    for who in ("plain", "ours"):
        lost = hung(data, who)
        told = f"The agent is back in time on {len(data.size.boards) - len(lost)} of {len(data.size.boards)} boards."
        verdicts.append((is_true(lost == [place]), told))
    memory = {board: turn_on(data, "plain", board)["bytes"] / data.size.budget / 1e6 for board in data.size.boards}
    most = max(memory, key=memory.__getitem__)
    failing = [board for board in data.size.boards if not turn_on(data, "plain", board)["is_solved"]]
    told = (
        f"{verdicts[0][1]} What we see instead: every node has lists of its own, so that its tree takes memory, most "
        f"on {most} with {memory[most]:.0f} MB for each second of a turn; and the solver, as it is listed, stops with "
        f"an error on {len(failing)} boards, {place}{'' if place in failing else ' not'} among them."
    )
    return Finding(claim, verdicts[0][0], told, ours=Verdict(*verdicts[1]))


def _of_games(data: Data, side: Side) -> list[Finding]:
    known, first = side.timed.share(data), side.opening.share(data)
    more = deeper(data, side.timed.agent, side.timed.rivals[0])
    return [
        Finding(
            "To know the time, and to skip shallow searches, gains next to nothing.",
            is_level(known),
            f"Minimax that starts at the depth for which there is time gets {percent(known)} of the points against the "
            "same that starts at depth 1.",
        ),
        Finding(
            "It gains one depth at most.",
            below(more, 1.0),
            f"It sees {more.value:+.2f} turns ({more.low:+.2f} to {more.high:+.2f}) further, on average over the turns "
            f"of {more.amount} games.",
        ),
        Finding(
            "That the first move is a random one does not matter much.",
            is_level(first),
            f"The tree search with a random first move gets {percent(first)} against the same that thinks about it.",
        ),
    ]


def tables(data: Data) -> list[Table]:
    """Set-up, turns and games."""
    starts = tuple(
        (title, f"{THEIRS[how]:g} s" if how in THEIRS else "-", span(seconds_to(data, how).value))
        for how, title in HOWS.items()
    )
    turns = []
    for board in data.size.boards:
        plain, ours = (turn_on(data, who, board) for who in ("plain", "ours"))
        megabytes, solver = plain["bytes"] / data.size.budget / 1e6, "ends" if plain["is_solved"] else "stops"
        counts = (f"{plain['iterations']:,.0f}", f"{megabytes:.0f} MB", solver, f"{ours['iterations']:,.0f}")
        turns.append((board, "hangs" if board == "empty-4x4" else "-", *counts))
    won = [
        (title, what, percent(duels.share(data)))
        for title, side in SIDES.items()
        for what, duels in (("minimax that knows the time", side.timed), ("a random first move", side.opening))
    ]
    head = ("board", "they", "iterations, in Python", "memory a second", "solver as listed", "iterations, ours")
    return [
        Table(
            "Until the agent runs", ("how", "they", "we"), starts, note="ours in CPU time, the last one by the clock"
        ),
        Table("A turn", head, tuple(turns), note=f"one of {data.size.budget:g} s at the start of a game"),
        Table("Games", ("whose", "who", "share of the points"), tuple(won), note="against the same without"),
    ]


def picture(data: Data) -> Figure:
    """Set-up to the left, memory to the right."""
    figure, (left, right) = plots.panels(2, 3.9)
    theirs = [Interval(*[THEIRS[how]] * 3) if how in THEIRS else None for how in HOWS]
    names = [title.replace(", ", ",\n") for title in HOWS.values()]
    plots.logarithmic(left.xaxis)
    plots.dots(left, names, {"they": theirs, "we": [seconds_to(data, how) for how in HOWS]})
    plots.level(left, DEADLINE, "", upright=True)
    left.set_xlabel("seconds until the agent runs")
    plots.legend_below(left)
    memory = [turn_on(data, "plain", board)["bytes"] / data.size.budget / 1e6 for board in data.size.boards]
    plots.dots(right, list(data.size.boards), {"": [Interval(it, it, it) for it in memory]})
    right.set_xlabel("MB of the tree, each second")
    return figure


START_UP = Experiment(
    name="start-up",
    report="002",
    where="sections 2.4 and 3",
    question="Why does it take so long to set the agent up, why does it hang, and what does knowing the time gain?",
    claim="Setting the agent up takes 0.03 s alone and 0.11 s in the simulation, so it never makes a deadline of 0.1 "
    "s. On empty-4x4 Python stopped responding several times. Knowing how long a turn is gains next to nothing.",
    setup="A driver that runs agents as the course's does, a process for each turn, copied or new; our arena; Python "
    "alone, with the modules that the report's agent imports. One turn of the report's agent in Python and one of "
    "mcts-cells on every board. minimax-cells:as=001, a random move first, that starts at the depth for which there is "
    "time (start=auto) against the same from depth 1; mcts-cells:as=002 against the same without its random first "
    "move.",
    sizes={
        "quick": Size(BOARDS, (0.1,), translated=True, rounds=8, seeds=2, puzzles=5, budget=1.0),
        "reported": Size(BOARDS, (0.5,), translated=True, rounds=100, seeds=6, puzzles=20, budget=2.0),
        "paper": Size(BOARDS, (0.5, 1), rounds=10, seeds=2, puzzles=20, budget=5.0),
        "full": Size(BOARDS, (0.5, 1, 5), rounds=50, seeds=5, puzzles=50, budget=5.0),
    },
    games=games,
    measurements=measurements,
    measure=measure,
    alone=lambda settings: "how" in settings or "who" in settings,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: time until the agent runs, theirs and ours, with the deadline of 0.1 s as a broken line. Right: how "
    "much memory the tree of the report's search takes, for each second of a turn, on every board.",
)
