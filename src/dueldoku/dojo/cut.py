"""Puzzles cut from games: positions in which exactly one move wins, proven by perfect play.

Games come from an archive, or are played here by two simple players, who mostly take the most points and sometimes any
move. The same order gives the same puzzles on every machine: a budget counts nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.dojo.puzzle import Puzzle, Try
from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Ruling
from dueldoku.engine.insights import load_kernels
from dueldoku.engine.perfect import Perfect, perfect_of
from dueldoku.errors import StartError
from dueldoku.game.game import Game, replay
from dueldoku.puzzles.api import generate

NODES = 20_000
_MOST_SOLUTIONS = 1024
_BYTES = 1 << 22  # for what a search remembers: more would only cost the time to clear it
_LEAST_MOVES = 4  # in a puzzle: with fewer there is little to find
_ANY = 0.3  # how often a player of ours makes any move
_MOST_OF_A_GAME = 2  # puzzles
# For each size: the empty cells that a game begins with, and how few and how many a puzzle has.
_CELLS = {"2x2": (12, 4, 9), "2x3": (20, 5, 13), "3x3": (26, 6, 15)}


@dataclass(frozen=True)
class Wish:
    """So many puzzles of a size and a rule set."""

    size: str
    rules: str
    count: int


_COUNTS = {"classic": 420, "rows": 320, "border": 60, "random": 40}
SHIPPED = tuple(
    Wish(size, rules, count)
    for size in _CELLS
    for rules, count in _COUNTS.items()
    if size != "3x3" or rules in ("classic", "rows")  # there, proofs for the others take longest
)


def self_play(wish: Wish, seed: int) -> Iterator[Iterator[Game]]:
    """Games of two simple players, without end: each as its positions, always the same object, a turn further."""
    begin, number = _CELLS[wish.size][0], 0
    while True:
        chance = Random(f"{wish.size} {wish.rules} {seed} {number}")
        number += 1
        grid = generate(Geometry.parse(wish.size), empty=begin, seed=chance.getrandbits(32))
        owners = tuple(chance.choice((1, 2)) if value and wish.rules != "classic" else 0 for value in grid)
        yield _play(Game(Position(grid, wish.rules, owners=owners), seed=chance.getrandbits(32)), chance)


def _play(game: Game, chance: Random) -> Iterator[Game]:
    while not game.is_over():
        yield game
        moves = list(game.legal_moves())
        chance.shuffle(moves)
        if chance.random() >= _ANY:
            moves.sort(key=lambda move: -game.points(game.geometry.cell_of(move)))
        game.push(moves[0])


def archived(records: Iterable[GameRecord], wish: Wish) -> Iterator[Iterator[Game]]:
    """The recorded games of a size and a rule set, in the same form."""
    for record in records:
        if (str(record.start.grid.geometry), record.start.rules) == (wish.size, wish.rules):
            yield (game for game in replay(record) if not game.is_over())


def make(
    wish: Wish, games: Iterable[Iterator[Game]], nodes: int = NODES, tell: Callable[[], object] = lambda: None
) -> list[Puzzle]:
    """As many different puzzles as wished for, or as these games have; no more than half of them by one theme."""
    load_kernels(("endgames", "territories"))
    found: dict[str, Puzzle] = {}
    leading = Counter[str]()
    for game in games:
        for puzzle in _of_a_game(wish, game, nodes):
            theme, key = puzzle.themes[0], str(puzzle.position)
            if key not in found and 2 * leading[theme] < wish.count:
                leading[theme] += 1
                found[key] = puzzle
                tell()
            if len(found) == wish.count:
                return list(found.values())
    return list(found.values())


def _of_a_game(wish: Wish, game: Iterator[Game], nodes: int) -> list[Puzzle]:
    _, least, most = _CELLS[wish.size]
    cut: list[Puzzle] = []
    for position in game:
        if least <= position.values.count(0) <= most and (puzzle := puzzle_of(position, nodes)):
            cut.append(puzzle)
            if len(cut) == _MOST_OF_A_GAME:
                break
    return cut


def puzzle_of(game: Game, nodes: int = NODES) -> Puzzle | None:
    """The position as a puzzle; None if it is none, or takes more nodes to prove."""
    moves = list(game.legal_moves())
    if len(moves) < _LEAST_MOVES:
        return None
    try:
        search = perfect_of(game, most_bytes=_BYTES, most_solutions=_MOST_SOLUTIONS)
    except StartError:
        return None
    if search is None or not search.proceed(nodes) or search.value is None:
        return None
    lead = game.scores[game.turn - 1] - game.scores[2 - game.turn]
    if search.value + lead <= 0:
        return None
    for done, move in enumerate(search.moves, 1):
        is_known = search.after(move).rest.proceed(nodes)
        values = search.move_values()
        if not is_known or len(values) < done or sum(value + lead > 0 for value in values.values()) > 1:
            return None  # most positions have a second move that wins
    margins = {move: value + lead for move, value in search.move_values().items()}
    position = replace(game.position(), past=(), before=0)
    tries = [_try(Game(position, oracle=game.oracle), search, move, margins[move]) for move in moves]
    tries.sort(key=lambda one: -one.margin)
    return Puzzle(position, tuple(tries), _rating(game, tries), _themes(game, tries))


def _try(game: Game, search: Perfect, move: Move, margin: int) -> Try:
    """The move played, and then the best of both to the end, which comes out as proven."""
    me, line = game.turn, search.after(move).rest.line()
    bombs = [game.push(one).ruling is Ruling.REFUSED for one in (move, *line)]
    assert game.is_over() or not line
    assert game.scores[me - 1] - game.scores[2 - me] == margin
    last = next(turn.player for turn in reversed(game.history) if turn.ruling is Ruling.PLACED)
    reply = (line[0], bombs[1]) if line else (None, False)
    return Try(move, bombs[0], margin, last == me, *reply)


def _themes(game: Game, tries: list[Try]) -> tuple[str, ...]:
    """What the solution is about, the most telling first."""
    best, others = tries[0], tries[1:]
    points = {one.move: 0 if one.is_bomb else game.points(game.geometry.cell_of(one.move)) for one in tries}
    after = game.copy()
    after.push(best.move)
    same_cell = [one for one in others if one.move[:2] == best.move[:2] and not one.is_bomb]
    named = {
        "pass": best.is_bomb,
        "shut out": not after.is_over() and after.turn == game.turn,
        "digit": bool(same_cell) and not best.is_bomb,
        "quiet": points[best.move] < max(points.values()),
        "tempo": best.is_last and sum(one.is_last for one in others) <= len(others) // 4,
        "take": 0 < points[best.move] == max(points.values()),
    }
    return tuple(theme for theme, fits in named.items() if fits) or ("quiet",)


def _rating(game: Game, tries: list[Try]) -> int:
    """How hard it looks: many cells, many moves, and a solution that is not the move with the most points."""
    points = {one.move: 0 if one.is_bomb else game.points(game.geometry.cell_of(one.move)) for one in tries}
    best = tries[0]
    better = sum(points[one.move] >= points[best.move] for one in tries[1:] if not one.is_bomb)
    rating = 600 + 35 * game.values.count(0) + 8 * min(len(tries), 50) + 25 * min(better, 10) + 150 * best.is_bomb
    return int(rating)
