"""Logs all it sees."""

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        for _ in range(2000):
            print("x" * 1000)
