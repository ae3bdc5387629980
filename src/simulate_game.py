"""The course's driver for one game: the same command line, the same functions, the same lines.

Agents that are given by name run in the arena: in processes of their own, caged, under its clock. Agents that are
given as objects live in this process, as they always did; each of their turns is a forked process that is killed
when its time is up.
"""

from dueldoku import start  # noqa: F401  # first of all: until it has run, what follows could come from anywhere

# isort: split
import argparse
import multiprocessing
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from competitive_sudoku.bridge import game_of, grid_of, proposal_of, state_of
from competitive_sudoku.sudoku import (
    GameState,
    SudokuBoard,
    load_sudoku_from_text,
    parse_game_state,
    pretty_print_game_state,
    print_game_state,
)
from competitive_sudoku.sudokuai import SudokuAI
from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import Answer, Seat
from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.rules import RULE_SETS
from dueldoku.duel.turn import Reason, Ruling
from dueldoku.errors import DueldokuError
from dueldoku.formats.source import read_source
from dueldoku.game.game import Game

SUDOKU_SOLVER = "bin/solve_sudoku"  # agents ask for it; the oracle is built in, and no program is needed
GameResult = tuple[float, float]
_DEFAULT_BOARD = "12.4 .4.2 21.3 ...1"  # of the classic game
_WARM_UP = 2.0  # seconds for each player's practice turn
_LOST = {
    Reason.TABOO: "Error: {move} is a taboo move. Player {winner} wins the game.",
    Reason.INVALID: "Error: {move} is not a valid move. Player {winner} wins the game.",
    Reason.ILLEGAL: "Error: {move} is not a legal move. Player {winner} wins the game.",
    Reason.NO_MOVE: "No move was supplied. Player {winner} wins the game.",
}


def check_oracle() -> None:
    """Say that the oracle works, as the course's self test does."""
    solution = Game(Grid.parse(_DEFAULT_BOARD)).solution()
    print("The sudoku_solve program works." if solution else "The sudoku_solve program gives unexpected results.")


# -- who plays -------------------------------------------------------------------------------------------------------


class Forked(Seat):
    """An agent that is an object of this process."""

    def __init__(self, agent: SudokuAI, number: int) -> None:
        self.agent, self.number = agent, number
        self.fork = multiprocessing.get_context("fork")

    def ask(self, game: Game, limit: Limit) -> Answer:
        """The last proposal within the time. The agent's process sees a copy of everything."""
        slot = self.fork.RawArray("q", 3)
        self.agent.player_number = self.number
        self.agent.best_move = slot
        self.agent.lock = self.fork.Lock()
        process = self.fork.Process(target=self.agent.compute_best_move, args=(state_of(game),), daemon=True)
        process.start()
        process.join(limit.seconds)
        if self.agent.lock.acquire(timeout=0.5):  # not in the middle of a proposal
            self.agent.lock.release()
        process.kill()
        process.join()
        return Answer(proposal_of(slot))


# -- one game --------------------------------------------------------------------------------------------------------


def simulate_game(
    initial: GameState | SudokuBoard, player1: SudokuAI, player2: SudokuAI, *rest: Any, **named: Any
) -> GameResult:
    """Play a game between two agents that are objects here.

    ``initial`` is a board (classic rules) or a state, which is kept up to date. The arguments after the players are
    calculation_time=0.5, verbose=True, warmup=False; in 2021 and 2022 the path of the oracle came before them.
    """
    rest = rest[1:] if rest and isinstance(rest[0], str) else rest
    given = dict(zip(("calculation_time", "verbose", "warmup", "playmode"), rest, strict=False)) | named
    state = GameState(initial, initial) if isinstance(initial, SudokuBoard) else initial
    game = game_of(state)
    for stale in ("-1.pkl", "1.pkl", "2.pkl"):  # saved in an earlier game
        Path(stale).unlink(missing_ok=True)

    def update() -> None:
        if state is initial:
            vars(state).update(vars(state_of(game)))

    return _play(
        game,
        (Forked(player1, 1), Forked(player2, 2)),
        given.get("calculation_time", 0.5),
        given.get("verbose", True),
        warmup=given.get("warmup", False),
        update=update,
    )


def play_game(
    board_file: str | None,
    name1: str,
    name2: str,
    calculation_time: float,
    verbose: bool = True,
    warmup: bool = False,
    playmode: str = "",
    ascii: bool = False,
) -> GameResult:
    """Play a game between two agents by name: bundled ones, or folders with a ``sudokuai.py``."""
    game = Game(start_of(board_file, playmode))
    with Host(entrant_of(name1), 1) as first, Host(entrant_of(name2), 2) as second:
        first.start()
        second.start()
        return _play(game, (first, second), calculation_time, verbose, warmup=warmup, ascii=ascii)


def entrant_of(name: str) -> Entrant:
    """The agent that a script of the course calls ``name``: a folder here, or a bundled one."""
    folder = Path(name.removesuffix(".sudokuai").replace(".", "/"))
    return resolve(str(folder) if (folder / "sudokuai.py").is_file() else name)


def start_of(board_file: str | None, playmode: str = "") -> Position:
    """The position that a board file of either generation holds; the play mode is the file's unless it is named."""
    text = read_source(board_file) if board_file else ""
    is_rows = "=" in text if text else playmode != "classic"
    playmode = playmode or ("rows" if is_rows else "classic")
    if not text:
        grid = Grid.empty(Geometry.of(2, 2)) if is_rows else Grid.parse(_DEFAULT_BOARD)
        return Position(grid, rules=playmode)
    try:
        if is_rows:
            return game_of(parse_game_state(text, playmode)).start
        return Position(grid_of(load_sudoku_from_text(text)), rules=playmode)
    except (ValueError, RuntimeError, KeyError) as error:
        raise DueldokuError(f"{board_file}: expected a board file of the course, {error}") from None


def _play(
    game: Game,
    players: tuple[Seat, Seat],
    seconds: float,
    verbose: bool,
    *,
    warmup: bool = False,
    ascii: bool = False,
    update: Callable[[], None] = lambda: None,
) -> GameResult:
    def say(text: str) -> None:
        if verbose:
            print(text)

    def show() -> None:
        """Print the game as it stands, and who moves next."""
        say(_state_text(game, ascii) if verbose else "")
        if not game.is_over():
            if game.history and game.history[-1].player == game.turn:
                say(f"Player {3 - game.turn} cannot move")
            say(f"{'-' * 29}\nCalculate a move for player {game.turn}")

    def watch(referee: Referee) -> None:
        turn = game.history[-1]
        say(f"Best move: {_move_text(turn.move)}")
        update()
        if turn.ruling.loses:
            return
        if turn.ruling is Ruling.REFUSED:
            say(f"The sudoku has no solution after the move {_move_text(turn.move)}.")
        say(f"Reward: {turn.points}")
        show()

    if warmup:
        for player in players:
            player.ask(Game(Grid.empty(Geometry.of(3, 3))), Limit(_WARM_UP))
    say("Initial state")
    show()
    Referee(game, [watch]).play(players, Limit(seconds))
    outcome = game.outcome()
    assert outcome
    if outcome.reason in _LOST:
        print(_LOST[outcome.reason].format(move=_move_text(game.history[-1].move), winner=outcome.winner))
    else:
        if not verbose:
            print(f"Score: {outcome.scores[0]} - {outcome.scores[1]}")
        print(f"Player {outcome.winner} wins the game." if outcome.winner else "The game ends in a draw.")
    return cast(GameResult, ((0.5, 0.5), (1, 0), (0, 1))[outcome.winner])


def _move_text(move: Move | None) -> str:
    return f"({move.row},{move.col}) -> {move.digit}" if move else "(0,0) -> 0"


def _state_text(game: Game, ascii: bool) -> str:
    state = state_of(game)
    if ascii:
        return print_game_state(state)
    return str(state) if state.is_classic_game() else pretty_print_game_state(state)


# -- the command line ------------------------------------------------------------------------------------------------


def run(main: Callable[[], None]) -> None:
    """Run a command: wrong input is one sentence and exit code 2."""
    try:
        main()
        return
    except DueldokuError as error:
        sentence, code = str(error), 2
    except OSError as error:
        sentence, code = f"{error.filename}: {error.strerror}", 2
    except KeyboardInterrupt:
        sentence, code = "interrupted", 130
    print(" ".join(sentence.split()), file=sys.stderr)
    sys.exit(code)


def main() -> None:
    """Play one game, as the command line says."""
    parser = argparse.ArgumentParser(description="Play a game of Competitive Sudoku between two agents.")
    parser.add_argument("--first", help="the first player (default: random_player)", default="random_player")
    parser.add_argument("--second", help="the second player (default: random_player)", default="random_player")
    parser.add_argument("--time", help="seconds for a turn (default: 0.5)", type=float, default=0.5)
    parser.add_argument("--check", help="check that the oracle works", action="store_true")
    parser.add_argument("--board", help="a board file of either generation")
    parser.add_argument("--quiet", help="print only the result", action="store_true")
    parser.add_argument("--warm-up", help="a practice turn for each player first", action="store_true")
    parser.add_argument(
        "--playmode", help="the rules (default: those of the board file, else rows)", choices=list(RULE_SETS)
    )
    parser.add_argument("--ascii", help=argparse.SUPPRESS, action="store_true")
    given = parser.parse_args()
    if given.check:
        check_oracle()
        return
    if given.time <= 0:
        parser.error(f"expected a time above 0, got {given.time}")
    play_game(
        given.board,
        given.first,
        given.second,
        given.time,
        not given.quiet,
        given.warm_up,
        given.playmode or "",
        given.ascii,
    )


def command() -> None:
    """The console command ``simulate_game``."""
    run(main)


if __name__ == "__main__":
    command()
