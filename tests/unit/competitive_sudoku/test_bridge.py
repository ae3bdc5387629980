"""Between the game and the course's objects: nothing is lost on the way out, nothing the rules need on the way back."""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids, puzzles

from competitive_sudoku.bridge import board_of, game_of, grid_of, proposal_of, state_of
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove, parse_game_state, print_game_state
from dueldoku import RULE_SETS, Game, Geometry, Grid, Position, Ruling
from dueldoku import Move as GameMove
from dueldoku.errors import GridError
from dueldoku.game.boards import bundled_board


@st.composite
def games(draw: st.DrawFn, rules: tuple[str, ...] = tuple(RULE_SETS)) -> Game:
    """Games in progress: some turns of either player, bombs among them, from any solvable board."""
    grid = draw(puzzles(largest=6).filter(lambda grid: bool(grid.holes)))
    name = draw(st.sampled_from(rules))
    rng = random.Random(draw(st.integers(0, 2**32)))
    owners = tuple(rng.choice((1, 2)) if value else 0 for value in grid) if name != "classic" else ()
    game = Game(Position(grid, rules=name, owners=owners), seed=rng.randrange(100))
    for _ in range(draw(st.integers(0, 12))):
        if moves := list(game.legal_moves()):
            game.push(rng.choice(moves))
    if game.is_over():
        game.pop()
    return game


def triples(moves: list[Any]) -> list[tuple[int, int, int]]:
    return [(*move.square, move.value) for move in moves]


def seen(state: GameState) -> dict[str, object]:
    """What an agent sees of a state, to compare."""
    return {
        "board": (state.board.m, state.board.n, state.board.squares),
        "initial board": (state.initial_board.m, state.initial_board.n, state.initial_board.squares),
        "taboo": triples(state.taboo_moves),
        "moves": [(type(move), *move.square, move.value) for move in state.moves],
        "scores": state.scores,
        "turn": int(state.current_player),
        "allowed": (state.allowed_squares1, state.allowed_squares2),
        "occupied": (state.occupied_squares1, state.occupied_squares2),
    }


def in_order_of_the_board(state: GameState) -> list[list[tuple[int, int]] | None]:
    """The occupied squares, for where the order in which they were filled is not known."""
    lists = (state.occupied_squares1, state.occupied_squares2)
    return [None if squares is None else sorted(squares) for squares in lists]


# -- state_of --------------------------------------------------------------------------------------------------------


@given(games())
def test_a_state_shows_the_game(game: Game) -> None:
    state, side = state_of(game), game.geometry.side
    assert (state.board.m, state.board.n, state.board.squares) == (game.geometry.m, game.geometry.n, game.values)
    assert state.initial_board.squares == list(game.start.grid)
    assert state.scores == game.scores
    assert state.current_player == game.turn
    assert triples(state.taboo_moves) == [tuple(move) for move in game.taboo]
    assert {type(move) for move in state.taboo_moves} <= {TabooMove}
    assert triples(state.moves) == [turn.move for turn in game.history]
    kinds = {Ruling.PLACED: Move, Ruling.REFUSED: TabooMove}
    assert [type(move) for move in state.moves] == [kinds[turn.ruling] for turn in game.history]
    assert state.is_classic_game() == (game.rules == "classic")
    if game.regions is None:
        assert (state.allowed_squares1, state.allowed_squares2) == (None, None)
        assert (state.occupied_squares1, state.occupied_squares2) == (None, None)
        assert state.player_squares() is None
        return
    for region, allowed in zip(game.regions, (state.allowed_squares1, state.allowed_squares2), strict=True):
        assert sorted(allowed or ()) == sorted(divmod(cell, side) for cell in region)
    for player, occupied in enumerate((state.occupied_squares1, state.occupied_squares2), 1):
        there = [cell for cell, owner in enumerate(game.start.owners) if owner == player]
        placed = [turn.move for turn in game.history if turn.player == player and turn.ruling is Ruling.PLACED]
        assert occupied == [*(divmod(cell, side) for cell in there), *(move[:2] for move in placed if move)]
    assert state.player_squares() == [divmod(cell, side) for cell in game.cells()]


@given(games(rules=("classic",)))
def test_both_generations_are_told_the_same_player(game: Game) -> None:
    state = state_of(game)
    assert state.current_player() == state.current_player == game.turn


def test_start_squares_come_in_the_order_of_the_course() -> None:
    state = state_of(Game(Grid.empty(Geometry.of(2, 2)), "border"))
    assert state.allowed_squares1 == state.allowed_squares2
    assert (state.allowed_squares1 or [])[4:] == [(3, 0), (3, 1), (3, 2), (3, 3), (1, 0), (2, 0), (1, 3), (2, 3)]
    state = state_of(Game(Grid.empty(Geometry.of(2, 2)), "rows"))
    assert (state.allowed_squares1, state.allowed_squares2) == (
        [(0, 0), (0, 1), (0, 2), (0, 3)],
        [(3, 0), (3, 1), (3, 2), (3, 3)],
    )


@given(games())
def test_a_state_is_a_copy(game: Game) -> None:
    before, state = str(game), state_of(game)
    state.board.squares[:] = [1] * len(state.board.squares)
    for numbers in (state.moves, state.taboo_moves, state.scores, state.allowed_squares1, state.occupied_squares2):
        if numbers:
            numbers.clear()
    state.current_player = 3 - state.current_player
    assert str(game) == before
    assert game.start.grid.values == tuple(state_of(game).initial_board.squares)


def test_a_game_set_up_in_the_middle_remembers_its_moves() -> None:
    start = Position.parse("12.4 .4.2 21.3 ...1 turn=2 taboo=r4c1=3 past=r1c1=1,r4c1=3,r1c2=2")
    state = state_of(Game(start))
    assert triples(state.moves) == [(0, 0, 1), (3, 0, 3), (0, 1, 2)]
    assert [type(move) for move in state.moves] == [Move, TabooMove, Move]
    assert state.initial_board.squares == [0, 0, 0, 4, 0, 4, 0, 2, 2, 1, 0, 3, 0, 0, 0, 1]
    assert (state.current_player, state.current_player()) == (2, 2)


def test_a_move_that_lost_the_game_is_not_in_the_history() -> None:
    game = Game(Grid.parse("12.4 .4.2 21.3 ...1"))
    game.push(GameMove(0, 2, 3))
    game.push(GameMove(0, 0, 9))
    assert game.is_over()
    assert triples(state_of(game).moves) == [(0, 2, 3)]


@given(games(rules=("rows", "border", "random")))
def test_a_state_prints_as_it_parses(game: Game) -> None:
    state = state_of(game)
    again = parse_game_state(print_game_state(state), game.rules)
    for name in ("board", "taboo", "scores", "turn", "allowed"):
        assert seen(again)[name] == seen(state)[name]
    assert [again.occupied_squares1, again.occupied_squares2] == in_order_of_the_board(state)  # as the course reads it
    state.occupied_squares1, state.occupied_squares2 = in_order_of_the_board(state)
    assert print_game_state(again) == print_game_state(state)


# -- game_of ---------------------------------------------------------------------------------------------------------


@given(games())
def test_a_game_comes_back_from_its_state(game: Game) -> None:
    again = game_of(state_of(game))
    assert again.values == game.values
    assert again.scores == game.scores
    assert again.turn == game.turn
    assert again.taboo == game.taboo
    assert again.regions == game.regions
    assert again.cells(1) == game.cells(1)
    assert again.cells(2) == game.cells(2)
    assert list(again.legal_moves()) == list(game.legal_moves())
    if game.regions:
        assert again.owners == game.owners


@given(games(), st.integers(0, 2**32))
def test_a_game_goes_on_from_its_state(game: Game, seed: int) -> None:
    again, rng = game_of(state_of(game)), random.Random(seed)
    while moves := list(game.legal_moves()):
        move = rng.choice(moves)
        assert again.push(move) == game.push(move)
        assert (again.turn, again.scores, again.values) == (game.turn, game.scores, game.values)
    assert again.outcome() == game.outcome()


@given(games())
def test_a_state_comes_back_from_its_game(game: Game) -> None:
    state = state_of(game)
    again = state_of(game_of(state))
    for name in ("board", "initial board", "taboo", "moves", "scores", "turn"):
        assert seen(again)[name] == seen(state)[name]
    assert in_order_of_the_board(again) == in_order_of_the_board(state)
    assert again.is_classic_game() == state.is_classic_game()
    for name in ("allowed_squares1", "allowed_squares2"):  # the name of the play mode is gone, and the order with it
        assert sorted(getattr(again, name) or ()) == sorted(getattr(state, name) or ())


@given(games(rules=("classic",)))
def test_a_state_that_came_back_tells_both_generations_the_same_player(game: Game) -> None:
    state = state_of(game_of(state_of(game)))
    assert state.current_player() == state.current_player == game.turn


@given(games())
def test_a_game_of_a_changed_copy_is_another_game(game: Game) -> None:
    state = state_of(game)
    twin = copy.deepcopy(state)
    for row, col, digit in game.legal_moves():
        twin.board.put((row, col), digit)
        twin.moves.append(Move((row, col), digit))
        if not twin.is_classic_game():
            twin.occupied_squares().append((row, col))  # type: ignore[union-attr]
        twin.current_player = 3 - twin.current_player
        break
    assert game_of(twin).values == twin.board.squares
    assert game_of(state).values == game.values


def test_squares_of_an_edited_state_may_be_lists() -> None:
    state = state_of(Game(Grid.empty(Geometry.of(2, 2)), "rows"))
    state.board.put((1, 1), 3)
    state.occupied_squares1 = [[1, 1]]  # type: ignore[list-item]
    state.taboo_moves.append(TabooMove([3, 3], 3))
    game = game_of(state)
    assert game.owners[5] == 1
    assert game.taboo == (GameMove(3, 3, 3),)


# -- proposals and boards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", [[1, 2, 3], (1, 2, 3), np.array([1, 2, 3]), [np.int64(1), np.uint8(2), 3]])
def test_a_proposal_is_a_move_of_whole_numbers(slot: Any) -> None:
    move = proposal_of(slot)
    assert move == GameMove(1, 2, 3)
    assert move is not None
    assert [type(number) for number in move] == [int, int, int]


def test_an_untouched_slot_is_no_proposal() -> None:
    assert proposal_of([0, 0, 0]) is None
    assert proposal_of([0, 0, 1]) == GameMove(0, 0, 1)
    assert proposal_of([-1, 99, 0]) == GameMove(-1, 99, 0)


@pytest.mark.parametrize("wrong", [1.0, 1.5, None, "1", (1,), float("nan"), np.float64(1)])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_proposal_of_anything_else_is_a_type_error(wrong: object, at: int) -> None:
    slot: list[object] = [1, 2, 3]
    slot[at] = wrong
    with pytest.raises(TypeError):
        proposal_of(slot)


@given(grids(largest=12))
def test_a_board_is_a_grid(grid: Grid) -> None:
    board = board_of(grid)
    assert type(board.squares) is list
    assert (board.m, board.n, board.N) == (grid.geometry.m, grid.geometry.n, grid.geometry.side)
    assert grid_of(board) == grid


def test_values_that_are_on_no_board_are_a_grid_error() -> None:
    board = SudokuBoard(2, 2)
    board.put(0, 0, 5)
    with pytest.raises(GridError):
        grid_of(board)


def test_occupied_squares_come_in_playing_order_as_in_the_course() -> None:
    """What the board brought comes first, row by row as its file is read; then every cell in the order of the turns."""
    game = Game(bundled_board("board-2x3"))
    there = state_of(game)
    brought = [list(there.occupied_squares1 or ()), list(there.occupied_squares2 or ())]
    assert brought == [sorted(squares) for squares in brought]
    assert all(brought)
    for _ in range(6):
        moves = [move for move in game.legal_moves() if game.judge(move).ruling is Ruling.PLACED]
        player, move = game.turn, moves[-1]  # from below, so that the order is not that of the board
        brought[player - 1].append((move.row, move.col))
        game.push(move)
        for seen in (
            game,
            game.copy(),
            Game(Position.parse(str(game.position()))),
        ):  # as a seat and a cage are given it
            state = state_of(seen)
            assert [state.occupied_squares1, state.occupied_squares2] == brought
    refused = next(game.bombs())
    game.push(refused)
    assert (refused.row, refused.col) not in (state_of(game).occupied_squares1 or ())[-1:]
