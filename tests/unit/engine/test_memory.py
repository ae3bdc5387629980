"""What is kept from turn to turn says the same as a search from scratch."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from dueldoku import Game, Move, bundled_board
from dueldoku.engine.effort import Effort
from dueldoku.engine.exact import recall_endgame, solve_by_search
from dueldoku.engine.insight import Insight, Kind, MoveValue
from dueldoku.engine.insights import insights, last_insight
from dueldoku.engine.memory import KeptSearch, KeptTables, Memory
from dueldoku.engine.skill import Skill
from dueldoku.game.boards import one_position

NODES = 2_000_000


class Store:
    """Where an agent keeps things: pickled, as in the arena."""

    def __init__(self) -> None:
        self.bytes = b""

    def memory(self) -> Memory:
        return Memory(self.load, self.save)

    def load(self) -> Any:
        return pickle.loads(self.bytes) if self.bytes else None

    def save(self, thing: object) -> None:
        self.bytes = pickle.dumps(thing)


def think(game: Game, store: Store, nodes: float = NODES) -> Insight:
    found = deque(insights(game, Effort(nodes=nodes), Skill(), store.memory()), 1)
    return found[0]


def two_moves(game: Game, insight: Insight, random: Random) -> bool:
    """The best move, and a random answer, bombs included; whether the game goes on."""
    game.push(insight.best.move)
    if not game.is_over():
        game.push(random.choice(list(game.legal_moves())))
    return not game.is_over()


def fills(game: Game) -> list[Move]:
    bombs = set(game.bombs())
    return [move for move in game.legal_moves() if move not in bombs]


def values(insight: Insight) -> dict[Any, float]:
    return {move.move: move.value for move in insight.moves}


def boards() -> Iterator[Game]:
    for seed in range(3):
        yield Game(one_position(f"generate:size=3x3,empty=14,seed={seed}"))


def test_once_tables_are_complete_the_rest_of_the_game_is_looked_up() -> None:
    random, looked_up = Random(1), 0
    for game in boards():
        store = Store()
        insight = think(game, store)
        assert insight.kind is Kind.EXACT
        while two_moves(game, insight, random):
            kept = recall_endgame(game, store.memory())
            assert kept
            fresh = last_insight(game, Effort(nodes=NODES), Skill())
            assert fresh
            assert values(kept) == values(fresh)
            assert kept.best.value == fresh.best.value
            insight = think(game, store, nodes=0)  # which takes no search
            assert insight.kind is Kind.EXACT
            looked_up += 1
    assert looked_up > 10


def test_tables_of_another_board_are_not_used() -> None:
    one, other, _ = boards()
    store = Store()
    think(one, store)
    assert store.load()
    assert recall_endgame(one, store.memory())
    assert recall_endgame(other, store.memory()) is None
    assert recall_endgame(Game(bundled_board("easy-2x2")), store.memory()) is None


@pytest.mark.parametrize("rules", ["classic", "rows"])
def test_a_search_goes_on_where_it_was_left(rules: str) -> None:
    game, random = Game(bundled_board("random-2x3"), rules), Random(2)
    while game.values.count(0) > 14:
        game.push(random.choice(fills(game)))
    known, skill, store = MoveValue(next(game.legal_moves()), 0.0, 0, is_bomb=False), Skill(thorough=True), Store()
    start = Insight((known,), Kind.ESTIMATE)
    memory = store.memory()
    assert solve_by_search(game, start, Effort(nodes=NODES), skill, memory)
    memory.save(Effort(nodes=NODES))
    kept = store.load()
    assert isinstance(kept, KeptSearch)
    game.push(random.choice(fills(game)))
    for memory in (store.memory(), Memory()):
        effort = Effort(nodes=NODES)
        found = solve_by_search(game, start, effort, skill, memory)
        assert found
        if memory.search(game):
            first, spent = values(found), effort.spent
    assert first == values(found)
    assert spent < effort.spent / 2


def test_what_takes_too_long_to_keep_is_not_kept() -> None:
    game = next(boards())
    store = Store()
    memory = store.memory()
    assert list(insights(game, Effort(nodes=NODES), Skill(), memory))
    kept = store.load()
    assert isinstance(kept, KeptTables)
    store.bytes = b""
    memory.note_tables(game, kept.rest, kept.tables)
    memory.save(Effort(nodes=kept.nbytes // 100))
    assert not store.bytes
