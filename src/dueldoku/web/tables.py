"""What the archive tells, worked out by the workers. ``path`` is the server's own, never a visitor's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from dueldoku.agents.registry import AGENTS
from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.arena.elo import seat_text
from dueldoku.arena.report import Report
from dueldoku.arena.standings import Standings
from dueldoku.arena.summary import Summary, sum_up
from dueldoku.duel.record import GameRecord
from dueldoku.errors import FormatError
from dueldoku.plain import Plain
from dueldoku.render.table import Table
from dueldoku.web.lobby import RATED, UNRATED

Choices = dict[str, list[str]]  # what there is to choose from, by the fields of a filter


@dataclass(frozen=True)
class Filter:
    """Which games count; empty: all of them. Without a tournament, those of people who took moves back are left out."""

    tournament: str = ""
    board: str = ""
    limit: str = ""
    rules: str = ""
    agent: str = ""
    with_unrated: bool = False

    def takes(self, game: StoredGame) -> bool:
        """Whether the game counts."""
        return (
            (game.tournament == self.tournament if self.tournament else self.with_unrated or game.tournament != UNRATED)
            and self.board in ("", game.board)
            and self.limit in ("", game.time_limit)
            and self.rules in ("", game.rules)
            and self.agent in ("", game.agent1, game.agent2)
        )


@dataclass(frozen=True)
class GameList(Plain):
    """Some of the stored games without their turns, newest first; how many there are, and what to choose from."""

    total: int
    games: tuple[StoredGame, ...]
    choices: Choices


class Leaderboard(NamedTuple):
    """The standings of some games, what else a report says of them, and what there is to choose from."""

    standings: Standings
    notes: list[str]
    tables: list[Table]
    choices: Choices
    people: frozenset[str]  # who of them are no agents
    seat: str  # what moving first is worth, in words


class Tournament(NamedTuple):
    """A tournament of the archive; the date is that of its last game."""

    name: str
    games: int
    agents: Sequence[str]
    date: str


class AgentResults(NamedTuple):
    """One agent's games: all of them, by what they can be told apart, and the last ones."""

    summary: Summary
    groups: dict[str, dict[str, Summary]]
    last: Sequence[StoredGame]


def list_games(path: str, chosen: Filter, offset: int, most: int) -> GameList:
    """Games without their turns, newest first, and what there is to choose from."""
    games = _games(path)
    taken = [game for game in reversed(games) if chosen.takes(game)]
    return GameList(len(taken), tuple(taken[offset : offset + most]), _choices(games))


def load_record(path: str, number: int) -> GameRecord:
    """A game with its turns. Raises PlanError."""
    with Archive(path) as archive:
        return archive.record(number)


def ended(path: str, tournament: str, keys: Sequence[str], most: int) -> dict[str, GameRecord]:
    """The last games of a tournament by their keys, the newest first; and those of these keys that are over."""
    with Archive(path) as archive:
        wanted = dict.fromkeys((*archive.last_keys(tournament, most), *keys))
        numbers = {key: archive.number(tournament, key) for key in wanted}
        return {key: archive.record(number) for key, number in numbers.items() if number}


def standings(path: str, chosen: Filter) -> Leaderboard:
    """The agents by strength, the tables beside that, and what there is to choose from."""
    games = _games(path)
    report = Report([game for game in games if chosen.takes(game)])
    names = {name for game in games if game.tournament in (RATED, UNRATED) for name in (game.agent1, game.agent2)}
    people = frozenset(name for name in names if name.partition(":")[0] not in AGENTS)
    worth = seat_text(report.ratings.seat, report.crosses)
    return Leaderboard(report.numbers, report.notes(), report.tables()[1:], _choices(games), people, worth)


def tournaments(path: str) -> list[Tournament]:
    """Every tournament, newest first."""
    known: dict[str, list[StoredGame]] = {}
    for game in _games(path):
        known.setdefault(game.tournament, []).append(game)
    return [
        Tournament(name, len(games), sorted({who for game in games for who in (game.agent1, game.agent2)}), last.date)
        for name, games in reversed(known.items())
        for last in games[-1:]
    ]


_GROUPS: dict[str, Callable[[StoredGame, str], str]] = {
    "Against whom": lambda game, agent: game.agent2 if game.agent1 == agent else game.agent1,
    "On which board": lambda game, agent: game.board,
    "From which seat": lambda game, agent: "▴ first" if game.agent1 == agent else "▾ second",
    "With which time": lambda game, agent: game.time_limit,
}


def agent(path: str, name: str) -> AgentResults:
    """One agent's results: by opponent, board, seat and time."""
    taken = [game for game in _games(path) if Filter(agent=name).takes(game)]
    groups = {}
    for title, label in _GROUPS.items():
        parts: dict[str, list[StoredGame]] = {}
        for game in taken:
            parts.setdefault(label(game, name), []).append(game)
        groups[title] = {key: sum_up(part, name) for key, part in sorted(parts.items())}
    return AgentResults(sum_up(taken, name), groups, taken[:-11:-1])


def _choices(games: Sequence[StoredGame]) -> Choices:
    return {
        "tournament": sorted({game.tournament for game in games}),
        "board": sorted({game.board for game in games}),
        "limit": sorted({game.time_limit for game in games}),
        "rules": sorted({game.rules for game in games}),
        "agent": sorted({name for game in games for name in (game.agent1, game.agent2)}),
    }


def _games(path: str) -> Sequence[StoredGame]:
    """All games; read again only when the file has changed."""
    stamps = []
    for name in (path, f"{path}-wal"):
        try:
            status = Path(name).stat()
            stamps.append((status.st_mtime_ns, status.st_size))
        except OSError:
            stamps.append((0, 0))
    return _read(path, tuple(stamps)) if stamps[0] != (0, 0) else ()


@lru_cache(maxsize=2)
def _read(path: str, stamps: tuple[tuple[int, int], ...]) -> Sequence[StoredGame]:
    try:
        with Archive(path) as archive:
            return tuple(archive.games())
    except FormatError:
        return ()
