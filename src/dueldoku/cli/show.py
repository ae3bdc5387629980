"""Boards on their way out: ``dueldoku show`` as a picture, ``convert`` in another format; ``formats`` lists these."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dueldoku.cli.options import AnyBoard, Flag, From, Json, Shape
from dueldoku.duel.position import Position
from dueldoku.formats.detect import FORMATS, write
from dueldoku.game.boards import one_position, open_source
from dueldoku.game.game import Game
from dueldoku.render import svg as pictures
from dueldoku.render.view import View

SvgFile = Annotated[str, Parameter(name="--svg", allow_leading_hyphen=True)]
Theme = Annotated[pictures.Theme, Parameter(help="The colours of the SVG; auto follows the viewer's preference.")]


def show(
    board: AnyBoard,
    /,
    *,
    svg: SvgFile = "",
    theme: Theme = "auto",
    candidates: Flag = False,
    from_: From = "",
    shape: Shape = "",
) -> None:
    """Show boards.

    Parameters
    ----------
    svg
        Write the picture of one board to this file as SVG, - for standard output, instead of showing it here.
    candidates
        Draw the digits that each empty cell may take into the SVG.

    """
    if svg:
        write_svg(_view(one_position(board, from_, shape), candidates), svg, theme)
        return
    for position in open_source(board, from_).positions(shape):
        show_view(_view(position))
        if position.grid.clash:
            print(f"The board breaks the rules: {position.grid.clash}.")


def _view(position: Position, candidates: bool = False) -> View:
    game = Game(position)
    view = game.view()
    if position == Position(position.grid):  # a puzzle, not a position of a game
        view = View(position.grid)
    if candidates:
        view = replace(view, candidates={cell: game.digits(cell) for cell in position.grid.holes})
    return view


def convert(
    board: AnyBoard,
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
    to
        The format to write; by default line for one board and sdm for many. 'dueldoku formats' lists them.
    output
        The file to write; by default standard output.
    json_
        Write a JSON list: shape, values and line of every board.

    """
    positions = open_source(board, from_).positions(shape)
    if json_:
        data = [{"shape": str(it.grid.geometry), "values": list(it.grid), "line": str(it)} for it in positions]
        text = json.dumps(data) + "\n"
    else:
        text = write(positions, to or ("line" if len(positions) == 1 else "sdm"))
    _put(text, output or "-")


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


def show_view(view: View) -> None:
    """Show a board in the terminal."""
    from rich.console import Console

    from dueldoku.render import text

    console = Console(highlight=False)
    console.print(text.draw(view, console.width), soft_wrap=True)


def write_svg(view: View, file: str, theme: Theme) -> None:
    """Write the picture to ``file``, or to standard output for ``-``."""
    _put(pictures.draw(view, theme), file)


def _put(text: str, file: str) -> None:
    """Write to ``file``, or to standard output for ``-``."""
    if file == "-":
        sys.stdout.write(text)
    else:
        Path(file).write_text(text, encoding="utf-8")
