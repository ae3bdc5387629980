"""A duel as numbers for learners, the same in all adapters: moves as actions, positions as planes, turns as rewards.

On a board of side N there are N * N * N actions: ``cell * N + digit - 1``, cells row by row from 0. Bombs are actions
like others. A position as a player sees it is 2 * N + 5 planes of N rows by N columns, with values from 0 to 1:

    0 .. N-1     where each digit stands
    N .. 2N-1    where each digit is taboo
    2N, 2N+1     the empty cells that the player may fill, and that the other one may fill
    2N+2         1 everywhere if the player is to move
    2N+3, 2N+4   the player's points, and the other one's, as shares of ``most_points``

That is all there is to know: a player's territory tells whatever their cells opened.

>>> from dueldoku.board.grid import Grid
>>> game = Game(Grid.parse("123. 3412 21.3 .3.1"))
>>> [str(move_of(game, action)) for action in mask_of(game, 1).nonzero()[0]]
['r1c4=4', 'r3c3=4', 'r4c1=4', 'r4c3=2', 'r4c3=4']
>>> planes_of(game, 1).shape
(13, 4, 4)
"""

from __future__ import annotations

from operator import index
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.duel.rules import POINTS
from dueldoku.errors import ActionError, UnknownName
from dueldoku.game.game import Game

VERSION = "v0"  # of the environments: another encoding, reward or rule is another version
Reward = Literal["win", "lead"]
Planes = NDArray[np.float32]
Mask = NDArray[np.int8]


def count_actions(geometry: Geometry) -> int:
    """How many actions there are, legal or not."""
    return geometry.size * geometry.side


def count_planes(geometry: Geometry) -> int:
    """How many planes an observation has."""
    return 2 * geometry.side + 5


def action_of(game: Game, move: Move) -> int:
    """The action that is this move. Raises ShapeError outside the board."""
    return game.geometry.cell_of(move) * game.geometry.side + move.digit - 1


def move_of(game: Game, action: object) -> Move:
    """The move that is this action, legal or not. Raises ActionError for what is no action of this board."""
    most = count_actions(game.geometry)
    try:
        number = -1 if isinstance(action, bool | np.bool_) else index(action)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < most:
        raise ActionError(f"expected an action, a whole number from 0 to {most - 1}, got {action!r}")
    cell, digit = divmod(number, game.geometry.side)
    return game.geometry.move(cell, digit + 1)


def legal_actions(game: Game) -> list[int]:
    """The actions of the player to move that are no offence, in ascending order; none when the game is over."""
    return [action_of(game, move) for move in game.legal_moves()]


def mask_of(game: Game, player: int) -> Mask:
    """1 for each action that is no offence; all 0 for a player who is not to move."""
    mask = np.zeros(count_actions(game.geometry), np.int8)
    if game.turn == player:
        mask[legal_actions(game)] = 1
    return mask


def most_points(game: Game) -> int:
    """More than anybody can have: what all units are worth if they are completed three at a time, and the start's."""
    return POINTS[-1] * game.geometry.side + max(game.start.scores)


def planes_of(game: Game, player: int) -> Planes:
    """The position as this player sees it."""
    side, other = game.geometry.side, 3 - player
    planes = np.zeros((count_planes(game.geometry), side, side), np.float32)
    flat = planes.reshape(len(planes), -1)
    values = np.array(game.values)
    filled = np.flatnonzero(values)
    flat[values[filled] - 1, filled] = 1
    for row, col, digit in game.taboo:
        if 0 <= row < side and 0 <= col < side and 1 <= digit <= side:  # a start may name any
            planes[side + digit - 1, row, col] = 1
    flat[2 * side, game.cells(player)] = 1
    flat[2 * side + 1, game.cells(other)] = 1
    planes[2 * side + 2] = game.turn == player and not game.is_over()
    planes[2 * side + 3] = game.scores[player - 1] / most_points(game)
    planes[2 * side + 4] = game.scores[other - 1] / most_points(game)
    return planes


def check_reward(reward: str) -> Reward:
    """The same, if it is a kind of reward. Raises UnknownName."""
    if reward not in get_args(Reward):
        raise UnknownName(f"expected a reward out of {', '.join(get_args(Reward))}, got {reward!r}")
    return reward  # type: ignore[return-value]


def reward_of(game: Game, reward: Reward) -> float:
    """What the last turn gave to player 1; player 2 gets the opposite.

    ``win`` is 1, 0 or -1 at the end of the game. ``lead`` is the points of each turn; an offence, which loses whatever
    the points are, costs more than anybody can have made up: seven for each digit of the board.
    """
    turn, outcome = game.history[-1], game.outcome()
    if reward == "win":
        return float((outcome.winner == 1) - (outcome.winner == 2)) if outcome else 0.0
    gained = -POINTS[-1] * game.geometry.side if turn.ruling.loses else turn.points
    return float(gained if turn.player == 1 else -gained)


def show(game: Game, mode: str) -> Any:
    """The game as a render mode wants it: ``ansi`` and ``svg`` are text, ``rgb_array`` is pixels, ``human`` prints."""
    if mode == "svg":
        from dueldoku.render.svg import draw

        return draw(game.view(), "light")
    if mode == "rgb_array":
        from dueldoku.render.pixels import draw as paint

        return paint(game.view())
    from dueldoku.render.text import draw as write

    text = f"{write(game.view())}\n"
    if mode == "ansi":
        return text
    print(text)
    return None


MODES = ["human", "ansi", "rgb_array", "svg"]


def check_mode(mode: str | None) -> str | None:
    """The same, if it is a render mode or none. Raises UnknownName."""
    if mode not in (None, *MODES):
        raise UnknownName(f"expected a render mode out of {', '.join(MODES)}, got {mode!r}")
    return mode
