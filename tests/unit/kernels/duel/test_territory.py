"""The search with territories against a plain one, and what it sees against the game."""

from __future__ import annotations

from random import Random

import pytest
from endgames import run_plain
from hypothesis import given
from hypothesis import strategies as st
from random_games import positions
from slow_territory import Position, SlowTerritory

from dueldoku import Game, Geometry, Grid
from dueldoku.board.move import Move
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.base.records import rows
from dueldoku.kernels.duel import terrain, territory
from dueldoku.kernels.duel.bombs import bombs_of
from dueldoku.kernels.duel.terrain import Features, mask_of, place_of
from dueldoku.kernels.duel.territory import TerritorySearch

ANY = rows(Features, 82)  # weights: in the end they must make no difference
for row in ANY:
    row.sooner, row.only, row.units, row.parity, row.spare, row.turn = range(1, 7)
RULES = ("rows", "border", "random")
PARTS = (territory._enter, territory._is_settled, territory._open, territory._dive, terrain.gain_at)
enter, is_settled, open_, dive, gain_at = (lean(part.py_func) for part in PARTS)  # type: ignore[attr-defined]  # to be called


def game_at(m: int, n: int, empty: int, seed: int, rules: str = "rows") -> Game:
    """A game with so many empty cells, after random moves that leave the board solvable."""
    random = Random(f"{m}x{n} {empty} {seed} {rules}")
    geometry = Geometry.of(m, n)
    game = Game(Grid.empty(geometry), rules, seed=seed)
    while game.values.count(0) > empty:
        solution = game.solution()
        assert solution is not None
        cell = random.choice(game.cells())
        game.push(Move(*divmod(cell, geometry.side), solution[cell]))
    return game


def search_of(game: Game, bombs: dict[Move, frozenset[int]] | None = None, **options: int) -> TerritorySearch:
    options = {"entries": 1 << 12, **options}
    return territory.search_of(game.geometry, game.values, game.reach, game.turn, ANY, bombs, **options)


def search_to(search: TerritorySearch, depth: int, most_nodes: int = 1000) -> None:
    territory.start(search, depth)
    while not territory.proceed(search, most_nodes):
        pass


def solve(search: TerritorySearch, most_nodes: int = 1000) -> None:
    depth = 0
    while not (depth and search.plies[0].is_sure):
        depth += 1
        search_to(search, depth, most_nodes)


def slow_position(game: Game, bombs: dict[Move, frozenset[int]]) -> tuple[SlowTerritory, Position]:
    geometry = game.geometry
    assert game.regions is not None
    slow = SlowTerritory(geometry.m, geometry.n, (frozenset(game.regions[0]), frozenset(game.regions[1])))
    empty = frozenset(cell for cell, value in enumerate(game.values) if not value)
    filled = [frozenset(cell for cell, owner in enumerate(game.owners) if owner == player) for player in (1, 2)]
    supply = frozenset((geometry.cell_of(move), needs) for move, needs in bombs.items())
    return slow, Position(empty, (filled[0], filled[1]), supply, game.turn - 1)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("m", "n", "empty"), [(2, 2, 7), (2, 3, 7), (3, 3, 6)])
def test_solved_values_are_those_of_perfect_play(m: int, n: int, empty: int, rules: str) -> None:
    for seed in range(5):
        game = game_at(m, n, empty, seed, rules)
        bombs = bombs_of(game.geometry, game.values, game.solution() or b"")
        bombs = dict(list(bombs.items())[:3])
        for supply in ({}, bombs):
            slow, position = slow_position(game, supply)
            wanted = slow.turn_values(position)
            search = search_of(game, supply, margin=territory.INF)
            solve(search)
            assert search.plies[0].best == territory.POINT * max(wanted.values())
            places = [place_of(game.geometry, cell) for cell in game.cells()]
            values = search.values[places] // territory.POINT
            assert values.tolist() == [wanted[cell] for cell in game.cells()]
            narrow = search_of(game, supply)
            solve(narrow, 7)
            assert narrow.plies[0].best == search.plies[0].best


def test_whoever_is_alone_fills_the_rest() -> None:
    """Player 2 is walled in: he never moves again, and the search knows."""
    grid = Grid.parse("1234 3412 .... ....")
    regions = frozenset({8}), frozenset({0})
    slow = SlowTerritory(2, 2, regions)
    empty = frozenset(range(8, 16))
    wanted = slow.value(Position(empty, (frozenset(), frozenset()), frozenset(), 0))
    reach = [[int(cell in region) for cell in range(16)] for region in regions]
    search = territory.search_of(grid.geometry, grid.values, reach, 1, ANY, entries=1 << 12)
    solve(search)
    assert search.plies[0].best == territory.POINT * wanted > 0


def test_every_depth_has_the_value_of_the_plain_search() -> None:
    """Windows, hash table and order change nothing where no move is searched less deep."""
    for seed, rules in enumerate(RULES):
        game = game_at(2, 3, 22, seed, rules)
        search = search_of(game, reduce=0)
        for depth in range(1, 4):
            search_to(search, depth)
            assert search.plies[0].best == plain_value(search_of(game), 0, depth)


def plain_value(search: TerritorySearch, ply: int, depth: int) -> int:
    """Minimax with the search's own moves and estimates."""
    here = search.plies[ply]
    here.depth = depth
    enter(search, ply, -territory.INF, territory.INF)
    if is_settled(search, ply):
        return int(here.best)
    open_(search, ply)
    best = -territory.INF
    for _ in range(here.count):
        here.next += 1
        here.mode = territory.FULL
        move = search.moves[ply, here.next - 1]
        turn, gain = int(move.turn), int(move.gain)
        dive(search, ply)
        is_mine = search.plies[ply + 1].side == here.side
        value = plain_value(search, ply + 1, depth - 1)
        for unit in search.scene.terrain.units[turn].tolist():
            search.scene.left[unit] += 1
        best = max(best, territory.POINT * gain + (value if is_mine else -value))
    return best


@given(positions(rules="rows", spoil=False), st.lists(st.integers(0, 99), max_size=12))
def test_moves_change_the_masks_as_the_game_changes(start: object, picks: list[int]) -> None:
    game = Game(start)  # type: ignore[arg-type]
    if game.is_over() or not game.values.count(0):
        return
    search = search_of(game)
    before = search.scene.left.copy()
    made = []
    for ply, pick in enumerate(picks):
        if game.is_over() or ply + 1 >= len(search.plies):
            break
        cell = game.cells()[pick % len(game.cells())]
        solution = game.solution()
        assert solution is not None
        move = game.geometry.move(cell, solution[cell])
        if move in game.taboo:  # somebody made that up
            break
        place = place_of(game.geometry, cell)
        gain = game.points(cell)
        search.plies[ply].next = 1
        search.moves[ply, 0].turn, search.moves[ply, 0].gain = place, gain
        assert gain_at(search.scene, place) == gain
        dive(search, ply)
        made.append(place)
        game.push(move)
        check(search, ply + 1, game)
    for place in reversed(made):
        for unit in search.scene.terrain.units[place].tolist():
            search.scene.left[unit] += 1
    assert (search.scene.left == before).all()


def check(search: TerritorySearch, ply: int, game: Game) -> None:
    scene, geometry = search.scene, game.geometry
    assert (scene.empty[ply] == mask_of(geometry, (cell for cell, value in enumerate(game.values) if not value))).all()
    for player in (1, 2):
        is_open = scene.empty[ply] & scene.reach[ply, player - 1]
        assert (is_open == mask_of(geometry, game.cells(player))).all()
    if game.is_over():
        return
    assert search.plies[ply].side == game.turn - 1
    assert search.plies[ply].cells == game.values.count(0)


def test_a_position_has_one_hash_however_it_came_about() -> None:
    """Two ways to fill the same cells, by the same players, lead to the same hash; by others, to another."""
    game = Game(Grid.empty(Geometry.of(2, 3)), "rows")

    def hash_after(*cells: int) -> int:
        search = search_of(game)
        for ply, cell in enumerate(cells):
            search.plies[ply].next = 1
            search.moves[ply, 0].turn, search.moves[ply, 0].gain = place_of(game.geometry, cell), 0
            dive(search, ply)
        return int(search.plies[len(cells)].hash)

    assert hash_after(0, 30, 3, 33) == hash_after(3, 33, 0, 30)
    assert hash_after(0, 30, 3, 33) != hash_after(0, 30, 3, 34)
    assert hash_after(0, 30, 1) != hash_after(0, 30)


def test_slices_change_nothing() -> None:
    for m, n in ((2, 3), (3, 3)):
        game = game_at(m, n, m * n * (m * n - 2), 1)
        whole, sliced = search_of(game), search_of(game)
        for depth in range(1, 5):
            search_to(whole, depth, 10**6)
            search_to(sliced, depth, 1)
        assert (whole.values == sliced.values).all()
        assert whole.now == sliced.now


def test_plain_python_agrees() -> None:
    code = (
        "import numpy as np\n"
        "from dueldoku import Game, Geometry, Grid\n"
        "from dueldoku.kernels.duel import territory\n"
        "for m, n, depth in (2, 2, 4), (3, 3, 3):\n"
        "    game = Game(Grid.empty(Geometry.of(m, n)), 'rows')\n"
        "    search = territory.search_of(game.geometry, game.values, game.reach, 1, weights, entries=256)\n"
        "    for plies in range(1, depth):\n"
        "        territory.start(search, plies)\n"
        "        while not territory.proceed(search, 100): pass\n"
        "    print(search.values.tolist(), search.now)\n"
    )
    expected = ""
    for m, n, depth in (2, 2, 4), (3, 3, 3):
        search = search_of(Game(Grid.empty(Geometry.of(m, n)), "rows"), entries=256)
        for plies in range(1, depth):
            search_to(search, plies)
        expected += f"{search.values.tolist()} {search.now}\n"
    weights = (
        "from dueldoku.kernels.base.records import rows\n"
        "from dueldoku.kernels.duel.terrain import Features\n"
        "weights = rows(Features, 82)\n"
        "for row in weights: row.sooner, row.only, row.units, row.parity, row.spare, row.turn = range(1, 7)\n"
    )
    assert run_plain(weights + code) == expected
