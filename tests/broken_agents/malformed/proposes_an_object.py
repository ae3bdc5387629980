"""Its repr is a trap as well."""

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        class Trap:
            def __iter__(self):
                raise SystemExit

            def __repr__(self):
                raise MemoryError

        task.propose(Trap())
