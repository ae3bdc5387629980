"""``dueldoku replay`` and ``review``: a recorded game again, and what sensei thinks of it."""

from __future__ import annotations

import json
from itertools import islice

from dueldoku.arena.archive import Archive, is_archive
from dueldoku.cli.options import Flag, GameFile, GameNumber, Json, JsonResult, Thinking, check_above_zero
from dueldoku.cli.show import SvgFile, Theme, show_view, write_svg
from dueldoku.duel.record import GameRecord, read_records
from dueldoku.engine.review import Review
from dueldoku.engine.review import review as look_again
from dueldoku.errors import FormatError
from dueldoku.formats.source import read_source
from dueldoku.game import game as games
from dueldoku.render.view import View


def replay(
    file: GameFile,
    /,
    *,
    game: GameNumber = -1,
    at: int = -1,
    step: Flag = False,
    svg: SvgFile = "",
    theme: Theme = "auto",
    json_: Json = False,
) -> None:
    """Show a recorded game: its turns, and the board after the last of them. Every turn is judged again.

    Parameters
    ----------
    at
        Show only the board after this many turns.
    step
        Go through the game turn by turn: Enter for the next, b for the one before, a number, q to quit.
    svg
        Write the board to this file as SVG, - for standard output, instead of showing it here.
    json_
        Write the game as one line of JSON.

    """
    record = _load_record(file, game)
    if not -1 <= at <= len(record.turns):
        raise FormatError(f"expected a turn from 0 to {len(record.turns)}, got {at}", source=file)
    if json_:
        print(record.to_json())
    elif svg:
        write_svg(_view(record, at), svg, theme)
    elif step:
        _step(record, max(at, 0))
    else:
        view = _view(record, at)
        if at == -1:
            print(record.to_text())
        show_view(view)


def _load_record(file: str, number: int) -> GameRecord:
    """The game of this number, from 1, of an archive or a file; -1 is the last."""
    if is_archive(file):
        with Archive(file) as archive:
            return archive.record(number if number != -1 else max((game.number for game in archive.games()), default=1))
    try:
        records = read_records(read_source(file))
    except FormatError as error:
        raise FormatError(error.problem, line=error.line, column=error.column, source=file) from None
    if number != -1 and not 1 <= number <= len(records):
        raise FormatError(f"expected a game from 1 to {len(records)}, got {number}", source=file)
    return records[number - 1 if number != -1 else -1]


def _view(record: GameRecord, turns: int) -> View:
    """The board after so many turns; -1: after all."""
    turns = len(record.turns) if turns == -1 else turns
    return next(islice(games.replay(record), turns, None)).view(record.players)


def _step(record: GameRecord, at: int) -> None:
    last = len(record.turns)
    while True:
        show_view(_view(record, at))
        words = f"{at}. {record.turns[at - 1]}" if at else "start"
        print(f"{words} (of {last}){f'; {record.result}' if at == last else ''}")
        try:
            answer = input("Enter next, b back, a number, q quit: ").strip()
        except EOFError:
            print()
            return
        if answer == "q":
            return
        wished = int(answer) if answer.isdecimal() else at - 1 if answer == "b" else at + 1
        at = min(max(wished, 0), last)


def review(
    file: GameFile,
    /,
    *,
    game: GameNumber = -1,
    time: Thinking = 0.3,
    nodes: int | None = None,
    json_: JsonResult = False,
) -> None:
    """Review a recorded game: what each move gave away against the best, and where the game turned.

    Parameters
    ----------
    nodes
        Search nodes for each turn instead of a time: then the same command says the same.

    """
    check_above_zero(time=time, nodes=nodes)
    record = _load_record(file, game)
    found = review_with_progress(record, time, nodes)
    if json_:
        print(json.dumps(found.to_json()))
    else:
        print("\n".join(in_lines(record, found)))


def review_with_progress(record: GameRecord, seconds: float, nodes: int | None = None) -> Review:
    """The review, with a bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("Reviewing", total=len(record.turns))
        return look_again(record, seconds, nodes, lambda done, total: progress.update(bar, completed=done))


def in_lines(record: GameRecord, found: Review) -> list[str]:
    """The review as lines of text: the turns that gave something away, then the sum."""
    width = max(map(len, record.players))
    lines = [f"{record.players[0]} - {record.players[1]}: {record.result}", ""]
    for turn in found.turns:
        if turn.loss >= 1 or turn.is_turning_point:
            name = record.players[turn.player - 1]
            lines.append(f"{turn.number:4}. {name:{width}} {turn.move or '-'}: {turn.words}")
    return [*lines, "", *found.words]
