"""The hybrid agent: which of its two plays, what each keeps, and wrong options."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dueldoku import Game, Grid, Move, Position, bundled_board
from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.arena.referee import play_agents
from dueldoku.errors import UnknownName


def ask(agent: Agent, game: Game, kept: Any = None) -> tuple[list[Move], dict[str, float], Any]:
    moves, facts, box = list[Move](), dict[str, float](), [kept]
    task = Task(game.turn, Limit(nodes=300), moves.append, random.Random(1), box.append, lambda: box[-1])
    task.report = facts.update
    agent.think(game.copy(), task)
    return moves, facts, box[-1]


def test_one_plays_early_and_the_other_late() -> None:
    game = Game(bundled_board("random-3x3"))  # 41 of 81 cells are empty
    for share, name in ((0.5, "mcts-tree"), (0.51, "minimax-bombs")):
        expected = ask(load_agent(name), game)[:2]
        assert ask(load_agent(f"hybrid:share={share}"), game)[:2] == expected


def test_what_one_kept_the_other_does_not_get() -> None:
    agent = load_agent("hybrid:share=0.5")
    early, late = Game(bundled_board("random-3x3")), Game(bundled_board("random-3x3"))
    solution = late.solution()
    assert solution
    late.push(late.geometry.move(late.cells()[0], solution[late.cells()[0]]))
    kept = ask(agent, early)[2]
    assert kept[0] == "early"
    after = ask(agent, Game(late.position()), kept)
    assert after[2][0] == "late"
    assert after[0] == ask(load_agent("minimax-bombs"), Game(late.position()))[0]
    assert ask(agent, Game(late.position()), after[2])[2][1]["bombs"] == after[2][1]["bombs"]


def test_it_plays_a_game_to_its_end() -> None:
    agents = load_agent("hybrid:early=mcts-cells/c=1/bombs=0,late=minimax-bombs/as=000"), load_agent("greedy_player")
    game = Game(Position(Grid.parse("2x3:" + "." * 36)))
    assert not any(turn.ruling.loses for turn in play_agents(game, agents, Limit(nodes=200), 5))
    assert game.is_over()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("share=2", "expected share from 0 to 1, got 2"),
        ("early=sensei", "expected hybrid:early to be one of mcts-tree, .*, got 'sensei'"),
        ("late=minimax-bombs/start", "expected the options of minimax-bombs in hybrid as"),
        ("late=minimax-bombs/depth=3", "expected an option of minimax-bombs out of"),
    ],
)
def test_wrong_options_are_told(options: str, sentence: str) -> None:
    with pytest.raises(UnknownName, match=sentence):
        load_agent(f"hybrid:{options}")
