"""Where text comes from: files, standard input, bytes; where it goes; and where a word stands in it.

Marks and line ends of every system are read alike.
"""

from __future__ import annotations

import codecs
import sys
from pathlib import Path
from typing import NamedTuple

from dueldoku.errors import FormatError

LARGEST_FILE = 1 << 30  # a collection of ten million puzzles; anything above was not meant for us


class Word(NamedTuple):
    """A word where it stands in a text: its line and column are counted from 1."""

    text: str
    line: int
    column: int

    def error(self, expected: str) -> FormatError:
        """What to raise if something else was expected here."""
        return FormatError(f"expected {expected}, got {self.text!r}", line=self.line, column=self.column)


def read_source(name: str) -> str:
    """The text of the file ``name``, or of standard input for ``-``. Raises FormatError that says what is wrong."""
    if name == "-":
        return decode(sys.stdin.buffer.read(LARGEST_FILE + 1), "standard input")
    try:
        with Path(name).open("rb") as file:
            return decode(file.read(LARGEST_FILE + 1), name)
    except OSError as error:
        raise FormatError(f"cannot read the file: {error.strerror}", source=name) from None


def write_out(text: str, name: str) -> None:
    """Write the text to the file ``name``, or to standard output for ``-``."""
    if name == "-":
        sys.stdout.write(text)
    else:
        Path(name).write_text(text, encoding="utf-8")


def check_folder(name: str) -> None:
    """Raises FormatError before the work is done if there is no folder to write this file to."""
    folder = Path(name).parent
    if not folder.is_dir():
        raise FormatError(f"expected a folder that exists, got {str(folder)!r}", source=name)


def place_of(text: str, offset: int) -> tuple[int, int]:
    """Line and column, counted from 1, of the character at this offset."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def decode(data: bytes, source: str = "") -> str:
    """Bytes as text with plain line ends and without a byte-order mark."""
    if len(data) > LARGEST_FILE:
        raise FormatError(f"expected at most {LARGEST_FILE} bytes", source=source)
    encoding = "utf-8-sig"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise FormatError(
            f"expected text, got binary data (byte 0x{data[error.start]:02x} at offset {error.start})", source=source
        ) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if (zero := text.find("\0")) >= 0:
        line, column = place_of(text, zero)
        raise FormatError("expected text, got binary data (a zero byte)", line=line, column=column, source=source)
    if not text.strip():
        raise FormatError("expected a board, got an empty text", source=source)
    return text
