"""The spaces that PettingZoo and Gymnasium share, and observations of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from dueldoku.adapters.encoding import count_actions, count_planes, mask_of, planes_of
from dueldoku.board.geometry import Geometry
from dueldoku.game.game import Game


def observation_space(geometry: Geometry) -> spaces.Dict:
    """Planes, and the mask of the actions that are no offence."""
    planes = (count_planes(geometry), geometry.side, geometry.side)
    mask = spaces.Box(0, 1, (count_actions(geometry),), np.int8)
    return spaces.Dict({"observation": spaces.Box(0.0, 1.0, planes, np.float32), "action_mask": mask})


def action_space(geometry: Geometry) -> spaces.Discrete[Any]:
    """A digit for a cell."""
    return spaces.Discrete(count_actions(geometry))


def observe(game: Game, player: int) -> dict[str, Any]:
    """The game as this player sees it."""
    return {"observation": planes_of(game, player), "action_mask": mask_of(game, player)}
