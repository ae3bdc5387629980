"""The clock of the reports' own Python."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dueldoku import Game, bundled_board
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.pace import MEASURED, NODES, Cost, Costs, costs_of
from dueldoku.agents.registry import load_agent
from dueldoku.errors import UnknownName


def facts_of(name: str, board: str, nodes: int, kept: Any = None) -> tuple[dict[str, float], Any]:
    """What a turn reports, and what it keeps."""
    facts: dict[str, float] = {}
    box = [kept]
    task = Task(1, Limit(nodes=nodes), lambda move: None, random.Random(1), box.append, lambda: box[-1])
    task.report = facts.update
    load_agent(name).think(Game(bundled_board(board)), task)
    return facts, box[-1]


def test_a_limit_of_nodes_is_one_of_nodes_unless_the_clock_is_theirs() -> None:
    assert costs_of("nodes", "mcts-tree", 9) is NODES
    assert NODES.step.of(1000) == 1
    assert facts_of("mcts-tree:as=000", "random-3x3", 77)[0]["nodes"] == 77


@pytest.mark.parametrize("agent", MEASURED)
def test_costs_grow_with_the_side(agent: str) -> None:
    measured = MEASURED[agent]
    assert list(measured) == [4, 6, 9, 12, 16]
    for what, field in enumerate(Costs._fields):
        for low, middle, high in ((4, 5, 6), (9, 10, 12), (12, 15, 16)):
            one, between, other = (costs_of("python", agent, side)[what].of(50) for side in (low, middle, high))
            assert min(one, other) - 0.1 <= between <= max(one, other) + 0.1, field
    for side, nearest in ((2, 4), (25, 16)):
        assert costs_of("python", agent, side).step == pytest.approx(measured[nearest].step, abs=0.01)
    assert costs_of("python", agent, 9) is measured[9]


def test_an_iteration_costs_what_was_measured() -> None:
    game = Game(bundled_board("random-3x3"))
    moves = len(list(game.legal_moves()))
    start, step, save, _, _ = MEASURED["mcts-tree"][9]
    facts, kept = facts_of("mcts-tree:as=000,clock=python", "random-3x3", 50_000)
    left, done, nodes, last = 50_000 - start.of(moves) - save.of(1), 0, 1, 0
    while left >= step.of(moves):
        left, done = left - step.of(moves), done + 1
        nodes = 1 + moves if done > 1 else 1  # each move of the root is visited once: none has children yet
        if done % 10 == 0:
            left -= save.of(nodes)
            last = done if left >= 0 else last
    assert 10 < done < moves
    assert facts["nodes"] == done
    assert kept.tree.visits[0] == last == done - done % 10
    assert facts_of("mcts-tree:as=000,clock=python,save=no", "random-3x3", 50_000)[0]["nodes"] == int(
        (50_000 - start.of(moves)) / step.of(moves)
    )


def test_a_tree_that_is_kept_costs_time_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = Costs(step=Cost(1.0), save=Cost(0.0, 0.001), load=Cost(0.0, 0.005))
    monkeypatch.setitem(MEASURED["mcts-tree"], 9, cheap)
    first, kept = facts_of("mcts-tree:as=000,clock=python", "random-3x3", 300)
    second, _ = facts_of("mcts-tree:as=000,clock=python", "random-3x3", 300, kept)
    assert first["nodes"] > second["nodes"] > 0
    dear = cheap._replace(save=Cost(1000.0))
    monkeypatch.setitem(MEASURED["mcts-tree"], 9, dear)
    third, nothing = facts_of("mcts-tree:as=000,clock=python", "random-3x3", 1500)
    assert third["nodes"] == 10  # the first save of the turn is in time, the one after ten visits is not
    assert nothing.tree.visits[0] == 0


def test_report_002_stops_at_95_percent() -> None:
    game = Game(bundled_board("random-3x3"))
    start, step, *_ = MEASURED["mcts-cells"][9]
    empty = game.values.count(0)
    facts, _ = facts_of("mcts-cells:as=002,clock=python", "random-3x3", 100_000, kept=0.0)
    assert facts["nodes"] == int((95_000 - 1000 - start.of(empty)) / step.of(empty))
    assert "nodes" not in facts_of("mcts-cells:as=002,clock=python", "random-3x3", 100_000)[0]  # the first turn


def test_other_clocks_are_told() -> None:
    with pytest.raises(UnknownName, match="expected clock to be one of nodes, python, got 'wall'"):
        load_agent("mcts-tree:clock=wall")
