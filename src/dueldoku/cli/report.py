"""``dueldoku ratings``, ``report``, ``export``: what the games of an archive tell, and the games for other programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from dueldoku.arena import export as writers
from dueldoku.arena.archive import Archive
from dueldoku.arena.report import Report, group_note
from dueldoku.cli.options import Anchor, ArchiveFile, JsonResult, Tournament
from dueldoku.errors import PlanError
from dueldoku.render.table import page


def ratings(file: ArchiveFile, /, *, name: Tournament = None, anchor: Anchor = None, json_: JsonResult = False) -> None:
    """Rate all agents of an archive at once, with error bars."""
    told = load_report(file, name, anchor)
    if json_:
        print(json.dumps(told.to_json()))
        return
    print(told.standings().text())
    if note := group_note(told.ratings):
        print(note)


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


def export(
    file: ArchiveFile,
    /,
    *,
    to: Literal["csv", "jsonl", "db"] = "csv",
    name: Tournament = None,
    output: Annotated[str, Parameter(name=("--output", "-o"), allow_leading_hyphen=True)] = "-",
) -> None:
    """Write the games of an archive as CSV, or as JSON lines with every turn, or copy the archive.

    Parameters
    ----------
    to
        csv has a line for each game, jsonl also its turns (dueldoku replay reads it), db is a copy of the archive.
    output
        The file to write; - for standard output.

    """
    with Archive(file) as archive:
        if to == "db":
            if output == "-":
                raise PlanError("expected a file for the copy: --to db -o FILE")
            archive.copy(output)
        elif output == "-":
            writers.FORMATS[to](archive, name, sys.stdout)
        else:
            with Path(output).open("w", encoding="utf-8", newline="") as out:
                writers.FORMATS[to](archive, name, out)
