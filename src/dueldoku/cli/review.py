"""``dueldoku review``: a recorded game looked at again by sensei."""

from __future__ import annotations

import json
from typing import Annotated

from rich.console import Console
from rich.progress import Progress

from dueldoku.cli.numbers import NODES
from dueldoku.cli.options import GameFile, GameNumber, JsonResult, Thinking
from dueldoku.cli.replay import load_record
from dueldoku.duel.record import GameRecord
from dueldoku.engine.review import Review
from dueldoku.engine.review import review as look_again


def review(
    file: GameFile,
    /,
    *,
    game: GameNumber = -1,
    time: Thinking = 0.3,
    nodes: Annotated[int | None, NODES] = None,
    json_: JsonResult = False,
) -> None:
    """Review a recorded game: what each move gave away against the best, and where the game turned.

    Parameters
    ----------
    nodes
        Search nodes for each turn instead of a time: then the same command says the same.

    """
    record = load_record(file, game)
    found = review_with_progress(record, time, nodes)
    if json_:
        print(json.dumps(found.to_json()))
    else:
        print("\n".join(in_lines(record, found)))


def review_with_progress(record: GameRecord, seconds: float = 0.3, nodes: int | None = None) -> Review:
    """The review, with a bar on a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("Reviewing", total=len(record.turns))
        return look_again(record, seconds, nodes, lambda done, total: progress.update(bar, completed=done))


def in_lines(record: GameRecord, found: Review) -> list[str]:
    """The review as lines of text: the turns that gave something away, beyond doubt, then the sum."""
    width = max(map(len, record.players))
    lines = [f"{record.players[0]} - {record.players[1]}: {record.result}", ""]
    for turn in found.turns:
        if turn.loss >= max(1, turn.spread) or turn.is_turning_point:
            name = record.players[turn.player - 1]
            lines.append(f"{turn.number:4}. {name:{width}} {turn.move or '-'}: {turn.words}")
    return [*lines, "", *found.words]
