"""``dueldoku generate``: puzzles and boards made to order."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from dueldoku.board.geometry import Geometry
from dueldoku.cli.numbers import COUNT, NUMBER, between
from dueldoku.cli.options import Flag, Json
from dueldoku.formats.detect import write
from dueldoku.formats.table import is_table_file
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe, Span, empty_cells
from dueldoku.solvers.human import Grade


@dataclass(frozen=True)
class Order:
    """What to make, and how to write it."""

    size: Annotated[str, Parameter(help="The blocks' rows x columns: 3x3 for a 9x9 board.")] = "3x3"
    count: Annotated[int, COUNT, Parameter(help="How many.")] = 1
    clues: Annotated[
        int | None, between(0, 10**6), Parameter(help="The number of clues; without it, a pleasant one.")
    ] = None
    minimal: Annotated[Flag, Parameter(help="No clue can be left out.")] = False
    symmetry: Annotated[
        str,
        Parameter(help="Of the clues: none, rotational, quarter, diagonal, antidiagonal, horizontal or vertical."),
    ] = "none"
    difficulty: Annotated[
        Literal["easy", "medium", "hard", "expert", "beyond", ""],
        Parameter(help="How hard it is for people: easy, medium, hard, expert or beyond."),
    ] = ""
    score: Annotated[
        str | None,
        Parameter(help="The same as a number on Sudoku Explainer's scale from 1 to 12, or from one to another: 4..6."),
    ] = None
    technique: Annotated[
        str, Parameter(help="A technique that people need for it, and nothing harder, such as xy-chain.")
    ] = ""
    empty: Annotated[
        str | None,
        Parameter(help="Make boards for the game with this many empty cells instead, or below 1 this share of them."),
    ] = None
    solutions: Annotated[
        int | None,
        COUNT,
        Parameter(help="With --empty: exactly so many solutions; without it any number, but at least one."),
    ] = None
    seed: Annotated[int | None, NUMBER, Parameter(help="The same seed makes the same puzzles.")] = None
    to: Annotated[
        str,
        Parameter(help="The format to write, or a file for a table with their solutions: FILE.csv, FILE.parquet."),
    ] = "sdm"
    json_: Annotated[Json, Parameter(help="Write a JSON list of lines.")] = False

    def recipe(self) -> Recipe:
        """What to make. Raises GenerateError for what cannot be."""
        size, grade = Geometry.parse(self.size), Grade.parse(self.difficulty) if self.difficulty else None
        empty = empty_cells(size, self.empty)
        score = None if self.score is None else Span.parse(self.score)
        return Recipe(
            size,
            grade,
            self.clues,
            self.minimal,
            self.symmetry,
            empty,
            self.solutions,
            self.seed,
            score,
            self.technique.lower().replace(" ", "-"),
        )


def generate(*, order: Annotated[Order | None, Parameter(name="*")] = None) -> int:
    """Make puzzles with exactly one solution or, with --empty, boards for the game.

    Without any option it asks, if it is at a terminal, and solves what it makes.
    """
    if order is None and sys.stdin.isatty() and sys.stdout.isatty():
        from dueldoku.cli.ask import ask

        return ask()
    order = order or Order()
    if is_table_file(order.to):
        from dueldoku.cli.tables import generate_table

        return generate_table(order.recipe(), order.count, order.to)
    grids = make(order.recipe(), order.count)
    if order.json_:
        print(json.dumps([str(grid) for grid in grids]))
    elif order.to in ("sdm", "line"):
        for grid in grids:  # one by one: the first are out while the others are made
            print(grid, flush=True)
    else:
        sys.stdout.write(write(grids, order.to))
    return 0
