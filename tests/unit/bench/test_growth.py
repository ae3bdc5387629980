"""The cost over the size of the board: everything is measured, and drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from dueldoku.bench.growth import draw_growth, measure_growth


def test_everything_is_measured_and_drawn(tmp_path: Path) -> None:
    figures = list(measure_growth(rounds=2, sizes=["2x2", "4x4"]))
    assert [(each.what, each.side) for each in figures] == [
        (what, side) for side in (4, 16) for what in ("solve", "count", "generate")
    ]
    assert all(0 < each.seconds <= each.most for each in figures)
    assert all(figures[at].bytes < figures[at + 3].bytes for at in range(3))  # larger boards take more
    draw_growth(figures, str(tmp_path / "growth.png"))
    assert (tmp_path / "growth.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("what", "file"), [("growth", "plot.txt"), ("solvers", "plot.png")])
def test_a_plot_that_cannot_be_is_refused_at_once(what: str, file: str) -> None:
    from dueldoku.cli.bench import bench
    from dueldoku.errors import FormatError

    with pytest.raises(FormatError, match=r"plot of growth, calibration or scaling in a file \.png, \.svg, \.pdf"):
        bench(what, plot=file)
