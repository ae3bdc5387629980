"""The compiled alpha-beta against a plain minimax on the real game, on all rule sets."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_games import positions

from dueldoku import Game, Geometry, Grid, Position
from dueldoku.agents.compiled import play_of
from dueldoku.game.oracle import Oracle
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel import blocked_digit, minimax, resumable
from dueldoku.kernels.duel.blocked_digit import mark_blocked
from dueldoku.kernels.duel.play import fills_of

Moves = list[tuple[int, int]]
is_blocked = lean(blocked_digit.is_blocked.py_func)  # type: ignore[attr-defined]  # to be called
WEIGHTS = st.sampled_from([(1, 0), (160, 1), (360, 1)])


class Trusting(Oracle):
    """Calls every board solvable: the search fills in whatever is legal."""

    def solution(self, values: object) -> bytes | None:
        return b""


class Case(NamedTuple):
    game: Game
    moves: Moves
    depth: int


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A game, a few of the moves that either player may make one day, and a depth."""
    position: Position = draw(positions())
    game = Game(position, oracle=Trusting(position.grid.geometry))
    taboo = set(game.taboo)
    cells = [cell for cell, value in enumerate(game.values) if not value]
    pairs = [(cell, digit) for cell in cells for digit in game.digits(cell)]
    moves = [pair for pair in pairs if game.geometry.move(*pair) not in taboo]
    rng = Random(draw(st.integers(0, 999)))
    return Case(game, rng.sample(moves, min(len(moves), 7)), draw(st.integers(1, 4)))


def value_of(game: Game, moves: Moves, depth: int, root: int, weights: tuple[int, int]) -> int:
    """The definition: every line of play to the end, or to the depth."""
    fitting = [(cell, digit) for cell, digit in moves if cell in game.cells() and digit in game.digits(cell)]
    if depth == 0 or not fitting:
        level = game.scores[root - 1] - game.scores[2 - root]
        return weights[0] * level + (weights[1] * game.values.count(0) if game.turn == root else 0)
    values = []
    better = max if game.turn == root else min
    for cell, digit in fitting:
        game.push(game.geometry.move(cell, digit))
        values.append(value_of(game, moves, depth - 1, root, weights))
        game.pop()
    return better(values)


def root_values(case: Case, weights: tuple[int, int]) -> dict[int, int]:
    """The value of each move at the root, by its number."""
    game, moves, depth = case
    root, values = game.turn, {}
    for number, (cell, digit) in enumerate(moves):
        if cell in game.cells() and digit in game.digits(cell):
            game.push(game.geometry.move(cell, digit))
            values[number] = value_of(game, moves, depth - 1, root, weights)
            game.pop()
    return values


def search(case: Case, prune: int, weights: tuple[int, int], slice_: int = 10**6) -> tuple[int, int, int]:
    """Number and value of the best move, and the nodes it took."""
    play = play_of(case.game)
    under_way = minimax.search_of(play, case.moves, prune, weights)
    minimax.start(under_way, case.depth, -minimax.INF)
    is_complete = False
    while not is_complete:
        before = int(under_way.now.nodes)
        is_answered = minimax.proceed(under_way, slice_)
        is_complete = is_answered and not under_way.now.is_better
        done = int(under_way.now.nodes) - before
        assert is_answered or done >= slice_
        assert done < slice_ + len(case.moves) + 1
    assert play.values.tolist() == case.game.values
    assert play.scores.tolist() == case.game.scores
    assert (play.now.turn, play.now.length) == (case.game.turn - 1, 0)
    return int(under_way.now.choice), int(under_way.plies[0].best), int(under_way.now.nodes)


def complete(under_way: minimax.MinimaxSearch) -> None:
    """Go on until no move of the root is better."""
    while not minimax.proceed(under_way, 10**6) or under_way.now.is_better:
        pass


@given(cases(), WEIGHTS)
def test_it_finds_the_value_and_the_first_best_move(case: Case, weights: tuple[int, int]) -> None:
    values = root_values(case, weights)
    if not values:
        assert search(case, minimax.ALWAYS, weights) == (-1, -minimax.INF, 0)
        return
    value = max(values.values())
    first = next(number for number in values if values[number] == value)
    nodes = []
    for prune in (minimax.NEVER, minimax.LATE, minimax.ALWAYS):
        *found, count = search(case, prune, weights)
        assert found == [first, value]
        nodes.append(count)
    assert nodes == sorted(nodes, reverse=True)


@given(cases(), WEIGHTS, st.sampled_from([minimax.NEVER, minimax.LATE, minimax.ALWAYS]), st.integers(1, 5))
def test_a_search_in_slices_is_the_same_search(case: Case, weights: tuple[int, int], prune: int, slice_: int) -> None:
    assert search(case, prune, weights, slice_) == search(case, prune, weights)


@given(cases())
def test_with_a_floor_only_better_moves_count(case: Case) -> None:
    values = root_values(case, (1, 0))
    floor = sorted(values.values())[len(values) // 2] if values else 0
    under_way = minimax.search_of(play_of(case.game), case.moves)
    minimax.start(under_way, case.depth, floor)
    complete(under_way)
    above = [number for number, value in values.items() if value > floor]
    assert (under_way.now.choice >= 0) == bool(above)
    assert under_way.plies[0].best == max([floor, *values.values()])


@given(positions(spoil=False))
def test_digits_of_a_solution_need_no_check(position: Position) -> None:
    game = Game(position)
    solution = game.solution()
    if not solution:
        return
    moves = [(cell, solution[cell]) for cell, value in enumerate(game.values) if not value][:8]
    found = []
    for sure in (True, False):
        under_way = minimax.search_of(play_of(game), moves, sure=sure)
        minimax.start(under_way, 3, -minimax.INF)
        complete(under_way)
        found.append((under_way.now.choice, under_way.plies[0].best, under_way.now.nodes))
    assert found[0] == found[1]


@given(positions("classic", spoil=False), st.integers(2, 6), st.sampled_from([4, 1 << 12]))
def test_a_table_changes_the_nodes_and_nothing_else(position: Position, depth: int, entries: int) -> None:
    game = Game(position)
    moves = [(cell, 1) for cell in game.cells()]
    for prune in (minimax.NEVER, minimax.LATE, minimax.ALWAYS):
        found, nodes, table = [], list[int](), resumable.table_of(entries)
        for known in (None, table, table):
            under_way = minimax.search_of(play_of(game), moves, prune, sure=True, table=known)
            for plies in range(1, depth + 1):
                minimax.start(under_way, plies, -minimax.INF)
                complete(under_way)
            found.append((int(under_way.now.choice), int(under_way.plies[0].best)))
            nodes.append(int(under_way.now.nodes))
        assert found[0] == found[1] == found[2]
        if prune == minimax.NEVER:  # elsewhere a value may be a bound, which another window makes useless
            assert nodes == sorted(nodes, reverse=True)


@given(cases())
def test_at_the_root_only_the_first_moves_are_tried(case: Case) -> None:
    values = root_values(case, (1, 0))
    for at_root in range(len(case.moves)):
        under_way = minimax.search_of(play_of(case.game), case.moves, at_root=at_root)
        minimax.start(under_way, case.depth, -minimax.INF)
        complete(under_way)
        tried = [value for number, value in values.items() if number < at_root]
        assert under_way.plies[0].best == max(tried, default=-minimax.INF)


# -- the block-row test ----------------------------------------------------------------------------------------------


@given(positions(spoil=False))
def test_what_the_block_row_test_calls_a_bomb_is_one(position: Position) -> None:
    game = Game(position)
    if game.solution() is None:
        return
    play, m = play_of(game), game.geometry.m
    moves = [(game.geometry.cell_of(move), move.digit) for move in game.legal_moves()]
    bombs, found = set(game.bombs()), []
    for by_columns in ((False,), (True,), (False, True)):
        blocked = np.zeros(len(moves), bool)
        for by_column in by_columns:
            assert not is_blocked(play, m, -1, by_column)
            mark_blocked(play, fills_of(moves), m, -1, blocked, by_column)
        found.append({game.geometry.move(*move) for move, is_bomb in zip(moves, blocked, strict=True) if is_bomb})
        assert found[-1] <= bombs
    assert found[2] == found[0] | found[1]
    assert play.now.length == 0


def turned(game: Game) -> Game:
    """The same board with its rows as columns."""
    geometry = Geometry.of(game.geometry.n, game.geometry.m)
    side = geometry.side
    return Game(Grid(geometry, tuple(game.values[col * side + row] for row in range(side) for col in range(side))))


def blocked_by_the_text(game: Game) -> bool:
    """Algorithm 1 of the report, word by word."""
    m, n, side = game.geometry.m, game.geometry.n, game.geometry.side
    at = [game.values[row * side : row * side + side] for row in range(side)]
    for row in range(side):
        band = range(row // m * m, row // m * m + m)
        for left in range(0, side, n):
            for digit in set(range(1, side + 1)) - set(at[row][left : left + n]):
                in_block = any(digit in at[other][left : left + n] for other in band)
                in_rows = all(digit in at[other] for other in band if other != row)
                free = [col for col in range(left, left + n) if not at[row][col]]
                if not in_block and in_rows and all(any(line[col] == digit for line in at) for col in free):
                    return True
    return False


@given(positions())
def test_the_block_row_test_is_that_of_the_report(position: Position) -> None:
    game = Game(position)
    if not game.grid.clash:
        assert is_blocked(play_of(game), game.geometry.m) == blocked_by_the_text(game)
        assert is_blocked(play_of(game), game.geometry.m, -1, True) == blocked_by_the_text(turned(game))


@pytest.mark.parametrize("filled", [3, 2, 1])
def test_a_block_row_with_so_many_cells_filled_blocks(filled: int) -> None:
    rows = ["123"[:filled].ljust(9, "."), "...4.....", "......4..", *["." * 9] * 6]
    for col in range(filled, 3):
        assert not is_blocked(play_of(Game(Position.parse("".join(rows)))), 3)
        rows[3 * col] = "4".rjust(col + 1, ".").ljust(9, ".")
    game = Game(Position.parse("".join(rows)))
    assert is_blocked(play_of(game), 3)
    assert game.solution() is None
