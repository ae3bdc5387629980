"""The report on stored games: which agents are stronger and how sure that is, why games were lost, the time used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from functools import cached_property
from typing import TYPE_CHECKING

from dueldoku.arena.archive import StoredGame
from dueldoku.arena.elo import elo_cells, find_bounds, is_too_few, is_vague, seat_text
from dueldoku.arena.notes import copies_note, find_copies, group_note, starved_note
from dueldoku.arena.repeats import advice, find_repeats, read_course
from dueldoku.arena.standings import AgentStanding, MatchScore, Meeting, Standings
from dueldoku.arena.summary import POINTS, RECORD, RESULTS, SHARE, TIME, Summary, sum_up
from dueldoku.render.table import Table, wrap
from dueldoku.stats.interval import Interval

if TYPE_CHECKING:  # SciPy takes its time to load, so only when a number is asked for
    from matplotlib.figure import Figure

    from dueldoku.stats.ratings import Ratings
    from dueldoku.stats.tables import Row, Tally


def rows_of(games: Iterable[StoredGame]) -> list[Row]:
    """The games as ``dueldoku.stats`` takes them."""
    return [(game.agent1, game.agent2, game.score1, f"{game.tournament}/{game.pair}") for game in games]


class Report:
    """All that is to be said about some games. ``agents`` adds those who have not played yet.

    Games that repeat earlier ones do not count: ``counted`` are the others. Only time is measured in all of them.
    ``left_out`` says of agents that could not play why.
    It prints as sentences (a match) or as standings, a notebook shows its tables, and ``plot`` draws the ratings.
    """

    def __init__(
        self,
        games: Sequence[StoredGame],
        agents: Iterable[str] = (),
        anchor: str | None = None,
        left_out: Mapping[str, str] | None = None,
    ) -> None:
        self.left_out = dict(left_out or {})
        self.games = games
        repeated = find_repeats(map(read_course, games))
        self.counted = [game for game, repeat in zip(games, repeated, strict=True) if not repeat]
        self.repeats = [game for game, repeat in zip(games, repeated, strict=True) if repeat]
        self.anchor = anchor
        self.players = list(dict.fromkeys([*agents, *(name for game in games for name in (game.agent1, game.agent2))]))
        self.agents = sorted(self.players)

    @cached_property
    def ratings(self) -> Ratings:
        """The agents by strength."""
        from dueldoku.stats.ratings import rate

        return rate(rows_of(self.counted), agents=self.agents, anchor=self.anchor)

    @cached_property
    def crosses(self) -> dict[tuple[str, str], Tally]:
        """The results of every pairing: by (first seat, second seat), from the side of the first."""
        from dueldoku.stats.tables import crosstable

        return crosstable(rows_of(self.counted), self.agents)

    @cached_property
    def played(self) -> dict[str, list[StoredGame]]:
        """The games of each agent that count, best agent first."""
        return self._by_agent(self.counted)

    def _by_agent(self, games: Iterable[StoredGame]) -> dict[str, list[StoredGame]]:
        table: dict[str, list[StoredGame]] = {rating.name: [] for rating in self.ratings.table}
        for game in games:
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
        ratings, bounds = self.ratings, find_bounds(self.crosses)
        agents = []
        for one in ratings.table:
            bound = bounds.get(one.name, "")
            told = AgentStanding(
                **vars(self.summaries[one.name]),
                name=one.name,
                elo=one.elo,
                low=one.low,
                high=one.high,
                bound=bound,
                too_few=is_too_few(one, bound),
            )
            agents.append(told)
        return Standings(
            games=len(self.counted),
            repeats=len(self.repeats),
            agents=tuple(agents),
            anchor=self.anchor,
            seat=ratings.seat,
            draws=ratings.draws,
            superiority=tuple(map(tuple, ratings.superiority.tolist())),
            connected=ratings.connected,
            groups=ratings.groups,
            note=group_note(ratings),
            copies=self.copies,
            left_out=self.left_out,
            crosstable=tuple(Meeting(*pair, *astuple(tally)) for pair, tally in self.crosses.items()),
            levels=dict(Counter(game.level for game in self.games)),
        )

    @cached_property
    def copies(self) -> tuple[tuple[str, ...], ...]:
        """The agents whose files are the same, together."""
        sides = (((game.agent1, game.digest1), (game.agent2, game.digest2)) for game in self.games)
        return find_copies(side for both in sides for side in both)

    @cached_property
    def starved(self) -> dict[str, int]:
        """How many turns of each agent got too little of a core, in all games."""
        return {agent: sum_up(own, agent).starved for agent, own in self._by_agent(self.games).items()}

    def notes(self) -> list[str]:
        """What has to be said beside the numbers, a sentence each."""
        clocked = sum(game.turns1 + game.turns2 for game in self.games if "node" not in game.time_limit)
        notes = [
            *(advice(len(self.repeats), len(self.games), one.board, one.start) for one in self.repeats[:1]),
            group_note(self.ratings),
            f"Left out, as they cannot start: {', '.join(self.left_out)}." if self.left_out else "",
            copies_note(self.copies),
            starved_note(self.starved, clocked),
        ]
        return list(filter(None, notes))

    def to_json(self) -> dict[str, object]:
        """The numbers as plain data."""
        return self.numbers.to_json()

    def standings(self) -> Table:
        """The agents by strength, with error bars."""
        rows = (
            (f"{place}. {one.name}", *elo_cells(one, one.bound), *(column.cell(one) for column in RESULTS))
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
        head = ("agent", "moving first", "share", "moving second", "share")
        note = seat_text(self.ratings.seat, self.crosses)
        return Table("Seats", head, tuple(rows), note=f"{note}; won-drawn-lost of the agent on the left")

    def boards(self) -> Table:
        """What each board gives to the player who moves first."""
        rows = []
        for board in sorted({(game.board, game.time_limit) for game in self.counted}):
            winners = Counter(game.winner for game in self.counted if (game.board, game.time_limit) == board)
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
        for agent, own in self._by_agent(self.games).items():
            given = [game.limit1 if game.agent1 == agent else game.limit2 for game in own]
            for limit in sorted(set(given)):
                part = sum_up([game for game, its in zip(own, given, strict=True) if its == limit], agent)
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

        counts = pair_counts(rows_of(self.counted), agent, opponent)
        both = {who: self.summaries[who] for who in (agent, opponent)}
        one, two = (
            sum(game.points1 if game.agent1 == who else game.points2 for game in self.played[who]) for who in both
        )
        return MatchScore(
            agent=agent,
            opponent=opponent,
            games=len(self.counted),
            repeats=len(self.repeats),
            won=both[agent].won,
            drawn=both[agent].drawn,
            lost=both[agent].lost,
            pairs=counts,
            share=score_share(counts),
            elo=elo_lead(counts),
            too_few=is_vague(elo_lead(counts)),
            superiority=superiority(counts),
            points=(one, two),
            lost_by={who: own.lost_by for who, own in both.items()},
            starved={who: self.starved[who] for who in both},
        )

    # -- for people --------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int | None = None, causes: Iterable[str] = ()) -> str:
        """The report in short, in lines of at most so many characters; None: as long as they are.

        ``causes`` are sentences about lost games, to stand below the standings.
        """
        told = str(self.match(*self.players)).split("\n") if len(self.agents) == 2 and self.games else []
        lines = [line for note in (*told, *causes, *self.notes()) for line in wrap(note, width)]
        return "\n".join(lines if told else [self.standings().text(width), *lines])

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
