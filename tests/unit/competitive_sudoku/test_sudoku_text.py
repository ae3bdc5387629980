"""Boards and states as text: every picture to the character, every quirk of the parsers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitive_sudoku.sudoku import (
    GameState,
    Move,
    SudokuBoard,
    TabooMove,
    load_sudoku,
    load_sudoku_from_text,
    parse_game_state,
    parse_properties,
    parse_sudoku_board,
    pretty_print_game_state,
    pretty_print_sudoku_board,
    print_board,
    print_game_state,
    print_sudoku_board,
    save_sudoku,
)

SMALL = """\
2 2
   1   2   .   4
   .   4   .   2
   2   1   .   3
   .   .   .   1
"""
READERS = [load_sudoku_from_text, parse_sudoku_board]


def small_board() -> SudokuBoard:
    board = SudokuBoard(2, 2)
    board.squares = [1, 2, 0, 4, 0, 4, 0, 2, 2, 1, 0, 3, 0, 0, 0, 1]
    return board


def rows_state() -> GameState:
    """A state with a square of each player, a filled one that nobody owns, and a refused move."""
    board = SudokuBoard(2, 2)
    board.squares = [0, 1, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 4]
    return GameState(
        SudokuBoard(2, 2),
        board,
        [TabooMove((3, 0), 4)],
        [Move((0, 1), 1), TabooMove((3, 0), 4), Move((0, 3), 2)],
        [1, 3],
        2,
        [(0, 0), (0, 1), (0, 2), (0, 3)],
        [(3, 0), (3, 1), (3, 2), (3, 3)],
        [(0, 1), (0, 3)],
        [(3, 3)],
    )


# -- the classic text ------------------------------------------------------------------------------------------------


def test_a_board_prints_four_characters_a_square() -> None:
    assert str(small_board()) == print_sudoku_board(small_board()) == print_sudoku_board(board=small_board()) == SMALL
    wide = SudokuBoard(1, 12)
    wide.put(0, 0, 12)
    assert str(wide) == "1 12\n  12" + "   ." * 11 + "\n" + ("   ." * 12 + "\n") * 11


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        SMALL.replace("\n", "\r\n"),
        " ".join(SMALL.split()),
        "\n\n" + "\t\n".join(SMALL.split()),
        SMALL.replace(".", "0"),
        SMALL.replace("   1", "  01"),
    ],
    ids=["as printed", "CRLF", "one line", "a word a line", "zeros", "leading zeros"],
)
def test_the_layout_of_a_classic_board_does_not_matter(read: object, text: str) -> None:
    board = read(text)  # type: ignore[operator]
    assert type(board.squares) is list
    assert (board.m, board.n, board.N, board.squares) == (2, 2, 4, small_board().squares)


@pytest.mark.parametrize("read", READERS)
def test_values_of_a_classic_board_are_not_checked(read: object) -> None:
    board = read("1 2 7 7 -1 0")  # type: ignore[operator]
    assert (board.m, board.n, board.squares) == (1, 2, [7, 7, -1, 0])


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("text", ["", "2", "2 2", SMALL + ".", SMALL.rstrip("1\n"), "2 2 " + ". " * 17])
def test_a_wrong_number_of_squares_is_a_runtime_error(read: object, text: str) -> None:
    with pytest.raises(RuntimeError):
        read(text)  # type: ignore[operator]


@pytest.mark.parametrize("read", READERS)
def test_a_huge_header_is_a_wrong_number_of_squares(read: object) -> None:
    with pytest.raises(RuntimeError):
        read("99999999999 99999999999 . . . .")  # type: ignore[operator]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("text", [SMALL.replace("3", "x"), SMALL.replace("3", "1.5"), "a b", SMALL.replace("3", "3+")])
def test_a_word_that_is_no_number_is_an_error(read: object, text: str) -> None:
    with pytest.raises((RuntimeError, ValueError)):
        read(text)  # type: ignore[operator]


def test_a_board_is_saved_and_loaded(tmp_path: Path) -> None:
    file = str(tmp_path / "board.txt")
    save_sudoku(file, small_board())
    assert Path(file).read_text() == SMALL
    assert load_sudoku(file).squares == small_board().squares
    Path(file).write_text("2 2 1")
    with pytest.raises(RuntimeError):
        load_sudoku(filename=file)


@given(st.data())
def test_a_board_prints_as_it_parses(data: st.DataObject) -> None:
    board = SudokuBoard(*data.draw(st.sampled_from([(1, 2), (2, 2), (3, 2), (3, 4)])))
    board.squares = data.draw(st.lists(st.integers(0, board.N), min_size=board.N**2, max_size=board.N**2))
    again = load_sudoku_from_text(str(board))
    assert (again.m, again.n, again.squares) == (board.m, board.n, board.squares)


# -- pictures --------------------------------------------------------------------------------------------------------


def test_the_picture_of_the_first_generation() -> None:
    assert print_board(small_board()) == (
        "     0     1     2     3  \n"
        "   ╔═════╤═════╦═════╤═════╗\n"
        " 0 ║  1  │  2  ║  -  │  4  ║\n"
        " 1 ║  -  │  4  ║  -  │  2  ║\n"
        "   ╠═════╪═════╬═════╪═════║\n"
        " 2 ║  2  │  1  ║  -  │  3  ║\n"
        " 3 ║  -  │  -  ║  -  │  1  ║\n"
        "   ╚═════╧═════╩═════╧═════╝\n"
    )


def test_the_picture_of_blocks_that_are_not_square() -> None:
    lines = print_board(SudokuBoard(2, 3)).splitlines()
    assert lines[1] == "   ╔═════╤═════╤═════╦═════╤═════╤═════╗"
    assert lines[2] == " 0 ║  -  │  -  │  -  ║  -  │  -  │  -  ║"
    assert [line[3] for line in lines[1:]] == list("╔║║╠║║╠║║╚")
    assert [line[-1] for line in lines[1:]] == list("╗║║║║║║║║╝")


def test_a_header_is_not_aligned_for_two_digits() -> None:
    board = SudokuBoard(3, 4)
    board.put(10, 11, 12)
    lines = print_board(board).splitlines()
    assert lines[0] == "  " + "".join(f"   {col}  " for col in range(12))
    assert lines[15] == "10 ║" + "  -  │  -  │  -  │  -  ║" * 2 + "  -  │  -  │  -  │ 12  ║"


def test_a_classic_state_prints_its_picture_and_score() -> None:
    state = GameState(small_board(), small_board(), [], [], [3, 10])
    assert str(state) == print_board(small_board()) + "Score: 3 - 10"


ROWS_PICTURE = (
    "      0      1      2      3  \n"
    "   ╔══════╤══════╦══════╤══════╗\n"
    " 0 ║  -   │  1+  ║  -   │  2+  ║\n"
    " 1 ║  -   │  -   ║  3   │  -   ║\n"
    "   ╠══════╪══════╬══════╪══════║\n"
    " 2 ║  -   │  -   ║  -   │  -   ║\n"
    " 3 ║  -   │  -   ║  -   │  4-  ║\n"
    "   ╚══════╧══════╩══════╧══════╝\n"
)


def test_the_picture_of_the_second_generation_marks_the_owners() -> None:
    state = rows_state()
    assert pretty_print_sudoku_board(state.board, state) == ROWS_PICTURE
    assert pretty_print_sudoku_board(state.board, gamestate=state) == ROWS_PICTURE
    unmarked = ROWS_PICTURE.replace("1+", "1 ").replace("2+", "2 ").replace("4-", "4 ")
    assert pretty_print_sudoku_board(state.board) == unmarked
    assert pretty_print_sudoku_board(board=state.board, gamestate=None) == unmarked


def test_the_picture_of_a_state_of_the_second_generation() -> None:
    state = rows_state()
    state.occupied_squares1 = [(0, 3), (0, 1)]
    assert pretty_print_game_state(state) == (
        f"{ROWS_PICTURE}"
        "Score: 1 - 3\n"
        "Current player: player2\n"
        "Player1 allowed squares: [(0, 0), (0, 1), (0, 2), (0, 3)]\n"
        "Player2 allowed squares: [(3, 0), (3, 1), (3, 2), (3, 3)]\n"
        "Player1 occupied squares: [(0, 1), (0, 3)]\n"
        "Player2 occupied squares: [(3, 3)]\n"
    )


# -- the text of states ----------------------------------------------------------------------------------------------

ROWS_TEXT = """\
rows = 2
columns = 2
board =
     .    1+     .    2+
     .     .    3-     .
     .     .     .     .
     .     .     .    4-
taboo-moves = [(3,0) -> 4]
moves = [(0,1) -> 1, (3,0) -> 4, (0,3) -> 2]
scores = [1, 3]
current-player = 2
allowed-squares1 = (0,0), (0,1), (0,2), (0,3)
allowed-squares2 = (3,0), (3,1), (3,2), (3,3)
occupied-squares1 = (0,1), (0,3)
occupied-squares2 = (3,3)
"""


def test_a_rows_state_prints_as_a_board_file() -> None:
    assert print_game_state(rows_state()) == ROWS_TEXT
    assert str(rows_state()) == ROWS_TEXT


def test_a_classic_state_prints_as_a_board_file_without_squares() -> None:
    state = GameState(small_board(), small_board(), [], [], [0, 7])
    assert print_game_state(state) == (
        f"rows = 2\ncolumns = 2\nboard =\n{SMALL[4:]}"
        "taboo-moves = []\nmoves = []\nscores = [0, 7]\ncurrent-player = 1\n"
    )


def test_a_rows_state_parses_back() -> None:
    state = parse_game_state(ROWS_TEXT, "rows")
    given = rows_state()
    assert (state.board.m, state.board.n, state.board.squares) == (2, 2, given.board.squares)
    assert state.taboo_moves == given.taboo_moves
    assert state.moves == given.moves
    assert (state.scores, state.current_player) == ([1, 3], 2)
    assert (state.allowed_squares1, state.allowed_squares2) == (given.allowed_squares1, given.allowed_squares2)
    assert state.initial_board.squares == [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 4]


def test_moves_parse_as_moves_and_taboo_moves_as_taboo_moves() -> None:
    state = parse_game_state(text=ROWS_TEXT, playmode="rows")
    assert [type(move) for move in state.moves] == [Move] * 3
    assert [type(move) for move in state.taboo_moves] == [TabooMove]


def test_the_marks_decide_who_occupies_a_square() -> None:
    state = parse_game_state(ROWS_TEXT.replace("occupied-squares1 = (0,1), (0,3)", "occupied-squares1 = (2,2)"), "rows")
    assert state.occupied_squares1 == [(0, 1), (0, 3)]
    assert state.occupied_squares2 == [(1, 2), (3, 3)]


def board_file(board: str, *lines: str) -> str:
    return "\n".join(["rows = 1", "columns = 2", "board =", f"  {board}", *lines])


def test_a_plain_board_file_has_defaults() -> None:
    state = parse_game_state(board_file(". . . ."), "rows")
    assert (state.moves, state.taboo_moves, state.scores, state.current_player) == ([], [], [0, 0], 1)
    assert (state.allowed_squares1, state.allowed_squares2) == ([(0, 0), (0, 1)], [(1, 0), (1, 1)])
    assert (state.occupied_squares1, state.occupied_squares2) == ([], [])


def test_two_digits_without_a_mark_are_a_value_and_player_2() -> None:
    state = parse_game_state(board_file("12 2x 1+ 12+"), "rows")
    assert state.board.squares == [1, 2, 1, 12]
    assert (state.occupied_squares1, state.occupied_squares2) == ([(1, 0), (1, 1)], [(0, 0), (0, 1)])


@pytest.mark.parametrize("board", ["5 . . .", "+ . . .", "x+ . . .", "1+ . .", "1+ . . . .", ""])
@pytest.mark.parametrize("playmode", ["rows", "border", "random"])
def test_a_board_with_a_bare_digit_or_a_wrong_count_is_a_value_error(board: str, playmode: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_game_state(board_file(board), playmode)


def test_a_huge_block_is_a_wrong_count() -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_game_state("rows = 99999999999\ncolumns = 99999999999\nboard = . .", "rows")


def test_a_classic_board_file_has_plain_numbers() -> None:
    state = parse_game_state(board_file("12 . 1 2", "allowed-squares1 = (0,0)"), "classic")
    assert state.board.squares == [12, 0, 1, 2]
    assert state.is_classic_game()
    assert (state.occupied_squares1, state.occupied_squares2) == (None, None)
    with pytest.raises(ValueError):  # noqa: PT011
        parse_game_state(board_file("1+ . . ."), "classic")


def test_start_squares_come_from_the_play_mode_unless_both_are_given() -> None:
    both = parse_game_state(board_file(". . . .", "allowed-squares1 = (1,1)", "allowed-squares2 ="), "rows")
    assert (both.allowed_squares1, both.allowed_squares2) == ([(1, 1)], [])
    one = parse_game_state(board_file(". . . .", "allowed-squares1 = (1,1)"), "rows")
    assert (one.allowed_squares1, one.allowed_squares2) == ([(0, 0), (0, 1)], [(1, 0), (1, 1)])
    border = [(0, 0), (0, 1), (1, 0), (1, 1)]
    state = parse_game_state(board_file(". . . ."), "border")
    assert (state.allowed_squares1, state.allowed_squares2) == (border, border)
    state = parse_game_state(board_file(". . . ."), "random")
    assert sorted([*(state.allowed_squares1 or ()), *(state.allowed_squares2 or ())]) == border


def test_an_initial_board_may_be_given() -> None:
    text = board_file("1+ . . 2-", "initial-board =", "  . . . 2-", "moves = [(0,0) -> 1]")
    state = parse_game_state(text, "rows")
    assert (state.initial_board.squares, state.board.squares) == ([0, 0, 0, 2], [1, 0, 0, 2])


def test_lists_are_read_as_numbers_whatever_stands_between() -> None:
    text = board_file(
        ". . . .", "moves = (0 1) 2, [1,0] > 1", "taboo-moves = 0 0 1", "scores = 4 > (5", "current-player=2"
    )
    state = parse_game_state(text, "rows")
    assert state.moves == [Move((0, 1), 2), Move((1, 0), 1)]
    assert state.taboo_moves == [TabooMove((0, 0), 1)]
    assert (state.scores, state.current_player) == ([4, 5], 2)


@pytest.mark.parametrize(
    "line",
    [
        "moves = [(0,1)]",
        "taboo-moves = [(0,1) -> 1, 2]",
        "allowed-squares1 = (0,1), (1)\nallowed-squares2 = (0,0)",
        "scores = [1]",
        "scores = [1, 2, 3]",
        "scores = [1, 2, 3, 4]",
        "scores = []",
        "moves = [(a,b) -> c]",
        "current-player = me",
    ],
)
def test_a_list_of_a_wrong_length_is_an_error(line: str) -> None:
    with pytest.raises((ValueError, AssertionError)):
        parse_game_state(board_file(". . . .", line), "rows")


@pytest.mark.parametrize("missing", ["rows", "columns", "board"])
def test_three_keys_are_required(missing: str) -> None:
    text = ROWS_TEXT.replace(f"{missing} =", f"no-{missing} =", 1)
    with pytest.raises((KeyError, ValueError)):
        parse_game_state(text, "rows")


def test_neither_format_reads_the_other() -> None:
    with pytest.raises((KeyError, ValueError)):
        parse_game_state(SMALL, "rows")
    with pytest.raises((RuntimeError, ValueError)):
        load_sudoku_from_text(ROWS_TEXT)


def test_properties_split_at_the_first_equals_sign() -> None:
    assert parse_properties("a = 1\nb=2 = 3\n  \n# c = 4\nd\ne =\n") == {"a": "1", "b": "2 = 3", "d": "", "e": ""}


def test_a_line_that_starts_with_a_space_goes_on_with_the_value() -> None:
    properties = parse_properties("a = 1\n 2\n   3\n# not this\n\n 4\nb = 5\n")
    assert (properties["a"].split(), properties["b"]) == (["1", "2", "3", "4"], "5")


def test_a_line_that_starts_with_a_tab_is_a_key() -> None:
    properties = parse_properties("a = 1\n\t2\n 3\n")
    assert properties["a"] == "1"
    assert properties["2"].split() == ["3"]
    with pytest.raises(ValueError):  # noqa: PT011
        parse_game_state("rows = 1\ncolumns = 2\nboard =\n\t. .\n\t. .\n", "rows")


def test_lists_and_boards_may_go_over_several_lines() -> None:
    text = (
        "# a file\nrows = 1\ncolumns = 2\nboard = . .\n\n 1+ .\nmoves = [(1,0) -> 1,\n         (0,0) -> 2]\n# the end\n"
    )
    state = parse_game_state(text.replace("\n", "\r\n"), "rows")
    assert state.board.squares == [0, 0, 1, 0]
    assert state.moves == [Move((1, 0), 1), Move((0, 0), 2)]
