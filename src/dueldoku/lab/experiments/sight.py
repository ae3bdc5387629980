"""Report 000, section 3: minimax is near-sighted, the tree search far-sighted; a hybrid of both; symmetry."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.arena.archive import StoredGame
from dueldoku.duel.rules import POINTS
from dueldoku.game.game import Game
from dueldoku.lab.boards import BOARDS
from dueldoku.lab.claim import (
    Estimate,
    above,
    all_of,
    beats,
    change,
    difference,
    falls,
    gains,
    is_true,
    mean,
    percent,
    share,
    trend,
)
from dueldoku.lab.duels import NOTE, THEY, WE, Duels
from dueldoku.lab.experiment import Contest, Data, Experiment, Settings, Size, Value, split, start_of
from dueldoku.lab.finding import Finding, beside
from dueldoku.lab.solving import puzzle_of
from dueldoku.lab.watching import to_watch, watch
from dueldoku.puzzles.recipe import Recipe
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.stats.intervals import wilson

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RIVAL = "greedy_player"
LATE = 0.3  # of all cells: with no more of them empty the game is late
CLUES = (0, 1, 2, 3, 4, 6, 8, 12, 16, 20)  # on 9x9 boards where symmetry is looked for
NEARLY_EMPTY = 4  # clues at most
_DEPTH = 2  # turns of the search there


class Side(NamedTuple):
    """Whose minimax and whose tree search."""

    name: str
    minimax: str
    mcts: str

    def hybrid(self, size: Size) -> str:
        """The tree search early, minimax late."""
        return _joined(size, self.mcts, self.minimax)

    def reverse(self, size: Size) -> str:
        """Minimax early, the tree search late."""
        return _joined(size, self.minimax, self.mcts)

    def games(self, size: Size) -> list[Contest]:
        """Both hybrids against both searches; and these two from boards with more and fewer empty cells."""
        rivals = (self.minimax, self.mcts)
        made = size._replace(boards=tuple(f"generate:size=3x3,empty={empty}" for empty in size.empty))
        return [
            *Duels(f"{self.name}, hybrid", self.hybrid(size), rivals).games(size),
            *Duels(f"{self.name}, reverse", self.reverse(size), rivals).games(size),
            *self.phases.games(made),
        ]

    @property
    def phases(self) -> Duels:
        """The two searches against each other."""
        return Duels(f"{self.name}, phases", self.minimax, (self.mcts,))


def _joined(size: Size, early: str, late: str) -> str:
    """The hybrid of two agents, whose options stand behind slashes."""
    searches = [size.agent(agent).replace(":", "/").replace(",", "/") for agent in (early, late)]
    return f"hybrid:share={LATE},early={searches[0]},late={searches[1]}"


SIDES = {
    THEY: Side("sight", "minimax-bombs:as=000", "mcts-tree:as=000"),
    WE: Side("sight, ours", "minimax-bombs", "mcts-tree"),
}


# -- what is measured ------------------------------------------------------------------------------------------------


def measurements(size: Size) -> list[Settings]:
    """Games of both searches that are watched; and minimax on nearly empty boards, with and without symmetry."""
    watched = size._replace(rounds=size.seeds)
    agents = [agent for side in SIDES.values() for agent in (side.minimax, side.mcts)]
    symmetric = [
        {"board": f"generate:size=3x3,empty={81 - clues},seed={seed}", "clues": clues}
        | {"minimax": side.minimax, "symmetry": symmetry}
        for clues in CLUES
        for seed in range(1, size.puzzles + 1)
        for side in SIDES.values()
        for symmetry in ("no", "yes")
    ]
    return [*(one for agent in agents for one in to_watch(agent, RIVAL, watched)), *symmetric]


def measure(settings: Settings) -> Value:
    """Of each turn the share of empty cells, what minimax expects, the most points to be had, and those taken.

    Or, on a nearly empty board, the nodes of a search.
    """
    if "symmetry" in settings:
        return {"nodes": nodes(settings)}
    geometry, turns = start_of(settings).grid.geometry, []
    for seen in watch(settings):
        left = [sum(not seen.values[cell] for cell in unit) for unit in geometry.units]
        cells = [cell for cell, value in enumerate(seen.values) if not value]
        points = {cell: POINTS[sum(left[unit] == 1 for unit in geometry.units_of[cell])] for cell in cells}
        taken = 0 if seen.cell is None else points[seen.cell]
        turns.append([len(cells) / len(seen.values), seen.facts.get("value", 0), max(points.values()), taken])
    return {"turns": turns}


def nodes(settings: Settings) -> float:
    """The nodes of a search that looks at the agent's turn and the opponent's."""
    agent, mark = settings["minimax"], "," if ":" in settings["minimax"] else ":"
    options = f"bombs=none,start={_DEPTH},deepest={_DEPTH},symmetry={settings['symmetry']}"
    facts: dict[str, float] = {}
    task = Task(1, Limit(), lambda move: None, random.Random(1), report=facts.update)
    load_agent(f"{agent}{mark}{options}").think(Game(puzzle_of(settings)), task)
    return facts["nodes"]


# -- results ---------------------------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A turn of a search that was watched."""

    empty: float  # share of the cells
    value: float  # what the search expects
    most: int  # points to be had
    taken: int

    @property
    def is_late(self) -> bool:
        """Whether few cells are empty."""
        return self.empty <= LATE


def turns(data: Data, agent: str) -> list[Turn]:
    """All turns of the agent in games that were watched."""
    return [Turn(*it) for one in data.where(agent=agent) for it in one.value["turns"]]


def part(facts: Iterable[bool]) -> Estimate:
    """How many of them are true."""
    facts = list(facts)
    return Estimate(*wilson(sum(facts), len(facts)), len(facts), "turns")


def takes(data: Data, agent: str) -> Estimate:
    """How often the agent takes the most points that are to be had, where there are any."""
    return part(turn.taken == turn.most for turn in turns(data, agent) if turn.most)


def zeros(data: Data, agent: str, *, late: bool) -> Estimate:
    """How often the search expects that no player gains anything."""
    return part(turn.value == 0 for turn in turns(data, agent) if turn.is_late is late)


def hybrids(data: Data, side: Side) -> list[StoredGame]:
    """The games of both hybrids."""
    return [game for kind in ("hybrid", "reverse") for game in data.contests.get(f"{side.name}, {kind}", [])]


def versus(data: Data, side: Side) -> dict[str, dict[str, Estimate]]:
    """What each hybrid gets against each search."""
    size, found = data.size, hybrids(data, side)
    own = {"hybrid": side.hybrid(size), "reverse hybrid": side.reverse(size)}
    others = {"minimax": size.agent(side.minimax), "the tree search": size.agent(side.mcts)}
    return {name: {to: share(found, agent, other) for to, other in others.items()} for name, agent in own.items()}


def early_and_late(data: Data, side: Side) -> tuple[Estimate, Estimate]:
    """What those get who play early with the tree search, and late with minimax, against those who do the contrary.

    They differ in one of the two only: a hybrid plays late as minimax does, and early as the tree search does.
    """
    size, found = data.size, hybrids(data, side)
    minimax, mcts = size.agent(side.minimax), size.agent(side.mcts)
    hybrid, reverse = side.hybrid(size), side.reverse(size)
    return share(found, [hybrid, mcts], minimax, reverse), share(found, [hybrid, minimax], mcts, reverse)


def by_phase(data: Data, side: Side) -> list[Point]:
    """What minimax gets against the tree search, by the number of empty cells at the start."""
    games = split(data.contests.get(side.phases.name, []), lambda game: Recipe.parse(game.board).empty or 0)
    return [Point(empty, side.phases.share(data, some)) for empty, some in sorted(games.items())]


def spared(data: Data, side: Side) -> list[Point]:
    """Which share of the nodes symmetry spares, by the number of clues."""
    points = []
    for clues in CLUES:
        some = {
            (one.settings["board"], one.settings["symmetry"]): one.value["nodes"]
            for one in data.where(minimax=side.minimax, clues=clues)
        }
        boards = {board for board, _ in some}
        points.append(Point(clues, mean([1 - some[it, "yes"] / some[it, "no"] for it in sorted(boards)], "boards")))
    return points


def findings(data: Data) -> list[Finding]:
    """What the report says of early and late, of its agents and of ours."""
    they, we = ([*_of_turns(data, side), *_of_games(data, side), _of_symmetry(data, side)] for side in SIDES.values())
    return beside(they, ours=we)


def _of_turns(data: Data, side: Side) -> list[Finding]:
    early, late = (zeros(data, side.minimax, late=is_late) for is_late in (False, True))
    near, far = takes(data, side.minimax), takes(data, side.mcts)
    return [
        Finding(
            "Early in the game minimax learns nothing from its search: the value is often zero.",
            all_of([above(early, 0.5), gains(difference(late, early))]),
            f"No gain for anybody is what it expects in {percent(early)} of the early turns and in {percent(late)} of "
            f"the late ones ({100 * LATE:.0f} % of the cells empty, or fewer).",
        ),
        Finding(
            "The tree search is worse at short-term consequences: it lets points lie that minimax takes.",
            gains(difference(far, near)),
            f"Where points are to be had, minimax takes the most in {percent(near)} of the turns, the tree search in "
            f"{percent(far)}.",
        ),
    ]


def _of_games(data: Data, side: Side) -> list[Finding]:
    points, (early, late) = by_phase(data, side), early_and_late(data, side)
    first, last, rises = points[0], points[-1], trend(points)
    told = versus(data, side)["hybrid"]
    return [
        Finding(
            "Games that begin late favour minimax more, against the tree search, than games that begin early.",
            falls(rises),
            f"Minimax gets {percent(first.y)} from boards with {first.x:.0f} empty cells, and {percent(last.y)} from "
            f"boards with {last.x:.0f}; the trend from few to many is {change(rises)}.",
        ),
        Finding(
            "The tree search makes the better decisions early.",
            beats(early),
            f"Between agents that play alike late, those that begin with the tree search get {percent(early)} of the "
            "points against those that begin with minimax.",
        ),
        Finding(
            "Minimax makes the better decisions late.",
            beats(late),
            f"Between agents that play alike early, those that end with minimax get {percent(late)} against those that "
            "end with the tree search.",
        ),
        Finding(
            "A hybrid, the tree search early and minimax late, combines the strengths of both.",
            all_of(beats(value) for value in told.values()),
            f"It gets {' and '.join(f'{percent(value)} against {other}' for other, value in told.items())}.",
        ),
    ]


def _of_symmetry(data: Data, side: Side) -> Finding:
    points = spared(data, side)
    nearly = [point.y.value for point in points if point.x <= NEARLY_EMPTY]
    return Finding(
        "On nearly empty boards symmetry prunes a large part of the search.",
        is_true(min(nearly) > 0.5),
        f"Of the nodes of a search {_DEPTH} turns deep it spares "
        + ", ".join(f"{100 * point.y.value:.0f} % with {point.x:.0f}" for point in points)
        + " clues.",
    )


def tables(data: Data) -> list[Table]:
    """Everything in numbers."""
    none = "the report gives no numbers"
    won, seen = [], []
    for title, side in SIDES.items():
        early, late = early_and_late(data, side)
        won += [
            (title, "minimax against the tree search", f"{it.x:.0f} empty", percent(it.y))
            for it in by_phase(data, side)
        ]
        won += [
            (title, f"{name} against {other}", "whole games", percent(value))
            for name, row in versus(data, side).items()
            for other, value in row.items()
        ]
        won += [(title, "the tree search against minimax", "early turns only", percent(early))]
        won += [(title, "minimax against the tree search", "late turns only", percent(late))]
        for is_late, when in ((False, "early"), (True, "late")):
            seen.append((title, f"minimax expects no gain, {when}", percent(zeros(data, side.minimax, late=is_late))))
        for what, agent in (("minimax", side.minimax), ("the tree search", side.mcts)):
            seen.append((title, f"{what} takes the most points to be had", percent(takes(data, agent))))
    series = [spared(data, side) for side in SIDES.values()]
    symmetric = tuple(
        (f"{clues}", *(f"{100 * points[number].y.value:.1f} %" for points in series))
        for number, clues in enumerate(CLUES)
    )
    return [
        Table("Games", ("whose", "who", "from where", "we"), tuple(won), note=f"{NOTE}; {none}"),
        Table("Turns", ("whose", "what", "we"), tuple(seen), note=f"share of the turns; {none}"),
        Table("Symmetry", ("clues", *SIDES), symmetric, note=f"nodes that are spared; {none}"),
    ]


def picture(data: Data) -> Figure:
    """By phase, the hybrids, and symmetry."""
    figure, (phase, mixed, symmetry) = plots.panels(3, 3.8)
    plots.lines(phase, {title: by_phase(data, side) for title, side in SIDES.items()}, spread=0.6)
    phase.invert_xaxis()  # as the game goes
    phase.set_xlabel("empty cells at the start")
    plots.shares(phase, "share of the points")
    phase.set_title("minimax against MCTS")
    plots.legend_below(phase)
    series = {title: versus(data, side)["hybrid"] for title, side in SIDES.items()}
    plots.dots(
        mixed, ["against\nminimax", "against\nMCTS"], {title: list(row.values()) for title, row in series.items()}
    )
    plots.shares(mixed, "share of the points", upright=True)
    mixed.set_title("hybrid")
    plots.lines(symmetry, {title: spared(data, side) for title, side in SIDES.items()}, spread=0.2)
    plots.shares(symmetry, "nodes spared", even=False)
    symmetry.set_xlabel("clues on the board")
    symmetry.set_title("symmetry")
    return figure


SIGHT = Experiment(
    name="sight",
    report="000",
    where="section 3, early vs late game, symmetry",
    question="Is minimax near-sighted and the tree search far-sighted, and what would a hybrid of both gain?",
    claim="Minimax is less effective early, where its evaluation is often zero, and effective late. MCTS makes better "
    "decisions early but is less effective at short-term consequences. A hybrid could combine both. Symmetry, strong "
    "on nearly empty boards, could prune a large part of the search.",
    setup="minimax-bombs:as=000 against mcts-tree:as=000 (the report's A3 agent and tree search) from 9x9 boards with "
    "many and with few empty cells; both against a hybrid that plays with the tree search until "
    f"{100 * LATE:.0f} % of the cells are empty and with minimax then, and against the reverse: these pairs play alike "
    "early, or late, so that only the other phase decides. Turns are watched in games against greedy_player. Symmetry: "
    f"minimax {_DEPTH} turns deep on 9x9 boards with few clues, with equal moves tried once and without. Ours, "
    "minimax-bombs and mcts-tree, likewise.",
    sizes={
        "quick": Size(BOARDS[3:5], (0.1,), translated=True, rounds=10, empty=(12, 24, 36, 60), seeds=2, puzzles=1),
        "reported": Size(
            BOARDS[3:8], (0.5,), translated=True, rounds=24, empty=(12, 18, 24, 36, 48, 60, 72), seeds=4, puzzles=3
        ),
        "paper": Size(BOARDS[3:8], (0.5, 1, 2), rounds=10, empty=(12, 24, 36, 60), seeds=2, puzzles=3),
        "full": Size(BOARDS[3:], (0.5, 1, 2), rounds=50, empty=(12, 18, 24, 36, 48, 60, 72), seeds=5, puzzles=5),
    },
    games=lambda size: [contest for side in SIDES.values() for contest in side.games(size)],
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: what minimax gets against the tree search when the game begins with so many empty cells. Middle: "
    "the hybrid against each of the two in whole games. Right: how many nodes of minimax symmetry spares, by clues on "
    "a 9x9 board. With 95 % intervals; the broken lines are ties. The report gives no numbers.",
)
