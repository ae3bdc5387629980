"""Games for the tests of the arena: an agent in its cage against a partner who is quick and never at fault."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import pytest

from dueldoku import Game, Position
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.random_player import RandomPlayer
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.cage import LEVELS, probe
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import Answer, Seat
from dueldoku.board.move import Move
from dueldoku.duel.turn import Reason
from dueldoku.errors import ArenaFault

BROKEN = Path(__file__).parents[1] / "broken_agents"
HOSTILE = Path(__file__).parents[1] / "hostile_agents"
START = "12.4 .4.2 21.3 ...1 taboo=r1c3=4"  # five cells to fill


class Partner(Seat):
    """``random_player``, here."""

    def ask(self, game: Game, limit: Limit) -> Answer:
        proposals: list[Move] = []
        RandomPlayer().think(game.copy(), Task(game.turn, Limit(), proposals.append))
        return Answer(proposals[-1] if proposals else None)


class Met(NamedTuple):
    """A game between an agent and the partner."""

    verdict: str  # why the agent lost, or "plays" if it kept to the rules
    answers: list[Answer]  # the agent's
    seconds: float
    output: str
    level: str


def meet(
    agent: str | Path,
    seat: int = 1,
    *,
    start: str = START,
    seconds: float = 0.25,
    level: str = "",
    seed: int = 1,
    memory: int = MEMORY,
) -> Met:
    """Let an agent play. A game in which there was no core for it, or for us, says nothing: it is played again."""
    for is_last in (False, False, True):
        try:
            met = _meet(agent, seat, start, seconds, level, seed, memory)
        except ArenaFault as fault:
            if is_last or "too busy" not in str(fault):
                raise
        else:
            if is_last or not any(answer.fault is Reason.TIME_UP and answer.starved for answer in met.answers):
                return met
    raise AssertionError


def _meet(agent: str | Path, seat: int, start: str, seconds: float, level: str, seed: int, memory: int) -> Met:
    began = time.monotonic()
    game = Game(Position.parse(start), seed=1)
    answers = []
    referee = Referee(game)
    patient = patience(agent)
    with Host(resolve(str(agent)), seat, seed=seed, level=level, start_seconds=patient, memory=memory) as host:
        seats = (host, Partner()) if seat == 1 else (Partner(), host)
        for turn, answer, _ in referee.turns(seats, Limit(seconds)):
            if turn.player == seat:
                answers.append(answer)
            else:
                assert not turn.ruling.loses
    reason = referee.reason()
    verdict = str(reason) if reason.is_loss else "plays"
    return Met(verdict, answers, time.monotonic() - began, host.output(), host.level)


def patience(agent: str | Path) -> float:
    """Long enough for Numba on a busy machine; short for the one that hangs."""
    return 0.5 if "hangs" in str(agent) else 30.0


def need(level: str) -> str:
    """This level of the cage, or the test is skipped."""
    if LEVELS.index(probe().level) > LEVELS.index(level):
        pytest.skip(f"this machine gives only {probe().level}: {probe().layers}")
    return level


def write_agent(folder: Path, body: str, *, top: str = "", name: str = "probe_agent") -> Path:
    """A new agent with this body of ``think``."""
    file = folder / f"{name}.py"
    lines = "\n".join(f"        {line}" for line in body.strip().splitlines())
    file.write_text(
        f"{top}\nimport os, time\nfrom dueldoku import Move\nfrom dueldoku.agents.base import Agent as Base\n\n"
        f"class Agent(Base):\n    def think(self, game, task):\n{lines}\n"
    )
    return file
