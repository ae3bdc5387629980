"""Report 002, section 3.1: the tree search over cells with every combination of its three settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from dueldoku.arena.archive import StoredGame
from dueldoku.lab.boards import BOARDS
from dueldoku.lab.claim import EQUAL_SHARE, Estimate, all_of, change, difference, gains, is_level, near, percent, share
from dueldoku.lab.duels import THEY, WE, Duels, by_board, titles
from dueldoku.lab.experiment import Contest, Data, Experiment, Size
from dueldoku.lab.finding import Finding, beside
from dueldoku.render import plots
from dueldoku.render.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RIVAL = "random_player"
LISTING = "the report's listing"


class Setting(NamedTuple):
    """One combination, as the report writes it."""

    c: str
    backup: str
    choice: str


OPTIONS = {"c": ("0", "2", "5", "10"), "backup": ("results", "points"), "choice": ("max", "robust")}
SETTINGS = [Setting(*values) for values in product(*OPTIONS.values())]


class Side(NamedTuple):
    """An agent with all settings against the random player."""

    name: str  # of the contest
    start: str  # of the agents' names
    part: float = 1.0  # of the rounds

    def agent(self, setting: Setting) -> str:
        """The agent with this setting. The report counts results from -1 to 1, we from 0 to 1, so our C is half."""
        c = float(setting.c) / (1 if setting.backup == "points" else 2)
        return f"{self.start}c={c:g},backup={setting.backup},choice={setting.choice}"

    def games(self, size: Size) -> list[Contest]:
        """Each setting against the random player."""
        return Duels(self.name, RIVAL, tuple(map(self.agent, SETTINGS)), self.part).games(size)

    def share(
        self,
        data: Data,
        games: Iterable[StoredGame] | None = None,
        wanted: Mapping[str, str] = MappingProxyType({}),
        draw: float | None = None,
    ) -> Estimate:
        """The share of the points of all combinations with the options that are wanted, in these games or in all."""
        chosen = [setting for setting in SETTINGS if wanted.items() <= setting._asdict().items()]
        agents = [data.size.agent(self.agent(setting)) for setting in chosen]
        return share(data.contests.get(self.name, []) if games is None else games, agents, RIVAL, draw=draw)

    def by_option(self, data: Data) -> dict[str, dict[str, Estimate]]:
        """The share for each value of each option."""
        return {
            option: {value: self.share(data, None, {option: value}) for value in values}
            for option, values in OPTIONS.items()
        }


SIDES = {
    THEY: Side("settings", "mcts-cells:as=002,"),
    LISTING: Side("settings, listing", "mcts-cells:as=002-listing,"),
    WE: Side("settings, ours", "mcts-cells:", 0.3),
}


def findings(data: Data) -> list[Finding]:
    """What the report says of its figure: of its agent, of the listing, and of ours."""
    they, listing, we = (_findings(data, side) for side in SIDES.values())
    return beside(they, listing=listing, ours=we)


def _findings(data: Data, side: Side) -> list[Finding]:
    table, total, won = side.by_option(data), side.share(data), side.share(data, draw=0.0)
    spreads = {option: difference(min(row.values()), max(row.values())) for option, row in table.items()}
    widest = max(spreads, key=lambda option: spreads[option].value)
    boards = by_board(data.contests[side.name], data.size)
    names = list(boards)
    half = len(names) // 2
    small, large = ([game for name in some for game in boards[name]] for some in (names[:half], names[half:]))
    less, more = side.share(data, small), side.share(data, large)
    return [
        Finding(
            "No setting matters much.",
            all_of(near(spread, 0, EQUAL_SHARE) for spread in spreads.values()),
            f"The setting that matters most is {widest}: from its worst value to its best, the share of the points "
            f"changes by {change(spreads[widest])}.",
        ),
        Finding(
            "Whatever the settings, it plays like the random player.",
            is_level(total),
            f"Over all settings it gets {percent(total)} of the points against the random player; with draws counted "
            f"as losses, as the report does, it wins {percent(won)}.",
        ),
        Finding(
            "It does worse on small boards.",
            gains(difference(less, more)),
            f"It gets {percent(less)} on the half of the boards with fewer empty cells and {percent(more)} on the "
            "other.",
        ),
    ]


# -- results ---------------------------------------------------------------------------------------------------------


def tables(data: Data) -> list[Table]:
    """Each option alone, all combinations, and the boards, for each side and in both countings."""
    single = [({option: value}, f"{option} = {value}") for option, values in OPTIONS.items() for value in values]
    every = [(setting._asdict(), ", ".join(setting)) for setting in SETTINGS]
    note = (
        "share of the points against random_player, with 95 % intervals; in square brackets with draws as losses, as "
        "the report counts; its own numbers are lost with its figure; C is as the report writes it"
    )
    boards = [by_board(data.contests[side.name], data.size) for side in SIDES.values()]
    places = tuple(
        (title, *(_both(data, side, groups[name]) for side, groups in zip(SIDES.values(), boards, strict=True)))
        for title, name in zip(titles(data), boards[0], strict=True)
    )
    return [
        _table("One setting at a time", "setting", single, data, note),
        _table("All combinations", "C, back-up, choice", every, data, note),
        Table("All settings, by board", ("board", *SIDES), places, note=note),
    ]


def _table(title: str, first: str, wanted: list[tuple[dict[str, str], str]], data: Data, note: str) -> Table:
    rows = tuple((told, *(_both(data, side, None, own) for side in SIDES.values())) for own, told in wanted)
    return Table(title, (first, *SIDES), rows, note=note)


def _both(
    data: Data, side: Side, games: list[StoredGame] | None, wanted: Mapping[str, str] = MappingProxyType({})
) -> str:
    won = side.share(data, games, wanted, draw=0.0)
    return f"{percent(side.share(data, games, wanted))} [{100 * won.value:.0f} %]"


def picture(data: Data) -> Figure:
    """Figure 1: every value of each setting, and every board, draws as losses; the three sides beside each other."""
    figure, (left, right) = plots.panels(2, 4.6)
    values = [(option, value) for option, values in OPTIONS.items() for value in values]
    names = [f"{option.replace('c', 'C') if option == 'c' else option} = {value}" for option, value in values]
    series = {
        title: [side.share(data, None, {option: value}, draw=0.0) for option, value in values]
        for title, side in SIDES.items()
    }
    plots.dots(left, names, series)
    by_side = {title: by_board(data.contests[side.name], data.size) for title, side in SIDES.items()}
    rows = {title: [SIDES[title].share(data, it, draw=0.0) for it in by_side[title].values()] for title in SIDES}
    plots.dots(right, titles(data), rows)
    for axis in (left, right):
        plots.shares(axis, "games won against random_player", upright=True)
        plots.legend_below(axis)
    return figure


MCTS_SETTINGS = Experiment(
    name="mcts-settings",
    report="002",
    where="section 3.1 and figure 1",
    question="Do the settings of the tree search over cells matter: C, results or points, best mean or most visits?",
    claim="Hardly: no setting changes the win rate against the random player significantly, and the agent plays as if "
    "at random; it is worst on small boards.",
    setup="Each of the sixteen combinations against random_player, both seats on each board: mcts-cells:as=002 (the "
    "agent that the report's text describes), mcts-cells:as=002-listing (its program, errors included: the move is a "
    "random one unless a board is solved without guessing) and ours, mcts-cells. The report does not say how long a "
    "turn was; here it is 0.5 s.",
    sizes={
        "quick": Size(BOARDS[:5], (0.1,), translated=True),
        "reported": Size(BOARDS, (0.5,), translated=True, rounds=10),
        "paper": Size(BOARDS, (0.5,)),
        "full": Size(BOARDS, (0.5,), rounds=10),
    },
    games=lambda size: [contest for side in SIDES.values() for contest in side.games(size)],
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Games won, draws counted as losses as the report does. Left: every value of each setting, all boards and "
    "other settings together. Right: all settings together, by board. The report's own numbers are lost: the figure is "
    "missing from our copy.",
)
