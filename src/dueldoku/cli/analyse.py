"""``dueldoku analyse``: what a position is worth, and what each move does."""

from __future__ import annotations

import json

from dueldoku.cli.options import BoardName, JsonResult, Memory, Rules, Thinking, check_above_zero
from dueldoku.cli.picture import show_view
from dueldoku.engine.analysis import Analysis
from dueldoku.engine.analysis import analyse as find_out
from dueldoku.engine.insight import MoveValue, Tempo
from dueldoku.engine.tempo import by_rule
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game
from dueldoku.render.table import Table

_KEEPS = {Tempo.WON: "keeps it", Tempo.LOST: "loses it", Tempo.OPEN: ""}
_SHOULD = {Tempo.WON: "should keep it", Tempo.LOST: "should lose it"}  # by the parity rule


def analyse(
    position: BoardName,
    /,
    *,
    rules: Rules = None,
    time: Thinking = 1.0,
    nodes: int | None = None,
    moves: int = 10,
    memory: Memory = 512,
    json_: JsonResult = False,
) -> None:
    """Analyse a position: its value, who wins the tempo fight, the best line, and what each move is worth.

    Parameters
    ----------
    position
        A file, - for standard input, a bundled board such as random-3x3, or the position itself.
    nodes
        Search nodes instead of a time: then the same command says the same.
    moves
        How many moves to show.

    """
    check_above_zero(time=time, nodes=nodes, memory=memory, moves=moves)
    game = Game(one_position(position), rules)
    found = find_out(game, time, nodes, memory)
    if json_:
        print(json.dumps(found.to_json()))
        return
    show_view(game.view())
    print("\n" + "\n".join(found.words))
    print(f"\n{_table(found, moves).text()}")
    print(f"\nHow it may go on: {' '.join(map(str, found.line))}")


def _table(found: Analysis, most: int) -> Table:
    how = "exact" if all(move.is_exact for move in found.moves) else f"judged, looking {found.depth} turns ahead"
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
