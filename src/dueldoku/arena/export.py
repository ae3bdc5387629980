"""An archive as text for other programs: CSV for tables, JSON lines with every turn."""

from __future__ import annotations

import csv
import json
from dataclasses import fields
from typing import TextIO

from dueldoku.arena.archive import Archive, StoredGame


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
