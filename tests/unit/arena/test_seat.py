"""Agents in this process, and the chance that each seat gets."""

from __future__ import annotations

from fast_games import fast_plan

from dueldoku import Game, bundled_board
from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.arena.seat import AgentSeat, turn_seed
from dueldoku.arena.task import seat_seed


class Counting(Agent):
    """Keeps how often it was asked, and what chance gave it."""

    def __init__(self) -> None:
        self.drawn: list[float] = []

    def think(self, game: Game, task: Task) -> None:
        kept = task.load() or 0
        task.save(kept + 1)
        self.drawn.append(task.rng.random())
        if kept:
            task.propose(next(game.legal_moves()))


def test_an_agent_keeps_things_from_turn_to_turn_and_proposes_or_not() -> None:
    seat, game = AgentSeat(Counting(), 1, seed=5), Game(bundled_board("easy-2x2"))
    assert seat.ask(game, Limit(nodes=1)).move is None
    assert seat.ask(game, Limit(nodes=1)).move == next(game.legal_moves())


def test_the_same_seed_gives_the_same_chance_and_every_turn_another() -> None:
    game = Game(bundled_board("easy-2x2"))
    one, other = Counting(), Counting()
    for agent in (one, other):
        AgentSeat(agent, 1, seed=5).ask(game, Limit(nodes=1))
    assert one.drawn == other.drawn
    before = turn_seed(5, game)
    game.push(next(game.legal_moves()))
    assert turn_seed(5, game) != before


def test_the_seats_of_a_game_and_the_games_of_a_plan_all_have_their_own_seeds() -> None:
    tasks = list(fast_plan(rounds=5).tasks())
    seeds = [task.seed_of(player) for task in tasks for player in (1, 2)]
    assert len(set(seeds)) == len(seeds)
    assert not set(seeds) & {task.seed for task in tasks}
    assert seat_seed(1, "game", 1) == seat_seed(1, "game", 1)
