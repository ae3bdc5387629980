"""Report 000, section 3: a smaller C gives a deeper tree, and a deep tree is of use in the next turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from dueldoku.lab.boards import BOARDS
from dueldoku.lab.claim import Estimate, above, all_of, difference, gains, mean, percent
from dueldoku.lab.duels import THEY, WE, empty_cells
from dueldoku.lab.experiment import Data, Experiment, Settings, Size, Value
from dueldoku.lab.finding import Finding, beside
from dueldoku.lab.watching import to_watch, watch
from dueldoku.render import plots
from dueldoku.render.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CONSTANTS = ("0.5", "1", "2", "5")
SIDES = {THEY: "mcts-tree:as=000,c=", WE: "mcts-tree:c="}
RIVAL = "greedy_player"
LAYERS = 2  # the report: what is kept pays when the tree is deeper than that


def measurements(size: Size) -> list[Settings]:
    """A game of every agent with every C, on every board with every time."""
    return [one for start in SIDES.values() for c in CONSTANTS for one in to_watch(f"{start}{c}", RIVAL, size)]


def measure(settings: Settings) -> Value:
    """Of each turn with a search: empty cells, how deep the tree got, its nodes at first and at last."""
    facts = ((seen.values.count(0), seen.facts) for seen in watch(settings) if seen.facts)
    return {"turns": [[empty, it["depth"], it["reused"], it["tree"]] for empty, it in facts]}


# -- results ---------------------------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A turn of the agent."""

    empty: int  # cells
    depth: int  # of the tree at its end
    first: int  # nodes of the tree at its beginning, the root included
    last: int  # and at its end


def games_of(data: Data, side: str, c: str, **where: str) -> dict[Hashable, list[Turn]]:
    """The turns of each game of a side with this C, by board, time and number, where it searched at all."""
    games = {
        tuple(one.settings[key] for key in ("board", "seconds", "game")): [Turn(*it) for it in one.value["turns"]]
        for one in data.where(agent=f"{SIDES[side]}{c}", **where)
    }
    return {name: turns for name, turns in games.items() if turns}


def levels(turns: Sequence[Turn]) -> float:
    """How many levels the tree has at the end of a turn, on average."""
    return fmean(turn.depth for turn in turns)


def depth(data: Data, side: str, c: str, **where: str) -> Estimate:
    """The mean of that over the games."""
    return mean([levels(turns) for turns in games_of(data, side, c, **where).values()])


def gap(data: Data, side: str, smaller: str, larger: str) -> Estimate:
    """How many levels more the smaller C has, on average over games on the same board with the same time."""
    deep, flat = (games_of(data, side, c) for c in (smaller, larger))
    return mean([levels(turns) - levels(flat[name]) for name, turns in deep.items() if name in flat])


def kept(data: Data, side: str, constants: Sequence[str], fits: Callable[[Turn], bool], **where: str) -> Estimate:
    """Which part of a fitting turn's tree the next turn begins with, if both players filled a cell in between.

    A refused move may leave the whole tree, which tells nothing. Of a tree that is dropped, the root is left: nothing.
    """
    pairs = [pair for c in constants for turns in games_of(data, side, c, **where).values() for pair in pairwise(turns)]
    return mean(
        [(then.first - 1) / max(1, now.last - 1) for now, then in pairs if now.empty - then.empty == 2 and fits(now)],
        "turns",
    )


def findings(data: Data) -> list[Finding]:
    """What the report supposes, of its agent and of ours."""
    return beside(_findings(data, THEY), ours=_findings(data, WE))


def _findings(data: Data, side: str) -> list[Finding]:
    depths = {c: depth(data, side, c) for c in CONSTANTS}
    told = ", ".join(f"{it.value:.1f} for C = {c}" for c, it in depths.items())
    steps = {pair: gap(data, side, *pair) for pair in pairwise(CONSTANTS)}
    more = ", ".join(f"{it.value:+.2f} ({it.low:+.2f} to {it.high:+.2f})" for it in steps.values())
    deep = kept(data, side, CONSTANTS, lambda turn: turn.depth > LAYERS)
    flat = kept(data, side, CONSTANTS, lambda turn: turn.depth <= LAYERS)
    return [
        Finding(
            "A smaller C gives a deeper tree.",
            all_of(above(step, 0.0) for step in steps.values()),
            f"Its levels, on average over all boards, times and turns: {told}. From each C to the next larger one, on "
            f"the same board with the same time, it is deeper by {more} levels.",
        ),
        Finding(
            "Work is used again in the next turn when the tree is deeper than two levels.",
            gains(difference(flat, deep)),
            f"Of trees that were deeper, {percent(deep)} of the nodes are left in the next turn, on average over "
            f"{deep.amount} turns; of the others {percent(flat)}, over {flat.amount}.",
        ),
    ]


def tables(data: Data) -> list[Table]:
    """Levels by board, and how often something was kept."""
    columns = [(side, c) for side in SIDES for c in CONSTANTS]
    head = ("board", *(f"{side}, C = {c}" for side, c in columns))
    deep = tuple(
        (title, *(f"{depth(data, side, c, board=board).value:.1f}" for side, c in columns))
        for board, title in boards(data).items()
    )
    left = tuple(
        (title, *(percent(kept(data, side, [c], lambda turn: True, board=board)) for side, c in columns))
        for board, title in boards(data).items()
    )
    lost = "the report supposes it and gives no numbers"
    return [
        Table("Levels of the tree", head, deep, note=f"means over all turns and times; {lost}"),
        Table("What is left of the tree in the next turn", head, left, note=f"share of the nodes; {lost}"),
    ]


def boards(data: Data) -> dict[str, str]:
    """The boards with their titles, the emptiest last."""
    names = sorted(data.size.boards, key=lambda name: empty_cells(name, data.size))
    return {name: f"{name} ({empty_cells(name, data.size)})" for name in names}


def picture(data: Data) -> Figure:
    """Levels by board, a panel for each side."""
    titles = boards(data)
    figure, axes = plots.panels(len(SIDES), 1.6 + 0.45 * len(titles))
    for axis, side in zip(axes, SIDES, strict=True):
        series = {f"C = {c}": [depth(data, side, c, board=board) for board in titles] for c in CONSTANTS}
        plots.dots(axis, list(titles.values()), series)
        axis.set_title(side)
        axis.set_xlabel("levels of the tree at the end of a turn")
    most = max(axis.get_xlim()[1] for axis in axes)
    for axis in axes:
        axis.set_xlim(0, most)
    axes[1].set_yticklabels([])
    plots.legend(axes[1])
    return figure


TREE_DEPTH = Experiment(
    name="tree-depth",
    report="000",
    where="section 3, data saving",
    question="Does a smaller C give a deeper tree, and does a deeper tree leave more for the next turn?",
    claim="Lower values of C might lead to deeper trees; keeping the tree pays when it is deeper than two levels. "
    "(Whether a smaller C wins more games is asked in mcts-over-time.)",
    setup="mcts-tree:as=000 (the report's tree search) and ours, mcts-tree, each with C = 0.5, 1, 2 and 5, against "
    "greedy_player. In every turn the levels of the tree are counted, and the nodes that it has from the turn before.",
    sizes={
        "quick": Size(BOARDS[:8], (0.5,), translated=True, rounds=4),
        "reported": Size(BOARDS, (0.5, 2), translated=True, rounds=4),
        "paper": Size(BOARDS, (0.1, 0.5, 1, 2), rounds=2),
        "full": Size(BOARDS, (0.1, 0.5, 1, 2), rounds=10),
    },
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="How deep the tree is at the end of a turn, mean over all turns and times with 95 % intervals; in "
    "brackets, how many cells are empty. Left the report's agent as it was, right ours. The report gives no numbers.",
)
