"""There is a limit to what it may keep."""

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        try:
            task.save(bytearray(300 << 20))
        except OSError:
            pass
        else:
            raise AssertionError("saved")
        assert task.load() is None
