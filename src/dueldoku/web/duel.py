"""A game on the page: two players, the referee between them, and whoever looks on.

All of it happens in the page's one thread; what has to be worked out goes to the workers, and agents think in their
cages. So nobody waits in a loop: the referee takes each answer when it is there, and then the next agent is asked.
A turn names the version of the game that it belongs to, so that a second tab, a late click or a repeated request
cannot take a turn twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant, person, resolve
from dueldoku.arena.hosting.cage import LEVELS
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.referee import Played, Referee
from dueldoku.arena.seat import Answer
from dueldoku.arena.task import GameTask
from dueldoku.board.move import Move
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Judgement, Reason, Turn
from dueldoku.errors import AgentFault, ArenaFault, Overdue, RulesError, TurnError
from dueldoku.game.game import Game, follow
from dueldoku.web import jobs

if TYPE_CHECKING:
    from dueldoku.web.lobby import Lobby

MOST_ALIVE = 24  # agents
_SWEEP_SECONDS = 30.0
_IDLE_SECONDS = 180.0  # after which an agent whose opponent thinks long is ended; it is started again for its turn
_KEPT = ("board", "seconds", "seed", "rated", "number", "touched")  # as they are
_TRIES = 3  # how often an agent is asked again when the machine, not the agent, failed


@dataclass
class PageSeat:
    """Who sits there: an agent, or whoever owns the seat. ``token`` lets a program move, or a guest sit down."""

    name: str
    agent: Entrant | None = None
    owner: str = ""  # the visitor; empty while nobody has sat down
    token: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    def to_json(self) -> dict[str, str]:
        """The seat as it is kept: the agent by its name."""
        return vars(self) | {"agent": self.agent.name if self.agent else ""}

    @classmethod
    def from_json(cls, data: dict[str, str]) -> PageSeat:
        """Inverse of ``to_json``."""
        return cls(data["name"], resolve(data["agent"]) if data["agent"] else None, data["owner"], data["token"])

    @property
    def is_free(self) -> bool:
        """Whether somebody may still sit down."""
        return self.agent is None and not self.owner


@dataclass(eq=False)
class Duel:
    """One game. The lobby is told when something has changed: it keeps the game, and files it when it is over."""

    game: Game
    seats: tuple[PageSeat, PageSeat]
    lobby: Lobby
    board: str
    seconds: float  # that an agent has for a turn
    seed: int
    rated: bool
    key: str = field(default_factory=lambda: secrets.token_hex(5))
    number: int = 0  # in the archive, once it is there
    touched: float = field(default_factory=time.time)
    trouble: str = ""  # why an agent cannot go on, in a sentence
    rematch: str = ""  # the key of the game that follows

    def __post_init__(self) -> None:
        self.referee = Referee(self.game, [lambda referee: self.tell()])
        self.watchers: set[Callable[[], None]] = set()
        self._clock = time.monotonic()  # when the turn under way began
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None

    # -- asking ------------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many turns were taken."""
        return len(self.game.history)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over()

    @property
    def is_thinking(self) -> bool:
        """Whether an agent is to move."""
        return not self.is_over and self.seats[self.game.turn - 1].agent is not None

    @property
    def names(self) -> tuple[str, str]:
        """The players' names."""
        return self.seats[0].name, self.seats[1].name

    def players_of(self, visitor: str) -> list[int]:
        """The seats of a visitor: 1, 2, both or none."""
        return [player for player, seat in enumerate(self.seats, 1) if seat.owner and seat.owner == visitor]

    def player_with(self, token: str) -> int | None:
        """The seat that this token is for."""
        fits = (not seat.agent and secrets.compare_digest(seat.token.encode(), token.encode()) for seat in self.seats)
        return next((player for player, is_theirs in enumerate(fits, 1) if is_theirs), None)

    @property
    def reason(self) -> Reason | None:
        """Why the game ended; None while it goes on."""
        return self.referee.reason() if self.is_over else None

    def seconds_of(self, player: int) -> float:
        """What the player has spent so far, the turn under way included."""
        spent = self.referee.clocks[player - 1].seconds
        running = not self.is_over and self.game.turn == player and bool(self.game.history or spent)
        return spent + (time.monotonic() - self._clock if running else 0.0)

    def task(self) -> GameTask:
        """The game as one that the arena was asked for."""
        first, second = (seat.agent or person(seat.name) for seat in self.seats)
        limit = Limit(self.seconds)
        return GameTask(self.key, 1, self.board, str(self.game.start), (first, second), limit, self.seed)

    def record(self) -> GameRecord:
        """The game so far."""
        return self.game.record(self.names, **self.task().tags)

    @property
    def can_take_back(self) -> bool:
        """Whether there is a turn to take back, and nobody else to be asked about it."""
        people = {seat.owner for seat in self.seats if seat.agent is None}
        mine = any(self.seats[turn.player - 1].agent is None for turn in self.game.history)
        return mine and len(people) == 1 and not self.is_thinking and not self.is_over

    # -- playing -----------------------------------------------------------------------------------------------------

    async def move(self, player: int, move: Move, version: int) -> Turn:
        """Take a turn for a person or a program. Raises TurnError if it is late, RulesError if it is an offence."""
        async with self._lock:
            self._check_turn(player, version)
            judgement = await self._judge(move)
            if judgement.ruling.loses:
                raise RulesError(judgement.why)
            turn = self._take(Answer(move, seconds=time.monotonic() - self._clock, judgement=judgement))
        self.wake()
        return turn

    async def resign(self, player: int) -> None:
        """Give up. Raises TurnError if it is not the player's turn."""
        async with self._lock:
            self._check_turn(player, self.version)
            self._take(Answer(None, seconds=time.monotonic() - self._clock, resigns=True))
        self.wake()

    async def take_back(self) -> None:
        """Take back the last turn of a person, and what followed it. From then on the game is not rated."""
        async with self._lock:
            if not self.can_take_back:
                raise TurnError("there is nothing to take back now")
            people = [turn.player for turn in self.game.history if not self.seats[turn.player - 1].agent]
            self.rated, self._clock = False, time.monotonic()
            self.referee.take_back(people[-1])
        self.wake()

    def sit_down(self, visitor: str, token: str, name: str = "") -> bool:
        """Take the free seat that the token is for."""
        player = self.player_with(token)
        if player is None or not self.seats[player - 1].is_free:
            return False
        seat = self.seats[player - 1]
        seat.owner, seat.name = visitor, name or seat.name
        self.tell()
        return True

    def wake(self) -> None:
        """Let an agent think if it is its turn; after a restart, too."""
        if self.is_thinking and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.get_running_loop().create_task(self._let_think())

    async def _let_think(self) -> None:
        version, player = self.version, self.game.turn
        answer = await self._ask(player)
        async with self._lock:
            if answer is None or self.version != version or self.is_over:
                return
            self._take(answer)
        self._thinking = None
        if self.is_over:
            await self.lobby.hosts.end(self.key)
        self.wake()

    async def _ask(self, player: int) -> Answer | None:
        """What the agent proposes, judged; None if the machine fails again and again."""
        for tries in range(1, _TRIES + 1):
            try:
                answer = await self.lobby.hosts.ask(self.task(), player, self.game)
                return replace(answer, judgement=await self._judge(answer.move))
            except (ArenaFault, Overdue) as error:
                if tries == _TRIES:
                    self.trouble = f"{self.names[player - 1]} cannot go on: {error}"
                    self.tell()
        return None

    async def _judge(self, move: Move | None) -> Judgement:
        return await self.lobby.workers.quick(jobs.judge, self.game.position(), move)

    def _check_turn(self, player: int, version: int) -> None:
        if self.is_over:
            raise TurnError("the game is over")
        if version != self.version:
            raise TurnError(f"the game has moved on: it is at turn {self.version}, the move was for turn {version}")
        if self.game.turn != player:
            raise TurnError("it is not your turn")

    def _take(self, answer: Answer) -> Turn:
        self._clock = time.monotonic()
        return self.referee.take(answer).turn

    def tell(self) -> None:
        """Something has changed: have it kept, and shown to whoever looks on."""
        self.touched = time.time()
        self.lobby.keep(self)
        for watcher in list(self.watchers):
            with contextlib.suppress(RuntimeError):  # a tab that was closed this moment
                watcher()

    # -- keeping -----------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Everything, to go on with after a restart."""
        return {
            "record": self.record().to_json(),
            "seats": [seat.to_json() for seat in self.seats],
            "spent": [clock.seconds for clock in self.referee.clocks],
            "reason": self.reason or "",
            **{name: getattr(self, name) for name in _KEPT},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any], key: str, lobby: Lobby) -> Duel:
        """Inverse of ``to_json``. Raises DueldokuError, KeyError, TypeError or ValueError for what we did not write."""
        one, two = map(PageSeat.from_json, data["seats"])
        kept = {name: data[name] for name in _KEPT} | {"number": max(0, data["number"])}
        duel = cls(follow(GameRecord.from_json(data["record"])), (one, two), lobby, key=key, **kept)
        for clock, spent in zip(duel.referee.clocks, data["spent"], strict=True):
            clock.seconds = float(spent)
        reason = data["reason"] if "reason" in data else data["fault"]  # as the first version called it
        if reason and duel.game.history:  # what the arena knew about the last turn
            last = duel.game.history[-1]
            duel.referee.last = Played(last, Answer(last.move, Reason(reason)), "")
        return duel


@dataclass
class _Living:
    host: Host
    used: float
    busy: bool = False


class Hosts:
    """The agents by game and seat, each in its cage: so many alive and so many thinking at a time.

    One that was ended in between starts afresh: what it had saved is lost to it.
    """

    def __init__(self) -> None:
        self._living: dict[tuple[str, int], _Living] = {}
        self._threads = ThreadPoolExecutor(MOST_ALIVE, "host")
        self._cores = asyncio.Semaphore(max(1, os.cpu_count() or 1))

    async def ask(self, task: GameTask, player: int, game: Game) -> Answer:
        """The agent's answer in this position. Raises ArenaFault."""
        loop, place = asyncio.get_running_loop(), (task.pair, player)
        living = self._living.get(place)
        if living is None:
            await self._make_room()
            host = Host(task.agents[player - 1], player, seed=task.seed_of(player))
            living = self._living[place] = _Living(host, time.monotonic())
        living.busy = True
        try:
            await loop.run_in_executor(self._threads, _start, living.host)
            async with self._cores:  # so that its clock is fair
                return await loop.run_in_executor(self._threads, living.host.ask, game, task.limit)
        except BaseException:
            self._living.pop(place, None)
            self._threads.submit(living.host.close)
            raise
        finally:
            living.busy, living.used = False, time.monotonic()

    def level_of(self, key: str) -> str:
        """How well the agents of a game are caged: the least of the levels."""
        levels = [one.host.level for (game, _), one in self._living.items() if game == key]
        return max(levels, key=LEVELS.index, default="none")

    async def end(self, key: str) -> None:
        """End the agents of a game."""
        await self._close([place for place, one in self._living.items() if place[0] == key and not one.busy])

    async def sweep(self) -> None:
        """Again and again, end agents that were not asked for long."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            before = time.monotonic() - _IDLE_SECONDS
            await self._close([place for place, one in self._living.items() if not one.busy and one.used < before])

    async def _make_room(self) -> None:
        while len(self._living) >= MOST_ALIVE:
            idle = [place for place, one in self._living.items() if not one.busy]
            await self._close(sorted(idle, key=lambda place: self._living[place].used)[:1])
            if not idle:
                await asyncio.sleep(0.05)

    async def _close(self, places: list[tuple[str, int]]) -> None:
        for living in [self._living.pop(place) for place in places]:
            await asyncio.get_running_loop().run_in_executor(self._threads, living.host.close)

    def close(self) -> None:
        """End them all."""
        for living in self._living.values():
            living.host.close()
        self._living.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _start(host: Host) -> None:
    """Start the agent before it waits for a core: whatever goes wrong is its answer to come."""
    with contextlib.suppress(AgentFault):
        host.start()
