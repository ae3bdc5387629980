"""Moves and variations from one position, with comments, rings and arrows: what people think on a board.

As text, moves follow each other, alternatives stand in brackets after the move that they replace, comments in braces,
rings and arrows in square brackets:

>>> tree = parse(Game(Position.parse("12.4.4.221.3...1")), "r1c3=3 {safe} (r2c1=3 r4c1=4) r2c1=3 [r1c1 r1c1>r2c2]")
>>> len(tree), tree.nodes[1].comment, tree.text()
(5, 'safe', 'r1c3=3 {safe} ( r2c1=3 r4c1=4 ) r2c1=3 [r1c1 r1c1>r2c2]')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from dueldoku.board.move import Move
from dueldoku.board.symbols import parse_cell_name
from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Turn
from dueldoku.errors import FormatError
from dueldoku.game.game import Game

T = TypeVar("T")
MOST_NODES, MOST_LETTERS, MOST_DRAWN = 1000, 20_000, 60
MOST_COMMENT = 500  # letters of one
_TOKEN = re.compile(
    r"\s*(?:(?P<move>r\d{1,2}c\d{1,2}=\d{1,2})\b|(?P<open>\()|(?P<close>\))"
    r"|\{(?P<comment>[^{}]*)\}|\[(?P<drawn>[^\[\]]*)\])"
)


@dataclass
class Node:
    """A position of the tree: the turn that led to it, what follows (the main line first), and what was said of it."""

    parent: int = -1
    turn: Turn | None = None
    lead: int = 0  # of player 1, in points
    children: list[int] = field(default_factory=list)
    comment: str = ""
    rings: list[int] = field(default_factory=list)  # cells
    arrows: list[tuple[int, int]] = field(default_factory=list)

    @property
    def is_bare(self) -> bool:
        """Whether nothing was said or drawn here."""
        return not (self.comment or self.rings or self.arrows)


class Tree:
    """Nodes by number; 0 is the start. Turns that are added were judged before."""

    def __init__(self, start: Position) -> None:
        self.start, self._most = start, MOST_NODES
        self.nodes = [Node(lead=start.scores[0] - start.scores[1])]

    @classmethod
    def of(cls, record: GameRecord) -> Tree:
        """A game as one line: the node after a turn has its number."""
        tree = cls(record.start)
        tree._most += len(record.turns)
        for number, turn in enumerate(record.turns):
            tree.add(number, turn)
        return tree

    def __len__(self) -> int:
        return len(self.nodes)

    def add(self, at: int, turn: Turn) -> int:
        """The node after this turn, a new one if nobody took it here before. Raises FormatError if that is too much."""
        for child in self.nodes[at].children:
            if self.nodes[child].turn == turn:
                return child
        if len(self.nodes) > self._most:
            raise FormatError(f"expected at most {self._most} moves on one board, got more")
        gain = turn.points if turn.player == 1 else -turn.points
        self.nodes[at].children.append(len(self.nodes))
        self.nodes.append(Node(at, turn, self.nodes[at].lead + gain))
        return len(self.nodes) - 1

    def cut(self, at: int) -> int:
        """Take this node away with all that follows; the one before it. The start stays."""
        parent = self.nodes[at].parent
        if parent < 0:
            return at
        self.nodes[parent].children.remove(at)
        return parent

    def branch(self, at: int) -> int:
        """Where the variation begins that the node belongs to; 0 on the main line."""
        leaving = (node for parent, node in pairwise(self.path(at)) if self.nodes[parent].children[0] != node)
        return next(leaving, 0)

    def promote(self, at: int) -> None:
        """Make the line over this node the main one; what it replaces becomes its first variation."""
        for parent, node in pairwise(self.path(at)):
            children = self.nodes[parent].children
            children.remove(node)
            children.insert(0, node)

    def has(self, at: int) -> bool:
        """Whether this is a node, and one that was not cut off."""
        if not 0 <= at < len(self.nodes):
            return False
        path = self.path(at)
        return all(node in self.nodes[parent].children for parent, node in pairwise(path))

    def path(self, at: int) -> list[int]:
        """The nodes from the start to this one."""
        found = [at]
        while (at := self.nodes[at].parent) >= 0:
            found.append(at)
        return found[::-1]

    def line(self, at: int) -> list[int]:
        """The nodes from the start over this one to the end of its line."""
        found = self.path(at)
        while children := self.nodes[found[-1]].children:
            found.append(children[0])
        return found

    def game(self, at: int) -> Game:
        """The game at this node."""
        game = Game(self.start)
        for node in self.path(at)[1:]:
            turn = self.nodes[node].turn
            assert turn
            game.follow(turn)
        return game

    def walk(self, *, playable: bool = False) -> Iterator[int | str]:
        """All nodes but the start, as they are written: each followed by its alternatives, in brackets.

        ``playable`` leaves out turns that ended the game by an offence.
        """
        left: list[tuple[int, bool] | str] = [(0, True)]  # a node, and whether it is what follows that is meant
        while left:
            match left.pop():
                case (int(node), True):
                    children = [child for child in self.nodes[node].children if not playable or self._is_move(child)]
                    more: list[tuple[int, bool] | str] = []
                    for place, child in enumerate(children):
                        more += [(child, False)] if place == 0 else ["(", (child, False), (child, True), ")"]
                    more += [(children[0], True)] if children else []
                    left.extend(reversed(more))
                case (int(node), False):
                    yield node
                case str(bracket):
                    yield bracket

    def _is_move(self, at: int) -> bool:
        turn = self.nodes[at].turn
        return bool(turn and turn.move and not turn.ruling.loses)

    def text(self) -> str:
        """All of it, but turns that ended the game by an offence."""
        parts = _said(self, 0)
        for one in self.walk(playable=True):
            turn = None if isinstance(one, str) else self.nodes[one].turn
            parts += [str(turn.move), *_said(self, one)] if turn and isinstance(one, int) else [str(one)]
        return " ".join(parts)

    def number(self, at: int) -> int:
        """The number that a node has once the text is read again."""
        order = [0, *(one for one in self.walk(playable=True) if isinstance(one, int))]
        return order.index(at if at in order else self.nodes[at].parent)

    def draw(self, at: int, start: int, end: int) -> None:
        """Draw an arrow from cell to cell, or a ring if they are the same; once more takes it away."""
        node, side = self.nodes[at], self.start.grid.geometry.side
        if not (0 <= start < side**2 and 0 <= end < side**2):
            return
        if start == end:
            _toggle(node.rings, start)
        else:
            _toggle(node.arrows, (start, end))

    def comment(self, at: int, text: str) -> None:
        """Say something about a position, instead of what was said before."""
        plain = text.replace("{", "(").replace("}", ")")
        self.nodes[at].comment = " ".join(plain.split())[:MOST_COMMENT].strip()


def parse(game: Game, text: str) -> Tree:
    """The tree of a text, from the position of ``game``; every move is judged. Raises FormatError."""
    if len(text) > MOST_LETTERS:
        raise FormatError(f"expected a line of at most {MOST_LETTERS} letters, got {len(text)}")
    tree, at, begun, column = Tree(game.start), 0, list[int](), 0
    text = text.rstrip()
    while column < len(text):
        found = _TOKEN.match(text, column)
        if not found:
            raise FormatError(f"expected a move, a comment or a bracket, got {text[column : column + 20].strip()!r}")
        column = found.end()
        if found["move"]:
            at = tree.add(at, _judged(game, Move.parse(found["move"])))
        elif found["open"]:
            if at == 0:
                raise FormatError("expected a move before its alternatives in brackets")
            begun.append(at)
            game.pop()
            at = tree.nodes[at].parent
        elif found["close"]:
            if not begun:
                raise FormatError("expected a bracket to be opened before it is closed")
            _go_back(game, tree, at, begun[-1])
            at = begun.pop()
        elif found["comment"] is not None:
            tree.comment(at, found["comment"])
        else:
            _read_drawn(tree, at, found["drawn"])
    return tree


def _judged(game: Game, move: Move) -> Turn:
    judged = game.judge(move)
    if game.is_over() or judged.ruling.loses:
        why = "the game is over" if game.is_over() else judged.why
        raise FormatError(f"expected a move that can be played, got {move}: {why}")
    return game.push(move)


def _go_back(game: Game, tree: Tree, here: int, to: int) -> None:
    """From the end of an alternative to the move that it replaces."""
    for _ in tree.path(here)[len(tree.path(to)) - 1 :]:
        game.pop()
    turn = tree.nodes[to].turn
    assert turn
    game.follow(turn)


def _read_drawn(tree: Tree, at: int, text: str) -> None:
    geometry = tree.start.grid.geometry
    words = text.split()
    if len(words) > MOST_DRAWN:
        raise FormatError(f"expected at most {MOST_DRAWN} rings and arrows in a position, got {len(words)}")
    for word in words:
        try:
            cells = [geometry.cell(*parse_cell_name(name)) for name in word.split(">")]
            start, end = cells if len(cells) == 2 else (cells[0], cells[0])
        except ValueError:
            raise FormatError(f"expected rings and arrows such as r1c1 and r1c1>r2c2, got {word[:20]!r}") from None
        tree.draw(at, start, end)


def _said(tree: Tree, at: int) -> list[str]:
    """What was said and drawn at a node, as text."""
    node, name = tree.nodes[at], tree.start.grid.geometry.name
    drawn = [*map(name, node.rings), *(f"{name(start)}>{name(end)}" for start, end in node.arrows)]
    return [f"{{{node.comment}}}"] * bool(node.comment) + [f"[{' '.join(drawn)}]"] * bool(drawn)


def _toggle(things: list[T], thing: T) -> None:
    if thing in things:
        things.remove(thing)
    elif len(things) < MOST_DRAWN // 2:
        things.append(thing)
