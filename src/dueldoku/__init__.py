"""Dueldoku: a duel over one Sudoku.

>>> import dueldoku
>>> game = dueldoku.Game(dueldoku.read_grid("12.4 .4.2 21.3 ...1"))
>>> game.push(dueldoku.Move.parse("r1c3=3")).points
1
>>> game.turn, game.scores
(2, [1, 0])
"""

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.errors import DueldokuError
from dueldoku.formats import FORMATS, GameRecord, Position, detect, read, read_grid, read_records, write
from dueldoku.game.bundled import bundled_board
from dueldoku.game.game import Game, check_start, replay
from dueldoku.game.outcome import Judgement, Outcome, Reason, Ruling, Turn
from dueldoku.game.rules import RULE_SETS

__version__ = "0.1.0"

__all__ = [
    "FORMATS",
    "RULE_SETS",
    "DueldokuError",
    "Game",
    "GameRecord",
    "Geometry",
    "Grid",
    "Judgement",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "Ruling",
    "Turn",
    "bundled_board",
    "check_start",
    "detect",
    "read",
    "read_grid",
    "read_records",
    "replay",
    "write",
]
