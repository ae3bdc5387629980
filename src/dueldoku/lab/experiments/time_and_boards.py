"""Report 000, figures 2 to 5: the minimax agent that passes with bombs, and the tree search, against others.

Figures 2 and 4 are over the time for a turn, figures 3 and 5 are the same games over the boards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from dueldoku.lab.claim import above, all_of, below, change, difference, near, percent, share, trend
from dueldoku.lab.duels import BOARDS, Duels, by_board
from dueldoku.lab.experiment import ClaimState, Data, Experiment, Finding, Size
from dueldoku.render.plots import Point
from dueldoku.stats.interval import Interval

MINIMAX = Duels("minimax", "minimax-bombs")
RIVALS = ("minimax-regions", "greedy_player", "mcts-tree")
MCTS = Duels("mcts", "mcts-tree")  # C is 2 by default
SMALL = "mcts-tree:c=0.5"
QUICK_RIVALS = ("greedy_player", SMALL, "mcts-tree:c=5")
ALL_RIVALS = ("greedy_player", SMALL, "mcts-tree:c=1", "mcts-tree:c=5")
QUICK_BOARDS = ("easy-2x2", "empty-2x2", "random-2x3", "random-3x3")


def gains_ground(claim: str, points: Sequence[Point]) -> Finding:
    """Whether the agent gains as time grows."""
    first, last, rises = points[0], points[-1], trend(points)
    told = f"It gets {percent(first.y)} with {first.x:g} s and {percent(last.y)} with {last.x:g} s"
    return Finding(claim, above(rises, 0), f"{told}; the trend is {change(rises)}.")


def depends_on_board(claim: str, who: str, shares: Mapping[str, Mapping[str, Interval]]) -> Finding:
    """Whether the smallest and the largest of the shares, by rival and board, differ much."""
    places = [(value, f"{name} against {other}") for other, row in shares.items() for name, value in row.items()]
    (worst, there), (best, here) = min(places), max(places)
    told = f"{who} does best on {here}, {percent(best)}, and worst on {there}, {percent(worst)}."
    return Finding(claim, above(difference(worst, best), 0.1), told)


# -- minimax ---------------------------------------------------------------------------------------------------------


def minimax_over_time(data: Data) -> list[Finding]:
    """The report's observations on figure 2."""
    regions, greedy, mcts = MINIMAX.over_time(data).values()
    falls = trend(mcts)
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
        gains_ground("It gains ground against the greedy player as time grows.", greedy),
    ]


def minimax_over_boards(data: Data) -> list[Finding]:
    """The report's three observations on figure 3."""
    groups = list(by_board(data.games).values())
    half = len(groups) // 2
    small, large = (share(chain(*some), MINIMAX.agent, RIVALS[0]) for some in (groups[:half], groups[half:]))
    totals = MINIMAX.overall(data)
    return [
        depends_on_board("How well it does depends much on the board.", "It", MINIMAX.over_boards(data)),
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


MINIMAX_OVER_TIME = Experiment(
    name="minimax-over-time",
    report="000",
    where="figure 2",
    question="Does the minimax agent that passes with bombs play better when it has more time?",
    claim="Against the earlier minimax agent it leads when time is short and draws level later; against the tree "
    "search it loses ground with time; against the greedy player it gains.",
    setup="minimax-bombs against minimax-regions (the report's earlier agent), greedy_player and mcts-tree, on the "
    "bundled boards. Every two games are a pair: the same board, each agent moving first once.",
    sizes={
        "quick": Size(QUICK_BOARDS, RIVALS, (0.004, 0.01, 0.02, 0.04), in_process=True, rounds=4),
        "paper": Size(BOARDS, RIVALS, (0.1, 0.5, 1, 2), rounds=10),
        "full": Size(BOARDS, RIVALS, (0.1, 0.5, 1, 2), rounds=50),
    },
    games=MINIMAX.games,
    findings=minimax_over_time,
    tables=MINIMAX.time_tables,
    picture=MINIMAX.time_picture,
    caption="Share of the points (a win 1, a draw 0.5) over the time for a turn, all boards together.",
)
MINIMAX_OVER_BOARDS = replace(
    MINIMAX_OVER_TIME,
    name="minimax-over-boards",
    where="figure 3",
    question="On which boards does the minimax agent that passes with bombs do well?",
    claim="It depends on the board; against the earlier minimax agent it is better on large, empty boards; on the "
    "whole it beats all of them, with exceptions on small boards.",
    setup="The games of minimax-over-time, all times together.",
    findings=minimax_over_boards,
    tables=MINIMAX.board_tables,
    picture=MINIMAX.board_picture,
    caption="Share of the points on each board, all times together; in brackets, how many cells are empty.",
)


# -- tree search -----------------------------------------------------------------------------------------------------


def mcts_over_time(data: Data) -> list[Finding]:
    """The report's two observations on figure 4, one statement each."""
    series = MCTS.over_time(data)
    small = series[SMALL][-1]
    greedy = series.pop("greedy_player")
    total = MCTS.overall(data)["greedy_player"]
    return [
        gains_ground("Against the greedy player it gains as time grows.", greedy),
        Finding(
            "In general it does not win against the greedy player.",
            below(total, 0.5),
            f"It gets {percent(total)} of the points over all boards and times.",
        ),
        Finding(
            "With little time, other C play about as well.",
            all_of(near(points[0].y, 0.5, 0.15) for points in series.values()),
            f"C = 2 gets {', '.join(percent(points[0].y) for points in series.values())} against them "
            f"with {greedy[0].x:g} s.",
        ),
        Finding(
            "With more time, a smaller C is better.",
            below(small.y, 0.5),
            f"C = 2 gets {percent(small.y)} against C = 0.5 with {small.x:g} s.",
        ),
    ]


def mcts_over_boards(data: Data) -> list[Finding]:
    """What the text says of figure 4, asked of every board."""
    table = MCTS.over_boards(data)
    greedy = table.pop("greedy_player")
    won = [name for name, value in greedy.items() if above(value, 0.5) is ClaimState.HOLDS]
    return [
        Finding(
            "There is no board on which it wins against the greedy player.",
            all_of(below(value, 0.5) for value in greedy.values()),
            f"It wins for sure on {', '.join(won) or 'none'}; its shares are "
            + ", ".join(f"{percent(value)} on {name}" for name, value in greedy.items())
            + ".",
        ),
        depends_on_board("Which C is better depends on the board.", "C = 2", table),
    ]


MCTS_OVER_TIME = Experiment(
    name="mcts-over-time",
    report="000",
    where="figure 4",
    question="Does the tree search play better when it has more time, and does its constant C matter?",
    claim="Against the greedy player it improves with time but does not win; other values of C play alike at first, "
    "and with more time a smaller C is better.",
    setup="mcts-tree with C = 2 against greedy_player and against itself with other C, on the bundled boards, in "
    "pairs. Unlike the report's, it knows bombs when few cells are left, and its playouts fill the whole board.",
    sizes={
        "quick": Size(QUICK_BOARDS[1:], QUICK_RIVALS, (0.004, 0.01, 0.02, 0.04), in_process=True, rounds=3),
        "paper": Size(BOARDS, ALL_RIVALS, (0.1, 0.5, 1, 2), rounds=10),
        "full": Size(BOARDS, ALL_RIVALS, (0.1, 0.5, 1, 2), rounds=50),
    },
    games=MCTS.games,
    findings=mcts_over_time,
    tables=MCTS.time_tables,
    picture=MCTS.time_picture,
    caption="Share of the points of C = 2 over the time for a turn, all boards together.",
)
MCTS_OVER_BOARDS = replace(
    MCTS_OVER_TIME,
    name="mcts-over-boards",
    where="figure 5",
    question="On which boards does the tree search do well?",
    claim="It varies with the board. What the report says in words about this figure is lost in our copy; of the same "
    "games it says that the greedy player is not beaten.",
    setup="The games of mcts-over-time, all times together.",
    findings=mcts_over_boards,
    tables=MCTS.board_tables,
    picture=MCTS.board_picture,
    caption="Share of the points of C = 2 on each board, all times together; in brackets, how many cells are empty.",
)
