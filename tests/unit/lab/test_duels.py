"""Games of one agent against others, and shares of the points in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from dueldoku.agents.base import Limit
from dueldoku.arena.archive import StoredGame
from dueldoku.lab.claim import mean_share, pair_share, share
from dueldoku.lab.duels import Duels, points_of
from dueldoku.lab.experiment import Data, Size, label, seconds_of

GAME = StoredGame(
    *(1, "t", "p", 1, "easy-2x2", "classic", "1000 nodes", 1, "ann", "bob", "", "", 1, 7, 3, "full", 0, ""),
    *(2, 2, 0.0, 0.0, 0.0, 0.0, 0, 0, "none", ""),
)
DUELS = Duels("it", "mcts-tree:as=000", ("greedy_player", "mcts-tree:as=000,c=1"), part=0.5)


def pairs(board: str, *results: tuple[int, int], limit: str = "1000 nodes") -> Iterator[StoredGame]:
    """Pairs of games between Ann, who moves first in the first of each, and Bob; results as the winner of each."""
    for number, (first, second) in enumerate(results):
        pair = f"{board} {limit} {number}"
        game = replace(GAME, pair=pair, board=board, time_limit=limit)
        yield replace(game, winner=first)
        yield replace(game, winner=second, agent1="bob", agent2="ann", points1=3, points2=7)


def test_a_share_over_boards_and_times_is_their_mean() -> None:
    won, lost, shared = (1, 2), (2, 1), (1, 1)
    games = [*pairs("a", *[won] * 9), *pairs("b", *[lost] * 3), *pairs("b", *[shared] * 3, limit="1 node")]
    found = share(games, "ann", "bob")
    assert found.value == pytest.approx((1 + 0 + 0.5) / 3)
    assert found.amount == len(games)
    assert found.high - found.value == pytest.approx(3 / 15)  # in no place do pairs differ
    assert share(games, "bob", "ann").value == pytest.approx(1 - found.value)
    assert share(list(pairs("a", won, lost, won)), "ann", "bob") == pair_share([1, 0, 0, 0, 2])


def test_boards_that_differ_are_no_chance() -> None:
    apart, alike = mean_share([[20, 0, 0, 0, 0], [0, 0, 0, 0, 20]]), mean_share([[10, 0, 0, 0, 10]] * 2)
    assert apart.value == alike.value == 0.5
    assert apart.high - apart.low < alike.high - alike.low
    assert mean_share([[1, 0, 0, 0, 0], [0, 0, 0, 0, 1]]) == pair_share([1, 0, 0, 0, 1])  # one pair tells no spread
    assert mean_share([]) == pair_share([0] * 5)


def test_draws_count_as_one_wants() -> None:
    games = list(pairs("a", (0, 0), (1, 2)))
    assert share(games, "ann", "bob").value == 0.75
    assert share(games, "ann", "bob", draw=0.0).value == 0.5
    assert share(games, "bob", "ann", draw=0.0).value == 0


def test_points_of_both() -> None:
    own, other = points_of(Data("quick", Size()), list(pairs("a", (1, 2))), "ann", "bob")
    assert (own.value, other.value) == (7, 3)


def test_translated_seconds_are_nodes_and_back() -> None:
    size = Size(("easy-2x2",), (0.1, 0.5), translated=True, rounds=4, more=3)
    assert size.limits == [Limit(nodes=100_000), Limit(nodes=500_000)]
    assert [seconds_of(limit) for limit in size.limits] == [0.1, 0.5]
    assert seconds_of(replace(GAME, time_limit="0.5 s or 1000 nodes")) == 0.5
    assert size.agent("mcts-tree") == "mcts-tree:clock=python"
    assert size.agent("mcts-tree:c=1") == "mcts-tree:c=1,clock=python"
    assert size.agent("greedy_player") == "greedy_player"
    assert Size().agent("mcts-tree") == "mcts-tree"


def test_more_rounds_with_the_shortest_time_and_part_of_them_for_some() -> None:
    size = Size(("easy-2x2",), (0.1, 0.5), translated=True, rounds=4, more=3)
    short, longer = DUELS.games(size)
    assert [(it.plan.rounds, len(it.plan.limits)) for it in (short, longer)] == [(6, 1), (2, 1)]
    assert short.translated
    assert short.stored_as("quick") != longer.stored_as("quick")
    games = list(pairs("easy-2x2", (1, 2)))
    data = Data("quick", size, {short.name: games[:1], longer.name: games[1:]})
    assert DUELS.played(data) == games


def test_more_rounds_against_those_with_whom_it_is_close() -> None:
    close = DUELS._replace(close=("greedy_player",))
    size = Size(("easy-2x2",), (0.1, 0.5), translated=True, rounds=4, more=3, closer=5)
    games = close.games(size)
    assert [(it.name, it.plan.rounds, [agent.name.partition(":")[0] for agent in it.plan.agents]) for it in games] == [
        ("it, short", 6, ["mcts-tree", "mcts-tree"]),
        ("it, close, short", 30, ["mcts-tree", "greedy_player"]),
        ("it", 2, ["mcts-tree", "mcts-tree"]),
        ("it, close", 10, ["mcts-tree", "greedy_player"]),
    ]
    (whole, closer) = close.games(size._replace(more=1))
    assert [(it.plan.rounds, len(it.plan.limits)) for it in (whole, closer)] == [(2, 2), (10, 2)]
    played = list(pairs("easy-2x2", (1, 2)))
    data = Data("quick", size, {it.name: [game] for it, game in zip((whole, closer), played, strict=True)})
    assert close.played(data) == played


def test_a_share_against_several_does_not_go_by_how_many_games_each_played() -> None:
    both = Duels("it", "ann", ("bob", "cid"))
    games = list(pairs("a", *[(1, 2)] * 9))
    lost = [replace(game, agent1=game.agent1.replace("bob", "cid"), agent2=game.agent2.replace("bob", "cid"))
            for game in pairs("a", *[(2, 1)] * 3)]  # fmt: skip
    found = both.share(Data("quick", Size()), [*games, *lost])
    assert found.value == 0.5
    assert found.amount == len(games) + len(lost)


def test_the_reports_agents_are_called_as_they_call_them() -> None:
    assert label("minimax-bombs:as=000,clock=python") == "the report's A3 agent"
    assert label("mcts-tree:as=000,c=5") == "the report's MCTS, C = 5"
    assert label("minimax-cells:clock=python") == "minimax-cells"
    assert label("greedy_player") == "greedy_player"
