"""Report 001, section 2.1: the agent shuns squares whose groups have an even number of empty squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dueldoku.lab.claim import Estimate, change, falls, mean, percent
from dueldoku.lab.duels import THEY, WE
from dueldoku.lab.experiment import Data, Experiment, Settings, Size, Value, start_of
from dueldoku.lab.finding import Finding, beside
from dueldoku.lab.watching import to_watch, watch
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LISTING = "the report's listing"
SIDES = {THEY: "minimax-cells:as=001", LISTING: "minimax-cells:as=001-listing", WE: "minimax-cells"}
RIVAL = "greedy_player"
BOARDS = ("random-2x3", "empty-2x3", "random-3x3", "empty-3x3")
ALL, QUIET = "all", "quiet"  # turns; quiet: no group has one empty square, so that there are no points to be had
EVEN = range(2, 99, 2)
LATER = range(4, 99, 2)  # even numbers, but not the one that gives the last square of a group away


def measurements(size: Size) -> list[Settings]:
    """Games of every side."""
    return [one for agent in SIDES.values() for one in to_watch(agent, RIVAL, size)]


def measure(settings: Settings) -> Value:
    """By the number of empty squares: how many groups of the squares that it filled, and of those it could have filled.

    Each turn with a choice counts 1 on either side, whatever the number of squares.
    """
    geometry = start_of(settings).grid.geometry
    found = {kind: {side: [0.0] * (geometry.side + 1) for side in ("filled", "open")} for kind in (ALL, QUIET)}
    for seen in watch(settings):
        cells = [cell for cell, value in enumerate(seen.values) if not value]
        if seen.cell is None or len(cells) < 2:
            continue
        left = [sum(not seen.values[cell] for cell in unit) for unit in geometry.units]
        for kind in (ALL,) if 1 in left else (ALL, QUIET):
            for side, some in (("filled", [seen.cell]), ("open", cells)):
                groups = [left[unit] for cell in some for unit in geometry.units_of[cell]]
                for number in groups:
                    found[kind][side][number] += 1 / len(groups)
    return found


# -- results ---------------------------------------------------------------------------------------------------------


def games_of(data: Data, side: str, kind: str) -> list[dict[str, list[float]]]:
    """The counts of each game that has such turns."""
    counts = [one.value[kind] for one in data.where(agent=SIDES[side])]
    return [game for game in counts if sum(game["open"])]


def part(game: dict[str, list[float]], which: str, numbers: Iterable[int]) -> float:
    """How many of the groups have such a number of empty squares."""
    return sum(count for number, count in enumerate(game[which]) if number in numbers) / sum(game[which])


def shares(data: Data, side: str, kind: str, numbers: Iterable[int]) -> tuple[Estimate, Estimate, Estimate]:
    """The share of such groups among what is filled and among what is open, and the difference, by game."""
    pairs = [(part(game, "filled", numbers), part(game, "open", numbers)) for game in games_of(data, side, kind)]
    filled, open_ = ([pair[which] for pair in pairs] for which in (0, 1))
    return share_of(filled), share_of(open_), mean([own - all_ for own, all_ in pairs])


def share_of(parts: Sequence[float]) -> Estimate:
    """The mean of shares, which are never below 0 nor above 1."""
    value, low, high = found = mean(parts)
    return Estimate(value, max(0.0, low), min(1.0, high), found.amount)


def findings(data: Data) -> list[Finding]:
    """What they noticed, and the reason that they give."""
    they, listing, we = (_findings(data, side) for side in SIDES)
    return beside(they, listing=listing, ours=we)


def _findings(data: Data, side: str) -> list[Finding]:
    def told(claim: str, kind: str, numbers: Iterable[int], what: str) -> Finding:
        filled, open_, less = shares(data, side, kind, numbers)
        return Finding(
            claim,
            falls(less),
            f"Of the groups of the squares that it fills, {percent(filled)} have {what}; of those that it could fill, "
            f"{percent(open_)}: a difference of {change(less)}, in {filled.amount} games.",
        )

    return [
        told("It shuns squares with an even number of empty squares in their groups.", ALL, EVEN, "an even number"),
        told(
            "That is not only because it takes points: it does so when there are none to be had.",
            QUIET,
            EVEN,
            "an even number in such turns",
        ),
        told(
            "The reason is that the opponent would fill the last one: it shuns groups with two empty squares.",
            QUIET,
            [2],
            "two empty squares",
        ),
        told("It shuns groups with four, six or eight empty squares, too.", QUIET, LATER, "four, six, eight or more"),
    ]


def tables(data: Data) -> list[Table]:
    """By the number of empty squares, for each side."""
    made = []
    for side in SIDES:
        rows = []
        for number in range(1, 10):
            pairs = [shares(data, side, kind, [number])[:2] for kind in (ALL, QUIET)]
            rows.append((str(number), *(percent(it) for pair in pairs for it in pair)))
        head = (
            "empty squares in a group",
            "filled",
            "open",
            "filled, no points to be had",
            "open, no points to be had",
        )
        note = "groups of the squares that it filled, and of all that were open to it; the report gives no numbers"
        made.append(Table(f"{side[0].upper()}{side[1:]}: {SIDES[side]}", head, tuple(rows), note=note))
    return made


def differences(data: Data, side: str) -> list[Point]:
    """How much more often it fills groups with so many empty squares in quiet turns than chance would, in points."""
    points = []
    for number in range(2, 10):
        _, open_, more = shares(data, side, QUIET, [number])
        if open_.value:
            points.append(Point(number, Interval(*(100 * it for it in more))))
    return points


def picture(data: Data) -> Figure:
    """Even numbers in all turns to the left, every number in quiet turns to the right."""
    figure, (left, right) = plots.panels(2, 3.6)
    plots.dots(left, ["filled", "open"], {side: shares(data, side, ALL, EVEN)[:2] for side in SIDES})
    plots.shares(left, "groups with an even number of empty squares", upright=True, even=False)
    left.set_title("all turns")
    plots.legend_below(left)
    plots.lines(right, {side: differences(data, side) for side in SIDES}, spread=0.12)
    plots.level(right, 0.0, "")
    right.set_xticks(range(2, 10))
    right.set_xlabel("empty squares in the group")
    right.set_ylabel("filled less open, percentage points")
    right.set_title("turns without points to be had")
    return figure


EVEN_GROUPS = Experiment(
    name="even-groups",
    report="001",
    where="section 2.1",
    question="Does the agent shun squares whose groups have an even number of empty squares, and why?",
    claim="The agent restrains from filling squares that have an even number of empty squares in their groups: after "
    "the two players have filled them in turn, the opponent puts in the last number and gets the points.",
    setup="Games of minimax-cells:as=001 (the agent that the report's text describes), of its listing and of ours "
    "against greedy_player. In every turn with a choice, the three groups of the square that is filled are compared "
    "with the groups of all open squares: what filling at random would give.",
    sizes={
        "quick": Size(BOARDS, (0.5,), translated=True, rounds=4),
        "reported": Size(BOARDS, (0.5, 1, 5), translated=True, rounds=20),
        "paper": Size(BOARDS, (0.5, 1, 5), rounds=10),
        "full": Size(BOARDS, (0.5, 1, 5), rounds=50),
    },
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: how many of the groups have an even number of empty squares, of the squares that the agent fills "
    "and of all that are open to it. Right: the difference of the two for groups with so many empty squares, "
    "in turns without points to be had; below the broken line, such groups are shunned. The report gives no numbers.",
)
