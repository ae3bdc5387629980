"""What agents with a compiled search have in common: the position in arrays, proven digits, and a first proposal."""

from __future__ import annotations

from dueldoku.agents.base import Task
from dueldoku.game.game import Game
from dueldoku.kernels.duel import play as duel


def play_of(game: Game, most_skips: int = 0) -> duel.Play:
    """The game as it stands, with room for so many bombs."""
    return duel.play_of(game.geometry, game.values, game.scores, game.turn, game.reach, most_skips)


def open_turn(game: Game, task: Task) -> list[tuple[int, int]]:
    """Propose something before the search begins, and return a proven digit for each empty cell: cell and digit.

    First any legal move, which loses nothing even if it is a bomb; then, once there is a solution, most points now.
    """
    for move in game.legal_moves():
        task.propose(move)
        break
    proven = proven_digits(game)
    cells = set(game.cells())
    mine = [pair for pair in proven if pair[0] in cells]
    if mine:
        task.propose(game.geometry.move(*max(mine, key=lambda pair: game.points(pair[0]))))
    return proven


def proven_digits(game: Game) -> list[tuple[int, int]]:
    """A cell and a digit of one solution for each empty cell; none if there is no solution."""
    solution = game.solution() or ()
    proven = [(cell, digit) for cell, digit in enumerate(solution) if not game.values[cell]]
    if game.taboo:  # which a digit of a solution becomes only if somebody made the position up
        taboo = set(game.taboo)
        proven = [pair for pair in proven if game.geometry.move(*pair) not in taboo]
    return proven


def propose_any(game: Game, task: Task) -> bool:
    """Propose a random legal move, bomb or not, as the agents of report 000 begin; whether there is one."""
    moves = list(game.legal_moves())
    if moves:
        task.propose(task.rng.choice(moves))
    return bool(moves)
