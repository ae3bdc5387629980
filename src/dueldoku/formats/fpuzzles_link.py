"""Links to f-puzzles: its JSON, packed, behind ``?load=``. SudokuPad's links with ``fpuz`` in them are read as well."""

from __future__ import annotations

import re
from urllib.parse import unquote

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import FormatError
from dueldoku.formats.fpuzzles import read_fpuzzles, write_fpuzzles
from dueldoku.formats.lzstring import compress, decompress

_SITE = "https://www.f-puzzles.com/?load="
_PACKED = re.compile(r"(?:[?&]load=|fpuz(?:zles)?)([^&\n]+)", re.IGNORECASE)


def is_fpuzzles_link(text: str) -> bool:
    """Whether the text is such a link."""
    return bool(re.search(r"f-puzzles\.com/|sudokupad\.app/|crackingthecryptic\.com/", text, re.IGNORECASE))


def read_fpuzzles_link(text: str, shape: Geometry | None = None) -> Grid:
    """The puzzle of the link."""
    site = re.sub(r"^\s*https?://[^/]*", "", text)  # the name of the site may hold "fpuzzles", too
    packed = _PACKED.search(site)
    if not packed:
        raise FormatError("expected a link with ?load= or /fpuz and a puzzle; a short link has to be opened first")
    return read_fpuzzles(decompress(unquote(packed[1]).strip().replace(" ", "+")), shape)


def write_fpuzzles_link(grid: Grid) -> str:
    """The puzzle as a link that f-puzzles opens."""
    return f"{_SITE}{compress(write_fpuzzles(grid).strip())}\n"
