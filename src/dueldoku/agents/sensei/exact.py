"""Perfect play on a board with one solution, from the tables of ``kernels/endgame.py``."""

from __future__ import annotations

from dueldoku.agents.sensei.effort import Effort
from dueldoku.agents.sensei.insight import Insight, Kind, MoveValue, Tempo
from dueldoku.game.game import Game
from dueldoku.kernels import endgame as kernel
from dueldoku.kernels.bombs import Rest

_VALUES_PER_NODE = 100


def solve_endgame(game: Game, rest: Rest, effort: Effort, most_bytes: int) -> Insight | None:
    """The exact value of every move; None if the tables would take too much memory or did take too long."""
    most = int(min(most_bytes, _VALUES_PER_NODE * effort.worth))
    tables = kernel.endgame_of(rest.units, rest.bombs, most)
    if tables is None:
        return None
    while nodes := effort.slice():
        effort.spend(min(nodes, len(tables.values) / _VALUES_PER_NODE + 1))
        if kernel.proceed(tables, _VALUES_PER_NODE * nodes):
            return _insight(game, rest, tables)
    return None


def _insight(game: Game, rest: Rest, tables: kernel.Endgame) -> Insight:
    count = len(rest.units)
    cells, bombs = (1 << count) - 1, (1 << len(rest.bombs)) - 1
    values = kernel.turn_values(tables, cells, bombs)
    best = max(values.values())
    # Of several best turns, the one after which most answers are mistakes, and the worst ones.
    hope = {turn: _hope(tables, turn, cells, bombs) for turn, value in values.items() if value == best}
    moves = []
    for turn in sorted(values, key=lambda turn: (-values[turn], -hope.get(turn, 0.0))):
        move, is_bomb = rest.moves[turn], turn >= count
        points = 0 if is_bomb else game.points(game.geometry.cell(move.row, move.col))
        moves.append(MoveValue(move, values[turn], points, is_bomb, Tempo.OPEN, True))
    line = tuple(rest.moves[turn] for turn in kernel.best_line(tables, cells, bombs))
    return Insight(tuple(moves), Kind.EXACT, Tempo.OPEN, line)


def _hope(tables: kernel.Endgame, turn: int, cells: int, bombs: int) -> float:
    """What an answer drawn at random gives away, on average."""
    count = len(tables.units)
    if turn < count:
        cells &= ~(1 << turn)
    else:
        bombs &= ~(1 << turn - count)
    answers = kernel.turn_values(tables, cells, bombs).values()
    return max(answers) - sum(answers) / len(answers) if answers else 0.0
