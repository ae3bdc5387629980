"""What it saved is there in its next turn, and only that."""

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        turn = (task.load() or 0) + 1
        task.save(turn)
        self.turns = getattr(self, "turns", 0) + 1
        if self.turns == 1:
            task.propose(next(game.legal_moves()))
