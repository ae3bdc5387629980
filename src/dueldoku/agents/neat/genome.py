"""The genomes that neat-python breeds for us, and the networks that they describe."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import neat
from neat.genes import DefaultConnectionGene, DefaultNodeGene
from neat.genome import DefaultGenomeConfig

from dueldoku.agents.neat.network import Network, Node
from dueldoku.board.geometry import Geometry


class Genome(neat.DefaultGenome):  # type: ignore[misc]
    """Our genomes are neat-python's own, but for the time that crossing takes."""

    link: type = DefaultConnectionGene

    @classmethod
    def parse_config(cls, values: dict[str, Any]) -> Any:
        """The settings of a file, where the section has the name of neat-python's own genome."""
        genes = {"node_gene_type": DefaultNodeGene, "connection_gene_type": cls.link}
        return DefaultGenomeConfig(values | genes, neat.DefaultGenome.__name__)

    def configure_crossover(self, genome1: Any, genome2: Any, config: Any) -> None:
        """Cross two parents, without a test for cycles: the child has no link that the fitter parent has not.

        neat-python 2.0 tests each link against all before it, which takes most of the time with many links.
        """
        config.feed_forward = False
        try:
            super().configure_crossover(genome1, genome2, config)
        finally:
            config.feed_forward = True


class CellGenome(Genome):
    """For a network that is asked about one cell. Its output stays linear: at the ends of a tanh cells are alike."""

    def configure_new(self, config: Any) -> None:
        """Begin a genome."""
        super().configure_new(config)
        self.nodes[0].activation = "identity"

    def mutate(self, config: Any) -> None:
        """Change it by chance."""
        super().mutate(config)
        self.nodes[0].activation = "identity"


class BoardGenome(Genome):
    """For a network with an input and an output for each cell; it begins with a link from each input to its output."""

    def configure_new(self, config: Any) -> None:
        """Begin a genome."""
        super().configure_new(config)
        for input_key, output_key in zip(config.input_keys, config.output_keys, strict=True):
            number = config.innovation_tracker.get_innovation_number(input_key, output_key, "initial_connection")
            self.connections[input_key, output_key] = self.create_connection(config, input_key, output_key, number)


class _OldLink(DefaultConnectionGene):  # type: ignore[misc]
    def crossover(self, other: Any) -> Any:
        """Cross two links as neat-python did up to 0.92: whether the child's is enabled comes from either parent.

        2.0 disables it with a chance of 75 % if one parent has it disabled.
        """
        child = super().crossover(other)
        if self.enabled != other.enabled:
            child.enabled = random.random() < 0.5
        return child


class PlainGenome(Genome):
    """Default NEAT as it was when the report was written: it begins and changes as the settings say."""

    link = _OldLink


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
    return Node(gene.key, gene.activation, gene.bias, tuple(links), gene.aggregation, gene.response)
