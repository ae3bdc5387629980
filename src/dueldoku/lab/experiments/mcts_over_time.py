"""Report 000, figure 4: the tree search against the greedy player and against itself with other C, over time."""

from __future__ import annotations

from typing import NamedTuple

from dueldoku.lab.claim import above, all_of, below, change, near, percent, share, trend
from dueldoku.lab.duels import BOARDS, over_time, time_picture, time_table
from dueldoku.lab.experiment import Contest, Data, Experiment, Finding, Scale, clocks, plan
from dueldoku.render.table import Table

AGENT = "mcts-tree"  # C is 2 by default
SMALL = "mcts-tree:c=0.5"
QUICK_RIVALS = ("greedy_player", SMALL, "mcts-tree:c=5")
ALL_RIVALS = ("greedy_player", SMALL, "mcts-tree:c=1", "mcts-tree:c=5")


class Size(NamedTuple):
    """Which games."""

    rivals: tuple[str, ...]
    boards: tuple[str, ...]
    seconds: tuple[float, ...]
    rounds: int


SIZES: dict[Scale, Size] = {
    "quick": Size(QUICK_RIVALS, ("empty-2x2", "random-2x3", "random-3x3"), (0.004, 0.01, 0.02, 0.04), 3),
    "paper": Size(ALL_RIVALS, BOARDS, (0.1, 0.5, 1, 2), 10),
    "full": Size(ALL_RIVALS, BOARDS, (0.1, 0.5, 1, 2), 50),
}


def contests(scale: Scale) -> list[Contest]:
    """The games of figures 4 and 5."""
    size = SIZES[scale]
    games = plan([AGENT, *size.rivals], size.boards, clocks(scale, size.seconds), size.rounds, gauntlet=True)
    return [Contest("mcts", games)]


def findings(data: Data) -> list[Finding]:
    """The report's two observations on figure 4, one statement each."""
    series = over_time(data.games, AGENT, SIZES[data.scale].rivals)
    greedy, small = series["greedy_player"], series[SMALL]
    others = [points for other, points in series.items() if other != "greedy_player"]
    rises = trend(greedy)
    total = share(data.games, AGENT, "greedy_player")
    first, last = f"with {greedy[0].x:g} s", f"with {greedy[-1].x:g} s"
    return [
        Finding(
            "Against the greedy player it gains as time grows.",
            above(rises, 0),
            f"It gets {percent(greedy[0].y)} {first} and {percent(greedy[-1].y)} {last}; the trend is {change(rises)}.",
        ),
        Finding(
            "In general it does not win against the greedy player.",
            below(total, 0.5),
            f"It gets {percent(total)} of the points over all boards and times.",
        ),
        Finding(
            "With little time, other C play about as well.",
            all_of(near(points[0].y, 0.5, 0.15) for points in others),
            f"C = 2 gets {', '.join(percent(points[0].y) for points in others)} against them {first}.",
        ),
        Finding(
            "With more time, a smaller C is better.",
            below(small[-1].y, 0.5),
            f"C = 2 gets {percent(small[-1].y)} against C = 0.5 {last}.",
        ),
    ]


def tables(data: Data) -> list[Table]:
    """Figure 4 as a table."""
    return [time_table(over_time(data.games, AGENT, SIZES[data.scale].rivals), AGENT)]


EXPERIMENT = Experiment(
    name="mcts-over-time",
    report="000",
    where="figure 4",
    question="Does the tree search play better when it has more time, and does its constant C matter?",
    claim="Against the greedy player it improves with time but does not win; other values of C play alike at first, "
    "and with more time a smaller C is better.",
    setup="mcts-tree with C = 2 against greedy_player and against itself with other C, on the bundled boards, in "
    "pairs. Unlike the report's, it knows bombs when few cells are left, and its playouts fill the whole board.",
    contests=contests,
    findings=findings,
    tables=tables,
    picture=lambda data: time_picture(over_time(data.games, AGENT, SIZES[data.scale].rivals), AGENT),
    caption="Share of the points of C = 2 over the time for a turn, all boards together.",
)
