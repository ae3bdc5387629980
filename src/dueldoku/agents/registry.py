"""The bundled agents by name, written ``name`` or ``name:option=value,option=value``. Imported only when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

from dueldoku.agents.base import Agent, build
from dueldoku.errors import UnknownName


class Bundled(NamedTuple):
    """A bundled agent: what it does, in a few words, and its class."""

    about: str
    module: str
    kind: str


AGENTS = {
    "random_player": Bundled("a random legal move", "random_player", "RandomPlayer"),
    "greedy_player": Bundled("a legal move worth most points now", "greedy_player", "GreedyPlayer"),
    "naive_player": Bundled("a random digit in a random cell, legal or not", "naive_player", "NaivePlayer"),
    "random_save_player": Bundled(
        "random_player that saves and loads ten million numbers each turn", "random_save_player", "RandomSavePlayer"
    ),
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
    if name not in AGENTS:
        raise UnknownName(f"expected an agent out of {', '.join(AGENTS)}, got {name!r}")
    entry = AGENTS[name]
    agent: Agent = build(getattr(import_module(f"dueldoku.agents.{entry.module}"), entry.kind), options, name)
    return agent
