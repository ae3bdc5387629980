"""``dueldoku report``: all that the games of an archive tell, in the terminal or as a page."""

from __future__ import annotations

import json
from pathlib import Path

from dueldoku.arena.report import Report, group_note
from dueldoku.cli.options import Anchor, ArchiveFile, JsonResult, Tournament
from dueldoku.cli.ratings import load_report
from dueldoku.render.table import page


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
        print("\n\n".join(["\n".join(_introduce(told, file)), *(table.text() for table in told.tables())]))


def write_page(told: Report, file: str, html: str) -> None:
    """Write the report on the archive ``file`` as a page."""
    Path(html).write_text(page(f"Games of {Path(file).name}", _introduce(told, file), told.tables()), encoding="utf-8")


def _introduce(told: Report, file: str) -> list[str]:
    names = sorted({game.tournament for game in told.games})
    first, last = told.games[0].date, told.games[-1].date
    lines = [f"{len(told.games)} games in {file}, {first} to {last}: {', '.join(names)}."]
    if note := group_note(told.ratings):
        lines.append(note)
    if len(names) > 1:
        lines.append("Several tournaments are taken together; --name picks one of them.")
    return lines
