"""Ours: all agents on all boards, rated together; and the strongest one against time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scipy.special import ndtri

from dueldoku.agents.registry import AGENTS
from dueldoku.arena.elo import elo_bar, signed
from dueldoku.arena.report import Report
from dueldoku.lab.boards import BOARDS
from dueldoku.lab.claim import all_of, beats, is_true, percent
from dueldoku.lab.duels import Duels, time_table
from dueldoku.lab.experiment import Contest, Data, Experiment, Size, contest
from dueldoku.lab.finding import ClaimState, Finding, Outcome
from dueldoku.render import plots
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval
from dueldoku.stats.ratings import Rating

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HERO = "sensei"
RIVALS = ("minimax-bombs", "mcts-cells", "mcts-tree", "neat")
ANCHOR = "random_player"
DUELS = Duels("field over time", HERO, RIVALS)
_SURE = 0.95


def games(size: Size) -> list[Contest]:
    """Everybody against everybody; the strongest against the next ones with more and more time."""
    assert size.hero
    return [contest("field", AGENTS, size), *DUELS.games(size.hero)]


def hero_of(data: Data) -> Data:
    """The part of the data that is about the strongest agent."""
    assert data.size.hero
    return replace(data, size=data.size.hero)


def report_of(data: Data) -> Report:
    """The report on the games of all agents."""
    return Report(data.contests["field"], anchor=ANCHOR)


def findings(data: Data) -> list[Finding]:
    """Which agent is the strongest, and whether that depends on the time."""
    ratings = report_of(data).ratings
    first = ratings.table[0]
    better = [float(ratings.superiority[0, place]) for place in range(1, len(ratings.table))]
    hero = hero_of(data)
    by_time = {seconds: DUELS.share(hero, games) for seconds, games in DUELS.by_time(hero)}
    return [
        Finding(
            f"Ours: {HERO} is the strongest agent.",
            is_true(first.name == HERO) if min(better) > _SURE else _open(min(better), len(data.contests["field"])),
            f"First is {first.name} with {_rating(first)} Elo above {ANCHOR}, then {ratings.table[1].name} with "
            f"{_rating(ratings.table[1])}; that the first is better than the second is {100 * better[0]:.0f} % sure.",
        ),
        Finding(
            f"Ours: {HERO} beats the next ones whatever the time.",
            all_of(beats(value) for value in by_time.values()),
            f"Against {', '.join(RIVALS)} together it gets "
            + ", ".join(f"{percent(value)} with {seconds:g} s" for seconds, value in by_time.items())
            + ".",
        ),
    ]


def _open(sure: float, games: int) -> Outcome:
    """Not told yet: how sure it is that one agent is better than another goes with the root of the number of games."""
    return Outcome(ClaimState.OPEN, games * float(ndtri(_SURE) / ndtri(max(sure, 0.501))) ** 2)


def _rating(rating: Rating) -> str:
    return f"{signed(rating.elo)} ({elo_bar(rating)})"


def tables(data: Data) -> list[Table]:
    """Standings, each against each, and the strongest over time."""
    told = report_of(data)
    return [told.standings(), told.crosstable(), time_table([DUELS], hero_of(data))]


def picture(data: Data) -> Figure:
    """Ratings to the left, shares over time to the right."""
    table = report_of(data).ratings.table
    figure, (left, right) = plots.panels(2, 4.2)
    bars = [Interval(rating.elo, rating.low, rating.high) for rating in table]
    plots.dots(left, [rating.name for rating in table], {"Elo": list(bars)})
    left.set_xlabel(f"Elo above {ANCHOR}")
    DUELS.draw_over_time(right, hero_of(data))
    right.legend(loc="lower right", fontsize=8)
    return figure


FIELD = Experiment(
    name="field",
    report="ours",
    where="all agents, all boards",
    question="Which agent is the strongest, how sure is that, and does it depend on the time?",
    claim="Ours: the flagship beats every agent of the reports, on boards of every size and however short the turn.",
    setup="Every two agents that come along, in pairs on the bundled boards; ratings of all games together, with the "
    "random player at 0. The strongest plays the next ones with more and more time.",
    sizes={
        "quick": Size(
            ("easy-2x2", "random-2x3", "random-3x3"),
            seconds=(0.02,),
            in_process=True,
            hero=Size(("random-2x3", "random-3x3"), (0.005, 0.02, 0.05), in_process=True, rounds=2),
        ),
        "reported": Size(
            BOARDS[:8],
            seconds=(0.01,),
            in_process=True,
            hero=Size(BOARDS[:8], (0.005, 0.01, 0.02), in_process=True, rounds=2),
        ),
        "paper": Size(BOARDS, seconds=(0.5,), rounds=5, hero=Size(BOARDS[:8], (0.1, 0.5, 1, 2), rounds=5)),
        "full": Size(BOARDS, seconds=(0.5,), rounds=20, hero=Size(BOARDS[:8], (0.1, 0.5, 1, 2, 5), rounds=20)),
    },
    games=games,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: ratings with 95 % intervals. Right: the strongest agent's share of the points over the time.",
)
