"""Perfect play: from tables on boards with one solution, by search on small boards with several."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.move import Move
from dueldoku.engine.effort import Effort
from dueldoku.engine.insight import Insight, Kind, MoveValue
from dueldoku.engine.memory import Memory
from dueldoku.engine.perfect import Perfect, perfect_of
from dueldoku.engine.skill import Skill
from dueldoku.errors import StartError
from dueldoku.game.game import Game
from dueldoku.kernels.duel import endgame as kernel
from dueldoku.kernels.duel.bombs import Rest

_VALUES_PER_NODE = 100
_HOPE = 2  # times as fast as that a machine may be
_FIRST = 0.02  # seconds in which tables show how fast it is, also if others keep it busy
_NODES_PER_NODE = 0.5  # of the search for several solutions: one takes two microseconds
_SHORT = 2_000  # nodes between two looks at the clock: on symmetric boards they take longer
_MOST_SEARCHED = 20  # empty cells
_MOST_SOLUTIONS = 512
_BYTES_PER_NODE = 64  # a larger table would only cost the time to clear it
_NO_BOMBS = np.zeros(0, np.int64)


def solve_endgame(game: Game, rest: Rest, effort: Effort, skill: Skill, memory: Memory) -> Insight | None:
    """The exact value of every move; None if the tables would take too much memory or did take too long."""
    tables = _fill_tables(rest, rest.bombs, effort, skill)
    if tables is None:
        return None
    memory.note_tables(game, rest, tables)
    return _look_up(game, rest, tables, (1 << len(rest.units)) - 1, (1 << len(rest.bombs)) - 1)


def recall_endgame(game: Game, memory: Memory) -> Insight | None:
    """The same from tables that an earlier turn kept; None if there are none."""
    kept = memory.tables(game)
    return _look_up(game, *kept) if kept else None


def _look_up(game: Game, rest: Rest, tables: kernel.Endgame, cells: int, bombs: int) -> Insight:
    """What the tables say when these cells are empty and these bombs unused."""
    values = kernel.turn_values(tables, cells, bombs)
    best = max(values.values())
    # Of several best turns, the one after which most answers are mistakes, and the worst ones.
    hope = {turn: _hope(tables, turn, cells, bombs) for turn, value in values.items() if value == best}
    moves = []
    for turn in sorted(values, key=lambda turn: (-values[turn], -hope.get(turn, 0.0))):
        is_bomb = turn >= len(rest.units)
        moves.append(_move_value(game, rest.moves[turn], values[turn], is_bomb))
    line = tuple(rest.moves[turn] for turn in kernel.best_line(tables, cells, bombs))
    return Insight(tuple(moves), Kind.EXACT, line=line)


def plain_values(rest: Rest, effort: Effort, skill: Skill) -> dict[int, int] | None:
    """What filling each cell, by its number in ``rest``, is worth under perfect play if nobody ever uses a bomb."""
    tables = _fill_tables(rest, _NO_BOMBS, effort, skill)
    return kernel.turn_values(tables, (1 << len(rest.units)) - 1, 0) if tables else None


def _fill_tables(rest: Rest, bombs: NDArray[np.int64], effort: Effort, skill: Skill) -> kernel.Endgame | None:
    """The tables; None if they take too much memory, or at the speed of the first slices more time than there is."""
    most = _VALUES_PER_NODE * min(effort.nodes, _HOPE * effort.worth)
    tables = kernel.endgame_of(rest.units, bombs, int(min(skill.memory << 20, most)))
    begin, done = time.monotonic(), 0
    while tables and (nodes := effort.slice()):
        effort.spend(min(nodes, len(tables.values) / _VALUES_PER_NODE + 1))
        if kernel.proceed(tables, _VALUES_PER_NODE * nodes):
            return tables
        done += _VALUES_PER_NODE * nodes
        passed = time.monotonic() - begin
        if passed > _FIRST and passed * (kernel.work_of(tables) / done - 1) > effort.seconds:
            return None
    return None


def _move_value(game: Game, move: Move, value: int, is_bomb: bool) -> MoveValue:
    points = 0 if is_bomb else game.points(game.geometry.cell_of(move))
    return MoveValue(move, value, points, is_bomb, is_exact=True)


def _hope(tables: kernel.Endgame, turn: int, cells: int, bombs: int) -> float:
    """What an answer drawn at random gives away, on average."""
    count = len(tables.units)
    if turn < count:
        cells &= ~(1 << turn)
    else:
        bombs &= ~(1 << turn - count)
    answers = kernel.turn_values(tables, cells, bombs).values()
    return max(answers) - sum(answers) / len(answers) if answers else 0.0


def solve_by_search(game: Game, known: Insight, effort: Effort, skill: Skill, memory: Memory) -> Insight | None:
    """Perfect play with digits, bombs and territories; None if the board is too large, or it takes too long.

    Only the best move is sure to be exact; a thorough skill goes on for the others. What is not solved stays as it is
    ``known``, but below the best. To play, a win that is proven will do, even if it is not by how much.
    """
    perfect = _search(game, effort, skill, memory)
    if perfect is None or perfect.best is None:
        return None
    if perfect.value is None:
        return None if skill.thorough else _win(game, known, perfect.best, perfect.least)
    exact = perfect.move_values() | {perfect.best: perfect.value}
    moves = []
    for move in known.moves:
        value = exact.get(move.move, min(move.value, perfect.value))
        moves.append(replace(move, value=value, is_exact=move.move in exact))
    if perfect.best not in {move.move for move in known.moves}:
        moves.append(_move_value(game, perfect.best, perfect.value, _is_bomb(game, perfect.best)))
    moves.sort(key=lambda move: (move.move != perfect.best, -move.value))
    line = _line(perfect, effort) if skill.thorough else (perfect.best,)
    return replace(known, moves=tuple(moves), kind=Kind.EXACT, line=line, depth=0)


def _win(game: Game, known: Insight, move: Move, least: int) -> Insight | None:
    """What is known, with this move in front, if the game is won by a move that gains at least so much; else None."""
    lead = game.scores[game.turn - 1] - game.scores[2 - game.turn]
    if least + lead <= 0:
        return None
    value = max(known.value, least)
    others = [other for other in known.moves if other.move != move]
    best = replace(_move_value(game, move, least, _is_bomb(game, move)), value=value, is_exact=False)
    return replace(known, moves=(best, *others), line=(move,))


def _is_bomb(game: Game, move: Move) -> bool:
    return not game.oracle.allows(game.values, game.geometry.cell_of(move), move.digit)


def _search(game: Game, effort: Effort, skill: Skill, memory: Memory) -> Perfect | None:
    """The position with its value known, as far as the effort goes."""
    perfect = memory.search(game) or _begin(game, effort, skill)
    while perfect and (nodes := effort.slice()):
        before, wanted = perfect.nodes, int(min(nodes, _SHORT) * _NODES_PER_NODE) + 1
        is_done = perfect.proceed_all(wanted) if skill.thorough else perfect.proceed(wanted)
        effort.spend((perfect.nodes - before) / _NODES_PER_NODE)
        if is_done:
            break
    if perfect and perfect.is_begun:
        memory.note_search(game, perfect)
    return perfect


def _begin(game: Game, effort: Effort, skill: Skill) -> Perfect | None:
    """A new search, if the board is small enough."""
    if game.values.count(0) > _MOST_SEARCHED:
        return None
    try:
        most_bytes = int(min(skill.memory << 20, _BYTES_PER_NODE * effort.worth))
        return perfect_of(game, most_bytes=most_bytes, most_solutions=_MOST_SOLUTIONS)
    except StartError:  # somebody made the position up: a move is taboo that was never refused
        return None


def _line(perfect: Perfect, effort: Effort) -> tuple[Move, ...]:
    """How both play their best from here on, as far as the effort goes."""
    moves, here = [], perfect
    while here.best:
        moves.append(here.best)
        here = here.after(here.best).rest
        if not here.proceed(int(effort.slice() * _NODES_PER_NODE)):
            break
    return tuple(moves)
