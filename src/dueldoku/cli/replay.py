"""``dueldoku replay``: a recorded game again."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Annotated

from dueldoku.arena.archive import Archive, is_archive
from dueldoku.cli.numbers import NUMBER
from dueldoku.cli.options import Flag, GameFile, GameNumber, Json
from dueldoku.cli.picture import SvgFile, Theme, show_view, write_svg
from dueldoku.cli.printed import behind_bar
from dueldoku.duel.record import GameRecord, read_records
from dueldoku.errors import FormatError
from dueldoku.formats.source import read_source
from dueldoku.game import game as games
from dueldoku.render.view import View


def replay(
    file: GameFile,
    /,
    *,
    game: GameNumber = -1,
    at: Annotated[int, NUMBER] = -1,
    step: Flag = False,
    output: Flag = False,
    svg: SvgFile = "",
    moving: Flag = False,
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
    output
        Also show what agents printed in each turn, with their tracebacks.
    svg
        Write the board to this file as SVG, - for standard output, instead of showing it here.
    moving
        With --svg: a picture that plays the game, turn by turn.
    json_
        Write the game as one line of JSON.

    """
    record = load_record(file, game)
    if not -1 <= at <= len(record.turns):
        raise FormatError(f"expected a turn from 0 to {len(record.turns)}, got {at}", source=file)
    if moving and not svg:
        raise FormatError("expected --svg FILE with --moving: the terminal has --step instead", source=file)
    if json_:
        print(record.to_json())
    elif svg:
        write_svg(_views(record, at) if moving else [_view(record, at)], svg, theme, moving)
    elif step:
        _step(record, max(at, 0), output)
    else:
        view = _view(record, at)
        if at == -1:
            print((record if output else replace(record, output={}, report={})).to_text())
        show_view(view)
        if output and at > 0:
            print("\n".join(behind_bar(record.printed(at)) or ["Nothing was printed in this turn."]))
        elif record.output and not output:
            turns = ", ".join(map(str, record.output))
            print(f"Something was printed in turn {turns}: --output shows it.")


def load_record(file: str, number: int) -> GameRecord:
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


def _views(record: GameRecord, turns: int) -> list[View]:
    """The board at the start and after each of so many turns; -1: of all."""
    turns = len(record.turns) if turns == -1 else turns
    return [game.view(record.players) for game in islice(games.replay(record), turns + 1)]


def _view(record: GameRecord, turns: int) -> View:
    return _views(record, turns)[-1]


def _step(record: GameRecord, at: int, output: bool) -> None:
    last = len(record.turns)
    while True:
        show_view(_view(record, at))
        words = f"{at}. {record.turns[at - 1]}" if at else "start"
        print(f"{words} (of {last}){f'; {record.sentence}' if at == last else ''}")
        print("".join(f"{line}\n" for line in behind_bar(record.printed(at))) if output else "", end="")
        try:
            answer = input("Enter next, b back, a number, q quit: ").strip()
        except EOFError:
            print()
            return
        if answer == "q":
            return
        wished = int(answer[:9]) if answer.isdecimal() else at - 1 if answer == "b" else at + 1
        at = min(max(wished, 0), last)
