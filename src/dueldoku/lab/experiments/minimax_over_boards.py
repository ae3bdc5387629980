"""Report 000, figure 3: the same games as figure 2, over the boards."""

from __future__ import annotations

from itertools import chain

from dueldoku.lab.claim import above, all_of, difference, percent, share
from dueldoku.lab.duels import by_board, extremes
from dueldoku.lab.experiment import Data, Experiment, Finding
from dueldoku.lab.experiments.minimax_over_time import DUELS, RIVALS, SIZES


def findings(data: Data) -> list[Finding]:
    """The report's three observations on figure 3."""
    worst, best = extremes(DUELS.over_boards(data))
    groups = list(by_board(data.games).values())
    half = len(groups) // 2
    small, large = (share(chain(*some), DUELS.agent, RIVALS[0]) for some in (groups[:half], groups[half:]))
    totals = DUELS.overall(data)
    return [
        Finding(
            "How well it does depends much on the board.",
            above(difference(worst[0], best[0]), 0.1),
            f"It does best on {best[1]}, {percent(best[0])}, and worst on {worst[1]}, {percent(worst[0])}.",
        ),
        Finding(
            "Against the earlier minimax agent it does better on the larger and emptier boards.",
            above(difference(small, large), 0),
            f"It gets {percent(small)} on the half of the boards with fewer empty cells, {percent(large)} on the "
            "other.",
        ),
        Finding(
            "On the whole it beats all three opponents.",
            all_of(above(total, 0.5) for total in totals.values()),
            "Over all boards and times it gets "
            + ", ".join(f"{percent(total)} against {other}" for other, total in totals.items())
            + ".",
        ),
    ]


EXPERIMENT = Experiment(
    name="minimax-over-boards",
    report="000",
    where="figure 3",
    question="On which boards does the minimax agent that passes with bombs do well?",
    claim="It depends on the board; against the earlier minimax agent it is better on large, empty boards; on the "
    "whole it beats all of them, with exceptions on small boards.",
    setup="The games of minimax-over-time, all times together.",
    sizes=SIZES,
    games=DUELS.games,
    findings=findings,
    tables=DUELS.board_tables,
    picture=DUELS.board_picture,
    caption="Share of the points on each board, all times together; in brackets, how many cells are empty.",
)
