"""Doing experiments: measuring on a pool what is missing, and gathering what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.arena.plan import Plan
from dueldoku.arena.pool import Here, Pool
from dueldoku.arena.repeats import without_repeats
from dueldoku.arena.run import do_all
from dueldoku.arena.task import limit_text
from dueldoku.duel.position import Position
from dueldoku.lab.experiment import FIRST_SEED, SCALES, Contest, Data, Experiment, MeasureTask, Scale, Size, Value
from dueldoku.lab.notebook import Notebook
from dueldoku.lab.registry import load
from dueldoku.words import counted


def measure(task: MeasureTask) -> tuple[MeasureTask, Value]:
    """The task with its value. Runs wherever the pool puts it."""
    return task, load(task.experiment).measure(task.settings)


@dataclass(frozen=True)
class Records:
    """What is stored: games in the archive, measurements in the notebook.

    ``course``: boards instead of namesakes; ``seed``: of the games that are meant.
    """

    archive: Archive
    notebook: Notebook
    course: Mapping[str, Position] = field(default_factory=dict)
    seed: int = FIRST_SEED

    def size(self, experiment: Experiment, scale: Scale) -> Size:
        """How much there is to do."""
        return experiment.size(scale, self.course, self.seed)

    def contests(self, experiment: Experiment, scale: Scale) -> list[Contest]:
        """Everything there is to play."""
        return experiment.games(self.size(experiment, scale))

    def missing(self, experiment: Experiment, scale: Scale) -> list[MeasureTask]:
        """What is not measured yet."""
        return [task for task in experiment.tasks(self.size(experiment, scale)) if task not in self.notebook]

    def changed(self, experiment: Experiment, scale: Scale) -> list[str]:
        """Sentences on games that are stored and do not count, as an agent or a board has changed since."""
        contests = self.contests(experiment, scale)
        return [sentence for it in contests for sentence in self._tell(it, scale, it.stored_as(scale))]

    def measure(
        self, experiment: Experiment, tasks: list[MeasureTask], pool: Pool
    ) -> Iterator[tuple[MeasureTask, Value]]:
        """Measure and note these, as many at a time as the pool can; at the end, one by one, what must run alone."""
        beside = [task for task in tasks if not experiment.alone(task.settings)]
        alone = [task for task in tasks if experiment.alone(task.settings)]
        for some, where in ((beside, pool), (alone, Here())):
            for task, value in do_all(some, where, measure):
                self.notebook.add(task, value)
                yield task, value

    def collect(self, experiment: Experiment, scale: Scale) -> Data:
        """All that is stored for the experiment at this scale."""
        size = self.size(experiment, scale)
        tasks, contests = experiment.tasks(size), experiment.games(size)
        games: dict[str, list[StoredGame]] = {}
        remarks: list[str] = []
        repeats = 0
        for contest in contests:
            stored = self._find(contest, scale)
            remarks += self._tell(contest, scale, stored)
            if stored:
                found = [game for game in self.archive.games(stored) if _belongs(game, contest.plan)]
                games[contest.name] = without_repeats(found)
                repeats += len(found) - len(games[contest.name])
        if repeats:
            remarks.append(f"{counted(repeats, 'game')} repeated earlier ones move for move, so they do not count.")
        planned = len(tasks) + sum(len(contest.plan) for contest in contests) - repeats
        return Data(scale, size, games, self.notebook.readings(tasks), planned, remarks, self.archive.path.name)

    def largest(self, experiment: Experiment) -> Data:
        """What is stored at the largest scale that is complete; if none is, where most is stored."""
        found = [self.collect(experiment, scale) for scale in reversed(SCALES)]
        return next((data for data in found if data.complete), max(found, key=lambda data: data.stored))

    def _find(self, contest: Contest, scale: Scale) -> str:
        """The tournament that has the games of a contest.

        If the agents as they are now have not played, the newest of the others on these boards is the tournament:
        agents change more often than everything is played again.
        """
        now, boards = contest.stored_as(scale), contest.plan.settings()["boards"]
        here = [name for name, settings in self._alike(contest, scale).items() if settings["boards"] == boards]
        return now if now in here else here[-1] if here else ""

    def _alike(self, contest: Contest, scale: Scale) -> dict[str, Any]:
        """Its tournaments with this seed, whatever the versions of its agents and boards, with their settings."""
        start = contest.stored_as(scale).rpartition(",")[0]
        known = self.archive.tournaments().items()
        return {name: it for name, it in known if name.rpartition(",")[0] == start and it["seed"] == self.seed}

    def _tell(self, contest: Contest, scale: Scale, stored: str) -> Iterator[str]:
        """Sentences on other games of a contest than those of its agents and boards as they are now."""
        now, boards = contest.stored_as(scale), contest.plan.settings()["boards"]
        for name, settings in self._alike(contest, scale).items():
            if name != now and (count := len(self.archive.games(name))):
                known = settings["agents"]
                changed = [agent.name for agent in contest.plan.agents if known.get(agent.name) != agent.digest]
                what = (
                    f"of another version of {_listed(changed)}"
                    if settings["boards"] == boards
                    else "on other boards, or on earlier ones of these names,"
                )
                fate = "are shown, as there are none of this one" if name == stored else "are left out"
                yield f"{counted(count, 'game')} {what} {fate}."


def _listed(names: list[str]) -> str:
    return " and ".join(names if len(names) < 3 else [names[0], f"{len(names) - 1} other agents"])


def _belongs(game: StoredGame, plan: Plan) -> bool:
    """Whether a stored game is one of this plan: the tournament may have had more rounds, limits or agents."""
    return (
        game.round <= plan.rounds
        and {game.agent1, game.agent2} <= {agent.name for agent in plan.agents}
        and game.time_limit in {limit_text(limit) for limit in plan.limits}
    )
