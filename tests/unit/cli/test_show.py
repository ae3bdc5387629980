"""``dueldoku show``."""

from __future__ import annotations

from pathlib import Path

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
    code, out, _ = run("show", "empty-5x5", "--svg", "-")
    assert code == 0
    assert out.startswith("<svg ")
