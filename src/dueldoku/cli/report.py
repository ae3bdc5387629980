"""``dueldoku ratings`` and ``report``: what the games of an archive tell, in the terminal or as a page."""

from __future__ import annotations

import json
from pathlib import Path

from dueldoku.arena.archive import Archive
from dueldoku.arena.causes import Cause, find_causes
from dueldoku.arena.report import Report
from dueldoku.cli.games import columns
from dueldoku.cli.options import Anchor, ArchiveFile, JsonResult, Tournament
from dueldoku.cli.printed import print_last_words
from dueldoku.errors import PlanError
from dueldoku.render.table import page, wrap
from dueldoku.words import counted


def ratings(file: ArchiveFile, /, *, name: Tournament = None, anchor: Anchor = None, json_: JsonResult = False) -> None:
    """Rate all agents of an archive at once, with error bars."""
    told = load_report(file, name, anchor)
    if json_:
        print(json.dumps(told.to_json()))
        return
    width = columns()
    print("\n".join([told.standings().text(width), *(line for note in told.notes() for line in wrap(note, width))]))


def report(
    file: ArchiveFile, /, *, name: Tournament = None, anchor: Anchor = None, html: str = "", json_: JsonResult = False
) -> None:
    """Tell which agents are stronger and how sure that is, why games were lost, and how time was used.

    Parameters
    ----------
    html
        Write a page to this file instead: it needs no other file.

    """
    told = load_report(file, name, anchor)
    if json_:
        print(json.dumps(told.to_json()))
    elif html:
        write_page(told, file, html)
    else:
        width = columns()
        lines = (line for note in _introduce(told, file) for line in wrap(note, width))
        print("\n\n".join(["\n".join(lines), *(table.text(width) for table in told.tables())]))
        print_last_words(_causes(told, file), file)


def load_report(file: str, name: str | None, anchor: str | None = None) -> Report:
    """The games of an archive. Raises PlanError if there are none, or not the agent to anchor at."""
    with Archive(file) as archive:
        games = archive.games(name)
    if not games:
        raise PlanError(f"{file}: expected an archive with games, but no game is stored yet")
    report = Report(games, anchor=anchor)
    if anchor is not None and anchor not in report.agents:
        raise PlanError(f"expected --anchor to be one of {', '.join(report.agents)}, got {anchor!r}")
    return report


def write_page(told: Report, file: str, html: str) -> None:
    """Write the report on the archive ``file`` as a page."""
    printed = {one.sentence: "\n".join(one.printed) for one in _causes(told, file)}
    text = page(f"Games of {Path(file).name}", _introduce(told, file), told.tables(), printed)
    Path(html).write_text(text, encoding="utf-8")


def _causes(told: Report, file: str) -> list[Cause]:
    with Archive(file) as archive:
        return find_causes(archive, told.games)


def _introduce(told: Report, file: str) -> list[str]:
    names = sorted({game.tournament for game in told.games})
    first, last = told.games[0].date, told.games[-1].date
    lines = [f"{counted(len(told.games), 'game')} in {file}, {first} to {last}: {', '.join(names)}."]
    lines += told.notes()
    if len(names) > 1:
        lines.append("Several tournaments are taken together; --name picks one of them.")
    return lines
