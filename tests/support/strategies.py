"""What the property tests draw from: shapes, boards, positions."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from dueldoku import Geometry, Grid, Move, Position
from dueldoku.board.geometry import LARGEST, SMALLEST

_SIDES = range(1, LARGEST + 1)
ALL_SHAPES = [(m, n) for m in _SIDES for n in _SIDES if SMALLEST <= m * n <= LARGEST]


def shapes(largest: int = LARGEST) -> st.SearchStrategy[Geometry]:
    return st.sampled_from([Geometry.of(m, n) for m, n in ALL_SHAPES if m * n <= largest])


@st.composite
def grids(draw: st.DrawFn, largest: int = LARGEST) -> Grid:
    """Boards of any shape with any values, whether they make sense or not."""
    geometry = draw(shapes(largest))
    random = Random(draw(st.integers(0, 2**32)))
    share = draw(st.sampled_from([0.0, 0.3, 0.7, 1.0]))
    values = [random.randint(1, geometry.side) if random.random() < share else 0 for _ in range(geometry.size)]
    return Grid(geometry, tuple(values))


@st.composite
def full_grids(draw: st.DrawFn, largest: int = 9, geometry: Geometry | None = None) -> Grid:
    """Solved boards: the pattern with its digits, rows and columns shuffled as the rules allow."""
    geometry = geometry or draw(shapes(largest))
    random = Random(draw(st.integers(0, 2**32)))
    m, n, side = geometry.m, geometry.n, geometry.side
    rows = [band * m + row for band in random.sample(range(n), n) for row in random.sample(range(m), m)]
    cols = [stack * n + col for stack in random.sample(range(m), m) for col in random.sample(range(n), n)]
    digits = random.sample(range(1, side + 1), side)
    pattern = Grid.pattern(geometry)
    return Grid(geometry, tuple(digits[pattern[row * side + col] - 1] for row in rows for col in cols))


@st.composite
def puzzles(draw: st.DrawFn, largest: int = 9, geometry: Geometry | None = None) -> Grid:
    """Boards that have at least one solution."""
    solved = draw(full_grids(largest, geometry))
    holes = draw(st.sets(st.integers(0, len(solved) - 1)))
    return Grid(solved.geometry, tuple(0 if cell in holes else value for cell, value in enumerate(solved)))


def sparse_board(geometry: Geometry, holes: float, seed: int) -> Grid:
    """A random full board with random holes. Large ones with about half of their cells empty are hard."""
    from dueldoku.puzzles.fill import full_board  # loads Numba, which most tests do without

    random = Random(seed)
    solved = full_board(geometry, random)
    return Grid(geometry, tuple(0 if random.random() < holes else value for value in solved))


@st.composite
def positions(draw: st.DrawFn, largest: int = 16) -> Position:
    """Positions of any rule set; not all of them could arise in a game."""
    grid = draw(grids(largest))
    cells = st.frozensets(st.integers(0, len(grid) - 1))
    number = st.integers(0, grid.geometry.side - 1)
    moves = st.lists(st.builds(Move, number, number, st.integers(1, grid.geometry.side)), max_size=5, unique=True)
    rules = draw(st.sampled_from(["classic", "rows", "border", "random"]))
    random = Random(draw(st.integers(0, 2**32)))
    owners: tuple[int, ...] = ()
    if rules != "classic" and any(grid):
        owners = tuple(random.choice((1, 2)) if value else 0 for value in grid)
    return Position(
        grid,
        rules=rules,
        turn=draw(st.sampled_from([1, 2])),
        scores=draw(st.tuples(st.integers(0, 99), st.integers(0, 99))),
        owners=owners,
        regions=draw(st.none() | st.tuples(cells, cells)) if rules != "classic" else None,
        taboo=tuple(draw(moves)),
        past=tuple(draw(moves)),
    )
