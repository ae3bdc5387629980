import copy
import random

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
from team07_a3.helpers import all_legal_moves, filled_squares
from team07_a3.memory import Memory


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """December 2021: remembers what it saw in its earlier turns with the new save and load."""

    def __init__(self):
        super().__init__()
        self.turns = 0

    def compute_best_move(self, game_state: GameState) -> None:
        legal = all_legal_moves(game_state)
        self.propose_move(random.choice(legal))

        memory = self.load()
        if memory is None:
            if len(game_state.moves) > 1:
                raise Exception("our file is gone")
            memory = Memory()
        else:
            # everything that was on the board is still there
            for i, j, value in filled_squares(memory.board):
                if game_state.board.get(i, j) != value:
                    raise Exception("the board forgot something")
            # and the history only became longer
            if game_state.moves[: len(memory.history)] != memory.history:
                raise Exception("the history changed")
            for old, now in zip(memory.history, game_state.moves):
                if isinstance(old, TabooMove) != isinstance(now, TabooMove):
                    raise Exception("a taboo move came back as something else")
            if game_state.moves[len(memory.history)] != memory.proposed:
                raise Exception("that was not what we proposed")

        move = max(legal, key=lambda m: memory.liked(m.value))
        self.propose_move(move)
        memory.board = copy.deepcopy(game_state.board)
        memory.history = game_state.moves
        memory.proposed = move
        memory.count += 1
        self.save(memory)
        # lost with the process, which is why there is a file
        self.turns += 1
        if self.turns != 1:
            raise Exception("the framework kept our object")
