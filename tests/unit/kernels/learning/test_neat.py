"""The networks' arithmetic against plain Python, and the games that they are judged by."""

from __future__ import annotations

from math import exp, tanh
from random import Random

import numpy as np
import pytest

from dueldoku import Geometry
from dueldoku.agents.neat.fitness import start_of
from dueldoku.agents.neat.network import Network, load_network, pack
from dueldoku.kernels.learning.neat import GREEDY, INPUTS, RANDOM, activate, compete, meet, play_out, room_for

FUNCTIONS = {
    "identity": lambda x: x,
    "tanh": lambda x: tanh(max(-60.0, min(60.0, 2.5 * x))),
    "relu": lambda x: max(0.0, x),
    "gauss": lambda x: exp(-5.0 * max(-3.4, min(3.4, x)) ** 2),
}


def plain_answer(network: Network, inputs: list[float]) -> float:
    values = {-1 - number: value for number, value in enumerate(inputs)}
    for node in network.nodes:
        total = sum(values[key] * weight for key, weight in node.links) + node.bias
        values[node.key] = FUNCTIONS[node.activation](total)
    return values[0]


def test_a_network_computes_what_its_nodes_say() -> None:
    network, rng = load_network("cell"), Random(1)
    packed = pack([network, network])
    for number in range(20):
        inputs = [rng.uniform(-1, 1) for _ in INPUTS]
        values = np.zeros(packed.most_values)
        values[: len(INPUTS)] = inputs
        activate(packed, number % 2, values)
        assert values[packed.outputs[number % 2, 0]] == pytest.approx(plain_answer(network, inputs))


def test_seats_and_rounds_add_up() -> None:
    packed = pack([load_network("cell")] * 2)
    start = start_of(Geometry.of(2, 3), 0.33, Random(2))
    room = room_for(packed, start.play)

    def lead(first: int, second: int) -> int:
        return play_out(packed, first, second, start, room)

    leads = np.zeros((2, 2))
    meet(packed, RANDOM, start, room, leads)
    assert leads.tolist() == [[lead(0, RANDOM), -lead(RANDOM, 0)]] * 2  # equal networks have equal luck
    sums = np.zeros(2)
    compete(packed, np.array([0, 1]), start, room, sums)
    assert sums.tolist() == [lead(0, 1) - lead(1, 0), lead(1, 0) - lead(0, 1)]


def test_greedy_play_beats_random_play() -> None:
    packed, rng = pack([load_network("cell")]), Random(3)
    total = 0
    for _ in range(30):
        start = start_of(Geometry.of(2, 3), 0.33, rng)
        room = room_for(packed, start.play)
        total += play_out(packed, GREEDY, RANDOM, start, room) - play_out(packed, RANDOM, GREEDY, start, room)
    assert total > 200
