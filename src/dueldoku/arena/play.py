"""One task in, one result out: opens the two seats and has the referee play. Runs wherever the pool puts it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import AgentSeat, Seat
from dueldoku.arena.task import GameTask, Result
from dueldoku.duel.position import Position
from dueldoku.errors import ArenaFault, DueldokuError, PlanError
from dueldoku.game.game import Game
from dueldoku.game.oracle import Oracle


def play_task(task: GameTask, watchers: Iterable[Callable[[Referee], None]] = ()) -> Result:
    """Play the game. Raises ArenaFault if it has to be played again, PlanError if an agent is not what it was."""
    for agent in task.agents:
        (_check_unchanged if task.limit.nodes is None else _check_loaded)(agent)
    referee = Referee(_game(task.start), watchers)
    with _open_seat(task, 1) as first, _open_seat(task, 2) as second:
        try:
            referee.play((first, second), task.limit)
        except Exception as error:
            if isinstance(error, DueldokuError) or task.limit.nodes is None:
                raise
            # An agent in this process has no referee between it and us who would make a lost game of it.
            why = f"{task.names[referee.game.turn - 1]} failed ({type(error).__name__}: {error})"
            raise PlanError(f"{task}: {why}; with a time it would lose") from error
        return referee.result(task, first.level)


def _open_seat(task: GameTask, player: int) -> Seat:
    """With a limit of nodes an agent of our own plays in this process; with a clock, anybody's plays in its cage."""
    agent, seed = task.agents[player - 1], task.seed_of(player)
    if task.limit.nodes is None:
        return Host(agent, player, seed=seed)
    return AgentSeat(load_agent(agent.source, dict(agent.options)), player, seed)


def check_agent(agent: Entrant, player: int, start: str, limit: Limit) -> tuple[bool, str]:
    """Start the agent and ask it for one move; gives whether it starts, and why not, or why there was no first move."""
    try:
        _check_unchanged(agent)
        if limit.nodes is not None:
            load_agent(agent.source, dict(agent.options))
            return True, ""
        game = _game(start)
        game.turn = player
        with Host(agent, player) as host:
            host.start()
            answer = host.ask(game, limit)
            return True, "" if answer.move else str(answer.fault)
    except ArenaFault:
        raise
    except DueldokuError as error:
        return False, str(error)


def _check_unchanged(agent: Entrant) -> None:
    """Raise PlanError if the agent is not, here and now, the one that the plan was made with."""
    options = ",".join(f"{option}={value}" for option, value in agent.options)
    try:
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
