"""Where measurements are kept: a file of JSON lines beside the archive.

Two kinds of lines: what was measured, and the circumstances of each run. A line is on the disk before the next
measurement begins; one that was torn by a crash is left out, and measured again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dueldoku.errors import ArchiveError, FormatError
from dueldoku.lab.experiment import MeasureTask, Reading, Value


class Notebook:
    """The measurements and runs of a file. It need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._values: dict[str, Value] = {}
        self.runs: list[dict[str, Any]] = []
        self._torn = False
        if path.exists():
            self._read(path.read_text(encoding="utf-8"))

    @classmethod
    def beside(cls, archive: str | Path) -> Notebook:
        """The notebook that belongs to an archive. Raises FormatError if the file is something else."""
        return cls(Path(archive).with_suffix(".jsonl"))

    def __contains__(self, task: MeasureTask) -> bool:
        return task.key in self._values

    def readings(self, tasks: Iterable[MeasureTask]) -> list[Reading]:
        """What was measured of this, in this order."""
        return [Reading(task.settings, self._values[task.key]) for task in tasks if task.key in self._values]

    def add(self, task: MeasureTask, value: Value) -> None:
        """Keep a value for good."""
        self._append({"study": task.study, "settings": task.settings, "value": value, "key": task.key, "date": _now()})
        self._values[task.key] = json.loads(json.dumps(value))  # as it will be read again

    def begin(self, **circumstances: Any) -> None:
        """Note that a run begins, and how."""
        run = {"run": circumstances, "date": _now()}
        self._append(run)
        self.runs.append(run)

    def _append(self, entry: dict[str, Any]) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" * self._torn + json.dumps(entry) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise ArchiveError(f"{self.path}: nothing can be noted there: {error.strerror or error}") from None
        self._torn = False

    def _read(self, text: str) -> None:
        *lines, rest = text.split("\n")
        self._torn = rest != ""
        entries = [entry for line in [*lines, rest] if (entry := _entry(line))]
        if not entries and text.strip():
            raise FormatError("expected the lab's measurements, a JSON object a line", source=str(self.path))
        for entry in entries:
            if "run" in entry:
                self.runs.append(entry)
            else:
                self._values[entry["key"]] = entry["value"]


def _entry(line: str) -> dict[str, Any] | None:
    """What a line says; None if it was torn by a crash, or is empty."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) and ("run" in entry or {"key", "value"} <= entry.keys()) else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
