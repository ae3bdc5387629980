"""Report 000, figure 4: the tree search against the greedy player and against itself with other C, over time."""

from __future__ import annotations

from dueldoku.lab.claim import above, all_of, below, change, near, percent, trend
from dueldoku.lab.duels import BOARDS, Duels
from dueldoku.lab.experiment import Data, Experiment, Finding, Scale, Size

DUELS = Duels("mcts", "mcts-tree")  # C is 2 by default
SMALL = "mcts-tree:c=0.5"
QUICK_RIVALS = ("greedy_player", SMALL, "mcts-tree:c=5")
ALL_RIVALS = ("greedy_player", SMALL, "mcts-tree:c=1", "mcts-tree:c=5")
QUICK_BOARDS = ("empty-2x2", "random-2x3", "random-3x3")
SIZES: dict[Scale, Size] = {
    "quick": Size(QUICK_BOARDS, QUICK_RIVALS, (0.004, 0.01, 0.02, 0.04), in_process=True, rounds=3),
    "paper": Size(BOARDS, ALL_RIVALS, (0.1, 0.5, 1, 2), rounds=10),
    "full": Size(BOARDS, ALL_RIVALS, (0.1, 0.5, 1, 2), rounds=50),
}


def findings(data: Data) -> list[Finding]:
    """The report's two observations on figure 4, one statement each."""
    series = DUELS.over_time(data)
    greedy, small = series["greedy_player"], series[SMALL]
    others = [points for other, points in series.items() if other != "greedy_player"]
    rises = trend(greedy)
    total = DUELS.overall(data)["greedy_player"]
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


EXPERIMENT = Experiment(
    name="mcts-over-time",
    report="000",
    where="figure 4",
    question="Does the tree search play better when it has more time, and does its constant C matter?",
    claim="Against the greedy player it improves with time but does not win; other values of C play alike at first, "
    "and with more time a smaller C is better.",
    setup="mcts-tree with C = 2 against greedy_player and against itself with other C, on the bundled boards, in "
    "pairs. Unlike the report's, it knows bombs when few cells are left, and its playouts fill the whole board.",
    sizes=SIZES,
    games=DUELS.games,
    findings=findings,
    tables=DUELS.time_tables,
    picture=DUELS.time_picture,
    caption="Share of the points of C = 2 over the time for a turn, all boards together.",
)
