"""An evolved network as a value: JSON that people can read, and arrays that compiled code can.

Inputs have the keys -1, -2, ..., as neat-python counts them, nodes have keys from 0 on. A node is its activation of its
bias plus its response times the aggregation of its links, which are values times weights.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import accumulate
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.errors import FormatError, UnknownName
from dueldoku.kernels.learning.functions import ACTIVATIONS, AGGREGATIONS
from dueldoku.kernels.learning.neat import INPUTS, Networks

_FOLDER = files("dueldoku.agents.neat") / "networks"


class Node(NamedTuple):
    """A node; its links lead to inputs or to nodes before it."""

    key: int
    activation: str
    bias: float
    links: tuple[tuple[int, float], ...]
    aggregation: str = "sum"
    response: float = 1.0

    def to_json(self) -> str:
        """A line of a file, without what is as it is in most nodes."""
        usual = self._field_defaults
        return json.dumps({name: value for name, value in self._asdict().items() if usual.get(name) != value})

    @classmethod
    def read(cls, data: dict[str, Any]) -> Node:
        """Inverse of ``to_json``. Raises KeyError, TypeError, ValueError."""
        links = tuple((key, float(weight)) for key, weight in data["links"])
        response = float(data.get("response", 1))
        return cls(
            data["key"], data["activation"], float(data["bias"]), links, data.get("aggregation", "sum"), response
        )


@dataclass(frozen=True)
class Network:
    """A network for the cells of any board, or for whole boards of one ``size``."""

    nodes: tuple[Node, ...]  # each after those that it links to
    size: Geometry | None = None
    made_by: str = ""  # the command that evolved it

    @property
    def inputs(self) -> int:
        """How many inputs it has."""
        return self.size.size if self.size else len(INPUTS)

    @property
    def outputs(self) -> int:
        """How many outputs it has: the nodes with the keys from 0 on."""
        return self.size.size if self.size else 1

    def to_json(self) -> str:
        """The text of a file, a node a line."""
        about = {"made by": self.made_by, "sees": f"boards of {self.size}" if self.size else INPUTS}
        nodes = ",\n".join(f"  {node.to_json()}" for node in self.nodes)
        return f'{json.dumps(about)[:-1]},\n "nodes": [\n{nodes}\n]}}\n'

    @classmethod
    def parse(cls, text: str, source: str = "") -> Network:
        """Inverse of ``to_json``. Raises FormatError."""
        try:
            return cls._read(json.loads(text))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise FormatError(f"expected a network of `dueldoku agent train neat`: {error}", source=source) from None

    @classmethod
    def _read(cls, data: dict[str, object]) -> Network:
        sees, listed = data["sees"], data["nodes"]
        if not isinstance(listed, list):
            raise TypeError("its nodes are no list")
        size = None
        if isinstance(sees, str):
            size = Geometry.parse(sees.removeprefix("boards of "))
        elif sees != list(INPUTS):
            raise ValueError("it sees something else than our networks")
        network = cls(tuple(map(Node.read, listed)), size, str(data["made by"]))
        network._check()
        return network

    def _check(self) -> None:
        known = set(range(-self.inputs, 0))
        for node in self.nodes:
            for name, known_names in ((node.activation, ACTIVATIONS), (node.aggregation, AGGREGATIONS)):
                if name not in known_names:
                    raise ValueError(f"no function {name!r}, only {', '.join(known_names)}")
            if type(node.key) is not int or node.key < 0 or node.key in known:
                raise ValueError(f"{node.key!r} is no key of a new node")
            if not known.issuperset(key for key, _ in node.links):
                raise ValueError(f"node {node.key} has a link from nowhere")
            if not all(map(isfinite, (node.bias, node.response, *(weight for _, weight in node.links)))):
                raise ValueError(f"node {node.key} has a number that is not finite")
            known.add(node.key)
        if not known.issuperset(range(self.outputs)):
            raise ValueError(f"it has less than {self.outputs} outputs")


def load_network(name: str) -> Network:
    """A bundled network by its name, or the one in a file of one's own. Raises UnknownName, FormatError."""
    place = _FOLDER / f"{name}.json" if name in network_names() else Path(name)
    try:
        return Network.parse(place.read_text(encoding="utf-8"), name)
    except (OSError, UnicodeDecodeError):
        raise UnknownName(
            f"expected a network out of {', '.join(network_names())}, or a file of one, got {name!r}"
        ) from None


def network_names() -> list[str]:
    """The bundled networks."""
    return sorted(place.name.removesuffix(".json") for place in _FOLDER.iterdir() if place.name.endswith(".json"))


def pack(networks: Sequence[Network]) -> Networks:
    """The networks as arrays; they have the same kind."""
    inputs, count = networks[0].inputs, networks[0].outputs
    outputs, source = [], []
    for network in networks:
        place = {-1 - number: number for number in range(inputs)}
        for node in network.nodes:
            source += [place[key] for key, _ in node.links]
            place[node.key] = len(place)
        outputs.append([place[key] for key in range(count)])
    nodes = [node for network in networks for node in network.nodes]
    return Networks(
        inputs=inputs,
        most_values=inputs + max(len(network.nodes) for network in networks),
        outputs=np.array(outputs, np.int32),
        nodes=_starts([len(network.nodes) for network in networks]),
        activation=np.array([ACTIVATIONS.index(node.activation) for node in nodes], np.int8),
        aggregation=np.array([AGGREGATIONS.index(node.aggregation) for node in nodes], np.int8),
        bias=np.array([node.bias for node in nodes], np.float64),
        response=np.array([node.response for node in nodes], np.float64),
        links=_starts([len(node.links) for node in nodes]),
        source=np.array(source, np.int32),
        weight=np.array([weight for node in nodes for _, weight in node.links], np.float64),
    )


def _starts(lengths: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Where each run begins, and where the last one ends."""
    return np.array([0, *accumulate(lengths)], np.int32)
