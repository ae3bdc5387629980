"""``dueldoku export``: the games of an archive for other programs, or the archive as a copy."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from dueldoku.arena import export as writers
from dueldoku.arena.archive import Archive
from dueldoku.cli.options import ArchiveFile, Tournament
from dueldoku.errors import PlanError


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
