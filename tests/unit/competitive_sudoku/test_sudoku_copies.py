"""Copies of states: agents make thousands in a turn, so a deep copy has to be complete, independent and cheap."""

from __future__ import annotations

import copy
import cProfile
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove, print_game_state


def long_state(*, rows: bool) -> GameState:
    """A 9x9 state after 60 moves."""
    board = SudokuBoard(3, 3)
    moves = [Move((k // 9, k % 9), k % 9 + 1) for k in range(60)]
    for move in moves:
        board.put(move.square, move.value)
    squares = [move.square for move in moves]
    regions = [[(0, c) for c in range(9)], [(8, c) for c in range(9)], squares[0::2], squares[1::2]]
    taboo = [TabooMove((8, c), 1) for c in range(5)]
    return GameState(SudokuBoard(3, 3), board, taboo, moves, [3, 4], 1, *(regions if rows else ()))


def test_a_deep_copy_is_independent() -> None:
    state = long_state(rows=True)
    text = print_game_state(state)
    clone = copy.deepcopy(state)
    assert print_game_state(clone) == text
    assert [type(move) for move in clone.moves + clone.taboo_moves] == [Move] * 60 + [TabooMove] * 5
    clone.board.put((8, 8), 9)
    clone.initial_board.put((8, 8), 9)
    clone.moves[0].value = 77
    clone.moves.append(Move((8, 8), 9))
    clone.taboo_moves[0].square = (1, 1)
    clone.taboo_moves.clear()
    clone.scores[0] = 99
    clone.current_player = 2
    for name in ("allowed_squares1", "allowed_squares2", "occupied_squares1", "occupied_squares2"):
        getattr(clone, name).append((5, 5))
    assert print_game_state(state) == text
    assert state.initial_board.squares == [0] * 81


@pytest.mark.parametrize(
    "extra",
    [
        {"a": [1]},
        [[1], [2]],
        [(Move(0, 0, 1), 3.5)],
        [([1, 2], 3)],
        [Move(0, 0, 1)],
        ({"deep": []},),
    ],
    ids=["dict", "lists", "tuples of moves", "tuples of lists", "moves", "tuple"],
)
def test_what_an_agent_adds_to_a_state_is_copied_deeply(extra: Any) -> None:
    state = GameState(SudokuBoard(2, 2), SudokuBoard(2, 2), [], [], [0, 0])
    for holder in (state, state.board):
        holder.extra = extra  # type: ignore[attr-defined]
        clone = copy.deepcopy(holder)
        assert clone.extra == extra  # type: ignore[attr-defined]
        assert not set(mutable_ids(clone.extra)) & set(mutable_ids(extra))  # type: ignore[attr-defined]


def mutable_ids(value: Any) -> list[int]:
    """The identities of all changeable objects in ``value``."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    own = [id(value)] if isinstance(value, list | dict | Move) else []
    return own + [number for item in inside for number in mutable_ids(item)]


def test_a_deep_copy_keeps_shared_and_circular_references() -> None:
    board = SudokuBoard(2, 2)
    state = GameState(board, board, [], [Move(0, 0, 1)], [0, 0])
    state.parent = state  # type: ignore[attr-defined]
    state.last = state.moves[0]  # type: ignore[attr-defined]
    clone = copy.deepcopy(state)
    assert clone.initial_board is clone.board
    assert clone.parent is clone  # type: ignore[attr-defined]
    assert clone.last is clone.moves[0]  # type: ignore[attr-defined]
    assert copy.deepcopy([board, board])[0] is not board


@pytest.mark.parametrize("rows", [False, True])
def test_a_state_can_be_pickled(rows: bool) -> None:
    state = long_state(rows=rows)
    clone = pickle.loads(pickle.dumps(state))
    assert type(clone) is GameState
    assert print_game_state(clone) == print_game_state(state)
    assert (clone.current_player, clone.current_player()) == (1, 1)
    assert pickle.loads(pickle.dumps(state.current_player)) == 1


class Plain:
    """An object like any other, for the generic deep copy."""


def plain_twin(value: Any) -> Any:
    """The same objects, lists and attributes, without any help for copying."""
    if isinstance(value, list):
        return [plain_twin(item) for item in value]
    if not hasattr(value, "__dict__"):
        return value
    twin = Plain()
    twin.__dict__ = {name: plain_twin(item) for name, item in value.__dict__.items()}
    return twin


def calls_of(action: Callable[[], object]) -> int:
    """How many functions are called: what a copy costs, the same on every machine."""
    profile = cProfile.Profile()
    profile.runcall(action)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("rows", [False, True])
def test_a_deep_copy_takes_a_fifth_of_the_calls_of_a_generic_one(rows: bool) -> None:
    state = long_state(rows=rows)
    twin = plain_twin(state)
    assert calls_of(lambda: copy.deepcopy(twin)) >= 5 * calls_of(lambda: copy.deepcopy(state))
