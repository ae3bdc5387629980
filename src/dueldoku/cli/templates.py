"""What ``dueldoku agent new`` writes. NAME stands for the agent's name."""

from __future__ import annotations

_NATIVE = '''"""NAME, an agent for Competitive Sudoku."""

import dueldoku
from dueldoku import Agent, Game, Ruling, Task


class NAME(Agent):
    """Takes the most points there are now, and does not make the board unsolvable if it can help it."""

    def __init__(self, careful: bool = True) -> None:
        # Keyword arguments are options: 'agent.py:careful=no' turns this one off.
        self.careful = careful
        dueldoku.warm_up()  # what takes long belongs here: starting has a time limit of its own and costs no turn

    def think(self, game: Game, task: Task) -> None:
        # The game is yours: push and pop as you like. The last proposal before the time is up counts.
        moves = sorted(game.legal_moves(), key=lambda move: -game.points(game.geometry.cell_of(move)))
        if moves:
            task.propose(moves[0])  # something at once
        for move in moves if self.careful else []:
            if game.judge(move).ruling is Ruling.PLACED:  # no bomb
                task.propose(move)
                break
'''

_TEST = '''"""NAME plays by the rules. Run me with: python -m pytest"""

from pathlib import Path

import dueldoku

AGENT = str(Path(__file__).PLACE)


def test_it_loses_no_game_by_an_offence() -> None:
    report = dueldoku.match(AGENT, "random_player", board="random-2x3", seconds=0.2, games=2)
    assert [game.reason for game in report.games] == ["board full", "board full"]
'''

_COURSE = '''"""NAME, an agent for Competitive Sudoku, written against the course's interface."""

import random

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, TabooMove


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Fills a random cell with a digit that does not stand in its row, column or block."""

    def compute_best_move(self, game_state: GameState) -> None:
        board = game_state.board
        N = board.N

        def fits(i: int, j: int, value: int) -> bool:
            if TabooMove((i, j), value) in game_state.taboo_moves:
                return False
            top, left = i // board.m * board.m, j // board.n * board.n
            block = ((top + k // board.n, left + k % board.n) for k in range(N))
            seen = [(i, k) for k in range(N)] + [(k, j) for k in range(N)] + list(block)
            return all(board.get(square) != value for square in seen)

        squares = game_state.player_squares()  # None in a classic game: every empty square is yours
        if squares is None:
            squares = [(i, j) for i in range(N) for j in range(N) if board.get((i, j)) == 0]
        moves = [Move((i, j), value) for i, j in squares for value in range(1, N + 1) if fits(i, j, value)]
        if moves:
            self.propose_move(random.choice(moves))  # as often as you like: the last one counts
'''

TEMPLATES = {
    "native": {"agent.py": _NATIVE, "test_agent.py": _TEST.replace("PLACE", 'with_name("agent.py")')},
    "course": {"__init__.py": "", "sudokuai.py": _COURSE, "test_sudokuai.py": _TEST.replace("PLACE", "parent")},
}
