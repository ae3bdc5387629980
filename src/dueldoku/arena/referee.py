"""One game between two agents of our own, played in this process: no clock, no cage. Nothing foreign runs here."""

from __future__ import annotations

from collections.abc import Iterator

from competitive_sudoku.bridge import proposal_of, state_of
from competitive_sudoku.sudokuai import SudokuAI
from dueldoku.game.game import Game
from dueldoku.game.outcome import Turn


def play(game: Game, agents: tuple[SudokuAI, SudokuAI]) -> Iterator[Turn]:
    """Play ``game`` to its end, one turn at a time. The agents have to return by themselves."""
    for number, agent in enumerate(agents, 1):
        agent.player_number = number
    while not game.is_over():
        agent = agents[game.turn - 1]
        agent.best_move[:] = [0, 0, 0]
        agent.compute_best_move(state_of(game))
        yield game.push(proposal_of(agent.best_move))
