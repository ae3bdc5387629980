"""The course's oracle program, answered by our own solver: the same options, the same sentences, no program."""

from __future__ import annotations

import random
import re
import shlex
import subprocess

from competitive_sudoku.bridge import grid_of
from competitive_sudoku.sudoku import parse_sudoku_board, print_sudoku_board
from dueldoku.board.move import Move
from dueldoku.duel.turn import Ruling
from dueldoku.errors import DueldokuError
from dueldoku.game.game import Game


def execute_command(command: str) -> str:
    """What ``command`` prints when the shell runs it: standard output or, if that is empty, standard error."""
    done = subprocess.run(command, shell=True, capture_output=True, text=True, errors="replace", check=False)
    return (done.stdout or done.stderr).strip()


def solve_sudoku(solve_sudoku_path: str, board_text: str, options: str = "") -> str:
    """The oracle's answer about a board in the classic text format.

    Options: ``--print``, ``--move "k v"``, ``--random``, ``--greedy``, ``--taboo "r c v …"``, ``--allowed "k …"``. The
    path is not used; agents pass the place of a program that they need no longer have.
    """
    try:
        given = _parse_options(options)
        board = parse_sudoku_board(board_text)
        game = Game(grid_of(board))
        allowed = {int(word) for word in given.get("--allowed", "").split()} or set(range(game.geometry.size))
        taboo = _parse_triples(given.get("--taboo", ""))
    except (DueldokuError, ValueError) as error:
        return f"Error: {error}"
    if "--move" in given:
        return _judge(game, given["--move"], allowed)
    if "--random" in given or "--greedy" in given:
        return _generate(game, allowed, taboo, greedy="--greedy" in given)
    solution = game.solution()
    if solution is None:
        return "The sudoku has no solution."
    answer = "The sudoku has a solution."
    if "--print" in given:
        board.squares = list(solution)
        answer += f"\n{print_sudoku_board(board)}"
    return answer.strip()


def _judge(game: Game, text: str, allowed: set[int]) -> str:
    numbers = re.match(r"\s*([+-]?[0-9]{1,9})\s+([+-]?[0-9]{1,9})", text)
    if not numbers:
        return f"Could not parse a move from '{text}'."
    cell, digit = int(numbers[1]), int(numbers[2])
    if not 0 <= cell < game.geometry.size:
        return f"Invalid move '{cell} {digit}'."
    ruling, points, _ = game.judge(game.geometry.move(cell, digit))
    if ruling is Ruling.INVALID:
        return f"Invalid move '{cell} {digit}'."
    if ruling is Ruling.ILLEGAL or cell not in allowed:
        return f"Illegal move '{cell} {digit}'."
    if ruling is Ruling.REFUSED:
        return f"The sudoku has no solution after move '{cell} {digit}')."
    return f"The score is {points} (valid move '{cell} {digit}')."


def _generate(game: Game, allowed: set[int], taboo: set[Move], *, greedy: bool) -> str:
    moves = [move for move in game.legal_moves() if move not in taboo and game.geometry.cell(*move[:2]) in allowed]
    if not moves:
        return "Error: could not find a legal move."
    if greedy:
        best = max(game.points(game.geometry.cell_of(move)) for move in moves)
        moves = [move for move in moves if game.points(game.geometry.cell_of(move)) == best]
    move = random.choice(moves)
    return f"Generated move ({game.geometry.cell_of(move)},{move.digit})."


def _parse_options(options: str) -> dict[str, str]:
    """The options by name, with their values; flags have an empty one."""
    words = shlex.split(options)
    given: dict[str, str] = {}
    while words:
        name, equals, value = words.pop(0).partition("=")
        if name in ("--move", "--taboo", "--allowed") and not equals:
            if not words:
                raise ValueError(f"expected a value after {name}")
            value = words.pop(0)
        elif name not in ("--print", "--random", "--greedy", "--move", "--taboo", "--allowed"):
            raise ValueError(f"unknown option {name}")
        given[name] = value
    return given


def _parse_triples(text: str) -> set[Move]:
    numbers = [int(word) for word in text.split()]
    if len(numbers) % 3:
        raise ValueError(f"expected row, column and value of each taboo move, got {text!r}")
    return {Move(*numbers[at : at + 3]) for at in range(0, len(numbers), 3)}
