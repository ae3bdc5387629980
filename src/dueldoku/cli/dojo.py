"""``dueldoku dojo``: make the puzzles that the page teaches with."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from dueldoku.arena.archive import Archive
from dueldoku.cli.collection import progress_bar
from dueldoku.cli.numbers import NODES, between
from dueldoku.cli.options import Seed
from dueldoku.dojo import cut, sudokus
from dueldoku.duel.record import GameRecord
from dueldoku.errors import FormatError
from dueldoku.formats.table import check_writable

dojo = App(name="dojo", help="Make the puzzles that the page teaches with.")


@dojo.command
def make(
    file: str,
    /,
    *,
    archive: Annotated[str, Parameter(name="--archive")] = "",
    share: Annotated[float, between(0.001, 10)] = 1,
    nodes: Annotated[int, NODES] = cut.NODES,
    seed: Seed = 1,
) -> None:
    """Cut duel puzzles from games: positions in which exactly one move wins, proven by perfect play.

    Parameters
    ----------
    file
        The file to write: FILE.txt or FILE.txt.gz, a puzzle a line.
    archive
        Cut them from the games of this archive; by default from games of two simple players.
    share
        How many, as a share of what the page ships with.
    nodes
        How long a proof may take; a position that takes longer is left out.

    """
    _check(file)
    wishes = [cut.Wish(one.size, one.rules, max(1, round(share * one.count))) for one in cut.SHIPPED]
    records = list(_records(archive)) if archive else None
    lines: list[str] = []
    total = sum(wish.count for wish in wishes)
    with progress_bar(total, total, "cutting", "puzzle") as bar:
        for wish in wishes:
            games = cut.self_play(wish, seed) if records is None else cut.archived(records, wish)
            puzzles = cut.make(wish, games, nodes, lambda: bar.advance(bar.task_ids[0]))
            lines += map(str, puzzles)
    _write(file, lines)


@dojo.command(name="sudokus")
def make_sudokus(file: str, /, *, count: Annotated[int, between(1, 1000)] = sudokus.OF_EACH, seed: Seed = 1) -> None:
    """Make Sudokus by technique: in each, a person gets on only with it, and needs nothing harder.

    Parameters
    ----------
    file
        The file to write: FILE.txt or FILE.txt.gz, a puzzle a line.
    count
        How many for each technique.

    """
    _check(file)
    _write(file, map(str, sudokus.make(count, seed)))


def _check(file: str) -> None:
    if not file.endswith((".txt", ".txt.gz")):
        raise FormatError(f"expected a file that ends in .txt or .txt.gz, got {file!r}")
    check_writable(file)


def _write(file: str, lines: Iterable[str]) -> None:
    text = "".join(f"{line}\n" for line in lines).encode()
    Path(file).write_bytes(gzip.compress(text, mtime=0) if file.endswith(".gz") else text)
    print(f"{file}: {len(text.splitlines())} puzzles")


def _records(path: str) -> Iterator[GameRecord]:
    with Archive(path) as archive:
        for game in archive.games():
            yield archive.record(game.number)
