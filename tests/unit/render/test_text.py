from __future__ import annotations

import pytest
from hypothesis import given
from strategies import grids

from dueldoku import Game, Geometry, Grid, Move, read_grid
from dueldoku.render.text import draw
from dueldoku.render.view import View


def test_a_small_game() -> None:
    game = Game(Grid.parse("1... .... .... ...."), "rows")
    game.push(Move.parse("r1c2=2"))
    game.push(Move.parse("r4c4=1"))
    assert draw(game.view()).plain == (
        "    1 2   3 4\n"
        "  ┌─────┬─────┐\n"
        "1 │ 1▴2 │ · · │\n"
        "2 │ · · │ · · │\n"
        "  ├─────┼─────┤\n"
        "3 │ · · │ · · │\n"
        "4 │ · · │ ·>1 │\n"
        "  └─────┴─────┘\n"
        " ▴ player 1 0 to move  ▾ player 2 0"
    )


def test_a_refused_move_is_crossed_out() -> None:
    game = Game(Grid.parse("12.. .... .... ...."))
    game.push(Move.parse("r2c3=1"))
    game.push(Move.parse("r3c3=3"))
    game.push(Move.parse("r4c4=4"))
    game.push(Move.parse("r2c4=2"))
    shown = draw(game.view()).plain
    assert game.history[-1].ruling == "refused" or ">×" not in shown
    view = View(game.grid, last=Move.parse("r1c4=3"), last_placed=False)
    assert ">×" in draw(view).plain.splitlines()[2]


@given(grids(largest=25))
def test_what_is_shown_is_the_board(grid: Grid) -> None:
    assert read_grid_of(draw(View(grid), 1000).plain, grid.geometry) == grid
    assert read_grid_of(draw(View(grid), 20).plain, grid.geometry) == grid


def read_grid_of(picture: str, geometry: Geometry) -> Grid:
    """The board of a picture, without its numbers of rows and columns."""
    rows = [line.split("│", 1)[1] for line in picture.splitlines() if "│" in line]
    return read_grid("\n".join(rows).replace("·", "."), geometry)


@pytest.mark.parametrize(("shape", "width"), [((2, 2), 16), ((3, 3), 28), ((4, 4), 52), ((5, 5), 66)])
def test_boards_fit_a_narrow_terminal(shape: tuple[int, int], width: int) -> None:
    lines = draw(View(Grid.pattern(Geometry.of(*shape))), 80).plain.splitlines()
    assert max(map(len, lines)) <= 80
    narrow = draw(View(Grid.pattern(Geometry.of(*shape))), width).plain.splitlines()
    assert max(map(len, narrow)) <= width


def test_numbers_where_they_fit_and_letters_where_not() -> None:
    view = View(Grid.pattern(Geometry.of(3, 4)))
    assert " 12 │" in draw(view, 80).plain
    assert " C │" in draw(view, 40).plain
