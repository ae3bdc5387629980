"""What sensei says about classic games, against a solver that knows only the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from endgames import endgames
from slow_duel import SlowDuel

from dueldoku import Game, Geometry, Grid, Move, Position, bundled_board, count
from dueldoku.engine.effort import Effort
from dueldoku.engine.insight import Insight, Kind, Tempo
from dueldoku.engine.insights import insights, last_insight
from dueldoku.engine.skill import Skill
from dueldoku.puzzles.fill import full_board

ENOUGH = Effort(nodes=1_000_000)


def positions(m: int, n: int, empty: int, number: int, solutions: range) -> Iterator[Grid]:
    """Random boards with so many empty cells and as many solutions as allowed."""
    geometry, random = Geometry.of(m, n), Random(f"{m}x{n} {empty}")
    while number:
        holes = set(random.sample(range(geometry.size), empty))
        full = full_board(geometry, random)
        grid = Grid(geometry, tuple(0 if cell in holes else value for cell, value in enumerate(full)))
        if count(grid, solutions.stop) in solutions:
            number -= 1
            yield grid


def some_taboo(slow: SlowDuel, grid: Grid, random: Random) -> frozenset[tuple[int, int]]:
    return frozenset(bomb for bomb in sorted(slow.proposals(tuple(grid))[1]) if random.random() < 0.3)


def moves_of(grid: Grid, pairs: frozenset[tuple[int, int]]) -> tuple[Move, ...]:
    return tuple(Move(*divmod(cell, grid.geometry.side), digit) for cell, digit in sorted(pairs))


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n", "empty", "number"), [(2, 2, 6, 20), (2, 3, 8, 15), (3, 3, 8, 8)])
def test_endgames_are_played_perfectly(m: int, n: int, empty: int, number: int) -> None:
    slow, random = SlowDuel(m, n), Random(2)
    for grid, _ in endgames(m, n, empty, number, seed=7):
        taboo = some_taboo(slow, grid, random)
        game = Game(Position(grid, taboo=moves_of(grid, taboo)))
        insight = last_insight(game, ENOUGH, Skill())
        assert insight is not None
        assert insight.kind is Kind.EXACT
        found = {(game.geometry.cell(*move.move[:2]), move.move.digit): move.value for move in insight.moves}
        assert found == slow.move_values(tuple(grid), taboo)
        assert insight.best.value == insight.value == max(found.values())
        check_line(game, insight)


def check_line(game: Game, insight: Insight) -> None:
    """The line of perfect play gains what was promised."""
    player = game.turn
    for move in insight.line:
        game.push(move)
    assert game.is_over()
    assert game.scores[player - 1] - game.scores[2 - player] == insight.value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("m", "n", "empty", "number", "solutions"),
    [(2, 2, 6, 20, range(2, 9)), (2, 3, 8, 20, range(1, 6)), (3, 3, 8, 12, range(1, 4)), (3, 2, 8, 10, range(2, 6))],
)
def test_what_is_said_about_the_tempo_fight_is_so(m: int, n: int, empty: int, number: int, solutions: range) -> None:
    slow, random, claims = SlowDuel(m, n), Random(3), 0
    for grid in positions(m, n, empty, number, solutions):
        board, taboo = tuple(grid), some_taboo(slow, grid, random)
        game = Game(Position(grid, taboo=moves_of(grid, taboo)))
        for insight in insights(game, Effort(nodes=200_000), Skill()):
            for move in insight.moves:
                pair = game.geometry.cell(*move.move[:2]), move.move.digit
                assert move.is_bomb == (pair in slow.proposals(board)[1])
                if move.tempo is not Tempo.OPEN:
                    claims += 1
                    assert (move.tempo is Tempo.WON) == slow.keeps_tempo(board, taboo, pair)
            if insight.tempo is not Tempo.OPEN:
                assert (insight.tempo is Tempo.WON) == slow.wins_tempo(board, taboo)
    assert claims > 3 * number


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n", "empty", "number"), [(2, 2, 7, 12), (2, 3, 8, 12), (3, 3, 8, 5)])
def test_several_solutions_are_played_perfectly_too(m: int, n: int, empty: int, number: int) -> None:
    slow, random = SlowDuel(m, n), Random(4)
    for grid in positions(m, n, empty, number, range(2, 9)):
        board, taboo = tuple(grid), some_taboo(slow, grid, random)
        game = Game(Position(grid, taboo=moves_of(grid, taboo)))
        values = slow.move_values(board, taboo)
        for skill in (Skill(), Skill(thorough=True)):
            insight = last_insight(game, Effort(nodes=1_000_000), skill)
            assert insight is not None
            assert insight.kind is Kind.EXACT
            assert insight.value == insight.best.value == max(values.values())
            exact = {(game.geometry.cell(*move.move[:2]), move.move.digit): move.value
                     for move in insight.moves if move.is_exact}  # fmt: skip
            assert exact.items() <= values.items()
            assert len(exact) == len(values) or not skill.thorough
        check_line(game, insight)


def test_without_bombs_a_glance_sees_the_end_of_a_small_board() -> None:
    game = Game(bundled_board("empty-2x2"))
    game.push(Move.parse("r1c1=1"))
    insight = last_insight(game, Effort(nodes=20_000), Skill())
    assert insight is not None
    assert insight.value == 14
    assert str(insight.best.move)[:4] in ("r1c2", "r2c1")


def test_every_insight_names_a_legal_move_first() -> None:
    for board in ("easy-2x2", "random-2x3", "random-3x3", "empty-3x4"):
        game = Game(bundled_board(board))
        found = list(insights(game, Effort(nodes=5_000), Skill()))
        assert found
        for insight in found:
            assert not game.judge(insight.best.move).ruling.loses


def test_a_board_without_a_solution_gives_no_insight() -> None:
    game = Game(Grid.parse("123. ...4 .... ...."))
    assert last_insight(game, Effort(nodes=1_000), Skill()) is None


def test_nodes_limit_the_effort_and_repeat_it() -> None:
    game = Game(bundled_board("random-3x3"))
    runs = []
    for _ in range(2):
        effort = Effort(nodes=40_000)
        runs.append((last_insight(game, effort, Skill()), effort.spent))
    assert runs[0] == runs[1]
    assert 0 < runs[0][1] <= 60_000
