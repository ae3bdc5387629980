"""``dueldoku show``."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from program import LINE, Run

from dueldoku import Geometry, Grid


def test_show_a_board(run: Run) -> None:
    code, out, _ = run("show", LINE)
    assert code == 0
    assert "1 │ 5 3 · │ · 7 · │ · · · │" in out
    code, out, _ = run("show", "11" + "." * 79)
    assert "The board breaks the rules: 1 stands twice in row 1" in out


def test_show_as_svg(run: Run) -> None:
    assert run("show", LINE, "--svg", "board.svg", "--candidates", "--theme", "dark") == (0, "", "")
    assert Path("board.svg").read_text().count('class="soft"') == 18 + sum(
        len({*range(1, 10)} - {Grid.parse(LINE)[peer] for peer in Geometry.of(3, 3).peers[cell]})
        for cell in Grid.parse(LINE).holes
    )
    code, out, _ = run("show", "empty-5x5", "--svg", "-", "--theme", "light")
    assert code == 0
    assert out.startswith("<svg ")


@pytest.mark.parametrize("name", ["x.png", "x.PDF", "board"])
def test_svg_to_png_says_what_it_can_do(run: Run, name: str) -> None:
    code, out, err = run("show", LINE, "--svg", name)
    assert (code, out) == (2, "")
    assert f"expected a file for --svg that ends in .svg, got '{name}'" in err
    assert "turn into PNG" in err
    assert not Path(name).exists()


def test_show_svg_draws_all_boards_of_a_file(run: Run) -> None:
    Path("book.sdm").write_text(f"{LINE}\n2x2:1...............\n{LINE}\n")
    assert run("show", "book.sdm", "--svg", "out.svg") == (0, "", "")
    sheet = ElementTree.fromstring(Path("out.svg").read_text())
    boards = sheet.findall("{http://www.w3.org/2000/svg}svg")
    assert [(board.get("x"), board.get("y")) for board in boards] == [("0", "26"), ("480", "26"), ("0", "532")]
    assert [board.find("{http://www.w3.org/2000/svg}title").text[:6] for board in boards] == [
        "9 by 9",
        "4 by 4",
        "9 by 9",
    ]  # type: ignore[union-attr, index]


def test_pencil_marks_are_drawn(run: Run) -> None:
    marks = "12.." + "1234" * 15
    code, out, _ = run("show", marks, "--from", "pencilmarks", "--svg", "-", "--candidates")
    assert code == 0
    assert out.count('class="soft"') == 8 + 2 + 15 * 4
