"""Hopes that somebody outside its cage unpickles what it proposes, saves or prints."""

import os
import pickle

from dueldoku.agents.base import Agent as Base


class Bait:
    def __reduce__(self):
        return os.mkdir, ("bait",)


class Agent(Base):
    def think(self, game, task):
        pickled = pickle.dumps(Bait())
        os.write(1, pickled)
        task.save(pickled)
        task.propose(pickled)
