"""How long the page's event loop is ever held up, with everybody at it and nothing compiled yet.

    python tests/soak/stall_page.py [SECONDS]

What one step of the loop computes is what counts (its own CPU time, which no other program changes); how long it took
is told beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from page_server import free_port, wait_for
from web_client import Client

SECONDS = 120.0
MOST = 0.05  # seconds that a step may compute
_SERVER = """
import asyncio, json, os, sys, threading, time, traceback
from pathlib import Path
import uvicorn
from dueldoku.web.app import build

longest = {"cpu": (0.0, ""), "wall": (0.0, "")}
plain = asyncio.Handle._run

step = {"thread": 0, "began": 0.0, "at": ""}

def run(handle):
    cpu, wall = time.thread_time(), time.monotonic()
    step.update(thread=threading.get_ident(), began=wall, at="")
    plain(handle)
    step["began"] = 0.0
    if listening:
        for kind, took in (("cpu", time.thread_time() - cpu), ("wall", time.monotonic() - wall)):
            longest[kind] = max(longest[kind], (took, step["at"] or repr(handle)[:300]))

def look():
    while True:  # where a step is that takes long
        time.sleep(0.005)
        if step["began"] and not step["at"] and time.monotonic() - step["began"] > 0.03:
            stack = traceback.extract_stack(sys._current_frames()[step["thread"]])
            step["at"] = " < ".join(f"{one.filename[-40:]}:{one.lineno} {one.name}" for one in stack[:-14:-1])

listening = []
asyncio.Handle._run = run
threading.Thread(target=look, daemon=True).start()

class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        listening.append(True)

app = build(Path(sys.argv[1]))
config = uvicorn.Config(app, port=int(sys.argv[2]), log_level="error", ws="wsproto", loop="asyncio")
threading.Thread(target=Server(config).run, daemon=True).start()
sys.stdin.read()  # until we are asked
print(json.dumps(longest), flush=True)
os._exit(0)
"""
_PAGES = ("/", "/puzzles", "/sudoku", "/games", "/watch", "/standings", "/analyse", "/solver", "/rules", "/api", "/me")
_OPPONENTS = ("sensei:level=casual", "mcts-cells", "hybrid", "sensei:level=none", "neat", "minimax-bombs")
_LARGE = "5x5:" + "." * 625


def measure(folder: Path, seconds: float, visitors: int = 8) -> dict[str, tuple[float, str]]:
    """The longest step while so many visitors do everything for so many seconds: by CPU time and by the clock."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-P", "-c", _SERVER, str(folder / "games.db"), str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "compiled")},
    )
    try:
        wait_for(port, server)
        end = time.monotonic() + seconds
        crowd = [threading.Thread(target=_visit, args=(Client(port), number, end)) for number in range(visitors)]
        for visitor in crowd:
            visitor.start()
        for visitor in crowd:
            visitor.join()
    finally:
        told, _ = server.communicate(timeout=120)
    found: dict[str, tuple[float, str]] = json.loads(told.splitlines()[-1])
    return found


def _visit(client: Client, number: int, end: float) -> None:
    """Do one thing after the other, each visitor from another place on."""
    asks: list[tuple[str, dict[str, Any] | None]] = [
        *((page, None) for page in _PAGES),
        *(("/api/games", {"opponent": opponent, "board": "random-2x3", "seat": 2}) for opponent in _OPPONENTS),
        ("/api/games", {"board": _LARGE}),
        ("/api/analyse", {"position": "12.4.4.221.3...1", "seconds": 0.1}),
        ("/api/steps", {"puzzle": "x" * 20_000}),
        ("/api/games", None),
        ("/api/archive", None),
        ("/api/boards", None),
    ]
    while time.monotonic() < end:
        path, body = asks[number % len(asks)]
        number += 1
        with suppress(TimeoutError):
            client.get(path) if body is None else client.post(path, body)


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        longest = measure(Path(temporary), float(sys.argv[1]) if sys.argv[1:] else SECONDS)
    for kind, (took, what) in longest.items():
        print(f"{kind}: {1000 * took:.1f} ms in {what}")
    sys.exit(longest["cpu"][0] > MOST)
