"""What the archive tells, worked out by the workers's processes. ``path`` is the server's own, never a visitor's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.arena.report import Report, Side, group_note, sides
from dueldoku.errors import FormatError
from dueldoku.stats.tables import Tally

Data = dict[str, Any]
UNRATED = "page, unrated"


@dataclass(frozen=True)
class Filter:
    """Which games count; empty: all of them. Without a tournament, those of people who took moves back are left out."""

    tournament: str = ""
    board: str = ""
    limit: str = ""
    rules: str = ""
    agent: str = ""
    with_unrated: bool = False

    def with_value(self, name: str, value: str) -> Filter:
        """The same with another value of one field."""
        return replace(self, **{name: value})  # type: ignore[arg-type]

    def takes(self, game: StoredGame) -> bool:
        """Whether the game counts."""
        return (
            (game.tournament == self.tournament if self.tournament else self.with_unrated or game.tournament != UNRATED)
            and self.board in ("", game.board)
            and self.limit in ("", game.time_limit)
            and self.rules in ("", game.rules)
            and self.agent in ("", game.agent1, game.agent2)
        )


def list_games(path: str, chosen: Filter, offset: int, most: int) -> Data:
    """Games without their turns, newest first, and what there is to choose from."""
    games = _games(path)
    taken = [game for game in reversed(games) if chosen.takes(game)]
    return {
        "total": len(taken),
        "games": [asdict(game) for game in taken[offset : offset + most]],
        "choices": _choices(games),
    }


def load_record(path: str, number: int) -> str:
    """A game with its turns, as one line of JSON. Raises PlanError."""
    with Archive(path) as archive:
        return archive.record(number).to_json()


def standings(path: str, chosen: Filter, resamples: int = 500) -> Data:
    """The agents by strength, each against each, and what there is to choose from."""
    games = _games(path)
    taken = [game for game in games if chosen.takes(game)]
    if not taken:
        return {"games": 0, "agents": [], "crosstable": {}, "choices": _choices(games), "note": ""}
    report = Report(taken)
    own = {rating.name: _tally(report.sides[rating.name]) for rating in report.ratings.table}
    return {
        "games": len(taken),
        "agents": [asdict(rating) | own[rating.name] for rating in report.ratings.table],
        "crosstable": {
            one: {other: _cross(report, one, other) for other in report.agents if other != one} for one in report.agents
        },
        "seat": report.ratings.seat._asdict(),
        "choices": _choices(games),
        "note": group_note(report.ratings),
    }


def tournaments(path: str) -> list[Data]:
    """Every tournament with its games, players and last date, newest first."""
    known: dict[str, list[StoredGame]] = {}
    for game in _games(path):
        known.setdefault(game.tournament, []).append(game)
    return [
        {
            "name": name,
            "games": len(games),
            "agents": sorted({agent for game in games for agent in (game.agent1, game.agent2)}),
            "date": games[-1].date,
        }
        for name, games in reversed(known.items())
    ]


def agent(path: str, name: str, chosen: Filter) -> Data:
    """One agent's results: by opponent, board, seat and time, and why it lost."""
    taken = [game for game in _games(path) if chosen.takes(game) and name in (game.agent1, game.agent2)]
    own = [(game, side) for game in taken for side in sides([game]) if side.agent == name]

    def by(label: Callable[[StoredGame, Side], str]) -> list[Data]:
        groups: dict[str, list[Side]] = {}
        for game, side in own:
            groups.setdefault(label(game, side), []).append(side)
        return [{"name": key, **_tally(group)} for key, group in sorted(groups.items())]

    return {
        "games": len(taken),
        "opponent": by(lambda game, side: game.agent2 if side.seat == 1 else game.agent1),
        "board": by(lambda game, side: game.board),
        "seat": by(lambda game, side: f"{'▴ first' if side.seat == 1 else '▾ second'}"),
        "time": by(lambda game, side: game.time_limit),
        "lost": by(lambda game, side: side.lost_by or "did not lose"),
        "last": [asdict(game) for game in taken[:-11:-1]],
    }


def _cross(report: Report, one: str, other: str) -> Data:
    tally: Tally = report.crosses[one, other] + report.crosses[other, one].swapped
    return {"points": tally.points, "games": tally.games}


def _tally(own: Sequence[Side]) -> Data:
    won, drawn = sum(side.score == 1 for side in own), sum(side.score == 0.5 for side in own)
    return {
        "games": len(own),
        "won": won,
        "drawn": drawn,
        "lost": len(own) - won - drawn,
        "share": (won + drawn / 2) / max(1, len(own)),
        "points": sum(side.points for side in own) / max(1, len(own)),
        "conceded": sum(side.against for side in own) / max(1, len(own)),
        "seconds": sum(side.seconds for side in own) / max(1, sum(side.turns for side in own)),
    }


def _choices(games: Sequence[StoredGame]) -> Data:
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
