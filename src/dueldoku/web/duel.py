"""A game on the page: two players, the referee between them, and whoever looks on.

All of it happens in the page's one thread; what has to be worked out goes to the workers, and agents think in their
cages. So nobody waits in a loop: the referee takes each answer when it is there, and then the next agent is asked.
A turn names the version of the game that it belongs to, so that a second tab, a late click or a repeated request
cannot take a turn twice. Whatever changes is on disk before anybody is told of it: what was shown or answered once is
still there after a crash.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant, bundled, person
from dueldoku.arena.referee import Clock, Played, Referee
from dueldoku.arena.seat import Answer
from dueldoku.arena.task import GameTask
from dueldoku.board.move import Move
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Judgement, Reason, Turn
from dueldoku.errors import ArchiveError, ArenaFault, Overdue, RulesError, TurnError
from dueldoku.game.game import Game, follow
from dueldoku.web import jobs

if TYPE_CHECKING:
    from dueldoku.web.lobby import Lobby

_KEPT = ("board", "seconds", "seed", "rated", "number", "touched", "place")  # as they are
_LATER = {"place": ""}  # what the files of the first version do not have
_TRIES = 3  # how often an agent is asked again when the machine, not the agent, failed


@dataclass
class PageSeat:
    """Who sits there: an agent, or whoever owns the seat. ``token`` lets a program move, or a guest sit down."""

    name: str
    agent: Entrant | None = None
    owner: str = ""  # the visitor; empty while nobody has sat down
    token: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    left: bool = False  # for good: whoever it is gives up

    def to_json(self) -> dict[str, Any]:
        """The seat as it is kept: the agent by its name."""
        return vars(self) | {"agent": self.agent.name if self.agent else ""}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> PageSeat:
        """Inverse of ``to_json``."""
        agent = bundled(data["agent"]) if data["agent"] else None
        return cls(data["name"], agent, data["owner"], data["token"], data.get("left", False))

    @property
    def is_free(self) -> bool:
        """Whether somebody may still sit down."""
        return self.agent is None and not self.owner


class _State(NamedTuple):
    """What a turn may change."""

    turns: tuple[Turn, ...]
    clocks: tuple[Clock, Clock]
    last: Played | None
    seats: tuple[PageSeat, PageSeat]
    rated: bool
    touched: float


P = ParamSpec("P")
T = TypeVar("T")


def _carried_through(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Once it has begun, it goes on to its end, whether or not whoever asked for it still waits."""

    @wraps(method)
    async def run(*args: P.args, **more: P.kwargs) -> T:
        return await asyncio.shield(method(*args, **more))

    return run


@dataclass(eq=False)
class Duel:
    """One game. The lobby keeps it, and files it when it is over."""

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
    place: str = ""  # where it was begun: something that is the same for everybody at one address

    def __post_init__(self) -> None:
        self.referee = Referee(self.game)
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
    def is_loading(self) -> bool:
        """Whether the agent that is to move has to be loaded first."""
        return self.is_thinking and self.lobby.hosts.is_loading(self.key, self.game.turn)

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks on, no agent thinks, and nothing is being written."""
        return not self.watchers and not self.is_thinking and not self._lock.locked() and self.number >= 0

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

    @_carried_through
    async def move(self, player: int, move: Move, version: int, by: str = "") -> Turn:
        """Take a turn for a person or a program; ``by`` sits down if the seat is free.

        Raises TurnError if it is late, RulesError if it is an offence, ArchiveError if it cannot be kept.
        """
        async with self._lock:
            self._check_turn(player, version)
            judgement = await self._judge(move)
            if judgement.ruling.loses:
                raise RulesError(judgement.why)
            answer = Answer(move, seconds=time.monotonic() - self._clock, judgement=judgement)
            await self._change(lambda: self._take(answer, by))
            turn = self.game.history[-1]
        await self._see_off()
        self.wake()
        return turn

    @_carried_through
    async def resign(self, player: int) -> None:
        """Give up. Raises TurnError if it is not the player's turn."""
        async with self._lock:
            self._check_turn(player, self.version)
            answer = Answer(None, seconds=time.monotonic() - self._clock, resigns=True)
            await self._change(lambda: self._take(answer))

    @_carried_through
    async def leave(self, player: int) -> None:
        """Go away for good: give up now, or as soon as it is the player's turn. Without an opponent it is removed."""
        async with self._lock:
            if not self.is_over and self.seats[self.game.turn - 1].is_free:
                self.lobby.remove(self.key)
                return
            if not self.is_over:
                await self._change(lambda: setattr(self.seats[player - 1], "left", True))
        await self._see_off()

    @_carried_through
    async def take_back(self) -> None:
        """Take back the last turn of a person, and what followed it. From then on the game is not rated."""
        async with self._lock:
            if not self.can_take_back:
                raise TurnError("there is nothing to take back now")
            people = [turn.player for turn in self.game.history if not self.seats[turn.player - 1].agent]

            def change() -> None:
                self.rated = False
                self.referee.take_back(people[-1])

            await self._change(change)
        self.wake()

    @_carried_through
    async def take_hint(self) -> None:
        """From now on the game is not rated."""
        async with self._lock:
            await self._change(lambda: setattr(self, "rated", False))

    @_carried_through
    async def sit_down(self, visitor: str, token: str, name: str = "") -> bool:
        """Take the free seat that the token is for."""
        async with self._lock:
            player = self.player_with(token)
            if player is None or not self.seats[player - 1].is_free:
                return False
            seat = self.seats[player - 1]
            await self._change(lambda: vars(seat).update(owner=visitor, name=name or seat.name))
        return True

    @_carried_through
    async def set_number(self, number: int) -> None:
        """The game is in the archive under this number."""
        async with self._lock:
            self.number = number
            await self._change(lambda: None)

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
            try:
                await self._change(lambda: self._take(answer))
            except ArchiveError as error:
                self._stop(player, error)
                return
        self._thinking = None
        if self.is_over:
            await self.lobby.hosts.end(self.key)
        await self._see_off()
        self.wake()

    async def _ask(self, player: int) -> Answer | None:
        """What the agent proposes, judged; None if the machine fails again and again."""
        for tries in range(1, _TRIES + 1):
            try:
                answer = await self.lobby.hosts.ask(self.task(), player, self.game)
                return replace(answer, judgement=await self._judge(answer.move))
            except (ArenaFault, Overdue) as error:
                if tries == _TRIES:
                    self._stop(player, error)
        return None

    def _stop(self, player: int, why: Exception) -> None:
        self.trouble = f"{self.names[player - 1]} cannot go on: {why}"
        self.show()

    async def _judge(self, move: Move | None) -> Judgement:
        return await self.lobby.workers.quick(jobs.judge, self.game.position(), move)

    async def _see_off(self) -> None:
        """Give up for whoever has left, if it is their turn."""
        if not self.is_over and self.seats[self.game.turn - 1].left:
            await self.resign(self.game.turn)

    def _check_turn(self, player: int, version: int) -> None:
        if self.is_over:
            raise TurnError("the game is over")
        if version != self.version:
            raise TurnError(f"the game has moved on: it is at turn {self.version}, the move was for turn {version}")
        if self.game.turn != player:
            raise TurnError("it is not your turn")

    def _take(self, answer: Answer, by: str = "") -> None:
        seat = self.seats[self.game.turn - 1]
        seat.owner = seat.owner or by
        self.referee.take(answer)

    def show(self) -> None:
        """Show the game to whoever looks on."""
        for watcher in list(self.watchers):
            with contextlib.suppress(RuntimeError):  # a tab that was closed this moment
                watcher()

    # -- changing ----------------------------------------------------------------------------------------------------

    async def _change(self, change: Callable[[], object]) -> None:
        """Make a change that counts, and is seen, once it is on disk. Raises ArchiveError: then nothing has changed.

        So it is made, written down as it will be, and undone until that is written. Whoever calls holds the lock.
        """
        before = self._state()
        try:
            change()
            self.touched, after = time.time(), self._state()
            text = json.dumps(self.to_json())
        finally:
            self._go_to(before)
        await self.lobby.keep(self, text)
        self._go_to(after)
        if len(after.turns) != len(before.turns):
            self._clock, self.trouble = time.monotonic(), ""
        self.lobby.note(self)
        self.show()

    def _state(self) -> _State:
        one, two = self.referee.clocks
        first, second = self.seats
        turns = tuple(self.game.history)
        seats = replace(first), replace(second)
        return _State(turns, (replace(one), replace(two)), self.referee.last, seats, self.rated, self.touched)

    def _go_to(self, state: _State) -> None:
        history = self.game.history
        while len(history) > len(state.turns) or (history and history[-1] != state.turns[len(history) - 1]):
            self.game.pop()
        for turn in state.turns[len(history) :]:
            self.game.follow(turn)
        self.referee.clocks, self.referee.last = state.clocks, state.last
        for seat, wanted in zip(self.seats, state.seats, strict=True):
            vars(seat).update(vars(wanted))
        self.rated, self.touched = state.rated, state.touched

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
        data = _LATER | data
        kept = {name: data[name] for name in _KEPT} | {"number": max(0, data["number"])}
        duel = cls(follow(GameRecord.from_json(data["record"])), (one, two), lobby, key=key, **kept)
        for clock, spent in zip(duel.referee.clocks, data["spent"], strict=True):
            clock.seconds = float(spent)
        reason = data["reason"] if "reason" in data else data["fault"]  # as the first version called it
        if reason and duel.game.history:  # what the arena knew about the last turn
            last = duel.game.history[-1]
            duel.referee.last = Played(last, Answer(last.move, Reason(reason)), "")
        return duel
