"""An agent's exception as its author knows it: their own files and lines, none of ours. Runs in the agent's process.

    Traceback (most recent call last):
      File "mine/agent.py", line 12, in think
        return self.seen[move]
    KeyError: Move(row=0, col=1, digit=4)

In one line that is ``KeyError in mine/agent.py:12: Move(row=0, col=1, digit=4)``.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import NamedTuple

_BEGIN, _END = 2500, 1500  # characters of a long traceback
_LINE = 500


class Trace(NamedTuple):
    """All of it, and in one line."""

    text: str
    line: str


def trace(error: BaseException, source: str) -> Trace:
    """What to tell of an exception of the agent with this source, whose files are in the current folder."""
    try:
        return _trace(error, _Files(source))
    except BaseException as worse:  # its classes may do anything when they are looked at
        name = f"{type(error).__name__} (and {type(worse).__name__} when we looked at it)"
        return Trace(name, name)


class _Files:
    """Where the agent's files are, and what they are called where they came from."""

    def __init__(self, source: str) -> None:
        place = Path(source)
        self._home = Path.cwd()
        self._above = Path(place.parent.name if place.suffix == ".py" else "")

    def shown(self, file: str | None) -> str | None:
        """The file's name from the agent's folder on; None if it is not the agent's."""
        if not file or file.startswith("<"):  # code without a file
            return None
        try:
            return (self._above / Path(file).resolve().relative_to(self._home.resolve())).as_posix()
        except (ValueError, OSError):
            return None


def _trace(error: BaseException, files: _Files) -> Trace:
    told = traceback.TracebackException.from_exception(error)
    place = _shorten(told, files)
    text = "".join(told.format()).strip()
    if len(text) > _BEGIN + _END:
        text = f"{text[:_BEGIN]}\n...\n{text[-_END:]}"
    message = " ".join(str(told).split())
    name = type(error).__name__ + (f" in {place}" if place else "")
    return Trace(text, (f"{name}: {message}" if message else name)[:_LINE])


def _shorten(told: traceback.TracebackException, files: _Files) -> str:
    """Leave only the agent's own part of the way, with its names of files; gives where that ends."""
    for other in (told.__cause__, told.__context__):
        if other:
            _shorten(other, files)
    shown = [files.shown(frame.filename) for frame in told.stack]
    first = next((number for number, name in enumerate(shown) if name), len(shown))
    place = ""
    for frame, name in zip(told.stack[first:], shown[first:], strict=True):
        assert frame.line is not None  # it is looked up in the file now, before that has another name
        frame.filename = name or in_library(frame.filename)
        place = f"{name}:{frame.lineno}" if name else place
    del told.stack[:first]
    if file := files.shown(getattr(told, "filename", None)):  # of a SyntaxError
        told.filename = file
        return f"{file}:{told.lineno}"
    return place


def in_library(file: str) -> str:
    """The file's name as modules are named: where they are installed is nobody's business."""
    places = [place for place in sys.path if place and file.startswith(f"{place}{os.sep}")]
    return file[len(max(places, key=len)) + 1 :] if places else file
