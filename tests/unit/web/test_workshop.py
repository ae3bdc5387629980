"""Agents of one's own on the page: listed, tried, loaded anew when they change, broken ones with their error."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from dueldoku import Game, Move
from dueldoku.arena.archive import Archive
from dueldoku.arena.hosting.host import Host
from dueldoku.errors import ArenaFault, UnknownName
from dueldoku.web import narration
from dueldoku.web.duel import Duel
from dueldoku.web.hosts import Hosts
from dueldoku.web.lobby import UNRATED, GameWish, Lobby
from dueldoku.web.workers import PageWorkers
from dueldoku.web.workshop import Workshop

ME, SMALL = "visitor-number-one", "12.4.4.221.3...1"
NATIVE = """from dueldoku import Agent

class Mine(Agent):
    def think(self, game, task):
        print("I see <b>", len(game.start.past), "</b>")
        task.report({"depth": VERSION, "nodes": 1234567, "no name": 1, "value": float("nan"), "score": -2.5})
        bombs = set(game.bombs())
        task.propose(next(move for move in game.legal_moves() if move not in bombs))
"""
COURSE = """from competitive_sudoku.sudokuai import SudokuAI as Base
from competitive_sudoku.sudoku import Move

class SudokuAI(Base):
    def compute_best_move(self, state):
        print("of the course")
"""


def write(folder: Path, version: int = 1) -> Path:
    """A folder with four agents, two of them broken."""
    for name, code in {
        "mine/agent.py": NATIVE.replace("VERSION", str(version)),
        "team7/sudokuai.py": COURSE,
        "broken.py": "def (:\n",
        "nothing/readme.txt": "no agent",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(code)
    return folder


def with_workshop(folder: Path, act: Callable[[Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        workers, hosts, workshop = PageWorkers(1), Hosts(), Workshop(folder / "agents")
        lobby = Lobby(folder / "games.db", workers, hosts, workshop)
        try:
            await act(lobby)
        finally:
            for service in (workers, hosts, lobby, workshop):
                service.close()

    asyncio.run(run())


def legal_move(duel: Duel) -> Move:
    game = Game(duel.game.position())
    bombs = set(game.bombs())
    return next(move for move in game.legal_moves() if move not in bombs)


async def until_mine(duel: Duel) -> None:
    while duel.is_thinking and not duel.trouble:
        await asyncio.sleep(0.02)


def test_agents_are_listed_and_broken_ones_with_their_error(tmp_path: Path) -> None:
    write(tmp_path / "agents")
    with ZipFile(tmp_path / "agents" / "packed.zip", "w") as packed:
        packed.writestr("packed/sudokuai.py", COURSE + "# another")

    async def act(lobby: Lobby) -> None:
        workshop = lobby.workshop
        await workshop.look()
        assert sorted(workshop.agents) == ["mine", "packed", "team7"]
        assert workshop.broken["nothing"] == "expected a folder with a sudokuai.py or an agent.py, got only readme.txt"
        assert workshop.broken["broken"].startswith("it does not start: SyntaxError in agents/broken.py:1")
        assert not any("\n" in why for why in workshop.broken.values())
        for name, why in (("broken", "is broken"), ("../mine", "there is no agent"), ("sensei", "there is no agent")):
            with pytest.raises(UnknownName, match=why):
                await lobby.begin(GameWish(f"own:{name}", SMALL), ME)
        (tmp_path / "agents" / "broken.py").write_text(NATIVE.replace("VERSION", "3"))
        await workshop.look()
        assert "broken" in workshop.agents

    with_workshop(tmp_path, act)


def test_an_agent_is_tried_again_when_the_machine_was_to_blame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "agents")

    def fail(host: Host) -> None:
        raise ArenaFault("the machine is too busy", 1)

    async def act(lobby: Lobby) -> None:
        with monkeypatch.context() as busy:
            busy.setattr(Host, "start", fail)
            await lobby.workshop.look()
            assert lobby.workshop.broken["mine"] == "the machine is too busy"
        await lobby.workshop.look()
        assert "mine" in lobby.workshop.agents

    with_workshop(tmp_path, act)


def test_a_folder_may_be_the_agent_itself_or_have_only_one(tmp_path: Path) -> None:
    for number, place in enumerate(("agents", "agents/one")):
        (tmp_path / str(number) / place).mkdir(parents=True)
        (tmp_path / str(number) / place / "agent.py").write_text(NATIVE.replace("VERSION", "1"))

        async def act(lobby: Lobby, name: str = place.rpartition("/")[2]) -> None:
            assert (await lobby.workshop.get(name)).kind == "file"

        with_workshop(tmp_path / str(number), act)


def test_an_agent_is_loaded_anew_within_a_game_and_what_it_said_is_kept(tmp_path: Path) -> None:
    folder = write(tmp_path / "agents")
    keys: list[str] = []

    async def play(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish("own:mine", "random-2x3", seat=2), ME)
        keys.append(duel.key)
        assert not duel.rated
        await until_mine(duel)
        said = duel.thoughts()
        assert said.output == {1: "I see <b> 0 </b>"}
        assert said.report[1].pop("seconds") > 0
        assert said.report[1] == {"depth": 1, "nodes": 1234567, "score": -2.5}
        write(folder, 2)
        os.utime(folder / "mine/agent.py", ns=(1, 1))  # even if the clock stands still
        await duel.move(2, legal_move(duel), duel.version)
        await until_mine(duel)
        assert duel.thoughts().report[3]["depth"] == 2

    async def go_on(lobby: Lobby) -> None:
        duel = lobby.get(keys[0])
        assert duel.thoughts().report[1]["depth"] == 1
        (folder / "mine/agent.py").unlink()
        await duel.move(2, legal_move(duel), duel.version)
        await until_mine(duel)
        assert "mine cannot go on: mine is broken: expected a folder with" in duel.trouble
        write(folder, 4)
        duel = lobby.get(keys[0])  # whoever looks again has it asked again
        while len(duel.thoughts().report) < 3:
            await asyncio.sleep(0.02)
        await duel.resign(2)
        while duel.number <= 0:
            await asyncio.sleep(0.02)
        with Archive(lobby.archive) as archive:
            assert archive.games()[0].tournament == UNRATED
            record = archive.record(duel.number)
            assert [record.report[turn]["depth"] for turn in (1, 3, 5)] == [1, 2, 4]
            assert record.output[1] == "I see <b> 0 </b>"

    with_workshop(tmp_path, play)
    with_workshop(tmp_path, go_on)


def test_an_agent_that_loads_says_so_and_does_not_count_it_as_thinking(tmp_path: Path) -> None:
    slow = tmp_path / "agents/slow"
    slow.mkdir(parents=True)
    (slow / "agent.py").write_text("import time\n\ntime.sleep(1.5)\n" + NATIVE.replace("VERSION", "1"))

    async def act(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish("own:slow", SMALL, seat=2, seconds=1.0), ME)
        told = set[str]()
        while duel.is_thinking and not duel.trouble:
            told |= set(re.findall("is being loaded|thinks", narration.players(duel)))
            await asyncio.sleep(0.02)
        assert "is being loaded" in told
        assert duel.game.history
        assert duel.game.history[0].player == 1
        assert duel.seconds_of(1) < 1.0

    with_workshop(tmp_path, act)
