"""``dueldoku solve-game``: what a small board is worth under perfect play."""

from __future__ import annotations

import json
from typing import Annotated

from rich.console import Console

from dueldoku.cli.games import INTERRUPTED
from dueldoku.cli.numbers import MEGABYTES, NODES, SECONDS
from dueldoku.cli.options import BoardName, Flag, JsonResult, Rules, Seed
from dueldoku.engine.perfect import STOPPED, PerfectPlay, perfect
from dueldoku.errors import FormatError
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game, check_start


def solve_game(
    board: BoardName,
    /,
    *,
    rules: Rules = None,
    no_bombs: Flag = False,
    memory: Annotated[int, MEGABYTES] = 1024,
    seconds: Annotated[float, SECONDS] = 600,
    nodes: Annotated[int | None, NODES] = None,
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
