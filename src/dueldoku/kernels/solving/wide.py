"""The search for boards of any shape: exact cover with masks, locked candidates, guesses where there is least choice.

An *option* is a digit for a cell, numbered side * cell + digit - 1. A *group* is a set of options exactly one of which
is right, and each option is in four, one of each kind:

    kind 0   what goes into a cell             members: its digits
    kind 1   where a digit goes in a row       members: the columns
    kind 2   where a digit goes in a column    members: the rows
    kind 3   where a digit goes in a block     members: the places in the block

A group's mask has a bit for each member that is still possible. An option that is struck loses its bit in all four; a
group with one member left settles it, and strikes what shares a group with it. A row's digit that is confined to a
block is struck from the rest of the block, and the other way round: ``spans`` are the masks of members that lie
together, and ``into`` says in which kind of group they do.

The trail remembers what was struck, so that a guess can be taken back. A guess takes the group with the fewest members
for its weight; a group weighs more each time it was left without any.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import lowest, popcount
from dueldoku.kernels.base.jit import kernel, lean, lean_part
from dueldoku.kernels.base.records import record

ONE, ZERO = np.uint64(1), np.uint64(0)
KINDS = 4


class Shape(NamedTuple):
    """What follows from the shape of a board."""

    groups: NDArray[np.uint16]  # option, kind -> group
    bits: NDArray[np.uint8]  # option, kind -> its bit in the group's mask
    members: NDArray[np.uint32]  # group, bit -> option
    spans: NDArray[np.uint64]  # kind, relation, bit -> the members that lie together with it
    into: NDArray[np.int64]  # kind, relation -> the kind of group in which they do


class Progress:
    """Where a search stands."""

    trail: int  # how many options are on the trail,
    queue: int  # groups in the queue,
    depth: int  # and guesses on the stack
    nodes: int  # so far
    guesses: int
    placed: int  # values that followed without a guess


class State(NamedTuple):
    """A search under way."""

    masks: NDArray[np.uint64]  # the members that each group has left
    weights: NDArray[np.int64]
    trail: NDArray[np.uint32]  # the options struck so far
    queue: NDArray[np.uint16]  # groups to look at
    stack: NDArray[np.uint32]  # guesses: 2 * option, + 1 when it was taken back
    marks: NDArray[np.int32]  # the length of the trail at each guess
    now: Progress


@cache
def shape_of(m: int, n: int) -> Shape:
    """The tables of boards with blocks of ``m`` rows by ``n`` columns."""
    side = m * n
    cells = side * side
    row, col, digit = (axis.ravel() for axis in np.indices((side, side, side)))
    block, place = row // m * m + col // n, row % m * n + col % n
    groups = np.stack([row * side + col, row * side + digit, col * side + digit, block * side + digit], axis=-1)
    groups += np.arange(KINDS) * cells
    bits = np.stack([digit, col, row, place], axis=-1)
    members = np.zeros((KINDS * cells, side), np.uint32)
    for kind in range(KINDS):
        members[groups[:, kind], bits[:, kind]] = np.arange(side * cells)
    number = np.arange(side)
    spans = np.zeros((KINDS, 2, side), np.uint64)
    spans[0] = _together(number)  # the digits of a cell lie together with none but themselves
    spans[1] = _together(number // n)  # the columns of a row: by blocks
    spans[2] = _together(number // m)
    spans[3, 0] = _together(number // n)  # the places of a block: by rows, by columns
    spans[3, 1] = _together(number % n)
    into = np.array([[0, 0], [3, 3], [3, 3], [1, 2]])
    return Shape(groups=groups.astype(np.uint16), bits=bits.astype(np.uint8), members=members, spans=spans, into=into)


def _together(key: NDArray[np.int64]) -> NDArray[np.uint64]:
    masks = [sum(1 << int(other) for other in np.flatnonzero(key == mine)) for mine in key]
    return np.array(masks, np.uint64)


def new_state(side: int) -> State:
    """Room for a search."""
    cells = side * side
    return State(
        masks=np.empty(KINDS * cells, np.uint64),
        weights=np.empty(KINDS * cells, np.int64),
        trail=np.empty(cells * side, np.uint32),
        queue=np.empty(4 * KINDS * cells, np.uint16),
        stack=np.empty(cells + 1, np.uint32),
        marks=np.empty(cells + 1, np.int32),
        now=record(Progress),
    )


def first_masks(shape: Shape, state: State) -> NDArray[np.uint64]:
    """The masks as they were before the first guess: what follows from the clues alone."""
    masks = state.masks.copy()
    struck = state.trail[state.marks[0] : state.now.trail] if state.now.depth else state.trail[:0]
    np.bitwise_or.at(masks, shape.groups[struck], ONE << shape.bits[struck].astype(np.uint64))
    return masks


def refuted(state: State) -> Iterator[list[int]]:
    """Where the search has been: all boards with the options of any of these lists, and no others.

    A guess that was taken back stands for everything that was tried with it and with the guesses before it that hold.
    """
    holding: list[int] = []
    for guess in state.stack[: state.now.depth].tolist():
        if guess & 1:
            yield [*holding, guess >> 1]
        else:
            holding.append(guess >> 1)


@lean_part
def _bit(number: int) -> np.uint64:
    return ONE << np.uint64(number)


@kernel
def start(shape: Shape, state: State, values: NDArray[np.uint8]) -> bool:
    """Set up the search for the solutions of ``values``; False if there are none, for all to see."""
    masks, now = state.masks, state.now
    cells = values.size
    side = shape.members.shape[1]
    now.trail = now.queue = now.depth = now.nodes = now.guesses = now.placed = 0
    masks[:] = ZERO
    state.weights[:] = 1
    used = np.zeros(KINDS * side, np.uint64)  # the digits of each row, column and block
    for cell in range(cells):
        if values[cell]:
            option = cell * side + values[cell] - 1
            for kind in range(1, KINDS):
                unit = (shape.groups[option, kind] - kind * cells) // side
                if used[kind * side + unit] & _bit(values[cell] - 1):
                    return False
                used[kind * side + unit] |= _bit(values[cell] - 1)
    for cell in range(cells):
        options = _bit(values[cell] - 1) if values[cell] else ~ZERO >> np.uint64(64 - side)
        for kind in range(1, KINDS):
            if not values[cell]:
                options &= ~used[kind * side + (shape.groups[cell * side, kind] - kind * cells) // side]
        masks[cell] = options
        while options:
            option = cell * side + lowest(options)
            options &= options - ONE
            for kind in range(1, KINDS):
                masks[shape.groups[option, kind]] |= _bit(shape.bits[option, kind])
    for group in range(masks.size):
        if masks[group] == ZERO:
            return False
        low = lowest(masks[group])
        kind = group // cells
        if masks[group] & ~shape.spans[kind, 0, low] == ZERO or masks[group] & ~shape.spans[kind, 1, low] == ZERO:
            state.queue[now.queue] = group
            now.queue += 1
    return True


@lean_part
def _strike(shape: Shape, state: State, option: int) -> bool:
    """Strike an option; False if that leaves a group without any. Groups that now tell something are queued."""
    now = state.now
    state.trail[now.trail] = option
    now.trail += 1
    good = True
    for kind in range(KINDS):
        group = shape.groups[option, kind]
        gone = _bit(shape.bits[option, kind])
        left = state.masks[group] & ~gone
        state.masks[group] = left
        if left == ZERO:
            state.weights[group] += 1
            good = False
            continue
        low = lowest(left)
        tells = left & (left - ONE) == ZERO
        for relation in range(2):  # only just now confined to members that lie together
            span = shape.spans[kind, relation, low]
            tells |= left & ~span == ZERO and gone & span == ZERO
        if tells:
            state.queue[now.queue] = group
            now.queue += 1
    return good


@lean_part
def _keep_only(shape: Shape, state: State, group: int, keep: np.uint64) -> bool:
    gone = state.masks[group] & ~keep
    while gone:
        if not _strike(shape, state, shape.members[group, lowest(gone)]):
            return False
        gone &= gone - ONE
    return True


@lean_part
def _propagate(shape: Shape, state: State) -> bool:
    """Draw all conclusions from the groups in the queue; False for a contradiction."""
    masks, now = state.masks, state.now
    cells = masks.size // KINDS
    at = 0
    while at < now.queue:
        group = state.queue[at]
        at += 1
        left = masks[group]
        low = lowest(left)
        option = shape.members[group, low]
        kind = group // cells
        if left & (left - ONE) == ZERO:
            now.placed += 1
            for other in range(KINDS):
                if not _keep_only(shape, state, shape.groups[option, other], _bit(shape.bits[option, other])):
                    return False
            continue
        for relation in range(2):
            if left & ~shape.spans[kind, relation, low] == ZERO:
                other = shape.into[kind, relation]
                back = kind - 1 if other == 3 else 0  # the same members as the other group sees them
                overlap = shape.spans[other, back, shape.bits[option, other]]
                if not _keep_only(shape, state, shape.groups[option, other], overlap):
                    return False
    return True


@lean_part
def _choose(state: State) -> int:
    """The group to guess in: few members for its weight; -1 if all are settled."""
    best, best_size, best_weight = -1, 1, 0
    for group in range(state.masks.size):
        size = popcount(state.masks[group])
        if size > 1 and size * best_weight < best_size * state.weights[group]:
            best, best_size, best_weight = group, size, state.weights[group]
    return best


@lean_part
def _take_back(shape: Shape, state: State) -> bool:
    """Take back the last guess that has not been, and strike it; False if there is none."""
    stack, now = state.stack, state.now
    while now.depth and stack[now.depth - 1] & 1:
        now.depth -= 1
    if not now.depth:
        return False
    top = now.depth - 1
    while now.trail > state.marks[top]:
        now.trail -= 1
        option = state.trail[now.trail]
        for kind in range(KINDS):
            state.masks[shape.groups[option, kind]] |= _bit(shape.bits[option, kind])
    now.queue = 0
    _strike(shape, state, stack[top] >> 1)  # its groups had others left, or it would not have been a guess
    stack[top] |= 1
    return True


@lean
def proceed(shape: Shape, state: State, found: NDArray[np.uint8], limit: int, most_nodes: int) -> tuple[int, bool]:
    """Go on with a search that was started: how many solutions were found, and whether it is over.

    It stops after ``limit`` solutions, which go to the rows of ``found``, or ``most_nodes`` nodes.
    """
    now = state.now
    number = nodes = 0
    while nodes < most_nodes:
        now.nodes += 1
        nodes += 1
        if _propagate(shape, state):
            group = _choose(state)
            if group >= 0:
                option = shape.members[group, lowest(state.masks[group])]
                state.stack[now.depth] = option << 1
                state.marks[now.depth] = now.trail
                now.depth += 1
                now.guesses += 1
                cell = shape.groups[option, 0]
                state.queue[0] = cell
                now.queue = 1
                _keep_only(shape, state, cell, _bit(shape.bits[option, 0]))
                continue
            for cell in range(found.shape[1]):
                found[number, cell] = lowest(state.masks[cell]) + 1
            number += 1
        if not _take_back(shape, state):
            return number, True
        if number == limit:
            break
    return number, False


@kernel
def solve_batch(
    shape: Shape,
    state: State,
    boards: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    counts: NDArray[np.int32],
    spare: NDArray[np.uint8],
    limit: int,
    most_nodes: int,
) -> None:
    """Find the first solution of every board, and how many there are up to ``limit``.

    -1 if so many nodes were not enough to know. ``spare`` has a row for solutions that nobody asks for.
    """
    for row in range(len(boards)):
        number, is_over, found = 0, not start(shape, state, boards[row]), solutions[row : row + 1]
        while not is_over and number < limit and state.now.nodes < most_nodes:
            more, is_over = proceed(shape, state, found, 1, most_nodes - state.now.nodes)
            number += more
            if number:
                found = spare
        counts[row] = number if is_over or number == limit else -1
