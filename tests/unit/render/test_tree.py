"""Search trees as pictures."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from hypothesis import given
from hypothesis import strategies as st

from dueldoku.render.tree import Branch, draw_dot, draw_svg

SVG = "{http://www.w3.org/2000/svg}"
SMALL = Branch(("start",), children=(Branch(("a<b", 'n = "2"'), own=True), Branch(("c",), children=(Branch(("d",)),))))
BRANCHES = st.recursive(
    st.builds(Branch, st.just(("leaf",)), st.booleans()),
    lambda below: st.builds(Branch, st.just(("node",)), st.booleans(), st.lists(below, max_size=4).map(tuple)),
    max_leaves=30,
)


def test_the_language_of_graphviz() -> None:
    assert draw_dot(SMALL).splitlines() == [
        "digraph tree {",
        "  node [shape=box, fontname=Helvetica]",
        '  0 [label="start", color=black]',
        '  1 [label="a<b\\nn = \\"2\\"", color=green]',
        '  2 [label="c", color=black]',
        '  3 [label="d", color=black]',
        "  0 -> 1",
        "  0 -> 2",
        "  2 -> 3",
        "}",
    ]


def test_the_picture_has_the_text_and_tells_whose_move_it_is() -> None:
    picture = ElementTree.fromstring(draw_svg(SMALL, "A & B"))
    assert [text.text for text in picture.iter(f"{SVG}text")] == ["start", "a<b", 'n = "2"', "c", "d"]
    assert [box.get("class") for box in picture.iter(f"{SVG}rect")] == ["paper", "box", "own", "box", "box"]
    assert picture.findtext(f"{SVG}title") == "A & B"


@given(BRANCHES)
def test_no_two_boxes_touch_and_parents_stand_above_their_children(root: Branch) -> None:
    picture = ElementTree.fromstring(draw_svg(root, ""))
    boxes = [box for box in picture.iter(f"{SVG}rect") if box.get("class") != "paper"]
    places = [tuple(float(box.get(name, 0)) for name in ("x", "y", "width", "height")) for box in boxes]
    assert len(places) == len(list(root.nodes()))
    for at, (x, y, width, height) in enumerate(places):
        assert x >= 0
        assert x + width <= float(picture.get("width", 0))
        assert y + height <= float(picture.get("height", 0))
        assert all(abs(x - other) >= width or abs(y - below) >= height for other, below, _, _ in places[:at])
    ends = [list(map(float, re.findall(r"[\d.]+", path.get("d", "")))) for path in picture.iter(f"{SVG}path")]
    assert len(ends) == len(places) - 1
    assert all(numbers[1] < numbers[-1] for numbers in ends)
