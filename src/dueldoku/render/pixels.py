"""A board as pixels, without any library for pictures: squares, lines, and digits from a small font of our own.

    clues are dark, player 1's digits blue with a mark in the upper left, player 2's brown with one in the lower right;
    a frame marks the last move, a cross a refused one; below the board stand both scores, the player to move with a dot

Every cell is ``CELL`` pixels square. The digits are drawn five pixels high and enlarged.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.render.view import View

CELL = 32
_MARGIN = 8
_FONT = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", " ##", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", " # ", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
}
_PAPER, _INK, _LINE, _LAST = (255, 255, 255), (27, 31, 36), (182, 189, 198), (192, 28, 84)
_OWNER = (_INK, (11, 98, 196), (169, 76, 0))
_BACK = (_PAPER, (226, 238, 252), (253, 236, 220))
Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]


def draw(view: View) -> Pixels:
    """The picture: height x width x 3, red, green and blue."""
    side = view.grid.geometry.side
    board = side * CELL + 1
    below = CELL if view.scores else 0
    pixels = np.full((board + 2 * _MARGIN + below, board + 2 * _MARGIN, 3), _PAPER, np.uint8)
    area = pixels[_MARGIN : _MARGIN + board, _MARGIN : _MARGIN + board]
    for cell in range(view.grid.geometry.size):
        row, col = divmod(cell, side)
        _draw_cell(view, cell, area[row * CELL : (row + 1) * CELL + 1, col * CELL : (col + 1) * CELL + 1])
    _draw_lines(view, area)
    if view.scores:
        _draw_scores(view, pixels[_MARGIN + board :, _MARGIN : _MARGIN + board])
    return pixels


def _draw_cell(view: View, cell: int, area: Pixels) -> None:
    owner, value = view.owner(cell), view.grid[cell]
    area[:] = _BACK[owner]
    if owner:  # a mark beside the colour, so that colour is not all that tells them apart
        corner = slice(1, 6) if owner == 1 else slice(-6, -1)
        area[corner, corner] = _OWNER[owner]
    if value:
        _write(area, str(value), _OWNER[owner], bold=view.is_clue(cell))
    if cell == view.last_cell:
        if view.last_placed:
            for edge in (slice(2, 4), slice(-4, -2)):
                area[edge, 2:-2] = area[2:-2, edge] = _LAST
        else:
            steps = np.arange(10, CELL - 9)
            for thick in (0, 1):
                area[steps, steps + thick] = area[steps, CELL - steps - thick] = _LAST


def _draw_lines(view: View, area: Pixels) -> None:
    geometry = view.grid.geometry
    thin = [at * CELL for at in range(geometry.side + 1)]
    area[thin] = _LINE
    area[:, thin] = _LINE
    for at in thin:
        near = slice(max(at - 1, 0), at + 1)
        if at // CELL % geometry.m == 0:
            area[near] = _INK
        if at // CELL % geometry.n == 0:
            area[:, near] = _INK


def _draw_scores(view: View, area: Pixels) -> None:
    assert view.scores
    half = area.shape[1] // 2
    for player, part in ((1, area[:, :half]), (2, area[:, half:])):
        _write(part, str(view.scores[player - 1]), _OWNER[player])
        if view.turn == player:
            middle = part.shape[0] // 2
            part[middle - 3 : middle + 3, 4:10] = _OWNER[player]


def _write(area: Pixels, text: str, colour: Colour, *, bold: bool = False) -> None:
    """Write the digits into the middle of the area, as large as they fit."""
    glyphs = [[[mark == "#" for mark in line] for line in _FONT[sign]] for sign in text]
    gap = np.zeros((5, 1), bool)
    dots = np.concatenate([part for glyph in glyphs for part in (gap, np.array(glyph))][1:], axis=1)
    scale = max(1, min((area.shape[0] - 8) // 6, (area.shape[1] - 8) // dots.shape[1]))
    dots = np.repeat(np.repeat(dots, scale, 0), scale, 1)
    if bold:
        wide = np.pad(dots, ((0, 0), (0, 1)))
        dots = wide | np.roll(wide, 1, axis=1)
    top, left = (area.shape[0] - dots.shape[0]) // 2, (area.shape[1] - dots.shape[1]) // 2
    area[top : top + dots.shape[0], left : left + dots.shape[1]][dots] = colour
