"""Tables for people: as plain text, and as a page that needs nothing else.

>>> print(Table("Points", ("agent", "points"), (("ann", "12"), ("bob", "7")), note="in all games").text())
Points: in all games
agent  points
ann        12
bob         7
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

_STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
pre { overflow-x: auto; padding: .6rem .8rem; border-left: 3px solid #8884 }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { padding: .2rem .8rem; border-bottom: 1px solid #8884; text-align: right; font-variant-numeric: tabular-nums }
th:first-child, td:first-child { text-align: left }
"""


_NARROWEST = 8  # of the first column


def wrap(sentence: str, width: int | None) -> list[str]:
    """A sentence in lines of at most so many characters, indented as it begins; None: as it is.

    >>> wrap("  somebody: why they cannot play", 24)
    ['  somebody: why they', '    cannot play']
    """
    if not width:
        return [sentence]
    indent = " " * (2 * (len(sentence) - len(sentence.lstrip())))
    return textwrap.wrap(sentence, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


@dataclass(frozen=True)
class Table:
    """A heading, the columns' names, rows of text, and a note that says how to read it."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def text(self, width: int | None = None) -> str:
        """In columns: the first to the left, the others to the right.

        Where it is wider than ``width``, the columns' names take several lines, and then the first column is cut.

        >>> print(Table("Games", ("agent", "share of points"), (("somebody-with-a-name", "50 %"),)).text(24))
        Games
                           share
                              of
        agent             points
        somebody-with-a…    50 %
        """
        heads = [[name] for name in self.head]
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]
        if width and sum(widths) + 2 * (len(widths) - 1) > width:
            words = [[self.head[0]], *(re.findall(r"\d+ %|[^ -]+-?|-", name) for name in self.head[1:])]
            widths = [max(map(len, (*own, *column))) for own, *column in zip(words, *self.rows, strict=True)]
            widths[0] = max(_NARROWEST, min(widths[0], width - sum(widths[1:]) - 2 * (len(widths) - 1)))
            heads = words
        deepest = max(map(len, heads))
        names = zip(*([""] * (deepest - len(own)) + own for own in heads), strict=True)
        lines = wrap(f"{self.title}: {self.note}" if self.note else self.title, width)
        for first, *others in (*names, *self.rows):
            shown = first if len(first) <= widths[0] else f"{first[: widths[0] - 1]}…"
            cells = (cell.rjust(room) for cell, room in zip(others, widths[1:], strict=True))
            lines.append("  ".join([shown.ljust(widths[0]), *cells]).rstrip())
        return "\n".join(lines)

    def html(self, level: int = 2) -> str:
        """As a part of a page, under a heading of this level."""
        rows = "".join(f"<tr>{_cells('td', row)}</tr>\n" for row in self.rows)
        note = f"<p>{escape(self.note[:1].upper() + self.note[1:])}.</p>\n" if self.note else ""
        title = f"<h{level}>{escape(self.title)}</h{level}>\n"
        return f"{title}{note}<table>\n<tr>{_cells('th', self.head)}</tr>\n{rows}</table>\n"

    def markdown(self) -> str:
        """The table alone, for a Markdown document.

        >>> print(Table("Points", ("agent", "points"), (("ann", "12"),)).markdown())
        | agent | points |
        |:---|---:|
        | ann | 12 |
        """
        rule = "|".join(["", ":---", *["---:"] * (len(self.head) - 1), ""])
        rows = (" | ".join(cell.replace("|", "\\|") for cell in row) for row in (self.head, *self.rows))
        first, *others = (f"| {row} |" for row in rows)
        return "\n".join([first, rule, *others])


def page(title: str, lines: Iterable[str], tables: Iterable[Table], printed: Mapping[str, str] | None = None) -> str:
    """A whole page in one file: some paragraphs, then tables, then what programs printed, by what there is to say."""
    words = "".join(f"<p>{escape(line)}</p>\n" for line in lines)
    body = words + "".join(table.html() for table in tables)
    if printed:
        body += "<h2>What was printed when a game was lost</h2>\n"
        body += "".join(f"<p>{escape(said)}</p>\n<pre>{escape(text)}</pre>\n" for said, text in printed.items())
    return whole_page(title, body)


def whole_page(title: str, body: str, style: str = "") -> str:
    """A whole page in one file. ``body`` is HTML, ``style`` is CSS beyond our own."""
    head = f'<meta charset="utf-8">\n<title>{escape(title)}</title>\n<style>{_STYLE}{style}</style>'
    body = f"<h1>{escape(title)}</h1>\n{body}"
    return f'<!DOCTYPE html>\n<html lang="en">\n{head}\n<body>\n{body}</body>\n</html>\n'


def _cells(tag: str, row: Iterable[str]) -> str:
    return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)
