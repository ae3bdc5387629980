"""Takes 600 MB bit by bit, as an agent does whose tables grow."""

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        self.kept = [bytes(1 << 20) for _ in range(600)]
        task.propose(next(game.legal_moves()))
