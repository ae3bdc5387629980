"""Nothing that may compile or take long happens in the page's own process."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

PROGRAM = """
    import asyncio, sys, tempfile
    from pathlib import Path
    import httpx
    from dueldoku.web.app import build

    PAGES = ("", "watch", "games", "analyse", "standings", "solver", "rules", "api")
    ASKED = ("agents", "boards", "methods", "rules", "games", "standings", "archive", "live")

    async def main():
        app = build(Path(tempfile.mkdtemp()) / "games.db")
        async with app._app.router.lifespan_context(app._app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=300) as client:
                for path in (*(f"/{name}" for name in PAGES), *(f"/api/{name}" for name in ASKED)):
                    answer = await client.get(path)
                    assert answer.status_code == 200, (path, answer.text)
                for opponent in ("sensei:level=beginner", "neat", "mcts-cells:c=0.7", "minimax-cells:depth=1"):
                    wish = {"opponent": opponent, "board": "easy-2x2", "seat": 2, "seconds": 1.0}
                    begun = await client.post("/api/games", json=wish)
                    assert begun.status_code in (201, 404), begun.text
                assert (await client.post("/api/games", json={"opponent": "sensei:level=none"})).status_code == 404
                key = (await client.post("/api/games", json={"opponent": "sensei:level=casual", "board": "easy-2x2",
                                                             "seat": 2})).json()["key"]
                await client.get(f"/api/games/{key}?after=0&wait=30")
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
