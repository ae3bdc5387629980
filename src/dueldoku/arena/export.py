"""An archive for other programs: CSV for tables, JSON lines with every turn, parquet with every position."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.arena.dataset import COLUMNS, row_of
from dueldoku.arena.pool import Pool
from dueldoku.arena.run import do_all
from dueldoku.duel.record import GameRecord
from dueldoku.engine.label import label
from dueldoku.formats.table import Table, write_table
from dueldoku.game.game import Game


def write_csv(archive: Archive, name: str | None, file: TextIO) -> int:
    """Write a line for each game, without its turns; returns how many."""
    games = archive.games(name)
    writer = csv.DictWriter(file, [field.name for field in fields(StoredGame)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(game.to_json() for game in games)
    return len(games)


def write_jsonl(archive: Archive, name: str | None, file: TextIO) -> int:
    """Write each game as a record that ``dueldoku replay`` reads, with what else is known under "game"."""
    games = archive.games(name)
    for game in games:
        record = json.loads(archive.record(game.number).to_json())
        file.write(json.dumps({**record, "game": game.to_json()}, ensure_ascii=False) + "\n")
    return len(games)


FORMATS = {"csv": write_csv, "jsonl": write_jsonl}


# -- parquet ---------------------------------------------------------------------------------------------------------

TABLES = ("games", "turns", "positions")
_TURN = {
    "game": "the number of the game",
    "turn": "the number of the turn, from 1",
    "player": "who took it: 1 or 2",
    "move": "what was proposed; nothing if there was none",
    "row": "of the move, from 0",
    "col": "of the move, from 0",
    "digit": "of the move",
    "ruling": "what came of it: placed, refused (a bomb), or the offence that lost the game",
    "points": "what it scored",
}
_POSITION = {"game": _TURN["game"], "turn": "the number of the turn that was taken from here"} | COLUMNS


def write_parquet(
    archive: Archive, name: str | None, folder: Path, nodes: int, pool: Pool, tell: Callable[[int], None]
) -> int:
    """Write games, turns and the positions before them into a folder, with a data card; returns how many games.

    Positions have exact values where these are found within the nodes. Raises FormatError if the folder is a file.
    """
    games = archive.games(name)
    records = ((game.number, archive.record(game.number).to_json()) for game in games)
    tables = {"games": [game.to_json() for game in games], "turns": [], "positions": []}
    found = {}
    for number, turns, positions in do_all(records, pool, partial(_turns_of, nodes)):
        found[number] = turns, positions
        tell(len(found))
    for game in games:  # they come as they are done
        for table, rows in zip(("turns", "positions"), found[game.number], strict=True):
            tables[table] += rows
    folder.mkdir(parents=True, exist_ok=True)
    heads = {"games": [field.name for field in fields(StoredGame)], "turns": list(_TURN), "positions": list(_POSITION)}
    for table, rows in tables.items():
        columns = {key: [row[key] for row in rows] for key in heads[table]}
        write_table(Table(columns, next(iter(columns))), str(folder / f"{table}.parquet"))
    (folder / "README.md").write_text(_describe(archive, tables, nodes), encoding="utf-8")
    return len(games)


def _turns_of(nodes: int, numbered: tuple[int, str]) -> tuple[int, list[dict[str, Any]], list[dict[str, Any]]]:
    """The turns of a game, and the positions in which they were taken. Runs wherever the pool puts it."""
    number, text = numbered
    record = GameRecord.from_json(text)
    turns, positions = [], []
    game = Game(record.start)
    for at, turn in enumerate(record.turns, 1):
        row, col, digit = turn.move or (None, None, None)
        move, ruling = str(turn.move) if turn.move else None, str(turn.ruling)
        values = (number, at, turn.player, move, row, col, digit, ruling, turn.points)
        turns.append(dict(zip(_TURN, values, strict=True)))
        positions.append({"game": number, "turn": at} | row_of(game, label(game, nodes)))
        game.follow(turn)
    return number, turns, positions


def _describe(archive: Archive, tables: Mapping[str, list[dict[str, Any]]], nodes: int) -> str:
    """The data card, in Markdown; its head tells Hugging Face's loader which tables there are."""
    known = sum(row["value"] is not None for row in tables["positions"])
    head = ["---", "configs:"]
    for table in TABLES:
        head += [f"- config_name: {table}", f"  data_files: {table}.parquet"]
    lines = [
        *(*head, "---", "", f"# Games of Competitive Sudoku: {archive.path.name}", ""),
        f"{len(tables['games'])} games, {len(tables['turns'])} turns, and the positions in which they were taken. Of"
        f" the positions, {known} have exact values: those that were found within {nodes} nodes each. The others"
        " have none: no value is estimated.",
        "",
        "Tournaments: " + (", ".join(f"`{name}`" for name in archive.tournaments()) or "none") + ".",
    ]
    columns = {"turns.parquet": _TURN, "positions.parquet": _POSITION}
    lines += ["", "## games.parquet", "", "A row for each game, with the columns of `dueldoku export --to csv`."]
    for file, told in columns.items():
        lines += ["", f"## {file}", "", "| column | what it is |", "|---|---|"]
        lines += [f"| {name} | {about} |" for name, about in told.items()]
    return "\n".join([*lines, ""])
