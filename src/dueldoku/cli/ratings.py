"""``dueldoku ratings``: how strong the agents of an archive are."""

from __future__ import annotations

import json

from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.arena.report import Report, group_note
from dueldoku.cli.options import Anchor, ArchiveFile, JsonResult, Tournament
from dueldoku.errors import PlanError


def ratings(file: ArchiveFile, /, *, name: Tournament = None, anchor: Anchor = None, json_: JsonResult = False) -> None:
    """Rate all agents of an archive at once, with error bars."""
    report = load_report(file, name, anchor)
    if json_:
        print(json.dumps(report.to_json()))
        return
    print(report.standings().text())
    if note := group_note(report.ratings):
        print(note)


def load_report(file: str, name: str | None, anchor: str | None = None) -> Report:
    """The games of an archive. Raises PlanError if there are none, or not the agent to anchor at."""
    with Archive(file) as archive:
        games: list[StoredGame] = archive.games(name)
    if not games:
        raise PlanError(f"{file}: expected an archive with games, but no game is stored yet")
    report = Report(games, anchor=anchor)
    if anchor is not None and anchor not in report.agents:
        raise PlanError(f"expected --anchor to be one of {', '.join(report.agents)}, got {anchor!r}")
    return report
