"""The page while it compiles for the first time on a machine."""

from __future__ import annotations

import asyncio
import sys

import pytest

from dueldoku.web import compiling
from dueldoku.web.compiling import Compiling

PROGRAM = "import time; print('about 9 s'); print('  one: compiled', flush=True); time.sleep(60)"


@pytest.fixture(autouse=True)
def two_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "missing", lambda: {"one": None, "two": None})
    monkeypatch.setattr(compiling.start, "python", lambda *words: [sys.executable, "-c", PROGRAM])


def test_a_visitor_is_told_how_far_it_is_and_the_loop_is_free() -> None:
    async def look() -> list[str]:
        told, at_work = [], Compiling()
        running = asyncio.create_task(at_work.run())
        while "1 of 2" not in at_work.words:
            await asyncio.sleep(0.01)
            told.append(at_work.words)
        waiting = asyncio.create_task(at_work.wait())
        running.cancel()  # as when the server ends
        await asyncio.gather(running, waiting, return_exceptions=True)
        return [*dict.fromkeys(told), at_work.words]

    *first, last, after = asyncio.run(asyncio.wait_for(look(), 30))
    assert last == "Compiling, once on this machine: 1 of 2. Games begin when that is done."
    assert after == ""
    assert all("0 of 2" in words for words in first if words)


def test_where_nothing_is_missing_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "missing", dict)

    async def look() -> str:
        at_work = Compiling()
        await at_work.run()
        await at_work.wait()
        return at_work.words

    assert asyncio.run(look()) == ""
