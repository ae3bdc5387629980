"""The bundled agents by name. An agent's module is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from dueldoku.errors import UnknownName

if TYPE_CHECKING:
    from competitive_sudoku.sudokuai import SudokuAI

AGENTS = {
    "random_player": "a random legal move",
    "greedy_player": "a legal move worth most points now",
    "naive_player": "a random digit in a random cell, legal or not",
    "random_save_player": "random_player that saves and loads ten million numbers each turn",
}


def load_agent(name: str) -> SudokuAI:
    """A new agent of this name. Raises UnknownName, which lists them."""
    if name not in AGENTS:
        raise UnknownName(f"expected an agent out of {', '.join(AGENTS)}, got {name!r}")
    agent: SudokuAI = import_module(f"dueldoku.agents.{name}").SudokuAI()
    return agent
