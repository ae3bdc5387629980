"""The network as real numbers, fitted to what weights made by hand are off by."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.agents.school.selfplay import Lesson
from dueldoku.board.geometry import Geometry
from dueldoku.engine.network import Learned
from dueldoku.kernels.duel.outlook import INPUTS, SCALE

Weights = dict[str, NDArray[np.float32]]
_BATCH = 1024
_COMMON = 0.1  # how much it counts that all siblings are off by the same
_RATE = 3e-3  # of Adam, falling to a hundredth of it


class Fit(NamedTuple):
    """The weights and what Adam remembers of them: all that a run needs to go on."""

    weights: Weights
    first: Weights
    second: Weights
    steps: int


def new_fit(nodes: int, seed: int) -> Fit:
    """A network of so many nodes that knows nothing."""
    rng = np.random.default_rng(seed)
    weights: Weights = {
        "centre": np.zeros(len(INPUTS), np.float32),
        "spread": np.ones(len(INPUTS), np.float32),
        "inner": rng.normal(0, (2 / len(INPUTS)) ** 0.5, (len(INPUTS), nodes)).astype(np.float32),
        "start": np.zeros(nodes, np.float32),
        "outer": rng.normal(0, (1 / nodes) ** 0.5, nodes).astype(np.float32),
        "last": np.zeros(1, np.float32),
    }
    nothing = {name: np.zeros_like(weight) for name, weight in weights.items()}
    return Fit(weights, nothing, {name: weight.copy() for name, weight in nothing.items()}, 0)


def values_of(weights: Weights, seen: NDArray[np.int16]) -> NDArray[np.float32]:
    """What the network adds in these positions, in points."""
    nodes = _scaled(weights, seen) @ weights["inner"] + weights["start"]
    return np.asarray(np.maximum(nodes, 0) @ weights["outer"] + weights["last"], np.float32)


def learn(fit: Fit, lesson: Lesson, epochs: int, rng: np.random.Generator, siblings: int = 1) -> Fit:
    """Go through the positions so often, in random order.

    So many in a row are ``siblings``: then it counts little that all of them are off by the same.
    """
    weights = {name: weight.copy() for name, weight in fit.weights.items()}
    if not fit.steps:
        weights["centre"] = lesson.seen.mean(axis=0).astype(np.float32)
        weights["spread"] = np.maximum(lesson.seen.std(axis=0), 0.5).astype(np.float32)
    first = {name: weight.copy() for name, weight in fit.first.items()}
    second = {name: weight.copy() for name, weight in fit.second.items()}
    rows, steps, missing = _scaled(weights, lesson.seen), fit.steps, lesson.worth - lesson.by_hand
    families = _BATCH // siblings
    turns = max(1, len(rows) // (families * siblings))  # in an epoch
    count = epochs * turns
    for number in range(count):
        if number % turns == 0:
            order = rng.permutation(len(rows) // siblings)
        chosen = order[number % turns * families :][:families]
        at = (chosen[:, None] * siblings + np.arange(siblings)).ravel()
        steps += 1
        rate = _RATE * (1 - 0.99 * number / count)
        for name, gradient in _gradients(weights, rows[at], missing[at], siblings).items():
            first[name] += 0.1 * (gradient - first[name])
            second[name] += 0.001 * (gradient**2 - second[name])
            mean, spread = first[name] / (1 - 0.9**steps), second[name] / (1 - 0.999**steps)
            weights[name] -= np.float32(rate) * mean / (np.sqrt(spread) + np.float32(1e-8))
    return Fit(weights, first, second, steps)


def learned_of(weights: Weights, size: Geometry, made_by: str) -> Learned:
    """The same as whole weights, for the search."""
    inner = weights["inner"] / weights["spread"][:, None]
    start = weights["start"] - weights["centre"] @ inner
    whole = np.rint(np.vstack([start, inner]) * SCALE).astype(int).tolist()
    outer = np.append(weights["outer"] * 100 * SCALE, weights["last"] * 100 * SCALE * SCALE)
    return Learned(size, tuple(map(tuple, whole)), tuple(np.rint(outer).astype(int).tolist()), made_by)


def _scaled(weights: Weights, seen: NDArray[np.int16]) -> NDArray[np.float32]:
    return np.asarray((seen - weights["centre"]) / weights["spread"], np.float32)


def differing(errors: NDArray[np.float32], siblings: int) -> NDArray[np.float32]:
    """The errors less most of what siblings have in common."""
    if siblings == 1:
        return errors
    families = errors.reshape(-1, siblings)
    return np.asarray((families - (1 - _COMMON) * families.mean(axis=1, keepdims=True)).ravel(), np.float32)


def _gradients(weights: Weights, rows: NDArray[np.float32], missing: NDArray[np.float32], siblings: int) -> Weights:
    """How the mean squared error, in points, changes with each weight."""
    nodes = np.maximum(rows @ weights["inner"] + weights["start"], 0)
    error = differing(nodes @ weights["outer"] + weights["last"] - missing, siblings) * np.float32(2 / len(rows))
    back = error[:, None] * weights["outer"] * (nodes > 0)
    return {
        "outer": nodes.T @ error,
        "last": error.sum(keepdims=True),
        "inner": rows.T @ back,
        "start": back.sum(axis=0),
    }
