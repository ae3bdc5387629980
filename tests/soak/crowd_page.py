"""How long a move takes until the server has confirmed it, with a crowd at the page and searches under way.

    python tests/soak/crowd_page.py [SECONDS]

Twenty visitors play, each a game of two, with a second or so between their turns; three more have positions analysed
one after the other. It ends with 1 if one of twenty confirmations takes longer than 100 ms: run it beside nothing.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from page_server import PageServer
from web_client import Client

from dueldoku import Position, solve
from dueldoku.game.boards import bundled_board

SECONDS = 60.0
VISITORS, SEARCHES = 20, 3
MOST = 0.1  # seconds for a confirmation, but for one of twenty
_BOARDS = "easy-2x2", "random-2x3", "random-3x3"
_PAUSE = 0.6, 1.4  # seconds between two turns of a game


class Visitor:
    """Plays games of two at one screen, and remembers how long each of their turns took."""

    def __init__(self, client: Client, number: int) -> None:
        self._client, self._number, self._chance = client, number, random.Random(number)
        self.took: list[float] = []
        self._cookie = {"Cookie": "dueldoku_visitor=" + client.post("/api/visitors", {}).json()["visitor"]}

    def play(self, end: float) -> None:
        """Play until then."""
        while time.monotonic() < end:
            board = _BOARDS[self._number % len(_BOARDS)]
            begun = self._client.post("/api/games", {"board": board, "opponent": ""}, self._cookie)
            assert begun.status == 201, begun.text
            self._play_one(begun.json(), end)

    def _play_one(self, game: dict[str, object], end: float) -> None:
        key, tokens = game["key"], game["tokens"]
        assert isinstance(tokens, dict)
        while not game["over"] and time.monotonic() < end:
            time.sleep(self._chance.uniform(*_PAUSE))
            grid = Position.parse(str(game["position"])).grid
            solution = solve(grid).solution
            assert solution
            cell = self._chance.choice(grid.holes)
            move = str(grid.geometry.move(cell, solution[cell]))
            turn = {"token": tokens[str(game["turn"])], "move": move, "version": game["version"]}
            began = time.monotonic()
            answer = self._client.post(f"/api/games/{key}/moves", turn, self._cookie)
            self.took.append(time.monotonic() - began)
            assert answer.status in (200, 409), answer.text  # the digit of another solution may be taboo
            game = self._client.get(f"/api/games/{key}").json()


def search(client: Client, end: float) -> None:
    """Have positions analysed, one after the other."""
    cookie = {"Cookie": "dueldoku_visitor=" + client.post("/api/visitors", {}).json()["visitor"]}
    grid = bundled_board("random-3x3").grid
    clues = [cell for cell, digit in enumerate(grid) if digit]
    while time.monotonic() < end:
        fewer = grid.with_value(random.choice(clues), 0).with_value(random.choice(clues), 0)  # none is remembered
        client.post("/api/analyse", {"position": str(fewer), "seconds": 1.0}, cookie)


def measure(server: PageServer, seconds: float) -> list[float]:
    """How long each confirmation took, the shortest first."""
    client, end = Client(server.port), time.monotonic() + seconds
    visitors = [Visitor(client, number) for number in range(VISITORS)]
    threads = [threading.Thread(target=visitor.play, args=(end,)) for visitor in visitors]
    threads += [threading.Thread(target=search, args=(client, end)) for _ in range(SEARCHES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(took for visitor in visitors for took in visitor.took)


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        server = PageServer(Path(temporary) / "games.db")
        try:
            Client(server.port).post("/api/analyse", {"position": "12.4.4.221.3...1", "seconds": 0.1})  # it has loaded
            before = server.computed()
            took = measure(server, float(sys.argv[1]) if sys.argv[1:] else SECONDS)
            computed = server.computed() - before
        finally:
            server.stop()
    p95 = took[len(took) * 95 // 100]
    print(f"{len(took)} confirmations: median {1000 * took[len(took) // 2]:.0f} ms, p95 {1000 * p95:.0f} ms,")
    print(f"at most {1000 * took[-1]:.0f} ms; the page and its searches computed {computed:.0f} s")
    sys.exit(p95 > MOST)
