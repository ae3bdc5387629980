"""Labelled positions by the thousand: drawn by chance, played on by chance, each move with its exact value.

A position is drawn from a number alone: a board of one of the sizes with some cells too many, on which legal moves,
bombs among them, are made at random until as many cells are empty as wanted. So they have scores, owners and taboo
moves as games do. Where there are territories, chance says whose each clue is: else both would soon be stuck. What has
no exact value within the nodes is left out, and counted. The same order gives the same positions, on however many
cores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import count, islice
from random import Random
from typing import Any

from dueldoku.arena.pool import Pool
from dueldoku.arena.run import do_all
from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Position
from dueldoku.duel.rules import rule_set
from dueldoku.engine.label import NODES, Label, label
from dueldoku.errors import GenerateError
from dueldoku.game.game import Game
from dueldoku.puzzles.api import generate

_BATCH = 20  # positions that a worker draws at a time
_TRIES = 20  # positions that are drawn at most for one that is kept; and some more
_MORE = 1_000


@dataclass(frozen=True)
class Order:
    """What positions to draw: of these sizes and rule sets, all as often, with so many empty cells."""

    sizes: tuple[str, ...] = ("2x2", "2x3", "3x3")
    rules: tuple[str, ...] = ("classic",)
    least: int = 4
    most: int = 12
    seed: int = 1
    nodes: int = NODES

    def __post_init__(self) -> None:
        for size in self.sizes:
            cells = Geometry.parse(size).size
            if not 1 <= self.least <= self.most <= cells:
                raise GenerateError(
                    f"expected from 1 to {cells} empty cells on a {size} board, got {self.least} to {self.most}"
                )
        for rules in self.rules:
            rule_set(rules)

    def draw(self, number: int) -> Game:
        """The game of this number, whatever the others are. It may be over."""
        chance = Random(f"{self.seed} {number}")
        size, rules = Geometry.parse(chance.choice(self.sizes)), chance.choice(self.rules)
        empty = chance.randint(self.least, self.most)
        more = min(size.size, empty + chance.randint(0, empty))
        grid = generate(size, empty=more, seed=chance.getrandbits(32))
        has_territories = rule_set(rules).regions is not None
        owners = tuple(chance.choice((1, 2)) if value and has_territories else 0 for value in grid)
        game = Game(Position(grid, rules, owners=owners), seed=chance.getrandbits(32))
        while game.values.count(0) > empty and not game.is_over():
            game.push(chance.choice(list(game.legal_moves())))
        return game


@dataclass
class Drawn:
    """What was drawn so far: the positions that are kept, and why others are not."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    numbers: int = 0


def labelled(order: Order, number: int) -> tuple[Game, Label | None]:
    """The position of this number, with its label if it has one."""
    game = order.draw(number)
    return game, label(game, order.nodes)


def make_dataset(order: Order, rows: int, pool: Pool, tell: Callable[[int], None] = lambda done: None) -> Drawn:
    """So many different positions with their labels. Raises GenerateError if there are not as many."""
    drawn, known = Drawn(), set[str]()
    batches = islice(count(0, _BATCH), -(-(_TRIES * rows + _MORE) // _BATCH))
    for batch in _in_order(do_all(batches, pool, partial(_draw_batch, order))):
        for row in batch:
            drawn.numbers += 1
            why = "the game was over" if row is None else "no exact value" if row["value"] is None else ""
            if row and not why and row["position"] in known:
                why = "there already"
            if why or row is None:
                drawn.left_out[why] += 1
                continue
            known.add(row["position"])
            drawn.rows.append(row)
            if len(drawn.rows) == rows:
                tell(rows)
                return drawn
        tell(len(drawn.rows))
    raise GenerateError(
        f"expected {rows} different positions, found {len(drawn.rows)} in {drawn.numbers} tries: "
        "ask for fewer, for more empty cells, or for other sizes"
    )


def _draw_batch(order: Order, first: int) -> tuple[int, list[dict[str, Any] | None]]:
    rows: list[dict[str, Any] | None] = []
    for number in range(first, first + _BATCH):
        game, found = labelled(order, number)
        rows.append(None if game.is_over() else {"number": number, **row_of(game, found)})
    return first, rows


def _in_order(results: Iterator[tuple[int, list[dict[str, Any] | None]]]) -> Iterator[list[dict[str, Any] | None]]:
    """The batches by their numbers: they come as they are done."""
    waiting, wanted = {}, 0
    for first, rows in results:
        waiting[first] = rows
        while wanted in waiting:
            yield waiting.pop(wanted)
            wanted += _BATCH


def row_of(game: Game, found: Label | None) -> dict[str, Any]:
    """A position as a row of a table; ``COLUMNS`` tells what its columns are."""
    moves = list(found.values) if found else []
    return {
        "position": str(game.position()),
        "size": str(game.geometry),
        "rules": game.rules,
        "cells": list(game.values),
        "player": game.turn,
        "points1": game.scores[0],
        "points2": game.scores[1],
        "empty": game.values.count(0),
        "value": found.value if found else None,
        "tempo": str(found.tempo) if found else None,
        "bombs": found.bombs if found else None,
        "solutions": found.solutions if found else None,
        "best_moves": [str(move) for move in found.best] if found else None,
        "moves": [str(move) for move in moves] if found else None,
        "move_values": [found.values[move] for move in moves] if found else None,
    }


COLUMNS = {
    "position": "the position as one line of text, which Dueldoku reads again (docs/game.md)",
    "size": "a block's rows x columns; the side of the board is their product",
    "rules": "the rule set",
    "cells": "the digits row by row, 0 for an empty cell",
    "player": "who is to move: 1 or 2",
    "points1": "what player 1 has scored so far",
    "points2": "what player 2 has scored so far",
    "empty": "how many cells are empty",
    "value": "exact: what the player to move gains on the other one from here on, if both play perfectly",
    "tempo": "whether the player to move can force the last move of the game: won, lost, or open (not proven)",
    "bombs": "how many of the moves are bombs: refused, they pass the turn",
    "solutions": "how many the board has",
    "best_moves": "all moves that are worth the value",
    "moves": "all legal moves, bombs included",
    "move_values": "exact: what each of them is worth to the player who makes it",
}


def describe(order: Order, drawn: Drawn, command: str, version: str) -> str:
    """The data card, in Markdown."""
    rows = drawn.rows
    lines = [
        "# Labelled positions of Competitive Sudoku",
        "",
        f"{len(rows)} different positions, each with the exact value of every move under perfect play of both, digits,"
        " bombs and territories included. Made by Dueldoku "
        f"{version}; nothing in it was taken from anybody's data.",
        "",
        "## How it was made",
        "",
        f"    {command}",
        "",
        "The same command with the same version gives the same rows. A position is a board with some cells too many,"
        " on which legal moves, bombs among them, were made by chance until so many cells were empty: it is what chance"
        " plays, not what strong players do. Where there are territories, chance says whose each clue is.",
        "",
        *(f"- {one.name}: {_words(getattr(order, one.name))}" for one in fields(order)),
        f"- drawn: {drawn.numbers}; left out: "
        + (", ".join(f"{number} ({why})" for why, number in sorted(drawn.left_out.items())) or "none"),
        "",
        "Positions without an exact value within the nodes are left out, so hard ones are fewer than chance would make"
        " them. No position is there twice, but some are the same up to symmetry: split by `cells`, not by row, if that"
        " matters to you.",
        "",
        "## Columns",
        "",
        "| column | what it is |",
        "|---|---|",
        "| number | which draw it was; with the order above, it makes the position again |",
        *(f"| {name} | {about} |" for name, about in COLUMNS.items()),
        "",
        "## What is in it",
        "",
        *_shares(rows),
        "",
        "## Use",
        "",
        "For learning values and policies, and for measuring them: the values are proven, not estimated. They are in"
        " points, not in games won. Free to use under the licence of Dueldoku (MIT); to cite it, see its CITATION.cff.",
        "",
    ]
    return "\n".join(lines)


def _words(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _shares(rows: list[dict[str, Any]]) -> Iterator[str]:
    """How often each size, rule set and tempo verdict is there, and where the values lie."""
    for column in ("size", "rules", "tempo"):
        counts = Counter(row[column] for row in rows)
        yield f"- {column}: " + ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))
    for column in ("empty", "bombs", "solutions", "value"):
        values = sorted(row[column] for row in rows)
        yield f"- {column}: from {values[0]} to {values[-1]}, half of them up to {values[(len(values) - 1) // 2]}"
