"""The report on stored games: which agents are stronger and how sure that is, why games were lost, the time used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from dueldoku.arena.archive import StoredGame
from dueldoku.arena.summary import POINTS, RECORD, RESULTS, SHARE, TIME, Summary, sum_up
from dueldoku.plain import Plain
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

if TYPE_CHECKING:  # SciPy takes its time to load, so only when a number is asked for
    from matplotlib.figure import Figure

    from dueldoku.stats.ratings import Rating, Ratings
    from dueldoku.stats.tables import Row, Tally


@dataclass(frozen=True)
class AgentStanding(Summary):
    """An agent's games, and its rating from them with a 95 % interval."""

    name: str
    elo: float
    low: float
    high: float


class Meeting(NamedTuple):
    """The games of two agents in which ``first`` moved first, counted for it."""

    first: str
    second: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Standings(Plain):
    """The numbers of a report: the agents best first, what moving first is worth in Elo, the share of draws.

    ``superiority`` is how likely the agent of a row is better than that of a column. Between ``groups`` no chain of
    games leads from one to the other; ``note`` says so. ``levels`` counts the games by how well agents were caged.
    """

    games: int
    agents: tuple[AgentStanding, ...]
    anchor: str | None
    seat: Interval
    draws: Interval
    superiority: tuple[tuple[float, ...], ...]
    connected: bool
    groups: tuple[tuple[str, ...], ...]
    note: str
    crosstable: tuple[Meeting, ...]
    levels: dict[str, int]


@dataclass(frozen=True)
class MatchScore(Plain):
    """The match of two, from the side of ``agent``. ``pairs`` counts pairs by its points: 0, 0.5, 1, 1.5 and 2."""

    agent: str
    opponent: str
    games: int
    won: int
    drawn: int
    lost: int
    pairs: list[int]
    share: Interval
    elo: Interval
    superiority: float
    points: tuple[int, int]
    lost_by: dict[str, dict[str, int]]
    starved: dict[str, int]

    def __str__(self) -> str:
        lines = [
            f"{self.agent} against {self.opponent}: {self.won} won, {self.drawn} drawn, {self.lost} lost of "
            f"{self.games} games; points on the board {self.points[0]}-{self.points[1]}.",
            f"Its share of the points is {_percent(self.share.value)} ({_percent(self.share.low)} to "
            f"{_percent(self.share.high)}), its Elo lead {signed(self.elo.value)} ({elo_bar(self.elo)}); "
            f"it is the better one with {100 * self.superiority:.1f} % certainty.",
        ]
        for who, reasons in self.lost_by.items():
            if reasons:
                lines.append(f"{who} lost by: " + ", ".join(f"{why} {count}" for why, count in reasons.items()) + ".")
        if starved := {who: count for who, count in self.starved.items() if count}:
            listed = ", ".join(f"{who} {count}" for who, count in starved.items())
            lines.append(f"Turns that got too little of a processor core: {listed}. Fewer workers would be fairer.")
        return "\n".join(lines)


def rows_of(games: Iterable[StoredGame]) -> list[Row]:
    """The games as ``dueldoku.stats`` takes them."""
    return [(game.agent1, game.agent2, game.score1, f"{game.tournament}/{game.pair}") for game in games]


class Report:
    """All that is to be said about some games. ``agents`` adds those who have not played yet.

    It prints as sentences (a match) or as standings, a notebook shows its tables, and ``plot`` draws the ratings.
    """

    def __init__(self, games: Sequence[StoredGame], agents: Iterable[str] = (), anchor: str | None = None) -> None:
        self.games = games
        self.anchor = anchor
        self.players = list(dict.fromkeys([*agents, *(name for game in games for name in (game.agent1, game.agent2))]))
        self.agents = sorted(self.players)

    @cached_property
    def ratings(self) -> Ratings:
        """The agents by strength."""
        from dueldoku.stats.ratings import rate

        return rate(rows_of(self.games), agents=self.agents, anchor=self.anchor)

    @cached_property
    def crosses(self) -> dict[tuple[str, str], Tally]:
        """The results of every pairing: by (first seat, second seat), from the side of the first."""
        from dueldoku.stats.tables import crosstable

        return crosstable(rows_of(self.games), self.agents)

    @cached_property
    def played(self) -> dict[str, list[StoredGame]]:
        """The games of each agent, best agent first."""
        table: dict[str, list[StoredGame]] = {rating.name: [] for rating in self.ratings.table}
        for game in self.games:
            table[game.agent1].append(game)
            table[game.agent2].append(game)
        return table

    def tables(self) -> list[Table]:
        """The whole report."""
        return [
            self.standings(),
            self.crosstable(),
            self.seats(),
            self.boards(),
            self.losses(),
            self.points(),
            self.clock(),
            self.cages(),
        ]

    @cached_property
    def summaries(self) -> dict[str, Summary]:
        """The games of each agent summed up, best agent first."""
        return {agent: sum_up(own, agent) for agent, own in self.played.items()}

    @cached_property
    def numbers(self) -> Standings:
        """The numbers, for machines and for whoever shows them."""
        ratings = self.ratings
        return Standings(
            games=len(self.games),
            agents=tuple(
                AgentStanding(**vars(self.summaries[one.name]), name=one.name, elo=one.elo, low=one.low, high=one.high)
                for one in ratings.table
            ),
            anchor=self.anchor,
            seat=ratings.seat,
            draws=ratings.draws,
            superiority=tuple(map(tuple, ratings.superiority.tolist())),
            connected=ratings.connected,
            groups=ratings.groups,
            note=group_note(ratings),
            crosstable=tuple(Meeting(*pair, *astuple(tally)) for pair, tally in self.crosses.items()),
            levels=dict(Counter(game.level for game in self.games)),
        )

    def to_json(self) -> dict[str, object]:
        """The numbers as plain data."""
        return self.numbers.to_json()

    def standings(self) -> Table:
        """The agents by strength, with error bars."""
        rows = (
            (f"{place}. {one.name}", signed(one.elo), elo_bar(one), *(column.cell(one) for column in RESULTS))
            for place, one in enumerate(self.numbers.agents, 1)
        )
        zero = f"{self.anchor} is 0" if self.anchor else "their mean is 0"
        head = ("agent", "Elo", "95 % interval", *(column.head for column in RESULTS))
        return Table("Standings", head, tuple(rows), note=f"{zero}; each line from its agent's side")

    def crosstable(self) -> Table:
        """Points and games of each agent against each."""
        order = [rating.name for rating in self.ratings.table]

        def cell(one: str, other: str) -> str:
            tally = self.crosses[one, other] + self.crosses[other, one].swapped if one != other else None
            return f"{tally.points:g}/{tally.games}" if tally and tally.games else "-"

        rows = ((f"{i}. {one}", *(cell(one, other) for other in order)) for i, one in enumerate(order, 1))
        head = ("agent", *(f"{i}." for i in range(1, len(order) + 1)))
        return Table("Each against each", head, tuple(rows), note="points/games of the agent on the left; a win is 1")

    def seats(self) -> Table:
        """How each agent did with the first and with the second move."""
        rows = []
        for agent, own in self.played.items():
            first = sum_up([game for game in own if game.agent1 == agent], agent)
            second = sum_up([game for game in own if game.agent2 == agent], agent)
            rows.append((agent, *(column.cell(seat) for seat in (first, second) for column in (RECORD, SHARE))))
        worth = self.ratings.seat
        note = f"moving first is worth {signed(worth.value)} Elo ({elo_bar(worth)})"
        head = ("agent", "moving first", "share", "moving second", "share")
        return Table("Seats", head, tuple(rows), note=f"{note}; won-drawn-lost of the agent on the left")

    def boards(self) -> Table:
        """What each board gives to the player who moves first."""
        rows = []
        for board in sorted({(game.board, game.time_limit) for game in self.games}):
            winners = Counter(game.winner for game in self.games if (game.board, game.time_limit) == board)
            rows.append((f"{board[0]}, {board[1]}", str(winners.total()), *(str(winners[who]) for who in (1, 0, 2))))
        head = ("board", "games", "first won", "drawn", "second won")
        return Table("Boards", head, tuple(rows))

    def losses(self) -> Table:
        """Why each agent lost."""
        reasons = sorted({reason for one in self.summaries.values() for reason in one.lost_by})
        rows = (
            (agent, str(one.lost), *(str(one.lost_by.get(why, 0)) for why in reasons))
            for agent, one in self.summaries.items()
        )
        return Table("Lost games", ("agent", "lost", *reasons), tuple(rows), note="by reason")

    def points(self) -> Table:
        """Points on the board, on average."""
        rows = ((agent, *(column.cell(one) for column in POINTS)) for agent, one in self.summaries.items())
        head = ("agent", *(column.head for column in POINTS))
        return Table("Points on the board", head, tuple(rows), note="per game")

    def clock(self) -> Table:
        """Time used against time given."""
        rows = []
        for agent, own in self.played.items():
            for limit in sorted({game.time_limit for game in own}):
                part = sum_up([game for game in own if game.time_limit == limit], agent)
                rows.append((agent, limit, *(column.cell(part) for column in TIME)))
        head = ("agent", "given", *(column.head for column in TIME))
        note = "per turn; a starved turn got too little of a core: if there are many, take fewer workers"
        return Table("Time", head, tuple(rows), note=note)

    def cages(self) -> Table:
        """How well agents were kept apart from the machine and from each other."""
        levels = Counter(game.level for game in self.games)
        rows = ((level, str(count)) for level, count in sorted(levels.items()))
        note = "how well agents were kept from the machine and from each other, from full to none"
        return Table("Cage", ("level", "games"), tuple(rows), note=note)

    def match(self, agent: str, opponent: str) -> MatchScore:
        """The match of two, all from the side of ``agent``."""
        from dueldoku.stats.intervals import elo_lead, score_share, superiority
        from dueldoku.stats.match import pair_counts

        counts = pair_counts(rows_of(self.games), agent, opponent)
        both = {who: self.summaries[who] for who in (agent, opponent)}
        one, two = (
            sum(game.points1 if game.agent1 == who else game.points2 for game in self.played[who]) for who in both
        )
        return MatchScore(
            agent=agent,
            opponent=opponent,
            games=len(self.games),
            won=both[agent].won,
            drawn=both[agent].drawn,
            lost=both[agent].lost,
            pairs=counts,
            share=score_share(counts),
            elo=elo_lead(counts),
            superiority=superiority(counts),
            points=(one, two),
            lost_by={who: own.lost_by for who, own in both.items()},
            starved={who: own.starved for who, own in both.items()},
        )

    # -- for people --------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        if len(self.agents) == 2 and self.games:
            return str(self.match(*self.players))
        note = group_note(self.ratings)
        return "\n".join(filter(None, [self.standings().text(), note]))

    def _repr_html_(self) -> str:
        return "".join(table.html(level=4) for table in self.tables())

    def plot(self) -> Figure:
        """The ratings with their 95 % intervals, best first. Needs matplotlib: pip install 'dueldoku[lab]'."""
        from dueldoku.render import plots

        agents = self.numbers.agents
        with plots.look():
            figure, (axis,) = plots.panels(height=1.2 + 0.35 * len(agents))
            bars = [Interval(one.elo, one.low, one.high) for one in agents]
            plots.dots(axis, [one.name for one in agents], {"Elo": bars})
            axis.set_xlabel(f"Elo; {self.anchor} is 0" if self.anchor else "Elo; the mean is 0")
        return figure


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def group_note(ratings: Ratings) -> str:
    """A sentence if the games do not connect all agents, else nothing."""
    if ratings.connected:
        return ""
    groups = "; ".join(", ".join(group) for group in ratings.groups)
    return f"No chain of games connects these groups, so between them the ratings say nothing: {groups}."


def signed(elo: float) -> str:
    """Elo points in whole numbers, with their sign.

    >>> signed(12.3), signed(-0.2)
    ('+12', '+0')
    """
    return f"{round(elo):+d}"


def elo_bar(bar: Rating | AgentStanding | Interval) -> str:
    """An interval of Elo points."""
    return f"{signed(bar.low)} to {signed(bar.high)}"
