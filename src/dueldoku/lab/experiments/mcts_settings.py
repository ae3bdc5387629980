"""Report 002, section 3.1: the tree search over cells with every combination of its three settings."""

from __future__ import annotations

from itertools import product

from matplotlib.figure import Figure

from dueldoku.arena.archive import StoredGame
from dueldoku.lab.claim import above, all_of, change, difference, near, percent, share
from dueldoku.lab.duels import BOARDS, Duels, by_board
from dueldoku.lab.experiment import Data, Experiment, Finding, Size
from dueldoku.render import plots
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

RIVAL = "random_player"
OPTIONS = {"c": ("0", "2", "5", "10"), "backup": ("results", "points"), "choice": ("max", "robust")}
AGENTS = {
    f"mcts-cells:c={c},backup={backup},choice={choice}": {"c": c, "backup": backup, "choice": choice}
    for c, backup, choice in product(*OPTIONS.values())
}
QUICK_BOARDS = ("easy-2x2", "empty-2x2", "random-2x3", "random-3x3")
DUELS = Duels("settings", RIVAL)  # each combination against the random player


def share_with(games: list[StoredGame], **wanted: str) -> Interval:
    """The share of the points of all combinations with these options."""
    return share(games, [agent for agent, own in AGENTS.items() if wanted.items() <= own.items()], RIVAL)


def by_option(data: Data) -> dict[str, dict[str, Interval]]:
    """The share for each value of each option."""
    return {
        option: {value: share_with(data.games, **{option: value}) for value in values}
        for option, values in OPTIONS.items()
    }


def findings(data: Data) -> list[Finding]:
    """What the report says of its figure."""
    table = by_option(data)
    total = share_with(data.games)
    spreads = {option: difference(min(row.values()), max(row.values())) for option, row in table.items()}
    widest = max(spreads, key=lambda option: spreads[option].value)
    boards = by_board(data.games)
    names = list(boards)
    small, large = (share_with(boards[name]) for name in (names[0], names[-1]))
    return [
        Finding(
            "No setting matters much.",
            all_of(near(spread, 0, 0.1) for spread in spreads.values()),
            f"The setting that matters most is {widest}: from its worst value to its best, the share of the points "
            f"changes by {change(spreads[widest])}.",
        ),
        Finding(
            "Whatever the settings, it plays like the random player.",
            near(total, 0.5, 0.1),
            f"Over all settings it gets {percent(total)} of the points against the random player; the report's agent "
            "was held back by the mistakes that the experiment `mistakes` switches on.",
        ),
        Finding(
            "It does worse on small boards.",
            above(difference(small, large), 0),
            f"It gets {percent(small)} on {names[0]} and {percent(large)} on {names[-1]}.",
        ),
    ]


def tables(data: Data) -> list[Table]:
    """Each option alone, and all combinations."""
    rows = tuple(
        (f"{option} = {value}", percent(number))
        for option, row in by_option(data).items()
        for value, number in row.items()
    )
    single = tuple((", ".join(own.values()), percent(share_with(data.games, **own))) for own in AGENTS.values())
    note = "share of the points against random_player, with 95 % intervals"
    return [
        Table("One setting at a time", ("setting", "share"), rows, note=note),
        Table("All combinations", ("C, back-up, choice", "share"), single, note=note),
    ]


def picture(data: Data) -> Figure:
    """Every combination."""
    series = {
        f"{backup}, {choice}": [share_with(data.games, c=c, backup=backup, choice=choice) for c in OPTIONS["c"]]
        for backup, choice in product(OPTIONS["backup"], OPTIONS["choice"])
    }
    boards = by_board(data.games)
    figure, (left, right) = plots.panels(2, 3.8)
    plots.dots(left, [f"C = {c}" for c in OPTIONS["c"]], series)
    plots.shares(left, "share against random_player", upright=True)
    left.legend(loc="upper left", fontsize=8, title="back-up, choice", title_fontsize=8)
    plots.dots(right, list(boards), {"all settings": [share_with(games) for games in boards.values()]})
    plots.shares(right, "share against random_player", upright=True)
    return figure


MCTS_SETTINGS = Experiment(
    name="mcts-settings",
    report="002",
    where="section 3.1 and figure 1",
    question="Do the settings of the tree search over cells matter: C, results or points, best mean or most visits?",
    claim="Hardly: no setting changes the win rate against the random player significantly, and the agent plays as if "
    "at random; it is worst on small boards.",
    setup="mcts-cells with each of the sixteen combinations against random_player, both seats on each board.",
    sizes={
        "quick": Size(QUICK_BOARDS, tuple(AGENTS), nodes=1000, rounds=10),
        "paper": Size(BOARDS, tuple(AGENTS), (0.5,)),
        "full": Size(BOARDS, tuple(AGENTS), (0.5,), rounds=10),
    },
    games=DUELS.games,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: every combination, all boards together. Right: all combinations together, by board.",
)
