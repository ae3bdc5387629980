"""Writes into the shared memory itself."""

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        cells = [cell.cell_contents for cell in task.propose.__closure__]
        numbers = next(thing for thing in cells if isinstance(thing, memoryview))
        for place in range(len(numbers)):
            numbers[place] = 2**64 - 1
