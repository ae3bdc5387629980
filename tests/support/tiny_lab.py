"""Experiments so small that a test can run them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dueldoku.arena.archive import Archive
from dueldoku.arena.play import play_task
from dueldoku.arena.pool import Here
from dueldoku.arena.run import do_all
from dueldoku.duel.position import Position
from dueldoku.lab.duels import Duels
from dueldoku.lab.experiment import FIRST_SEED, Data, Experiment, Size
from dueldoku.lab.experiments import cells_minimax, mistakes
from dueldoku.lab.notebook import Notebook
from dueldoku.lab.registry import load
from dueldoku.lab.run import Records

_SMALL = ("easy-2x2", "random-2x3")
_TIMES = (0.002, 0.004)
SIZES = {  # by experiment
    "minimax-over-time": Size(_SMALL, _TIMES, translated=True),
    "mcts-over-time": Size(_SMALL, _TIMES, translated=True),
    "mcts-little-time": Size(_SMALL, _TIMES[:1], translated=True),
    "search-effort": Size(seconds=_TIMES),
    "cells-minimax": Size(cells_minimax.BOARDS, (0.002,), translated=True, depths={"random-2x3": 3}),
    "tree-depth": Size(_SMALL, (0.01,), translated=True),
    "sight": Size(_SMALL[1:], (0.002,), translated=True, empty=(12, 20), puzzles=1),
    "even-groups": Size(_SMALL, (0.002,), translated=True),
    "kept-search": Size(_SMALL[1:], (0.001,), translated=True, puzzles=2, depths={"random-2x3": 2}),
    "start-up": Size(_SMALL, (0.001,), translated=True, puzzles=2, budget=0.01),
    "last-move": Size(seconds=(0.001,), translated=True, puzzles=2),
    "mcts-settings": Size(_SMALL, (0.001,), translated=True),
    "neat-training": Size(generations={"default 2x2": 1, "example 2x2": 1, "report 2x2": 2, "cell 2x3": 1}),
    "exact-cover": Size(puzzles=2, budget=1.0),
    "heuristics": Size(puzzles=50, empty=(100,), seeds=2, budget=1.0),
    "pruning": Size(puzzles=2, empty=(100,), budget=0.2),
    "giants": Size(puzzles=1, empty=(150,), budget=0.5),
    "field": Size(
        _SMALL[:1],
        seconds=(0.004,),
        in_process=True,
        hero=Size(_SMALL[:1], _TIMES, in_process=True),
    ),
    "mistakes": Size(mistakes.BOARDS[:1], (0.001,), translated=True),
    "shortfall": Size(puzzles=3, nodes=50),
}
OTHERS: dict[str, dict[str, Any]] = {  # what else takes long, by module
    "search_effort": {"_TURNS": 2, "BOARDS": ("empty-2x2", "random-2x3")},
    "sight": {"CLUES": (0, 20)},
    "start_up": {"TIMED_BOARDS": _SMALL[1:]},
    "last_move": {
        "SHAPES": {"2x2": (4, 5), "3x3": (6,)},
        "AGENTS": {
            "last move": ("greedy_player", "minimax-cells:as=001"),
            "last move, ours": ("greedy_player", "minimax-cells"),
        },
        "EVEN": ("empty-2x2",),
        "ODD": "random-3x3",
        "SOLVED": ("easy-2x2", "empty-2x2"),
    },
    "exact_cover": {"BOARDS": ("random-3x3",), "GROUPS": {"easy": "3x3-easy"}},
    "heuristics": {"SET": "3x3-easy", "_shared": lambda workers, boards: 1 / workers},
    "field": {
        "AGENTS": ("random_player", "greedy_player", "minimax-bombs"),
        "RIVALS": ("minimax-bombs",),
        "DUELS": Duels("field over time", "sensei", ("minimax-bombs",)),
    },
}


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Experiment]:
    """Make an experiment small, and give it."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)

    def shrink(name: str) -> Experiment:
        for experiment_name, size in SIZES.items():
            monkeypatch.setitem(load(experiment_name).sizes, "quick", size)
        for module_name, others in OTHERS.items():
            module = import_module(f"dueldoku.lab.experiments.{module_name}")
            for key, value in others.items():
                monkeypatch.setattr(module, key, value)
        return load(name)

    return shrink


def run_into(
    folder: Path, experiment: Experiment, course: Mapping[str, Position] | None = None, seed: int = FIRST_SEED
) -> Data:
    """Run an experiment as the program does, and give what is stored."""
    notebook = Notebook(folder / "lab.jsonl")
    with Archive(folder / "lab.db", write=True) as archive:
        records = Records(archive, notebook, course or {}, seed)
        for _ in records.measure(experiment, records.missing(experiment, "quick"), Here()):
            pass
        for contest in records.contests(experiment, "quick"):
            stored = archive.begin(contest.stored_as("quick"), contest.plan.settings())
            tasks = (task for task in contest.plan.tasks() if task.key not in stored)
            for result in do_all(tasks, Here(), play_task):
                archive.add(contest.stored_as("quick"), result)
        return records.collect(experiment, "quick")


def texts_of(data: Data, experiment: Experiment) -> Iterator[str]:
    """Every text that the results consist of."""
    for finding in experiment.findings(data):
        yield finding.claim
        yield from (verdict.reason for verdict in (finding.first, *finding.others.values()))
    for table in experiment.tables(data):
        yield table.text()
