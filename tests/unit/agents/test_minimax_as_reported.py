"""The minimax agents as their reports have them: the same moves, node by node, as renditions of the listings."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dueldoku import Game, Grid, Move, Position, bundled_board
from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.agents.guesses import ListedSolver, random_solution
from dueldoku.agents.minimax import MinimaxTurn, all_moves
from dueldoku.agents.minimax_bombs import MinimaxBombs
from dueldoku.agents.pace import MEASURED, Cost, Costs
from dueldoku.agents.registry import load_agent
from dueldoku.bench.plain import PlainCells, PlainGuesses
from dueldoku.bench.plain_moves import PlainBombs, PlainMoves, PlainRegions
from dueldoku.bench.playouts import PlainMove
from dueldoku.errors import UnknownName

BOARDS = ("easy-2x2", "empty-2x2", "random-2x3", "empty-2x3", "random-3x3", "hard-3x3", "empty-3x3", "random-3x4")
PRESETS = ("minimax-bombs:as=000", "minimax-regions:as=000", "minimax-cells:as=001", "minimax-cells:as=001-listing")
BUDGETS = (0, 3, 40, 300, 1500)
seeds = st.integers(0, 10**6)
load = cache(load_agent)


class Answer:
    """What an agent proposed in a turn, reported and kept."""

    def __init__(self, agent: Agent, game: Game, nodes: int | None, seed: int = 1, kept: Any = None) -> None:
        self.moves: list[Move] = []
        self.facts: dict[str, float] = {}
        self.kept = kept
        task = Task(
            game.turn, Limit(nodes=nodes), self.moves.append, random.Random(seed), self._save, lambda: self.kept
        )
        task.report = self.facts.update
        agent.think(game.copy(), task)

    def _save(self, thing: Any) -> None:
        self.kept = thing


def begun(board: str, rng: random.Random) -> Game:
    """The board after some random turns, refused ones among them."""
    game = Game(bundled_board(board))
    for _ in range(rng.randrange(min(game.values.count(0), 60))):
        moves = list(game.legal_moves())
        if moves:
            game.push(rng.choice(moves))
    return game


def as_moves(proposals: list[PlainMove]) -> list[Move]:
    return [Move(move.row, move.col, move.digit) for move in proposals]


# -- report 000 ------------------------------------------------------------------------------------------------------


def check_regions(game: Game, budget: int) -> PlainRegions:
    plain = PlainRegions(game, one=Fraction(1))
    plain.search(budget)
    ours = Answer(load("minimax-regions:as=000"), game, budget)
    assert ours.moves == as_moves(plain.proposals)
    assert ours.facts["nodes"] == plain.nodes
    return plain


@pytest.mark.slow
@given(st.sampled_from(BOARDS), seeds, st.sampled_from(BUDGETS))
def test_the_second_agent_of_report_000(board: str, seed: int, budget: int) -> None:
    game = begun(board, random.Random(seed))
    if not game.is_over():
        check_regions(game, budget)


def test_it_refills_cells_and_empties_them_again() -> None:
    position = "2x3:3..2566..3145164234321651.36422.4531"  # a refill that is taken back changes what comes after it
    game = Game(Position(Position.parse(position).grid, scores=(6, 6)))
    plain = check_regions(game, 10_000)
    assert len(plain.proposals) == 4
    without = Answer(load("minimax-regions:as=000,mistakes=keep+blocks"), game, 10_000)
    assert without.moves != as_moves(plain.proposals)


@pytest.mark.slow
@given(st.sampled_from(BOARDS), seeds)
def test_the_third_agent_of_report_000_over_several_turns(board: str, seed: int) -> None:
    rng = random.Random(seed)
    game, saved, kept = begun(board, rng), None, None
    for _ in range(4):
        if game.is_over() or not list(game.legal_moves()):
            return
        budget, chance = rng.choice(BUDGETS), rng.randrange(99)
        plain = PlainBombs(game, random.Random(chance), saved)
        plain.search(budget)
        ours = Answer(load("minimax-bombs:as=000"), game, budget, chance, kept)
        saved, kept = plain.saved, ours.kept
        check_same(game, plain, ours)
        game.push(ours.moves[-1])
        for move in rng.sample(list(game.legal_moves()), 1) if not game.is_over() else ():  # the opponent's
            game.push(move)


def check_same(game: Game, plain: PlainBombs, ours: Answer) -> None:
    assert ours.moves == as_moves(plain.proposals)
    assert [game.geometry.move(cell, digit) for cell, digit in ours.kept["bombs"]] == as_moves(plain.saved["bombs"])
    assert (ours.kept["low"], ours.kept["finished"]) == (plain.saved["low"], plain.saved["finished"])
    assert ours.kept["unfinished"] == (plain.saved["started"] and not plain.saved["finished"])
    if ours.facts:  # the list was done
        assert ours.facts["nodes"] == plain.tested + plain.nodes


MIDDLE = "2x3:3.1............4.3..2.6...3.4.25...1"  # with many bombs


def test_lists_that_are_not_done_raise_the_lower_bound_once_none_was_done() -> None:
    game, saved = Game(Position.parse(MIDDLE)), None
    kept: Any = None
    for budget, low in ((3, 0.2), (2000, 0.2 + 0.1)):
        plain = PlainBombs(game, random.Random(1), saved)
        plain.search(budget)
        ours = Answer(load("minimax-bombs:as=000"), game, budget, 1, kept)
        check_same(game, plain, ours)
        saved, kept = plain.saved, ours.kept
        assert kept["low"] == low
    assert kept["finished"]
    noticed = unnoticed = {**kept, "bombs": []}
    for _ in range(2):  # a second list that is not done
        unnoticed = Answer(load("minimax-bombs:as=000"), game, 3, 1, dict(unnoticed)).kept
        noticed = Answer(load("minimax-bombs:as=000,mistakes=none"), game, 3, 1, dict(noticed)).kept
    assert unnoticed["low"] == low < noticed["low"]


def test_a_list_that_lost_its_last_bomb_is_renewed_a_turn_later() -> None:
    game = Game(Position.parse(MIDDLE))
    gone = (game.values.index(0), 99)  # a bomb that is not legal any more
    kept = {"bombs": [gone], "low": 0.2, "unfinished": False, "finished": True, "shares": []}
    late = Answer(load("minimax-bombs:as=000"), game, 2000, 1, dict(kept))
    assert late.kept["bombs"] == []
    assert Answer(load("minimax-bombs:as=000"), game, 2000, 1, late.kept).kept["bombs"]
    assert Answer(load("minimax-bombs:as=000,mistakes=keep"), game, 2000, 1, dict(kept)).kept["bombs"]


class KnowsBombs(PlainBombs):
    """Takes these moves for bombs."""

    given: list[PlainMove]

    def look_for_bombs(self, quiet: list[PlainMove], filled: float) -> None:
        self.bombs = self.given
        for move in self.given:
            self.initial.remove(move)


@pytest.mark.slow
@given(st.sampled_from(["easy-2x2", "random-2x3"]), seeds)
def test_where_only_bombs_are_legal_a_position_is_worth_infinitely_much(board: str, seed: int) -> None:
    rng = random.Random(seed)
    game = begun(board, rng)
    moves = all_moves(game)
    if game.is_over():
        return
    bombs = rng.sample(moves, rng.randrange(len(moves)))
    plain = KnowsBombs(game, random.Random(1))
    plain.given = [PlainMove(*divmod(cell, game.geometry.side), digit) for cell, digit in bombs]
    plain.search(2000)
    tried = [(move.row * game.geometry.side + move.col, move.digit) for move in plain.initial]
    agent, ours = load("minimax-bombs:as=000"), list[Move]()
    assert isinstance(agent, MinimaxBombs)
    task = Task(game.turn, Limit(nodes=2000), ours.append)
    first = game.geometry.move(*bombs[0]) if bombs else None
    level = game.scores[game.turn - 1] - game.scores[2 - game.turn]
    turn = MinimaxTurn(
        game,
        task,
        agent.style.play(game, len(moves)),
        tried,
        agent.style,
        untried=bombs,
        choose=lambda move, value: first if first and value + level < 0 else move,
    )
    turn.run()
    assert ours == as_moves(plain.proposals[2:])
    assert min(turn.nodes, 2000) == plain.nodes


@pytest.mark.parametrize("kind", [PlainRegions, PlainBombs])
def test_the_clock_of_the_report_counts_its_own_microseconds(
    kind: Callable[[Game], PlainMoves], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "minimax-regions" if kind is PlainRegions else "minimax-bombs"
    monkeypatch.setitem(MEASURED[name], 6, Costs(Cost(100, 2), Cost(7), test=Cost(13, 1)))
    game = Game(Position.parse(MIDDLE))
    count = len(all_moves(game))
    for limit in (100, 1000, 5000, 20_000, 60_000):
        plain = kind(game)
        plain.search(limit - 100 - 2 * count, 7, 13 + count)
        ours = Answer(load(f"{name}:as=000,clock=python"), game, limit)
        assert ours.moves == as_moves(plain.proposals)


# -- report 001 ------------------------------------------------------------------------------------------------------


def check_cells(game: Game, cells: list[tuple[int, int]], plain: PlainCells) -> None:
    """Beyond the last cell the search repeats itself, and ours skips what is known."""
    depth = game.values.count(0)
    assert cells[:depth] == plain.proposals[:depth]
    assert cells[-1:] == plain.proposals[-1:]
    assert len(cells) <= len(plain.proposals)


@pytest.mark.slow
@given(st.sampled_from(BOARDS), seeds, st.sampled_from(BUDGETS))
def test_report_001_by_its_text(board: str, seed: int, budget: int) -> None:
    game = begun(board, random.Random(seed))
    if game.is_over():
        return
    plain = PlainCells(game)
    left = plain.search(budget)
    ours = Answer(load("minimax-cells:as=001"), game, budget, seed)
    check_cells(game, [(move.row, move.col) for move in ours.moves], plain)
    assert ours.facts["nodes"] == budget - left
    assert all(game.judge(move).ruling.name == "PLACED" for move in ours.moves)


@pytest.mark.slow
@given(st.sampled_from(["random-3x3", "random-2x3", "hard-3x3"]), seeds, st.integers(2, 6), st.integers(1, 20_000))
def test_it_goes_on_beyond_the_last_cell(board: str, seed: int, empty: int, budget: int) -> None:
    rng = random.Random(seed)
    game = Game(bundled_board(board))
    solution = game.solution()
    assert solution
    values = list(solution)
    for cell in rng.sample(range(len(values)), empty):
        values[cell] = 0
    game = Game(Grid(game.geometry, tuple(values)))
    plain = PlainCells(game)
    left = plain.search(budget)
    ours = Answer(load("minimax-cells:as=001"), game, budget)
    check_cells(game, [(move.row, move.col) for move in ours.moves], plain)
    assert ours.facts["nodes"] == budget - left


@pytest.mark.slow
@given(st.sampled_from(BOARDS), seeds, st.sampled_from(BUDGETS))
def test_report_001_by_its_listing(board: str, seed: int, budget: int) -> None:
    game = begun(board, random.Random(seed))
    if game.is_over():
        return
    solver, plain = PlainGuesses(game), PlainCells(game, miscounts=True)
    try:
        solved = solver.solve()
    except KeyError:
        solved = None
    ours = Answer(load("minimax-cells:as=001-listing"), game, budget)
    if solved is None or solver.looks > budget:
        assert ours.moves == []
    else:
        plain.search(budget - solver.looks)
        check_cells(game, [(move.row, move.col) for move in ours.moves], plain)
        assert all(solved[move.row][move.col] == move.digit for move in ours.moves)


@pytest.mark.slow
@given(st.sampled_from([*BOARDS, "easy-3x3", "random-4x4"]), seeds)
def test_its_solver_finds_and_fails_as_listed(board: str, seed: int) -> None:
    game = begun(board, random.Random(seed))
    plain, ours = PlainGuesses(game), ListedSolver(game, 10**9)
    try:
        solved = plain.solve()
    except KeyError:
        solved = None
    assert ours.solve() == (bytes(digit for line in solved for digit in line) if solved else None)
    assert ours.looks == plain.looks


def test_its_solver_fails_on_empty_and_nearly_empty_boards() -> None:
    rng = random.Random(1)
    solution = bytes(Game(bundled_board("random-3x3")).solution() or b"")
    for clues in (0, 1, 2, 3, 4, 5) * 3:
        kept = rng.sample(range(81), clues)
        game = Game(Grid.parse("".join(str(solution[cell]) if cell in kept else "." for cell in range(81))))
        assert ListedSolver(game, 10**9).solve() is None
        assert Answer(load("minimax-cells:as=001-listing"), game, 10**6).moves == []


@pytest.mark.slow
@given(st.sampled_from(BOARDS), seeds)
def test_a_random_solution_is_one(board: str, seed: int) -> None:
    game = begun(board, random.Random(seed))
    solutions = {random_solution(game, random.Random(number)) for number in range(3)}
    if "empty" in board and game.values.count(0) == len(game.values):
        assert len(solutions) == 3
    for solution in solutions:
        assert solution
        assert not Grid(game.geometry, tuple(solution)).clash
        assert all(value in (0, digit) for value, digit in zip(game.values, solution, strict=True))


def test_it_solves_once_per_game_as_long_as_that_fits() -> None:
    game = Game(bundled_board("empty-2x3"))
    name = "minimax-cells:as=001"
    first = Answer(load(name), game, 500, 1)
    solution = first.kept["solution"]
    game.push(first.moves[-1])
    cell = game.cells()[0]
    game.push(game.geometry.move(cell, solution[cell]))
    assert Answer(load(name), game, 500, 2, first.kept).kept["solution"] == solution
    other = next(digit for digit in game.digits(game.cells()[0]) if digit != solution[game.cells()[0]])
    game.push(game.geometry.move(game.cells()[0], other))
    assert Answer(load(name), game, 500, 2, first.kept).kept["solution"] != solution


# -- each switch -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_options_that_others_override(name: str) -> None:
    agent, preset = name.split(":as=")
    with pytest.raises(UnknownName, match=rf"expected {agent}:as to be one of .*{preset}"):
        load_agent(f"{agent}:as=nobody")
    assert load_agent(f"{name},deepest=1,prune=no")


@pytest.mark.parametrize(
    "option", ["bound=some", "first=last", "propose=never", "clock=sun", "start=soon", "start=0", "solver=wrong"]
)
def test_unknown_words_are_told(option: str) -> None:
    with pytest.raises(UnknownName, match=r"^expected .*got '"):
        load_agent(f"minimax-cells:{option}")


def test_the_first_proposals() -> None:
    game = Game(Position.parse(MIDDLE))
    legal = list(game.legal_moves())
    assert Answer(load("minimax-regions:first=none"), game, 0).moves == []
    ordered = Answer(load("minimax-regions:first=ordered,order=board"), game, 0).moves
    assert ordered == legal[:1]
    chances = [Answer(load("minimax-regions:first=random,order=board"), game, 0, seed).moves for seed in range(20)]
    assert len({one for one, _ in chances}) > 5
    assert {then for _, then in chances} == {legal[0]}
    assert len(Answer(load("minimax-cells:first=random"), game, 0).moves) == 2


def test_without_proof_bombs_are_proposed() -> None:
    game = Game(Position.parse(MIDDLE))
    bombs = set(game.bombs())
    assert bombs & set(Answer(load("minimax-regions:as=000,first=none,order=board"), game, 2000).moves)
    proven = Answer(load("minimax-regions:as=000,first=none,order=board,proof=yes"), game, 2000).moves
    assert proven
    assert not bombs & set(proven)


def test_no_search_with_fewer_legal_moves_than_depths() -> None:
    grid = Grid.parse("1234 3412 2143 4321")
    game = Game(grid.with_value(0, 0).with_value(15, 0))
    assert Answer(load("minimax-bombs:as=000"), game, 100).facts["nodes"] == 0
    assert Answer(load("minimax-bombs:as=000,bound=cells"), game, 100).facts["nodes"] == 4
    assert Answer(load("minimax-regions:as=000"), game, 100).facts["depth"] == 2


def test_the_wrong_number_of_blocks_changes_the_bonus() -> None:
    game = Game(bundled_board("empty-2x3"))
    values = [
        Answer(load(f"minimax-regions:deepest=2,{option}"), game, None).facts["value"]
        for option in ("mistakes=none", "mistakes=blocks", "empty=no")
    ]
    assert values == pytest.approx([0.1 * 34 / 36, 0.1 * 34 / 36 * (2 + 2 / 3) / 3, 0.0])
