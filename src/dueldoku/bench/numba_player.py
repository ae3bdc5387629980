"""``random_player`` with Numba loaded, to see what it costs to start a turn of such an agent."""

from __future__ import annotations

import numba  # noqa: F401

from dueldoku.agents.random_player import RandomPlayer


class NumbaPlayer(RandomPlayer):
    """Plays as its parent does."""
