"""How far from perfect every agent plays, where perfect play is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dueldoku.bench.perfect import KINDS, USUAL, losses, solved_positions
from dueldoku.lab.claim import Estimate, above, all_of, below, mean, percent
from dueldoku.lab.experiment import Data, Experiment, Settings, Size, Value
from dueldoku.lab.finding import Finding
from dueldoku.render import plots
from dueldoku.render.table import Table
from dueldoku.stats.intervals import wilson

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AGENTS = tuple(name for name in USUAL if name != "naive_player")  # whose moves are mostly offences, without a value
BEST, GREEDY, CHANCE = "sensei", "greedy_player", "random_player"
_NEXT_TO_NOTHING = 0.1  # points a move


def measurements(size: Size) -> list[Settings]:
    """Every agent on boards of every kind."""
    common = {"positions": size.puzzles, "nodes": size.nodes}
    return [{"agent": agent, "boards": kind, **common} for kind in KINDS for agent in AGENTS]


def measure(settings: Settings) -> Value:
    """What the agent's move lost in each position, and how many solutions each board had."""
    kind, positions = settings["boards"], settings["positions"]
    return {
        "losses": losses(settings["agent"], kind, positions, settings["nodes"]),
        "solutions": [known.solutions for _, known in solved_positions(kind, positions)],
    }


# -- results ---------------------------------------------------------------------------------------------------------


def losses_of(data: Data, agent: str, kind: str) -> list[int]:
    """The losses of an agent's moves on boards of one kind."""
    return [loss for one in data.where(agent=agent, boards=kind) for loss in one.value["losses"] if loss is not None]


def lost(data: Data, agent: str, kind: str = "") -> Estimate:
    """What a move of the agent loses on average, on boards of one kind or on all of them."""
    return mean([it for one in KINDS if kind in ("", one) for it in losses_of(data, agent, one)], "positions")


def ahead(data: Data, agent: str, other: str) -> Estimate:
    """How much less a move of the agent loses than one of the other, in the same positions."""
    pairs = []
    for kind in KINDS:
        both = (
            [it for one in data.where(agent=who, boards=kind) for it in one.value["losses"]] for who in (agent, other)
        )
        pairs += [(mine, theirs) for mine, theirs in zip(*both, strict=True) if mine is not None and theirs is not None]
    return mean([theirs - mine for mine, theirs in pairs], "positions")


def findings(data: Data) -> list[Finding]:
    """What holds of ours."""
    table = {agent: lost(data, agent) for agent in AGENTS}
    searchers = [agent for agent in AGENTS if agent not in (BEST, GREEDY, CHANCE, "neat")]
    weakest = max(searchers, key=lambda agent: table[agent].value)
    worst = max((max(losses_of(data, BEST, kind), default=0) for kind in KINDS), default=0)
    return [
        Finding(
            f"sensei loses less than {_NEXT_TO_NOTHING:g} points in a move where perfect play is known.",
            below(table[BEST], _NEXT_TO_NOTHING),
            f"A move of it loses {_points(table[BEST])} on average, and {worst} at worst.",
        ),
        Finding(
            "Every agent that searches loses less than greedy_player.",
            all_of(above(ahead(data, agent, GREEDY), 0.0) for agent in searchers),
            f"greedy_player loses {_points(table[GREEDY])} in a move. Of those that search {weakest} loses most, "
            f"{_points(table[weakest])}.",
        ),
        Finding(
            "Taking most points at once is better than chance.",
            above(ahead(data, GREEDY, CHANCE), 0.0),
            f"random_player loses {_points(table[CHANCE])} in a move.",
        ),
    ]


def _points(interval: Estimate) -> str:
    return f"{interval.value:.2f} ({max(interval.low, 0.0):.2f} to {interval.high:.2f}) points"


def tables(data: Data) -> list[Table]:
    """Mean losses, and the worst and the perfect moves."""
    means, others = [], []
    for agent in sorted(AGENTS, key=lambda agent: lost(data, agent).value):
        means.append((agent, *(f"{lost(data, agent, kind).value:.2f}" for kind in KINDS), _points(lost(data, agent))))
        every = [it for kind in KINDS for it in losses_of(data, agent, kind)]
        worst = [str(max(losses_of(data, agent, kind), default=0)) for kind in KINDS]
        others.append((agent, *worst, percent(wilson(every.count(0), len(every)))))
    solutions = [it for one in data.where(agent=BEST) for it in one.value["solutions"]]
    several = sum(number > 1 for number in solutions)
    note = (
        f"points that a move loses on average; {several} of the {len(solutions)} boards have several solutions; on all "
        "others mcts-tree and mcts-cells are one search, and lose the same"
    )
    return [
        Table("Points lost in a move", ("agent", *KINDS, "all, with its interval"), tuple(means), note=note),
        Table("The worst move", ("agent", *KINDS, "perfect moves"), tuple(others), note="points that one move lost"),
    ]


def picture(data: Data) -> Figure:
    """Classic boards to the left, territories to the right."""
    figure, axes = plots.panels(2, 4.2)
    order = sorted(AGENTS, key=lambda agent: -lost(data, agent).value)
    sides = {"classic": [kind for kind in KINDS if " " not in kind], "rows": [kind for kind in KINDS if " " in kind]}
    for axis, (title, kinds) in zip(axes, sides.items(), strict=True):
        plots.dots(axis, order, {kind: [lost(data, agent, kind) for agent in order] for kind in kinds})
        axis.set_xlabel("points lost in a move")
        axis.set_title(title)
        plots.legend_below(axis)
    return figure


SHORTFALL = Experiment(
    name="shortfall",
    report="ours",
    where="docs/researchers.md",
    question="How far from perfect do the agents play, where perfect play is known?",
    claim="Ours: sensei plays next to perfectly on solved boards, and every agent that searches loses less than one "
    "that takes most points at once.",
    setup="Positions that chance has played to, on small boards and on larger ones with few empty cells, in which "
    "every move has an exact value and not all are worth the same. Each agent is asked for a move in each, within "
    "a number of nodes; what the best move is worth more than that one is lost.",
    sizes={
        "quick": Size(puzzles=60, nodes=1_000),
        "reported": Size(puzzles=400, nodes=10_000),
        "paper": Size(puzzles=400, nodes=10_000),
        "full": Size(puzzles=2_000, nodes=100_000),
    },
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="What a move loses on average, with 95 % intervals, on boards of each kind: classic boards to the left, "
    "those with territories to the right. Who stands at 0 plays perfectly.",
)
