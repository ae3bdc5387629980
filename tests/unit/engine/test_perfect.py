"""Perfect play against solvers that know only the rules, and against itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from endgames import run_plain
from slow_duel import Proposal, SlowDuel
from slow_rows_duel import SlowTerritory

from dueldoku import Game, Geometry, Grid, Move, Position, bundled_board, read_grid
from dueldoku.duel.turn import Ruling
from dueldoku.engine import ground
from dueldoku.engine.perfect import Perfect, perfect_of
from dueldoku.errors import StartError
from dueldoku.puzzles.fill import full_board


class Case(NamedTuple):
    position: Position
    wanted: dict[Proposal, int]  # the value of every move, from the rules alone; none when the game is over


def boards(m: int, n: int, most: int, random: Random) -> Iterator[Grid]:
    """Random boards with at most so many empty cells and any number of solutions; many lack two digits or more."""
    geometry = Geometry.of(m, n)
    while True:
        solved = full_board(geometry, random)
        missing = set(random.sample(range(1, geometry.side + 1), random.choice((0, 0, 2))))
        holes = {cell for cell, digit in enumerate(solved) if digit in missing}
        holes |= set(random.sample(range(geometry.size), random.randint(2, most)))
        if len(holes) <= max(most, 8):
            yield Grid(geometry, tuple(0 if cell in holes else digit for cell, digit in enumerate(solved)))


def classic_cases(m: int, n: int, most: int, seed: int, bombs: bool) -> Iterator[Case]:
    random, slow = Random(f"{m}x{n} {seed}"), SlowDuel(m, n, bombs)
    for grid in boards(m, n, most, random):
        taboo = some_of(slow.proposals(grid.values)[1], random)
        position = Position(grid, taboo=moves_of(grid.geometry, taboo))
        yield Case(position, slow.move_values(grid.values, taboo))


def territory_cases(m: int, n: int, most: int, seed: int, bombs: bool) -> Iterator[Case]:
    random = Random(f"{m}x{n} {seed}")
    for grid in boards(m, n, most, random):
        cells, share = range(grid.geometry.size), random.random()
        first, second = (frozenset(random.sample(cells, random.randint(0, grid.geometry.side))) for _ in range(2))
        owners = tuple(random.choices((1, 2), (share, 1 - share))[0] if value else 0 for value in grid.values)
        slow, turn = SlowTerritory(m, n, (first, second), bombs), random.choice((1, 2))
        taboo = some_of(slow.proposals(grid.values)[1], random)
        if not slow.squares(grid.values, owners, turn):
            turn = 3 - turn
        moves = moves_of(grid.geometry, taboo)
        yield Case(
            Position(grid, "random", turn, owners=owners, regions=(first, second), taboo=moves),
            slow.worths(grid.values, owners, turn, taboo),
        )


def some_of(refused: frozenset[Proposal], random: Random) -> frozenset[Proposal]:
    share = random.choice((0, 0.3))
    return frozenset(move for move in sorted(refused) if random.random() < share)


def moves_of(geometry: Geometry, proposals: frozenset[Proposal]) -> tuple[Move, ...]:
    return tuple(Move(*divmod(cell, geometry.side), digit) for cell, digit in sorted(proposals))


def of(game: Game | Position, **options: int) -> Perfect:
    perfect = perfect_of(game if isinstance(game, Game) else Game(game), **{"most_bytes": 1 << 20, **options})
    assert perfect is not None
    return perfect


def solved(game: Game | Position, **options: int) -> Perfect:
    perfect = of(game, **options)
    assert perfect.proceed(10**8)
    return perfect


def lead_of(game: Game, moves: list[Move]) -> int:
    """What the player to move is ahead by when these are played to the end."""
    player, lead = game.turn, 0
    for move in moves:
        turn = game.push(move)
        lead += turn.points if turn.player == player else -turn.points
    assert game.is_over()
    return lead


def check(case: Case, bombs: bool, most_bytes: int) -> None:
    game, side = Game(case.position), case.position.grid.geometry.side
    perfect = of(game, bombs=bombs, most_bytes=most_bytes)
    while not perfect.proceed_all(29):
        assert perfect.least <= max(case.wanted.values()) <= perfect.most
    found = {(move.row * side + move.col, move.digit): value for move, value in perfect.move_values().items()}
    if bombs:
        assert found == case.wanted
    else:  # one digit stands for all of the cell
        assert {cell: value for (cell, _), value in found.items()} == {cell: v for (cell, _), v in case.wanted.items()}
    assert perfect.value == max(case.wanted.values(), default=0)
    assert lead_of(game, perfect.line()) == perfect.value


@pytest.mark.slow
@pytest.mark.parametrize("bombs", [True, False])
@pytest.mark.parametrize(("m", "n", "most", "count"), [(2, 2, 7, 60), (2, 3, 6, 25), (3, 2, 6, 15), (3, 3, 5, 10)])
def test_classic_games(m: int, n: int, most: int, count: int, bombs: bool) -> None:
    cases = classic_cases(m, n, most, 1, bombs)
    for number in range(count):
        check(next(cases), bombs, most_bytes=64 << number % 12)


@pytest.mark.slow
@pytest.mark.parametrize("bombs", [True, False])
@pytest.mark.parametrize(("m", "n", "most", "count"), [(2, 2, 6, 30), (2, 3, 6, 25), (3, 3, 5, 10)])
def test_games_with_territories(m: int, n: int, most: int, count: int, bombs: bool) -> None:
    cases = territory_cases(m, n, most, 2, bombs)
    for number in range(count):
        check(next(cases), bombs, most_bytes=64 << number % 12)


def without_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    none = np.zeros((0, 4, 16), np.uint64), np.zeros((0, 16), np.int64), np.zeros((0, 5), np.int64)
    monkeypatch.setattr(ground, "_symmetries", lambda game, free: none)


@pytest.mark.slow
def test_symmetries_change_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    random, games, fewer = Random(5), [], 0
    for clues in (4, 4, 4, 5, 5, 5, 6, 6):
        grid = full_board(Geometry.of(2, 2), random)
        shown = random.sample(range(16), clues)
        start = Grid(grid.geometry, tuple(digit if cell in shown else 0 for cell, digit in enumerate(grid)))
        games += [Game(start, rules) for rules in ("classic", "rows", "border")]
    found = [solved(game) for game in games]
    without_symmetries(monkeypatch)
    for game, perfect in zip(games, found, strict=True):
        plain = solved(game)
        assert plain.value == perfect.value
        fewer += perfect.nodes < plain.nodes
    assert fewer >= 5, "symmetric states are searched once"


def solved_rows() -> list[tuple[str, str, int, int]]:
    """Board, rules and both values of each row of the page that does not take long."""
    page = Path(__file__).parents[3] / "docs" / "solved.md"
    pattern = r"\| (\w+) \| [\d, ]+ \| ([-+]\d+) \| ([-+]\d+) \| \d+( thousand)? \| `dueldoku solve-game ([^\s`]+)"
    rows = re.findall(pattern, page.read_text(encoding="utf-8"))
    return [(board, rules, int(without), int(with_bombs)) for rules, without, with_bombs, _, board in rows]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "rules", "without", "with_bombs"), solved_rows())
def test_the_page_of_solved_boards(board: str, rules: str, without: int, with_bombs: int) -> None:
    start = bundled_board(board) if "-" in board else Position(read_grid(board))
    assert solved(Game(start, rules), bombs=False).value == without
    perfect = solved(Game(start, rules), most_bytes=1 << 26)
    assert perfect.value == with_bombs
    assert lead_of(Game(start, rules), perfect.line()) == with_bombs


def test_the_page_is_read() -> None:
    assert len(solved_rows()) == 19


def test_slices_change_nothing() -> None:
    whole, sliced = (of(Game(bundled_board("board-2x3"), "classic"), most_bytes=1 << 24, most_work=0) for _ in range(2))
    whole.proceed(20_000)
    for _ in range(4000):
        sliced.proceed(5)
    assert sliced.nodes == whole.nodes == 20_000
    assert (sliced.least, sliced.most, sliced.best) == (whole.least, whole.most, whole.best)
    assert all(
        (one == other).all() for one, other in zip(sliced._table.search.line, whole._table.search.line, strict=True)
    )


def test_a_position_can_be_asked_while_another_waits() -> None:
    perfect = of(bundled_board("board-2x2"))
    assert not perfect.proceed(5)
    step = perfect.after(perfect.moves[0])
    assert step.rest.proceed(10_000)
    assert perfect.proceed(10_000)
    assert perfect.value == 7
    values = [step.rest.value for step in map(perfect.after, perfect.moves)]
    assert values.count(None) == len(values) - 1


def test_the_best_move_is_a_bomb_where_only_that_wins() -> None:
    perfect = solved(Position(read_grid("1..44.31.4122143")))  # four empty cells are lost, but for a bomb
    assert (perfect.value, perfect.best in perfect.moves) == (2, True)
    game = Game(read_grid("1..44.31.4122143"))
    assert game.push(perfect.best).ruling is Ruling.REFUSED


def test_a_finished_game_is_worth_nothing() -> None:
    full = full_board(Geometry.of(2, 2), Random(1))
    perfect = of(Position(full))
    assert (perfect.value, perfect.best, perfect.moves, perfect.line()) == (0, None, [], [])
    assert perfect.proceed_all(1)


def test_what_is_too_large_is_refused() -> None:
    assert perfect_of(Game(bundled_board("empty-3x3"))) is None
    assert perfect_of(Game(bundled_board("easy-3x3")), most_solutions=100) is None
    assert perfect_of(Game(bundled_board("empty-2x2")), most_solutions=287) is None


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (Position(read_grid("11..............")), "the board has no solution: every move would be refused"),
        (Position(read_grid("123...4.........")), "the board has no solution: every move would be refused"),
        (
            Position(read_grid("1234341221434..1"), taboo=(Move.parse("r4c2=3"),)),
            "r4c2=3 is taboo, but the board would have a solution after it",
        ),
    ],
)
def test_positions_where_perfect_play_means_nothing(position: Position, sentence: str) -> None:
    with pytest.raises(StartError) as error:
        perfect_of(Game(position))
    assert str(error.value) == sentence


@pytest.mark.slow
def test_plain_python_agrees() -> None:
    code = (
        "from dueldoku import Game, Position, bundled_board, read_grid\n"
        "from dueldoku.engine.perfect import perfect_of\n"
        "few = Position(read_grid('1234341.2.......'))\n"
        "for start, rules in (few, 'classic'), (few, 'border'), (bundled_board('board-2x2'), 'rows'):\n"
        "    perfect = perfect_of(Game(start, rules), most_bytes=1024)\n"
        "    perfect.proceed(500)\n"
        "    print(perfect.least, perfect.most, perfect.nodes, perfect.best)\n"
    )
    few, lines = Position(read_grid("1234341.2.......")), []
    for start, rules in (few, "classic"), (few, "border"), (bundled_board("board-2x2"), "rows"):
        perfect = of(Game(start, rules), most_bytes=1024)
        perfect.proceed(500)
        lines.append(f"{perfect.least} {perfect.most} {perfect.nodes} {perfect.best}\n")
    assert run_plain(code) == "".join(lines)
