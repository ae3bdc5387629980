"""Doing experiments: measuring on a pool what is missing, and gathering what is stored."""

from __future__ import annotations

from collections.abc import Iterator

from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.arena.plan import Plan
from dueldoku.arena.pool import Here, Pool
from dueldoku.arena.run import do_all
from dueldoku.arena.task import limit_text
from dueldoku.lab.experiment import SCALES, Data, Experiment, MeasureTask, Scale, Value
from dueldoku.lab.notebook import Notebook
from dueldoku.lab.registry import load


def measure(task: MeasureTask) -> tuple[MeasureTask, Value]:
    """The task with its value. Runs wherever the pool puts it."""
    return task, load(task.experiment).measure(task.settings)


def missing(experiment: Experiment, scale: Scale, notebook: Notebook) -> list[MeasureTask]:
    """What is not measured yet, each once."""
    return list({task.key: task for task in experiment.tasks(scale) if task not in notebook}.values())


def measure_all(
    experiment: Experiment, tasks: list[MeasureTask], pool: Pool, notebook: Notebook
) -> Iterator[tuple[MeasureTask, Value]]:
    """Measure and note everything, as much at a time as the pool can; at the end, one by one, what must run alone."""
    beside = [task for task in tasks if not experiment.alone(task.settings)]
    alone = [task for task in tasks if experiment.alone(task.settings)]
    for some, where in ((beside, pool), (alone, Here())):
        for task, value in do_all(some, where, measure):
            notebook.add(task, value)
            yield task, value


def collect(experiment: Experiment, scale: Scale, archive: Archive, notebook: Notebook) -> Data:
    """All that is stored for the experiment at this scale."""
    tasks = list({task.key: task for task in experiment.tasks(scale)}.values())
    contests, known = experiment.contests(scale), archive.tournaments()
    games = {
        contest.name: [game for game in archive.games(contest.stored_as(scale)) if _belongs(game, contest.plan)]
        for contest in contests
        if contest.stored_as(scale) in known
    }
    planned = len(tasks) + sum(len(contest.plan) for contest in contests)
    return Data(scale, experiment.sizes[scale], games, notebook.readings(tasks), planned)


def largest(experiment: Experiment, archive: Archive, notebook: Notebook) -> Data:
    """What is stored at the largest scale that is complete; if none is, where most is stored."""
    found = [collect(experiment, scale, archive, notebook) for scale in reversed(SCALES)]
    return next((data for data in found if data.complete), max(found, key=lambda data: data.stored))


def _belongs(game: StoredGame, plan: Plan) -> bool:
    """Whether a stored game is one of this plan: the tournament may have had more agents, boards or rounds."""
    return (
        game.round <= plan.rounds
        and {game.agent1, game.agent2} <= {agent.name for agent in plan.agents}
        and game.board in {board.name for board in plan.boards}
        and game.time_limit in {limit_text(limit) for limit in plan.limits}
    )
