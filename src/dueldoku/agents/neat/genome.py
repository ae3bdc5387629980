"""The genomes that neat-python breeds for us, the networks that they describe, and its settings for each way to train.

The settings were found by trial: docs/reports.md tells what they are worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from configparser import ConfigParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import neat

from dueldoku.agents.neat.network import Network, Node
from dueldoku.board.geometry import Geometry
from dueldoku.kernels.learning.neat import INPUTS


class _Genome(neat.DefaultGenome):  # type: ignore[misc]
    def configure_crossover(self, genome1: Any, genome2: Any, config: Any) -> None:
        """Cross two parents, without a test for cycles: the child has no link that the fitter parent has not.

        neat-python 2.0 tests each link against all before it, which takes most of the time with many links.
        """
        config.feed_forward = False
        try:
            super().configure_crossover(genome1, genome2, config)
        finally:
            config.feed_forward = True


class CellGenome(_Genome):
    """For a network that is asked about one cell. Its output stays linear: at the ends of a tanh cells are alike."""

    def configure_new(self, config: Any) -> None:
        """Begin a genome."""
        super().configure_new(config)
        self.nodes[0].activation = "identity"

    def mutate(self, config: Any) -> None:
        """Change it by chance."""
        super().mutate(config)
        self.nodes[0].activation = "identity"


class BoardGenome(_Genome):
    """For a network with an input and an output for each cell; it begins with a link from each input to its output."""

    def configure_new(self, config: Any) -> None:
        """Begin a genome."""
        super().configure_new(config)
        for input_key, output_key in zip(config.input_keys, config.output_keys, strict=True):
            number = config.innovation_tracker.get_innovation_number(input_key, output_key, "initial_connection")
            self.connections[input_key, output_key] = self.create_connection(config, input_key, output_key, number)


def network_of(genome: Any, size: Geometry | None = None) -> Network:
    """The network of a genome: the nodes that its outputs need through enabled links, in the order of evaluation."""
    sources: dict[int, list[tuple[int, float]]] = {key: [] for key in genome.nodes}
    for (source, target), link in genome.connections.items():
        if link.enabled:
            sources[target].append((source, link.weight))
    outputs = size.size if size else 1
    order: dict[int, None] = {}
    for key in range(outputs):
        _visit(key, sources, order)
    return Network(tuple(_node(genome.nodes[key], sources[key]) for key in order), size)


def _visit(key: int, sources: Mapping[int, list[tuple[int, float]]], order: dict[int, None]) -> None:
    """Put a node into the order, after all that it needs."""
    if key not in order:
        for source, _ in sources[key]:
            if source >= 0:
                _visit(source, sources, order)
        order[key] = None


def _node(gene: Any, links: list[tuple[int, float]]) -> Node:
    return Node(gene.key, gene.activation, gene.bias, tuple((key, weight * gene.response) for key, weight in links))


# -- settings --------------------------------------------------------------------------------------------------------

Section = dict[str, object]

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
}


def _number(name: str, stdev: float, rate: float, replace: float, power: float, limit: float) -> Section:
    """How the numbers of this name begin and change."""
    values = {"init_mean": 0, "init_stdev": stdev, "mutate_rate": rate, "replace_rate": replace}
    values |= {"mutate_power": power, "max_value": limit, "min_value": -limit}
    return {f"{name}_{key}": value for key, value in values.items()}


_RESPONSE = _number("response", 0, 0, 0, 0, 1) | {"response_init_mean": 1}


def cell_settings() -> Any:
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
        **_number("weight", stdev=1, rate=0.5, replace=0.05, power=0.4, limit=8),
        **_number("bias", stdev=1, rate=0.4, replace=0.05, power=0.3, limit=8),
    }
    return _config(
        CellGenome,
        genome,
        size=100,
        threshold=2.5,
        stagnation={"species_fitness_func": "max", "max_stagnation": 25, "species_elitism": 3},
        reproduction={"elitism": 2, "survival_threshold": 0.25, "min_species_size": 4},
    )


def board_settings(geometry: Geometry) -> Any:
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
        **_number("weight", stdev=1, rate=2 / cells, replace=0.5 / cells, power=1, limit=30),
        **_number("bias", stdev=1, rate=2 / cells, replace=0.5 / cells, power=1, limit=30),
    }
    return _config(
        BoardGenome,
        genome,
        size=150,
        threshold=3.0,
        stagnation={"species_fitness_func": "max", "max_stagnation": 20, "species_elitism": 2},
        reproduction={"elitism": 2, "survival_threshold": 0.2},
    )


def _config(
    kind: type, genome: Section, *, size: int, threshold: float, stagnation: Section, reproduction: Section
) -> Any:
    """The settings as neat-python wants them: it reads nothing but files."""
    parser = ConfigParser()
    parser.read_dict(
        {
            "NEAT": {
                "pop_size": size,
                "fitness_criterion": "max",
                "fitness_threshold": 0,
                "no_fitness_termination": True,
                "reset_on_extinction": True,
            },
            kind.__name__: _SHARED | _RESPONSE | genome,
            "DefaultSpeciesSet": {"compatibility_threshold": threshold},
            "DefaultStagnation": stagnation,
            "DefaultReproduction": reproduction,
        }
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "settings"
        with path.open("w", encoding="utf-8") as file:
            parser.write(file)
        return neat.Config(kind, neat.DefaultReproduction, neat.DefaultSpeciesSet, neat.DefaultStagnation, str(path))
