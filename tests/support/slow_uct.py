"""UCT once more: slow, on states that never change, for the compiled search to agree with, node by node.

It shares no line with ``dueldoku``; the rules are those of ``slow_rules``. A move is ``(row, col, value, is_bomb)``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import log, sqrt

import slow_rules
from slow_rules import REWARD, Square, State

Move = tuple[int, int, int, bool]


class Chance:
    """Marsaglia's xorshift128 on four words of 32 bits; a number below a bound is the top part of a product."""

    def __init__(self, words: list[int]) -> None:
        self.words = list(words)

    def draw(self, bound: int) -> int:
        x, *rest, w = self.words
        t = (x ^ (x << 11)) & 0xFFFFFFFF
        new = w ^ (w >> 19) ^ t ^ (t >> 8)
        self.words = [*rest, w, new]
        return new * bound >> 32


@dataclass
class Node:
    move: Move | None = None
    visits: int = 0
    mean: float = 0.0
    total: float = 0.0
    bound: float = 0.0  # as it was after the last visit
    mover: int = 0  # who is to move here, once there are children
    tried: int = 0
    children: list[Node] = field(default_factory=list)


@dataclass
class SlowSearch:
    """``fills`` and ``bombs`` are sets of (row, col, value): what the tree takes for one or the other."""

    start: State
    fills: set[tuple[int, int, int]]
    bombs: set[tuple[int, int, int]]
    chance: Chance
    c: float = 2.0
    points: bool = False
    order: int = 0  # 0: those that score first, 1: from a random square on, 2: as on the board, a random one first
    digits: bool = False
    greedy: float = 0.0
    mistakes: frozenset[str] = frozenset()
    capacity: int = 10**9
    shares: bool = False  # nodes that stand for one position share their children

    def __post_init__(self) -> None:
        self.known: dict[object, Node] = {}
        self.root = Node()
        self.size = 1
        self.squares = sorted(square for square, value in self.start.board.items() if not value)

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterate()

    def iterate(self) -> None:
        state, node, path = self.start, self.root, []
        made: list[tuple[int, Square | None]] = []
        again: int | None = None
        while node.visits:
            size = self.size
            if not node.children and not self.share(node, state, path) and not self.expand(node, state):
                break
            is_new = self.size > size
            if is_new:  # the moves so far are made a second time before the new child's
                again = self.made_again(state, made)
            draws = is_new and self.order == 2
            parent, node = node, node.children[self.chance.draw(len(node.children))] if draws else self.choose(node)
            path.append((parent, node))
            assert node.move
            made.append((state.mover, None if node.move[3] else node.move[:2]))
            state = make(state, node.move)
        lead = state.scores[1] - state.scores[2]
        if "twice" in self.mistakes:
            lead += self.made_again(state, made) if again is None else again
        lead += self.play_out(state)
        self.root.visits += 1
        for parent, node in path:
            self.count(parent, node, self.worth(lead, parent.mover))

    def made_again(self, state: State, made: list[tuple[int, Square | None]]) -> int:
        """The lead of player 1 from these moves, if all are made once more."""
        return sum((3 - 2 * player) * REWARD[full_regions(state, square)] for player, square in made if square)

    def count(self, parent: Node, node: Node, worth: float) -> None:
        node.visits += 1
        node.total += worth
        node.mean += (worth - node.mean) / node.visits
        if self.order == 2:
            node.mean = node.total / node.visits
        node.bound = node.mean + self.c * sqrt(log(parent.visits) / node.visits)

    def share(self, node: Node, state: State, path: list[tuple[Node, Node]]) -> bool:
        """Whether another node stands for this position, in whatever order its moves were made."""
        if not self.shares:
            return False
        moves = frozenset((child.move, parent.mover if state.regions else 0) for parent, child in path)
        twin = self.known.get(key := (moves, state.scores[1] - state.scores[2], state.mover))
        node.mover = state.mover
        if twin and twin.children:
            node.children = twin.children
            return True
        self.known[key] = node
        return False

    def expand(self, node: Node, state: State) -> bool:
        shift = self.chance.draw(len(self.squares)) if self.order != 2 else 0
        if state.end or not self.squares:
            return False
        mine = slow_rules.player_squares(state, state.mover)
        moves = []
        bomb = None
        for square in self.squares[shift:] + self.squares[:shift]:
            for value in range(1, state.m * state.n + 1) if square in mine else ():
                if not slow_rules.fits(state.m, state.n, state.board, square, value):
                    continue
                if (*square, value) in self.fills:
                    moves.append((*square, value, False))
                if (*square, value) in self.bombs - state.taboo and not bomb:
                    bomb = (*square, value, True)
            if self.size + len(moves) >= self.capacity:
                return False
        front = 0
        for rank in (7, 3, 1) if self.order == 0 else ():
            for at in range(front, len(moves)):
                if gain(state, moves[at][:2]) == rank:
                    moves[front], moves[at] = moves[at], moves[front]
                    front += 1
        if bomb:
            moves[front:] = [bomb, *moves[front + 1 :], *moves[front : front + 1]]
        node.children = [Node(move) for move in moves]
        node.mover = state.mover
        self.size += len(moves)
        return bool(moves)

    def choose(self, node: Node) -> Node:
        while node.tried < len(node.children):
            node.tried += 1
            if not node.children[node.tried - 1].visits:
                return node.children[node.tried - 1]
        if "cached" in self.mistakes:
            return max(node.children, key=lambda child: child.bound)
        visits = sum(child.visits for child in node.children) + 1 if self.shares else node.visits
        wish = self.c * sqrt(log(visits))
        return max(node.children, key=lambda child: child.mean + wish * (1 / sqrt(child.visits)))

    def worth(self, lead: int, mover: int) -> float:
        if "flipped" in self.mistakes:
            mover = 3 - mover
        own = lead if mover == 1 else -lead
        if self.points:
            return float(own)
        if "uneven" in self.mistakes:
            return float(own > 0) if mover == self.start.mover else -float(own < 0)
        return 1.0 if own > 0 else 0.5 if own == 0 else 0.0

    def play_out(self, leaf: State) -> int:
        state, lead = leaf, 0
        left = [square for square in self.squares if not leaf.board[square]]
        is_plain = self.start.regions is None and not (self.digits or self.greedy or "stale" in self.mistakes)
        order = self.draw_order(leaf, left) if is_plain else []
        while not state.end:
            if is_plain:
                move: Move | None = (*order[holes(leaf) - holes(state)], 1, False)
            else:
                move = self.draw_move(state) if self.digits else self.draw_square(state, left)
            if move is None:
                break
            scored = gain(leaf if "stale" in self.mistakes else state, move[:2])
            lead += (3 - 2 * state.mover) * scored
            state = make(state, move)
        return lead

    def draw_order(self, leaf: State, left: list[Square]) -> list[Square]:
        """A random order, drawn from its end; once those at the end meet all regions, the others do not matter."""
        end: list[Square] = []
        while not all(set(region) & set(end) for region in open_regions(leaf)):
            at = self.chance.draw(len(left))
            end.insert(0, left[at])
            left[at] = left[-1]
            left.pop()
        return left + end

    def draw_move(self, state: State) -> Move | None:
        moves = sorted(move for move in slow_rules.legal_moves(state._replace(taboo=frozenset())) if move in self.fills)
        return (*moves[self.chance.draw(len(moves))], False) if moves else None

    def draw_square(self, state: State, left: list[Square]) -> Move:
        mine = slow_rules.player_squares(state, state.mover)
        square = None
        chance = int(self.greedy * 2**15)
        if chance == 2**15 or (chance and self.chance.draw(2**15) < chance):
            best = min(mine, key=lambda square: (-gain(state, square), square))
            square = best if gain(state, best) else None
        while square is None or square not in mine:
            square = left[self.chance.draw(len(left))]
        left[left.index(square)] = left[-1]
        left.pop()
        return (*square, 1, False)


def make(state: State, move: Move) -> State:
    """The state after a fill, whatever the digit, or a bomb."""
    row, col, value, is_bomb = move
    mover = state.mover
    passed = state._replace(mover=3 - mover)
    if is_bomb:
        return slow_rules._go_on(passed._replace(taboo=state.taboo | {(row, col, value)}))
    scores = state.scores | {mover: state.scores[mover] + gain(state, (row, col))}
    occupied = state.occupied | {mover: state.occupied[mover] | {(row, col)}}
    return slow_rules._go_on(passed._replace(board=state.board | {(row, col): value}, scores=scores, occupied=occupied))


_regions = cache(slow_rules.three_regions)


def gain(state: State, square: Square) -> int:
    """What filling the square is worth."""
    regions = _regions(state.m, state.n, square)
    return REWARD[sum(all(state.board[other] for other in region if other != square) for region in regions)]


def full_regions(state: State, square: Square) -> int:
    """How many of the regions of the square are full."""
    return sum(all(state.board[other] for other in region) for region in _regions(state.m, state.n, square))


def open_regions(state: State) -> list[list[Square]]:
    """The regions with an empty square."""
    regions = [region for square in state.board for region in _regions(state.m, state.n, square)]
    return [region for region in regions if not all(state.board[square] for square in region)]


def holes(state: State) -> int:
    """How many squares are empty."""
    return list(state.board.values()).count(0)


def best_result(state: State, fills: set[tuple[int, int, int]]) -> int:
    """The lead of player 1 in points when both play perfectly and nobody uses a bomb."""
    if state.end:
        return state.scores[1] - state.scores[2]
    leads = [best_result(make(state, (*move, False)), fills) for move in slow_rules.legal_moves(state) & fills]
    return max(leads) if state.mover == 1 else min(leads)
