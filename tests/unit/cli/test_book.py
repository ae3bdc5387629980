"""``dueldoku book``: puzzles for paper."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from program import LINE, SOLUTION, Run

from dueldoku import Geometry, Grid, grade, solve
from dueldoku.render.book import PAPERS, PER_PAGE, Book, Entry, Line, Words
from dueldoku.render.book_html import book_html
from dueldoku.render.book_pdf import book_pdf

ENTRY = Entry(Grid.parse(LINE), Grid.parse(SOLUTION), "easy")


def test_a_printable_book_of_graded_puzzles_with_solutions(run: Run) -> None:
    order = (
        "book",
        "--count",
        "5",
        "--difficulty",
        "hard",
        "easy",
        "--seed",
        "7",
        "--per-page",
        "2",
        "--title",
        "A & B",
    )
    code, out, _ = run(*order)
    assert code == 0
    assert out == "book.html: 5 puzzles: 3 easy, 2 hard; 5 pages\n"
    page = Path("book.html").read_text()
    assert "@page { size: 210mm 297mm; margin: 0; }" in page
    assert "<title>A &amp; B</title>" in page
    pages = re.findall(r"<svg.*?</svg>", page)
    assert [re.search('aria-label="(.*?)"', one)[1] for one in pages] == [  # type: ignore[index]
        *("Page 1: Cover", "Page 2: Puzzles", "Page 3: Puzzles", "Page 4: Puzzles", "Page 5: Solutions")
    ]
    assert "seed 7" in pages[0]
    assert "begin on page 5" in pages[0]
    assert [
        label for label in ("1  ·  easy", "2  ·  easy", "3  ·  easy", "4  ·  hard", "5  ·  hard") if label in page
    ] == [*("1  ·  easy", "2  ·  easy", "3  ·  easy", "4  ·  hard", "5  ·  hard")]
    assert pages[4].count("<text") == 2 + 5 + 5 * 81
    for one in (run(*order, "-o", "again.html"), run(*order, "-o", "book.pdf"), run(*order, "-o", "again.pdf")):
        assert one[0] == 0
    assert Path("again.html").read_text() == page
    assert Path("again.pdf").read_bytes() == Path("book.pdf").read_bytes()
    assert Path("book.pdf").read_bytes().startswith(b"%PDF")


def values_on(page: Any, side: int) -> list[str]:
    return [mark.text for mark in page.marks if isinstance(mark, Words) and mark.text.isdecimal()]


def test_puzzles_and_their_solutions_are_those_of_the_generator(run: Run) -> None:
    from dueldoku.puzzles.book import made
    from dueldoku.solvers.human import Grade

    contents = list(made(4, [Grade.EASY, Grade.MEDIUM], Geometry.of(3, 3), "rotational", 3))
    assert contents == list(made(4, [Grade.EASY, Grade.MEDIUM], Geometry.of(3, 3), "rotational", 3))
    assert [entry.label for entry in contents] == ["easy", "easy", "medium", "medium"]
    for entry in contents:
        assert solve(entry.puzzle).solutions == (entry.solution,)
        assert str(grade(entry.puzzle).difficulty) == entry.label
        assert [bool(value) for value in entry.puzzle] == [bool(value) for value in reversed(entry.puzzle.values)]


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("paper", PAPERS)
def test_everything_is_on_the_paper_and_nothing_on_top_of_another(per_page: int, paper: str) -> None:
    book = Book("x" * 70, (ENTRY,) * 13, paper, per_page)
    width, height = PAPERS[paper]
    pages = book.pages()
    assert len(pages) == 1 + -(-13 // per_page) + 2
    for page in pages:
        for mark in page.marks:
            assert 10 < mark.x < width - 10
            assert 10 < mark.y < height - 10
            if isinstance(mark, Line):
                assert mark.to_x < width - 10
                assert mark.to_y < height - 20 or page.name == "Cover"
        digits = [(mark.x, mark.y) for mark in page.marks if isinstance(mark, Words)]
        assert len(set(digits)) == len(digits)
    assert sum(len(values_on(page, 9)) for page in pages if page.name == "Puzzles") == 13 * 30 + len(pages) - 3


def test_a_book_of_ones_own_puzzles(run: Run) -> None:
    Path("own.csv").write_text(f"id,puzzle\n1,{LINE}\n2,{'.' * 80}1\n3,{LINE}\n")
    assert run("book", "own.csv", "-o", "own.html")[1] == (
        "own.html: 3 puzzles: 2 easy, 1 with several solutions; 3 pages\n"
    )
    assert run("book", "own.csv", "--count", "1", "-o", "own.pdf")[1] == "own.pdf: 1 puzzle: 1 easy; 3 pages\n"
    code, _, err = run("book", "11" + "." * 79)
    assert code == 2
    assert "got none for puzzle 1" in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("-o", "book.doc"), "ends in .html or .pdf, got 'book.doc'"),
        (("-o", "no/book.html"), "expected a folder that exists, got 'no'"),
        (("-o", "book.pdf", "--title", "数独"), "expected a title in Latin letters for a PDF, got '数'"),
        (("--count", "0"), "expected --count to be at least 1"),
        (("--size", "9"), "expected a block shape such as 3x3"),
        (("--symmetry", "odd"), "expected a symmetry out of"),
        (("--paper", "a0"), 'Choose from: "a4", "letter"'),
        (("nobody.sdm",), "no such file"),
    ],
)
def test_wrong_wishes_for_a_book(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    code, out, err = run("book", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err


def test_a_book_as_pdf_names_what_it_needs() -> None:
    line = "from dueldoku.cli.main import main; sys.exit(main(['book', '-o', 'x.pdf']))"
    code = f"import sys; sys.modules['fpdf'] = None; {line}"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "dueldoku: a PDF needs fpdf2: pip install 'dueldoku[book]'; HTML needs nothing\n"


def test_html_takes_every_title_and_large_boards() -> None:
    pattern = Grid.pattern(Geometry.of(4, 4))
    book = Book("数独 <b>", (Entry(pattern.with_value(0, 0), pattern, "easy"),))
    page = book_html(book)
    assert "数独 &lt;b&gt;" in page
    assert ">16</text>" in page
    assert book_pdf(Book("Ö", book.entries)).count(b"/Type /Page\n") == 3
