"""Report 000, figure 2: the minimax agent that passes with bombs, against three others, over the time for a turn."""

from __future__ import annotations

from dueldoku.lab.claim import above, below, change, near, percent, trend
from dueldoku.lab.duels import BOARDS, Duels
from dueldoku.lab.experiment import Data, Experiment, Finding, Scale, Size

DUELS = Duels("minimax", "minimax-bombs")
RIVALS = ("minimax-regions", "greedy_player", "mcts-tree")
QUICK_BOARDS = ("easy-2x2", "empty-2x2", "random-2x3", "random-3x3")
SIZES: dict[Scale, Size] = {
    "quick": Size(QUICK_BOARDS, RIVALS, (0.004, 0.01, 0.02, 0.04), in_process=True, rounds=4),
    "paper": Size(BOARDS, RIVALS, (0.1, 0.5, 1, 2), rounds=10),
    "full": Size(BOARDS, RIVALS, (0.1, 0.5, 1, 2), rounds=50),
}


def findings(data: Data) -> list[Finding]:
    """The report's observations on figure 2."""
    regions, greedy, mcts = DUELS.over_time(data).values()
    falls, rises = trend(mcts), trend(greedy)
    first, last = f"with {mcts[0].x:g} s", f"with {mcts[-1].x:g} s"
    return [
        Finding(
            "It beats the earlier minimax agent when time is short.",
            above(regions[0].y, 0.5),
            f"It gets {percent(regions[0].y)} of the points {first}.",
        ),
        Finding(
            "When there is more time, the two draw level.",
            near(regions[-1].y, 0.5, 0.1),
            f"It gets {percent(regions[-1].y)} {last}.",
        ),
        Finding(
            "It beats the tree search when time is short.",
            above(mcts[0].y, 0.5),
            f"It gets {percent(mcts[0].y)} {first}.",
        ),
        Finding(
            "It loses ground against the tree search as time grows.",
            below(falls, 0),
            f"It gets {percent(mcts[-1].y)} {last}; over all times the trend is {change(falls)}.",
        ),
        Finding(
            "It gains ground against the greedy player as time grows.",
            above(rises, 0),
            f"It gets {percent(greedy[0].y)} {first} and {percent(greedy[-1].y)} {last}; the trend is {change(rises)}.",
        ),
    ]


EXPERIMENT = Experiment(
    name="minimax-over-time",
    report="000",
    where="figure 2",
    question="Does the minimax agent that passes with bombs play better when it has more time?",
    claim="Against the earlier minimax agent it leads when time is short and draws level later; against the tree "
    "search it loses ground with time; against the greedy player it gains.",
    setup="minimax-bombs against minimax-regions (the report's earlier agent), greedy_player and mcts-tree, on the "
    "bundled boards. Every two games are a pair: the same board, each agent moving first once.",
    sizes=SIZES,
    games=DUELS.games,
    findings=findings,
    tables=DUELS.time_tables,
    picture=DUELS.time_picture,
    caption="Share of the points (a win 1, a draw 0.5) over the time for a turn, all boards together.",
)
