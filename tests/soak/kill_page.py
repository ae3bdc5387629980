"""The page is killed again and again while programs play on it: no answered turn is lost, no game filed twice.

python tests/soak/kill_page.py [KILLS [SEED]]

Runs with other seeds add up: each kills at other moments.
"""

from __future__ import annotations

import http.client
import random
import signal
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from page_server import PageServer, left_over
from web_client import Client

from dueldoku import Position, solve
from dueldoku.arena.archive import Archive

KILLS = 170
PLAYERS = 8
_BOARDS = "easy-2x2", "random-3x3"  # of which games end soon, and last


_known: set[str] = set()  # the games of which programs were told
_beginning = threading.Lock()


def _end_unknown(client: Client) -> None:
    """End the games that were begun when the page was killed, before it could tell: they count, too."""
    for game in client.get("/api/games").json():
        if not game["over"] and game["key"] not in _known:
            token = next(iter(game["tokens"].values()))
            assert client.post(f"/api/games/{game['key']}/end", {"token": token}).status == 200


class Program:
    """Plays both seats of a game, or one of them against an agent, and remembers every turn that was answered."""

    def __init__(self, client: Client, board: str, opponent: str) -> None:
        self.client, self.board, self.opponent = client, board, opponent
        self.answered: dict[str, dict[int, str]] = {}  # by game and version
        self.ended: set[str] = set()
        self.game: dict[str, Any] | None = None
        self.last = ""  # that the page said

    def play(self) -> None:
        """Play until the page is gone."""
        with suppress(OSError, http.client.HTTPException):
            while True:
                with suppress(TimeoutError):  # a busy machine takes its time; the page is still there
                    self._play_one()

    def _play_one(self) -> None:
        if self.game is None:
            with _beginning:
                wish = {"board": self.board, "opponent": self.opponent, "seconds": 0.1}
                begun = self.client.post("/api/games", wish)
                self.last = begun.text
                if begun.status == 429:
                    _end_unknown(self.client)
                    time.sleep(0.5)
                    return
                assert begun.status == 201, begun.text
                self.game = begun.json()
                _known.add(self.game["key"])
            self.answered[self.game["key"]] = {}
        key, tokens = self.game["key"], self.game["tokens"]
        now = self.client.get(f"/api/games/{key}").json()
        while not now["over"]:
            token = tokens.get(str(now["turn"]))
            if token:
                self._move(key, token, now)
            wait = 0 if len(tokens) == 2 else 5
            self.last = str(now)
            now = self.client.get(f"/api/games/{key}", after=now["version"], wait=wait).json()
        self.ended.add(key)
        self.game = None

    def _move(self, key: str, token: str, now: dict[str, Any]) -> None:
        grid = Position.parse(now["position"]).grid
        solution = solve(grid).solution  # anew: the agent may have turned to another one, where our digit was a bomb
        assert solution
        cell = list(grid).index(0)
        move = str(grid.geometry.move(cell, solution[cell]))
        asked = {"token": token, "move": move, "version": now["version"]}
        answer = self.client.post(f"/api/games/{key}/moves", asked)
        if answer.status == 200:
            self.answered[key][now["version"]] = move
        else:
            assert answer.status == 409, answer.text  # somebody was faster

    @property
    def turns(self) -> int:
        """How many turns were answered."""
        return sum(map(len, self.answered.values()))

    def lost(self) -> list[str]:
        """The answered turns that are not there any more."""
        gone = []
        for key, turns in self.answered.items():
            there = self.client.get(f"/api/games/{key}").json().get("turns", [])
            gone += [
                f"{key} turn {version}: {move}"
                for version, move in turns.items()
                if len(there) <= version or move not in there[version]
            ]
        return gone


def kill_again_and_again(folder: Path, kills: int, seed: int = 1) -> str:
    """Let programs play and kill the page so often; what was found. Raises AssertionError."""
    chance = random.Random(seed)
    server = PageServer(folder / "games.db", slow_disk=True)
    client, agents = Client(server.port), ["greedy_player", *[""] * (PLAYERS - 1)]
    programs = [Program(client, _BOARDS[number % 2], agent) for number, agent in enumerate(agents)]
    try:
        for number in range(1, kills + 1):
            _kill_once(server, programs, chance.uniform(0.0, 2.0))
            server.start()
            lost = [turn for program in programs for turn in program.lost()]
            assert not lost, f"kill {number}: {len(lost)} answered turns lost: {lost[:5]}"
            if number % 10 == 0:
                print(f"{number} kills, {sum(program.turns for program in programs)} answered turns", flush=True)
    finally:
        server.stop()
    ended = {key for program in programs for key in program.ended}
    with Archive(folder / "games.db") as archive:
        filed = Counter(game.pair for game in archive.games())
    twice = [key for key, times in filed.items() if times > 1]
    missing = sorted(ended - filed.keys())
    told = (
        f"{kills} kills; {sum(program.turns for program in programs)} answered turns, 0 lost;"
        f" {len(ended)} games ended, {len(missing)} not filed, {len(twice)} filed twice"
    )
    assert not (wrong := [*twice[:5], *missing[:5]]), f"{told}: {wrong}"
    return f"{told}; 0 processes left over"


def _kill_once(server: PageServer, programs: list[Program], seconds: float) -> None:
    """Kill the page so many seconds after everybody was answered once."""
    with ThreadPoolExecutor(len(programs)) as threads:
        playing = [threads.submit(program.play) for program in programs]
        try:
            _wait_until_busy(programs)
            time.sleep(seconds)
        finally:
            family = server.family()
            server.stop(signal.SIGKILL)
    for program in playing:
        program.result()  # raises what went wrong
    assert not (there := left_over(family, 20)), f"{len(there)} processes are left over"


def _wait_until_busy(programs: list[Program]) -> None:
    """Until a turn was answered to each; a page that was just started has to load its searches first."""
    before, end = [program.turns for program in programs], time.monotonic() + 600  # a busy machine takes its time
    while any(program.turns == then for program, then in zip(programs, before, strict=True)):
        waiting = [program.last for program, then in zip(programs, before, strict=True) if program.turns == then]
        assert time.monotonic() < end, f"the page answers no turns: {waiting}"
        time.sleep(0.01)


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        print(kill_again_and_again(Path(temporary), *map(int, sys.argv[1:] or [KILLS])))
