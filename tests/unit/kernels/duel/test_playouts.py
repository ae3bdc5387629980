"""Playouts: the quick one scores as the plain one does on average, and greedy ones take what there is."""

from __future__ import annotations

import numpy as np
import pytest

from dueldoku import Game, Geometry, Grid, Position
from dueldoku.agents.compiled import play_of
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel.play import Play
from dueldoku.kernels.duel.playouts import Numbers, PlayoutRoom, play_backwards, play_cells, room_for


@lean
def mean_lead(play: Play, room: PlayoutRoom, random: Numbers, backwards: bool, greedy: float, count: int) -> float:
    total = 0
    for _ in range(count):
        total += play_backwards(play, room, random) if backwards else play_cells(play, greedy, False, room, random)
    return total / count


def lead_of(holes: list[int], backwards: bool, greedy: float = 0.0) -> float:
    pattern = Grid.pattern(Geometry.of(2, 3))
    values = tuple(0 if cell in holes else value for cell, value in enumerate(pattern))
    play = play_of(Game(Position(Grid(pattern.geometry, values))))
    random = np.array([123456789, 362436069, 521288629, 88675123], np.int64)
    return mean_lead(play, room_for(play), random, backwards, greedy, 20_000)


@pytest.mark.parametrize("holes", [[0], [0, 1, 7], [0, 5, 9, 14, 20, 27, 33, 35]])
def test_the_quick_playout_is_the_plain_one_on_average(holes: list[int]) -> None:
    assert lead_of(holes, True) == pytest.approx(lead_of(holes, False), abs=0.15)


def test_a_greedy_player_takes_the_last_cell_of_three_units() -> None:
    assert lead_of([0], False, greedy=1.0) == 7.0
    assert lead_of([0, 35], False, greedy=1.0) == 0.0  # each takes one
