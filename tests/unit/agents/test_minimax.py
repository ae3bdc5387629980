"""The minimax agents: legal everywhere, exact about their limits, and what each of them does of its own."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import puzzles

from dueldoku import Game, Grid, Move, Position, Ruling, bundled_board
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.minimax import all_moves, sort_moves
from dueldoku.agents.registry import load_agent
from dueldoku.arena.referee import play_agents
from dueldoku.errors import UnknownName
from dueldoku.game.boards import BOARDS

NAMES = ("minimax-cells", "minimax-regions", "minimax-bombs", "minimax-bombs:bombs=exact")
LATER = (
    "minimax-cells:table=4096,save=yes",
    "minimax-regions:symmetry=yes,start=auto",
    "minimax-bombs:bombs=blockboth",
)
MIDDLE = "2x3:3.1............4.3..2.6...3.4.25...1"  # with many bombs


class Desk:
    """What an agent proposed, kept and reported."""

    def __init__(self, nodes: int | None = 300, kept: Any = None, seed: int = 1) -> None:
        self.moves: list[Move] = []
        self.saved: list[Any] = []
        self.facts: dict[str, float] = {}
        self.kept = kept
        self.limit = Limit(nodes=nodes)
        self.seed = seed

    def ask(self, name: str, game: Game) -> Move | None:
        task = Task(game.turn, self.limit, self.moves.append, random.Random(self.seed), self._save, lambda: self.kept)
        task.report = self.facts.update
        load_agent(name).think(game.copy(), task)
        return self.moves[-1] if self.moves else None

    def _save(self, thing: Any) -> None:
        self.saved.append(thing)
        self.kept = thing


def endgame(game: Game, left: int) -> Game:
    """The same board with all but ``left`` cells filled."""
    solution = game.solution()
    assert solution
    holes = random.Random(3).sample(range(len(solution)), left)
    values = tuple(0 if cell in holes else value for cell, value in enumerate(solution))
    return Game(Position(Grid(game.geometry, values), rules=game.rules))


def check_legal(name: str, rival: str, game: Game, turns: int) -> None:
    """Both seats: no offence in the first turns."""
    for seats in ((name, rival), (rival, name)):
        copy = game.copy()
        agents = load_agent(seats[0]), load_agent(seats[1])
        for _, turn in zip(range(turns), play_agents(copy, agents, Limit(nodes=100), 5), strict=False):
            assert not turn.ruling.loses, (seats, str(copy))


# -- legal, everywhere -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", NAMES)
def test_legal_from_the_first_move_to_the_last(name: str, board: str) -> None:
    start = bundled_board(board)
    for rules in ("classic", "rows") if start.rules == "classic" else (start.rules,):
        game = Game(start, rules=rules)
        check_legal(name, "random_player", game, 4 if game.geometry.side > 9 else 12)
        check_legal(name, "greedy_player", endgame(game, 5), 99)


@st.composite
def games(draw: st.DrawFn) -> Game:
    grid = draw(puzzles(largest=6).filter(lambda grid: bool(grid.holes)))
    rules = draw(st.sampled_from(["classic", "rows", "border"]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    owners = tuple(rng.choice((1, 2)) if value else 0 for value in grid) if rules != "classic" else ()
    game = Game(Position(grid, rules=rules, owners=owners))
    for bomb in list(game.bombs())[:2]:
        if bomb in game.legal_moves():
            game.push(bomb)
    return game


@given(games(), st.sampled_from([*NAMES, *LATER]))
def test_every_proposal_is_legal_and_only_the_bomber_passes(game: Game, name: str) -> None:
    desk = Desk()
    last = desk.ask(name, game)
    if game.is_over():
        return
    assert last
    assert not any(game.judge(move).ruling.loses for move in desk.moves)
    assert "bombs" in name or game.judge(last).ruling is Ruling.PLACED


@pytest.mark.parametrize("name", NAMES)
def test_only_bombs_left(name: str) -> None:
    game = Game(Grid.parse("123. 4... .... ...4"))  # r1c4 takes 4 only, and column 4 has one
    move = Desk().ask(name, game)
    assert game.solution() is None
    assert move
    assert game.judge(move).ruling is Ruling.REFUSED


@pytest.mark.parametrize("name", NAMES)
def test_nothing_left(name: str) -> None:
    taboo = tuple(Game(Grid.parse("12.. 34.. 2... 4...")).legal_moves())
    assert Desk().ask(name, Game(Position(Grid.parse("12.. 34.. 2... 4..."), taboo=taboo))) is None
    assert Desk().ask(name, Game(Grid.pattern(Grid.parse("." * 16).geometry))) is None


# -- limits, chance, reports -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("nodes", [1, 50, 7777])
def test_the_node_limit_is_exact(name: str, nodes: int) -> None:
    desk = Desk(nodes)
    assert desk.ask(name, Game(bundled_board("empty-3x3")))
    assert desk.facts["nodes"] == nodes


@pytest.mark.parametrize("name", NAMES)
def test_it_ends_when_all_is_known_and_reports_the_exact_value(name: str) -> None:
    game = endgame(Game(bundled_board("random-3x3")), 5)
    desk = Desk(nodes=None)
    desk.ask(name, game)
    assert desk.facts["depth"] == 5
    assert desk.facts["value"] >= 5  # whoever makes the last move of an odd number is ahead
    assert desk.facts["proposals"] >= 1


@pytest.mark.parametrize("name", NAMES)
def test_the_clock_stops_it(name: str) -> None:
    moves: list[Move] = []
    load_agent(name).think(Game(bundled_board("empty-3x3")), Task(1, Limit(0.1), moves.append, deadline=0.0))
    assert moves


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_proposes_the_same(name: str) -> None:
    game = Game(Position.parse(MIDDLE))
    one, two = Desk(seed=4), Desk(seed=4)
    one.ask(name, game)
    two.ask(name, game)
    assert one.moves == two.moves
    assert one.facts == two.facts


SCRIPT = """
import random, sys
from dueldoku import Game, Position
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
for name in sys.argv[2:]:
    moves = []
    load_agent(name).think(Game(Position.parse(sys.argv[1])), Task(1, Limit(nodes=300), moves.append, random.Random(1)))
    print(*moves)
"""


@pytest.mark.slow
def test_without_the_compiler_it_proposes_the_same() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, MIDDLE, *NAMES], env=environment, capture_output=True, text=True, check=True
    )
    for name, line in zip(NAMES, done.stdout.splitlines(), strict=True):
        desk = Desk()
        desk.ask(name, Game(Position.parse(MIDDLE)))
        assert line == " ".join(map(str, desk.moves))


# -- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES[:3])
@pytest.mark.parametrize("option", ["order=best", "prune=maybe", "start=0", "deepest=-1", "mistakes=none+all"])
def test_wrong_options_are_told(name: str, option: str) -> None:
    with pytest.raises(UnknownName, match="expected "):
        load_agent(f"{name}:{option}")


@pytest.mark.parametrize("name", NAMES[:3])
def test_pruning_changes_the_nodes_and_nothing_else(name: str) -> None:
    game = Game(Position.parse(MIDDLE))
    desks = {prune: Desk(nodes=None) for prune in ("no", "late", "yes")}
    for prune, desk in desks.items():
        desk.ask(f"{name}:prune={prune},deepest=3", game)
    assert len({tuple(desk.moves) for desk in desks.values()}) == 1
    nodes = [desk.facts["nodes"] for desk in desks.values()]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > 2 * nodes[2]


def test_orders() -> None:
    game = Game(Position.parse(MIDDLE))
    task = Task(1, Limit(), lambda move: None, random.Random(2))
    moves = all_moves(game)
    orders = {order: sort_moves(game, task, moves, order) for order in ("board", "shuffled", "candidates", "units")}
    assert orders["board"] == moves
    assert all(sorted(order) == moves for order in orders.values())
    points = [game.points(cell) for cell, _ in orders["units"]]
    assert points == sorted(points, reverse=True)
    counts = [len(game.digits(cell)) for cell, _ in orders["candidates"]]
    twos = counts.count(2)
    assert twos
    assert counts[-twos:] == [2] * twos
    assert counts[:-twos] == sorted(counts[:-twos])
    assert 2 not in counts[:-twos]


def test_the_empty_cells_add_a_tenth_of_their_share() -> None:
    game = Game(bundled_board("empty-2x2"))
    desk = Desk(nodes=None)
    desk.ask("minimax-regions:deepest=2", game)
    assert desk.facts["value"] == pytest.approx(0.1 * 14 / 16)
    desk.ask("minimax-regions:deepest=2,empty=no", game)
    assert desk.facts["value"] == 0


def test_the_mistake_of_keeping_values_keeps_a_refuted_move() -> None:
    right, wrong = Desk(nodes=None), Desk(nodes=None)
    game = endgame(Game(bundled_board("random-3x3")), 6)
    right.ask("minimax-regions:empty=no", game)
    wrong.ask("minimax-regions:empty=no,mistakes=keep", game)
    assert wrong.facts["value"] > right.facts["value"]


def test_the_mistake_in_counting_blocks_misjudges_a_block() -> None:
    grid = Grid.parse("1234 3412 2143 4321")
    game = Game(grid.with_value(0, 0))
    right, wrong = Desk(nodes=None), Desk(nodes=None)
    right.ask("minimax-cells", game)
    wrong.ask("minimax-cells:mistakes=blocks", game)
    assert (right.facts["value"], wrong.facts["value"]) == (7, 3)


# -- bombs -----------------------------------------------------------------------------------------------------------


def middle() -> Game:
    return Game(Position.parse(MIDDLE))


def kept_bombs(desk: Desk) -> set[Move]:
    return {Move(*divmod(cell, 6), digit) for cell, digit in desk.kept["bombs"]}


def test_the_exact_list_has_all_bombs_and_the_block_row_test_some() -> None:
    exact, some = Desk(), Desk()
    exact.ask("minimax-bombs:bombs=exact", middle())
    some.ask("minimax-bombs", middle())
    assert kept_bombs(exact) == set(middle().bombs())
    assert set() < kept_bombs(some) < kept_bombs(exact)


def test_the_list_is_kept_and_what_is_no_longer_legal_leaves_it() -> None:
    desk = Desk()
    game = middle()
    desk.ask("minimax-bombs", game)
    bombs = kept_bombs(desk)
    game.push(min(bombs))
    desk.ask("minimax-bombs", game)
    assert kept_bombs(desk) == bombs - {min(bombs)}
    assert desk.facts["nodes"] == 300


def test_outside_its_window_it_does_not_look_for_bombs() -> None:
    for option in ("low=0.5", "high=0.3", "bombs=none"):
        desk = Desk()
        desk.ask(f"minimax-bombs:{option}", middle())
        assert desk.kept["bombs"] == []


def test_a_list_that_was_not_done_raises_the_lower_bound() -> None:
    desk = Desk(nodes=3)
    desk.ask("minimax-bombs", middle())
    assert desk.kept["unfinished"]
    desk.ask("minimax-bombs", middle())
    assert desk.kept["low"] == pytest.approx(0.3)
    desk.limit = Limit(nodes=300)
    desk.ask("minimax-bombs", middle())
    assert desk.kept["low"] == pytest.approx(0.4)
    assert not desk.kept["unfinished"]
    assert desk.kept["bombs"] == []  # the board is 31 % full


def test_block_columns_find_other_bombs_and_both_find_all_of_them() -> None:
    rows, cols, both, exact = Desk(), Desk(), Desk(), Desk()
    for desk, how in ((rows, "blockrow"), (cols, "blockcolumn"), (both, "blockboth"), (exact, "exact")):
        desk.ask(f"minimax-bombs:bombs={how}", middle())
    assert set() < kept_bombs(rows) != kept_bombs(cols) > set()
    assert kept_bombs(rows) | kept_bombs(cols) == kept_bombs(both) < kept_bombs(exact)


def losing_positions() -> Iterator[Game]:
    """Positions with an even number of empty cells, and bombs: whoever fills the next one loses points."""
    solved = Game(bundled_board("random-2x3"))
    for seed in range(30):
        solution = solved.solution()
        assert solution
        holes = random.Random(seed).sample(range(36), 12)
        game = Game(Grid(solved.geometry, tuple(0 if cell in holes else value for cell, value in enumerate(solution))))
        if any(game.bombs()):
            yield game


def test_it_passes_when_every_move_loses() -> None:
    passed = 0
    for game in losing_positions():
        desk = Desk(nodes=20_000)
        move = desk.ask("minimax-bombs:bombs=exact", game)
        assert move
        assert (game.judge(move).ruling is Ruling.REFUSED) == (desk.facts["value"] < 0)
        passed += desk.facts["value"] < 0
    assert passed > 3


def test_the_mistake_of_taking_the_total_passes_when_it_is_behind() -> None:
    game = next(losing_positions())
    behind = Game(Position(game.grid, scores=(0, 50)))
    ahead = Game(Position(game.grid, scores=(50, 0)))
    name = "minimax-bombs:bombs=exact,mistakes=total,deepest=2"
    rulings = [start.judge(Desk(nodes=20_000).ask(name, start)).ruling for start in (behind, ahead)]
    assert rulings == [Ruling.REFUSED, Ruling.PLACED]


# -- what the reports name as future work ----------------------------------------------------------------------------


def test_a_table_reaches_the_same_depth_with_fewer_nodes_and_proposes_the_same() -> None:
    for board in ("random-3x3", "empty-2x3"):
        game, plain, table = Game(bundled_board(board)), Desk(nodes=None), Desk(nodes=None)
        plain.ask("minimax-cells:deepest=5", game)
        table.ask("minimax-cells:deepest=5,table=100000", game)
        assert plain.moves == table.moves
        assert table.facts["nodes"] < plain.facts["nodes"]
        assert {**table.facts, "nodes": 0} == {**plain.facts, "nodes": 0}


def test_a_table_that_is_kept_spares_what_was_searched_in_the_last_turn() -> None:
    game, name = Game(bundled_board("random-3x3")), "minimax-cells:table=200000,deepest={},save={}"
    first = Desk(nodes=None)
    move = first.ask(name.format(6, "yes"), game)
    game.push(move)
    game.push(next(iter(game.legal_moves())))
    kept, new = Desk(nodes=None, kept=first.kept), Desk(nodes=None)
    assert kept.ask(name.format(4, "yes"), game) == new.ask(name.format(4, "no"), game)
    assert kept.facts["value"] == new.facts["value"]
    assert 2 * kept.facts["nodes"] < new.facts["nodes"]
    assert new.kept is None


@pytest.mark.parametrize("options", ["table=-1", "save=yes", "table=64,save=yes,mistakes=blocks"])
def test_a_table_that_cannot_be_is_told(options: str) -> None:
    with pytest.raises(UnknownName, match="expected "):
        load_agent(f"minimax-cells:{options}")


@pytest.mark.parametrize("name", NAMES[:3])
def test_with_start_auto_it_skips_the_depths_that_were_short_in_the_last_turn(name: str) -> None:
    game, auto, plain = Game(bundled_board("random-3x3")), Desk(nodes=100_000), Desk(nodes=100_000)
    game.push(auto.ask(f"{name}:start=auto", game))
    game.push(next(iter(game.legal_moves())))
    shares = dict(auto.kept if isinstance(auto.kept, list) else auto.kept["shares"])
    assert auto.facts["depth"] + 1 in shares
    assert shares[auto.facts["depth"] + 1] == 1  # the one that was not done
    skipped = max(depth for depth, share in shares.items() if share <= 0.5)
    assert skipped > 1
    auto.moves = []
    auto.ask(f"{name}:start=auto", game)
    plain.ask(f"{name}:start={skipped}", game)
    assert auto.moves == plain.moves
    assert auto.facts == plain.facts


def test_start_auto_knows_nothing_without_a_limit() -> None:
    desk = Desk(nodes=None)
    desk.ask("minimax-cells:start=auto", endgame(Game(bundled_board("random-3x3")), 5))
    assert dict(desk.kept["shares"]) == dict.fromkeys(range(1, 6), 0.0)
