"""Its proposals are numbers of its own making, which do something whenever they are looked at."""

import os

from dueldoku.agents.base import Agent as Base
from dueldoku.board.move import Move


class Number(int):
    def __lt__(self, other): return self._do()
    def __gt__(self, other): return self._do()
    def __eq__(self, other): return self._do()
    def __and__(self, other): return Number(int(self) & other)
    def __lshift__(self, other): return 1 << 200
    def __rlshift__(self, other): return 1 << 200
    def __or__(self, other): return 1 << 200
    def __ror__(self, other): return 1 << 200
    def __hash__(self): raise SystemExit
    def __repr__(self): return "x" * 10_000_000
    def __reduce__(self): return os.system, ("true",)
    def _do(self): raise KeyboardInterrupt


class Agent(Base):
    def think(self, game, task):
        move = next(game.legal_moves())
        task.propose(Move(*map(Number, move)))
