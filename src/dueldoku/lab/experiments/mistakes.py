"""The mistakes of the reports, switched on: each agent against itself with one of them."""

from __future__ import annotations

from typing import NamedTuple

from matplotlib.figure import Figure

from dueldoku.lab.claim import above, near, percent, share
from dueldoku.lab.duels import lead
from dueldoku.lab.experiment import ClaimState, Contest, Data, Experiment, Finding, Size, contest
from dueldoku.render import plots
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval


class Mistake(NamedTuple):
    """An agent, the same with the mistake, whose mistake it is, and what it is."""

    agent: str
    wrong: str
    report: str
    what: str


KINDS = (
    Mistake("minimax-bombs", "mistakes=keep", "000", "a value that a deeper search refutes is kept"),
    Mistake("minimax-bombs", "mistakes=total", "000", "passes whenever it is behind, instead of when every move loses"),
    Mistake("minimax-bombs", "bombs=none", "000, earlier agent", "does not pass at all"),
    Mistake("minimax-regions", "mistakes=keep", "000", "a value that a deeper search refutes is kept"),
    Mistake("minimax-regions", "prune=late", "000", "prunes too late"),
    Mistake("minimax-cells", "mistakes=blocks", "001", "counts the empty cells of a block in one of its columns"),
    Mistake("mcts-tree", "mistakes=twice", "000", "points in the tree count twice"),
    Mistake("mcts-tree", "mistakes=uneven", "000", "a draw counts as a loss for oneself, as a win for the other"),
    Mistake("mcts-tree", "bombs=0", "000", "does not know bombs"),
    Mistake("mcts-cells", "mistakes=flipped", "002", "each side prefers what is good for the other"),
    Mistake("mcts-cells", "mistakes=stale", "002", "playouts do not see the cells that they fill"),
)
BOARDS = ("generate:size=2x3,empty=20,solutions=1,seed=1", "generate:size=3x3,empty=45,solutions=1,seed=1")


def label(mistake: Mistake) -> str:
    """What the pairing is called."""
    return f"{mistake.agent}:{mistake.wrong}"


def games(size: Size) -> list[Contest]:
    """A match for each mistake. A node of a tree search is a whole playout: they get a tenth of the nodes."""
    fewer = size._replace(nodes=size.nodes // 10)
    return [contest(label(it), [it.agent, label(it)], fewer if it.agent.startswith("mcts") else size) for it in KINDS]


def shares(data: Data) -> dict[Mistake, Interval]:
    """What the agent without the mistake gets of the points."""
    return {it: share(data.contests.get(label(it), []), it.agent, label(it)) for it in KINDS}


def findings(data: Data) -> list[Finding]:
    """Whether each mistake costs games."""
    words = {
        ClaimState.HOLDS: "It does.",
        ClaimState.FAILS: "It does not.",
        ClaimState.OPEN: "These games do not show it.",
    }
    return [
        Finding(
            f"{it.agent} loses by this mistake of report {it.report}: {it.what} ({it.wrong}).",
            costs(value),
            f"{words[costs(value)]} Without it, the agent gets {percent(value)} of the points against itself with it.",
        )
        for it, value in shares(data).items()
    ]


def costs(value: Interval) -> ClaimState:
    """Whether the mistake costs games, if this is what the agent without it gets; a twentieth is next to nothing."""
    return ClaimState.FAILS if near(value, 0.5, 0.05) is ClaimState.HOLDS else above(value, 0.5)


def tables(data: Data) -> list[Table]:
    """All mistakes."""
    rows = []
    for it, won in shares(data).items():
        value, low, high = lead(data.contests.get(label(it), []), it.agent, label(it))
        rows.append((label(it), it.report, percent(won), f"{value:+.1f} ({low:+.1f} to {high:+.1f})"))
    head = ("mistake", "report", "share of the points without it", "lead on the board, per game")
    return [Table("With and without", head, tuple(rows), note="the agent without the mistake against the same with it")]


def picture(data: Data) -> Figure:
    """All mistakes."""
    table = shares(data)
    figure, (axis,) = plots.panels(height=4.2)
    plots.dots(axis, [label(it) for it in table], {"without the mistake": list(table.values())})
    plots.shares(axis, "share of the points of the agent without it", upright=True)
    return figure


MISTAKES = Experiment(
    name="mistakes",
    report="ours",
    where="docs/reports.md",
    question="How much did the mistakes of the reports cost their agents?",
    claim="Ours: most of what the reports found odd about their agents comes from mistakes, and each mistake costs "
    "games.",
    setup="Each agent against itself with one mistake switched on, with a fixed number of nodes, on new boards of 6x6 "
    "and 9x9 cells with one solution, in pairs.",
    sizes={
        "quick": Size(BOARDS, nodes=10_000, rounds=30),
        "paper": Size(BOARDS, nodes=20_000, rounds=20),
        "full": Size(BOARDS, nodes=20_000, rounds=200),
    },
    games=games,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="To the right of the middle, the mistake costs games; an interval that covers the middle leaves it open.",
)
