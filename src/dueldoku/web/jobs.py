"""What the workers work out. Text goes in, as strangers sent it; values come out."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from dueldoku.agents.registry import load_agent
from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.dojo.learner import Mistake
from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord, read_records
from dueldoku.duel.rules import RULE_SETS
from dueldoku.duel.turn import Judgement, Ruling, Turn
from dueldoku.engine import analysis
from dueldoku.engine import review as reviews
from dueldoku.engine.insight import Kind, MoveValue
from dueldoku.errors import FormatError
from dueldoku.formats.detect import read
from dueldoku.game.game import Game, check_start, follow, replay
from dueldoku.game.oracle import Oracle
from dueldoku.plain import Plain
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers import api
from dueldoku.solvers.backend import warm_up
from dueldoku.solvers.human import CandidateBoard, Deduction, Rating, deduce
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.result import Budget, Solved, Verdict
from dueldoku.web import tree
from dueldoku.web.tree import Tree

LARGEST = 25  # the side of boards that the page takes
MOST_TURNS = 3_000  # of a game: the page shows all of them
_MEGABYTES = 128  # that an analysis may remember positions in
_WORTH_LEARNING, _MOST_MISTAKES = 3, 3  # points that a move gave away; moves of a game
_AGAIN = 1.0  # seconds for what else could have been played instead of a mistake
_oracle = cache(Oracle)  # one for each geometry


@dataclass(frozen=True)
class Counted(Plain):
    """How many solutions were found, and whether these are all."""

    count: int
    complete: bool
    seconds: float


class Explanation(NamedTuple):
    """A puzzle solved as people do; without a grade where the time was up first."""

    steps: tuple[Deduction, ...]
    grade: str
    solved: bool


class Lead(NamedTuple):
    """By how much player 1 should win, how sure that is, and who is winning: 1, -1, 0 for neither, None if unclear."""

    lead: float
    is_exact: bool
    sign: int | None


def load_searches() -> None:
    """Load what the first puzzle or analysis would have to wait for."""
    warm_up()
    for size in ("2x2", "3x3"):
        for rules in RULE_SETS:
            board = make_board(Recipe(Geometry.parse(size), seed=1))
            analysis.analyse(f"{board} rules={rules}", nodes=300, memory=_MEGABYTES)


def try_agent(text: str) -> None:
    """Build the agent: it is compiled then, and its options are right. Raises UnknownName."""
    load_agent(text)


# -- positions and games ---------------------------------------------------------------------------------------------


def read_position(text: str) -> str:
    """The one position of a text in any format, as its line. Raises FormatError."""
    positions = read(text)
    if len(positions) != 1:
        raise FormatError(f"expected one board, got {len(positions)}")
    return str(_game(positions[0]).start)


def read_start(text: str) -> Position:
    """The same, if a game from it means something. Raises StartError, too."""
    position = Position.parse(read_position(text))
    check_start(position)
    return position


def judge(position: Position, move: Move | None) -> Judgement:
    """The ruling on a move, its points, and the reason in words."""
    return _game(position).judge(move)


def read_game(text: str) -> GameRecord:
    """The one game of a text, with every turn judged again. Raises FormatError."""
    records = read_records(text.strip())
    if len(records) != 1:
        raise FormatError(f"expected one game, got {len(records)}")
    _check_size(records[0].start.grid.geometry)
    if len(records[0].turns) > MOST_TURNS:
        raise FormatError(f"expected a game of at most {MOST_TURNS} turns here, got {len(records[0].turns)}")
    for _ in replay(records[0]):
        pass
    return records[0]


def read_tree(position: str, line: str) -> Tree:
    """Moves and variations of a link, from a position in any format; every move is judged. Raises FormatError."""
    return tree.parse(_game(Position.parse(read_position(position))), line)


def judge_line(position: Position, moves: Sequence[Move]) -> list[Turn]:
    """The turns that these moves are, as far as they can be played one after another."""
    game, turns = _game(position), list[Turn]()
    for move in moves:
        if game.is_over() or game.judge(move).ruling.loses:
            break
        turns.append(game.push(move))
    return turns


def analyse(position: str, seconds: float) -> analysis.Analysis:
    """What a position is worth, and the best moves. Raises StartError where there is nothing to play."""
    return analysis.analyse(_game(Position.parse(position)), seconds, memory=_MEGABYTES)


def bombs(position: str, seconds: float) -> tuple[Move, ...]:
    """All bombs, as far as there is time to look for them: on a large empty board there are thousands of moves."""
    game, end = _game(Position.parse(position)), time.monotonic() + seconds
    moves = takewhile(lambda _: time.monotonic() < end, game.legal_moves())
    return tuple(move for move in moves if game.judge(move).ruling is Ruling.REFUSED)


def leads(game: str, numbers: Sequence[int], seconds: float) -> dict[int, Lead]:
    """What the positions after so many turns of a game are worth, with so many seconds for each; the last one first."""
    record = GameRecord.from_json(game)
    return {number: _lead(follow(record, number), seconds) for number in reversed(numbers)}


def _lead(game: Game, seconds: float) -> Lead:
    if outcome := game.outcome():
        one, two = outcome.scores
        return Lead(one - two, is_exact=True, sign=(0, 1, -1)[outcome.winner])
    found = analysis.analyse(game, seconds, memory=_MEGABYTES, line=False)
    return Lead(found.lead, found.kind is Kind.EXACT, reviews.sign_of(found))


def review(game: str, seconds: float) -> reviews.Review:
    """A judgement on every turn of a game, and the turns on which it turned. ``seconds`` are for the whole game."""
    record = read_game(game)
    return reviews.review(record, seconds=seconds / max(1, len(record.turns)))


def mistakes(game: str, player: int, seconds: float) -> list[Mistake]:
    """The moves of this player that gave away most, where that is proven: as positions to try again."""
    record = read_game(game)
    told = reviews.review(record, seconds=seconds / max(1, len(record.turns)))
    own = [turn for turn in told.turns if turn.player == player and turn.move and turn.kind is Kind.EXACT]
    worst = sorted((turn for turn in own if turn.loss >= _WORTH_LEARNING), key=lambda turn: -turn.loss)
    return [_mistake(record, turn) for turn in sorted(worst[:_MOST_MISTAKES], key=lambda turn: turn.number)]


def _mistake(record: GameRecord, turn: reviews.ReviewedTurn) -> Mistake:
    before = follow(record, turn.number - 1)
    is_bomb = before.judge(turn.best).ruling is Ruling.REFUSED
    lost = "You lost it at" if turn.is_turning_point else "At"
    told = f"{lost} turn {turn.number} with {turn.move}: {turn.words}."
    also = [f"{one.move}{'*' * one.is_bomb}" for one in _no_mistakes(before) if one.move != turn.best]
    where = str(replace(before.position(), past=()))
    return Mistake("", position=where, best=str(turn.best), bomb=is_bomb, told=told, also=also)


def _no_mistakes(game: Game) -> list[MoveValue]:
    """The moves that are proven to give away little, and to change nothing about who wins."""
    found = analysis.analyse(game, _AGAIN, memory=_MEGABYTES, line=False)
    lead = game.scores[game.turn - 1] - game.scores[2 - game.turn]
    known = [one for one in found.moves if one.is_exact]
    best = max((one.value for one in known), default=0.0)
    wins = _sign(lead + best)
    return [one for one in known if best - one.value < _WORTH_LEARNING and _sign(lead + one.value) == wins]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


# -- puzzles ---------------------------------------------------------------------------------------------------------


def solve(puzzle: str, method: str, seconds: float, limit: int) -> Solved:
    """What is known about a puzzle's solutions."""
    return api.solve(_grid(puzzle), method, Budget(seconds=seconds, solutions=limit))


def time_method(puzzle: str, method: str, seconds: float) -> Solved:
    """The same with the time it takes once everything is loaded: the best of some runs, if they are quick."""
    grid, budget = _grid(puzzle), Budget(seconds=seconds)
    best = api.solve(grid, method, budget)  # the first run may have to load what is compiled
    for _ in range(3):
        if best.verdict is Verdict.UNKNOWN and best.seconds >= seconds:
            break
        best = min(best, api.solve(grid, method, budget), key=lambda result: result.seconds)
        if best.seconds > seconds / 4:
            break
    return best


def count(puzzle: str, seconds: float, limit: int) -> Counted:
    """How many solutions there are, as far as they can be counted in the time."""
    begin = time.monotonic()
    number = api.count(_grid(puzzle), limit, seconds)
    return Counted(int(number), number.complete, time.monotonic() - begin)


def steps(puzzle: str, seconds: float) -> Explanation:
    """The puzzle solved as people do: every step with its reason."""
    board, taken = CandidateBoard(_grid(puzzle)), list[Deduction]()
    try:
        taken.extend(deduce(board, Meter(Budget(seconds=seconds))))
    except BudgetEnded:
        return Explanation(tuple(taken), "", solved=False)
    rating = Rating(tuple(taken), board.is_full)
    return Explanation(rating.steps, str(rating.grade), rating.is_solved)


def make_board(recipe: Recipe) -> str:
    """A puzzle with one solution, or a board for the game."""
    _check_size(recipe.size)
    return str(next(make(recipe)))


# -- what they share -------------------------------------------------------------------------------------------------


def new_seed() -> int:
    """A seed that people can read out."""
    return random.SystemRandom().randrange(1, 1_000_000)


def _check_size(geometry: Geometry) -> Geometry:
    if geometry.side > LARGEST:
        raise FormatError(f"expected a board of at most {LARGEST} rows here, got {geometry.side}")
    return geometry


def _grid(puzzle: str) -> Grid:
    return Position.parse(read_position(puzzle)).grid


def _game(position: Position) -> Game:
    return Game(position, oracle=_oracle(_check_size(position.grid.geometry)))
