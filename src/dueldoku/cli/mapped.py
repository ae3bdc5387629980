"""A large file with a 9x9 puzzle a line: mapped, and solved in rows of 82 bytes. It is never in memory as a whole.

Lines that are anything else are left to ``collection.py``, some at a time, so answers and errors are the same.
"""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

import numpy as np

from dueldoku.cli.collection import answer_lines, progress_bar, without_comment
from dueldoku.cli.solve import as_line
from dueldoku.formats.detect import FORMATS
from dueldoku.formats.line import simple_line
from dueldoku.formats.source import LARGEST_FILE
from dueldoku.solvers.compiled import Boards
from dueldoku.solvers.many import plain_rows, solve_rows
from dueldoku.solvers.result import Verdict

ROW = 82  # bytes
HEAD = 1_000  # rows that tell what a file is: whoever detects a format looks at no more lines
_SLICE, _LEAST = 100_000, 1_000  # rows between two outputs; after one that was no row, so many are tried again
_ODD = 200  # lines that are read one by one where there is one that is no row
_SEEN = 1 << 20  # bytes looked at at once


def solve_mapped(name: str, limit: int, parallel: int) -> int | None:
    """Solve a file; returns the exit code, 2 if a line is no puzzle; None: it is another kind of file."""
    path = Path(name)
    suffixes = [suffix for format in FORMATS.values() for suffix in format.suffixes if format.name != "sdm"]
    if name.lower().endswith((".parquet", *suffixes)) or not HEAD * ROW <= path.stat().st_size <= LARGEST_FILE:
        return None
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return _Run(name, data, limit, parallel).solve() if _is_known(data) else None


def _is_known(data: mmap.mmap) -> bool:
    """Whether the first lines are rows, none of which may be taken for something else, and all of it is plain text."""
    if not simple_line(data[: ROW - 1].decode("ascii", "replace")) or len(plain_rows(data[: HEAD * ROW])) < HEAD:
        return False
    for at in range(0, len(data), _SEEN):
        part = data[at : at + _SEEN]
        if not part.isascii() or b"\r" in part or b"\0" in part:
            return False
        _forget(data, at)
    return True


def _forget(data: mmap.mmap, end: int) -> None:
    """Let go of what was read, up to ``end``: it would count as memory of ours."""
    if hasattr(mmap, "MADV_DONTNEED"):
        data.madvise(mmap.MADV_DONTNEED, 0, end)


class _Run:
    """One pass over a file. ``lines`` and ``puzzles`` are those so far."""

    def __init__(self, name: str, data: mmap.mmap, limit: int, parallel: int) -> None:
        self.name, self.data, self.limit, self.parallel = name, data, limit, parallel
        self.lines = self.puzzles = self.faults = 0

    def solve(self) -> int:
        """Answer every line."""
        at, rows = 0, _SLICE
        with progress_bar(len(self.data) // ROW, lambda: self.puzzles) as progress:
            while at < len(self.data):
                before = self.lines
                plain = plain_rows(self.data[at : at + rows * ROW])
                if len(plain):
                    sys.stdout.write(self._answers(plain))
                    at += ROW * len(plain)
                    rows = min(2 * len(plain), _SLICE) if len(plain) == rows else max(len(plain), _LEAST)
                else:
                    at = self._answer_odd_lines(at)
                    rows = _LEAST
                progress.advance(progress.task_ids[0], self.lines - before)
                _forget(self.data, at)
        return 2 if self.faults else 0

    def _answers(self, rows: Boards) -> str:
        """The answers to rows, a line each."""
        self.lines += len(rows)
        self.puzzles += len(rows)
        solved = solve_rows(rows, self.limit, self.parallel)
        written = np.empty(rows.shape, np.uint8)
        np.add(solved.solutions, ord("0"), out=written[:, :-1])
        written[:, -1] = ord("\n")
        text, parts, done = written.tobytes().decode("ascii"), [], 0
        for row in np.flatnonzero(solved.counts != 1).tolist():
            number = int(solved.counts[row])
            puzzle = rows[row, :-1].tobytes().decode("ascii")
            solution = text[ROW * row : ROW * row + ROW - 1] if number else None
            answer = as_line(puzzle, solution, Verdict.after(number, finished=number < self.limit))
            parts += [text[ROW * done : ROW * row], answer, "\n"]
            done = row + 1
        return "".join([*parts, text[ROW * done :]])

    def _answer_odd_lines(self, at: int) -> int:
        """Answer some lines that need not be rows; returns where the next one begins."""
        end = at
        for _ in range(_ODD):
            end = self.data.find(b"\n", end) + 1 or len(self.data)
            if end == len(self.data):
                break
        lines = self.data[at:end].decode("ascii").removesuffix("\n").split("\n")
        contents = [without_comment(line) for line in lines]
        self.faults += answer_lines(contents, self.lines, self.name, None, self.limit, self.parallel)
        self.lines += len(lines)
        self.puzzles += sum(map(bool, contents))
        return end
