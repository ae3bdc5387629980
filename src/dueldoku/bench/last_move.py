"""How often the rule of ``engine/last_move.py`` is right, and the parity rule of the classic game beside it.

Positions are from games between levels of sensei that begin with random moves, a few cells before the end. Perfect play
tells who makes the last move; where it cannot within the nodes, the position is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.seat import AgentSeat
from dueldoku.engine.insight import Tempo
from dueldoku.engine.last_move import Case, last_move
from dueldoku.engine.perfect import perfect_of
from dueldoku.engine.tempo import by_rule
from dueldoku.errors import UnknownName
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game

BOARDS = ("empty-2x3 rows", "empty-2x3 border", "empty-2x3 random", "empty-3x3 rows")
_LEVELS = ("casual", "club", "full")
_OPENING, _EMPTY = (2, 8), (6, 14)  # moves, and empty cells
_NODES, _TO_SOLVE, _MOST_SOLUTIONS = 1_000, 200_000, 512


class Rightness(NamedTuple):
    """How often the rule named the player who made the last move; ``parity``: how often the parity rule did."""

    board: str
    case: str
    positions: int
    right: int
    parity: int


def measure_last_move(rounds: int, boards: Sequence[str] = (), seed: int = 1) -> Iterator[Rightness]:
    """So many games on each board: case by case, then all of a board."""
    if unknown := set(boards) - set(BOARDS):
        raise UnknownName(f"expected boards out of {', '.join(BOARDS)}, got {min(unknown)!r}")
    for board in boards or BOARDS:
        counts = {case: [0, 0, 0] for case in (*map(str, Case), "all")}
        for number in range(rounds):
            game = position(board, f"{seed} {number}")
            player = last_mover(game) if game else 0
            if game and player:
                rule, verdict = last_move(game), by_rule(game.values.count(0), count_bombs(game))
                by_parity = game.turn if verdict is Tempo.LOST else 3 - game.turn
                for case in (str(rule.case), "all"):
                    for i, count in enumerate((1, rule.player == player, by_parity == player)):
                        counts[case][i] += count
        for case, (positions, right, parity) in counts.items():
            if positions:
                yield Rightness(board, case, positions, right, parity)


def position(board: str, seed: str) -> Game | None:
    """A game near its end, in which both players can still move; None if it ended before."""
    name, _, rules = board.partition(" ")
    rng = Random(f"{board} {seed}")
    game, level = Game(one_position(name), rules, seed=rng.randrange(1 << 30)), rng.choice(_LEVELS)
    seats = [AgentSeat(load_agent(f"sensei:level={level}"), player, 1) for player in (1, 2)]
    opening, empty = rng.randint(*_OPENING), rng.randint(*_EMPTY)
    while not game.is_over() and game.values.count(0) > empty:
        if len(game.history) < opening:
            game.push(rng.choice(list(game.legal_moves())))
        else:
            game.push(seats[game.turn - 1].ask(game, Limit(nodes=_NODES)).move)
    return None if game.is_over() or not game.cells(3 - game.turn) else game


def count_bombs(game: Game) -> int:
    """How many live, in anybody's reach or not."""
    empty = [cell for cell, value in enumerate(game.values) if not value]
    return sum(not game.oracle.allows(game.values, cell, digit) for cell in empty for digit in game.digits(cell))


def last_mover(game: Game) -> int:
    """Who makes the last move under perfect play; 0 if that is not found out."""
    search = perfect_of(game, most_solutions=_MOST_SOLUTIONS)
    if search is None or not search.proceed(_TO_SOLVE):
        return 0
    game, player = game.copy(), 0
    for move in search.line():
        player = game.turn
        game.push(move)
    return player
