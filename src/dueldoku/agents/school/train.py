"""A run of training: in each generation the network plays itself, and learns from this and the games shortly before.

Everything follows from the settings. A state holds the positions and the network, so that a run that was broken off
goes on as if nothing had happened. It is an .npz without pickles, which runs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.agents.school.board import SIBLINGS
from dueldoku.agents.school.fit import Fit, differing, learn, learned_of, new_fit, values_of
from dueldoku.agents.school.selfplay import Lesson, Task, play, size_of
from dueldoku.engine.network import Learned
from dueldoku.errors import FormatError
from dueldoku.render import plots
from dueldoku.stats.interval import Interval

_TASKS = 16  # in a generation; one of them is the exam
_WINDOW = 3  # generations that one learns from: what older networks said is no measure any more
_PARTS = ("weights", "first", "second")


class Settings(NamedTuple):
    """What makes a run."""

    boards: tuple[str, ...] = ("empty-3x3",)
    rules: str = "rows"
    games: int = 800  # in each generation
    nodes: int = 600  # for each turn of a game
    hidden: int = 32  # nodes of the network
    epochs: int = 12  # how often a generation goes through its positions and those of the generations before
    led: int = 1  # so many generations are played with weights made by hand, later ones with the network
    siblings: bool = True  # whether it learns from the search's values after different moves, not from outcomes
    seed: int = 1


class Generation(NamedTuple):
    """A point of the learning curve; errors are root mean squares in points, on games that were not learned from."""

    number: int
    positions: int  # so far
    error: float  # of the network
    glance: float  # of the judge that these games were played with
    by_hand: float  # of weights made by hand alone
    spread: float  # of what the positions were worth


class Training:
    """A run; ``step`` makes it longer by a generation."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.size = settings, size_of(settings.boards, settings.rules)
        self.fit = new_fit(settings.hidden, settings.seed)
        self.curve: list[Generation] = []
        self._lessons: list[Lesson] = []

    @property
    def command(self) -> str:
        """The command that makes this network."""
        it = self.settings
        return (
            f"dueldoku agent train sensei --boards {' '.join(it.boards)} --rules {it.rules} --games {it.games}"
            f" --nodes {it.nodes} --hidden {it.hidden} --epochs {it.epochs} --led {it.led}"
            f"{'' if it.siblings else ' --outcomes'} --generations {len(self.curve)} --seed {it.seed}"
        )

    @property
    def learned(self) -> Learned:
        """The network as it is now."""
        return learned_of(self.fit.weights, self.size, self.command)

    def tasks(self) -> list[Task]:
        """The games of the next generation, in parts; the last one is the exam."""
        it, number = self.settings, len(self.curve)
        judge = self.learned.to_json() if number >= it.led else ""
        games = max(1, it.games // _TASKS)
        seeds = [f"{it.seed} {number} {part}" for part in range(_TASKS)]
        return [Task(it.boards, it.rules, games, it.nodes, seed, judge, it.siblings) for seed in seeds]

    def step(self, each: Callable[[list[Task]], Iterable[Lesson]] = lambda tasks: map(play, tasks)) -> Generation:
        """Play and learn. ``each`` plays the tasks, wherever it likes."""
        *lessons, exam = each(self.tasks())
        if not len(exam.worth):
            raise FormatError(f"expected more games in a generation than {self.settings.games}: nothing came of them")
        number, new = len(self.curve), Lesson.join(lessons)
        self._lessons = [*self._lessons, new][-_WINDOW:]
        lesson, positions = Lesson.join(self._lessons), len(new.worth) + (self.curve[-1].positions if number else 0)
        rng = np.random.default_rng([self.settings.seed, number])
        family = SIBLINGS if self.settings.siblings else 1
        self.fit = learn(self.fit, lesson, self.settings.epochs, rng, family)
        network, nothing = values_of(self.fit.weights, exam.seen), np.full_like(exam.worth, exam.worth.mean())
        judged = exam.by_hand + network, exam.glance, exam.by_hand, nothing
        point = Generation(number, positions, *(_size(differing(values - exam.worth, family)) for values in judged))
        self.curve.append(point)
        return point

    def state(self) -> bytes:
        """All that it takes to go on."""
        file = BytesIO()
        parts = {f"{part} {name}": w for part in _PARTS for name, w in getattr(self.fit, part).items()}
        edges = np.cumsum([len(lesson.worth) for lesson in self._lessons])[:-1].tolist()
        about = json.dumps([self.settings, self.fit.steps, self.curve, edges])
        np.savez(file, about=np.array(about), **Lesson.join(self._lessons)._asdict(), **parts)
        return file.getvalue()

    @classmethod
    def resume(cls, settings: Settings, state: bytes) -> Training:
        """A run that goes on from its ``state``. Raises FormatError if it is that of another run."""
        training = cls(settings)
        try:
            with np.load(BytesIO(state)) as found:
                given, steps, curve, edges = json.loads(str(found["about"]))
                fit = [
                    {key.removeprefix(f"{part} "): found[key] for key in found if key.startswith(f"{part} ")}
                    for part in _PARTS
                ]
                training.fit = Fit(fit[0], fit[1], fit[2], steps)
                columns = [np.split(found[name], edges) for name in Lesson._fields]
                training._lessons = [Lesson(*lesson) for lesson in zip(*columns, strict=True)]
        except (KeyError, ValueError, OSError, EOFError) as error:
            raise FormatError(f"expected a checkpoint of `dueldoku agent train sensei`: {error}") from None
        if Settings(tuple(given[0]), *given[1:]) != settings:
            raise FormatError(f"expected a checkpoint of {settings}, got one of {Settings(*given)}")
        training.curve = [Generation(*point) for point in curve]
        return training


def _size(differences: NDArray[np.float32]) -> float:
    return float(np.sqrt(np.mean(differences**2)))


def curve_table(curve: Sequence[Generation]) -> str:
    """A learning curve as CSV."""
    lines = [",".join(Generation._fields), *(",".join(f"{number:.6g}" for number in point) for point in curve)]
    return "\n".join(lines) + "\n"


def draw_curve(curve: Sequence[Generation]) -> str:
    """A learning curve as SVG."""
    names = {"with the network": "error", "the judge of these games": "glance", "by hand": "by_hand"}
    with plots.look():
        figure, (axis,) = plots.panels(1)
        axis.set(xlabel="positions", ylabel="off by (points)")
        points = {
            name: [plots.Point(it.positions, Interval(*[getattr(it, field)] * 3)) for it in curve]
            for name, field in names.items()
        }
        plots.lines(axis, points)
        plots.legend(axis)
        return plots.as_svg(figure)
