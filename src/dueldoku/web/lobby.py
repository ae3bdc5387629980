"""All games on the page: begun, found again, kept in files beside the archive, and filed in it when they are over.

A game under way is one small file, written anew with each turn before the turn is answered, so that a restart or a
crash costs nobody a turn. What is needed to find a game is also kept in memory, of every one; the games themselves only
as long as somebody is at them.
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
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from dueldoku.agents.registry import AGENTS
from dueldoku.arena.archive import Archive
from dueldoku.arena.entrant import NAMES_A_FILE, Entrant, bundled
from dueldoku.duel.position import Position
from dueldoku.errors import ArchiveError, Busy, DueldokuError, RulesError, TurnError, UnknownName
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.puzzles import PREFIX
from dueldoku.puzzles.recipe import Recipe
from dueldoku.web import jobs
from dueldoku.web.bucket import Buckets
from dueldoku.web.clock import GameClock
from dueldoku.web.duel import Duel
from dueldoku.web.hosts import Hosts
from dueldoku.web.presence import Presence
from dueldoku.web.seat import PageSeat
from dueldoku.web.workers import PageWorkers
from dueldoku.web.workshop import PREFIX as OWN
from dueldoku.web.workshop import Workshop

RATED, UNRATED = "page", "page, unrated"  # the tournaments that games of people are filed under
SHORTEST, LONGEST = 0.05, 30.0  # seconds an agent may be given for a turn
MOST_OF_ONE = 12  # games that a visitor may have under way
MOST_OF_PLACE = 480  # games that all at one address may have under way: forty visitors
MOST_IN_MEMORY = 400
MOST_KEPT = 20_000  # files
_AT_ONCE, _PER_SECOND = 80, 2.0  # games that all at one address may begin
_IDLE = 3600.0  # seconds after which a game does not count as under way any more; it can still be gone on with
_WRITERS = 4  # threads: a write waits for the disk, and each game has one under way at most
_DAY = 86_400.0
_KEPT_DAYS = 60  # how long a game that nobody touches is kept
_GONE = 60.0  # seconds after which a challenge is removed whose challenger went away; nobody sees it meanwhile
HALL = "hall"  # where challenges are read: whoever waits there is there
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
    clock: str = ""  # for people: minutes and seconds a turn, such as 5+3
    is_open: bool = False  # a challenge to everybody


class _Kept(NamedTuple):
    """What is known of every game, without its turns."""

    owners: tuple[str, ...]  # who have not left it
    place: str
    touched: float
    is_over: bool

    @property
    def is_under_way(self) -> bool:
        return not self.is_over and self.touched > time.time() - _IDLE


class Lobby:
    """The games by their keys."""

    def __init__(self, archive: Path, workers: PageWorkers, hosts: Hosts, workshop: Workshop | None = None) -> None:
        self.archive, self.workers, self.hosts = archive, workers, hosts
        self.workshop, self.presence = workshop or Workshop(), Presence()
        self.folder = folder_of(archive)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._duels: dict[str, Duel] = {}
        self._kept: dict[str, _Kept] = {}
        self._begun = Buckets(_AT_ONCE, _PER_SECOND)
        self._known_agents: dict[str, None] = {}  # that were built, the newest last
        self._writers = ThreadPoolExecutor(_WRITERS, "lobby")
        self._filer = ThreadPoolExecutor(1, "filing")  # the archive may have another writer, who is waited for
        self._filing: set[asyncio.Task[None]] = set()
        self._find_all()

    # -- beginning ---------------------------------------------------------------------------------------------------

    async def begin(self, wish: GameWish, visitor: str, place: str = "") -> Duel:
        """A new game, which is on disk when it is answered. Raises a DueldokuError that says what is wrong with it."""
        self._check_room(visitor, place)
        if wish.seat not in (1, 2):
            raise RulesError(f"expected seat 1 or 2, got {wish.seat}")
        if not SHORTEST <= wish.seconds <= LONGEST:
            raise RulesError(f"expected {SHORTEST:g} to {LONGEST:g} seconds for a turn, got {wish.seconds:g}")
        clock = GameClock.parse(wish.clock)
        if wish.opponent and (clock or wish.is_open):
            raise RulesError("expected a clock or a challenge only between people: an agent has its time for a turn")
        opponent = await self.opponent(wish.opponent, visitor) if wish.opponent else None
        board, start = await self._position(wish.board, visitor)
        seed = jobs.new_seed()
        game = Game(start, wish.rules or None, seed=seed)
        name, is_alone = clean_name(wish.name) or guest_name(visitor), wish.one_screen and not opponent
        mine = PageSeat(name, owner=visitor)
        other = PageSeat(opponent.name if opponent else f"{name}'s guest", opponent, visitor if is_alone else "")
        seats = (mine, other) if wish.seat == 1 else (other, mine)
        rated = not is_alone and not wish.opponent.startswith(OWN)  # one that may change has no rating
        duel = Duel(game, seats, self, board, wish.seconds, seed, rated=rated, place=place)
        duel.clock, duel.is_open = clock, wish.is_open and not is_alone
        self._check_room(visitor, place)  # others may have begun meanwhile
        self._begun.take(place)
        self.note(duel)
        try:
            await self.keep(duel, json.dumps(duel.to_json()))
        except ArchiveError:
            self.remove(duel.key)
            raise
        self._remember(duel)
        duel.wake()
        return duel

    def _check_room(self, visitor: str, place: str) -> None:
        """Raise Busy if the visitor, everybody at the same address, or the page has too many games."""
        if not visitor:
            raise Busy("too many new visitors come from your address: try again in a minute")
        if sum(visitor in kept.owners and kept.is_under_way for kept in self._kept.values()) >= MOST_OF_ONE:
            raise Busy(f"you have {MOST_OF_ONE} games under way: finish or leave one of them first")
        if sum(kept.place == place and kept.is_under_way for kept in self._kept.values()) >= MOST_OF_PLACE:
            raise Busy(f"{MOST_OF_PLACE} games are under way from your address: finish or leave one of them first")
        if not self._begun.has(place):
            raise Busy("many games were begun from your address just now: try again in a moment")
        if len(self._kept) >= MOST_KEPT:
            oldest = min(self._kept, key=lambda key: (self._kept[key].is_under_way, self._kept[key].touched))
            if self._kept[oldest].is_under_way:
                raise Busy(f"{MOST_KEPT} games are under way: try again later")
            self.remove(oldest)

    async def opponent(self, text: str, visitor: str) -> Entrant:
        """The bundled agent that is written ``text``, or one of our own folder. Raises UnknownName: no path is taken.

        A bundled one is built once, to try its options and to have it compiled before many games start it at the same
        time: in a process of its own, one agent after the other.
        """
        if text.startswith(OWN):
            return await self.workshop.get(text.removeprefix(OWN))
        entrant = bundled(text)
        if NAMES_A_FILE in dict(entrant.options):  # whoever visits the page has none of our files read
            raise UnknownName(f"expected an agent of the page, which reads no files, got the option {NAMES_A_FILE!r}")
        if text not in self._known_agents:
            await self.workers.build(visitor, jobs.try_agent, text)
            self._known_agents[text] = None
            if len(self._known_agents) > MOST_IN_MEMORY:
                del self._known_agents[next(iter(self._known_agents))]
        return entrant

    async def _position(self, board: str, caller: str) -> tuple[str, Position]:
        """The name and the position of a board: bundled, made by a recipe, or pasted in any format."""
        if re.fullmatch(r"[a-z-]+-[0-9]+x[0-9]+", board):
            return board, await self.workers.quick(jobs.read_start, str(bundled_board(board)))
        if not board.startswith(PREFIX):
            return "pasted", await self.workers.build(caller, jobs.read_start, board)
        recipe = Recipe.parse(board)
        if recipe.seed is None:
            recipe = replace(recipe, seed=jobs.new_seed())
        text = await self.workers.slow(caller, 20.0, jobs.make_board, recipe)
        name = f"{recipe.difficulty or 'new'} {recipe.size} #{recipe.seed}"
        return name, await self.workers.quick(jobs.read_start, text)

    # -- finding -----------------------------------------------------------------------------------------------------

    def get(self, key: str) -> Duel:
        """The game of this key. Raises UnknownName."""
        if key not in self._duels:
            self._load(key)
        duel = self._duels[key]
        duel.wake()
        self.note(duel)
        return duel

    def _load(self, key: str) -> None:
        if not re.fullmatch(r"[0-9a-f]{10}", key) or not self._path(key).is_file():
            raise UnknownName(f"there is no game {key!r}")
        try:
            duel = Duel.from_json(json.loads(self._path(key).read_text(encoding="utf-8")), key, self)
        except (DueldokuError, OSError, KeyError, TypeError, ValueError) as error:
            raise UnknownName(f"game {key} cannot be read: {error}") from error
        self._remember(duel)

    async def of(self, visitor: str, most: int = 50) -> list[Duel]:
        """The visitor's games, those under way first, then the newest; but for those that the visitor has left."""
        own = [key for key, kept in self._kept.items() if visitor in kept.owners]
        found = []
        for key in sorted(own, key=lambda key: (self._kept[key].is_over, -self._kept[key].touched))[:most]:
            with suppress(UnknownName):
                found.append(self.get(key))
            await asyncio.sleep(0)  # a large game takes a while to load: let others be answered in between
        return found

    # -- meeting -----------------------------------------------------------------------------------------------------

    def challenges(self) -> list[Duel]:
        """The games that anybody may join, the oldest first. Whoever waits is at the game, or where challenges are."""
        return [duel for duel in self._duels.values() if duel.is_open and duel.is_waiting and not self._away(duel)]

    async def take(self, key: str, visitor: str, name: str) -> Duel:
        """Take somebody's challenge. Raises TurnError if it is gone."""
        duel = next((one for one in self.challenges() if one.key == key and not one.players_of(visitor)), None)
        token = next((seat.token for seat in duel.seats if seat.is_free), "") if duel else ""
        if not duel or not await duel.sit_down(visitor, token, clean_name(name)):
            raise TurnError("this challenge is gone: somebody took it, or it was withdrawn")
        return duel

    async def withdraw(self, duel: Duel) -> None:
        """Remove a game that nobody has joined. Raises TurnError if somebody has."""
        async with duel.lock:
            if not duel.is_waiting:
                raise TurnError("somebody has joined: the game is on")
            self.remove(duel.key)

    def under_way(self) -> list[Duel]:
        """The games that somebody plays now, each with a player who is there; the oldest first."""
        return [
            duel
            for duel in self._duels.values()
            if not duel.is_over
            and not duel.is_waiting
            and any(self.presence.away(seat.owner, duel.key) == 0 for seat in duel.seats if seat.owner)
        ]

    def _away(self, duel: Duel) -> float:
        """For how many seconds nobody of a game has been there."""
        aways = (
            self.presence.away(seat.owner, where) for seat in duel.seats if seat.owner for where in (duel.key, HALL)
        )
        return min((away for away in aways if away is not None), default=duel.rest)

    async def sweep(self) -> None:
        """Again and again, remove the challenges of those who went away."""
        while True:
            await asyncio.sleep(_GONE / 4)
            self.drop_challenges()

    def drop_challenges(self) -> None:
        """Remove the challenges of those who went away."""
        for duel in list(self._duels.values()):
            if duel.is_open and duel.is_waiting and not duel.lock.locked() and self._away(duel) > _GONE:
                self.remove(duel.key)

    # -- keeping -----------------------------------------------------------------------------------------------------

    def _remember(self, duel: Duel) -> None:
        self._duels[duel.key] = duel
        if len(self._duels) > MOST_IN_MEMORY:
            idle = [one for one in self._duels.values() if one.is_idle and one is not duel]
            for one in sorted(idle, key=lambda one: one.touched)[: len(self._duels) - MOST_IN_MEMORY]:
                del self._duels[one.key]  # its file stays

    def note(self, duel: Duel) -> None:
        """Know the game as it is now; file it if it is over."""
        owners = tuple(seat.owner for seat in duel.seats if seat.owner and not seat.left)
        self._kept[duel.key] = _Kept(owners, duel.place, duel.touched, duel.is_over)
        if duel.is_over and not duel.number:
            duel.number = -1  # on its way
            filing = asyncio.get_running_loop().create_task(self._file(duel, self.hosts.level_of(duel.key)))
            self._filing.add(filing)
            filing.add_done_callback(self._filing.discard)

    async def keep(self, duel: Duel, text: str) -> None:
        """Write the game down as this text; it is on disk when this returns. Raises ArchiveError."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._writers, write_for_good, self._path(duel.key), text)
        except OSError as error:
            raise ArchiveError(f"the game could not be kept, so nothing was done: {error.strerror or error}") from error

    def remove(self, key: str) -> None:
        """Forget a game."""
        self._duels.pop(key, None)
        self._kept.pop(key, None)
        self._path(key).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    async def _file(self, duel: Duel, level: str) -> None:
        """Put a finished game into the archive."""
        loop = asyncio.get_running_loop()
        try:
            number = await loop.run_in_executor(self._filer, _store, self.archive, duel, level)
            await duel.set_number(number)
        except DueldokuError as error:
            duel.number = max(0, duel.number)  # whoever looks at it next has it filed
            _log.warning("game %s could not be filed: %s", duel.key, error)

    def _find_all(self) -> None:
        """After a restart, know the games again. No agent thinks before somebody looks.

        Those that nobody has touched for long are removed, and the oldest of too many; what was not filed is.
        """
        for path in self.folder.glob("*.new"):
            path.unlink(missing_ok=True)  # a write that a crash cut off
        touched = {path: path.stat().st_mtime for path in self.folder.glob("*.json")}
        for number, path in enumerate(sorted(touched, key=lambda path: -touched[path])):
            if touched[path] < time.time() - _KEPT_DAYS * _DAY or number >= MOST_KEPT:
                path.unlink(missing_ok=True)
                continue
            try:
                self._find(path.stem, json.loads(path.read_text(encoding="utf-8")))
            except (DueldokuError, OSError, KeyError, TypeError, ValueError) as error:
                _log.warning("game %s cannot be read: %s", path.stem, error)

    def _find(self, key: str, data: dict[str, Any]) -> None:
        owners = tuple(seat["owner"] for seat in data["seats"] if seat["owner"] and not seat.get("left"))
        is_over = bool(data["reason"] if "reason" in data else data["fault"])
        self._kept[key] = _Kept(owners, data.get("place", ""), data["touched"], is_over)
        if is_over and data["number"] <= 0:
            self.get(key)

    def close(self) -> None:
        """Write what is still to be written."""
        self._writers.shutdown(wait=True)
        self._filer.shutdown(wait=True)


def folder_of(archive: Path) -> Path:
    """Where the games are kept that are played into this archive, and what else the page has to know again."""
    return archive.with_name(f"{archive.name}.open")


def clean_name(name: str) -> str:
    """A name as it can be shown and stored; one that an agent has is told apart."""
    shown = " ".join("".join(letter for letter in name if letter.isprintable()).split())[:24].strip()
    return f"{shown} (a person)" if shown.partition(":")[0] in AGENTS else shown


def guest_name(visitor: str) -> str:
    """The name of a visitor who gave none."""
    return f"guest {hashlib.sha256(visitor.encode()).hexdigest()[:4]}"


def write_for_good(path: Path, text: str) -> None:
    """Put the text in the file's place for good: not even a power cut takes it back. Raises OSError."""
    new = path.with_suffix(".new")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _store(archive: Path, duel: Duel, level: str) -> int:
    """Store a finished game; gives its number."""
    name = RATED if duel.rated and duel.names[0] != duel.names[1] else UNRATED
    settings = {"agents": {}, "boards": {}, "limits": [], "rounds": 1, "rules": None, "seed": 0, "gauntlet": None}
    task = duel.task()
    with Archive(archive, write=True) as store:
        store.begin(name, settings)
        store.add(name, duel.referee.result(task, level))
        return store.number(name, task.key)
