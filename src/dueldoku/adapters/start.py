"""What an environment plays on: one board, or a recipe, which makes a new one for each game."""

from __future__ import annotations

from dataclasses import replace

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.duel.rules import rule_set
from dueldoku.duel.turn import Ruling
from dueldoku.errors import StartError
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game, check_start
from dueldoku.game.oracle import Oracle
from dueldoku.puzzles import PREFIX

Board = str | Grid | Position
_TRIES = 100  # boards and regions that are drawn until somebody can move


class Start:
    """Where games begin. ``board`` is a bundled board's name, a file, a recipe, the board itself or a position.

    Raises a DueldokuError if there is no such board, or a game on it would mean nothing.
    """

    def __init__(self, board: Board, rules: str | None = None) -> None:
        if rules is not None:
            rule_set(rules)
        self.rules = rules
        self.recipe = None
        if isinstance(board, str) and board.startswith(PREFIX):
            from dueldoku.puzzles.recipe import Recipe  # loads more than a board needs

            self.recipe = Recipe.parse(board)
            self.geometry: Geometry = self.recipe.size
        else:
            position = one_position(board) if isinstance(board, str) else board
            self.position = Position(position) if isinstance(position, Grid) else position
            check_start(self.position)
            _check_taboo(self.position)
            self.geometry = self.position.grid.geometry
        self._oracle = Oracle(self.geometry)  # what it learns in one game it need not search for in the next
        self.game(0)

    def game(self, seed: int) -> Game:
        """A new game. The seed draws what is left to chance: a recipe's board, and the regions of the rules random."""
        for number in range(_TRIES):
            game = self._draw(seed + (number << 64))
            if not game.is_over():
                return game
        raise StartError("neither player has a cell to fill: there is nothing to play")

    def _draw(self, seed: int) -> Game:
        if self.recipe is None:
            return Game(self.position, self.rules, seed=seed, oracle=self._oracle)
        from dueldoku.puzzles.api import make

        own = 0 if self.recipe.seed is None else self.recipe.seed
        grid = next(make(replace(self.recipe, seed=own << 96 | seed)))
        return Game(grid, self.rules, seed=seed, oracle=self._oracle)


def _check_taboo(position: Position) -> None:
    """Raise StartError if a move is taboo that was never refused: a player could have cells to fill, and no move."""
    board = Game(position.grid)
    for move in position.taboo:
        if board.judge(move).ruling is Ruling.PLACED:
            raise StartError(f"{move} is taboo, but the board would have a solution after it")
