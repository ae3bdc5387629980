"""All games on the page: begun, found again, kept in files beside the archive, and filed in it when they are over.

A game under way is one small file, written anew after each turn, so that a restart or a crash costs nobody a turn.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from dueldoku.agents.registry import AGENTS
from dueldoku.arena.archive import Archive
from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.duel.position import Position
from dueldoku.errors import Busy, DueldokuError, RulesError, UnknownName
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.puzzles import PREFIX
from dueldoku.puzzles.recipe import Recipe
from dueldoku.web import jobs
from dueldoku.web.duel import Duel, Hosts, PageSeat
from dueldoku.web.workers import PageWorkers

RATED, UNRATED = "page", "page, unrated"  # the tournaments that games of people are filed under
SHORTEST, LONGEST = 0.05, 30.0  # seconds an agent may be given for a turn
MOST_OF_ONE = 12  # games that a visitor may have under way
MOST_IN_MEMORY = 400
_DAY = 86_400.0
_KEPT_DAYS = 60  # how long a game that nobody touches is kept
_log = logging.getLogger("dueldoku.web")


@dataclass(frozen=True)
class GameWish:
    """The game that somebody wants to play. ``opponent`` empty: another person."""

    opponent: str = ""
    board: str = "random-2x3"  # a bundled board, a recipe, or a board in any format
    rules: str = ""  # empty: those of the board
    seat: int = 1
    seconds: float = 1.0
    name: str = ""
    one_screen: bool = False  # both people at this screen


class Lobby:
    """The games by their keys."""

    def __init__(self, archive: Path, workers: PageWorkers, hosts: Hosts) -> None:
        self.archive, self.workers, self.hosts = archive, workers, hosts
        self.folder = archive.with_name(f"{archive.name}.open")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._duels: dict[str, Duel] = {}
        self._writer = ThreadPoolExecutor(1, "lobby")
        self._load_newest()

    # -- beginning ---------------------------------------------------------------------------------------------------

    async def begin(self, wish: GameWish, visitor: str) -> Duel:
        """A new game. Raises a DueldokuError that says what is wrong with the wish."""
        if len([duel for duel in self.of(visitor) if not duel.is_over]) >= MOST_OF_ONE:
            raise Busy(f"you have {MOST_OF_ONE} games under way: finish one of them first")
        if wish.seat not in (1, 2):
            raise RulesError(f"expected seat 1 or 2, got {wish.seat}")
        if not SHORTEST <= wish.seconds <= LONGEST:
            raise RulesError(f"expected {SHORTEST:g} to {LONGEST:g} seconds for a turn, got {wish.seconds:g}")
        opponent = opponent_of(wish.opponent) if wish.opponent else None
        board, start = await self._position(wish.board, visitor)
        seed = jobs.new_seed()
        game = Game(start, wish.rules or None, seed=seed)
        name, is_alone = clean_name(wish.name) or guest_name(visitor), wish.one_screen and not opponent
        mine = PageSeat(name, owner=visitor)
        other = PageSeat(opponent.name if opponent else f"{name}'s guest", opponent, visitor if is_alone else "")
        seats = (mine, other) if wish.seat == 1 else (other, mine)
        duel = Duel(game, seats, self, board, wish.seconds, seed, rated=not is_alone)
        self._remember(duel)
        self.keep(duel)
        duel.wake()
        return duel

    async def _position(self, board: str, caller: str) -> tuple[str, Position]:
        """The name and the position of a board: bundled, made by a recipe, or pasted in any format."""
        if re.fullmatch(r"[a-z-]+-[0-9]+x[0-9]+", board):
            name, text = board, str(bundled_board(board))
        elif board.startswith(PREFIX):
            recipe = Recipe.parse(board)
            if recipe.seed is None:
                recipe = replace(recipe, seed=jobs.new_seed())
            text = await self.workers.slow(caller, 20.0, jobs.make_board, recipe)
            name = f"{recipe.difficulty or 'new'} {recipe.size} #{recipe.seed}"
        else:
            name, text = "pasted", board
        return name, await self.workers.quick(jobs.read_start, text)

    # -- finding -----------------------------------------------------------------------------------------------------

    def get(self, key: str) -> Duel:
        """The game of this key. Raises UnknownName."""
        if key not in self._duels:
            self._load(key)
        duel = self._duels[key]
        duel.wake()
        return duel

    def _load(self, key: str) -> None:
        path = self.folder / f"{key}.json"
        if not re.fullmatch(r"[0-9a-f]{10}", key) or not path.is_file():
            raise UnknownName(f"there is no game {key!r}")
        try:
            duel = Duel.from_json(json.loads(path.read_text(encoding="utf-8")), key, self)
        except (DueldokuError, KeyError, TypeError, ValueError) as error:
            raise UnknownName(f"game {key} cannot be read: {error}") from error
        self._remember(duel)
        if duel.is_over and not duel.number:
            self.keep(duel)

    def of(self, visitor: str) -> list[Duel]:
        """The visitor's games that are in memory, newest first."""
        own = [duel for duel in self._duels.values() if duel.players_of(visitor)]
        return sorted(own, key=lambda duel: -duel.touched)

    # -- keeping -----------------------------------------------------------------------------------------------------

    def _remember(self, duel: Duel) -> None:
        self._duels[duel.key] = duel
        if len(self._duels) > MOST_IN_MEMORY:
            idle = [one for one in self._duels.values() if not one.watchers and not one.is_thinking and one is not duel]
            for one in sorted(idle, key=lambda one: one.touched)[: len(self._duels) - MOST_IN_MEMORY]:
                del self._duels[one.key]  # its file stays

    def keep(self, duel: Duel) -> None:
        """Write the game down, in order, without keeping the page waiting; file it when it is over."""
        self._writer.submit(self._write, duel.key, json.dumps(duel.to_json()))
        if duel.is_over and not duel.number:
            duel.number = -1  # on its way
            self._filing = asyncio.get_running_loop().create_task(self._file(duel))

    def _write(self, key: str, text: str) -> None:
        path = self.folder / f"{key}.json"
        new = path.with_suffix(".new")
        try:
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, path)
        except OSError as error:
            _log.warning("game %s could not be kept: %s", key, error)

    async def _file(self, duel: Duel) -> None:
        """Put a finished game into the archive."""
        level, loop = self.hosts.level_of(duel.key), asyncio.get_running_loop()
        try:
            duel.number = await loop.run_in_executor(self._writer, _store, self.archive, duel, level)
            duel.tell()
        except DueldokuError as error:
            duel.number = 0
            _log.warning("game %s could not be filed: %s", duel.key, error)

    def _load_newest(self) -> None:
        """After a restart, know the games again that people were at. No agent thinks before somebody looks.

        Those that nobody has touched for long are removed.
        """
        touched = {path: path.stat().st_mtime for path in self.folder.glob("*.json")}
        for number, path in enumerate(sorted(touched, key=lambda path: -touched[path])):
            if touched[path] < time.time() - _KEPT_DAYS * _DAY:
                path.unlink(missing_ok=True)
            elif number < MOST_IN_MEMORY // 2:
                try:
                    self._load(path.stem)
                except DueldokuError as error:
                    _log.warning("%s", error)

    def close(self) -> None:
        """Write what is still to be written."""
        self._writer.shutdown(wait=True)


def opponent_of(text: str) -> Entrant:
    """The bundled agent that is written ``text``. Raises UnknownName: nothing else may play here, no path either."""
    name = text.partition(":")[0]
    if name not in AGENTS:
        raise UnknownName(f"expected a bundled agent out of {', '.join(AGENTS)}, got {name!r}")
    return resolve(text)


def clean_name(name: str) -> str:
    """A name as it can be shown and stored; one that an agent has is told apart."""
    shown = " ".join("".join(letter for letter in name if letter.isprintable()).split())[:24].strip()
    return f"{shown} (a person)" if shown.partition(":")[0] in AGENTS else shown


def guest_name(visitor: str) -> str:
    """The name of a visitor who gave none."""
    return f"guest {hashlib.sha256(visitor.encode()).hexdigest()[:4]}"


def _store(archive: Path, duel: Duel, level: str) -> int:
    """Store a finished game; gives its number."""
    name = RATED if duel.rated and duel.names[0] != duel.names[1] else UNRATED
    settings = {"agents": {}, "boards": {}, "limits": [], "rounds": 1, "rules": None, "seed": 0, "gauntlet": None}
    with Archive(archive, write=True) as store:
        store.begin(name, settings)
        store.add(name, duel.referee.result(duel.task(), level))
        return max(game.number for game in store.games(name) if game.pair == duel.key)
