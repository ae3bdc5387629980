"""A book as PDF, with fpdf2 (``pip install 'dueldoku[book]'``). The same book gives the same bytes."""

from __future__ import annotations

from datetime import UTC, datetime

from fpdf import FPDF

from dueldoku.errors import FormatError
from dueldoku.render.book import Book, Line, Words

_POINT = 25.4 / 72  # a point in millimetres
_BASELINE = 0.36
_GREY = 85


def book_pdf(book: Book) -> bytes:
    """The whole file. Raises FormatError for letters that the fonts of every PDF reader do not have."""
    check_title(book.title)
    pdf = FPDF(unit="mm", format=book.size)
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    pdf.set_title(book.title)
    pdf.set_creator("Dueldoku")
    pdf.set_lang("en")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    chapter = ""
    for page in book.pages():
        pdf.add_page()
        if page.name != chapter:
            chapter = page.name
            pdf.set_font("Helvetica", size=1)
            pdf.start_section(chapter)
        for mark in page.marks:
            if isinstance(mark, Line):
                pdf.set_line_width(mark.width)
                pdf.line(mark.x, mark.y, mark.to_x, mark.to_y)
            else:
                _write(pdf, mark)
    return bytes(pdf.output())


def check_title(title: str) -> None:
    """Raises FormatError for letters that the fonts of every PDF reader do not have."""
    if strange := next((char for char in title if not _is_latin(char)), None):
        raise FormatError(f"expected a title in Latin letters for a PDF, got {strange!r}; HTML takes any")


def _write(pdf: FPDF, words: Words) -> None:
    pdf.set_font("Helvetica", "B" if words.bold else "", words.size / _POINT)
    pdf.set_text_color(_GREY if words.grey else 0)
    text = "".join(char if _is_latin(char) else "?" for char in words.text.replace("…", "..."))
    pdf.text(words.x - pdf.get_string_width(text) / 2, words.y + _BASELINE * words.size, text)


def _is_latin(char: str) -> bool:
    return char.isprintable() and ord(char) < 256
