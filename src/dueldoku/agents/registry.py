"""The bundled agents by name, written ``name`` or ``name:option=value,option=value``. Imported only when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from dueldoku.agents.base import Agent, build
from dueldoku.errors import UnknownName

AGENTS = {  # what each does, in a few words; ``mcts-tree`` is the class ``MctsTree`` of the module ``mcts_tree``
    "random_player": "a random legal move",
    "greedy_player": "a legal move worth most points now",
    "naive_player": "a random digit in a random cell, legal or not",
    "random_save_player": "random_player that saves and loads ten million numbers each turn",
    "minimax-cells": "report 001: alpha-beta over cells",
    "minimax-regions": "report 000: alpha-beta over moves, with two heuristics",
    "minimax-bombs": "report 000: alpha-beta over moves, bombs when every move loses",
    "mcts-tree": "report 000: UCT over moves, the tree lasts from turn to turn",
    "mcts-cells": "report 002: UCT over cells with a solver's digits",
    "hybrid": "a tree search early, minimax late",
    "sensei": "the flagship: perfect endgames, tempo proofs",
    "neat": "report 002: a network evolved with NEAT rates the cells",
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
    return f"dueldoku.agents.{name.replace('-', '_')}"
