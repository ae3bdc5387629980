"""One task in, one result out: a game in the fast lane or between hosted agents. Runs wherever the pool puts it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from time import perf_counter
from typing import NamedTuple

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.hosting.host import AgentFault, Answer, Host
from dueldoku.arena.referee import Played, loss_reason, play, play_hosted
from dueldoku.arena.task import GameTask, Result, limit_text
from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Position
from dueldoku.errors import ArenaFault, DueldokuError, PlanError
from dueldoku.game.game import Game
from dueldoku.game.oracle import Oracle

Watch = Callable[[GameTask, Game], None]  # is called after each turn


def play_task(task: GameTask, watch: Watch | None = None) -> Result:
    """Play the game. Raises ArenaFault if it has to be played again, PlanError if an agent is not what it was."""
    for agent in task.agents:
        _check_unchanged(agent)
    game = _game(task.start)
    if task.limit.nodes is not None:
        return _result(task, game, _turns(task, game, _play_fast(task, game), watch), level="none")
    with Host(task.agents[0], 1, seed=task.seed) as first, Host(task.agents[1], 2, seed=task.seed) as second:
        played = _turns(task, game, play_hosted(game, (first, second), task.limit.seconds), watch)
        return _result(task, game, played, first.level)


class Check(NamedTuple):
    """Whether an agent starts; ``why`` not, or why there was no first move."""

    starts: bool
    why: str = ""


def check_agent(agent: Entrant, player: int, start: str, limit: Limit) -> Check:
    """Start the agent and ask it for one move."""
    try:
        _check_unchanged(agent)
        game = _game(start)
        game.turn = player
        if limit.nodes is not None:
            load_agent(agent.source, dict(agent.options))
            return Check(starts=True)
        with Host(agent, player) as host:
            host.start()
            answer = host.ask(game, limit.seconds)
            return Check(starts=True, why="" if answer.move else str(answer.fault))
    except ArenaFault:
        raise
    except (AgentFault, DueldokuError) as error:
        return Check(starts=False, why=str(error))


def _check_unchanged(agent: Entrant) -> None:
    """Raise PlanError if the agent is not, here and now, the one that the plan was made with."""
    options = ",".join(f"{option}={value}" for option, value in agent.options)
    try:
        now = resolve(f"{agent.source}:{options}" if options else agent.source)
    except (DueldokuError, OSError) as error:
        raise PlanError(f"agent {agent.name} cannot be found any more: {error}") from None
    if now.digest != agent.digest:
        raise PlanError(f"agent {agent.name} was changed since this run began; start the command again")


def _game(start: str) -> Game:
    # One oracle for all games of a shape: what it has learned in one game it need not search for in the next.
    position = Position.parse(start)
    return Game(position, oracle=_oracle(position.grid.geometry))


@cache
def _oracle(geometry: Geometry) -> Oracle:
    return Oracle(geometry)


def _play_fast(task: GameTask, game: Game) -> Iterator[Played]:
    agents = [load_agent(agent.source, dict(agent.options)) for agent in task.agents]
    begin = perf_counter()
    try:
        for turn in play(game, (agents[0], agents[1]), task.limit, task.seed):
            yield Played(turn, Answer(turn.move, seconds=perf_counter() - begin))
            begin = perf_counter()
    except Exception as error:  # there is no referee here who would make a lost game of it
        why = f"{task.names[game.turn - 1]} failed ({type(error).__name__}: {error}); with a time it would lose"
        raise PlanError(f"{task}: {why}") from error


def _turns(task: GameTask, game: Game, played: Iterator[Played], watch: Watch | None) -> list[Played]:
    turns = []
    for turn in played:
        turns.append(turn)
        if watch:
            watch(task, game)
    return turns


def _result(task: GameTask, game: Game, played: list[Played], level: str) -> Result:
    outcome = game.outcome()
    assert outcome
    last, answer = played[-1]
    fault = loss_reason(last, answer)
    answers = [[one.answer for one in played if one.turn.player == player] for player in (1, 2)]
    tags = {"board": task.board, "limit": limit_text(task.limit), "seed": str(task.seed)}
    return Result(
        task,
        game.record(task.names, **tags),
        reason=fault or str(outcome.reason),
        fault=last.player if fault else 0,
        detail=(answer.detail or _why(game)) if fault else "",
        seconds=_pair(answers, lambda own: sum(one.seconds for one in own)),
        longest=_pair(answers, lambda own: max((one.seconds for one in own), default=0.0)),
        turns=(len(answers[0]), len(answers[1])),
        starved=(sum(one.starved for one in answers[0]), sum(one.starved for one in answers[1])),
        level=level,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _pair(answers: list[list[Answer]], number: Callable[[list[Answer]], float]) -> tuple[float, float]:
    return round(number(answers[0]), 6), round(number(answers[1]), 6)


def _why(game: Game) -> str:
    """What was wrong with the move that ended the game."""
    turn = game.pop()
    why = game.judge(turn.move).why
    game.push(turn.move)
    return why
