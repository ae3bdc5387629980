"""Who sits at the board: anybody who answers ``ask(game, limit)``.

An agent of our own in this process is an ``AgentSeat``, anybody's agent in its cage is a ``Host`` (see ``hosting``).
People bring seats of their own, at a terminal or on the page. The referee knows no difference.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from random import Random
from typing import Self

from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.board.move import Move
from dueldoku.duel.turn import Judgement, Reason
from dueldoku.game.game import Game


@dataclass(frozen=True)
class Answer:
    """What came of asking. ``move`` is the last proposal in time; None: there was none, and ``fault`` tells why.

    ``seconds`` passed on the clock; ``starved`` says that others kept the agent from a core.
    ``overhead`` is how many milliseconds of its time passed before its code ran. ``judgement`` is there if the move was
    judged on the way. ``output`` is what the agent printed since its last turn, its traceback at the end; ``report`` is
    what is kept of its search: ``seconds``, and the numbers that it reported. A person may also give up, or ask for
    their last turn back.
    """

    move: Move | None
    fault: Reason | None = None
    detail: str = ""
    seconds: float = 0.0
    starved: bool = False
    overhead: float = 0.0
    judgement: Judgement | None = None
    resigns: bool = False
    takes_back: bool = False
    output: str = ""
    report: dict[str, float] = field(default_factory=dict)


class Seat(ABC):
    """One side of the board; use it in a ``with`` statement. ``level`` tells how well it is caged."""

    level = "none"

    def launch(self) -> None:
        """Begin to start without waiting; ``start`` waits."""
        return

    def start(self) -> None:
        """Get ready for the first turn. Raises AgentFault."""
        return

    @abstractmethod
    def ask(self, game: Game, limit: Limit) -> Answer:
        """What the player wants to do in this position. Raises ArenaFault if nobody can tell."""

    def close(self) -> None:
        """Leave the board. May be called twice."""
        return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AgentSeat(Seat):
    """An agent in this process, without a clock or a cage: only for agents of our own.

    The same seed gives the same answers where the limit is one of nodes. If it names seconds too, the agent is told,
    and trusted to keep to it.
    """

    def __init__(self, agent: Agent, player: int, seed: int) -> None:
        self._agent, self._seed = agent, seed
        self._proposal: Move | None = None
        self._kept: object = None
        self._task = Task(player, Limit(), self._propose, save=self._save, load=self._load)

    def ask(self, game: Game, limit: Limit) -> Answer:
        """The agent's last proposal."""
        begin = time.monotonic()
        self._proposal = None
        self._task.limit, self._task.deadline = limit, begin + limit.seconds
        self._task.rng = Random(turn_seed(self._seed, game))
        self._agent.think(game.copy(), self._task)
        return Answer(self._proposal, seconds=time.monotonic() - begin)

    def _propose(self, move: Move) -> None:
        self._proposal = move

    def _save(self, thing: object) -> None:
        self._kept = thing

    def _load(self) -> object:
        return self._kept


def turn_seed(seed: int, game: Game) -> int:
    """The source of chance for the next turn of a seat with this seed."""
    return seed << 16 | len(game.history)
