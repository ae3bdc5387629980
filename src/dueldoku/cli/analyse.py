"""``dueldoku analyse``: what a position is worth, and what each move does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from dueldoku.agents.tree_picture import grow_tree
from dueldoku.cli.numbers import COUNT, NODES, between
from dueldoku.cli.options import BoardName, JsonResult, Memory, Rules, Thinking
from dueldoku.cli.picture import show_view
from dueldoku.engine.analysis import Analysis
from dueldoku.engine.analysis import analyse as find_out
from dueldoku.engine.insight import MoveValue, Tempo
from dueldoku.engine.tempo import by_rule
from dueldoku.errors import FormatError
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game
from dueldoku.render.table import Table
from dueldoku.render.tree import draw_dot, draw_svg
from dueldoku.words import counted

_KEEPS = {Tempo.WON: "keeps it", Tempo.LOST: "loses it", Tempo.OPEN: ""}
_SHOULD = {Tempo.WON: "should keep it", Tempo.LOST: "should lose it"}  # by the parity rule


def analyse(
    position: BoardName,
    /,
    *,
    rules: Rules = None,
    time: Thinking = 1.0,
    nodes: Annotated[int | None, NODES] = None,
    moves: Annotated[int, COUNT] = 10,
    memory: Memory = 512,
    more: bool = False,
    tree: str | None = None,
    agent: str = "mcts-tree",
    levels: Annotated[int, between(1, 1_000)] = 5,
    json_: JsonResult = False,
) -> None:
    """Analyse a position: its value, who wins the tempo fight, the best line, and what each move is worth.

    Parameters
    ----------
    position
        A file, - for standard input, a bundled board such as random-3x3, or the position itself.
    nodes
        Search nodes instead of a time: then the same command says the same. For --tree: iterations, by default 1000.
    moves
        How many moves to show.
    more
        Tell the theory behind it, too: how sure it is, and the parity rule.
    tree
        Instead of that, draw the tree that a tree search grows here into this file: .svg, or .dot for Graphviz.
    agent
        The tree search for --tree, perhaps with options: mcts-tree or mcts-cells.
    levels
        How deep to draw it.

    """
    game = Game(one_position(position), rules)
    if tree is not None:
        _write_tree(game, tree, agent, 1000 if nodes is None else nodes, levels)
        return
    found = find_out(game, time, nodes, memory)
    if json_:
        print(json.dumps(found.to_json()))
        return
    show_view(game.view())
    print("\n" + "\n".join([*found.words, *(found.more if more else ())]))
    print(f"\n{_table(found, moves).text()}")
    print(f"\nHow it may go on: {' '.join(map(str, found.line))}")


def _write_tree(game: Game, file: str, agent: str, iterations: int, levels: int) -> None:
    kind = Path(file).suffix
    if kind not in (".svg", ".dot"):
        raise FormatError(f"expected a file for --tree that ends in .svg or .dot, got {file!r}")
    root = grow_tree(game, agent, iterations, levels)
    title = f"{agent} in {game.position()}, {iterations} iterations"
    Path(file).write_text(draw_svg(root, title) if kind == ".svg" else draw_dot(root), encoding="utf-8")
    nodes = counted(len(list(root.nodes())), "node")
    print(f"The tree of {agent} after {counted(iterations, 'iteration')} is in {file}, {nodes} of it.")


def _table(found: Analysis, most: int) -> Table:
    how = (
        "exact"
        if all(move.is_exact for move in found.moves)
        else f"estimates, looking {counted(found.depth, 'turn')} ahead, give or take {round(found.spread)}"
    )
    rows = tuple(_row(move, found.empty) for move in found.moves[:most])
    columns = "move", "gains", "now", "bombs left", "the last move", ""
    return Table("Moves", columns, rows, note=f"in points, {how}")


def _row(move: MoveValue, empty: int) -> tuple[str, ...]:
    left, keeps = "", _KEEPS[move.tempo]
    if move.bombs_left is not None:
        left = str(move.bombs_left)
        keeps = keeps or _SHOULD[by_rule(empty if move.is_bomb else empty - 1, move.bombs_left)]
    gains = f"{round(move.value, 1):+g}"
    return str(move.move), gains, str(move.points), left, keeps, "a bomb" if move.is_bomb else ""
