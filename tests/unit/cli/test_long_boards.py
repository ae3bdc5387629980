"""A board of 256 or more cells as an argument: longer than a file's name may be."""

from __future__ import annotations

import pytest
from program import Run

from dueldoku import Geometry, Grid


@pytest.mark.parametrize("verb", ["solve", "count", "rate", "show", "convert", "analyse"])
@pytest.mark.parametrize("blocks", [4, 5])
def test_a_board_of_256_or_more_cells_as_an_argument(run: Run, verb: str, blocks: int) -> None:
    grid = Grid.pattern(Geometry.of(blocks, blocks)).with_value(0, 0)
    options = ("--nodes", "10") if verb == "analyse" else ()
    for text in (str(grid), ",".join(map(str, grid))):
        code, out, err = run(verb, text, *options)
        assert code == 0, err
        assert out
        assert "too long" not in err


@pytest.mark.parametrize("verb", ["solve", "count", "rate", "show", "convert", "analyse"])
def test_a_board_too_large_is_told_the_largest(run: Run, verb: str) -> None:
    code, out, err = run(verb, "." * 65 * 65)
    assert (code, out) == (2, "")
    assert "expected sides up to 64" in err
