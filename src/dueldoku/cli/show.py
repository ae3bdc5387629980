"""``dueldoku show``: a picture of a board, in the terminal or as SVG."""

from __future__ import annotations

from dataclasses import replace

from dueldoku.board.geometry import bits
from dueldoku.cli.options import AnyBoardName, Column, Flag, From, Shape
from dueldoku.cli.picture import SvgFile, Theme, show_view, write_svg
from dueldoku.duel.position import Position
from dueldoku.game.boards import open_source
from dueldoku.game.game import Game
from dueldoku.render.view import View


def show(
    board: AnyBoardName,
    /,
    *,
    svg: SvgFile = "",
    theme: Theme = "auto",
    candidates: Flag = False,
    from_: From = "",
    column: Column = "",
    shape: Shape = "",
) -> None:
    """Show boards.

    Parameters
    ----------
    svg
        Write the picture to this file as SVG, - for standard output, instead of showing it here. Many boards stand
        side by side on one sheet.
    candidates
        Draw the digits that each empty cell may take into the SVG.

    """
    positions = open_source(board, from_, column).positions(shape)
    if svg:
        write_svg([_view(position, candidates) for position in positions], svg, theme)
        return
    for position in positions:
        show_view(_view(position))
        if position.grid.clash:
            print(f"The board breaks the rules: {position.grid.clash}.")


def _view(position: Position, candidates: bool = False) -> View:
    game = Game(position)
    view = game.view()
    if position == Position(position.grid):  # a puzzle, not a position of a game
        view = View(position.grid)
    if candidates:
        marks = position.grid.marks
        candidates_of = (lambda cell: bits(marks[cell])) if marks else game.digits
        view = replace(view, candidates={cell: candidates_of(cell) for cell in position.grid.holes})
    return view
