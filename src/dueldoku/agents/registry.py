"""The bundled agents by name, written ``name`` or ``name:option=value,option=value``. Imported only when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

from dueldoku.agents.base import Agent, build
from dueldoku.errors import UnknownName


class Bundled(NamedTuple):
    """A bundled agent: what it does, in a few words, and its module if that is not the one of its name."""

    about: str
    module: str = ""


AGENTS = {  # ``mcts-tree`` is the class ``MctsTree`` of the module ``mcts_tree``
    "random_player": Bundled("a random legal move"),
    "greedy_player": Bundled("a legal move worth most points now"),
    "naive_player": Bundled("a random digit in a random cell, legal or not"),
    "random_save_player": Bundled("random_player that saves and loads ten million numbers each turn"),
    "minimax-cells": Bundled("report 001: alpha-beta over cells"),
    "minimax-regions": Bundled("report 000: alpha-beta over moves, with two heuristics"),
    "minimax-bombs": Bundled("report 000: alpha-beta over moves, bombs when every move loses"),
    "mcts-tree": Bundled("report 000: UCT over moves, the tree lasts from turn to turn"),
    "mcts-cells": Bundled("report 002: UCT over cells with a solver's digits"),
    "sensei": Bundled("the flagship: perfect endgames, tempo proofs"),
    "neat": Bundled("report 002: a network evolved with NEAT rates the cells", "neat.player"),
}


def split_options(text: str) -> tuple[str, dict[str, str]]:
    """The name and the options of an agent as it is written.

    >>> split_options("mcts-tree:c=0.5,keep=no")
    ('mcts-tree', {'c': '0.5', 'keep': 'no'})
    """
    name, _, rest = text.partition(":")
    options = {}
    for word in rest.split(",") if rest else []:
        option, equals, value = word.partition("=")
        if not (option and equals) or option in options:
            raise UnknownName(f"expected an agent's options as 'option=value,option=value', got {rest!r}")
        options[option] = value
    return name, options


def load_agent(name: str, options: Mapping[str, str] | None = None) -> Agent:
    """A new agent of this name. Raises UnknownName, which lists what there is."""
    if options is None:
        name, options = split_options(name)
    agent: Agent = build(agent_class(name), options, name)
    return agent


def agent_class(name: str) -> type[Agent]:
    """The class of the agent of this name."""
    if name not in AGENTS:
        raise UnknownName(f"expected an agent out of {', '.join(AGENTS)}, got {name!r}")
    words = name.replace("-", "_").split("_")
    kind: type[Agent] = getattr(import_module(module_of(name)), "".join(map(str.capitalize, words)))
    return kind


def module_of(name: str) -> str:
    """The module that the class of this agent is in."""
    return f"dueldoku.agents.{AGENTS[name].module or name.replace('-', '_')}"
