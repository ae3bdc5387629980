"""Compiling when the page is first served on a machine: in other processes, so that the page answers meanwhile."""

from __future__ import annotations

import asyncio
import subprocess

from dueldoku import start
from dueldoku.arena.warming import missing


class Compiling:
    """How far it is. Games begin when it is done."""

    def __init__(self) -> None:
        self._done, self._total = 0, 0
        self._over = asyncio.Event()
        self._over.set()

    @property
    def words(self) -> str:
        """What a visitor should know about it; nothing if there is nothing to wait for."""
        if self._over.is_set():
            return ""
        return f"Compiling, once on this machine: {self._done} of {self._total}. Games begin when that is done."

    async def run(self) -> None:
        """Compile what is missing. If that fails, the processes that need it try it themselves."""
        self._total = len(missing())
        if not self._total:
            return
        self._over.clear()
        process = await asyncio.create_subprocess_exec(
            *start.python("-m", "dueldoku", "warm"),
            env=start.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert process.stdout
            async for line in process.stdout:
                self._done += line.rstrip().endswith(b": compiled")
        finally:
            if process.returncode is None:
                process.terminate()
            self._over.set()

    async def wait(self) -> None:
        """Until it is done."""
        await self._over.wait()
