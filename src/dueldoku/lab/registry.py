"""The experiments by name, in the order of the reports. Imported only when asked for: they load much."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from dueldoku.errors import UnknownName
from dueldoku.lab.experiment import Experiment

NAMES = (
    *("minimax-over-time", "minimax-over-boards", "mcts-over-time", "mcts-little-time", "mcts-over-boards"),
    *("search-effort", "tree-depth", "sight"),
    *("cells-minimax", "even-groups", "kept-search", "last-move"),
    *("mcts-settings", "start-up", "neat-training", "exact-cover", "heuristics"),
    *("pruning", "variable-order", "giants", "field", "mistakes", "shortfall"),
)
_TOGETHER = {  # files with several of them; the others have a file each
    "time_and_boards": NAMES[:5],
    "constraint_rules": ("pruning", "variable-order", "giants"),
}


def load(name: str) -> Experiment:
    """The experiment of this name. Raises UnknownName, which lists what there is."""
    if name not in NAMES:
        raise UnknownName(f"expected an experiment out of {', '.join(NAMES)}, got {name!r}")
    constant = name.replace("-", "_")
    file = next((file for file, names in _TOGETHER.items() if name in names), constant)
    experiment: Experiment = getattr(import_module(f"dueldoku.lab.experiments.{file}"), constant.upper())
    return experiment


def load_all(names: Iterable[str] = NAMES) -> list[Experiment]:
    """Several of them, each once."""
    return [load(name) for name in dict.fromkeys(names)]
