"""``simulate_game``: the course's options, functions and lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import simulate_game
from competitive_sudoku.bridge import state_of
from competitive_sudoku.sudoku import GameState, Move, load_sudoku_from_text
from competitive_sudoku.sudokuai import SudokuAI
from dueldoku import Game, Position

pytestmark = [
    pytest.mark.arena,
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
]

CLASSIC = "2 2\n1 2 . 4\n. 4 . 2\n2 1 . 3\n. . . 1\n"
ROWS = "rows = 2\ncolumns = 2\nboard =\n   .   .   .   .\n   .   .   .   .\n   .   .   .   .\n   .   .   .   .\n"
Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in an empty folder with two board files, and return its output."""
    monkeypatch.chdir(tmp_path)
    Path("classic.txt").write_text(CLASSIC)
    Path("rows.txt").write_text(ROWS)

    def call(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", list(arguments))
        simulate_game.command()
        return capsys.readouterr().out

    return call


def test_a_classic_game_prints_the_courses_lines(run: Run) -> None:
    out = run("simulate_game", "--first=greedy_player", "--board=classic.txt", "--time=0.3")
    lines = out.splitlines()
    assert lines[0] == "Initial state"
    assert lines[2] == "   ╔═════╤═════╦═════╤═════╗"
    turn = lines.index("-" * 29)
    assert lines[turn + 1] == "Calculate a move for player 1"
    assert re.fullmatch(r"Best move: \(\d,\d\) -> \d", lines[turn + 2])
    assert re.search(r"\nReward: [0137]\n", out)
    assert lines[-1] in ("Player 1 wins the game.", "Player 2 wins the game.", "The game ends in a draw.")


def test_quiet_prints_the_result_only(run: Run) -> None:
    lines = run("simulate_game", "--board=classic.txt", "--quiet").splitlines()
    assert len(lines) == 2
    assert re.fullmatch(r"Score: \d+ - \d+", lines[0])


@pytest.mark.parametrize(
    ("options", "marked"),
    [
        (("--board=rows.txt",), True),
        (("--board=classic.txt",), False),
        ((), True),
        (("--playmode=classic",), False),
        (("--playmode=border",), True),
        (("--board=rows.txt", "--playmode=random"), True),
    ],
)
def test_the_play_mode_is_that_of_the_board_unless_it_is_named(
    run: Run, options: tuple[str, ...], marked: bool
) -> None:
    out = run("simulate_game", "--time=0.3", *options)
    assert ("Player1 allowed squares" in out) == marked


def test_states_as_board_files_on_request(run: Run) -> None:
    assert "\nallowed-squares1 = " in run("simulate_game", "--time=0.3", "--ascii")


def test_the_self_test(run: Run) -> None:
    assert run("simulate_game", "--check") == "The sudoku_solve program works.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate_game", "--first=nobody"),
        ("simulate_game", "--board=nothing.txt"),
        ("simulate_game", "--time=0"),
    ],
)
def test_wrong_input_ends_with_code_2(run: Run, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(*arguments)
    assert ended.value.code == 2


def test_a_garbled_board_is_refused(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Path("garbled.txt").write_text("2 2 1 2 3")
    with pytest.raises(SystemExit) as ended:
        run("simulate_game", "--board=garbled.txt")
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("garbled.txt: expected a board file of the course")


# -- agents that are objects here ------------------------------------------------------------------------------------


class First(SudokuAI):
    """Proposes the first move that the rules allow."""

    def compute_best_move(self, game_state: GameState) -> None:
        from competitive_sudoku.bridge import game_of

        row, col, digit = next(game_of(game_state).legal_moves())
        self.propose_move(Move((row, col), digit))


class Silent(SudokuAI):
    def compute_best_move(self, game_state: GameState) -> None:
        """Says nothing."""


class Endless(First):
    def compute_best_move(self, game_state: GameState) -> None:
        super().compute_best_move(game_state)
        while True:
            pass


@pytest.mark.linux
@pytest.mark.parametrize("rest", [(0.5, False), ("bin/solve_sudoku", 0.5, False)])
def test_objects_play_on_a_board_of_either_year(run: Run, rest: tuple[object, ...]) -> None:
    board = load_sudoku_from_text(CLASSIC)
    before = str(board)
    assert simulate_game.simulate_game(board, First(), First(), *rest) in ((1, 0), (0, 1), (0.5, 0.5))
    assert str(board) == before


@pytest.mark.linux
def test_the_state_is_kept_up_to_date(run: Run) -> None:
    state = state_of(Game(Position.parse("123. 3412 21.3 .3.1")))
    simulate_game.simulate_game(state, First(), First(), calculation_time=0.5, verbose=False)
    assert 0 not in state.board.squares
    assert len(state.moves) >= 4
    assert sum(state.scores) > 0


@pytest.mark.linux
def test_who_says_nothing_loses_and_who_never_returns_is_killed(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    board = load_sudoku_from_text(CLASSIC)
    assert simulate_game.simulate_game(board, Silent(), First(), 0.5, False) == (0, 1)
    assert capsys.readouterr().out == "No move was supplied. Player 2 wins the game.\n"
    assert simulate_game.simulate_game(board, Endless(), Silent(), 0.2, False) == (1, 0)
