"""What ``dueldoku agent new`` writes. NAME stands for the agent's name."""

from __future__ import annotations

_NATIVE = '''"""NAME, an agent for Competitive Sudoku."""

import dueldoku
from dueldoku import Game, Ruling
from dueldoku.agents.base import Agent, Task


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

_NATIVE_TEST = '''"""NAME plays by the rules. Run me with: python -m pytest"""

from agent import NAME

from dueldoku import Game
from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.referee import play
from dueldoku.game.boards import bundled_board


def test_it_plays_a_game_to_the_end() -> None:
    game = Game(bundled_board("random-2x3"))
    for turn in play(game, (NAME(), load_agent("random_player")), Limit(nodes=1), seed=1):
        assert not turn.ruling.loses
    assert game.is_over()
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

_COURSE_TEST = '''"""NAME plays by the rules. Run me with: python -m pytest"""

from sudokuai import SudokuAI

from competitive_sudoku.bridge import game_of, proposal_of
from competitive_sudoku.sudoku import GameState, SudokuBoard


def test_it_proposes_a_legal_move() -> None:
    state = GameState(SudokuBoard(2, 2), SudokuBoard(2, 2))
    agent = SudokuAI()
    agent.compute_best_move(state)
    assert not game_of(state).judge(proposal_of(agent.best_move)).ruling.loses
'''

TEMPLATES = {
    "native": {"agent.py": _NATIVE, "test_agent.py": _NATIVE_TEST},
    "course": {"__init__.py": "", "sudokuai.py": _COURSE, "test_sudokuai.py": _COURSE_TEST},
}
