"""What it costs to run an agent: how much of a turn's time passes before its code runs, and how many games a second.

Three contestants play whole games of ``random_player`` against itself, in turn: our arena with all its layers, the same
with Numba loaded in the agents, and the course framework's way as we re-create it here: a ``multiprocessing.Manager``
for the slots and a process forked from the referee's own for each turn. The course's driver then waits until the time
is up; here it does not, so that its mechanics are compared and not its patience.
"""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.random_player import RandomPlayer
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import Answer, Seat, turn_seed
from dueldoku.board.move import Move
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game

_LIMIT = Limit(seconds=0.5)  # random_player needs a thousandth of it
_NUMBA_PLAYER = Path(__file__).with_name("numba_player.py")


class Cost(NamedTuple):
    """A contestant's figures: milliseconds of a turn before the agent's code runs (median, most), games a second."""

    contestant: str
    turn_ms: float
    most_ms: float
    games_per_second: float


def measure_arena(rounds: int, board: str = "empty-3x3") -> list[Cost]:
    """Every contestant plays a game in each round, the same one. The first round only warms up."""
    contestants: dict[str, Callable[[Game, int], list[float]]] = {
        "dueldoku": lambda game, seed: _hosted(game, seed, "random_player"),
        "dueldoku, Numba loaded": lambda game, seed: _hosted(game, seed, str(_NUMBA_PLAYER)),
        "Manager and fork per turn": _managed,
    }
    overheads: dict[str, list[float]] = {name: [] for name in contestants}
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(rounds + 1):
        for name, play in contestants.items():
            game = Game(bundled_board(board))
            began = time.perf_counter()
            found = play(game, number)
            if number:
                seconds[name].append(time.perf_counter() - began)
                overheads[name] += found
    return [Cost(name, median(all), max(all), 1 / median(seconds[name])) for name, all in overheads.items()]


def _hosted(game: Game, seed: int, agent: str) -> list[float]:
    entrant = resolve(agent)
    with Host(entrant, 1, seed=seed) as first, Host(entrant, 2, seed=seed) as second:
        return _overheads(game, (first, second))


def _managed(game: Game, seed: int) -> list[float]:
    with _ManagedSeat(seed) as seat:
        return _overheads(game, (seat, seat))


def _overheads(game: Game, seats: tuple[Seat, Seat]) -> list[float]:
    return [played.answer.overhead for played in Referee(game).turns(seats, _LIMIT)]


class _ManagedSeat(Seat):
    """``random_player`` as the course's driver runs it, without its waiting."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._fork = multiprocessing.get_context("fork")
        self._manager = self._fork.Manager()
        self._slot, self._lock = self._manager.list([0, 0, 0]), self._fork.Lock()
        self._began = self._fork.RawValue("d")

    def ask(self, game: Game, limit: Limit) -> Answer:
        self._slot[:] = [0, 0, 0]

        def propose(move: Move) -> None:
            with self._lock:
                for place, number in enumerate(move):
                    self._slot[place] = number

        def think() -> None:
            self._began.value = time.monotonic()
            rng = random.Random(turn_seed(self._seed, game))
            RandomPlayer().think(game.copy(), Task(game.turn, limit, propose, rng))

        start = time.monotonic()
        process = self._fork.Process(target=think)
        process.start()
        process.join()
        return Answer(Move(*self._slot), overhead=(self._began.value - start) * 1000)

    def close(self) -> None:
        self._manager.shutdown()
