"""How fast the game is as an environment: turns of random legal play a second, beside what others offer.

Everybody plays in one run, in turn, and CPU time counts: so what one core does. ``with observation and mask`` adds what
a learner looks at before each turn. Connect four of PettingZoo, OpenSpiel and pgx is measured where that is installed.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from dueldoku.envs import Batch
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game

_PLAIN, _FULL = "turns", "with observation and mask"
_GAMES = 1024  # in a batch
_GAMES_LAST = 4  # times as many steps as there are cells are measured: some three games
_OURS = (("6x6", "empty-2x3", "classic"), ("9x9", "empty-3x3", "classic"), ("9x9 rows", "empty-3x3", "rows"))
_MORE = {"6x6": 16, "9x9": 4, "9x9 rows": 4}  # times as many games for two threads, so that a step takes milliseconds
Turns = Callable[[], int]  # plays for a moment, and tells how many turns


class Pace(NamedTuple):
    """A contestant's turns a second, and how many times those of OpenSpiel's connect four (with the same) that is."""

    contestant: str
    game: str
    what: str
    per_second: float
    ratio: float | None = None


def measure_envs(rounds: int = 5, seconds: float = 0.3, games: int = _GAMES) -> Iterator[Pace]:
    """Measure everybody so often, so long each time; the best counts."""
    players = {**_ours(games), **_others(games)}
    best = dict.fromkeys(players, 0.0)
    for play in players.values():
        play()  # compiled, loaded
    for _ in range(rounds):
        for key, play in players.items():
            best[key] = max(best[key], _per_second(play, seconds))
    for key, speed in best.items():
        measure = best.get(("OpenSpiel", "connect four", key[2]))
        yield Pace(*key, speed, speed / measure if measure else None)
    for name, board, rules in _OURS:
        yield _threads(name, board, rules, _MORE[name] * games, rounds)


def _per_second(play: Turns, seconds: float) -> float:
    turns, begin = 0, time.process_time()
    while (gone := time.process_time() - begin) < seconds:
        turns += play()
    return turns / gone


def _threads(name: str, board: str, rules: str, games: int, rounds: int) -> Pace:
    """Two threads beside one, by the wall clock: the ratio means something on a machine with two idle cores.

    Both play the same games in turn, step by step, and of each step the fastest round counts.
    """
    batches = [Batch(games, board, rules, threads=threads) for threads in (1, 2)]
    steps = _GAMES_LAST * batches[0].geometry.size
    seconds = np.empty((len(batches), rounds, steps))
    for turn in range(rounds):
        for batch in batches:
            batch.reset()
        for step in range(steps):
            for which, batch in enumerate(batches):
                begin = time.perf_counter()
                batch.step(batch.sample())
                seconds[which, turn, step] = time.perf_counter() - begin
    alone, together = seconds.min(axis=1).sum(axis=1)
    speed, ratio = float(steps * batches[0].n / together), float(alone / together)
    return Pace("Batch, 2 threads beside 1", name, "turns, by the wall clock", speed, ratio)


# -- ours ------------------------------------------------------------------------------------------------------------


def _ours(games: int) -> dict[tuple[str, str, str], Turns]:
    players: dict[tuple[str, str, str], Turns] = {}
    for name, board, rules in _OURS:
        batch = Batch(games, board, rules)
        players["Batch", name, _PLAIN] = partial(_batch, batch, False)
        players["Batch", name, _FULL] = partial(_batch, batch, True, batch.observe(), batch.legal())
    players["Game", "9x9", _PLAIN] = partial(_game, random.Random(1))
    return players


def _batch(batch: Batch, full: bool, *room: Any) -> int:
    """Play from the start for a few games: the opening, where the solver is asked, is slower than what follows."""
    batch.reset()
    steps = _GAMES_LAST * batch.geometry.size
    for _ in range(steps):
        if full:
            batch.observe(out=room[0])
            batch.legal(out=room[1])
        batch.step(batch.sample())
    return steps * batch.n


def _game(rng: random.Random) -> int:
    game = Game(bundled_board("empty-3x3"))
    while not game.is_over():
        game.push(rng.choice(list(game.legal_moves())))
    return len(game.history)


# -- others ----------------------------------------------------------------------------------------------------------


def _others(games: int) -> dict[tuple[str, str, str], Turns]:
    players: dict[tuple[str, str, str], Turns] = {}
    rng = random.Random(1)
    if find_spec("pyspiel"):
        spiel = importlib.import_module("pyspiel").load_game("connect_four")
        for what in (_PLAIN, _FULL):
            players["OpenSpiel", "connect four", what] = partial(_open_spiel, spiel, what == _FULL, rng)
    if find_spec("pettingzoo") and find_spec("pygame"):
        env = importlib.import_module("pettingzoo.classic.connect_four.connect_four").env()
        players["PettingZoo", "connect four", _FULL] = partial(_petting_zoo, env, rng)
    if find_spec("pgx"):
        players["pgx", "connect four", _FULL] = _pgx(games)
    return players


def _open_spiel(game: Any, full: bool, rng: random.Random) -> int:
    state, turns = game.new_initial_state(), 0
    while not state.is_terminal():
        if full:
            state.observation_tensor()
            state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        turns += 1
    return turns


def _petting_zoo(env: Any, rng: random.Random) -> int:
    env.reset(seed=1)
    turns = 0
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        turns += not (ended or cut)
    return turns


def _pgx(games: int) -> Turns:
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make("connect_four")
    begin, step = (
        jax.jit(jax.vmap(env.init)),
        jax.jit(jax.vmap(importlib.import_module("pgx.experimental").auto_reset(env.step, env.init))),
    )
    now = {"key": jax.random.PRNGKey(1), "state": begin(jax.random.split(jax.random.PRNGKey(0), games))}

    def play() -> int:
        for _ in range(4):
            now["key"], draw, reset = jax.random.split(now["key"], 3)
            odds = jax.numpy.log(now["state"].legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(draw, odds, axis=1)
            now["state"] = step(now["state"], actions, jax.random.split(reset, games))
        now["state"].observation.block_until_ready()
        return 4 * games

    return play
