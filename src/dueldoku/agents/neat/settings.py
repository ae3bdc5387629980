"""The settings of neat-python: ours for each way to train, as data, or those of a file.

Ours were found by trial, but for those of default NEAT: docs/reports.md tells what they are worth.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import neat

from dueldoku.board.geometry import Geometry
from dueldoku.errors import DueldokuError, FormatError
from dueldoku.kernels.learning.functions import ACTIVATIONS, AGGREGATIONS
from dueldoku.kernels.learning.neat import INPUTS

Section = Mapping[str, object]
GENOME = "DefaultGenome"
_SECTIONS = ("NEAT", GENOME, "DefaultSpeciesSet", "DefaultStagnation", "DefaultReproduction")


@dataclass(frozen=True)
class Settings:
    """Settings as files of neat-python have them: section, name, value."""

    sections: Mapping[str, Section]
    source: str = ""  # the file that they are from; none if they are ours

    @property
    def text(self) -> str:
        """The text of a file."""
        file = StringIO()
        self._parser().write(file)
        return file.getvalue()

    @property
    def digest(self) -> str:
        """What tells these settings from others; comments, blanks and the order do not count."""
        told = {name: {key: str(value) for key, value in section.items()} for name, section in self.sections.items()}
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:8]

    def config(self, kind: type, inputs: int, outputs: int) -> Any:
        """The settings for neat-python, which reads nothing but files. Raises FormatError if they make no sense."""
        parser = self._parser()
        with self.telling(), TemporaryDirectory() as folder:
            self._check_before(parser)
            parser["NEAT"]["no_fitness_termination"] = "True"  # a run has as many generations as it is told
            parser[kind.__name__] = parser[GENOME]
            path = Path(folder) / "settings"
            with path.open("w", encoding="utf-8") as file:
                parser.write(file)
            parts = neat.DefaultReproduction, neat.DefaultSpeciesSet, neat.DefaultStagnation
            config = neat.Config(kind, *parts, str(path))
            self._check_after(config, inputs, outputs)
        return config

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Whatever neat-python finds wrong inside is told in a sentence, with the file."""
        try:
            yield
        except DueldokuError:
            raise
        except Exception as error:  # neat-python raises errors of any kind
            reason = " ".join(str(error).split()).replace("{self.name}", "numbers") or type(error).__name__
            raise self._wrong(f"expected settings for neat-python: {reason}") from None

    def _parser(self) -> ConfigParser:
        parser = ConfigParser()
        parser.read_dict(self.sections)
        return parser

    def _wrong(self, problem: str) -> FormatError:
        return FormatError(problem, source=self.source)

    def _check_before(self, parser: ConfigParser) -> None:
        """Find what neat-python would tell without its name."""
        for name in _SECTIONS:
            if name not in parser:
                raise self._wrong(f"expected a section [{name}], got none")
        general, reads = parser["NEAT"], ("getint", "getfloat", "getboolean")
        for name, read in zip(("pop_size", "fitness_threshold", "reset_on_extinction"), reads, strict=True):
            try:
                getattr(general, read)(name)
            except ValueError:
                raise self._wrong(f"expected another value of {name}, got {general[name]!r}") from None
        if "seed" in general:
            raise self._wrong("expected no seed among the settings: the option --seed gives it")
        start, known = parser[GENOME].get("initial_connection", "unconnected"), _starts()
        name, *fraction = start.split()
        if name not in known or len(fraction) != name.startswith("partial"):
            raise self._wrong(f"expected initial_connection to be one of {', '.join(known)}, got {start!r}")

    def _check_after(self, config: Any, inputs: int, outputs: int) -> None:
        """Find what neat-python would put up with."""
        genome = config.genome_config
        if (genome.num_inputs, genome.num_outputs) != (inputs, outputs):
            sizes = f"num_inputs = {genome.num_inputs} and num_outputs = {genome.num_outputs}"
            raise self._wrong(f"expected num_inputs = {inputs} and num_outputs = {outputs}, got {sizes}")
        if not genome.feed_forward:
            raise self._wrong("expected feed_forward = True: our networks have no memory, got False")
        for name, known in (("activation", ACTIVATIONS), ("aggregation", AGGREGATIONS)):
            for word in getattr(genome, f"{name}_options") or [""]:
                if word not in known:
                    raise self._wrong(f"expected {name}_options out of {', '.join(known)}, got {word!r}")
        if config.pop_size < 2:
            raise self._wrong(f"expected pop_size to be at least 2, got {config.pop_size}")
        parts = genome, config.species_set_config, config.stagnation_config, config.reproduction_config
        names = {item.name: getattr(part, item.name) for part in parts for item in part._params}
        for name in self.sections[GENOME]:
            if name not in names:
                raise self._wrong(f"expected a setting that neat-python has in [{GENOME}], got {name!r}")
        for name, value in names.items():
            if isinstance(value, int | float) and not _is_sensible(name, value):
                raise self._wrong(f"expected another value of {name}, got {value}")


def read_settings(file: str) -> Settings:
    """The settings of a file. Raises FormatError; whether they make sense, ``Settings.config`` tells."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise FormatError("expected a configuration file of neat-python, got none", source=file) from None
    parser, settings = ConfigParser(), Settings({}, file)
    with settings.telling():
        parser.read_string(text, file)
        sections = {
            name: {key: " ".join(value.split()) for key, value in parser.items(name)} for name in parser.sections()
        }
    return Settings(sections, file)


def _starts() -> list[str]:
    known: list[str] = neat.genome.DefaultGenomeConfig.allowed_connectivity
    return known


def _is_sensible(name: str, value: float) -> bool:
    """Whether a number can be the value of this setting."""
    if name.endswith(("_prob", "_rate", "survival_threshold")):
        return 0 <= value <= 1
    return isfinite(value) and (isinstance(value, float) or value >= 0)


# -- ours ------------------------------------------------------------------------------------------------------------


def _number(name: str, mean: float, stdev: float, rate: float, replace: float, power: float, limit: float) -> Section:
    """How the numbers of this name begin and change."""
    values = {"init_mean": mean, "init_stdev": stdev, "mutate_rate": rate, "replace_rate": replace}
    values |= {"mutate_power": power, "max_value": limit, "min_value": -limit}
    return {f"{name}_{key}": value for key, value in values.items()}


_SHARED: Section = {
    "num_hidden": 0,
    "feed_forward": True,
    "compatibility_disjoint_coefficient": 1.0,
    "compatibility_weight_coefficient": 0.5,
    "activation_default": "tanh",
    "aggregation_default": "sum",
    "aggregation_options": "sum",
    "aggregation_mutate_rate": 0,
    "enabled_default": True,
    # Crossover disables a link with a chance of 75 % if one parent has it disabled: a rate of 0.01 would already leave
    # few links alive.
    "enabled_mutate_rate": 0,
    **_number("response", mean=1, stdev=0, rate=0, replace=0, power=0, limit=1),
}


def cell_settings() -> Settings:
    """For networks that are asked about one cell."""
    genome = {
        "num_inputs": len(INPUTS),
        "num_outputs": 1,
        "initial_connection": "partial_direct 0.5",
        "activation_options": "tanh relu gauss identity",
        "activation_mutate_rate": 0.05,
        "conn_add_prob": 0.25,
        "conn_delete_prob": 0.12,
        "node_add_prob": 0.12,
        "node_delete_prob": 0.06,
        "enabled_rate_to_true_add": 0.02,
        **_number("weight", mean=0, stdev=1, rate=0.5, replace=0.05, power=0.4, limit=8),
        **_number("bias", mean=0, stdev=1, rate=0.4, replace=0.05, power=0.3, limit=8),
    }
    return _settings(
        {**_SHARED, **genome},
        size=100,
        threshold=2.5,
        stagnation={"species_fitness_func": "max", "max_stagnation": 25, "species_elitism": 3},
        reproduction={"elitism": 2, "survival_threshold": 0.25, "min_species_size": 4},
    )


def board_settings(geometry: Geometry) -> Settings:
    """For networks with an input and an output for each cell: so that about two weights change in a child.

    The task is one pair of bias and weight for each cell. To change most of them at once breaks more than it mends.
    """
    cells = geometry.size
    genome = {
        "num_inputs": cells,
        "num_outputs": cells,
        "initial_connection": "unconnected",  # the genome makes its own
        "activation_options": "tanh",  # a sigmoid never answers -0.1
        "activation_mutate_rate": 0,
        "conn_add_prob": 0.1,
        "conn_delete_prob": 0,
        "node_add_prob": 0,
        "node_delete_prob": 0,
        **_number("weight", mean=0, stdev=1, rate=2 / cells, replace=0.5 / cells, power=1, limit=30),
        **_number("bias", mean=0, stdev=1, rate=2 / cells, replace=0.5 / cells, power=1, limit=30),
    }
    return _settings(
        {**_SHARED, **genome},
        size=150,
        threshold=3.0,
        stagnation={"species_fitness_func": "max", "max_stagnation": 20, "species_elitism": 2},
        reproduction={"elitism": 2, "survival_threshold": 0.2},
    )


def default_settings(geometry: Geometry, evolving: bool = True) -> Settings:
    """Default NEAT: the values of neat-python's first example, with an input and an output for each cell.

    The example's nodes are sigmoids of sums, with response 1. If they are ``evolving``, as the report has it, they may
    become any function there is, at the rates of neat-python's example that lets them.
    """
    rate = 0.1 if evolving else 0
    genome = {
        "num_inputs": geometry.size,
        "num_outputs": geometry.size,
        "initial_connection": "full",
        "activation_default": "sigmoid",
        "activation_options": " ".join(ACTIVATIONS) if evolving else "sigmoid",
        "activation_mutate_rate": rate,
        "aggregation_options": " ".join(AGGREGATIONS) if evolving else "sum",
        "aggregation_mutate_rate": rate,
        "conn_add_prob": 0.5,
        "conn_delete_prob": 0.5,
        "node_add_prob": 0.2,
        "node_delete_prob": 0.2,
        "enabled_mutate_rate": 0.01,
        **_number("weight", mean=0, stdev=1, rate=0.8, replace=0.1, power=0.5, limit=30),
        **_number("bias", mean=0, stdev=1, rate=0.7, replace=0.1, power=0.5, limit=30),
        **_number("response", mean=1, stdev=rate, rate=rate, replace=rate, power=rate, limit=30),
    }
    return _settings(
        {**_SHARED, **genome},
        size=150,
        threshold=3.0,
        stagnation={"species_fitness_func": "max", "max_stagnation": 20, "species_elitism": 2},
        reproduction={"elitism": 2, "survival_threshold": 0.2, "min_species_size": 2},
    )


def _settings(genome: Section, *, size: int, threshold: float, stagnation: Section, reproduction: Section) -> Settings:
    general = {
        "pop_size": size,
        "fitness_criterion": "max",
        "fitness_threshold": 0,
        "no_fitness_termination": True,
        "reset_on_extinction": True,
    }
    species = {"compatibility_threshold": threshold}
    return Settings(dict(zip(_SECTIONS, (general, genome, species, stagnation, reproduction), strict=True)))
