"""A folder as an agent's author could send it in: a file named like every module that a Python might look for.

Each of them leaves a mark outside the folder, if it is ever run by a process that may write there: one that is not
caged.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

COMMANDS = Path(sys.executable).parent
OURS = {
    "competitive_sudoku", "cyclopts", "dask", "distributed", "fastapi", "llvmlite", "matplotlib", "neat", "nicegui",
    "numba", "numpy", "pysat", "rich", "scipy", "sitecustomize", "starlette", "usercustomize", "uvicorn", "yaml",
}  # fmt: skip
_MODULE = """
import posix  # which is part of Python itself, as early as it may be
line = posix.open("/proc/self/cmdline", posix.O_RDONLY)
words = posix.read(line, 1000).replace(b"\\0", b" ")
posix.close(line)
mark = posix.open("{mark}-" + str(posix.getpid()), posix.O_WRONLY | posix.O_CREAT)
posix.write(mark, words)
posix.close(mark)
"""
_AGENT = """
import random
from competitive_sudoku.sudoku import Move
from {name}.helper import NUMBER
import competitive_sudoku.sudokuai

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        from dueldoku.agents.random_player import RandomPlayer
        board, size = game_state.initial_board, game_state.initial_board.N
        cells = [(row, col) for row in range(size) for col in range(size) if board.get(row, col) == 0]
        self.propose_move(Move(*random.choice(cells), NUMBER))
"""


class Planted:
    """The folder, itself an agent of the course that plays unchanged; and the marks."""

    def __init__(self, base: Path, names: Iterable[str] = sys.stdlib_module_names | OURS) -> None:
        self.folder, self._marks = base / "submission", base / "marks"
        self.folder.mkdir()
        self._marks.mkdir()
        for name in names:
            (self.folder / f"{name}.py").write_text(_MODULE.format(mark=self._marks / name))
        (self.folder / "sudokuai.py").write_text(_AGENT.format(name=self.folder.name))
        (self.folder / "helper.py").write_text("NUMBER = 1\n")

    def marks(self) -> dict[str, str]:
        """Who has run what."""
        return {mark.name: mark.read_text() for mark in sorted(self._marks.iterdir())}

    def run(self, *command: str, seconds: float = 400, **variables: str) -> subprocess.CompletedProcess[str]:
        """A command, run in the folder."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | variables
        return subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
