"""Its copy of the game is its own."""

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        move = next(game.legal_moves())
        game.push(move)
        game.scores[:] = [-99, -99]
        game.values[:] = [1] * len(game.values)
        game.history.clear()
        task.propose(move)
