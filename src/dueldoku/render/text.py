"""A board for the terminal, and the table of its candidates.

         1 2 3   4 5 6   7 8 9          ▴ before a digit: player 1 filled it
       ┌───────┬───────┬───────┐        ▾ player 2
     1 │ 5 3 · │ · 7 · │ · · · │        > the last move; >× if it was refused
    …

The board adapts to the width: digits from 10 on are written as numbers where they fit, else as letters.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from dueldoku.board.geometry import Geometry
from dueldoku.board.symbols import symbol_of
from dueldoku.render.view import View

OWNER_SIGNS = " ▴▾"
_OWNER_STYLES = ("", "bold cyan", "bold yellow")
_EMPTY = "·"


def draw(view: View, width: int = 80) -> Text:
    """The board, its scores below it, at most ``width`` characters wide if there is a way; ends without a newline."""
    geometry = view.grid.geometry
    m, n, side = geometry.m, geometry.n, geometry.side
    label_width = len(str(side))
    as_numbers = label_width + 2 + side * (label_width + 1) + m * 2 <= width
    cell_width = label_width if as_numbers else 1
    out = Text(no_wrap=True)
    bar = "─" * (n * (cell_width + 1) + 1)

    def ruled(left: str, joint: str, right: str) -> None:
        out.append(" " * (label_width + 1) + left + joint.join([bar] * m) + right + "\n", "dim")

    out.append(_heading(view, label_width, cell_width), "dim")
    ruled("┌", "┬", "┐")
    for row in range(side):
        if row and row % m == 0:
            ruled("├", "┼", "┤")
        out.append(f"{row + 1:{label_width}} ", "dim")
        for col in range(side):
            if col % n == 0:
                out.append(" │" if col else "│", "dim")
            out.append(*_cell(view, row * side + col, cell_width, as_numbers))
        out.append(" │\n", "dim")
    ruled("└", "┴", "┘")
    if view.scores:
        out.append_text(_scores(view))
    out.rstrip()
    return out


def _heading(view: View, label_width: int, cell_width: int) -> str:
    """The column numbers; where they have more digits than the cells have room, they are written downwards."""
    side, n = view.grid.geometry.side, view.grid.geometry.n
    labels = [str(col + 1).rjust(label_width) for col in range(side)]
    lines = [labels] if cell_width >= label_width else [[label[at] for label in labels] for at in range(label_width)]
    heading = ""
    for words in lines:
        blocks = ["".join(f" {word}" for word in words[at : at + n]) for at in range(0, side, n)]
        heading += (" " * (label_width + 2) + "  ".join(blocks)).rstrip() + "\n"
    return heading


def _cell(view: View, cell: int, width: int, as_numbers: bool) -> tuple[str, str]:
    value = view.grid[cell]
    shown = (str(value) if as_numbers else symbol_of(value)) if value else _EMPTY
    sign, style = OWNER_SIGNS[view.owner(cell)], _OWNER_STYLES[view.owner(cell)]
    if view.is_clue(cell):
        style = style or "bold"
    elif not value:
        style = "dim"
    if cell == view.last_cell:
        sign, style = ">", f"{style} reverse".strip()
        if not view.last_placed and not value:
            shown, style = "×", "bold red"
    return sign + shown.rjust(width), style.strip()


def _scores(view: View) -> Text:
    assert view.scores
    line = Text()
    for player in (1, 2):
        line.append(f" {OWNER_SIGNS[player]} {view.players[player - 1]} ", _OWNER_STYLES[player])
        line.append(f"{view.scores[player - 1]}", "bold")
        line.append(" to move " if view.turn == player else " ", "dim")
    return line


def candidate_table(geometry: Geometry, masks: Sequence[int]) -> str:
    """What each cell may still be, set out like the board: a line per row, the digits of a cell side by side.

    Bit ``d`` of a mask is digit d.
    """
    side = geometry.side
    cells = ["".join(symbol_of(digit) for digit in range(1, side + 1) if mask >> digit & 1) or "-" for mask in masks]
    widths = [max(len(cells[row * side + col]) for row in range(side)) for col in range(side)]
    padded = [word.ljust(widths[cell % side]) for cell, word in enumerate(cells)]
    return "".join(f"{line.rstrip()}\n" for line in geometry.ruled_lines(padded))
