"""``dueldoku export``: the games of an archive for other programs, or the archive as a copy."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from dueldoku.arena import export as writers
from dueldoku.arena.archive import Archive
from dueldoku.arena.pool import Where
from dueldoku.cli.collection import progress_bar
from dueldoku.cli.numbers import COUNT, NODES
from dueldoku.cli.options import ArchiveFile, Tournament
from dueldoku.engine.label import NODES as USUAL_NODES
from dueldoku.errors import PlanError
from dueldoku.formats.table import check_writable


def export(
    file: ArchiveFile,
    /,
    *,
    to: Literal["csv", "jsonl", "parquet", "db"] = "csv",
    name: Tournament = None,
    output: Annotated[str, Parameter(name=("--output", "-o"), allow_leading_hyphen=True)] = "-",
    nodes: Annotated[int, NODES] = USUAL_NODES,
    workers: Annotated[int | None, COUNT] = None,
) -> None:
    """Write the games of an archive as CSV, as JSON lines or parquet with every turn, or copy the archive.

    Parameters
    ----------
    to
        csv has a line for each game, jsonl also its turns (dueldoku replay reads it), parquet makes a folder with
        tables of games, turns and positions, exact values and a data card; db is a copy of the archive.
    output
        The file to write, for parquet the folder; - for standard output.
    nodes
        For parquet: how long to search for the exact value of a position; one that takes longer has none.
    workers
        For parquet: how many processes; by default one for each core.

    """
    with Archive(file) as archive:
        if to == "db":
            if output == "-":
                raise PlanError("expected a file for the copy: --to db -o FILE")
            archive.copy(output)
        elif to == "parquet":
            _write_tables(archive, name, output, nodes, workers or os.cpu_count() or 1)
        elif output == "-":
            writers.FORMATS[to](archive, name, sys.stdout)
        else:
            with Path(output).open("w", encoding="utf-8", newline="") as out:
                writers.FORMATS[to](archive, name, out)


def _write_tables(archive: Archive, name: str | None, output: str, nodes: int, workers: int) -> None:
    if output == "-" or Path(output).is_file():
        raise PlanError(f"expected a folder for the tables, --to parquet -o FOLDER, got {output!r}")
    check_writable(f"{output}.parquet")  # there is polars, and the folder can be made
    games = len(archive.games(name))
    with progress_bar(games, games, "labelling", "game") as bar, Where(workers).open() as pool:
        writers.write_parquet(
            archive, name, Path(output), nodes, pool, lambda done: bar.update(bar.task_ids[0], completed=done)
        )
