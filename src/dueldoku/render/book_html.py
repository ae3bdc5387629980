"""A book as one HTML page that prints by itself: a sheet of paper for each page, without the browser's margins."""

from __future__ import annotations

from html import escape

from dueldoku.render.book import Book, Line, Page, Words

_STYLE = """\
@page { size: %(width)gmm %(height)gmm; margin: 0; }
* { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; background: #e8eaed; }
svg { display: block; width: min(100%%, %(width)gmm); margin: 1.5rem auto; }
svg { background: #fff; box-shadow: 0 1px 8px #0004; }
svg text { font-family: Helvetica, Arial, "Liberation Sans", sans-serif; text-anchor: middle; }
svg text.bold { font-weight: 700; }
svg text.grey { fill: #555; }
svg path { stroke: #000; stroke-linecap: square; fill: none; }
@media print {
  body { background: none; }
  svg { width: %(width)gmm; height: %(height)gmm; margin: 0; box-shadow: none; break-after: page; break-inside: avoid; }
  svg:last-of-type { break-after: auto; }
}
"""
_BASELINE = 0.36  # of the letters' size: how far the line on which they stand is below their middle


def book_html(book: Book) -> str:
    """The whole page."""
    width, height = book.size
    title = escape(book.title)
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{_STYLE % {'width': width, 'height': height}}</style></head><body>",
        *(_page(page, number, width, height) for number, page in enumerate(book.pages(), 1)),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _page(page: Page, number: int, width: float, height: float) -> str:
    marks = "".join(_line(mark) if isinstance(mark, Line) else _words(mark) for mark in page.marks)
    return f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="Page {number}: {page.name}">{marks}</svg>'


def _line(line: Line) -> str:
    path = f"M{line.x:.2f} {line.y:.2f}L{line.to_x:.2f} {line.to_y:.2f}"
    return f'<path d="{path}" stroke-width="{line.width:.2f}"/>'


def _words(words: Words) -> str:
    kinds = " ".join(kind for kind, on in (("bold", words.bold), ("grey", words.grey)) if on)
    named = f' class="{kinds}"' if kinds else ""
    place = f'x="{words.x:.2f}" y="{words.y + _BASELINE * words.size:.2f}" font-size="{words.size:.2f}"'
    return f"<text {place}{named}>{escape(words.text)}</text>"
