"""A learned judgement of a position with territories: a small network corrects what a glance tells.

What ``terrain.look`` has seen and some counts more go into nodes that are 0 or more, and their weighted sum is added to
the value that weights made by hand give. All numbers are whole: weights are multiplied by SCALE, and once more on the
way out. Cells, units and bombs are counted apart by whom they are open to: to the player to move, to the other one, to
both.

    inputs         weights into nodes        weights out of them
    hot   7   ──►  [ .2  -.1   0  ...]
    ever  3   ──►  [-.4   .3  .1  ...]  ──►  [.6  -.2  .1  ...]  ──►  hundredths of points
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dueldoku.kernels.base.bits import ONE, ZERO, lowest, popcount, signed
from dueldoku.kernels.base.jit import lean_part
from dueldoku.kernels.duel.terrain import Scene

SCALE = 256
_SHARES = ("mine", "theirs", "both")
INPUTS = (
    *("hot", "sooner", "only", "units", "parity", "spare", "cells", "odd"),
    *(f"{what} {whose}" for what in ("now", "ever", "safe now", "safe ever", "bombs") for whose in _SHARES),
    *("one left", "two left", "three left", "four left", "odd safe now", "odd safe ever", "odd bombs", "doubts"),
)
_NOW, _EVER, _SAFE_NOW, _SAFE_EVER, _BOMBS, _LEFT, _ODD = 8, 11, 14, 17, 20, 23, 27
_MOST_DOUBTS = 100


class Network(NamedTuple):
    """Whole weights, and room to work in. Without nodes there is nothing that was learned."""

    inner: NDArray[np.int32]  # node -> what it starts from; then input, node -> weight
    outer: NDArray[np.int32]  # node -> its weight; last what the value starts from
    seen: NDArray[np.int32]  # input -> its number
    nodes: NDArray[np.int32]  # node -> its sum


def network_of(inner: ArrayLike, outer: ArrayLike) -> Network:
    """The network with these whole weights."""
    weights, out = np.array(inner, np.int32), np.array(outer, np.int32)
    return Network(weights, out, np.zeros(len(INPUTS), np.int32), np.zeros(weights.shape[1], np.int32))


NONE = network_of(np.zeros((len(INPUTS) + 1, 0)), np.zeros(1))


@lean_part
def _mark(scene: Scene, seen: NDArray[np.int32]) -> None:
    """Count the units with few empty cells, and mark in ``flood.middle`` where points are taken or left behind."""
    risky, lines = scene.flood.middle, scene.terrain.lines
    for word in range(risky.size):
        risky[word] = ZERO
    for unit in range(lines.shape[0]):
        left = scene.left[unit]
        if 0 < left <= 4:
            seen[_LEFT + left - 1] += 1
        if left == 1 or left == 2:
            for word in range(risky.size):
                risky[word] |= lines[unit, word]


@lean_part
def _share(seen: NDArray[np.int32], at: int, mine: np.uint64, theirs: np.uint64) -> None:
    """Count the cells of two masks: those in the first, in the second, in both."""
    seen[at] += popcount(mine & ~theirs)
    seen[at + 1] += popcount(theirs & ~mine)
    seen[at + 2] += popcount(mine & theirs)


@lean_part
def _see(scene: Scene, ply: int, side: int, cells: int, bombs: int, seen: NDArray[np.int32]) -> None:
    """Write down the inputs, after a ``look`` at the position."""
    flood, features = scene.flood, scene.features
    for number in range(seen.size):
        seen[number] = 0
    seen[0], seen[1], seen[2] = features.hot, features.sooner, features.only
    seen[3], seen[4], seen[5] = features.units, features.parity, features.spare
    seen[6], seen[7] = cells, cells & 1
    _mark(scene, seen)
    for word in range(flood.mine.size):
        empty, safe = scene.empty[ply, word], ~flood.middle[word]
        mine, theirs = empty & scene.reach[ply, side, word], empty & scene.reach[ply, 1 - side, word]
        _share(seen, _NOW, mine, theirs)
        _share(seen, _SAFE_NOW, mine & safe, theirs & safe)
        _share(seen, _EVER, flood.mine[word], flood.theirs[word])
        _share(seen, _SAFE_EVER, flood.mine[word] & safe, flood.theirs[word] & safe)
    while bombs:
        place = scene.homes[lowest(np.uint64(bombs))]
        bombs &= bombs - 1
        word, bit = place >> 6, ONE << np.uint64(place & 63)
        _share(seen, _BOMBS, flood.mine[word] & bit, flood.theirs[word] & bit)
    seen[_ODD] = seen[_SAFE_NOW + 2] & 1
    seen[_ODD + 1] = seen[_SAFE_EVER + 2] & 1
    seen[_ODD + 2] = seen[_BOMBS + 2] & 1
    seen[_ODD + 3] = min(scene.doubts, _MOST_DOUBTS)


@lean_part
def judge(network: Network, scene: Scene, ply: int, side: int, cells: int, bombs: int) -> int:
    """What to add to the value of the position, after a ``look`` at it."""
    inner, seen, nodes = network.inner, network.seen, network.nodes
    _see(scene, ply, side, cells, bombs, seen)
    for node in range(nodes.size):
        nodes[node] = inner[0, node]
    for number in range(seen.size):
        times = seen[number]
        if times:
            for node in range(nodes.size):
                nodes[node] += times * inner[number + 1, node]
    value = signed(network.outer[nodes.size])
    for node in range(nodes.size):
        value += max(nodes[node], 0) * network.outer[node]
    return value // (SCALE * SCALE)
