from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from strategies import positions

from dueldoku import Game, Geometry, Grid, Move, Position
from dueldoku.render.svg import draw, draw_moving
from dueldoku.render.view import View

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def texts(root: ElementTree.Element, kind: str | None = None) -> list[str]:
    return [
        text.text or "" for text in root.iter(f"{SVG}text") if kind is None or kind in (text.get("class") or "").split()
    ]


@given(positions(largest=9))
def test_every_value_is_drawn(position: Position) -> None:
    root = parsed(draw(View(position.grid)))
    assert sorted(texts(root, "clue")) == sorted(str(value) for value in position.grid if value)


def test_what_a_view_points_out() -> None:
    game = Game(Grid.parse("1... .... .... ...."), "rows")
    game.push(Move.parse("r1c2=2"))
    game.push(Move.parse("r4c4=1"))
    view = View(
        game.grid,
        clues=frozenset({0}),
        owners=game.owners,
        last=Move.parse("r4c4=1"),
        candidates={5: (3, 4)},
        scores=(3, 1),
        players=("<ann> & co", "bob"),
        turn=1,
    )
    root = parsed(draw(view))
    kinds = [rect.get("class") for rect in root.iter(f"{SVG}rect")]
    assert kinds.count("one") == kinds.count("two") == kinds.count("last") == 1
    assert {"3", "4"} <= set(texts(root, "soft"))
    assert "▴ <ann> & co 3 to move" in texts(root)
    assert "▾ bob 1" in texts(root)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "4 by 4 Sudoku, 3 of 16 cells filled, score 3 to 1, last move r4c4=1"


def test_a_refused_move_is_crossed_out() -> None:
    picture = draw(View(Grid.empty(Geometry.of(2, 2)), last=Move(0, 0, 1), last_placed=False))
    assert '<path class="last"' in picture
    assert '<rect class="last"' not in picture
    assert "last" not in draw(View(Grid.empty(Geometry.of(2, 2)), last=Move(0, 9, 1))).split("</style>")[1]


def test_themes_do_not_disturb_each_other() -> None:
    view = View(Grid.pattern(Geometry.of(2, 2)))
    light, dark, auto = (draw(view, theme) for theme in ("light", "dark", "auto"))
    assert "prefers-color-scheme" in auto
    assert "prefers-color-scheme" not in light + dark
    assert ".dueldoku.dark" not in light
    with pytest.raises(ValueError, match="auto, light or dark"):
        draw(view, "pink")  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", [(1, 2), (3, 3), (5, 5), (8, 8)])
def test_notebooks_show_boards_and_games(shape: tuple[int, int]) -> None:
    grid = Grid.pattern(Geometry.of(*shape)).with_value(0, 0)
    assert len(texts(parsed(grid._repr_svg_()), "clue")) == len(grid) - 1
    assert parsed(Game(grid)._repr_svg_()).get("class") == "dueldoku auto"


def test_a_moving_picture_shows_each_view_in_its_time_and_the_last_one_at_rest() -> None:
    game = Game(Grid.parse("12.4 .4.2 21.3 ...1"))
    views = [game.view()]
    for move in ("r2c3=3", "r1c3=3"):  # a bomb, then a point
        game.push(Move.parse(move))
        views.append(game.view())
    root = parsed(draw_moving(views, seconds=1))
    style = root.findtext(f"{SVG}style") or ""
    timed = {
        part: group.get("class")
        for group in root.iter(f"{SVG}g")
        for part in ElementTree.tostring(group, "unicode").splitlines()
        if group.get("class")
    }
    (cross,) = [kind for part, kind in timed.items() if "l16 16" in part]
    assert cross == "s1-2"
    assert f".{cross}" in style.partition("{opacity:0}")[0]  # not there at rest, unlike what the last view shows
    (digit,) = [kind for part, kind in timed.items() if ">3</" in part]
    assert digit == "s2-3"
    assert ".s2-3" not in style.partition("{opacity:0}")[0]
    moves = style.partition("@media (prefers-reduced-motion: no-preference){")[2]
    assert "@keyframes s1-2{0%{opacity:0}14.29%{opacity:1}28.57%{opacity:0}}" in moves  # of three views and four more
    assert ".s1-2{animation:s1-2 7s step-end infinite}" in moves


def test_a_moving_picture_of_one_view_stands_still() -> None:
    view = Game(Grid.parse("12.4 .4.2 21.3 ...1")).view()
    assert draw_moving([view]) == draw(view)
    assert "animation" not in draw(view)
