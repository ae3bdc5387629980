"""The agent ``neat``: networks that were evolved, and how to evolve others (which needs neat-python)."""

from dueldoku.agents.neat.player import Neat

__all__ = ["Neat"]
