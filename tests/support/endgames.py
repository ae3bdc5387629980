"""Random endgames, boards with one solution and few empty cells; and kernels without compilation."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from dueldoku import Geometry, Grid, is_unique
from dueldoku.kernels.duel.bombs import Rest, rest_of
from dueldoku.puzzles.fill import full_board


def endgames(m: int, n: int, empty: int, count: int, seed: int = 0) -> Iterator[tuple[Grid, Grid]]:
    """So many boards with exactly so many empty cells, each with its solution."""
    geometry, random = Geometry.of(m, n), Random(f"{m}x{n} {empty} {seed}")
    while count:
        solved = full_board(geometry, random)
        holes = set(random.sample(range(geometry.size), empty))
        grid = Grid(geometry, tuple(0 if cell in holes else value for cell, value in enumerate(solved)))
        if is_unique(grid):
            count -= 1
            yield grid, solved


def rest_at(grid: Grid, solved: Grid) -> Rest:
    """What is left to play on a board of ``endgames``."""
    rest = rest_of(grid.geometry, grid.values, solved.values)
    assert rest is not None
    return rest


def run_plain(code: str) -> str:
    """What the code prints where nothing is compiled. Whatever is done to masks must not overflow there."""
    path = os.pathsep.join([str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
