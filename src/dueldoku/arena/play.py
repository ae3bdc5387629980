"""One task in, one result out: opens the two seats and has the referee play. Runs wherever the pool puts it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.entrant import Entrant, relocate, resolve
from dueldoku.arena.hosting.cage import probe
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import AgentSeat, Answer, Seat
from dueldoku.arena.task import GameTask, Result
from dueldoku.arena.uncaged import OpenSeat
from dueldoku.duel.position import Position
from dueldoku.duel.turn import Reason, reason_in_words
from dueldoku.errors import AgentFault, ArenaFault, DueldokuError, PlanError
from dueldoku.game.game import Game
from dueldoku.game.oracle import Oracle

_STAND_IN = "random_player"  # sits down where the arena fails, to find out whether it is the agent or the arena
_CHECKS = 4  # how often an agent is started before it is found out


def play_task(task: GameTask, watchers: Iterable[Callable[[Referee], None]] = ()) -> Result:
    """Play the game. Raises ArenaFault if it has to be played again, PlanError if an agent is not what it was."""
    for agent in task.agents:
        (_check_loaded if task.limit.nodes is not None and agent.kind == "bundled" else _check_unchanged)(agent)
    return _play(task, (_open_seat(task, 1), _open_seat(task, 2)), watchers)


def settle(task: GameTask, player: int) -> Result:
    """The game as it is to be booked when the arena fails at it again and again, at last at this player.

    A bundled agent takes that seat, or else the other one, or else both. If the game can be played then, the agent that
    had to make room has lost it. If not, it is the arena: raises ArenaFault.
    """
    stand_in = resolve(_STAND_IN)
    for seats in ((player,), (3 - player,), (1, 2)):
        try:
            _play(task, _replace(task, seats, lambda seat: Host(stand_in, seat, seed=task.seed_of(seat))))
            return _play(task, _replace(task, seats, lambda _: _Absent()))
        except ArenaFault as error:
            fault = error
    raise ArenaFault(f"also with {_STAND_IN} in both seats, {fault}", player)


def _play(task: GameTask, seats: tuple[Seat, Seat], watchers: Iterable[Callable[[Referee], None]] = ()) -> Result:
    referee = Referee(_game(task.start), watchers)
    with seats[0] as first, seats[1] as second:
        try:
            referee.play((first, second), task.limits)
        except Exception as error:
            if isinstance(error, DueldokuError) or task.limit.nodes is None:
                raise
            # An agent in this process has no referee between it and us who would make a lost game of it.
            why = f"{task.names[referee.game.turn - 1]} failed ({type(error).__name__}: {error})"
            raise PlanError(f"{task}: {why}; with a time it would lose") from error
        return referee.result(task, first.level)


def open_seat(agent: Entrant, player: int, seed: int, limit: Limit, memory: int = MEMORY) -> Seat:
    """A seat for the agent. With a limit of nodes it plays in this process, uncaged; with a clock, in its cage."""
    if limit.nodes is None:
        return Host(agent, player, seed=seed, memory=memory)
    if agent.kind != "bundled":
        return OpenSeat(agent, player, seed)
    return AgentSeat(load_agent(agent.source, dict(agent.options)), player, seed)


def _open_seat(task: GameTask, player: int) -> Seat:
    return open_seat(task.agents[player - 1], player, task.seed_of(player), task.limit, task.memory)


def _replace(task: GameTask, seats: Collection[int], fill: Callable[[int], Seat]) -> tuple[Seat, Seat]:
    """The seats of the game, these ones filled otherwise."""
    first, second = (fill(seat) if seat in seats else _open_seat(task, seat) for seat in (1, 2))
    return first, second


class _Absent(Seat):
    """In place of an agent with which the arena fails: it does not take its turn."""

    def __init__(self) -> None:
        self.level = probe().level

    def ask(self, game: Game, limit: Limit) -> Answer:
        return Answer(None, Reason.ARENA, f"again and again, and not with {_STAND_IN} in its seat")


class Check(NamedTuple):
    """Whether an agent starts; why not, or why it made no first move; and what it printed."""

    starts: bool
    why: str = ""
    output: str = ""


def check_agent(agent: Entrant, player: int, start: str, limit: Limit, memory: int = MEMORY) -> Check:
    """Start the agent and ask it for one move.

    Raises ArenaFault if the arena fails, with a bundled agent in that seat, too.
    """
    for _ in range(_CHECKS):
        try:
            return _check_agent(agent, player, start, limit, memory)
        except ArenaFault as error:
            fault = error
    if not fault.player:  # another agent in the seat would tell nothing
        raise fault
    _check_agent(resolve(_STAND_IN), player, start, limit, memory)
    return Check(False, f"the arena fails with it again and again, not with {_STAND_IN}: {fault}")


def _check_agent(agent: Entrant, player: int, start: str, limit: Limit, memory: int) -> Check:
    try:
        _check_unchanged(agent)
        if limit.nodes is not None:
            return _check_here(agent, player)
        game = _game(start)
        game.turn = player
        with Host(agent, player, memory=memory) as host:
            answer = host.ask(game, limit)
    except ArenaFault:
        raise
    except DueldokuError as error:
        return Check(False, str(error))
    why = reason_in_words(answer.fault, answer.detail) if answer.fault and not answer.move else ""
    return Check(answer.fault is not Reason.START_FAILED, why, answer.output)


def _check_here(agent: Entrant, player: int) -> Check:
    """The same in this process; no move is asked for, as it might be long in coming."""
    if agent.kind == "bundled":
        load_agent(agent.source, dict(agent.options))
        return Check(True)
    with OpenSeat(agent, player, 0) as seat:
        try:
            seat.start()
        except AgentFault as fault:
            return Check(False, str(fault), seat.printed())
    return Check(True)


def _check_unchanged(agent: Entrant) -> None:
    """Raise PlanError if the agent is not, here and now, the one that the plan was made with."""
    options = ",".join(f"{option}={value}" for option, value in agent.options)
    try:
        if agent.kind == "file":
            now = relocate(agent, Path(agent.source))
        else:
            now = resolve(f"{agent.source}:{options}" if options else agent.source)
    except (DueldokuError, OSError) as error:
        raise PlanError(f"agent {agent.name} cannot be found any more: {error}") from None
    if now.digest != agent.digest:
        raise PlanError(f"agent {agent.name} was changed since this run began; start the command again")


_check_loaded = cache(_check_unchanged)  # in this process the agent stays what it was when it was loaded


# One oracle for all games of a shape: what it has learned in one game it need not search for in the next.
_oracle_of = cache(Oracle)


def _game(start: str) -> Game:
    position = Position.parse(start)
    return Game(position, oracle=_oracle_of(position.grid.geometry))
