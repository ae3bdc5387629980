"""Small plans in the fast lane, made-up results, and calls for worker processes of the tests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from dueldoku.agents.base import Limit
from dueldoku.arena.archive import Archive
from dueldoku.arena.entrant import resolve
from dueldoku.arena.plan import Plan, PlannedBoard
from dueldoku.arena.play import play_task
from dueldoku.arena.pool import Here
from dueldoku.arena.run import do_all
from dueldoku.arena.task import GameTask, Result
from dueldoku.duel.record import GameRecord
from dueldoku.game.boards import bundled_board


def fast_plan(
    agents: Sequence[str] = ("greedy_player", "random_player"),
    boards: Sequence[str] = ("easy-2x2",),
    nodes: Sequence[int] = (1,),
    **options: object,
) -> Plan:
    return Plan(
        tuple(map(resolve, agents)),
        tuple(PlannedBoard(name, bundled_board(name)) for name in boards),
        tuple(Limit(nodes=number) for number in nodes),
        **options,  # type: ignore[arg-type]
    )


def made_up(task: GameTask, winner: int, **numbers: object) -> Result:
    """A result that nobody played."""
    record = GameRecord(task.names, bundled_board("easy-2x2"), winner=winner, scores=(3, 4), reason="board full")
    return Result(task, record, **{"reason": "board full", "date": "2025-01-01", **numbers})  # type: ignore[arg-type]


def play_into(path: Path, told: Path, plan: Plan) -> None:
    """Be an arena: play what is missing, and tell each key when it is safe."""
    with Archive(path, write=True) as archive, told.open("a", buffering=1) as file:
        stored = archive.begin("test", plan.settings())
        for result in do_all((task for task in plan.tasks() if task.key not in stored), Here(), play_task):
            archive.add("test", result)
            file.write(f"{result.task.key}\n")


def die(task: GameTask) -> Result:
    os._exit(1)


def die_once(flag: Path, task: GameTask) -> Result:
    """Take the worker down with the first game."""
    try:
        flag.touch(exist_ok=False)
    except FileExistsError:
        return play_task(task)
    os._exit(1)
