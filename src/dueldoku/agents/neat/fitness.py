"""What networks are bred for: to play well on any board, or what the report asked of its networks.

Each goal is a mode of training, with a name.

The games here are played in compiled code. Nothing is solved: chance decides which wrong digits are bombs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.duel.play import play_of
from dueldoku.kernels.learning.neat import GREEDY, RANDOM, Networks, Start, answer, compete, meet, room_for
from dueldoku.puzzles.fill import full_values, random_states

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
SHARES = (0.0, 0.33, 0.66)  # of the cells that are filled at the start
_SPREAD = 0.05  # the standard deviation of these shares
_CLEAR = 0.1  # phase one: at least this for an empty cell, at most minus this for a filled one


class CellMode:
    """For any board: points and pairs of games against random and greedy play. All networks have the same starts."""

    name = "cell"
    size = None  # of the boards that its networks see: single cells
    exam = "pairs of games won against greedy play"  # what ``examine`` measures
    _STARTS = ((Geometry.of(2, 2), 24), (Geometry.of(2, 3), 24), (Geometry.of(3, 3), 6))
    _OPPONENTS = ((RANDOM, 0.3), (GREEDY, 0.7))
    _EXAM_STARTS = 60

    def rate(self, networks: Networks, random: Random, care: int = 1) -> Floats:
        """The fitness of each network, on new boards; with more care on more of them.

        Half of it is the mean lead, compared with twice the side of the board; half is the pairs won less those lost.
        """
        fitness = np.zeros(len(networks.outputs))
        for geometry, count in self._STARTS:
            for number in range(count * care):
                start = start_of(geometry, SHARES[number % 3], random)
                for opponent, weight in self._OPPONENTS:
                    leads = _leads(networks, opponent, start)
                    fitness += weight * (leads.mean(axis=1) / (2 * geometry.side) + np.sign(leads.sum(axis=1)))
        return 5 * fitness / sum(count * care for _, count in self._STARTS)

    def examine(self, networks: Networks) -> float:
        """The share of starts from which a network gets more points in the two games; on boards never trained on."""
        random = Random("exam")
        won = 0
        for number in range(self._EXAM_STARTS):
            start = start_of(self._STARTS[number % 3][0], SHARES[number // 3 % 3], random)
            won += _leads(networks, GREEDY, start).sum() > 0
        return float(won) / self._EXAM_STARTS


class ReportMode:
    """The report's two phases: first tell empty cells from filled ones, then win a tournament."""

    name = "report"
    exam = "cells told apart on 102 other boards"
    PASSED = 2.0  # phase one gives less; a network that passed it gets this, and one more for each round that it wins
    _PHASE_ONE = (0.0, 1.0, 0.33, 0.33, 0.66, 0.66)  # how full its six boards are
    _GROUP = 4

    def __init__(self, geometry: Geometry) -> None:
        self.size = geometry

    def rate(self, networks: Networks, random: Random, care: int = 1) -> Floats:
        """The fitness of each network, on new boards; with more care on more of them."""
        clear = self._clearness(networks, self._boards(self._PHASE_ONE * care, random))
        right = clear >= _CLEAR
        fitness = self._grade(clear, right)
        passed = np.flatnonzero(right.all(axis=(1, 2)))
        fitness[passed] = self.PASSED
        return self._add_rounds(networks, passed.tolist(), random, fitness)

    def _grade(self, clear: Floats, right: Flags) -> Floats:
        """The fitness in phase one: how clear the answers are, up to 0.5, and which share of them is right."""
        fitness: Floats = np.minimum(clear, 0.5).mean(axis=(1, 2)) + right.mean(axis=(1, 2))
        return fitness

    def examine(self, networks: Networks) -> float:
        """The share of cells that a network tells apart; on boards never trained on."""
        return float((self._clearness(networks, self._exam_boards) >= _CLEAR).mean())

    @cached_property
    def _exam_boards(self) -> Floats:
        return self._boards((0.0, 1.0, *(0.33, 0.66) * 50), Random("exam"))

    def _boards(self, shares: Sequence[float], random: Random) -> Floats:
        """Boards as the networks see them: 1 for a filled cell."""
        boards = np.zeros((len(shares), self.size.size))
        for board, share in zip(boards, shares, strict=True):
            board[filled_cells(self.size, share, random)] = 1
        return boards

    def _clearness(self, networks: Networks, boards: Floats) -> Floats:
        """How far each answer is on the right side of 0: above it for empty cells, below for filled ones."""
        answers = np.empty((len(networks.outputs), *boards.shape))
        answer(networks, boards, np.empty(networks.most_values), answers)
        clear: Floats = answers * (1 - 2 * boards)
        return clear

    def _add_rounds(self, networks: Networks, left: list[int], random: Random, fitness: Floats) -> Floats:
        """The tournament: in each round groups of four play each other from three starts, and the best goes on."""
        while len(left) > 1:
            random.shuffle(left)
            starts = [start_of(self.size, share, random) for share in SHARES]
            winners: list[int] = []
            for first in range(0, len(left), self._GROUP):
                group = np.array(left[first : first + self._GROUP])
                leads = np.zeros(len(group))
                for start in starts:
                    compete(networks, group, start, room_for(networks, start.play), leads)
                winners.append(int(group[leads.argmax()]))
                fitness[winners[-1]] += len(group) > 1
            left = winners
        return fitness


class DefaultMode(ReportMode):
    """The same two phases, but with the fitness of the report: each wrong answer takes one point away."""

    name = "default"

    def _grade(self, clear: Floats, right: Flags) -> Floats:
        fitness: Floats = self.PASSED - np.count_nonzero(~right, axis=(1, 2)).astype(np.float64)
        return fitness


Mode = CellMode | ReportMode


def mode_of(name: str, size: Geometry) -> Mode:
    """The mode of this name: ``cell``, or ``report`` or ``default`` for boards of this size."""
    modes: dict[str, type[ReportMode]] = {mode.name: mode for mode in (ReportMode, DefaultMode)}
    return modes[name](size) if name in modes else CellMode()


def filled_cells(geometry: Geometry, share: float, random: Random) -> list[int]:
    """Random cells: about this share of them, but exactly none or all."""
    share = share if share in (0, 1) else min(max(random.gauss(share, _SPREAD), 0), 1)
    return random.sample(range(geometry.size), round(share * geometry.size))


def start_of(geometry: Geometry, share: float, random: Random) -> Start:
    """A game in which about this share of the cells is filled, on a random board."""
    solution = full_values(geometry, random_states(random, 1)[0])
    values = np.zeros_like(solution)
    cells = filled_cells(geometry, share, random)
    values[cells] = solution[cells]
    most_skips = geometry.size * geometry.side  # no wrong digit is a bomb twice
    play = play_of(geometry, values.tolist(), (0, 0), 1, (), most_skips)
    return Start(play, solution, random_states(random, 1)[0])


def _leads(networks: Networks, opponent: int, start: Start) -> Floats:
    """By how many points each network beats the opponent, in either seat."""
    leads = np.zeros((len(networks.outputs), 2))
    meet(networks, opponent, start, room_for(networks, start.play), leads)
    return leads
