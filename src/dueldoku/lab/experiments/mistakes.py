"""The mistakes of the reports, switched on: each agent against itself with one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dueldoku.lab.claim import EQUAL_SHARE, Estimate, beats, percent, share
from dueldoku.lab.duels import lead
from dueldoku.lab.experiment import Contest, Data, Experiment, Size, contest
from dueldoku.lab.finding import Finding
from dueldoku.render import plots
from dueldoku.render.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Mistake(NamedTuple):
    """An agent, the option that switches the mistake on, and what it is."""

    agent: str
    wrong: str
    what: str
    more: int = 1  # so many times as many rounds, as it is close: at most as many as the size allows

    @property
    def name(self) -> str:
        """What the pairing is called: the agent with the mistake."""
        return f"{self.agent}{',' if ':' in self.agent else ':'}{self.wrong}"

    @property
    def report(self) -> str:
        """Whose mistake it is."""
        return {"minimax-cells": "001", "mcts-cells": "002"}.get(self.agent, "000")


KINDS = (
    Mistake("minimax-bombs", "mistakes=keep", "keeps a value that a deeper search refutes"),
    Mistake("minimax-bombs", "mistakes=total", "passes whenever it is behind, instead of when every move loses", 10),
    Mistake("minimax-bombs", "mistakes=skip", "skips the wrong rows in its block-row test"),
    Mistake("minimax-bombs", "mistakes=refill", "fills filled cells again in its search", 2),
    Mistake("minimax-bombs", "mistakes=counted", "takes known bombs for legal moves"),
    Mistake("minimax-bombs", "mistakes=unnoticed", "notices only the first list of bombs that was not done"),
    Mistake("minimax-bombs", "mistakes=delayed", "renews a list of bombs a turn late", 2),
    Mistake("minimax-bombs", "prune=late", "prunes too late", 6),
    Mistake("minimax-bombs", "proof=no", "proposes bombs that it does not know of", 4),
    Mistake("minimax-bombs", "bombs=none", "does not pass at all, like the earlier agent"),
    Mistake("minimax-regions", "mistakes=keep", "keeps a value that a deeper search refutes"),
    Mistake("minimax-regions", "mistakes=refill", "fills filled cells again in its search"),
    Mistake("minimax-regions", "mistakes=blocks", "takes the height of a block for its width"),
    Mistake("minimax-regions", "prune=late", "prunes too late"),
    Mistake("minimax-regions", "proof=no", "proposes bombs"),
    Mistake("minimax-cells", "mistakes=blocks", "counts the empty cells of a block in one of its columns"),
    Mistake("minimax-cells", "order=rotating", "tries cells in an order that depends on what was cut off before", 2),
    Mistake("minimax-cells", "solver=listing", "has a solver that stops with an error", 3),
    Mistake("mcts-tree", "mistakes=twice", "counts points in the tree twice"),
    Mistake("mcts-tree", "mistakes=uneven", "counts a draw as a loss for itself and as a win for the other", 2),
    Mistake("mcts-tree:playouts=moves", "mistakes=refill", "fills filled cells again in tree and playouts"),
    Mistake("mcts-tree", "mistakes=untried", "takes a move that was never tried for one that loses", 6),
    Mistake("mcts-tree:bombs=0,proof=no", "mistakes=upside-down", "mixes up who is to move after a refused move", 4),
    Mistake("mcts-tree", "playouts=moves", "ends its playouts in dead ends"),
    Mistake("mcts-tree", "bombs=0", "does not know bombs"),
    Mistake("mcts-tree", "proof=no", "proposes bombs", 4),
    Mistake("mcts-cells", "mistakes=flipped", "lets each side prefer what is good for the other"),
    Mistake("mcts-cells", "mistakes=stale", "does not see the cells that its playouts fill"),
    Mistake("mcts-cells", "mistakes=cached", "renews a move's bound only when that move is tried", 2),
    Mistake("mcts-cells", "mistakes=seat", "begins with the other one's lead as second player"),
    Mistake("mcts-cells", "mistakes=untried", "ends its turn if a move was never tried", 2),
    Mistake("mcts-cells", "opening=random", "spends its first turn on measuring the time", 3),
    Mistake("mcts-cells", "solver=listing", "has a solver that stops with an error", 4),
)
BOARDS = ("generate:size=2x3,empty=20,solutions=1,seed=1", "generate:size=3x3,empty=45,solutions=1,seed=1")
_SLOWER = 5  # a tree search gets so many times as long: its steps are whole playouts


def games(size: Size) -> list[Contest]:
    """A match for each mistake."""
    longer = size._replace(seconds=tuple(_SLOWER * seconds for seconds in size.seconds))
    found = []
    for it in KINDS:
        own = longer if it.agent.startswith("mcts") else size
        own = own._replace(rounds=own.rounds * min(it.more, size.closer))
        found.append(contest(it.name, [it.agent, it.name], own))
    return found


def shares(data: Data) -> dict[Mistake, Estimate]:
    """What the agent without the mistake gets of the points."""
    named = data.size.agent
    return {it: share(data.contests.get(it.name, []), named(it.agent), named(it.name)) for it in KINDS}


def findings(data: Data) -> list[Finding]:
    """Whether each mistake costs games."""
    return [
        Finding(
            f"{it.agent} loses by this mistake of report {it.report}: it {it.what} ({it.wrong}).",
            beats(value),
            f"Without it, the agent gets {percent(value)} of the points against itself with it.",
        )
        for it, value in shares(data).items()
    ]


def tables(data: Data) -> list[Table]:
    """All mistakes."""
    rows, named = [], data.size.agent
    for it, won in shares(data).items():
        value, low, high = lead(data.contests.get(it.name, []), named(it.agent), named(it.name))
        rows.append((it.name, it.report, percent(won), f"{value:+.1f} ({low:+.1f} to {high:+.1f})"))
    head = ("mistake", "report", "share of the points without it", "lead on the board, per game")
    return [Table("With and without", head, tuple(rows), note="the agent without the mistake against the same with it")]


def picture(data: Data) -> Figure:
    """All mistakes."""
    table = shares(data)
    figure, (axis,) = plots.panels(height=0.8 + 0.24 * len(table))
    plots.dots(axis, [it.name for it in table], {"without the mistake": list(table.values())})
    plots.shares(axis, "share of the points of the agent without it", upright=True)
    return figure


MISTAKES = Experiment(
    name="mistakes",
    report="ours",
    where="docs/reports.md",
    question="How much did the mistakes of the reports cost their agents?",
    claim="Ours: most of what the reports found odd about their agents comes from mistakes, and each mistake costs "
    "games.",
    setup="Each agent against itself with one mistake switched on, at the pace of the report's Python, on new boards "
    f"of 6x6 and 9x9 cells with one solution, in pairs. Tree searches get {_SLOWER} times as long.",
    sizes={
        "quick": Size(BOARDS, (0.1,), translated=True, rounds=10),
        "reported": Size(BOARDS, (0.1,), translated=True, rounds=50, closer=10),
        "paper": Size(BOARDS, (0.1,), translated=True, rounds=300),
        "full": Size(BOARDS, (0.1,), translated=True, rounds=1000),
    },
    games=games,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="To the right of the middle, the mistake costs games. An interval that covers the middle and ends below "
    f"{50 + 100 * EQUAL_SHARE:.0f} % says that it costs none, or so few that it counts as equal.",
)
