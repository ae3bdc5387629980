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
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import person
from dueldoku.arena.referee import Clock, Played, Referee
from dueldoku.arena.seat import Answer
from dueldoku.arena.task import GameTask
from dueldoku.board.move import Move
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Judgement, Reason, Turn
from dueldoku.errors import ArchiveError, ArenaFault, Overdue, RulesError, TurnError, UnknownName
from dueldoku.game.game import Game, follow
from dueldoku.web import jobs
from dueldoku.web.carried import carried_through
from dueldoku.web.clock import Flag, GameClock
from dueldoku.web.seat import PageSeat

if TYPE_CHECKING:
    from dueldoku.web.lobby import Lobby

_KEPT = ("board", "seconds", "seed", "rated", "number", "touched", "place", "is_open")  # as they are
_LATER: dict[str, Any] = {"place": "", "is_open": False, "clock": ""}  # what files of earlier versions do not have
_TRIES = 3  # how often an agent is asked again when the machine, not the agent, failed


class _State(NamedTuple):
    """What a turn may change."""

    turns: tuple[Turn, ...]
    clocks: tuple[Clock, Clock]
    last: Played | None
    seats: tuple[PageSeat, PageSeat]
    rated: bool
    touched: float


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
    clock: GameClock = field(default_factory=GameClock)  # of people who play each other
    is_open: bool = False  # anybody may take the free seat: a challenge

    def __post_init__(self) -> None:
        self.referee = Referee(self.game)
        self.watchers: set[Callable[[], None]] = set()
        self._began = time.monotonic()  # when the turn under way did
        self._flag = Flag()
        self.lock = asyncio.Lock()  # whoever changes it holds it
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
        """Whether nobody looks on, no agent thinks, no clock runs, and nothing is being written."""
        is_busy = self.is_thinking or self._flag.is_set or self.lock.locked()
        return not self.watchers and not is_busy and self.number >= 0

    @property
    def rest(self) -> float:
        """For how many seconds nothing has happened, since the last turn or since it was loaded."""
        return time.monotonic() - self._began

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is still free."""
        return not self.is_over and any(seat.is_free for seat in self.seats)

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
        is_on = not self.is_over and self.game.turn == player
        return self.referee.clocks[player - 1].seconds + (self._thought() if is_on else 0.0)

    def left_to(self, player: int) -> float:
        """The seconds that the player has left, in a game with a clock."""
        turns = sum(turn.player == player for turn in self.game.history)
        return max(0.0, self.clock.total + self.clock.bonus * turns - self.seconds_of(player))

    def _thought(self) -> float:
        """How long the turn under way has taken. Time begins with the first turn, and when both are there."""
        return self.rest if self.game.history and not self.is_waiting else 0.0

    def task(self) -> GameTask:
        """The game as one that the arena was asked for."""
        first, second = (seat.agent or person(seat.name) for seat in self.seats)
        limit = Limit(self.seconds)
        return GameTask(self.key, 1, self.board, str(self.game.start), (first, second), limit, self.seed)

    def record(self) -> GameRecord:
        """The game so far."""
        return self.game.record(self.names, **self.task().tags)

    def thoughts(self) -> GameRecord:
        """The same with what agents of one's own printed and reported so far: bundled ones tell nothing."""
        return self.referee.with_thoughts(self.record())

    @property
    def can_take_back(self) -> bool:
        """Whether there is a turn to take back, and nobody else to be asked about it."""
        people = {seat.owner for seat in self.seats if seat.agent is None}
        mine = any(self.seats[turn.player - 1].agent is None for turn in self.game.history)
        return mine and len(people) == 1 and not self.is_thinking and not self.is_over

    # -- playing -----------------------------------------------------------------------------------------------------

    @carried_through
    async def move(self, player: int, move: Move, version: int, by: str = "") -> Turn:
        """Take a turn for a person or a program; ``by`` sits down if the seat is free.

        Raises TurnError if it is late, RulesError if it is an offence, ArchiveError if it cannot be kept.
        """
        seconds = self._thought()  # when it came: that others are served first costs nobody time
        async with self.lock:
            self._check_turn(player, version)
            judgement = await self._judge(move)
            if judgement.ruling.loses:
                raise RulesError(judgement.why)
            answer = Answer(move, seconds=seconds, judgement=judgement)
            await self._change(lambda: self._take(answer, by))
            turn = self.game.history[-1]
        await self._see_off()
        self.wake()
        return turn

    @carried_through
    async def resign(self, player: int) -> None:
        """Give up. Raises TurnError if it is not the player's turn."""
        async with self.lock:
            self._check_turn(player, self.version)
            answer = Answer(None, seconds=self._thought(), resigns=True)
            await self._change(lambda: self._take(answer))

    @carried_through
    async def leave(self, player: int) -> None:
        """Go away for good: give up now, or as soon as it is the player's turn. Without an opponent it is removed."""
        async with self.lock:
            if self.is_waiting:
                self.lobby.remove(self.key)
                return
            if not self.is_over:
                await self._change(lambda: setattr(self.seats[player - 1], "left", True))
        await self._see_off()

    @carried_through
    async def take_back(self) -> None:
        """Take back the last turn of a person, and what followed it. From then on the game is not rated."""
        async with self.lock:
            if not self.can_take_back:
                raise TurnError("there is nothing to take back now")
            people = [turn.player for turn in self.game.history if not self.seats[turn.player - 1].agent]

            def change() -> None:
                self.rated = False
                self.referee.take_back(people[-1])

            await self._change(change)
        self.wake()

    @carried_through
    async def take_hint(self) -> None:
        """From now on the game is not rated."""
        async with self.lock:
            await self._change(lambda: setattr(self, "rated", False))

    @carried_through
    async def sit_down(self, visitor: str, token: str, name: str = "") -> bool:
        """Take the free seat that the token is for."""
        async with self.lock:
            player = self.player_with(token)
            if player is None or not self.seats[player - 1].is_free:
                return False
            seat = self.seats[player - 1]
            await self._change(lambda: vars(seat).update(owner=visitor, name=name or seat.name))
        return True

    @carried_through
    async def set_number(self, number: int) -> None:
        """The game is in the archive under this number."""
        async with self.lock:
            self.number = number
            await self._change(lambda: None)

    def _set_flag(self) -> None:
        """Have the time of whoever is to move run out, if there is a clock and it runs."""
        runs = self.clock and self.game.history and not self.is_over and not self.is_waiting
        self._flag.set(self.left_to(self.game.turn) if runs else None, partial(self._run_out, self.version))

    async def _run_out(self, version: int) -> None:
        """The time of whoever is to move is up: they lose, unless their move came before."""
        async with self.lock:
            if version != self.version or self.is_over:
                return
            answer = Answer(None, Reason.TIME_UP, seconds=self._thought())
            try:
                await self._change(lambda: self._take(answer))
            except ArchiveError as error:
                self._stop(self.game.turn, error)

    def wake(self) -> None:
        """Let an agent think if it is its turn, or a clock run; after a restart, too."""
        if not self._flag.is_set:
            self._set_flag()
        if self.is_thinking and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.get_running_loop().create_task(self._let_think())

    async def _let_think(self) -> None:
        version, player = self.version, self.game.turn
        answer = await self._ask(player)
        async with self.lock:
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
                await self.seats[player - 1].renew(self.lobby.workshop)
                answer = await self.lobby.hosts.ask(self.task(), player, self.game)
                return replace(answer, judgement=await self._judge(answer.move))
            except (ArenaFault, Overdue) as error:
                if tries == _TRIES:
                    self._stop(player, error)
            except UnknownName as error:
                self._stop(player, error)
                break
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
        if self.clock and not self.left_to(player):
            raise TurnError("your time is up")

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
        before, was_waiting = self._state(), self.is_waiting
        try:
            change()
            self.touched, after = time.time(), self._state()
            text = json.dumps(self.to_json())
        finally:
            self._go_to(before)
        await self.lobby.keep(self, text)
        self._go_to(after)
        if len(after.turns) != len(before.turns) or was_waiting != self.is_waiting:
            self._began, self.trouble = time.monotonic(), ""
            self._set_flag()
        self.lobby.note(self)
        self.show()

    def _state(self) -> _State:
        (one, two), (first, second) = map(replace, self.referee.clocks), map(replace, self.seats)
        turns = tuple(self.game.history)
        return _State(turns, (one, two), self.referee.last, (first, second), self.rated, self.touched)

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
            "record": self.thoughts().to_json(),
            "seats": [seat.to_json() for seat in self.seats],
            "spent": [clock.seconds for clock in self.referee.clocks],
            "reason": self.reason or "",
            "clock": str(self.clock),
            **{name: getattr(self, name) for name in _KEPT},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any], key: str, lobby: Lobby) -> Duel:
        """Inverse of ``to_json``. Raises DueldokuError, KeyError, TypeError or ValueError for what we did not write."""
        one, two = (PageSeat.from_json(seat, lobby.workshop) for seat in data["seats"])
        data = _LATER | data
        kept = {name: data[name] for name in _KEPT} | {"number": max(0, data["number"])}
        kept["clock"] = GameClock.parse(data["clock"])
        record = GameRecord.from_json(data["record"])
        duel = cls(follow(record), (one, two), lobby, key=key, **kept)
        duel.referee.recall(record)
        for clock, spent in zip(duel.referee.clocks, data["spent"], strict=True):
            clock.seconds = float(spent)
        reason = data["reason"] if "reason" in data else data["fault"]  # as the first version called it
        if reason and duel.game.history:  # what the arena knew about the last turn
            last = duel.game.history[-1]
            duel.referee.last = Played(last, Answer(last.move, Reason(reason)), "")
        return duel
