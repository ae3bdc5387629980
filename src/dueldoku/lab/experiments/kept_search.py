"""Reports 001 and 002: what a search gains from what it knows: from the depth before, the turn before, other orders."""

from __future__ import annotations

import pickle
import random
import time
from math import inf
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.bench.plain import Cell, PlainCells
from dueldoku.game.game import Game
from dueldoku.lab.claim import Estimate, beats, faster, no, percent, ratio, share, times
from dueldoku.lab.duels import NOTE, THEY, WE
from dueldoku.lab.experiment import Contest, Data, Experiment, Settings, Size, Value, contest, start_of
from dueldoku.lab.finding import Finding, Verdict, beside
from dueldoku.lab.watching import deeper, times_as_deep, to_watch, watch_depths
from dueldoku.render import plots
from dueldoku.render.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BOARDS = ("random-2x3", "empty-2x3", "random-3x3", "empty-3x3")
RIVAL = "greedy_player"
TABLE = "table=65536"
ANEW, SAVED = "anew", "saved"  # the report's search in Python, with its tree dropped or saved after each depth


def with_(agent: str, options: str) -> str:
    """The agent with more options."""
    return f"{agent}{',' if ':' in agent else ':'}{options}"


class Side(NamedTuple):
    """Whose agents: minimax and the tree search without any table, and minimax that forgets the depth before."""

    minimax: str
    mcts: str
    forgetful: str = ""

    @property
    def table(self) -> str:
        """Minimax with a transposition table."""
        return with_(self.minimax, TABLE)

    @property
    def kept(self) -> str:
        """Minimax with one that is kept from turn to turn."""
        return with_(self.table, "save=yes")

    @property
    def shared(self) -> str:
        """The tree search with transpositions."""
        return with_(self.mcts, "table=yes")


SIDES = {
    THEY: Side("minimax-cells:as=001", "mcts-cells:as=002"),
    WE: Side("minimax-cells", "mcts-cells", "minimax-cells:reorder=no"),
}
LISTING = Side("", "mcts-cells:as=002-listing")
PAIRS = {  # who knows more against who knows less, by what people read
    "001: minimax, table": (SIDES[THEY].table, SIDES[THEY].minimax),
    "001: minimax, table kept": (SIDES[THEY].kept, SIDES[THEY].table),
    "002: tree search, table": (SIDES[THEY].shared, SIDES[THEY].mcts),
    "002, listing, table": (LISTING.shared, LISTING.mcts),
    "our minimax, table": (SIDES[WE].table, SIDES[WE].minimax),
    "our minimax, table kept": (SIDES[WE].kept, SIDES[WE].table),
    "our MCTS, table": (SIDES[WE].shared, SIDES[WE].mcts),
}


# -- what is played and measured ---------------------------------------------------------------------------------------


def games(size: Size) -> list[Contest]:
    """Who knows more against who knows less."""
    return [contest(f"kept search: {agent}", (agent, other), size) for agent, other in PAIRS.values()]


def measurements(size: Size) -> list[Settings]:
    """Searches of some positions to a fixed depth; and games in which the depths are counted."""
    agents = [it for side in SIDES.values() for it in (side.minimax, side.table, side.forgetful) if it]
    to_depth = [
        {"search": search, **size.place(board), "depth": depth, "position": number}
        for board, depth in size.depths.items()
        for number in range(size.puzzles)
        for search in (ANEW, SAVED, *agents)
    ]
    watched = [agent for side in SIDES.values() for agent in (side.minimax, side.table, side.kept)]
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


def won(data: Data, agent: str, other: str) -> Estimate:
    """The share of the points of who knows more."""
    return share(data.contests.get(f"kept search: {agent}", []), data.size.agent(agent), data.size.agent(other))


def findings(data: Data) -> list[Finding]:
    """What the reports say, or hope for."""
    they, we = (_of_minimax(data, side) for side in SIDES.values())
    first, listing, ours = (_of_mcts(data, side) for side in (SIDES[THEY], LISTING, SIDES[WE]))
    claim = "What the tree search lacks is a transposition table: with one, it plays better (report 002)."
    return [*beside(they, ours=we), Finding(claim, *first, listing=listing, ours=ours)]


def _of_minimax(data: Data, side: Side) -> list[Finding]:
    known, table = between_depths(data, side), gain(data, side.minimax, side.table, "nodes")
    more, share_ = deeper(data, side.kept, side.table), won(data, side.kept, side.table)
    saving = [one.value["saving"] / one.value["seconds"] for one in data.where(search=SAVED)]
    if side.forgetful:
        told = f"It tries the best move of the depth before first. Without that, it takes {times(known)} the nodes."
    else:
        told = (
            f"In Python, the search that saves its tree after each depth, loads it for the next and tries the best "
            f"moves first is {times(known)} as fast as the one that begins anew. Saving and loading takes "
            f"{100 * fmean(saving):.0f} % of its time."
        )
    return [
        Finding("Saving the game tree between two depths does not make the search faster.", no(faster(known)), told),
        Finding(
            "A search whose results are kept from turn to turn would see further in the same time.",
            faster(times_as_deep(data, side.kept, side.table)),
            f"With a table of results that is kept it sees {_turns(more)} further than with one that is not, on "
            f"average over the turns of {more.amount} games; with such a table it sees "
            f"{_turns(deeper(data, side.table, side.minimax))} further than without any.",
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


def _turns(more: Estimate) -> str:
    return f"{more.value:+.2f} turns ({more.low:+.2f} to {more.high:+.2f})"


def _of_mcts(data: Data, side: Side) -> Verdict:
    value = won(data, side.shared, side.mcts)
    return Verdict(
        beats(value),
        f"The tree search that shares what it knows gets {percent(value)} of the points against the other.",
    )


def tables(data: Data) -> list[Table]:
    """Games, depths and nodes."""
    games = tuple((name, "-", percent(won(data, *pair))) for name, pair in PAIRS.items())
    rows = []
    for title, side in SIDES.items():
        told = "nothing significant" if title == THEY else "-"
        rows.append((title, "times as fast by the depth before", told, times(between_depths(data, side))))
        table = gain(data, side.minimax, side.table, "nodes")
        rows.append((title, "times as fast by a table", "-", times(table)))
        rows.append((title, "further by a table", "-", _turns(deeper(data, side.table, side.minimax))))
        rows.append((title, "further by keeping it", "-", _turns(deeper(data, side.kept, side.table))))
    note = f"against the same agent without, or with a table that is not kept; {NOTE}; the reports give no numbers"
    fast = "the report's saved tree in time, all others in nodes; how far it sees with the same work"
    return [
        Table("Games", ("agent", "they", "we"), games, note=note),
        Table("Speed and depth", ("whose", "what", "they", "we"), tuple(rows), note=fast),
    ]


def picture(data: Data) -> Figure:
    """Games to the left, speed-ups to the right."""
    figure, (left, right) = plots.panels(2, 3.6)
    plots.dots(left, list(PAIRS), {"": [won(data, *pair) for pair in PAIRS.values()]})
    plots.shares(left, "share of the points", upright=True)
    names = ["knowing the\ndepth before", "transposition\ntable"]
    speeds = {
        title: [between_depths(data, side), gain(data, side.minimax, side.table, "nodes")]
        for title, side in SIDES.items()
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
    "minimax-cells:as=001 with a transposition table against the same without, and with one that is kept from turn to "
    "turn against one that is not: nodes to a fixed depth, depth in games against greedy_player, and games between "
    "them. mcts-cells:as=002 with shared positions against the same without. The table itself is for free here, which "
    "in Python it is not.",
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
    caption="Left: share of the points of agents with a table against the same without, and with a table that is kept "
    "from turn to turn against one that is not; the broken line is a tie. Right: how many times as fast the search is "
    "to the same depth. The reports give no numbers.",
)
