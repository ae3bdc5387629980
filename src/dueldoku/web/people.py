"""What the page remembers of its visitors, who need no password: a small file each, beside the archive."""

from __future__ import annotations

import asyncio
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

from dueldoku.dojo.learner import Learner
from dueldoku.web.lobby import write_for_good

MOST_KEPT = 20_000
_KEPT_DAYS = 400  # since the last visit on which something was learned
_IN_MEMORY = 500


class People:
    """Learners by the visitor's name. ``today`` tells the day: a test may have another one."""

    today = staticmethod(date.today)

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "people"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._known: dict[str, Learner] = {}
        self._writer = ThreadPoolExecutor(1, "people")
        files = sorted(self._folder.glob("*.json"), key=lambda path: -path.stat().st_mtime)
        for number, path in enumerate(files):
            if number >= MOST_KEPT or path.stat().st_mtime < time.time() - _KEPT_DAYS * 86_400:
                path.unlink(missing_ok=True)

    def get(self, visitor: str) -> Learner:
        """The learner; a new one if nothing is kept."""
        if visitor not in self._known:
            try:
                learner = Learner.from_json(json.loads(self._path(visitor).read_text(encoding="utf-8")))
            except (OSError, TypeError, ValueError):
                learner = Learner()
            self._known[visitor] = learner
            if len(self._known) > _IN_MEMORY:
                del self._known[next(iter(self._known))]
        return self._known[visitor]

    async def keep(self, visitor: str) -> None:
        """Write down what is known of the learner; it is on disk when this returns. Raises OSError."""
        if visitor:
            text = json.dumps(self.get(visitor).to_json())
            await asyncio.get_running_loop().run_in_executor(self._writer, write_for_good, self._path(visitor), text)

    async def forget(self, visitor: str) -> None:
        """Remove all that is kept."""
        self._known.pop(visitor, None)
        path = self._path(visitor)
        await asyncio.get_running_loop().run_in_executor(self._writer, lambda: path.unlink(missing_ok=True))

    def _path(self, visitor: str) -> Path:
        return self._folder / f"{re.sub('[^A-Za-z0-9_-]', '', visitor) or 'nobody'}.json"

    def close(self) -> None:
        """Write what is still to be written."""
        self._writer.shutdown(wait=True)
