"""The objects that agents handle, as the course has them: both generations, in one package."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitive_sudoku import sudoku
from competitive_sudoku.sudoku import GameState, Move, Square, SudokuBoard, SudokuSettings, TabooMove

MOVES = [Move, TabooMove]

# -- Move and TabooMove ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MOVES)
@pytest.mark.parametrize(
    ("args", "named"),
    [
        ((1, 2, 3), {}),
        ((), {"i": 1, "j": 2, "value": 3}),
        ((1, 2), {"value": 3}),
        ((1,), {"j": 2, "value": 3}),
        (((1, 2), 3), {}),
        (((1, 2),), {"value": 3}),
        ((), {"square": (1, 2), "value": 3}),
    ],
)
def test_a_move_is_made_as_in_either_generation(kind: type[Move], args: tuple[Any, ...], named: dict[str, Any]) -> None:
    move = kind(*args, **named)
    assert (move.i, move.j, move.square, move.value) == (1, 2, (1, 2), 3)
    assert type(move) is kind


@pytest.mark.parametrize("kind", MOVES)
@pytest.mark.parametrize("args", [(), (1,), (1, 2, 3, 4), ((1, 2),)])
def test_a_move_needs_a_square_and_a_value(kind: type[Move], args: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        kind(*args)


@pytest.mark.parametrize("kind", MOVES)
def test_a_move_prints_with_an_arrow_and_has_the_default_repr(kind: type[Move]) -> None:
    assert str(kind(0, 1, 2)) == str(kind((0, 1), 2)) == "(0,1) -> 2"
    assert repr(kind(0, 1, 2)).startswith(f"<competitive_sudoku.sudoku.{kind.__name__} object at 0x")


def test_a_taboo_move_is_a_move() -> None:
    assert issubclass(TabooMove, Move)
    assert not isinstance(Move(0, 1, 2), TabooMove)


def test_moves_are_equal_by_square_and_value_whatever_their_kind() -> None:
    assert Move(0, 1, 2) == TabooMove((0, 1), 2)
    assert TabooMove(0, 1, 2) == Move(0, 1, 2)
    assert Move(0, 1, 2) != Move(1, 0, 2)
    assert Move(0, 1, 2) != Move(0, 1, 3)
    assert Move(0, 1, 2) in [TabooMove(3, 3, 1), TabooMove(0, 1, 2)]


def test_a_move_equals_any_object_with_its_fields() -> None:
    assert Move(0, 1, 2) == SimpleNamespace(i=0, j=1, value=2)
    assert Move(0, 1, 2) == SimpleNamespace(square=(0, 1), value=2)
    assert Move(0, 1, 2) != SimpleNamespace(i=0, j=1, value=3)


def test_a_list_is_not_the_square_of_a_tuple() -> None:
    assert Move([0, 1], 2) != Move((0, 1), 2)
    assert Move([0, 1], 2) == Move([0, 1], 2)


@pytest.mark.parametrize("other", [None, (0, 1, 2), 5])
def test_comparing_a_move_with_something_else_is_an_attribute_error(other: object) -> None:
    with pytest.raises(AttributeError):
        Move(0, 1, 2) == other  # noqa: B015
    with pytest.raises(AttributeError):
        Move(0, 1, 2) != other  # noqa: B015


@pytest.mark.parametrize("kind", MOVES)
def test_a_move_is_unhashable(kind: type[Move]) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(kind(0, 1, 2))


def test_the_fields_of_a_move_can_be_changed() -> None:
    move = Move(0, 1, 2)
    move.i, move.j, move.value = 4, 5, 6
    assert str(move) == "(4,5) -> 6"
    move.square = (7, 8)
    assert (move.i, move.j) == (7, 8)


def test_a_subclass_may_set_the_fields_by_itself() -> None:
    class Scored(Move):
        def __init__(self, i: int, j: int, value: int, score: int) -> None:
            self.i = i
            self.j = j
            self.value = value
            self.score = score

    move = Scored(0, 1, 2, 7)
    assert (move.i, move.j, move.value, move.score) == (0, 1, 2, 7)
    assert move == Move(0, 1, 2)


@pytest.mark.parametrize("kind", MOVES)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda move: pickle.loads(pickle.dumps(move))])
def test_a_move_can_be_copied_and_pickled(kind: type[Move], again: Callable[[Move], Move]) -> None:
    move = kind(0, 1, 2)
    move.note = ["my own"]  # type: ignore[attr-defined]
    clone = again(move)
    assert clone is not move
    assert type(clone) is kind
    assert clone == move
    assert clone.note == ["my own"]  # type: ignore[attr-defined]


# -- SudokuBoard -----------------------------------------------------------------------------------------------------


def test_a_board_is_empty_at_first() -> None:
    for board, m, n in [(SudokuBoard(), 3, 3), (SudokuBoard(2, 3), 2, 3), (SudokuBoard(n=2, m=4), 4, 2)]:
        assert (board.m, board.n, board.N) == (m, n, m * n)
        assert type(board.squares) is list
        assert board.squares == [0] * (m * n) ** 2
    assert SudokuBoard.empty == SudokuBoard().empty == 0


def test_a_board_tells_its_measures() -> None:
    board = SudokuBoard(2, 3)
    assert (board.region_height(), board.region_width()) == (2, 3)
    assert (board.board_height(), board.board_width()) == (6, 6)


def test_both_generations_number_the_squares_row_by_row() -> None:
    board = SudokuBoard(2, 3)
    assert board.rc2f(1, 2) == board.rc2f(i=1, j=2) == board.square2index((1, 2)) == board.square2index([1, 2]) == 8
    assert board.f2rc(8) == board.f2rc(k=8) == board.index2square(8) == board.index2square(k=8) == (1, 2)
    assert board.rc2f(0, 6) == board.square2index((0, 6)) == 6
    assert board.rc2f(-1, 0) == -6
    assert board.f2rc(36) == board.index2square(36) == (6, 0)


@pytest.mark.parametrize(
    "put",
    [
        lambda board: board.put(1, 2, 5),
        lambda board: board.put(i=1, j=2, value=5),
        lambda board: board.put(1, 2, value=5),
        lambda board: board.put((1, 2), 5),
        lambda board: board.put([1, 2], 5),
        lambda board: board.put((1, 2), value=5),
        lambda board: board.put(square=(1, 2), value=5),
    ],
)
def test_put_writes_as_in_either_generation(put: Callable[[SudokuBoard], None]) -> None:
    board = SudokuBoard(2, 3)
    put(board)
    assert board.squares == [0] * 8 + [5] + [0] * 27


@pytest.mark.parametrize(
    "get",
    [
        lambda board: board.get(1, 2),
        lambda board: board.get(i=1, j=2),
        lambda board: board.get(1, j=2),
        lambda board: board.get((1, 2)),
        lambda board: board.get([1, 2]),
        lambda board: board.get(square=(1, 2)),
    ],
)
def test_get_reads_as_in_either_generation(get: Callable[[SudokuBoard], int]) -> None:
    board = SudokuBoard(2, 3)
    board.squares = list(range(36))
    assert get(board) == 8


def test_a_square_can_be_emptied_and_the_corner_is_a_square() -> None:
    board = SudokuBoard(2, 2)
    board.squares = [3] * 16
    board.put(0, 0, 0)
    board.put((0, 1), SudokuBoard.empty)
    board.put((1, 0), value=0)
    assert board.squares == [0, 0, 3, 3, 0] + [3] * 11
    assert board.get(0, 0) == board.get((0, 0)) == 0


def test_nothing_is_checked_and_squares_alias_through_their_number() -> None:
    board = SudokuBoard(2, 2)
    board.squares = list(range(16))
    assert board.get(0, 5) == board.get((0, 5)) == 5
    assert board.get(1, -1) == board.get((1, -1)) == 3
    assert board.get(0, -1) == board.get((-1, 3)) == 15
    board.put(2, 2, 99)
    board.put((2, 3), -4)
    assert board.squares[10:12] == [99, -4]
    with pytest.raises(IndexError):
        board.get(4, 0)
    with pytest.raises(IndexError):
        board.put((4, 0), 1)


def test_the_squares_of_a_board_can_be_replaced() -> None:
    board = SudokuBoard(2, 2)
    board.squares = board.squares[:4] + [1, 2, 3, 4] + board.squares[8:]  # noqa: RUF005
    assert [board.get(1, j) for j in range(4)] == [1, 2, 3, 4]
    assert board.squares[4:8] == [1, 2, 3, 4]
    board.squares[0::4] = [4, 4, 4, 4]
    assert board.get((3, 0)) == 4


# -- GameState -------------------------------------------------------------------------------------------------------

NAMES = [
    "initial_board",
    "board",
    "taboo_moves",
    "moves",
    "scores",
    "current_player",
    "allowed_squares1",
    "allowed_squares2",
    "occupied_squares1",
    "occupied_squares2",
]


def ten_values() -> list[Any]:
    return [
        SudokuBoard(2, 2),
        SudokuBoard(2, 2),
        [TabooMove(0, 0, 1)],
        [Move(0, 1, 2), TabooMove(0, 0, 1)],
        [3, 1],
        2,
        [(0, 0), (0, 1)],
        [(3, 3)],
        [(0, 1)],
        [],
    ]


def test_a_state_takes_ten_values_by_position_or_name() -> None:
    values = ten_values()
    for state in (GameState(*values), GameState(**dict(zip(NAMES, values, strict=True)))):
        for name, value in zip(NAMES, values, strict=True):
            assert getattr(state, name) is value or name == "current_player"
        assert state.current_player == 2


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_state_with_its_first_values_only(count: int) -> None:
    values = ten_values()
    state = GameState(*values[:count])
    defaults = [*values[:count], [], [], [0, 0], 1, None, None, None, None][:count] + [[], [], [0, 0]][count - 2 :]
    assert [state.initial_board, state.board, state.taboo_moves, state.moves, state.scores] == defaults
    assert state.current_player == 1
    assert [getattr(state, name) for name in NAMES[6:]] == [None] * 4


def test_a_state_without_boards_has_two_small_empty_ones() -> None:
    state = GameState()
    assert (state.board.m, state.board.n, state.board.squares) == (2, 2, [0] * 16)
    assert (state.initial_board.m, state.initial_board.n, state.initial_board.squares) == (2, 2, [0] * 16)
    assert state.board is not state.initial_board
    assert GameState().moves is not GameState().moves
    assert GameState().scores is not GameState().scores


def test_a_state_with_the_initial_board_only_applies_all_moves() -> None:
    initial = SudokuBoard(2, 2)
    initial.put(3, 3, 4)
    state = GameState(initial, moves=[Move(0, 0, 1), TabooMove(0, 1, 2)])
    assert state.initial_board is initial
    assert initial.squares == [0] * 15 + [4]
    assert state.board.squares == [1, 2] + [0] * 13 + [4]


def test_a_state_with_the_board_only_takes_all_moves_back() -> None:
    board = SudokuBoard(2, 2)
    board.squares = [1, 2] + [0] * 13 + [4]
    state = GameState(board=board, moves=[Move((0, 0), 1), TabooMove((3, 3), 4)])
    assert state.board is board
    assert board.squares == [1, 2] + [0] * 13 + [4]
    assert state.initial_board.squares == [0, 2] + [0] * 14


def test_the_player_of_the_first_generation_follows_the_history() -> None:
    state = GameState(SudokuBoard(2, 2), SudokuBoard(2, 2), [], [], [0, 0])
    assert state.current_player() == 1
    state.moves.append(Move(0, 0, 1))
    assert state.current_player() == 2
    state.moves.append(TabooMove(0, 1, 2))
    assert state.current_player() == 1
    state.moves.pop()
    assert state.current_player() == 2
    state.moves = []
    assert state.current_player() == 1


def test_the_player_of_the_second_generation_is_a_number() -> None:
    state = GameState(allowed_squares1=[(0, 0)], allowed_squares2=[(3, 3)], occupied_squares1=[], occupied_squares2=[])
    assert isinstance(state.current_player, int)
    for player in (1, 2, 1):
        assert state.current_player == player
        assert state.current_player() == player
        assert 3 - state.current_player == 3 - player
        assert state.scores[state.current_player - 1] == 0
        assert {1: "one", 2: "two"}[state.current_player] == ("one", "two")[player - 1]
        assert (
            f"{state.current_player} {state.current_player!s} {state.current_player:d}" == f"{player} {player} {player}"
        )
        assert json.dumps(state.current_player) == str(player)
        state.moves.append(Move((0, 0), 1))  # a skipped player breaks the parity: the number alone counts
        assert state.current_player == player
        state.current_player = 3 - state.current_player
    state.current_player = state.current_player
    assert state.current_player == 2


def test_classic_is_a_game_without_start_squares() -> None:
    assert GameState().is_classic_game()
    assert not GameState(allowed_squares1=[], allowed_squares2=[]).is_classic_game()
    assert not GameState(allowed_squares1=[(0, 0)]).is_classic_game()
    assert not GameState(allowed_squares2=[(0, 0)]).is_classic_game()


def test_the_occupied_squares_are_the_list_itself() -> None:
    state = GameState(*ten_values())
    state.current_player = 1
    assert state.occupied_squares() is state.occupied_squares1
    state.occupied_squares().append((1, 1))
    assert state.occupied_squares1 == [(0, 1), (1, 1)]
    state.current_player = 2
    assert state.occupied_squares() is state.occupied_squares2


def test_all_of_a_state_is_in_its_dict() -> None:
    values = ten_values()
    state = GameState(*values)
    assert dict(state.__dict__) == dict(zip(NAMES, values, strict=True))

    class NodeGameState(GameState):
        def __init__(self, game_state: GameState, root_move: Move) -> None:
            self.__dict__ = game_state.__dict__.copy()
            self.root_move = root_move

    node = NodeGameState(state, Move(0, 0, 1))
    assert [getattr(node, name) for name in NAMES] == values
    node.current_player = 1
    assert (node.current_player, state.current_player) == (1, 2)
    clone = copy.deepcopy(node)
    assert type(clone) is NodeGameState
    assert clone.root_move == node.root_move
    assert clone.root_move is not node.root_move
    assert clone.board is not node.board


def test_a_subclass_of_the_first_generation_needs_its_five_attributes_only() -> None:
    class Own(GameState):
        def __init__(self, state: GameState) -> None:
            self.initial_board = state.initial_board
            self.board = copy.deepcopy(state.board)
            self.taboo_moves = list(state.taboo_moves)
            self.moves = list(state.moves)
            self.scores = list(state.scores)

    own = Own(GameState(SudokuBoard(2, 2), SudokuBoard(2, 2), [], [], [0, 0]))
    assert own.current_player() == 1
    own.moves.append(Move(0, 0, 1))
    assert own.current_player() == 2
    assert str(own).endswith("Score: 0 - 0")


# -- player_squares --------------------------------------------------------------------------------------------------


def literal_player_squares(state: GameState) -> list[Square] | None:
    """By the rules: empty, and in the start region or next to an occupied square, diagonals included."""
    allowed = state.allowed_squares1 if state.current_player == 1 else state.allowed_squares2
    occupied = state.occupied_squares1 if state.current_player == 1 else state.occupied_squares2
    if allowed is None or occupied is None:
        return None
    side = state.board.N
    result = []
    for row in range(side):
        for col in range(side):
            near = any(max(abs(row - r), abs(col - c)) == 1 for r, c in occupied)
            if state.board.get((row, col)) == SudokuBoard.empty and ((row, col) in allowed or near):
                result.append((row, col))
    return result


@st.composite
def territories(draw: st.DrawFn, *, consistent: bool) -> GameState:
    """States with any start regions; if ``consistent``, exactly the filled squares are occupied, each by one player."""
    board = SudokuBoard(*draw(st.sampled_from([(1, 2), (2, 2), (2, 3), (3, 2), (1, 5), (3, 3)])))
    squares = st.sampled_from([(r, c) for r in range(board.N) for c in range(board.N)])
    first, second, allowed1, allowed2 = (draw(st.lists(squares)) for _ in range(4))
    if consistent:
        first, second = sorted(set(first) - set(second)), sorted(set(second))
        filled = [*first, *second]
    else:
        filled = draw(st.lists(squares))
    for square in filled:
        board.put(square, 1)
    player = draw(st.sampled_from([1, 2]))
    return GameState(None, board, [], [], [0, 0], player, allowed1, allowed2, first, second)


@given(territories(consistent=True))
def test_player_squares_are_the_literal_ones(state: GameState) -> None:
    assert state.player_squares() == literal_player_squares(state)


@given(territories(consistent=False))
def test_player_squares_are_the_literal_ones_while_an_agent_edits_the_lists(state: GameState) -> None:
    assert state.player_squares() == literal_player_squares(state)


def test_player_squares_are_sorted_tuples_without_duplicates() -> None:
    state = GameState(
        allowed_squares1=[(0, 3), (0, 0), (0, 0)],
        allowed_squares2=[],
        occupied_squares1=[(1, 1)],
        occupied_squares2=[],
    )
    state.board.put((1, 1), 1)
    state.board.put((0, 1), 2)
    assert state.player_squares() == [(0, 0), (0, 2), (0, 3), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
    state.current_player = 2
    assert state.player_squares() == []


def test_a_player_without_a_start_list_has_no_player_squares() -> None:
    assert GameState().player_squares() is None
    state = GameState(allowed_squares2=[(3, 3)], occupied_squares2=[])
    assert state.player_squares() is None
    state.current_player = 2
    assert state.player_squares() == [(3, 3)]


# -- start regions and settings --------------------------------------------------------------------------------------


def test_the_start_squares_of_each_play_mode() -> None:
    board = SudokuBoard(2, 2)
    top, bottom = [(0, 0), (0, 1), (0, 2), (0, 3)], [(3, 0), (3, 1), (3, 2), (3, 3)]
    assert sudoku.allowed_squares(board, "rows") == (top, bottom)
    border = [*top, *bottom, (1, 0), (2, 0), (1, 3), (2, 3)]
    assert sudoku.allowed_squares(board=board, playmode="border") == (border, border)


def test_the_random_start_squares_are_different_squares_of_the_board() -> None:
    drawn = set()
    for _ in range(20):
        first, second = sudoku.allowed_squares(SudokuBoard(2, 3), "random")
        assert first is not None
        assert second is not None
        assert (len(first), len(second)) == (6, 6)
        assert len({*first, *second}) == 12
        assert all(0 <= row < 6 and 0 <= col < 6 for row, col in first + second)
        drawn.update(first)
    assert len(drawn) > 30
    assert len(set(sudoku.generate_random_tuples(4))) == len(sudoku.generate_random_tuples(N=4)) == 8


def test_names_that_agents_import() -> None:
    assert SudokuSettings.print_ascii_states is False
    assert Square == tuple[int, int]
