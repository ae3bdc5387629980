"""Small evolved networks: what they see, what they answer, and the games that they are judged by.

A network rates the cells that the player to move may fill, and the best one is filled. It is of one of two kinds:

- one output: it is asked about each cell alone, with the ``INPUTS`` of that cell, so it plays on boards of any shape.
  It is also asked about the bomb, which hands the turn over as filling a cell without units would;
- an output for each cell of the board: it is asked once, with 1 for each filled cell and 0 for each empty one.

Many networks lie in one set of arrays. The values of a network are its inputs, then its nodes in an order in which each
has its links behind it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import lowest, popcount
from dueldoku.kernels.base.chance import WORDS, draw
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel.play import ONE, Play, can_fill, copy, copy_of, digits, fill, is_over, points, skip

# What a network sees of a cell. Parities are 1 if odd, else -1; a cell is safe if filling it leaves no unit with a
# single empty cell.
INPUTS = (
    "empty in row",
    "empty in column",
    "empty in block",  # these three as shares of the unit
    "points",  # these and all other points are divided by 7
    "units left with one empty",  # of three
    "parity of empty cells",
    "share filled",
    "most points elsewhere",
    "parity of safe cells",
    "no safe cell",
    "most points of a reply",
)
ACTIVATIONS = ("identity", "tanh", "relu", "gauss")
RANDOM, GREEDY = -1, -2  # players beside the networks, which are numbered from 0
_IDENTITY, _TANH, _RELU, _GAUSS = range(4)
_MOST_POINTS = 7.0


class Networks(NamedTuple):
    """One or more networks with equally many inputs and outputs."""

    inputs: int
    most_values: int  # that one of them has
    outputs: NDArray[np.int32]  # network, output -> its place among the values
    nodes: NDArray[np.int32]  # network -> its first node; one entry more than networks
    activation: NDArray[np.int8]  # node -> its place in ACTIVATIONS
    bias: NDArray[np.float64]
    links: NDArray[np.int32]  # node -> its first link; one entry more than nodes
    source: NDArray[np.int32]  # link -> the place of a value
    weight: NDArray[np.float64]


class Work(NamedTuple):
    """Room to work in, for boards of one shape."""

    play: Play  # the game that is played out
    values: NDArray[np.float64]  # of the network that is asked
    table: NDArray[np.float64]  # cell -> its inputs; the last row is for a bomb
    ratings: NDArray[np.float64]  # cell -> the answer; the last one is for a bomb
    rest: NDArray[np.int64]  # unit -> the sum of the numbers of its empty cells
    most: NDArray[np.int64]  # player -> the most points and the second most points that he finds
    taboo: NDArray[np.uint64]  # cell -> the digits that were refused there
    luck: NDArray[np.int64]  # a random state


def work_for(networks: Networks, play: Play) -> Work:
    """Room for these networks to work in, on boards like that of ``play``."""
    return Work(
        copy_of(play),
        np.zeros(networks.most_values),
        np.zeros((play.values.size + 1, len(INPUTS))),
        np.zeros(play.values.size + 1),
        np.zeros(play.empty.size, np.int64),
        np.zeros((2, 2), np.int64),
        np.zeros(play.values.size, np.uint64),
        np.zeros(WORDS, np.int64),
    )


@lean
def _put(items: Any, into: Any) -> None:
    """Copy the items to the beginning of ``into`` (a slice would ask for memory, which there is none of here)."""
    for place in range(items.size):
        into[place] = items[place]


@lean
def activate(networks: Any, network: Any, values: Any) -> None:
    """Compute the values of the nodes from those of the inputs. The functions are those of neat-python."""
    place = networks.inputs
    for node in range(networks.nodes[network], networks.nodes[network + 1]):
        total = 0.0
        for link in range(networks.links[node], networks.links[node + 1]):
            total += values[networks.source[link]] * networks.weight[link]
        total += networks.bias[node]
        kind = networks.activation[node]
        if kind == _TANH:
            total = np.tanh(max(-60.0, min(60.0, 2.5 * total)))
        elif kind == _RELU:
            total = max(0.0, total)
        elif kind == _GAUSS:
            total = np.exp(-5.0 * max(-3.4, min(3.4, total)) ** 2)
        values[place] = total
        place += 1


@lean
def _is_safe(play: Any, cell: Any) -> Any:
    row, col, block = play.field.units[cell]
    return play.empty[row] != 2 and play.empty[col] != 2 and play.empty[block] != 2


@lean
def _reply(play: Any, cell: Any, rest: Any, most: Any) -> Any:
    """The most points of a reply to filling the cell, given what is on offer anyway.

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


@lean
def _survey(play: Any, work: Any) -> Any:
    """Fill in ``rest`` and ``most``; returns how many cells are empty, and how many safe ones he may fill who moves."""
    work.rest[:] = 0
    work.most[:] = 0
    empty = safe = 0
    for cell in range(play.values.size):
        if play.values[cell]:
            continue
        empty += 1
        for k in range(3):
            work.rest[play.field.units[cell, k]] += cell
        gain = points(play, cell)
        for player in range(2):
            if play.reach[player, cell] > 0:
                most = work.most[player]
                most[1] = max(most[1], min(most[0], gain))
                most[0] = max(most[0], gain)
        safe += can_fill(play, cell) and _is_safe(play, cell)
    return empty, safe


@lean
def _elsewhere(play: Any, player: Any, cell: Any, most: Any) -> Any:
    """The most points that the player finds outside the cell."""
    is_the_most = play.reach[player, cell] > 0 and points(play, cell) == most[player, 0]
    return most[player, 1] if is_the_most else most[player, 0]


@lean
def look(play: Any, work: Any) -> None:
    """Write the ``INPUTS`` of each cell that the player to move may fill, and of a bomb, into the table."""
    size, side, turn = play.values.size, play.empty.size // 3, play.now.turn
    empty, safe = _survey(play, work)
    for cell in range(size + 1):
        row = work.table[cell]
        row[:5] = 0
        row[5] = 1 if empty % 2 else -1
        row[6] = 1 - empty / size
        row[7] = work.most[turn, 0] / _MOST_POINTS
        row[8] = 1 if safe % 2 else -1
        row[9] = safe == 0
        row[10] = work.most[1 - turn, 0] / _MOST_POINTS
        if cell == size or not can_fill(play, cell):
            continue
        for k in range(3):
            unit = play.field.units[cell, k]
            row[k] = play.empty[unit] / side
            row[4] += (play.empty[unit] == 2) / 3
        row[3] = points(play, cell) / _MOST_POINTS
        row[7] = _elsewhere(play, turn, cell, work.most) / _MOST_POINTS
        row[10] = _reply(play, cell, work.rest, _elsewhere(play, 1 - turn, cell, work.most)) / _MOST_POINTS


@lean
def rate(networks: Any, network: Any, play: Any, work: Any) -> None:
    """Write the ratings; cells that the player to move cannot fill get minus infinity."""
    values, size = work.values, play.values.size
    is_for_cells = networks.outputs.shape[1] == 1
    if is_for_cells:
        look(play, work)
    else:
        for cell in range(size):
            values[cell] = play.values[cell] > 0
        activate(networks, network, values)
    work.ratings[:] = -np.inf
    for cell in range(size + is_for_cells):
        if cell < size and not can_fill(play, cell):
            continue
        if is_for_cells:
            _put(work.table[cell], values)
            activate(networks, network, values)
            work.ratings[cell] = values[networks.outputs[network, 0]]
        else:
            work.ratings[cell] = values[networks.outputs[network, cell]]


@lean
def _wrong(play: Any, cell: Any, solution: Any, work: Any) -> Any:
    """The legal digits of the cell that are not those of the solution."""
    return digits(play, cell) & ~work.taboo[cell] & ~(ONE << np.uint64(solution[cell] - 1))


@lean
def _bomb_chance(play: Any) -> Any:
    """How likely a wrong digit leaves no solution at all: never on an empty board, nearly always when half is filled.

    The numbers are rough means of real games on boards from 2x2 to 3x3.
    """
    filled = 0
    for cell in range(play.values.size):
        filled += play.values[cell] > 0
    return min(max(2 * filled / play.values.size - 0.2, 0.0), 0.9)


@lean
def _happens(chance: Any, random: Any) -> Any:
    return draw(random, 1 << 15) < chance * (1 << 15)


@lean
def _stumble(play: Any, player: Any, solution: Any, work: Any) -> None:
    """A turn of RANDOM or GREEDY: any legal move, or any of those worth most; bombs happen."""
    most, moves, chosen = -1, 0, 0
    for cell in range(play.values.size):
        gain = points(play, cell) if player == GREEDY else 0
        if not can_fill(play, cell) or gain < most:
            continue
        if gain > most:
            most, moves = gain, 0
        ways = 1 + popcount(_wrong(play, cell, solution, work))
        moves += ways
        if draw(work.luck, moves) < ways:
            chosen = cell
    wrong = _wrong(play, chosen, solution, work)
    if draw(work.luck, 1 + popcount(wrong)) > 0 and _happens(_bomb_chance(play), work.luck):
        work.taboo[chosen] |= ONE << np.uint64(lowest(wrong))
        skip(play)
    else:
        fill(play, chosen, solution[chosen])


@lean
def _find_bomb(play: Any, solution: Any, work: Any) -> Any:
    """Whether the player to move finds a bomb, which is taboo then."""
    chance = _bomb_chance(play)
    for cell in range(play.values.size):
        if can_fill(play, cell):
            wrong = _wrong(play, cell, solution, work)
            while wrong:
                digit = ONE << np.uint64(lowest(wrong))
                wrong ^= digit
                if _happens(chance, work.luck):
                    work.taboo[cell] |= digit
                    return True
    return False


@lean
def _choose(ratings: Any, size: Any, random: Any) -> Any:
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
def play_out(networks: Any, first: Any, second: Any, start: Any, solution: Any, work: Any, random: Any) -> Any:
    """Play a game to its end; returns by how many points player 0, ``first``, is better off than at its start."""
    play, size = work.play, start.values.size
    copy(start, play)
    _put(random, work.luck)
    work.taboo[:] = 0
    while not is_over(play):
        player = first if play.now.turn == 0 else second
        if player < 0:
            _stumble(play, player, solution, work)
            continue
        rate(networks, player, play, work)
        cell = _choose(work.ratings, size, work.luck)
        if work.ratings[size] > work.ratings[cell] and _find_bomb(play, solution, work):
            skip(play)
        else:
            fill(play, cell, solution[cell])
    return play.scores[0] - play.scores[1] - start.scores[0] + start.scores[1]


@lean
def meet(networks: Any, opponent: Any, start: Any, solution: Any, work: Any, random: Any, leads: Any) -> None:
    """Each network plays the opponent in both seats; ``leads`` gets its leads. All of them have the same luck."""
    for network in range(len(leads)):
        leads[network, 0] = play_out(networks, network, opponent, start, solution, work, random)
        leads[network, 1] = -play_out(networks, opponent, network, start, solution, work, random)


@lean
def compete(networks: Any, group: Any, start: Any, solution: Any, work: Any, random: Any, leads: Any) -> None:
    """All networks of the group play each other in both seats; their leads are added to ``leads``."""
    for one in range(group.size):
        for other in range(group.size):
            if one != other:
                lead = play_out(networks, group[one], group[other], start, solution, work, random)
                leads[one] += lead
                leads[other] -= lead


@lean
def answer(networks: Any, boards: Any, values: Any, answers: Any) -> None:
    """What each network that sees whole boards answers to each: network, board, output."""
    for network in range(answers.shape[0]):
        for board in range(answers.shape[1]):
            _put(boards[board], values)
            activate(networks, network, values)
            for output in range(answers.shape[2]):
                answers[network, board, output] = values[networks.outputs[network, output]]
