"""The benchmark of the agents: the plain renditions find the same values, and both sides do the same work."""

from __future__ import annotations

import json
import random
from math import inf

import pytest

from dueldoku import Game, bundled_board
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.bench import agents, pace
from dueldoku.bench.plain import PlainCells
from dueldoku.bench.plain_moves import PlainBombs, PlainRegions
from dueldoku.cli.bench import bench


def value(name: str, game: Game) -> float:
    facts: dict[str, float] = {}
    load_agent(name).think(game.copy(), Task(1, Limit(), lambda move: None, random.Random(1), report=facts.update))
    return facts["value"]


@pytest.mark.parametrize("board", ["easy-2x2", "random-2x3"])
def test_the_plain_renditions_find_our_values(board: str) -> None:
    game = Game(bundled_board(board))
    for depth in (2, 3):
        cells = PlainCells(game)
        cells.nodes = 10**9
        found, _ = cells.minimax(depth, True, 0, -inf, inf)
        assert found == value(f"minimax-cells:start={depth},deepest={depth}", game)


def test_a_plain_search_does_what_it_is_told() -> None:
    game = Game(bundled_board("random-3x3"))
    regions, bombs = PlainRegions(game), PlainBombs(game)
    regions.search(500)
    bombs.search(500)
    assert regions.nodes == bombs.nodes + bombs.tested == 500
    assert PlainCells(game).search(500) == 0


@pytest.mark.slow
def test_we_are_faster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    few = {name: contest._replace(amount=20_000) for name, contest in agents.RACES.items() if "minimax" in name}
    monkeypatch.setattr(agents, "RACES", few)
    monkeypatch.setattr(pace, "PROBES", {})
    bench("agents", sets=["random-3x3"], rounds=2, seconds=0.01, json_=True)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    speeds = [agents.Speed(**line) for line in lines if "ratio" in line]
    assert [speed.agent for speed in speeds] == list(few)
    assert all(10 < speed.least <= speed.ratio <= speed.most for speed in speeds)
    bench("agents", sets=["random-3x3"], only=["minimax-cells"], rounds=1, seconds=0.01)
    assert "minimax-cells" in capsys.readouterr().out
