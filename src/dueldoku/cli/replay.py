"""``dueldoku replay``: a recorded game again."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from dueldoku.cli.picture import SvgFile, Theme, show_view, write_svg
from dueldoku.cli.source import Board
from dueldoku.errors import FormatError
from dueldoku.formats.record import read_records
from dueldoku.formats.source import read_source
from dueldoku.game import game as games


def replay(
    file: Board,
    /,
    *,
    game: int = -1,
    at: int = -1,
    svg: SvgFile = "",
    theme: Theme = "auto",
    json_: Annotated[bool, Parameter(name="--json", negative=())] = False,
) -> None:
    """Show a recorded game: its turns, and the board after the last of them. Every turn is judged again.

    Parameters
    ----------
    file
        A file of games as JSON lines or a game as text; - for standard input.
    game
        Which game of the file, from 1; by default the last.
    at
        Show only the board after this many turns.
    svg
        Write the board to this file as SVG, - for standard output, instead of showing it here.
    theme
        The colours of the SVG; auto follows the viewer's preference.
    json_
        Write the game as one line of JSON.

    """
    try:
        records = read_records(read_source(file))
    except FormatError as error:
        raise FormatError(error.problem, line=error.line, column=error.column, source=file) from None
    if game != -1 and not 1 <= game <= len(records):
        raise FormatError(f"expected a game from 1 to {len(records)}, got {game}", source=file)
    record = records[game - 1 if game != -1 else -1]
    if not -1 <= at <= len(record.turns):
        raise FormatError(f"expected a turn from 0 to {len(record.turns)}, got {at}", source=file)
    turns = len(record.turns) if at == -1 else at
    view = replace(next(islice(games.replay(record), turns, None)).view(), players=record.players)
    if json_:
        print(record.to_json())
    elif svg:
        write_svg(view, svg, theme)
    else:
        console = Console(highlight=False)
        if at == -1:
            console.print(record.to_text(), markup=False, soft_wrap=True)
        show_view(view, console)
