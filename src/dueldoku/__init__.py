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

from dueldoku import start  # noqa: F401  # first of all: until it has run, what follows could come from anywhere

TYPE_CHECKING = False  # typing takes longer to load than all of this: the program has to listen to Ctrl-C at once
if TYPE_CHECKING:
    from typing import Any

    from dueldoku.agents.base import Agent, Limit, Task
    from dueldoku.arena.api import match, play, tournament
    from dueldoku.arena.archive import Archive
    from dueldoku.arena.report import Report
    from dueldoku.arena.task import Result
    from dueldoku.board.geometry import Geometry
    from dueldoku.board.grid import Grid
    from dueldoku.board.move import Move
    from dueldoku.duel.position import Position
    from dueldoku.duel.record import GameRecord, read_records
    from dueldoku.duel.rules import RULE_SETS
    from dueldoku.duel.turn import Judgement, Outcome, Reason, Ruling, Turn
    from dueldoku.engine.analysis import Analysis, analyse
    from dueldoku.engine.perfect import PerfectPlay, perfect
    from dueldoku.engine.review import Review, review
    from dueldoku.errors import DueldokuError
    from dueldoku.formats.detect import FORMATS, detect, read, read_grid, write
    from dueldoku.game.boards import bundled_board
    from dueldoku.game.game import Game, check_start, replay
    from dueldoku.puzzles.api import generate, grade
    from dueldoku.solvers.api import count, is_unique, solutions, solve
    from dueldoku.solvers.backend import warm_up
    from dueldoku.solvers.many import solve_many
    from dueldoku.solvers.result import Budget, Count, Solved, Verdict

__version__ = "0.1.0"

__all__ = [
    "FORMATS",
    "RULE_SETS",
    "Agent",
    "Analysis",
    "Archive",
    "Budget",
    "Count",
    "DueldokuError",
    "Game",
    "GameRecord",
    "Geometry",
    "Grid",
    "Judgement",
    "Limit",
    "Move",
    "Outcome",
    "PerfectPlay",
    "Position",
    "Reason",
    "Report",
    "Result",
    "Review",
    "Ruling",
    "Solved",
    "Task",
    "Turn",
    "Verdict",
    "analyse",
    "bundled_board",
    "check_start",
    "count",
    "detect",
    "generate",
    "grade",
    "is_unique",
    "match",
    "perfect",
    "play",
    "read",
    "read_grid",
    "read_records",
    "replay",
    "review",
    "solutions",
    "solve",
    "solve_many",
    "tournament",
    "warm_up",
    "write",
]


_WHERE = {
    "dueldoku.agents.base": ("Agent", "Limit", "Task"),
    "dueldoku.arena.api": ("match", "play", "tournament"),
    "dueldoku.arena.archive": ("Archive",),
    "dueldoku.arena.report": ("Report",),
    "dueldoku.arena.task": ("Result",),
    "dueldoku.board.geometry": ("Geometry",),
    "dueldoku.board.grid": ("Grid",),
    "dueldoku.board.move": ("Move",),
    "dueldoku.duel.position": ("Position",),
    "dueldoku.duel.record": ("GameRecord", "read_records"),
    "dueldoku.duel.rules": ("RULE_SETS",),
    "dueldoku.duel.turn": ("Judgement", "Outcome", "Reason", "Ruling", "Turn"),
    "dueldoku.engine.analysis": ("Analysis", "analyse"),
    "dueldoku.engine.perfect": ("PerfectPlay", "perfect"),
    "dueldoku.engine.review": ("Review", "review"),
    "dueldoku.errors": ("DueldokuError",),
    "dueldoku.formats.detect": ("FORMATS", "detect", "read", "read_grid", "write"),
    "dueldoku.game.boards": ("bundled_board",),
    "dueldoku.game.game": ("Game", "check_start", "replay"),
    "dueldoku.puzzles.api": ("generate", "grade"),
    "dueldoku.solvers.api": ("count", "is_unique", "solutions", "solve"),
    "dueldoku.solvers.backend": ("warm_up",),
    "dueldoku.solvers.many": ("solve_many",),
    "dueldoku.solvers.result": ("Budget", "Count", "Solved", "Verdict"),
}


def __getattr__(name: str) -> "Any":
    """Each name is imported when it is first asked for: the program starts at once, and loads only what it needs."""
    from importlib import import_module

    for module, names in _WHERE.items():
        if name in names:
            globals()[name] = found = getattr(import_module(module), name)
            return found
    raise AttributeError(f"module 'dueldoku' has no attribute {name!r}")
