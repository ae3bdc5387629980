"""``dueldoku show``: a picture of a board, in the terminal or as SVG."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console

from dueldoku.cli.options import BoardName, Flag, From, Shape
from dueldoku.cli.picture import SvgFile, Theme, show_view, write_svg
from dueldoku.duel.position import Position
from dueldoku.game.boards import one_position, open_source
from dueldoku.game.game import Game
from dueldoku.render.view import View


def show(
    board: BoardName,
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
    board
        A file, - for standard input, a bundled board such as empty-3x3, or the board itself.
    svg
        Write the picture of one board to this file as SVG, - for standard output, instead of showing it here.
    theme
        The colours of the SVG; auto follows the viewer's preference.
    candidates
        Draw the digits that each empty cell may take into the SVG.

    """
    if svg:
        write_svg(_view(one_position(board, from_, shape), candidates), svg, theme)
        return
    console = Console(highlight=False)
    for position in open_source(board, from_).positions(shape):
        show_view(_view(position), console)
        if position.grid.clash:
            console.print(f"The board breaks the rules: {position.grid.clash}.")


def _view(position: Position, candidates: bool = False) -> View:
    game = Game(position)
    view = game.view()
    if position == Position(position.grid):  # a puzzle, not a position of a game
        view = View(position.grid)
    if candidates:
        view = replace(view, candidates={cell: game.digits(cell) for cell in position.grid.holes})
    return view
