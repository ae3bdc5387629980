"""``dueldoku book``: puzzles and their solutions for paper."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from dueldoku.board.geometry import Geometry
from dueldoku.cli.collection import progress_bar
from dueldoku.cli.numbers import NUMBER, between
from dueldoku.cli.options import BoardName, Column, From, Many, Shape
from dueldoku.errors import DueldokuError, FormatError
from dueldoku.formats.source import check_folder
from dueldoku.game.boards import open_source
from dueldoku.puzzles.book import entries, made
from dueldoku.render.book import Book
from dueldoku.solvers.human import Grade
from dueldoku.words import counted

_COUNT = 24
_GRADES = ("easy", "medium", "hard")


def book(
    puzzles: BoardName = "",
    /,
    *,
    output: Annotated[str, Parameter(name=["--output", "-o"])] = "book.html",
    title: str = "Sudoku",
    count: Annotated[int | None, between(1, 5_000)] = None,
    difficulty: Annotated[list[Literal["easy", "medium", "hard", "expert", "beyond", "any"]] | None, Many] = None,
    size: str = "3x3",
    symmetry: str = "none",
    seed: Annotated[int | None, NUMBER] = None,
    per_page: Literal["1", "2", "4", "6", "9", "12"] = "4",
    paper: Literal["a4", "letter"] = "a4",
    from_: From = "",
    column: Column = "",
    shape: Shape = "",
) -> None:
    """Make a book of puzzles for paper, with a cover, grades, page numbers, and all solutions at the end.

    Parameters
    ----------
    puzzles
        A file of your own puzzles, in any format; without it, puzzles are made.
    output
        The file to write: .html, which any browser prints, or .pdf.
    title
        What stands on the cover.
    count
        How many puzzles to make, 24 if nothing is said; of your own, the first so many.
    difficulty
        How hard they are: one or more of easy, medium, hard, expert, beyond; or any. By default the first three.
    size
        The blocks' rows x columns: 3x3 for 9x9 boards.
    symmetry
        Of the clues, as in 'dueldoku generate'.
    seed
        The same seed makes the same book; the cover tells it.
    per_page
        Puzzles on a page.
    paper
        The size of the paper.

    """
    _check_output(output, title)
    if puzzles:
        grids = open_source(puzzles, from_, column).grids(shape, count)
        found, origin, total = entries(grids), "", len(grids)
    else:
        seed = random.SystemRandom().randrange(10**9) if seed is None else seed
        geometry, total = Geometry.parse(size), count or _COUNT
        found = made(total, _grades(difficulty, geometry), geometry, symmetry, seed)
        origin = f"Made with Dueldoku, seed {seed}"
    contents = []
    with progress_bar(total, total, "making") as bar:
        for entry in found:
            contents.append(entry)
            bar.advance(bar.task_ids[0])
    _write(Book(title, tuple(contents), paper, int(per_page), origin), output)


def _check_output(output: str, title: str) -> None:
    """Raises before the work is done if the book could not be written."""
    kind = Path(output).suffix.lower()
    if kind not in (".html", ".pdf"):
        raise FormatError(f"expected a file for --output that ends in .html or .pdf, got {output!r}")
    check_folder(output)
    if kind == ".pdf":
        try:
            from dueldoku.render.book_pdf import check_title
        except ImportError:
            raise DueldokuError("a PDF needs fpdf2: pip install 'dueldoku[book]'; HTML needs nothing") from None
        check_title(title)


def _grades(wanted: Sequence[str] | None, size: Geometry) -> list[Grade]:
    """The grades in their order; none if any will do, as on boards that are not 9x9 unless they are asked for."""
    if wanted is None:
        wanted = _GRADES if str(size) == "3x3" else ("any",)
    return [] if "any" in wanted else sorted({Grade.parse(name) for name in wanted})


def _write(book: Book, output: str) -> None:
    if output.lower().endswith(".pdf"):
        from dueldoku.render.book_pdf import book_pdf

        data = book_pdf(book)
    else:
        from dueldoku.render.book_html import book_html

        data = book_html(book).encode()
    Path(output).write_bytes(data)
    print(f"{output}: {book.subtitle}; {counted(len(book.pages()), 'page')}")
