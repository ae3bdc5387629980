"""Reports 001 and 002: what a search gains from what it knows: from the depth before, the turn before, other orders."""

from __future__ import annotations

import pickle
import random
import time
from math import inf
from statistics import fmean
from typing import Any, NamedTuple

from matplotlib.figure import Figure

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.bench.plain import Cell, PlainCells
from dueldoku.game.game import Game
from dueldoku.lab.claim import Estimate, above, beats, faster, no, percent, ratio, share, times
from dueldoku.lab.duels import NOTE, THEY, WE
from dueldoku.lab.experiment import Contest, Data, Experiment, Settings, Size, Value, contest, start_of
from dueldoku.lab.finding import Finding, Verdict
from dueldoku.lab.watching import deeper, to_watch, watch_depths
from dueldoku.render import plots
from dueldoku.render.table import Table

BOARDS = ("random-2x3", "empty-2x3", "random-3x3", "empty-3x3")
RIVAL = "greedy_player"
TABLE, KEPT = "table=65536", "table=65536,save=yes"
ANEW, SAVED = "anew", "saved"  # the report's search in Python, with its tree dropped or saved after each depth
LISTING = "the report's listing"


class Side(NamedTuple):
    """Whose agents: minimax and the tree search without any table, and minimax that forgets the depth before."""

    minimax: str
    mcts: str
    forgetful: str = ""


SIDES = {
    # The report's search goes on when it has seen the end of the game. With a table that costs no nodes, but much time.
    THEY: Side("minimax-cells:as=001,bound=cells", "mcts-cells:as=002"),
    LISTING: Side("", "mcts-cells:as=002-listing"),
    WE: Side("minimax-cells", "mcts-cells", "minimax-cells:reorder=no"),
}


def with_(agent: str, options: str) -> str:
    """The agent with more options."""
    return f"{agent}{',' if ':' in agent else ':'}{options}"


# -- what is played and measured ---------------------------------------------------------------------------------------


def games(size: Size) -> list[Contest]:
    """Each agent with a table, and with one that lasts from turn to turn, against the same without."""
    played = [(it.minimax, [TABLE, KEPT]) for it in SIDES.values() if it.minimax]
    played += [(it.mcts, ["table=yes"]) for it in SIDES.values()]
    return [
        contest(f"kept search of {agent}", [agent, *(with_(agent, it) for it in options)], size, gauntlet=True)
        for agent, options in played
    ]


def measurements(size: Size) -> list[Settings]:
    """Searches of some positions to a fixed depth; and games in which the depths are counted."""
    agents = [it for side in SIDES.values() for it in (side.minimax, side.forgetful) if it]
    agents += [with_(side.minimax, TABLE) for side in SIDES.values() if side.minimax]
    to_depth = [
        {"search": search, **size.place(board), "depth": depth, "position": number}
        for board, depth in size.depths.items()
        for number in range(size.puzzles)
        for search in (ANEW, SAVED, *agents)
    ]
    minimax = [side.minimax for side in SIDES.values() if side.minimax]
    watched = [with_(agent, options) if options else agent for agent in minimax for options in ("", TABLE, KEPT)]
    return [*to_depth, *(one for agent in watched for one in to_watch(agent, RIVAL, size._replace(rounds=size.seeds)))]


def measure(settings: Settings) -> Value:
    """What a search takes to its depth; or how deep the searches of a game get."""
    if "rival" in settings:
        return watch_depths(settings)
    game, depth = position(settings), settings["depth"]
    begin = time.process_time()
    match settings["search"]:
        case "anew":
            search = PlainCells(game)
            search.nodes = -1  # no limit
            for plies in range(1, depth + 1):
                search.minimax(plies, True, 0, -inf, inf)
            return {"seconds": time.process_time() - begin}
        case "saved":
            saved = SavedCells(game)
            saved.deepen(depth)
            return {"seconds": time.process_time() - begin, "saving": saved.saving}
    facts: dict[str, float] = {}
    agent = load_agent(with_(settings["search"], f"deepest={depth}"))
    task = Task(game.turn, Limit(), lambda move: None, random.Random(1), report=facts.update)
    agent.think(game, task)
    return {"nodes": facts["nodes"]}


def position(settings: Settings) -> Game:
    """The board after two to eight random moves."""
    rng, game = random.Random(f"{settings['board']} {settings['position']}"), Game(start_of(settings))
    for _ in range(2 + 2 * (settings["position"] % 4)):
        solution = game.solution()
        assert solution
        cell = rng.choice(game.cells())
        game.push(game.geometry.move(cell, solution[cell]))
    return game


Tree = dict[Cell, tuple[float, Any]]  # for each move that was looked at its value, and the tree below


class SavedCells(PlainCells):
    """The report's search, but its game tree is saved after each depth and loaded for the next.

    What was best at the depth before is tried first there, so that more is cut off.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.tree: Tree = {}
        self.saving = 0.0  # seconds

    def deepen(self, depth: int) -> float:
        """Search deeper and deeper, down to this depth; the value."""
        value = 0.0
        for plies in range(1, depth + 1):
            value, self.tree = self.look(self.tree, plies, True, 0, (-inf, inf))
            begin = time.process_time()
            self.tree = pickle.loads(pickle.dumps(self.tree))
            self.saving += time.process_time() - begin
        return value

    def look(
        self, known: Tree, depth: int, rising: bool, score: int, window: tuple[float, float]
    ) -> tuple[float, Tree]:
        """The value of the position, and its tree."""
        if depth == 0 or not self.open:
            return score, {}
        sign, (alpha, beta) = 1 if rising else -1, window
        best, tree = -sign * inf, dict[Cell, tuple[float, Any]]()
        for move in sorted(self.open, key=lambda move: -sign * known[move][0] if move in known else inf):
            gain = sign * self._points(move)
            self.open.remove(move)
            self._count(move, -1)
            below = known[move][1] if move in known else {}
            tree[move] = value, _ = self.look(below, depth - 1, not rising, score + gain, (alpha, beta))
            self.open.append(move)
            self._count(move, 1)
            best = max(best, value) if rising else min(best, value)
            alpha, beta = (max(alpha, best), beta) if rising else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best, tree


# -- results ---------------------------------------------------------------------------------------------------------


def gain(data: Data, slow: str, fast: str, what: str) -> Estimate:
    """How many times as much the one search takes as the other, typically."""
    cost = {
        tuple(one.settings[key] for key in ("search", "board", "position")): one.value[what]
        for one in data.readings
        if what in one.value
    }
    pairs = [(spent, cost.get((fast, *place))) for (search, *place), spent in cost.items() if search == slow]
    return ratio([max(much, 1e-6) / max(little, 1e-6) for much, little in pairs if little is not None], "positions")


def between_depths(data: Data, side: Side) -> Estimate:
    """How many times as fast the search is that knows something of the depth before."""
    if side.forgetful:
        return gain(data, side.forgetful, side.minimax, "nodes")
    return gain(data, ANEW, SAVED, "seconds")


def won(data: Data, agent: str, options: str) -> Estimate:
    """The share of the points of the agent with these options against the same without."""
    played = data.contests.get(f"kept search of {agent}", [])
    return share(played, data.size.agent(with_(agent, options)), data.size.agent(agent))


def findings(data: Data) -> list[Finding]:
    """What the reports say, or hope for."""
    they, listing, we = SIDES.values()
    first, last = _of_minimax(data, they), _of_minimax(data, we)
    made = [one._replace(ours=own.first) for one, own in zip(first, last, strict=True)]
    claim = "What the tree search lacks is a transposition table: with one, it plays better (report 002)."
    verdicts = [_of_mcts(data, side.mcts) for side in (they, listing, we)]
    return [*made, Finding(claim, *verdicts[0], listing=verdicts[1], ours=verdicts[2])]


def _of_minimax(data: Data, side: Side) -> list[Finding]:
    kept, table = between_depths(data, side), gain(data, side.minimax, with_(side.minimax, TABLE), "nodes")
    more, share_ = deeper(data, with_(side.minimax, KEPT), side.minimax), won(data, side.minimax, KEPT)
    saving = [one.value["saving"] / one.value["seconds"] for one in data.where(search=SAVED)]
    if side.forgetful:
        told = (
            f"Ours keeps the best move of the depth before and tries it first: {times(kept)} fewer nodes than without."
        )
    else:
        told = (
            f"In Python, the search that saves its tree after each depth, loads it for the next and tries the best "
            f"moves first is {times(kept)} as fast as the one that begins anew. Saving and loading takes "
            f"{100 * fmean(saving):.0f} % of its time."
        )
    return [
        Finding("Saving the game tree between two depths does not make the search faster.", no(faster(kept)), told),
        Finding(
            "A search that is kept from turn to turn would see further in the same time.",
            above(more, 0.0),
            f"It sees {more.value:+.2f} turns ({more.low:+.2f} to {more.high:+.2f}) further, on average over the turns "
            f"of {more.amount} games.",
        ),
        Finding(
            "And it would play better.",
            beats(share_),
            f"It gets {percent(share_)} of the points against the same agent that forgets.",
        ),
        Finding(
            "A transposition table would make the search faster.",
            faster(table),
            f"To the same depth the search without one takes {times(table)} the nodes of the one with.",
        ),
    ]


def _of_mcts(data: Data, agent: str) -> Verdict:
    value = won(data, agent, "table=yes")
    return Verdict(
        beats(value),
        f"The tree search that shares what it knows gets {percent(value)} of the points against the other.",
    )


def all_shares(data: Data) -> dict[str, Estimate]:
    """What each agent gets with a table or a kept search, against itself without."""
    named = {THEY: ("001: minimax", "002: tree search"), LISTING: ("", "002, listing"), WE: ("our minimax", "our MCTS")}
    found = {}
    for title, (minimax, mcts) in named.items():
        if minimax:
            found[f"{minimax}, table"] = won(data, SIDES[title].minimax, TABLE)
            found[f"{minimax}, kept table"] = won(data, SIDES[title].minimax, KEPT)
        found[f"{mcts}, table"] = won(data, SIDES[title].mcts, "table=yes")
    return found


def tables(data: Data) -> list[Table]:
    """Games, depths and nodes."""
    won_ = tuple((name, "-", percent(value)) for name, value in all_shares(data).items())
    rows = []
    for title, side in SIDES.items():
        if not side.minimax:
            continue
        told = "nothing significant" if title == THEY else "-"
        rows.append((title, "knowing the depth before", told, times(between_depths(data, side))))
        table = gain(data, side.minimax, with_(side.minimax, TABLE), "nodes")
        rows.append((title, "a transposition table", "-", times(table)))
        for options, what in ((TABLE, "a table"), (KEPT, "a kept table")):
            more = deeper(data, with_(side.minimax, options), side.minimax)
            words = f"{more.value:+.2f} turns ({more.low:+.2f} to {more.high:+.2f})"
            rows.append((title, f"how much further it sees with {what}", "-", words))
    note = f"against the same agent without; {NOTE}; the reports give no numbers"
    fast = "times as fast: time for the report's saved tree, nodes for all others; depths with the same work"
    return [
        Table("Games", ("agent", "they", "we"), won_, note=note),
        Table("Speed and depth", ("whose", "what", "they", "we"), tuple(rows), note=fast),
    ]


def picture(data: Data) -> Figure:
    """Games to the left, speed-ups to the right."""
    figure, (left, right) = plots.panels(2, 3.6)
    shares = all_shares(data)
    plots.dots(left, list(shares), {"": list(shares.values())})
    plots.shares(left, "share of the points against the same without", upright=True)
    names = ["knowing the\ndepth before", "transposition\ntable"]
    speeds = {
        title: [between_depths(data, side), gain(data, side.minimax, with_(side.minimax, TABLE), "nodes")]
        for title, side in SIDES.items()
        if side.minimax
    }
    plots.dots(right, names, speeds)
    plots.level(right, 1.0, "", upright=True)
    right.set_xlabel("times as fast")
    plots.legend_below(right)
    return figure


KEPT_SEARCH = Experiment(
    name="kept-search",
    report="001",
    where="sections 2 and 4; report 002, section 4",
    question="What does a search gain from what it knew at the depth before, in the turn before, or by another order?",
    claim="001: saving the game tree when moving to a higher depth was not significant, as saving and loading takes "
    "time; an optimal version would store its results for the next move, and have transposition tables. 002: without "
    "transposition tables the tree of the Monte Carlo search is untrue, sparser than in reality.",
    setup="The report's minimax in Python, with and without its tree saved (pickled) between depths, in CPU time. "
    "minimax-cells:as=001,bound=cells (it stops at the end of the game) with a transposition table, and with one that "
    "is kept from turn to turn, against the same without: nodes to a fixed depth, depth in games against "
    "greedy_player, and games between them. mcts-cells:as=002 with shared positions against the same without. The "
    "table itself is for free here, which in Python it is not.",
    sizes={
        "quick": Size(BOARDS[::2], (0.1,), translated=True, rounds=10, seeds=2, puzzles=6, depths={BOARDS[0]: 4}),
        "reported": Size(
            BOARDS, (0.5,), translated=True, rounds=30, seeds=6, puzzles=24, depths={BOARDS[0]: 5, BOARDS[2]: 4}
        ),
        "paper": Size(BOARDS, (0.5, 1), rounds=10, seeds=2, puzzles=6, depths={BOARDS[0]: 5, BOARDS[2]: 4}),
        "full": Size(BOARDS, (0.5, 1, 5), rounds=50, seeds=10, puzzles=24, depths={BOARDS[0]: 6, BOARDS[2]: 4}),
    },
    games=games,
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: share of the points of agents with a table, or a search that is kept, against the same without; the "
    "broken line is a tie. Right: how many times as fast the search is to the same depth. The reports give no numbers.",
)
