"""``dueldoku convert``: boards from one format into another; ``formats`` lists them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dueldoku.cli.options import BoardName, From, Json, Shape
from dueldoku.duel.position import Position
from dueldoku.formats.detect import FORMATS, write
from dueldoku.game.boards import open_source


def convert(
    board: BoardName,
    /,
    *,
    to: str = "",
    from_: From = "",
    shape: Shape = "",
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "",
    json_: Json = False,
) -> None:
    """Change boards from one format into another.

    Parameters
    ----------
    board
        A file, - for standard input, a bundled board such as empty-3x3, or the board itself.
    to
        The format to write; by default line for one board and sdm for many. 'dueldoku formats' lists them.
    output
        The file to write; by default standard output.
    json_
        Write a JSON list: shape, values and line of every board.

    """
    positions = open_source(board, from_).positions(shape)
    if json_:
        text = json.dumps([_as_data(position) for position in positions]) + "\n"
    else:
        text = write(positions, to or ("line" if len(positions) == 1 else "sdm"))
    if output:
        Path(output).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


def _as_data(position: Position) -> dict[str, object]:
    grid = position.grid
    return {"shape": str(grid.geometry), "values": list(grid), "line": str(position)}


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
