"""``dueldoku analyse`` and ``solve-game``: what a position is worth, by search and under perfect play."""

from __future__ import annotations

import json

from rich.console import Console

from dueldoku.cli.games import INTERRUPTED
from dueldoku.cli.options import BoardName, Flag, JsonResult, Memory, Rules, Seed, Thinking, check_above_zero
from dueldoku.cli.show import show_view
from dueldoku.engine.analysis import Analysis
from dueldoku.engine.analysis import analyse as find_out
from dueldoku.engine.api import STOPPED, PerfectPlay, perfect
from dueldoku.engine.insight import MoveValue, Tempo
from dueldoku.engine.tempo import by_rule
from dueldoku.errors import FormatError
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game, check_start
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


def solve_game(
    board: BoardName,
    /,
    *,
    rules: Rules = None,
    no_bombs: Flag = False,
    memory: int = 1024,
    seconds: float = 600,
    nodes: int | None = None,
    seed: Seed = 1,
    json_: JsonResult = False,
) -> int:
    """Tell what a small board is worth under perfect play, with and without bombs, and how it is played.

    Parameters
    ----------
    board
        A bundled board such as random-2x3, a file, or the board itself.
    no_bombs
        Leave the bombs out: nobody passes on purpose.
    memory
        Megabytes for the table of what was found; with less it takes longer.
    seconds
        How long to try, for the game with bombs and for the one without.
    nodes
        The same in nodes.

    """
    check_above_zero(memory=memory, seconds=seconds, nodes=nodes)
    position = one_position(board)
    check_start(position)
    game = Game(position, rules, seed=seed)
    answers: dict[str, PerfectPlay] = {}
    for bombs in (False,) if no_bombs else (False, True):
        name = "with bombs" if bombs else "without bombs"
        with Console(stderr=True).status(name) as status:
            try:
                answer = perfect(game, bombs=bombs, seconds=seconds, nodes=nodes, memory=memory, tell=status.update)
            except MemoryError:
                raise FormatError(f"expected as much --memory as this machine has, got {memory} MB") from None
        answers[name] = answer
        if not json_:
            print(f"{name}: {answer}")
        if answer.why == STOPPED:
            break
    if json_:
        found = {name.replace(" ", "_"): answer.to_json() for name, answer in answers.items()}
        start = {"position": str(game.position()), "turn": game.turn, "empty": game.values.count(0)}
        print(json.dumps(start | found))
    if any(answer.why == STOPPED for answer in answers.values()):
        return INTERRUPTED
    return 1 if any(answer.why for answer in answers.values()) else 0
