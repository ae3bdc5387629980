"""``dueldoku convert``: boards from one format into another; ``formats`` lists them."""

from __future__ import annotations

import json
from typing import Annotated

from cyclopts import Parameter

from dueldoku.cli.options import AnyBoardName, Column, From, Json, Shape
from dueldoku.formats.detect import FORMATS, write
from dueldoku.formats.source import write_out
from dueldoku.game.boards import open_source


def convert(
    board: AnyBoardName,
    /,
    *,
    to: str = "",
    from_: From = "",
    column: Column = "",
    shape: Shape = "",
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "",
    json_: Json = False,
) -> None:
    """Change boards from one format into another.

    Parameters
    ----------
    to
        The format to write; by default line for one board and sdm for many. 'dueldoku formats' lists them.
    output
        The file to write; by default standard output.
    json_
        Write a JSON list: shape, values and line of every board.

    """
    positions = open_source(board, from_, column).positions(shape)
    if json_:
        data = [{"shape": str(it.grid.geometry), "values": list(it.grid), "line": str(it)} for it in positions]
        text = json.dumps(data) + "\n"
    else:
        text = write(positions, to or ("line" if len(positions) == 1 else "sdm"))
    write_out(text, output or "-")


def formats(*, json_: Json = False) -> None:
    """List the board formats.

    Parameters
    ----------
    json_
        Write a JSON object: what each format is, by name.

    """
    if json_:
        print(json.dumps({format.name: format.about for format in FORMATS.values()}))
        return
    for format in FORMATS.values():
        print(f"{format.name:12} {format.about}")
