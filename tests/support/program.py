"""The program as tests of the command line call it."""

from __future__ import annotations

from typing import Protocol

# A Sudoku with one solution
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# Small things to play, in the fast lane
PLAY = ("play", "greedy_player", "random_player", "--nodes", "1")
AGENTS = ("--agents", "greedy_player", "random_player", "naive_player")
TOURNAMENT = ("tournament", *AGENTS, "--boards", "easy-2x2", "random-2x3", "--nodes", "1", "--archive", "games.db")


class Run(Protocol):
    """A call of the program in an empty folder: exit code, output, error output."""

    def __call__(self, *arguments: str, typed: str = "") -> tuple[int, str, str]: ...
