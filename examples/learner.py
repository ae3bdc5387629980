"""A network that learns the duel by playing itself, and plays in the arena. It needs NumPy and nothing else.

    python examples/learner.py learned          # trains it, half a minute, and makes a folder of it
    dueldoku match learned greedy_player --board generate:size=2x3,empty=18 --games 200 --nodes 1

Hundreds of games are played at once (``dueldoku.envs.Batch``). For each legal move the network gets what the move does
and how the position is (``features``); one part of it says how good each move is (the *policy*), the other how the game
will end (the *value*). Moves of games that ended better than the value said become more likely: policy gradient. The
network has a few thousand weights, so plain NumPy trains it in minutes; a framework would only add a download.
"""

from __future__ import annotations

import argparse
import os
import shutil
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small: more threads wait more than they compute

import numpy as np

from dueldoku import Agent, Game, Task

WEIGHTS = Path(__file__).with_suffix(".npz")
BOARDS = (
    "generate:size=2x2,empty=9",
    "generate:size=2x2,empty=10",
    "generate:size=2x3,empty=18",
    "generate:size=2x3,empty=17",
)
POINTS = np.array([0, 1, 3, 7])
MOVE, STATE, HIDDEN = 10, 12, 32  # features of a move, of a position; neurons


# -- what the network sees -------------------------------------------------------------------------------------------


def features(values, legal, bombs, lead, geometry):
    """For the legal moves of all games: features, the number of its game, its action; and the games' own features."""
    side, size = geometry.side, geometry.size
    units = np.array(geometry.units_of)
    empty = values == 0
    left = np.stack([empty[:, list(unit)].sum(axis=1) for unit in geometry.units], axis=1)  # empty cells of each unit
    holes, passes = empty.sum(axis=1), bombs.sum(axis=1)
    counts = [(left == number).sum(axis=1) / side for number in (1, 2, 3)]
    odd = [holes % 2, passes % 2]
    lost = (1 - odd[0]) * (1 - odd[1])  # the parity rule: the player to move loses the tempo fight
    state = np.stack(
        [
            holes / 20,
            passes / 20,
            *odd,
            lost,
            *counts,
            lead / 10,
            passes == 0,
            holes < 8,
            np.full(len(values), side / 6),
        ],
        axis=1,
    ).astype(np.float32)

    game, action = np.nonzero(legal)
    cell, digit = np.divmod(action, side)
    bomb = bombs[game, action]
    around = left[game[:, None], units[cell]]
    per_digit = bombs.reshape(-1, size, side)
    in_cell = per_digit.sum(axis=2)[game, cell]
    peers = np.array(geometry.peers)[cell]
    same_digit = per_digit[game[:, None], peers, digit[:, None]].sum(axis=1)
    ended = np.where(bomb, 1, in_cell + same_digit)  # bombs that the move ends, itself included
    holes_after, passes_after = holes[game] - ~bomb, passes[game] - ended
    fill = ~bomb
    move = np.stack(
        [
            bomb,
            fill * POINTS[(around == 1).sum(axis=1)] / 7,
            fill * (around == 2).sum(axis=1) / 3,
            fill * (around == 3).sum(axis=1) / 3,
            holes_after % 2,
            passes_after % 2,
            (holes_after % 2 == 0) & (passes_after % 2 == 0),
            ended / 5,
            passes_after == 0,
            fill * around.sum(axis=1) / 20,
        ],
        axis=1,
    ).astype(np.float32)
    return move, game, action, state


# -- the network -----------------------------------------------------------------------------------------------------


class Network:
    """Two small networks of two layers: one scores a move in its position, one values a position."""

    def __init__(self, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        shapes = {"pw1": (MOVE + STATE, HIDDEN), "pw2": (HIDDEN, HIDDEN), "pw3": (HIDDEN, 1)}
        shapes |= {"vw1": (STATE, HIDDEN), "vw2": (HIDDEN, HIDDEN), "vw3": (HIDDEN, 1)}
        self.weights = {
            name: rng.normal(0, (2 / shape[0]) ** 0.5, shape).astype(np.float32) for name, shape in shapes.items()
        }
        self.weights["pw3"] *= 0.1
        self.weights |= {name.replace("w", "b"): np.zeros(shape[1], np.float32) for name, shape in shapes.items()}
        self.first = {name: np.zeros_like(weight) for name, weight in self.weights.items()}  # of Adam
        self.second = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.updates = 0

    def forward(self, head: str, rows):
        """The layers' outputs; the last one is the answer."""
        w, layers = self.weights, [rows]
        for layer in (1, 2, 3):
            out = layers[-1] @ w[f"{head}w{layer}"] + w[f"{head}b{layer}"]
            layers.append(np.maximum(out, 0) if layer < 3 else out)
        return layers

    def backward(self, head: str, layers, gradient) -> dict:
        """The gradients of the weights, given that of the answer."""
        gradients = {}
        for layer in (3, 2, 1):
            gradients[f"{head}w{layer}"] = layers[layer - 1].T @ gradient
            gradients[f"{head}b{layer}"] = gradient.sum(axis=0)
            gradient = (gradient @ self.weights[f"{head}w{layer}"].T) * (layers[layer - 1] > 0)
        return gradients

    def update(self, gradients: dict, rate: float) -> None:
        """One step of Adam."""
        self.updates += 1
        for name, gradient in gradients.items():
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient**2 - self.second[name])
            mean = self.first[name] / (1 - 0.9**self.updates)
            spread = self.second[name] / (1 - 0.999**self.updates)
            self.weights[name] -= rate * mean / (np.sqrt(spread) + 1e-8)

    def policy(self, move, game, state):
        """The layers of the policy, and each move's chance in its game. Moves of one game stand together."""
        layers = self.forward("p", np.concatenate([move, state[game]], axis=1))
        scores = layers[-1][:, 0]
        starts = np.flatnonzero(np.diff(game, prepend=-1))
        scores = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), np.diff(starts, append=len(game))))
        return layers, scores / np.repeat(np.add.reduceat(scores, starts), np.diff(starts, append=len(game)))


# -- training --------------------------------------------------------------------------------------------------------


def play(network: Network, batch, steps: int, rng) -> list:
    """Play so many steps: of each its features, the moves chosen, and what came of the game for the mover.

    A game that has not ended by then has come to nothing; these turns are left out.
    """
    turns = []
    for _ in range(steps):
        turn, scores = batch.turn, batch.scores
        mine = np.take_along_axis(scores, (turn - 1)[:, None].astype(int), axis=1)[:, 0]
        lead = 2 * mine - scores.sum(axis=1)
        move, game, action, state = features(batch.values, batch.legal(), batch.bombs(), lead, batch.geometry)
        _, chances = network.policy(move, game, state)
        reached = np.cumsum(chances)
        starts = np.flatnonzero(np.diff(game, prepend=-1))
        before = reached[starts] - chances[starts]
        chosen = np.searchsorted(reached, before + rng.random(batch.n) * 0.999999)
        chosen = np.clip(chosen, starts, np.append(starts[1:], len(game)) - 1)
        step = batch.step(action[chosen])
        margin = step.scores[:, 0] - step.scores[:, 1]
        turns.append([move, game, state, chosen, turn, step.done, np.sign(margin) + 0.03 * margin])
    outcome, known = np.zeros(batch.n), np.zeros(batch.n, bool)
    played = []
    for move, game, state, chosen, turn, done, result in reversed(turns):
        outcome, known = np.where(done, result, outcome), known | done
        played.append((move, game, state, chosen, np.where(turn == 1, outcome, -outcome).astype(np.float32), known))
    return played


def learn(network: Network, played: list, rate: float, curiosity: float) -> float:
    """Make the moves of won games more likely; returns how far off the value was."""
    total: dict = {}
    count = max(1, sum(known.sum() for *_, known in played))
    errors = 0.0
    for move, game, state, chosen, outcome, known in played:
        value = network.forward("v", state)
        surprise = (outcome - value[-1][:, 0]) * known
        errors += float((surprise**2).sum())
        layers, chances = network.policy(move, game, state)
        gradient = chances * surprise[game]
        gradient[chosen] -= surprise
        logs = np.log(chances + 1e-9)
        starts = np.flatnonzero(np.diff(game, prepend=-1))
        entropy = -np.add.reduceat(chances * logs, starts)
        gradient += curiosity * chances * (logs + entropy[game]) * known[game]
        parts = network.backward("p", layers, gradient[:, None].astype(np.float32) / count)
        parts |= network.backward("v", value, -surprise[:, None].astype(np.float32) / count)
        for name, part in parts.items():
            total[name] = total.get(name, 0) + part
    network.update(total, rate)
    return (errors / count) ** 0.5


def train(rounds: int, games: int = 256, seed: int = 0) -> Network:
    """A network that has played itself for so many rounds, with all boards in turn."""
    from dueldoku.envs import Batch  # an agent in the arena does without, and is there sooner

    rng, network = np.random.default_rng(seed), Network(seed)
    batches = [Batch(games, board, seed=seed + number) for number, board in enumerate(BOARDS)]
    for number in range(rounds):
        gone, batch = number / rounds, batches[number % len(batches)]
        played = play(network, batch, 2 * max(len(position.grid.holes) for position in batch.positions), rng)
        for part in range(0, len(played), 4):
            error = learn(network, played[part : part + 4], 2e-3 * (1 - 0.9 * gone), curiosity=0.02 * (1 - gone))
        if number % 20 == 19:
            print(f"{number + 1} of {rounds} rounds: the value is off by {error:.2f}", flush=True)
    return network


# -- the agent -------------------------------------------------------------------------------------------------------


class Learned(Agent):
    """Plays the move that the network likes best."""

    def __init__(self, weights: str = str(WEIGHTS)) -> None:
        self.network = Network()
        with np.load(weights) as kept:
            self.network.weights = dict(kept)

    def think(self, game: Game, task: Task) -> None:
        """Propose the best move."""
        geometry = game.geometry
        legal, bombs = (np.zeros((1, geometry.size * geometry.side), bool) for _ in range(2))
        for mask, moves in ((legal, game.legal_moves()), (bombs, game.bombs())):
            mask[0, [geometry.cell_of(move) * geometry.side + move.digit - 1 for move in moves]] = True
        lead = np.array([game.scores[game.turn - 1] - game.scores[2 - game.turn]])
        move, of, action, state = features(np.array([game.values]), legal, bombs, lead, geometry)
        _, chances = self.network.policy(move, of, state)
        cell, digit = divmod(int(action[np.argmax(chances)]), geometry.side)
        task.propose(geometry.move(cell, digit + 1))


def keep(network: Network, folder: str) -> None:
    """Make a folder that the arena takes for an agent: this file, by the name that it looks for, and the weights."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    shutil.copy(__file__, Path(folder, "sudokuai.py"))
    np.savez(Path(folder, "sudokuai.npz"), **network.weights)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train a network by self-play, and make an agent of it.")
    parser.add_argument("folder", nargs="?", default="learned")
    parser.add_argument("--rounds", type=int, default=120)
    parser.add_argument("--games", type=int, default=256)
    given = parser.parse_args()
    keep(train(given.rounds, given.games), given.folder)
