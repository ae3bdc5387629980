"""Dueldoku: a duel over one Sudoku.

>>> import dueldoku
>>> game = dueldoku.Game(dueldoku.read_grid("12.4 .4.2 21.3 ...1"))
>>> game.push(dueldoku.Move.parse("r1c3=3")).points
1
>>> game.turn, game.scores
(2, [1, 0])
>>> dueldoku.solve("12.4 .4.2 21.3 ...1").verdict
<Verdict.UNIQUE: 'unique'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.errors import DueldokuError
from dueldoku.formats import FORMATS, GameRecord, Position, detect, read, read_grid, read_records, write
from dueldoku.game.bundled import bundled_board
from dueldoku.game.game import Game, check_start, replay
from dueldoku.game.outcome import Judgement, Outcome, Reason, Ruling, Turn
from dueldoku.game.rules import RULE_SETS
from dueldoku.solve.api import count, enumerate, is_unique, solve  # noqa: A004
from dueldoku.solve.first import warm_up
from dueldoku.solve.result import Budget, Result, Verdict

if TYPE_CHECKING:
    from dueldoku.agents.sensei.analysis import Analysis, analyse
    from dueldoku.agents.sensei.review import Review, review
    from dueldoku.solve.many import solve_many

__version__ = "0.1.0"

__all__ = [
    "FORMATS",
    "RULE_SETS",
    "Analysis",
    "Budget",
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
    "Result",
    "Review",
    "Ruling",
    "Turn",
    "Verdict",
    "analyse",
    "bundled_board",
    "check_start",
    "count",
    "detect",
    "enumerate",
    "is_unique",
    "read",
    "read_grid",
    "read_records",
    "replay",
    "review",
    "solve",
    "solve_many",
    "warm_up",
    "write",
]


_LATE = {
    "Analysis": "dueldoku.agents.sensei.analysis",
    "Review": "dueldoku.agents.sensei.review",
    "analyse": "dueldoku.agents.sensei.analysis",
    "review": "dueldoku.agents.sensei.review",
    "solve_many": "dueldoku.solve.many",
}


def __getattr__(name: str) -> Any:
    """What works on arrays loads NumPy and Numba, so it is imported when it is first asked for."""
    if name in _LATE:
        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module 'dueldoku' has no attribute {name!r}")
