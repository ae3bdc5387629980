"""The report on stored games: which agents are stronger and how sure that is, why games were lost, the time used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dueldoku.arena.archive import StoredGame
from dueldoku.render.table import Table

if TYPE_CHECKING:  # SciPy takes its time to load, so only when a number is asked for
    from dueldoku.stats.intervals import Interval
    from dueldoku.stats.ratings import Rating, Ratings
    from dueldoku.stats.rows import Row
    from dueldoku.stats.tables import Tally


@dataclass(frozen=True)
class Side:
    """A stored game from the side of one of its agents. ``score`` is 1, 0.5 or 0."""

    agent: str
    seat: int
    score: float
    points: int
    against: int
    turns: int
    seconds: float
    longest: float
    starved: int
    lost_by: str  # why it lost; empty if it did not
    limit: str


def sides(games: Iterable[StoredGame]) -> list[Side]:
    """Every game twice: once for each agent."""
    return [side for game in games for side in (_side(game, 1), _side(game, 2))]


def _side(game: StoredGame, seat: int) -> Side:
    score = game.score1 if seat == 1 else 1 - game.score1
    own = {key: getattr(game, f"{key}{seat}") for key in ("agent", "points", "turns", "seconds", "longest", "starved")}
    against = game.points2 if seat == 1 else game.points1
    lost_by = "" if score else game.reason if game.fault else "fewer points"
    return Side(seat=seat, score=score, against=against, lost_by=lost_by, limit=game.time_limit, **own)


def rows_of(games: Iterable[StoredGame]) -> list[Row]:
    """The games as ``dueldoku.stats`` takes them."""
    return [(game.agent1, game.agent2, game.score1, f"{game.tournament}/{game.pair}") for game in games]


class Report:
    """All that is to be said about some games. ``agents`` adds those who have not played yet."""

    def __init__(self, games: Sequence[StoredGame], agents: Iterable[str] = (), anchor: str | None = None) -> None:
        self.games = games
        self.anchor = anchor
        self.agents = sorted({*agents, *(name for game in games for name in (game.agent1, game.agent2))})

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
    def sides(self) -> dict[str, list[Side]]:
        """The games of each agent from its side, best agent first."""
        table: dict[str, list[Side]] = {rating.name: [] for rating in self.ratings.table}
        for side in sides(self.games):
            table[side.agent].append(side)
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

    def standings(self) -> Table:
        """The agents by strength, with error bars."""
        rows = []
        for place, rating in enumerate(self.ratings.table, 1):
            record = _tally(self.sides[rating.name])
            bar = elo_bar(rating)
            rows.append(
                (f"{place}. {rating.name}", signed(rating.elo), bar, str(rating.games), record, _share(rating.share))
            )
        zero = f"{self.anchor} is 0" if self.anchor else "their mean is 0"
        head = ("agent", "Elo", "95 % interval", "games", "won-drawn-lost", "share of points")
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
        for agent, sides in self.sides.items():
            seats = [[side for side in sides if side.seat == seat] for seat in (1, 2)]
            rows.append((agent, *(text for seat in seats for text in (_tally(seat), _mean_score(seat)))))
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
        counts = {agent: Counter(side.lost_by for side in sides if side.lost_by) for agent, sides in self.sides.items()}
        reasons = sorted({reason for count in counts.values() for reason in count})
        rows = ((agent, str(count.total()), *(str(count[why]) for why in reasons)) for agent, count in counts.items())
        return Table("Lost games", ("agent", "lost", *reasons), tuple(rows), note="by reason")

    def points(self) -> Table:
        """Points on the board, on average."""
        rows = (
            (agent, _mean([side.points for side in sides]), _mean([side.against for side in sides]))
            for agent, sides in self.sides.items()
        )
        return Table("Points on the board", ("agent", "scored", "conceded"), tuple(rows), note="per game")

    def clock(self) -> Table:
        """Time used against time given."""
        rows = []
        for agent, sides in self.sides.items():
            for limit in sorted({side.limit for side in sides}):
                own = [side for side in sides if side.limit == limit]
                turns, starved = sum(side.turns for side in own), sum(side.starved for side in own)
                mean = sum(side.seconds for side in own) / max(1, turns)
                longest = max(side.longest for side in own)
                rows.append((agent, limit, f"{mean:.3f} s", f"{longest:.3f} s", str(turns), str(starved)))
        head = ("agent", "given", "used on average", "at most", "turns", "starved")
        note = "per turn; a starved turn got too little of a core: if there are many, take fewer workers"
        return Table("Time", head, tuple(rows), note=note)

    def cages(self) -> Table:
        """How well agents were kept apart from the machine and from each other."""
        levels = Counter(game.level for game in self.games)
        rows = ((level, str(count)) for level, count in sorted(levels.items()))
        note = "how well agents were kept from the machine and from each other, from full to none"
        return Table("Cage", ("level", "games"), tuple(rows), note=note)

    def to_json(self) -> dict[str, Any]:
        """The numbers for machines."""
        ratings = self.ratings
        return {
            "games": len(self.games),
            "agents": [
                {
                    **asdict(rating),
                    "lost": dict(Counter(side.lost_by for side in self.sides[rating.name] if side.lost_by)),
                    "starved": sum(side.starved for side in self.sides[rating.name]),
                }
                for rating in ratings.table
            ],
            "anchor": self.anchor,
            "seat": ratings.seat._asdict(),
            "draws": ratings.draws._asdict(),
            "superiority": ratings.superiority.tolist(),
            "connected": ratings.connected,
            "groups": ratings.groups,
            "crosstable": [
                {"first": one, "second": other, **asdict(tally)} for (one, other), tally in self.crosses.items()
            ],
            "levels": dict(Counter(game.level for game in self.games)),
        }

    def match(self, agent: str, opponent: str) -> dict[str, Any]:
        """The match of two, all from the side of ``agent``."""
        from dueldoku.stats.intervals import elo_lead, score_share, superiority
        from dueldoku.stats.match import pair_counts

        counts = pair_counts(rows_of(self.games), agent, opponent)
        sides = {who: self.sides[who] for who in (agent, opponent)}
        return {
            "agent": agent,
            "opponent": opponent,
            "games": len(self.games),
            **{word: sum(side.score == score for side in sides[agent]) for word, score in _WORDS.items()},
            "pairs": counts,
            "share": score_share(counts)._asdict(),
            "elo": elo_lead(counts)._asdict(),
            "superiority": superiority(counts),
            "points": [sum(side.points for side in sides[who]) for who in (agent, opponent)],
            "lost_by": {who: dict(Counter(side.lost_by for side in own if side.lost_by)) for who, own in sides.items()},
            "starved": {who: sum(side.starved for side in own) for who, own in sides.items()},
        }


_WORDS = {"won": 1, "drawn": 0.5, "lost": 0}


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


def elo_bar(bar: Rating | Interval) -> str:
    """An interval of Elo points."""
    return f"{signed(bar.low)} to {signed(bar.high)}"


def _tally(sides: Sequence[Side]) -> str:
    won = sum(side.score == 1 for side in sides)
    drawn = sum(side.score == 0.5 for side in sides)
    return f"{won}-{drawn}-{len(sides) - won - drawn}"


def _mean_score(sides: Sequence[Side]) -> str:
    return _share(sum(side.score for side in sides) / len(sides)) if sides else "-"


def _share(share: float) -> str:
    return f"{100 * share:.0f} %"


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.1f}" if values else "-"
