from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from fast_games import fast_plan

from dueldoku.agents.base import Limit
from dueldoku.arena.plan import Plan, PlannedBoard, find_boards
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.errors import PlanError
from dueldoku.game.game import Game

FOUR = ("greedy_player", "random_player", "naive_player", "random_save_player")


def test_every_two_agents_meet_on_every_board_with_both_seats() -> None:
    plan = fast_plan(FOUR[:3], ("easy-2x2", "random-2x3"), (1, 2), rounds=2)
    tasks = list(plan.tasks())
    assert len(tasks) == len(plan) == 3 * 2 * 2 * 2 * 2
    played = Counter((task.names, task.board, task.limit, task.round) for task in tasks)
    assert set(played.values()) == {1}
    assert len({task.key for task in tasks}) == len({task.seed for task in tasks}) == len(tasks)
    assert set(Counter(task.pair for task in tasks).values()) == {2}


def test_the_two_games_of_a_pair_follow_each_other() -> None:
    tasks = list(fast_plan(FOUR, rounds=2).tasks())
    for one, other in zip(tasks[::2], tasks[1::2], strict=True):
        assert one.pair == other.pair
        assert one.names == other.names[::-1]
        assert one.start == other.start


@pytest.mark.parametrize("count", [2, 3, 4])
def test_nobody_waits_long(count: int) -> None:
    agents = FOUR[:count]
    met = [(one.name, other.name) for one, other in fast_plan(agents).pairings()]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(agents, 2)))  # type: ignore[type-var]
    for end in range(1, len(met) + 1):
        games = Counter(name for pairing in met[:end] for name in pairing)
        assert max(games.values()) - min(games[name] for name in agents) <= 2


def test_a_gauntlet_is_the_first_against_all() -> None:
    plan = fast_plan(FOUR, gauntlet=True)
    assert [(one.name, other.name) for one, other in plan.pairings()] == [(FOUR[0], name) for name in FOUR[1:]]


def test_keys_change_with_all_that_matters() -> None:
    task = next(fast_plan().tasks())
    changed = replace(task.agents[0], digest="other")
    others = [
        replace(task, agents=(changed, task.agents[1])),
        replace(task, agents=task.agents[::-1]),
        replace(task, start=task.start + " turn=2"),
        replace(task, round=2),
        replace(task, seed=1),
        replace(task, limit=Limit(nodes=2)),
    ]
    assert len({task.key, *(other.key for other in others)}) == 7
    assert pickle.loads(pickle.dumps(task)).key == task.key


def test_the_same_seed_is_the_same_plan_and_another_is_not() -> None:
    plans = [fast_plan(seed=seed) for seed in (1, 1, 2)]
    one, same, other = ([task.key for task in plan.tasks()] for plan in plans)
    assert one == same
    assert not set(one) & set(other)


def test_a_recipe_makes_a_board_for_every_round() -> None:
    plan = replace(fast_plan(rounds=3), boards=find_boards(["generate:size=2x2,empty=8,solutions=1,seed=7"]))
    starts = {task.round: task.start for task in plan.tasks()}
    assert len(set(starts.values())) == 3
    assert all(len(Position.parse(start).grid.holes) == 8 for start in starts.values())
    assert starts == {task.round: task.start for task in replace(plan, seed=2).tasks()}  # its own seed counts


def test_random_regions_are_the_same_for_both_seats() -> None:
    tasks = list(fast_plan(boards=("empty-2x2",), rules="random", rounds=2).tasks())
    assert "region1=" in tasks[0].start
    assert tasks[0].start == tasks[1].start != tasks[2].start
    assert Game(Position.parse(tasks[0].start)).rules == "random"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"agents": ("greedy_player",)}, "expected at least two agents, got 1"),
        ({"agents": ("greedy_player", "greedy_player")}, "expected different agents, got greedy_player more than once"),
        ({"boards": ("easy-2x2", "easy-2x2")}, "expected different boards"),
        ({"boards": ()}, "expected at least one board"),
        ({"rounds": 0}, "one round"),
        ({"nodes": (0,)}, "expected a limit above 0, got no nodes"),
    ],
)
def test_plans_that_make_no_sense(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(PlanError, match=sentence):
        fast_plan(**change)  # type: ignore[arg-type]


def test_a_plan_knows_which_agents_the_fast_lane_would_not_cage() -> None:
    foreign = replace(fast_plan().agents[0], kind="file")
    plan = replace(fast_plan(), agents=(foreign, fast_plan().agents[1]))
    assert plan.uncaged == [foreign]
    assert replace(plan, limits=(Limit(0.5),)).uncaged == []
    assert fast_plan().uncaged == []


def test_a_board_on_which_nothing_can_be_played_is_named() -> None:
    full = PlannedBoard("full", Position(Grid.parse("1234341221434321")))
    with pytest.raises(PlanError, match="board full: the board is already full"):
        list(replace(fast_plan(), boards=(full,)).tasks())
    with pytest.raises(PlanError, match="board easy-2x2: expected a rule set out of"):
        list(Plan(fast_plan().agents, fast_plan().boards, (Limit(1),), rules="chess").tasks())
