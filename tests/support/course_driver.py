"""Plays a game the way the course's own driver does, so that agents meet what they were written for.

As there, both agents are made once, in this process; a Manager holds a slot for each, one lock
is shared by both; every turn is a new forked process, which is killed when its time is up; what it left in its slot
counts. Unlike there, a turn ends when the agent returns, what it prints is kept, and nothing can wait for ever.
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, TextIO

from competitive_sudoku.bridge import game_of, proposal_of, state_of
from competitive_sudoku.sudoku import GameState
from competitive_sudoku.sudoku import Move as CourseMove
from competitive_sudoku.sudokuai import SudokuAI
from dueldoku import Game, Move, Turn
from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.agents.registry import AGENTS, load_agent

COURSE_AGENTS = Path(__file__).parents[1] / "course_agents"
PATIENCE = 5.0  # seconds, for an agent that returns by itself; nothing comes near it


class Asked(NamedTuple):
    """A turn, and how the agent's process fared in it."""

    turn: Turn
    exitcode: int | None
    output: str


def load(name: str) -> SudokuAI:
    """An agent by name: a bundled one, or one of a folder on ``sys.path``, imported as the course's driver does."""
    if name in AGENTS:
        return Bundled(load_agent(name))
    agent: SudokuAI = import_module(f"{name}.sudokuai").SudokuAI()
    return agent


class Bundled(SudokuAI):
    """One of our own agents as the course's driver takes it."""

    def __init__(self, agent: Agent) -> None:
        super().__init__()
        self.agent = agent

    def compute_best_move(self, game_state: GameState) -> None:
        def propose(move: Move) -> None:
            self.propose_move(CourseMove((move.row, move.col), move.digit))

        task = Task(self.player_number, Limit(), propose, random.Random(), self.save, self.load)
        self.agent.think(game_of(game_state), task)


def play(game: Game, agents: Sequence[SudokuAI], seconds: Sequence[float] = (PATIENCE, PATIENCE)) -> list[Asked]:
    """Play ``game`` to its end in the working directory; ``seconds`` are what each player has for a turn."""
    for stale in ("-1.pkl", "1.pkl", "2.pkl"):
        Path(stale).unlink(missing_ok=True)
    log = []
    fork = multiprocessing.get_context("fork")
    lock = fork.Lock()
    with fork.Manager() as manager:
        for number, agent in enumerate(agents, 1):
            agent.player_number = number
            agent.best_move = manager.list([0, 0, 0])
            agent.lock = lock
        while not game.is_over():
            mover = game.turn
            log.append(_ask(game, agents[mover - 1], seconds[mover - 1]))
    return log


def _ask(game: Game, agent: SudokuAI, seconds: float) -> Asked:
    agent.best_move[:] = [0, 0, 0]
    with tempfile.TemporaryFile("w+", buffering=1) as output:
        process = multiprocessing.get_context("fork").Process(
            target=_think, args=(agent, state_of(game), output, len(game.history))
        )
        process.start()
        process.join(seconds)
        if not agent.lock.acquire(timeout=3.0):
            process.kill()
            raise AssertionError("the agent kept the lock")
        process.terminate()
        agent.lock.release()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
        turn = game.push(proposal_of(agent.best_move[:]))
        output.seek(0)
        asked = Asked(turn, process.exitcode, output.read())
    process.close()
    return asked


def _think(agent: SudokuAI, state: GameState, output: TextIO, seed: int) -> None:
    sys.stdout = sys.stderr = output
    random.seed(seed)  # the same test, the same game
    agent.compute_best_move(state)
