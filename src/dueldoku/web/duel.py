"""A game on the page: two seats, the turns as they are taken, and whoever looks on.

All of it happens in the page's one thread; what has to be worked out goes to the desk, agents think in their cages.
A turn names the version of the game that it belongs to, so that a second tab, a late click or a repeated request
cannot take a turn twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.referee import loss_reason
from dueldoku.board.move import Move
from dueldoku.duel.record import GameRecord, RecordedTurn
from dueldoku.duel.turn import Ruling
from dueldoku.errors import ArenaFault, DueldokuError, Overdue, RulesError, TurnError
from dueldoku.web import jobs
from dueldoku.web.hosts import Hosts
from dueldoku.web.told import ToldGame, retell
from dueldoku.web.workers import Workers

_TRIES = 3  # how often an agent is asked again when the machine, not the agent, failed


@dataclass
class Seat:
    """Who sits there: an agent, or whoever owns the seat. ``token`` lets a program move, or a guest sit down."""

    name: str
    agent: Entrant | None = None
    owner: str = ""  # the visitor; empty while nobody has sat down
    token: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    @property
    def is_free(self) -> bool:
        """Whether somebody may still sit down."""
        return self.agent is None and not self.owner


class Duel:
    """One game. ``on_turn`` is called when something has changed: to keep the game, and to file it when it is over."""

    def __init__(
        self,
        game: ToldGame,
        seats: tuple[Seat, Seat],
        *,
        desk: Workers,
        hosts: Hosts,
        on_turn: Callable[[Duel], None],
        board: str,
        seconds: float,
        seed: int,
        key: str = "",
    ) -> None:
        self.key = key or secrets.token_hex(5)
        self.game, self.seats, self.board, self.seconds, self.seed = game, seats, board, seconds, seed
        self.spent = [0.0, 0.0]
        self.rated = True
        self.number = 0  # in the archive, once it is there
        self.trouble = ""  # why an agent cannot go on, in a sentence
        self.fault = ""  # why the loser lost, if not by points
        self.rematch = ""  # the key of the game that follows
        self.watchers: set[Callable[[], None]] = set()
        self.touched = time.time()
        self._clock = time.monotonic()  # when the turn under way began
        self._desk, self._hosts, self._on_turn = desk, hosts, on_turn
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
        for player, seat in enumerate(self.seats, 1):
            if seat.agent is None and secrets.compare_digest(seat.token.encode(), token.encode()):
                return player
        return None

    def seconds_of(self, player: int) -> float:
        """What the player has spent so far, the turn under way included."""
        running = not self.is_over and self.game.turn == player and bool(self.game.history or self.spent[player - 1])
        return self.spent[player - 1] + (time.monotonic() - self._clock if running else 0.0)

    def record(self) -> GameRecord:
        """The game so far."""
        limit = f"{self.seconds:g} s"
        return self.game.record(self.names, board=self.board, limit=limit, seed=str(self.seed))

    @property
    def can_take_back(self) -> bool:
        """Whether there is a turn to take back, and nobody else to be asked about it."""
        people = {seat.owner for seat in self.seats if seat.agent is None}
        mine = any(self.seats[turn.player - 1].agent is None for turn in self.game.history)
        return mine and len(people) == 1 and not self.is_thinking and not self.is_over

    # -- playing -----------------------------------------------------------------------------------------------------

    async def move(self, player: int, move: Move, version: int) -> RecordedTurn:
        """Take a turn for a person or a program. Raises TurnError if it is late, RulesError if it is an offence."""
        async with self._lock:
            self._check_turn(player, version)
            ruling, points, why = await self._desk.quick(jobs.judge, str(self.game.position()), str(move))
            if Ruling(ruling).loses:
                raise RulesError(why)
            turn = RecordedTurn(player, move, ruling, points)
            self._take(turn, time.monotonic() - self._clock)
        self.wake()
        return turn

    async def resign(self, player: int) -> None:
        """Give up. Raises TurnError if the game is over."""
        async with self._lock:
            if self.is_over:
                raise TurnError("the game is over")
            if self.game.turn != player:
                raise TurnError("one can resign only when it is one's turn")
            self.fault = "resigned"
            self._take(RecordedTurn(player, None, str(Ruling.NOTHING)), time.monotonic() - self._clock)
        self.wake()

    async def take_back(self) -> None:
        """Take back the last turn of a person, and what followed it. From then on the game is not rated."""
        async with self._lock:
            if not self.can_take_back:
                raise TurnError("there is nothing to take back now")
            self.game.pop()
            while self.game.history and self.seats[self.game.turn - 1].agent:
                self.game.pop()
            self.rated, self.fault, self._clock = False, "", time.monotonic()
            self._tell()
        self.wake()

    def sit_down(self, visitor: str, token: str, name: str = "") -> bool:
        """Take the free seat that the token is for."""
        for seat in self.seats:
            if seat.is_free and secrets.compare_digest(seat.token.encode(), token.encode()):
                seat.owner = visitor
                seat.name = name or seat.name
                self._tell()
                return True
        return False

    def follow_up(self, key: str) -> None:
        """Tell both players of the game that follows."""
        self.rematch = key
        self._tell()

    def wake(self) -> None:
        """Let an agent think if it is its turn; after a restart, too."""
        if self.is_thinking and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.get_running_loop().create_task(self._let_think())

    async def _let_think(self) -> None:
        tries = 0
        while self.is_thinking:
            player, version = self.game.turn, self.version
            agent = self.seats[player - 1].agent
            assert agent
            try:
                answer = await self._hosts.ask(self.key, player, agent, self.game, self.seconds, self.seed)
                ruling, points = await self._judge(answer.move)
            except (ArenaFault, Overdue) as error:
                tries += 1
                if tries < _TRIES:
                    continue
                self.trouble = f"{agent.name} cannot go on: {error}"
                self._tell()
                return
            async with self._lock:
                if self.version != version or self.is_over:
                    return
                self._take(RecordedTurn(player, answer.move, ruling, points), answer.seconds)
                self.fault = loss_reason(self.game.history[-1], answer)
                if self.fault:
                    self._tell()
        if self.is_over:
            await self._hosts.end(self.key)

    async def _judge(self, move: Move | None) -> tuple[str, int]:
        if move is None:
            return str(Ruling.NOTHING), 0
        ruling, points, _ = await self._desk.quick(jobs.judge, str(self.game.position()), str(move))
        return ruling, points

    def _check_turn(self, player: int, version: int) -> None:
        if self.is_over:
            raise TurnError("the game is over")
        if version != self.version:
            raise TurnError(f"the game has moved on: it is at turn {self.version}, the move was for turn {version}")
        if self.game.turn != player:
            raise TurnError("it is not your turn")

    def _take(self, turn: RecordedTurn, seconds: float) -> None:
        self.game.follow(turn)
        self.spent[turn.player - 1] += seconds
        self._clock = time.monotonic()
        self._tell()

    def _tell(self) -> None:
        self.touched = time.time()
        self._on_turn(self)
        for watcher in list(self.watchers):
            with contextlib.suppress(RuntimeError):  # a tab that was closed this moment
                watcher()

    # -- keeping -----------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Everything, to go on with after a restart."""
        return {
            "record": self.record().to_json(),
            "seats": [
                {
                    "name": seat.name,
                    "agent": seat.agent.name if seat.agent else "",
                    "owner": seat.owner,
                    "token": seat.token,
                }
                for seat in self.seats
            ],
            "spent": self.spent,
            "rated": self.rated,
            "number": self.number,
            "fault": self.fault,
            "board": self.board,
            "seconds": self.seconds,
            "seed": self.seed,
            "touched": self.touched,
        }

    @classmethod
    def from_json(
        cls, data: dict[str, Any], key: str, desk: Workers, hosts: Hosts, on_turn: Callable[[Duel], None]
    ) -> Duel:
        """Inverse of ``to_json``. Raises DueldokuError if the file is not what we wrote."""
        try:
            game = retell(GameRecord.from_json(data["record"]))
            one, two = (
                Seat(seat["name"], resolve(seat["agent"]) if seat["agent"] else None, seat["owner"], seat["token"])
                for seat in data["seats"]
            )
            kept = {name: data[name] for name in ("board", "seconds", "seed")}
            duel = cls(game, (one, two), desk=desk, hosts=hosts, on_turn=on_turn, key=key, **kept)
            duel.spent, duel.rated, duel.number = list(data["spent"]), data["rated"], max(0, data["number"])
            duel.fault, duel.touched = data["fault"], data["touched"]
        except (KeyError, TypeError, ValueError) as error:
            raise DueldokuError(f"game {key} cannot be read: {error}") from error
        return duel
