"""Small evolved networks: what they see, what they answer, and the games that they are judged by.

A network rates the cells that the player to move may fill, and the best one is filled. It is of one of two kinds:

- one output: it is asked about each cell alone, with the ``Inputs`` of that cell, so it plays on boards of any shape.
  It is also asked about the bomb, which hands the turn over as filling a cell without units would;
- an output for each cell of the board: it is asked once, with 1 for each filled cell and 0 for each empty one.

Many networks lie in one set of arrays. The values of a network are its inputs, then its nodes in an order in which each
has its links behind it.
"""

from __future__ import annotations

from typing import Any, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from dueldoku.duel.rules import POINTS
from dueldoku.kernels.base.bits import ONE, lowest, popcount
from dueldoku.kernels.base.chance import WORDS, draw
from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.records import Rows, rows
from dueldoku.kernels.duel.play import (
    Play,
    can_fill,
    copy,
    copy_of,
    digits,
    fill,
    is_over,
    points,
    skip,
    units_with,
)
from dueldoku.kernels.learning.functions import activation, finite, gather

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
Values = NDArray[np.uint8]
RANDOM, GREEDY = -1, -2  # players beside the networks, which are numbered from 0
_MOST_POINTS = float(max(POINTS))


class Inputs:
    """What a network sees of a cell: parities are 1 if odd, else -1; points are shares of the most there can be.

    A cell is safe if filling it leaves no unit with a single empty cell.
    """

    empty_in_row: float  # as a share of the unit
    empty_in_column: float
    empty_in_block: float
    points: float
    units_left_with_one_empty: float  # of three
    parity_of_empty_cells: float
    share_filled: float
    most_points_elsewhere: float
    parity_of_safe_cells: float
    no_safe_cell: float
    most_points_of_a_reply: float


INPUTS = tuple(name.replace("_", " ") for name in get_type_hints(Inputs))  # as files of networks have them


class Offers:
    """What a player finds on the board: the most points of a cell, and those of the cell after it."""

    most: int
    second: int


class Networks(NamedTuple):
    """One or more networks with equally many inputs and outputs."""

    inputs: int
    most_values: int  # that one of them has
    outputs: NDArray[np.int32]  # network, output -> its place among the values
    nodes: NDArray[np.int32]  # network -> its first node; one entry more than networks
    activation: NDArray[np.int8]  # node -> its place in ACTIVATIONS
    aggregation: NDArray[np.int8]  # node -> its place in AGGREGATIONS
    bias: NDArray[np.float64]
    response: NDArray[np.float64]
    links: NDArray[np.int32]  # node -> its first link; one entry more than nodes
    source: NDArray[np.int32]  # link -> the place of a value
    weight: NDArray[np.float64]


class Start(NamedTuple):
    """A game to play out."""

    play: Play
    solution: NDArray[np.uint8]
    luck: NDArray[np.int64]  # a random state


class NetworkRoom(NamedTuple):
    """Room for networks to work in, on boards of one shape."""

    play: Play  # the game that is played out
    values: NDArray[np.float64]  # of the network that is asked
    inputs: Rows[Inputs]  # of each cell; the last row is for a bomb
    table: NDArray[np.float64]  # the same, as numbers
    ratings: NDArray[np.float64]  # cell -> the answer; the last one is for a bomb
    rest: NDArray[np.int64]  # unit -> the sum of the numbers of its empty cells
    offers: Rows[Offers]  # player ->
    taboo: NDArray[np.uint64]  # cell -> the digits that were refused there
    luck: NDArray[np.int64]  # a random state


def room_for(networks: Networks, play: Play) -> NetworkRoom:
    """Room for these networks to work in, on boards like that of ``play``."""
    inputs = rows(Inputs, play.values.size + 1)
    return NetworkRoom(
        play=copy_of(play),
        values=np.zeros(networks.most_values),
        inputs=inputs,
        table=np.asarray(inputs).view(np.float64).reshape(-1, len(INPUTS)),
        ratings=np.zeros(play.values.size + 1),
        rest=np.zeros(play.empty.size, np.int64),
        offers=rows(Offers, 2),
        taboo=np.zeros(play.values.size, np.uint64),
        luck=np.zeros(WORDS, np.int64),
    )


@lean_part
def _put(items: NDArray[Any], into: NDArray[Any]) -> None:
    """Copy the items to the beginning of ``into`` (a slice would ask for memory, which there is none of here)."""
    for place in range(items.size):
        into[place] = items[place]


@lean
def activate(networks: Networks, network: int, values: Floats) -> None:
    """Compute the values of the nodes from those of the inputs, as neat-python does."""
    place = networks.inputs
    for node in range(networks.nodes[network], networks.nodes[network + 1]):
        first, end = networks.links[node], networks.links[node + 1]
        total = gather(networks.aggregation[node], values, networks.source, networks.weight, first, end)
        total = networks.bias[node] + networks.response[node] * total
        values[place] = activation(networks.activation[node], total)
        place += 1


@lean_part
def _reply(play: Play, cell: int, rest: Numbers, most: int) -> int:
    """The most points of a reply to filling the cell, given the most on offer elsewhere.

    Filling changes what other cells are worth only in units with a single cell left: ``rest`` leads to that one.
    """
    units, other = play.field.units[cell], 1 - play.now.turn
    for k in range(3):
        play.empty[units[k]] -= 1
    for k in range(3):
        if play.empty[units[k]] == 1:
            last = rest[units[k]] - cell
            if play.reach[other, last] > 0:
                most = max(most, points(play, last))
    for k in range(3):
        play.empty[units[k]] += 1
    return most


@lean_part
def _survey(play: Play, room: NetworkRoom) -> tuple[int, int]:
    """Fill in ``rest`` and ``offers``; returns how many cells are empty, and how many safe ones the mover may fill."""
    room.rest[:] = 0
    for player in range(2):
        room.offers[player].most = room.offers[player].second = 0
    empty = safe = 0
    for cell in range(play.values.size):
        if play.values[cell]:
            continue
        empty += 1
        for k in range(3):
            room.rest[play.field.units[cell, k]] += cell
        gain = points(play, cell)
        for player in range(2):
            if play.reach[player, cell] > 0:
                offers = room.offers[player]
                offers.second = max(offers.second, min(offers.most, gain))
                offers.most = max(offers.most, gain)
        safe += can_fill(play, cell) and units_with(play.field.units, play.empty, cell, 2) == 0
    return empty, safe


@lean_part
def _elsewhere(play: Play, player: int, cell: int, room: NetworkRoom) -> int:
    """The most points that the player finds outside the cell."""
    offers = room.offers[player]
    is_the_most = play.reach[player, cell] > 0 and points(play, cell) == offers.most
    return offers.second if is_the_most else offers.most


@lean
def look(play: Play, room: NetworkRoom) -> None:
    """Write the ``Inputs`` of each cell that the player to move may fill, and of a bomb."""
    size, side, turn = play.values.size, play.empty.size // 3, play.now.turn
    empty, safe = _survey(play, room)
    for cell in range(size + 1):
        if cell < size and not can_fill(play, cell):
            continue
        seen = room.inputs[cell]
        seen.parity_of_empty_cells = 1.0 if empty % 2 else -1.0
        seen.share_filled = 1 - empty / size
        seen.parity_of_safe_cells = 1.0 if safe % 2 else -1.0
        seen.no_safe_cell = 1.0 if safe == 0 else 0.0
        elsewhere, reply = room.offers[turn].most, room.offers[1 - turn].most
        if cell < size:  # a bomb has no units: all about them stays 0
            row, col, block = play.field.units[cell]
            seen.empty_in_row = play.empty[row] / side
            seen.empty_in_column = play.empty[col] / side
            seen.empty_in_block = play.empty[block] / side
            seen.points = points(play, cell) / _MOST_POINTS
            seen.units_left_with_one_empty = units_with(play.field.units, play.empty, cell, 2) / 3
            elsewhere = _elsewhere(play, turn, cell, room)
            reply = _reply(play, cell, room.rest, _elsewhere(play, 1 - turn, cell, room))
        seen.most_points_elsewhere = elsewhere / _MOST_POINTS
        seen.most_points_of_a_reply = reply / _MOST_POINTS


@lean
def rate(networks: Networks, network: int, play: Play, room: NetworkRoom) -> None:
    """Write the ratings; cells that the player to move cannot fill get minus infinity."""
    values, size = room.values, play.values.size
    is_for_cells = networks.outputs.shape[1] == 1
    if is_for_cells:
        look(play, room)
    else:
        for cell in range(size):
            values[cell] = play.values[cell] > 0
        activate(networks, network, values)
    room.ratings[:] = -np.inf
    for cell in range(size + is_for_cells):
        if cell < size and not can_fill(play, cell):
            continue
        if is_for_cells:
            _put(room.table[cell], values)
            activate(networks, network, values)
            room.ratings[cell] = finite(values[networks.outputs[network, 0]])
        else:
            room.ratings[cell] = finite(values[networks.outputs[network, cell]])


@lean_part
def _wrong(play: Play, cell: int, solution: Values, room: NetworkRoom) -> np.uint64:
    """The legal digits of the cell that are not those of the solution."""
    return digits(play, cell) & ~room.taboo[cell] & ~(ONE << np.uint64(solution[cell] - 1))


@lean_part
def _bomb_chance(play: Play) -> float:
    """How likely a wrong digit leaves no solution at all: never on an empty board, nearly always when half is filled.

    The numbers are rough means of real games on boards from 2x2 to 3x3.
    """
    filled = 0
    for cell in range(play.values.size):
        filled += play.values[cell] > 0
    return min(max(2 * filled / play.values.size - 0.2, 0.0), 0.9)


@lean_part
def _happens(chance: float, random: Numbers) -> bool:
    return draw(random, 1 << 15) < chance * (1 << 15)


@lean_part
def _stumble(play: Play, player: int, solution: Values, room: NetworkRoom) -> None:
    """A turn of RANDOM or GREEDY: any legal move, or any of those worth most; bombs happen."""
    most, moves, chosen = -1, 0, 0
    for cell in range(play.values.size):
        gain = points(play, cell) if player == GREEDY else 0
        if not can_fill(play, cell) or gain < most:
            continue
        if gain > most:
            most, moves = gain, 0
        ways = 1 + popcount(_wrong(play, cell, solution, room))
        moves += ways
        if draw(room.luck, moves) < ways:
            chosen = cell
    wrong = _wrong(play, chosen, solution, room)
    if draw(room.luck, 1 + popcount(wrong)) > 0 and _happens(_bomb_chance(play), room.luck):
        room.taboo[chosen] |= ONE << np.uint64(lowest(wrong))
        skip(play)
    else:
        fill(play, chosen, solution[chosen])


@lean_part
def _find_bomb(play: Play, solution: Values, room: NetworkRoom) -> bool:
    """Whether the player to move finds a bomb, which is taboo then."""
    chance = _bomb_chance(play)
    for cell in range(play.values.size):
        if can_fill(play, cell):
            wrong = _wrong(play, cell, solution, room)
            while wrong:
                digit = ONE << np.uint64(lowest(wrong))
                wrong ^= digit
                if _happens(chance, room.luck):
                    room.taboo[cell] |= digit
                    return True
    return False


@lean_part
def _choose(ratings: Floats, size: int, random: Numbers) -> int:
    """A cell rated best; among equals by chance."""
    best, chosen, seen = -np.inf, -1, 0
    for cell in range(size):
        if ratings[cell] > best:
            best, seen = ratings[cell], 0
        if ratings[cell] == best and best > -np.inf:
            seen += 1
            if draw(random, seen) == 0:
                chosen = cell
    return chosen


@lean
def play_out(networks: Networks, first: int, second: int, start: Start, room: NetworkRoom) -> int:
    """Play a game to its end; returns by how many points player 0, ``first``, is better off than at its start."""
    play, solution, size = room.play, start.solution, start.solution.size
    copy(start.play, play)
    _put(start.luck, room.luck)
    room.taboo[:] = 0
    while not is_over(play):
        player = first if play.now.turn == 0 else second
        if player < 0:
            _stumble(play, player, solution, room)
            continue
        rate(networks, player, play, room)
        cell = _choose(room.ratings, size, room.luck)
        if room.ratings[size] > room.ratings[cell] and _find_bomb(play, solution, room):
            skip(play)
        else:
            fill(play, cell, solution[cell])
    before = start.play.scores
    return play.scores[0] - play.scores[1] - before[0] + before[1]


@lean
def meet(networks: Networks, opponent: int, start: Start, room: NetworkRoom, leads: Floats) -> None:
    """Each network plays the opponent in both seats; ``leads`` gets its leads. All of them have the same luck."""
    for network in range(len(leads)):
        leads[network, 0] = play_out(networks, network, opponent, start, room)
        leads[network, 1] = -play_out(networks, opponent, network, start, room)


@lean
def compete(networks: Networks, group: Numbers, start: Start, room: NetworkRoom, leads: Floats) -> None:
    """All networks of the group play each other in both seats; their leads are added to ``leads``."""
    for one in range(group.size):
        for other in range(group.size):
            if one != other:
                lead = play_out(networks, group[one], group[other], start, room)
                leads[one] += lead
                leads[other] -= lead


@lean
def answer(networks: Networks, boards: Floats, values: Floats, answers: Floats) -> None:
    """What each network that sees whole boards answers to each: network, board, output."""
    for network in range(answers.shape[0]):
        for board in range(answers.shape[1]):
            _put(boards[board], values)
            activate(networks, network, values)
            for output in range(answers.shape[2]):
                answers[network, board, output] = finite(values[networks.outputs[network, output]])
