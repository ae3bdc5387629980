"""Nothing that may compile or take long happens in the page's own process."""

from __future__ import annotations

import asyncio
import gc
import re
import subprocess
import sys
import textwrap
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from dueldoku.web import app

sys.path.insert(0, str(Path(__file__).parents[2] / "soak"))

from stall_page import MOST, measure

PROGRAM = """
    import asyncio, gc, sys, tempfile
    from pathlib import Path
    import httpx
    from nicegui import Client
    from dueldoku.game.oracle import Oracle
    from dueldoku.web.app import build

    PAGES = ("", "play", "watch", "projector", "games", "analyse", "standings", "solver", "rules", "api")
    LEFT = "", "puzzles/1", "daily", "sudoku", "solver", "me", "analyse", "nowhere"  # when closed
    ASKED = ("agents", "boards", "methods", "rules", "games", "standings", "archive", "live")

    async def main():
        app = build(Path(tempfile.mkdtemp()) / "games.db")
        async with app._app.router.lifespan_context(app._app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=300) as client:
                assert (await client.get("/rules")).status_code == 200  # it has the solver asked, once
                Oracle.searches = 1_000  # as after many visitors: from now on a search would load the compiled solver
                for path in (*(f"/{name}" for name in PAGES), *(f"/api/{name}" for name in ASKED)):
                    answer = await client.get(path)
                    assert answer.status_code == 200, (path, answer.text)
                asked = {"position": "12.4.4.221.3...1", "seconds": 0.1}
                assert (await client.post("/api/analyse", json=asked)).status_code == 200
                for opponent in ("sensei:level=beginner", "neat", "mcts-cells:c=0.7", "minimax-cells:depth=1"):
                    wish = {"opponent": opponent, "board": "easy-2x2", "seat": 2, "seconds": 1.0}
                    begun = await client.post("/api/games", json=wish)
                    assert begun.status_code in (201, 404), begun.text
                assert (await client.post("/api/games", json={"opponent": "sensei:level=none"})).status_code == 404
                key = (await client.post("/api/games", json={"opponent": "sensei:level=casual", "board": "easy-2x2",
                                                             "seat": 2})).json()["key"]
                await client.get(f"/api/games/{key}?after=0&wait=30")
                gc.disable()
                for name in ("play", *LEFT):
                    await client.get(f"/{name}")  # what it reads is kept
                    gc.collect()
                    for _ in range(10):
                        await client.get(f"/{name}")
                    for page in list(Client.instances.values()):
                        page.delete()
                    del page
                    await asyncio.sleep(0.1)
                    print("garbage of a page:", gc.collect() // 10, name)
        print("loaded:", sorted(name for name in ("numba", "llvmlite", "scipy") if name in sys.modules))

    asyncio.run(main())
"""


def test_the_pages_process_never_loads_a_compiler(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(PROGRAM)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.stdout.strip().endswith("loaded: []"), done.stdout + done.stderr
    left = re.findall(r"garbage of a page: (\d+) (.*)", done.stdout)
    assert len(left) == 9, done.stdout
    assert all(int(count) < 200 for count, _ in left), left  # of two thousand objects: all wait while it is looked for


@pytest.mark.slow
def test_nobody_waits_for_what_another_one_asked(tmp_path: Path) -> None:
    longest, where = measure(tmp_path, 10.0, visitors=3)["cpu"]
    assert longest < MOST, where


class _Enough(Exception):
    """The second time that the page would sleep."""


@pytest.mark.parametrize(
    ("computed", "slept", "searches", "collects"),
    [(0.0, 1.0, 11, True), (0.5, 1.0, 11, False), (0.0, 1.5, 11, False), (0.5, 1.0, 401, True)],
)
def test_all_garbage_is_looked_for_when_nobody_waits(
    monkeypatch: pytest.MonkeyPatch, computed: float, slept: float, searches: int, collects: bool
) -> None:
    work, clock, sleeps, collected, before = count(0.0, computed), count(0.0, slept), [], [], gc.get_threshold()

    async def sleep(seconds: float) -> None:
        if sleeps:
            raise _Enough
        sleeps.append(seconds)

    times = SimpleNamespace(thread_time=lambda: next(work), monotonic=lambda: next(clock))
    monkeypatch.setattr(app, "time", times)
    monkeypatch.setattr(app.asyncio, "sleep", sleep)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, searches))
    monkeypatch.setattr(gc, "collect", lambda: collected.append(True))
    try:
        with pytest.raises(_Enough):
            asyncio.run(app._collect())
        assert bool(collected) is collects
        assert gc.get_threshold()[2] > 100_000  # else Python does it at any time
    finally:
        gc.set_threshold(*before)
