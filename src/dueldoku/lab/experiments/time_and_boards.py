"""Report 000, figures 2 to 5: the minimax agent that passes with bombs, and the tree search, against others.

Figures 2 and 4 are over the time for a turn, figures 3 and 5 are the same games over the boards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from dueldoku.lab.boards import BOARDS
from dueldoku.lab.claim import (
    EQUAL_SHARE,
    above,
    all_of,
    beats,
    change,
    difference,
    falls,
    gains,
    is_level,
    loses,
    no,
    percent,
    trend,
)
from dueldoku.lab.duels import NOTE, THEY, WE, Duels, board_picture, board_tables, by_board, time_picture, time_table
from dueldoku.lab.experiment import Contest, Data, Experiment, Size, label
from dueldoku.lab.finding import ClaimState, Finding, Outcome, beside
from dueldoku.render.plots import Point
from dueldoku.stats.interval import Interval

GREEDY, TREE = "greedy_player", "mcts-tree:as=000"
MINIMAX = {
    THEY: Duels("minimax", "minimax-bombs:as=000", ("minimax-regions:as=000", GREEDY, TREE), close=(GREEDY,)),
    WE: Duels("minimax, ours", "minimax-bombs", ("minimax-regions", GREEDY, "mcts-tree"), 0.5, (GREEDY,)),
}
THEIR_C, OUR_C = ([f"{agent}c={c}" for c in ("0.5", "1", "5")] for agent in (f"{TREE},", "mcts-tree:"))
MCTS = {  # C is 2 by default
    THEY: Duels("mcts", TREE, (GREEDY, *THEIR_C)),
    WE: Duels("mcts, ours", "mcts-tree", (GREEDY, *OUR_C), part=0.34),
}
LITTLE_TIME = {
    THEY: Duels("little time", TREE, tuple(THEIR_C)),
    WE: Duels("little time, ours", "mcts-tree", tuple(OUR_C), part=0.34),
}
SMALLER, LARGER = slice(1, 3), slice(3, 4)  # of the rivals, those with a smaller and a larger C
TIMES = (0.1, 0.5, 1, 2)
LOST = "the report's own numbers are lost: its figures are missing from our copy"


def both(find: Callable[[Data, Duels], list[Finding]], sides: Mapping[str, Duels]) -> Callable[[Data], list[Finding]]:
    """What is found of the report's agents, with what is found of ours beside it."""
    return lambda data: beside(find(data, sides[THEY]), ours=find(data, sides[WE]))


def games(sides: Mapping[str, Duels]) -> Callable[[Size], list[Contest]]:
    """The games of both sides."""
    return lambda size: [contest for side in sides.values() for contest in side.games(size)]


def with_time(claim: str, points: Sequence[Point], find: Callable[[Interval], Outcome]) -> Finding:
    """Whether the agent's share changes as time grows, in the way to find."""
    first, last, rises = points[0], points[-1], trend(points)
    told = f"It gets {percent(first.y)} with {first.x:g} s and {percent(last.y)} with {last.x:g} s"
    return Finding(claim, find(rises), f"{told}; the trend is {change(rises)}.")


def depends_on_board(claim: str, who: str, shares: Mapping[str, Mapping[str, Interval]]) -> Finding:
    """Whether the smallest and the largest of the shares, by rival and board, differ."""
    places = [(value, f"{name} against {label(other)}") for other, row in shares.items() for name, value in row.items()]
    (worst, there), (best, here) = min(places), max(places)
    told = f"{who} does best on {here}, {percent(best)}, and worst on {there}, {percent(worst)}."
    return Finding(claim, above(difference(worst, best), EQUAL_SHARE), told)


# -- minimax ---------------------------------------------------------------------------------------------------------


def minimax_over_time(data: Data, side: Duels) -> list[Finding]:
    """The report's observations on figure 2."""
    regions, greedy, mcts = side.over_time(data).values()
    first = f"with {mcts[0].x:g} s"
    longer = side.by_time(data)[1:]  # all but the shortest
    later = side.share(data, list(chain(*(games for _, games in longer))), side.rivals[0])
    return [
        Finding(
            "It beats the earlier minimax agent when time is short.",
            beats(regions[0].y),
            f"It gets {percent(regions[0].y)} of the points {first}.",
        ),
        Finding(
            "When there is more time, the two draw level.",
            is_level(later),
            f"It gets {percent(later)} with {', '.join(f'{time:g} s' for time, _ in longer)} together.",
        ),
        Finding(
            "It beats the tree search when time is short.",
            beats(mcts[0].y),
            f"It gets {percent(mcts[0].y)} {first}.",
        ),
        with_time("It loses ground against the tree search as time grows.", mcts, falls),
        with_time("It gains ground against the greedy player as time grows.", greedy, gains),
    ]


def minimax_over_boards(data: Data, side: Duels) -> list[Finding]:
    """The report's observations on figure 3."""
    groups = list(by_board(side.played(data), data.size).values())
    half = len(groups) // 2
    small, large = list(chain(*groups[:half])), list(chain(*groups[half:]))
    totals = side.overall(data)

    def halves(claim: str, *rivals: str) -> Finding:
        less, more = (side.share(data, some, *rivals) for some in (small, large))
        told = (
            f"It gets {percent(less)} on the half of the boards with fewer empty cells, {percent(more)} on the other."
        )
        return Finding(claim, gains(difference(less, more)), told)

    return [
        depends_on_board("How well it does depends on the board.", "It", side.over_boards(data)),
        halves("Against the earlier minimax agent it does better on the larger and emptier boards.", side.rivals[0]),
        Finding(
            "On the whole it beats all three opponents.",
            all_of(beats(total) for total in totals.values()),
            "Over all boards and times it gets "
            + ", ".join(f"{percent(total)} against {label(other)}" for other, total in totals.items())
            + ".",
        ),
        halves("Against all together it does better where there are more legal moves at the start."),
    ]


MINIMAX_OVER_TIME = Experiment(
    name="minimax-over-time",
    report="000",
    where="figure 2",
    question="Does the minimax agent that passes with bombs play better when it has more time?",
    claim="Against the earlier minimax agent it leads when time is short and draws level later; against the tree "
    "search it loses ground with time; against the greedy player it gains.",
    setup="minimax-bombs:as=000 (the report's A3 agent) against minimax-regions:as=000 (its earlier one, A2), "
    "greedy_player and mcts-tree:as=000; and ours, minimax-bombs, against minimax-regions, greedy_player and "
    "mcts-tree. Every two games are a pair: the same board, each agent moving first once.",
    sizes={
        "quick": Size(BOARDS[:5], TIMES[:2], translated=True, rounds=4),
        "reported": Size(BOARDS, TIMES, translated=True, rounds=10, more=3, closer=5),
        "paper": Size(BOARDS, TIMES, rounds=10),
        "full": Size(BOARDS, TIMES, rounds=50),
    },
    games=games(MINIMAX),
    findings=both(minimax_over_time, MINIMAX),
    tables=lambda data: [time_table(list(MINIMAX.values()), data, f"{NOTE}; {LOST}")],
    picture=lambda data: time_picture(MINIMAX, data),
    caption="Share of the points (a win 1, a draw 0.5) over the time for a turn, all boards together; the broken line "
    f"is a tie. Left the report's agents as they were, right ours; {LOST}.",
)
MINIMAX_OVER_BOARDS = replace(
    MINIMAX_OVER_TIME,
    name="minimax-over-boards",
    where="figure 3",
    question="On which boards does the minimax agent that passes with bombs do well?",
    claim="It depends on the board; against the earlier minimax agent it is better on large, empty boards; on the "
    "whole it beats all of them, with exceptions on small boards.",
    setup="The games of minimax-over-time, all times together.",
    findings=both(minimax_over_boards, MINIMAX),
    tables=lambda data: board_tables(MINIMAX, data, f"{NOTE}; {LOST}"),
    picture=lambda data: board_picture(MINIMAX, data),
    caption="Share of the points on each board, all times together; in brackets, how many cells are empty; the broken "
    f"line is a tie. Left the report's agents as they were, right ours; {LOST}.",
)


# -- tree search -----------------------------------------------------------------------------------------------------


def mcts_over_time(data: Data, side: Duels) -> list[Finding]:
    """The report's observations on figure 4, one statement each."""
    series, total = side.over_time(data), side.overall(data)[GREEDY]
    times = [time for time, _ in side.by_time(data)]
    longer = list(chain(*(some for time, some in side.by_time(data)[len(times) // 2 :])))
    small, large = (side.share(data, longer, *side.rivals[which]) for which in (SMALLER, LARGER))
    return [
        with_time("Against the greedy player it gains as time grows.", series[GREEDY], gains),
        Finding(
            "In general it does not win against the greedy player.",
            no(beats(total)),
            f"It gets {percent(total)} of the points over all boards and times.",
        ),
        Finding(
            "With more time, a smaller C is better.",
            all_of([loses(small), beats(large)]),
            f"With {' and '.join(f'{time:g} s' for time in times[len(times) // 2 :])}, C = 2 gets {percent(small)} "
            f"against smaller ones and {percent(large)} against a larger one.",
        ),
    ]


def mcts_with_little_time(data: Data, side: Duels) -> list[Finding]:
    """What the report says of figure 4 where time is short."""
    shares = side.overall(data)
    told = ", ".join(f"{percent(value)} against {label(other)}" for other, value in shares.items())
    return [
        Finding(
            "With little time, other C play about as well.",
            all_of(map(is_level, shares.values())),
            f"C = 2 gets {told} with {data.size.seconds[0]:g} s.",
        )
    ]


def mcts_over_boards(data: Data, side: Duels) -> list[Finding]:
    """What the text says of figure 4, asked of every board."""
    table = side.over_boards(data)
    greedy = table.pop(GREEDY)
    won = [name for name, value in greedy.items() if beats(value).state is ClaimState.HOLDS]
    return [
        Finding(
            "There is no board on which it wins against the greedy player.",
            all_of(no(beats(value)) for value in greedy.values()),
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
    claim="Against the greedy player it improves with time but does not win; with more time a smaller C is better.",
    setup="mcts-tree:as=000 (the report's) with C = 2 against greedy_player and against itself with other C; and ours, "
    "mcts-tree, which knows bombs when few cells are left and fills the whole board in its playouts. In pairs.",
    sizes=MINIMAX_OVER_TIME.sizes | {"reported": Size(BOARDS, TIMES, translated=True, rounds=10, more=4)},
    games=games(MCTS),
    findings=both(mcts_over_time, MCTS),
    tables=lambda data: [time_table(list(MCTS.values()), data, f"{NOTE}; {LOST}")],
    picture=lambda data: time_picture(MCTS, data),
    caption="Share of the points of C = 2 over the time for a turn, all boards together; the broken line is a tie. "
    f"Left the report's agent as it was, right ours; {LOST}.",
)
MCTS_LITTLE_TIME = replace(
    MCTS_OVER_TIME,
    name="mcts-little-time",
    where="figure 4, where time is short",
    question="Does the tree search's constant C matter when there is little time?",
    claim="With little time, other values of C play about as well.",
    setup="mcts-tree:as=000 with C = 2 against itself with other C, in pairs; and ours, mcts-tree. To show that agents "
    "are level takes many more games than figure 4 has, so they are played apart, with the report's shortest time.",
    sizes={
        "quick": Size(BOARDS[:5], TIMES[:1], translated=True, rounds=4),
        "reported": Size(BOARDS, TIMES[:1], translated=True, rounds=120),
        "paper": Size(BOARDS, TIMES[:1], rounds=10),
        "full": Size(BOARDS, TIMES[:1], rounds=200),
    },
    games=games(LITTLE_TIME),
    findings=both(mcts_with_little_time, LITTLE_TIME),
    tables=lambda data: board_tables(LITTLE_TIME, data, f"{NOTE}; {LOST}"),
    picture=lambda data: board_picture(LITTLE_TIME, data),
    caption="Share of the points of C = 2 on each board; in brackets, how many cells are empty; the broken line is a "
    f"tie. Left the report's agent as it was, right ours; {LOST}.",
)
MCTS_OVER_BOARDS = replace(
    MCTS_OVER_TIME,
    name="mcts-over-boards",
    where="figure 5",
    question="On which boards does the tree search do well?",
    claim="It varies with the board. What the report says in words about this figure is lost in our copy; of the same "
    "games it says that the greedy player is not beaten.",
    setup="The games of mcts-over-time, all times together.",
    findings=both(mcts_over_boards, MCTS),
    tables=lambda data: board_tables(MCTS, data, f"{NOTE}; {LOST}"),
    picture=lambda data: board_picture(MCTS, data),
    caption="Share of the points of C = 2 on each board, all times together; in brackets, how many cells are empty; "
    f"the broken line is a tie. Left the report's agent as it was, right ours; {LOST}.",
)
