"""One game being played: the referee asks the seats in turn, judges their answers, and tells whoever looks on.

This is the only loop that plays a game, and the only place where a ``Result`` is made. A page, which cannot wait in a
loop, hands over each answer as it comes: ``take``.

    referee = Referee(game, watchers=[lambda referee: print(referee.game.history[-1])])
    referee.play((first, second), Limit(seconds=0.5))
    result = referee.result(task)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import NamedTuple

from dueldoku.agents.base import Agent, Limit
from dueldoku.arena.seat import AgentSeat, Answer, Seat
from dueldoku.arena.task import GameTask, Result, seat_seed
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Reason, Ruling, Turn
from dueldoku.errors import AgentFault, TurnError
from dueldoku.game.game import Game

_PRINTED = 24_000  # characters that are kept of what a player printed in a game


class Played(NamedTuple):
    """A turn, the answer that it came from, and why it was judged so."""

    turn: Turn
    answer: Answer
    why: str


@dataclass
class Clock:
    """What a player has used: seconds in total and in one turn, and turns that got too little of a core."""

    seconds: float = 0.0
    longest: float = 0.0
    starved: int = 0


class Referee:
    """Keeps the rules and the clocks of one game. ``watchers`` are called after every change."""

    def __init__(self, game: Game, watchers: Iterable[Callable[[Referee], None]] = ()) -> None:
        self.game = game
        self.watchers = list(watchers)
        self.clocks = Clock(), Clock()
        self.last: Played | None = None
        self._printed: dict[int, str] = {}  # by the number of the turn
        self._reports: dict[int, dict[str, float]] = {}

    def play(self, seats: tuple[Seat, Seat], limit: Limit | tuple[Limit, Limit]) -> None:
        """Play the game to its end."""
        for _ in self.turns(seats, limit):
            pass

    def turns(self, seats: tuple[Seat, Seat], limit: Limit | tuple[Limit, Limit]) -> Iterator[Played]:
        """Play the game, one turn at a time; both seats have the same limit for a turn, or each its own.

        An agent that does not start loses when it is its turn. Raises ArenaFault: then nobody has lost.
        """
        limits = (limit, limit) if isinstance(limit, Limit) else limit
        for seat in seats:
            seat.launch()  # both at once: they start in parallel
        for seat in seats:
            with suppress(AgentFault):  # its answer will be just that
                seat.start()
        while not self.game.is_over():
            place = self.game.turn - 1
            answer = seats[place].ask(self.game, limits[place])
            if answer.takes_back:
                self.take_back(self.game.turn)
            else:
                yield self.take(answer)

    def take(self, answer: Answer) -> Played:
        """Turn what the player to move wants into a turn. Raises TurnError if the game is over."""
        if answer.resigns:
            turn, why = self.game.resign(), ""
        else:
            ruling, points, why = answer.judgement or self.game.judge(answer.move)
            turn = self.game.follow(Turn(self.game.turn, answer.move, ruling, points))
        clock = self.clocks[turn.player - 1]
        clock.seconds += answer.seconds
        clock.longest = max(clock.longest, answer.seconds)
        clock.starved += answer.starved
        self._printed[len(self.game.history)], self._reports[len(self.game.history)] = answer.output, answer.report
        self.last = played = Played(turn, answer, why)
        self.tell()
        return played

    def take_back(self, player: int) -> None:
        """Go back to before the last turn of this player. Raises TurnError if there is none."""
        if not any(turn.player == player for turn in self.game.history):
            raise TurnError("there is nothing to take back yet")
        while self.game.pop().player != player:
            pass
        self.last = None
        self.tell()

    def tell(self) -> None:
        """Call the watchers."""
        for watcher in list(self.watchers):
            watcher(self)

    def result(self, task: GameTask, level: str = "none") -> Result:
        """The finished game as the one that was asked for by ``task``."""
        outcome = self.game.outcome()
        assert outcome
        reason, loser = self.reason(), 3 - outcome.winner
        one, two = self.clocks
        players = [turn.player for turn in self.game.history]
        record = self.record(task.names, **task.tags)
        return Result(
            task,
            record,
            reason=reason,
            fault=loser if reason.is_loss else 0,
            detail=record.detail,
            seconds=(round(one.seconds, 6), round(two.seconds, 6)),
            longest=(round(one.longest, 6), round(two.longest, 6)),
            turns=(players.count(1), players.count(2)),
            starved=(one.starved, two.starved),
            level=level,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def record(self, names: tuple[str, str], **tags: str) -> GameRecord:
        """The game so far, to keep. Once it is over: why, what is known about that, and what agents printed."""
        record = self.game.record(names, **tags)
        if not self.game.is_over():
            return record
        reason, detail = self.reason(), ""
        if self.last and reason.is_loss:
            says_nothing = reason.by_rules is Reason.NO_MOVE  # then the rules only say that there was no move
            detail = self.last.answer.detail or ("" if says_nothing else self.last.why)
        return self.with_thoughts(replace(record, reason=str(reason), detail=detail))

    def with_thoughts(self, record: GameRecord) -> GameRecord:
        """The game's record with what agents printed and reported so far. Opponents see it when the game is over."""
        reports = {number: told for number in range(1, len(record.turns) + 1) if (told := self._reports.get(number))}
        return replace(record, output=self._output(), report=reports)

    def recall(self, record: GameRecord) -> None:
        """Know again what agents printed and reported in the turns of a record that was kept."""
        self._printed, self._reports = dict(record.output), dict(record.report)

    def _output(self) -> dict[int, str]:
        """What each player printed in their turns; if that is too much, in their last ones."""
        kept: dict[int, str] = {}
        room = {1: _PRINTED, 2: _PRINTED}
        for number, turn in reversed(list(enumerate(self.game.history, 1))):
            text = self._printed.get(number, "")
            room[turn.player] -= len(text)
            if text and room[turn.player] >= 0:
                kept[number] = text
        return dict(sorted(kept.items()))

    def reason(self) -> Reason:
        """Why the game ended. Where an agent proposed nothing, the arena knows better than the rules."""
        outcome = self.game.outcome()
        assert outcome
        if self.last is None or not outcome.reason.is_loss:
            return outcome.reason
        turn, answer, _ = self.last
        if turn.ruling is Ruling.NOTHING:
            return answer.fault or Reason.RETURNED
        if turn.ruling is Ruling.INVALID and answer.fault is Reason.MALFORMED:
            return answer.fault
        return outcome.reason


def play_agents(game: Game, agents: tuple[Agent, Agent], limit: Limit, seed: int = 0) -> Iterator[Turn]:
    """Play the game between two agents of our own, one turn at a time, in this process: no clock, no cage."""
    first, second = (AgentSeat(agent, player, seat_seed(seed, "", player)) for player, agent in enumerate(agents, 1))
    return (played.turn for played in Referee(game).turns((first, second), limit))
