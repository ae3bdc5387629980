"""Boards as pixels."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from dueldoku.duel.turn import Ruling
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.render import pixels
from dueldoku.render.view import View


def cell_of(picture: pixels.Pixels, row: int, col: int) -> pixels.Pixels:
    top, left = (pixels._MARGIN + at * pixels.CELL for at in (row, col))
    return picture[top + 2 : top + pixels.CELL - 1, left + 2 : left + pixels.CELL - 1]


@pytest.mark.parametrize("name", ["empty-2x2", "random-2x3", "random-3x3", "random-3x4", "random-4x4", "empty-8x8"])
def test_every_digit_is_told_from_every_other_and_from_none(name: str) -> None:
    grid = bundled_board(name).grid
    picture = pixels.draw(View(grid))
    assert picture.dtype == np.uint8
    assert picture.shape == (grid.geometry.side * pixels.CELL + 17,) * 2 + (3,)
    looks: dict[int, set[bytes]] = {}
    for cell, value in enumerate(grid):
        looks.setdefault(value, set()).add(cell_of(picture, *divmod(cell, grid.geometry.side)).tobytes())
    assert all(len(of_one) == 1 for of_one in looks.values())
    assert len(set.union(*looks.values())) == len(looks)


def test_owners_scores_and_the_last_move_are_shown() -> None:
    game, chance = Game(bundled_board("random-2x3")), Random(1)
    seen = [pixels.draw(game.view())]
    marks = {Ruling.PLACED: 0, Ruling.REFUSED: 0}
    while not game.is_over():
        turn = game.push(chance.choice(list(game.legal_moves())))
        seen.append(pixels.draw(game.view()))
        assert turn.move
        spot = cell_of(seen[-1], turn.move.row, turn.move.col)
        marks[turn.ruling] += (spot == pixels._LAST).all(axis=2).any()
    assert all(marks.values())
    assert sum(marks.values()) == len(game.history)
    assert not any(np.array_equal(one, after) for one, after in pairwise(seen))  # whoever is to move is marked, too
