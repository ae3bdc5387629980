"""Sensei with territories: sound moves on every board, the same ones again, exact where it says so."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest
from slow_territory import Position as SlowPosition
from slow_territory import SlowTerritory

from dueldoku import Game, Geometry, Grid, Ruling, bundled_board
from dueldoku.board.move import Move
from dueldoku.engine.effort import Effort
from dueldoku.engine.insight import Insight, Kind
from dueldoku.engine.insights import last_insight
from dueldoku.engine.perfect import perfect_of
from dueldoku.engine.skill import Skill
from dueldoku.engine.territory import STYLE, Style, supply_of, territory_insights

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4)]
RULES = ("rows", "border", "random")


def insights(game: Game, nodes: float, style: Style = STYLE, margin: int = 0) -> list[Insight]:
    return list(territory_insights(game, Effort(nodes=nodes), style, margin))


def after_random_moves(m: int, n: int, rules: str, seed: int) -> Game:
    """A position anywhere in a game; some of the moves were bombs."""
    random = Random(f"{m}x{n} {rules} {seed}")
    game = Game(Grid.empty(Geometry.of(m, n)), rules, seed=seed)
    for _ in range(random.randrange(game.geometry.size)):
        solution = game.solution()
        assert solution is not None
        cell = random.choice(game.cells())
        digit = solution[cell] if random.random() < 0.9 else random.choice(game.digits(cell))
        move = game.geometry.move(cell, digit)
        if move not in game.taboo:
            game.push(move)
    return game


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("m", "n"), SHAPES)
def test_no_move_is_an_offence_and_bombs_are_bombs(m: int, n: int, rules: str) -> None:
    for seed in range(3):
        game = after_random_moves(m, n, rules, seed)
        if game.is_over():
            continue
        found = insights(game, 2000)
        assert found
        for insight in found:
            wanted = Ruling.REFUSED if insight.best.is_bomb else Ruling.PLACED
            assert game.judge(insight.best.move).ruling is wanted
        for move in found[-1].moves:
            judgement = game.judge(move.move)
            assert judgement.ruling is (Ruling.REFUSED if move.is_bomb else Ruling.PLACED)
            assert judgement.points == move.points


@pytest.mark.parametrize(("m", "n"), [(2, 2), (2, 3)])
def test_a_whole_game_against_itself_ends_on_a_full_board(m: int, n: int) -> None:
    for rules in RULES:
        game = Game(Grid.empty(Geometry.of(m, n)), rules, seed=1)
        while not game.is_over():
            assert not game.push(insights(game, 500)[-1].best.move).ruling.loses
        assert 0 not in game.values


def test_the_same_nodes_find_the_same_moves() -> None:
    for seed in range(4):
        position = after_random_moves(2, 3, "rows", seed).position()
        first, again = insights(Game(position), 5000), insights(Game(position), 5000)
        assert first == again


def test_the_effort_is_kept() -> None:
    game = Game(Grid.empty(Geometry.of(3, 3)), "rows")
    for nodes in (100, 1000, 20_000):
        effort = Effort(nodes=nodes)
        for _ in territory_insights(game, effort):
            pass
        assert nodes - 1 < effort.spent <= nodes
    began = time.monotonic()
    for _ in territory_insights(game, Effort(seconds=0.2)):
        pass
    assert 0.1 < time.monotonic() - began < 2


@pytest.mark.slow
def test_exact_values_are_those_of_perfect_play() -> None:
    """On boards with one solution, where the cells and the bombs are all there is."""
    checked = 0
    for seed in range(60):
        random = Random(seed)
        game = Game(Grid.empty(Geometry.of(2, 3)), random.choice(RULES), seed=seed)
        while game.values.count(0) > 7:
            solution = game.solution()
            assert solution is not None
            cell = random.choice(game.cells())
            game.push(Move(*divmod(cell, 6), solution[cell]))
        supply = supply_of(game, Effort())
        assert supply is not None
        if supply.doubts or len(supply.bombs) > 2:
            continue
        insight = insights(game, 10**7, margin=10**4)[-1]
        assert insight.kind is Kind.EXACT
        assert game.regions is not None
        slow = SlowTerritory(2, 3, (frozenset(game.regions[0]), frozenset(game.regions[1])))
        filled = [frozenset(cell for cell, owner in enumerate(game.owners) if owner == player) for player in (1, 2)]
        bombs = frozenset((6 * move.row + move.col, needs) for move, needs in supply.bombs.items())
        empty = frozenset(cell for cell, value in enumerate(game.values) if not value)
        wanted = slow.turn_values(SlowPosition(empty, (filled[0], filled[1]), bombs, game.turn - 1))
        values = {6 * move.move.row + move.move.col: move.value for move in insight.moves if not move.is_bomb}
        assert values == {cell: value for cell, value in wanted.items() if isinstance(cell, int)}
        assert all(move.is_exact for move in insight.moves)
        quick = insights(game, 10**7)[-1]
        assert quick.best.value == insight.best.value == max(wanted.values())
        for move in quick.moves:
            if not move.is_bomb:
                value = wanted[6 * move.move.row + move.move.col]
                assert move.value == value if move.is_exact else move.value >= value
        checked += 1
    assert checked > 10


def test_a_taboo_digit_is_never_proposed() -> None:
    """Even if somebody made it up, though it is the only digit that fits."""
    game = Game(Grid.parse("1234 3412 214. 43.."), "rows")
    position = game.position()
    taboo = (Move(2, 3, 3), Move(3, 3, 1))
    game = Game(replace(position, taboo=taboo, turn=2))
    found = insights(game, 1000)
    assert found
    for insight in found:
        assert not {move.move for move in insight.moves} & set(taboo)
        assert insight.kind is Kind.ESTIMATE


def test_a_board_without_a_solution_has_nothing_to_say() -> None:
    game = Game(Grid.parse("123. ...4 .... ...."), "rows")
    assert insights(game, 1000) == []


@pytest.mark.slow
def test_a_proven_win_is_played_before_all_is_solved() -> None:
    game = Game(bundled_board("empty-2x2"), "border")
    game.push(Move.parse("r1c1=1"))
    insight = last_insight(game, Effort(nodes=350_000), Skill())
    assert insight is not None
    assert insight.kind is Kind.ESTIMATE
    game.push(insight.best.move)
    answer = perfect_of(game, most_bytes=1 << 26)
    assert answer is not None
    while answer.value is None and answer.most >= 0:
        answer.proceed(10_000)
    assert answer.most < 0  # all that the other player can get
