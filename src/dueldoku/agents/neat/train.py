"""Evolving networks with neat-python, one generation at a time.

A run is a state that each generation turns into the next: the population and the state of Python's random numbers, as
neat-python's checkpoints hold them. So a run that was broken off and resumed goes on as if nothing had happened, and
the seed alone tells how it ends. A state is a pickle: load only your own.
"""

from __future__ import annotations

import gzip
import pickle
import random
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from io import BytesIO
from random import Random
from typing import Any, NamedTuple

from neat import Checkpointer, CompleteExtinctionException, Population

from dueldoku.agents.neat.fitness import CellMode, DefaultMode, Mode
from dueldoku.agents.neat.genome import BoardGenome, CellGenome, PlainGenome, network_of
from dueldoku.agents.neat.network import Network, pack
from dueldoku.agents.neat.settings import Settings, board_settings, cell_settings, default_settings
from dueldoku.errors import FormatError

_GENOMES = {"cell": CellGenome, "report": BoardGenome, "default": PlainGenome}
_FINALISTS, _CARE = 10, 10  # so many networks on so many times as many boards, so that the champion is not the luckiest


class Generation(NamedTuple):
    """A point of the learning curve."""

    number: int
    best: float  # fitness
    mean: float
    exam: float  # what the best network gets in the exam


def settings_of(mode: Mode) -> Settings:
    """The settings that a mode has unless it is given others."""
    if isinstance(mode, CellMode):
        return cell_settings()
    return default_settings(mode.size) if isinstance(mode, DefaultMode) else board_settings(mode.size)


def config_of(mode: Mode, settings: Settings) -> Any:
    """The settings as neat-python has them. Raises FormatError if they do not suit the mode."""
    any_network = Network((), mode.size)
    return settings.config(_GENOMES[mode.name], any_network.inputs, any_network.outputs)


class Training:
    """A run of training; ``step`` makes it longer by a generation. Raises FormatError if the settings do not fit."""

    def __init__(self, mode: Mode, seed: int, settings: Settings | None = None) -> None:
        self.mode, self.seed, self.settings = mode, seed, settings or settings_of(mode)
        config = config_of(mode, self.settings)
        config.config_information = {"what": self._what(), "curve": []}
        with self.settings.telling():
            self.state = _freeze(Population(config, seed=seed))

    @classmethod
    def resume(cls, mode: Mode, seed: int, state: bytes, settings: Settings | None = None) -> Training:
        """A run that goes on from its ``state``. Raises FormatError if it is that of another run."""
        training = cls(mode, seed, settings)
        training.state = state
        try:
            found = training._information["what"]
        except Exception:  # a pickle that is none can fail in any way
            raise FormatError("expected a checkpoint of `dueldoku agent train neat`") from None
        if found != training._what():
            raise FormatError(f"expected a checkpoint of {training._what()}, got one of {found}")
        return training

    @property
    def curve(self) -> list[Generation]:
        """The generations so far."""
        return [Generation(*point) for point in self._information["curve"]]

    def step(self) -> Generation:
        """Rate the population and breed the next."""
        population = _thaw(self.state)
        try:
            population.run(self._evaluate, 1)
        except (CompleteExtinctionException, RuntimeError) as error:
            reason = str(error) or "all species died out"
            problem = f"expected settings that a population can live with: {reason}"
            raise FormatError(problem, source=self.settings.source) from None
        points = population.config.config_information["curve"]
        self.state = _freeze(population)
        return Generation(*points[-1])

    def champion(self, made_by: str = "") -> Network:
        """The best network of the population: those that do well on new boards are tried on many more."""
        networks = [self._network(genome) for genome in _thaw(self.state).population.values()]
        random = Random(f"{self.seed} champion")
        order = self.mode.rate(pack(networks), random).argsort(kind="stable")[::-1]
        finalists = [networks[int(place)] for place in order[:_FINALISTS]]
        best = self.mode.rate(pack(finalists), random, _CARE).argmax()
        return replace(finalists[int(best)], made_by=made_by)

    def _evaluate(self, genomes: list[tuple[int, Any]], config: Any) -> None:
        points = config.config_information["curve"]
        networks = [self._network(genome) for _, genome in genomes]
        fitness = self.mode.rate(pack(networks), Random(f"{self.seed} {len(points)}"))
        for (_, genome), value in zip(genomes, fitness.tolist(), strict=True):
            genome.fitness = value
        exam = self.mode.examine(pack([networks[fitness.argmax()]]))
        points.append((len(points), float(fitness.max()), float(fitness.mean()), exam))

    def _network(self, genome: Any) -> Network:
        return network_of(genome, self.mode.size)

    def _what(self) -> str:
        kind = f"{self.mode.name} mode for {self.mode.size}" if self.mode.size else "cell mode"
        settings = f" and the settings {self.settings.digest}" if self.settings.source else ""
        return f"{kind} with seed {self.seed}{settings}"

    @property
    def _information(self) -> Any:
        return _thaw(self.state).config.config_information


def _freeze(population: Any) -> bytes:
    """A checkpoint as neat-python's Checkpointer writes it, which can only write files and tells so each time."""
    file = BytesIO()
    parts = population.generation, population.config, population.population, population.species, random.getstate()
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=1, mtime=0) as packed:
        pickle.dump(parts, packed, pickle.HIGHEST_PROTOCOL)
    return file.getvalue()


def _thaw(state: bytes) -> Any:
    """The population; Python's random numbers go on from where they were."""
    return Checkpointer.restore_checkpoint(BytesIO(state))


# -- the learning curve ----------------------------------------------------------------------------------------------

_WIDTH, _HEIGHT, _MARGIN, _GAP = 640, 160, 48, 40  # of a panel, and around it
_COLOURS = ("#0b62c4", "#a94c00")


def curve_table(curve: Sequence[Generation]) -> str:
    """A learning curve as CSV."""
    lines = [",".join(Generation._fields), *(",".join(f"{number:.6g}" for number in point) for point in curve)]
    return "\n".join(lines) + "\n"


def draw_curve(curve: Sequence[Generation], exam: str) -> str:
    """A learning curve as SVG: the fitness above, the result of the exam below."""
    width, height = _WIDTH + 2 * _MARGIN, 2 * (_HEIGHT + _GAP) + _GAP
    fitness = {"best": [point.best for point in curve], "mean": [point.mean for point in curve]}
    low, high = min(map(min, fitness.values())), max(map(max, fitness.values()))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        "<style>text { font-size: 12px }</style>",
        *_panel("fitness: best and mean", fitness, low, high, _GAP),
        *_panel(exam, {exam: [point.exam for point in curve]}, 0.0, 1.0, 2 * _GAP + _HEIGHT),
        f'<text x="{width // 2}" y="{height - 8}" text-anchor="middle">generation 0 to {len(curve) - 1}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _panel(title: str, lines: dict[str, list[float]], low: float, high: float, top: int) -> list[str]:
    scale = _HEIGHT / ((high - low) or 1)
    parts = [
        f'<text x="{_MARGIN}" y="{top - 8}">{escape(title)}</text>',
        f'<rect x="{_MARGIN}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="#b6bdc6"/>',
        f'<text x="{_MARGIN - 6}" y="{top + 10}" text-anchor="end">{high:.3g}</text>',
        f'<text x="{_MARGIN - 6}" y="{top + _HEIGHT}" text-anchor="end">{low:.3g}</text>',
    ]
    for colour, values in zip(_COLOURS, lines.values(), strict=False):
        step = _WIDTH / max(len(values) - 1, 1)
        points = " ".join(
            f"{_MARGIN + number * step:.1f},{top + _HEIGHT - (value - low) * scale:.1f}"
            for number, value in enumerate(values)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return parts
