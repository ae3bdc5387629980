"""What the workers's processes work out. Text and plain data go in and out; the text is as strangers sent it."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Ruling
from dueldoku.errors import DueldokuError, FormatError, GenerateError
from dueldoku.formats.detect import read
from dueldoku.game.game import Game, check_start, replay
from dueldoku.game.oracle import Oracle
from dueldoku.solvers.result import Budget, Verdict

LARGEST = 25  # the side of boards that the page takes
_MEGABYTES = 128  # that an analysis may remember positions in
_MOST_MOVES = 40  # that an analysis tells
Data = dict[str, Any]
_NOTHING = {"player": 0, "value": 0.0, "kind": "exact", "tempo": "open", "line": [], "moves": [], "bombs": [],
            "empty": 0, "depth": 0, "words": ["The game is over."]}  # fmt: skip


def load_solvers() -> None:
    """Load what the first judgement on a move would have to wait for; compile it, the first time on a machine."""
    from dueldoku.solvers.first import warm_up

    warm_up()


def load_searches() -> None:
    """Load what the first puzzle or analysis would have to wait for."""
    from dueldoku.engine.analysis import analyse as ask

    load_solvers()
    for size in ("2x2", "3x3"):
        for rules in ("classic", "rows"):
            ask(f"{generate(size, '', None, 'none', 1)} rules={rules}", nodes=300, memory=_MEGABYTES)


# -- positions and games ---------------------------------------------------------------------------------------------


def read_position(text: str) -> str:
    """The one position of a text in any format, as its line. Raises FormatError."""
    positions = read(text)
    if len(positions) != 1:
        raise FormatError(f"expected one board, got {len(positions)}")
    position = positions[0]
    if position.grid.geometry.side > LARGEST:
        raise FormatError(f"expected a board of at most {LARGEST} rows here, got {position.grid.geometry.side}")
    return str(Game(position, oracle=_oracle(position.grid.geometry)).start)


def check_position(text: str) -> None:
    """Raise StartError if a game from this position would mean nothing."""
    check_start(Position.parse(text))


def judge(position: str, move: str) -> tuple[str, int, str]:
    """The ruling on a move, its points, and the reason in words."""
    ruling, points, why = _game(position).judge(Move.parse(move))
    return str(ruling), points, why


def verify(record: str) -> None:
    """Replay a game, judging every turn again. Raises FormatError."""
    for _ in replay(GameRecord.from_json(record)):
        pass


def analyse(position: str, seconds: float) -> Data:
    """What a position is worth, the best moves, and all bombs as far as there is time to look for them."""
    from dueldoku.engine.analysis import analyse as ask

    begin = time.monotonic()
    game = _game(position)
    if game.is_over():
        return {**_NOTHING, "scores": list(game.scores), "lead": game.scores[0] - game.scores[1]}
    found: Data = ask(game, seconds, memory=_MEGABYTES).to_json()
    found["moves"] = found["moves"][:_MOST_MOVES]
    return found | {"bombs": [str(move) for move in _bombs(game, begin + seconds + 1)]}


def _bombs(game: Game, until: float) -> Iterator[Move]:
    for move in game.legal_moves():
        if time.monotonic() > until:  # on a large empty board there are thousands of moves to look at
            return
        if game.judge(move).ruling is Ruling.REFUSED:
            yield move


def review(record: str, seconds: float) -> Data:
    """A judgement on every turn of a game, and the turns on which it turned. ``seconds`` are for the whole game."""
    from dueldoku.engine.review import review as ask

    game = GameRecord.from_json(record)
    return ask(game, seconds=seconds / max(1, len(game.turns))).to_json()


# -- puzzles ---------------------------------------------------------------------------------------------------------


def solve(puzzle: str, method: str, seconds: float, limit: int) -> Data:
    """What is known about a puzzle's solutions."""
    from dueldoku.solvers import api

    return api.solve(_grid(puzzle), method, Budget(seconds=seconds, solutions=limit)).to_json()


def time_method(puzzle: str, method: str, seconds: float) -> Data:
    """The same with the time it takes once everything is loaded: the best of some runs, if they are quick."""
    from dueldoku.solvers import api

    grid, budget = _grid(puzzle), Budget(seconds=seconds)
    best = api.solve(grid, method, budget)  # the first run may have to load what is compiled
    for _ in range(3):
        if best.verdict is Verdict.UNKNOWN and best.seconds >= seconds:
            break
        best = min(best, api.solve(grid, method, budget), key=lambda result: result.seconds)
        if best.seconds > seconds / 4:
            break
    return best.to_json()


def count(puzzle: str, seconds: float, limit: int) -> Data:
    """How many solutions there are, as far as they can be counted in the time."""
    from dueldoku.solvers import api

    begin = time.monotonic()
    number = 0
    for _ in api.enumerate(_grid(puzzle)):
        number += 1
        if number >= limit or time.monotonic() > begin + seconds:
            return {"count": number, "complete": False, "seconds": time.monotonic() - begin}
    return {"count": number, "complete": True, "seconds": time.monotonic() - begin}


def steps(puzzle: str, seconds: float) -> Data:
    """The puzzle solved as people do: every step with its reason, and the candidates after it."""
    from dueldoku.solvers.human import Board, deduce, grade

    end = time.monotonic() + seconds
    board = Board(_grid(puzzle))
    told: list[Data] = []
    begin = {"values": list(board.values), "marks": list(board.marks)}
    for step in deduce(board):
        told.append(
            {
                "technique": str(step.technique),
                "grade": str(step.grade),
                "reason": step.reason,
                "cells": list(step.cells),
                "placement": list(step.placement) if step.placement else None,
                "eliminations": [list(one) for one in step.eliminations],
                "values": list(board.values),
                "marks": list(board.marks),
            }
        )
        if time.monotonic() > end:
            return {"start": begin, "steps": told, "grade": "", "solved": False}
    return {"start": begin, "steps": told, "grade": str(grade(_grid(puzzle))), "solved": board.is_full}


def generate(size: str, difficulty: str, clues: int | None, symmetry: str, seed: int) -> str:
    """A puzzle with one solution."""
    from dueldoku.puzzles.dig import generate as make
    from dueldoku.solvers.human import Grade

    geometry = _geometry(size)
    if difficulty and difficulty.upper() not in Grade.__members__:
        raise GenerateError(f"expected a difficulty out of {', '.join(map(str, Grade))}, got {difficulty!r}")
    wished = Grade[difficulty.upper()] if difficulty else None
    return str(next(make(geometry, clues=clues, symmetry=symmetry, difficulty=wished, seed=seed)))


def make_board(size: str, empty: int, solutions: int | None, seed: int) -> str:
    """A board for the game."""
    from dueldoku.puzzles.board import board

    return str(board(_geometry(size), empty=empty, solutions=solutions, seed=seed))


# -- what they share -------------------------------------------------------------------------------------------------


def new_seed() -> int:
    """A seed that people can read out."""
    return random.SystemRandom().randrange(1, 1_000_000)


def techniques_of(told: list[Data]) -> str:
    """The techniques of some steps, counted."""
    used = Counter(step["technique"] for step in told)
    return ", ".join(f"{number} × {name}" for name, number in used.items())


def _geometry(size: str) -> Geometry:
    geometry = Geometry.parse(size)
    if geometry.side > LARGEST:
        raise GenerateError(f"expected a board of at most {LARGEST} rows here, got {geometry.side}")
    return geometry


def _grid(puzzle: str) -> Grid:
    return Position.parse(read_position(puzzle)).grid


def _game(position: str) -> Game:
    parsed = Position.parse(position)
    if parsed.grid.geometry.side > LARGEST:
        raise DueldokuError(f"expected a board of at most {LARGEST} rows here")
    return Game(parsed, oracle=_oracle(parsed.grid.geometry))


@cache
def _oracle(geometry: Geometry) -> Oracle:
    return Oracle(geometry)
