"""A good proposal replaces a bad one."""

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        task.propose(None)
        task.propose((1.5, 'a', 2))
        task.propose(next(game.legal_moves()))
