"""Raises what says it is something else, and whose text never ends."""

from dueldoku.agents.base import Agent as Base


class Liar(Exception):
    __class__ = property(lambda self: KeyboardInterrupt)

    def __str__(self):
        while True:
            pass

    __repr__ = __str__

    @property
    def __traceback__(self):
        raise SystemExit(0)


class Agent(Base):
    def think(self, game, task):
        raise Liar
