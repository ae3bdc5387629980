"""Harmless, and must stay possible."""

import tempfile
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np

from dueldoku.agents.base import Agent as Base


@numba.njit(cache=True)
def add(first, second):
    return first + second


assert add(1, 2) == 3


class Agent(Base):
    def think(self, game, task):
        assert float(np.arange(10).sum()) == 45.0
        assert ThreadPoolExecutor(2).submit(sum, [1, 2]).result() == 3
        assert tempfile.TemporaryFile().write(b"abc") == 3
        task.propose(next(game.legal_moves()))
