"""The oracle, sentence by sentence, as the course's program says them: what our own solver says in its place."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import puzzles

from competitive_sudoku.bridge import board_of
from competitive_sudoku.execute import execute_command, solve_sudoku
from competitive_sudoku.sudoku import load_sudoku_from_text
from dueldoku import Game, Grid, Ruling

PATH = "bin/solve_sudoku"  # there is no such program: none is needed

# 1234 3412 2143 4321 is the only solution; 3 in cell 12 is legal and leaves none.
BOARD = "2 2  1 2 . 4  . 4 . 2  2 1 . 3  . . . 1"
UNSOLVABLE = "2 2  1 2 3 .  . . . 4  . . . .  . . . ."  # no 4 for the first row
BROKEN = "2 2  1 1 . .  . . . .  . . . .  . . . ."  # breaks the rules already
FULL = "2 2  1 2 3 4  3 4 1 2  2 1 4 3  4 3 2 1"
EMPTY = "2 2 " + ". " * 16


def ask(board: str, options: str = "") -> str:
    return solve_sudoku(PATH, board, options)


# -- no option, --print ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [BOARD, FULL, EMPTY, BOARD.replace(".", "0"), "3 3 " + ". " * 81, "2 3 " + ". " * 36])
def test_a_board_with_a_solution(board: str) -> None:
    assert solve_sudoku(PATH, board) == "The sudoku has a solution."
    assert solve_sudoku(solve_sudoku_path=PATH, board_text=board, options="") == "The sudoku has a solution."


@pytest.mark.parametrize("board", [UNSOLVABLE, BROKEN, FULL[:-1] + "2"])
def test_a_board_without_a_solution(board: str) -> None:
    assert ask(board) == "The sudoku has no solution."
    assert ask(board, "--print") == "The sudoku has no solution."


def test_the_solution_is_printed_as_a_board() -> None:
    assert ask(BOARD, "--print").splitlines() == [
        "The sudoku has a solution.",
        "2 2",
        "   1   2   3   4",
        "   3   4   1   2",
        "   2   1   4   3",
        "   4   3   2   1",
    ]


@given(puzzles(largest=6))
def test_the_printed_solution_solves_the_board(puzzle: Grid) -> None:
    sentence, _, board = ask(str(board_of(puzzle)), "--print").partition("\n")
    solution = load_sudoku_from_text(board).squares
    assert sentence == "The sudoku has a solution."
    assert all(value in (0, solved) for value, solved in zip(puzzle, solution, strict=True))
    assert 0 not in solution
    assert not Grid(puzzle.geometry, tuple(solution)).clash


# -- --move ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "move", "answer"),
    [
        (BOARD, "2 3", "The score is 1 (valid move '2 3')."),
        (BOARD, "14 2", "The score is 0 (valid move '14 2')."),
        ("2 2  . 2 3 4  3 4 1 2  2 1 4 3  4 3 2 1", "0 1", "The score is 7 (valid move '0 1')."),
        ("2 2  . 2 3 4  . 4 1 2  2 1 4 3  4 3 2 1", "0 1", "The score is 1 (valid move '0 1')."),
        ("2 2  . 2 3 4  3 4 1 2  . 1 4 3  4 3 2 1", "0 1", "The score is 3 (valid move '0 1')."),
        (BOARD, "12 3", "The sudoku has no solution after move '12 3')."),
        (BOARD, "0 1", "Illegal move '0 1'."),
        (BOARD, "0 3", "Illegal move '0 3'."),
        (BOARD, "2 4", "Illegal move '2 4'."),
        (BOARD, "4 1", "Illegal move '4 1'."),
        (BOARD, "14 3", "Illegal move '14 3'."),
        (BOARD, "16 1", "Invalid move '16 1'."),
        (BOARD, "-1 1", "Invalid move '-1 1'."),
        (BOARD, "2 0", "Invalid move '2 0'."),
        (BOARD, "2 5", "Invalid move '2 5'."),
        (BOARD, "2 -3", "Invalid move '2 -3'."),
        (FULL, "3 3", "Illegal move '3 3'."),
    ],
)
def test_a_move_is_judged_in_one_sentence(board: str, move: str, answer: str) -> None:
    assert ask(board, f'--move "{move}"') == answer
    assert ask(board, f"--move '{move}'") == answer


@pytest.mark.parametrize(
    ("board", "options", "answer"),
    [
        (BOARD, '--move "0 9"', "Invalid move '0 9'."),  # though the cell is taken
        (BOARD, '--move "2 9" --allowed "4"', "Invalid move '2 9'."),  # though it is not allowed
        (BOARD, '--move "12 3" --allowed "4"', "Illegal move '12 3'."),  # though it leaves no solution
        (UNSOLVABLE, '--move "0 2"', "Illegal move '0 2'."),
        (UNSOLVABLE, '--move "99 2"', "Invalid move '99 2'."),
        (UNSOLVABLE, '--move "4 4"', "Illegal move '4 4'."),
    ],
)
def test_invalid_comes_before_illegal_before_unsolvable(board: str, options: str, answer: str) -> None:
    assert ask(board, options) == answer


@pytest.mark.parametrize("board", [UNSOLVABLE, BROKEN])
def test_every_legal_move_on_an_unsolvable_board_leaves_no_solution(board: str) -> None:
    game = Game(Grid.parse(board[4:]))
    moves = list(game.legal_moves())
    assert moves
    for row, col, digit in moves:
        move = f"{4 * row + col} {digit}"
        assert ask(board, f'--move "{move}"') == f"The sudoku has no solution after move '{move}')."


@pytest.mark.parametrize("order", ["{0} {1}", "{1} {0}"])
def test_a_move_has_to_be_allowed(order: str) -> None:
    assert ask(BOARD, order.format('--move "2 3"', '--allowed "4 6 12"')) == "Illegal move '2 3'."
    assert ask(BOARD, order.format('--move "2 3"', '--allowed "4 2 12"')) == "The score is 1 (valid move '2 3')."


@pytest.mark.parametrize("empty", ['--allowed ""', "--allowed ''", '--allowed " "'])
def test_no_allowed_cells_are_no_restriction(empty: str) -> None:
    assert ask(BOARD, f'--move "2 3" {empty}') == "The score is 1 (valid move '2 3')."
    assert ask(BOARD, f"--random {empty}").startswith("Generated move (")


def test_the_taboo_list_does_not_matter_to_a_move() -> None:
    assert ask(BOARD, '--move "2 3" --taboo "0 2 3"') == "The score is 1 (valid move '2 3')."
    assert ask(BOARD, '--taboo "3 0 3" --move "12 3"') == "The sudoku has no solution after move '12 3')."


@pytest.mark.parametrize("move", ["2 3 4", "2 3 junk", " 2   3 ", "2 3.0", "2 3.9", "2 3,", "02 +3"])
def test_what_follows_the_numbers_of_a_move_is_ignored(move: str) -> None:
    assert ask(BOARD, f'--move "{move}"') == "The score is 1 (valid move '2 3')."


@pytest.mark.parametrize("move", ["", "5", "x", "5 x", "x 5", "True 3", "5 True", "None", "5,3", "2.0 3", "5 ."])
def test_a_move_that_does_not_parse(move: str) -> None:
    assert ask(BOARD, f'--move "{move}"') == f"Could not parse a move from '{move}'."


@given(puzzles(largest=6), st.data())
def test_a_move_is_judged_as_the_game_does(puzzle: Grid, data: st.DataObject) -> None:
    cell = data.draw(st.integers(-1, len(puzzle)))
    digit = data.draw(st.integers(0, puzzle.geometry.side + 1))
    answer = ask(str(board_of(puzzle)), f'--move "{cell} {digit}"')
    side = puzzle.geometry.side
    if not (0 <= cell < len(puzzle) and 1 <= digit <= side):
        assert answer == f"Invalid move '{cell} {digit}'."
        return
    after = puzzle.with_value(cell, digit)
    if puzzle[cell] or after.clash:
        assert answer == f"Illegal move '{cell} {digit}'."
    elif ask(str(board_of(after))) == "The sudoku has no solution.":
        assert answer == f"The sudoku has no solution after move '{cell} {digit}')."
    else:
        full = sum(all(after[other] for other in unit) for unit in after.geometry.units if cell in unit)
        assert answer == f"The score is {(0, 1, 3, 7)[full]} (valid move '{cell} {digit}')."


# -- --random and --greedy -------------------------------------------------------------------------------------------


def generated(board: str, options: str, count: int = 400) -> Counter[tuple[int, int]]:
    """How often each (cell, digit) comes."""
    random.seed(1)
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(count):
        match = re.fullmatch(r"Generated move \((\d+),(\d+)\)\.", ask(board, options))
        assert match
        found[int(match[1]), int(match[2])] += 1
    return found


LEGAL = {(2, 3), (4, 3), (6, 1), (6, 3), (10, 4), (12, 3), (12, 4), (13, 3), (14, 2), (14, 4)}
BOMBS = {(6, 3), (12, 3), (14, 4)}


def test_the_board_of_these_tests_has_the_moves_they_count_on() -> None:
    game = Game(Grid.parse(BOARD[4:]))
    rulings = {(4 * move.row + move.col, move.digit): game.judge(move).ruling for move in game.legal_moves()}
    assert set(rulings) == LEGAL
    assert {pair for pair, ruling in rulings.items() if ruling is Ruling.REFUSED} == BOMBS


def test_random_draws_all_legal_moves_bombs_included_and_no_others() -> None:
    found = generated(BOARD, "--random", 1000)
    assert set(found) == LEGAL
    assert all(60 < count < 150 for count in found.values()), found


def test_random_leaves_out_taboo_moves() -> None:
    found = generated(BOARD, '--random --taboo "0 2 3 3 0 3"')
    assert set(found) == LEGAL - {(2, 3), (12, 3)}
    assert set(generated(BOARD, '--taboo "" --random')) == LEGAL


def test_random_stays_in_the_allowed_cells() -> None:
    assert set(generated(BOARD, '--random --allowed "6 12 0"')) == {(6, 1), (6, 3), (12, 3), (12, 4)}
    assert set(generated(BOARD, '--random --allowed "6 12" --taboo "1 2 1"')) == {(6, 3), (12, 3), (12, 4)}


def test_greedy_draws_among_the_moves_worth_most() -> None:
    found = generated(BOARD, "--greedy")
    game = Game(Grid.parse(BOARD[4:]))
    best = max(game.points(cell) for cell, _ in LEGAL)
    assert best > 0
    assert set(found) == {(cell, digit) for cell, digit in LEGAL if game.points(cell) == best}
    share = 400 / len(found)
    assert all(share / 2 < count < share * 2 for count in found.values()), found


def test_greedy_does_not_look_out_for_bombs() -> None:
    board = "1... ..2. .... ...4"  # nothing scores, so all legal moves are worth most
    game = Game(Grid.parse(board))
    legal = {(4 * move.row + move.col, move.digit) for move in game.legal_moves()}
    bombs = {(4 * move.row + move.col, move.digit) for move in game.bombs()}
    assert bombs
    assert bombs < legal
    assert set(generated("2 2 " + " ".join(board.replace(" ", "")), "--greedy")) == legal


def test_greedy_respects_taboo_and_allowed() -> None:
    assert set(generated(BOARD, '--greedy --taboo "0 2 3"')) == set(generated(BOARD, "--greedy")) - {(2, 3)}
    assert set(generated(BOARD, '--greedy --allowed "12 14"')) == {(12, 3), (12, 4), (14, 2), (14, 4)}


@pytest.mark.parametrize("option", ["--random", "--greedy"])
@pytest.mark.parametrize(
    ("board", "rest"),
    [
        (FULL, ""),
        (BOARD, '--allowed "0 1"'),
        (BOARD, '--allowed "2" --taboo "0 2 3"'),
        ("2 2  1 2 3 .  . . . 4  . . . .  . . . .", '--allowed "3"'),
    ],
)
def test_there_may_be_no_move_to_generate(option: str, board: str, rest: str) -> None:
    assert ask(board, f"{option} {rest}") == "Error: could not find a legal move."


@pytest.mark.parametrize("option", ["--random", "--greedy"])
def test_moves_are_generated_on_an_unsolvable_board_too(option: str) -> None:
    assert re.fullmatch(r"Generated move \(\d+,\d\)\.", ask(UNSOLVABLE, option))


# -- broken input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "board",
    [
        "",
        "2",
        "2 2",
        "2 2 1 2 3",
        "hello world",
        "2 2 " + "x " * 16,
        "2 2 " + "9 " * 16,
        "2 2 " + "-1 " * 16,
        "0 0",
        "-2 -2" + " ." * 16,
        "rows = 2\ncolumns = 2\nboard =\n . . . .",
    ],
)
@pytest.mark.parametrize("options", ["", "--print", '--move "0 1"', "--random", "--greedy"])
def test_a_garbled_board_gets_a_message(board: str, options: str) -> None:
    answer = ask(board, options)
    assert answer
    assert "has a solution" not in answer
    assert not answer.startswith(("The score", "Generated"))


def test_a_board_with_a_huge_header_gets_a_message() -> None:
    assert ask("99999999999 99999999999 . .")


@pytest.mark.parametrize(
    "options",
    ['--move "0 1', "--move", "--taboo", "--allowed", "--wrong", '--random --taboo "1"', '--random --allowed "x"', '"'],
)
def test_garbled_options_get_a_message(options: str) -> None:
    answer = ask(BOARD, options)
    assert answer
    assert not answer.startswith(("The score", "Generated"))


words = st.sampled_from(["0", "1", "2", "3", "4", ".", "-1", "x", "2.0", "+", "１", "\n", "\x00"])


@pytest.mark.slow
@given(
    st.lists(words, max_size=20).map(" ".join) | st.text(alphabet="12. \nab", max_size=40),
    st.sampled_from(["", "--print", "--random", "--greedy", '--move "1 1"']) | st.text(max_size=20),
)
def test_no_text_is_an_exception(board: str, options: str) -> None:
    assert isinstance(ask(board, options), str)
    assert isinstance(ask(BOARD, options), str)


# -- execute_command -------------------------------------------------------------------------------------------------


def test_a_command_runs_in_the_shell_and_its_output_is_stripped() -> None:
    assert execute_command("echo '  two  '; echo lines | tr a-z A-Z") == "two  \nLINES"
    assert execute_command(command="true") == ""


def test_errors_are_told_only_if_there_is_no_output() -> None:
    assert execute_command("echo wrong >&2; exit 3") == "wrong"
    assert execute_command("echo right; echo wrong >&2") == "right"
