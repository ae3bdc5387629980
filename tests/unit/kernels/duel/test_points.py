"""The search for points against a plain one without any cleverness."""

from __future__ import annotations

import pytest
from endgames import run_plain

from dueldoku import Geometry
from dueldoku.kernels.duel import points
from dueldoku.kernels.duel.points import PointsSearch
from dueldoku.puzzles.api import generate as board

REWARD = (0, 1, 3, 7)


def rewards(geometry: Geometry, empty: frozenset[int]) -> dict[int, int]:
    left = [sum(cell in empty for cell in unit) for unit in geometry.units]
    return {cell: REWARD[sum(left[unit] == 1 for unit in geometry.units_of[cell])] for cell in empty}


def value(geometry: Geometry, empty: frozenset[int], plies: int) -> int:
    gains = rewards(geometry, empty)
    if plies == 0 or not empty:
        return max(gains.values(), default=0)
    return max(gains[cell] - value(geometry, empty - {cell}, plies - 1) for cell in empty)


def search_to(search: PointsSearch, depth: int, most_nodes: int = 1000) -> None:
    points.start(search, depth)
    while not points.proceed(search, most_nodes):
        pass


@pytest.mark.parametrize(
    ("m", "n", "empty", "deepest"), [(2, 2, 5, 5), (2, 2, 16, 3), (2, 3, 9, 4), (3, 3, 10, 3), (3, 3, 30, 2)]
)
def test_every_move_has_the_value_of_the_plain_search(m: int, n: int, empty: int, deepest: int) -> None:
    geometry = Geometry.of(m, n)
    for seed in range(5):
        grid = board(geometry, empty=empty, seed=seed)
        holes = frozenset(grid.holes)
        search = points.search_of(geometry, grid.values, margin=1000, entries=256)
        for depth in range(1, deepest + 1):
            search_to(search, depth, most_nodes=37)
            gains = rewards(geometry, holes)
            wanted = {cell: gains[cell] - value(geometry, holes - {cell}, depth - 1) for cell in holes}
            assert {cell: search.values[cell] for cell in holes} == wanted
            assert search.values[points.SKIP] == -value(geometry, holes, depth - 1)


def test_near_the_best_the_margin_changes_nothing() -> None:
    geometry = Geometry.of(3, 3)
    grid = board(geometry, empty=24, seed=1)
    narrow, wide = (points.search_of(geometry, grid.values, margin=margin) for margin in (3, 1000))
    for depth in range(1, 6):
        search_to(narrow, depth)
        search_to(wide, depth)
        best = max(wide.values[cell] for cell in grid.holes)
        for cell in grid.holes:
            if wide.values[cell] > best - 3:
                assert narrow.values[cell] == wide.values[cell]
            else:
                assert narrow.values[cell] <= best - 3
    assert narrow.now.nodes < wide.now.nodes


def test_slices_change_nothing() -> None:
    geometry = Geometry.of(3, 4)
    grid = board(geometry, empty=60, seed=1)
    whole, sliced = (points.search_of(geometry, grid.values) for _ in range(2))
    for depth in range(1, 5):
        search_to(whole, depth, 10**6)
        search_to(sliced, depth, 1)
    assert (whole.values == sliced.values).all()
    assert whole.now == sliced.now


def test_plain_python_agrees() -> None:
    code = (
        "from dueldoku import Geometry\n"
        "from dueldoku.puzzles.api import generate as board\n"
        "from dueldoku.kernels.duel import points\n"
        "grid = board(Geometry.of(2, 3), empty=12, seed=4)\n"
        "search = points.search_of(grid.geometry, grid.values, entries=256)\n"
        "for depth in range(1, 4):\n"
        "    points.start(search, depth)\n"
        "    while not points.proceed(search, 1000): pass\n"
        "print(search.values.tolist(), search.now)\n"
    )
    grid = board(Geometry.of(2, 3), empty=12, seed=4)
    search = points.search_of(grid.geometry, grid.values, entries=256)
    for depth in range(1, 4):
        search_to(search, depth)
    assert run_plain(code) == f"{search.values.tolist()} {search.now}\n"
