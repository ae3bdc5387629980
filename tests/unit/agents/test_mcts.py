"""The agents with a Monte Carlo tree search: legal everywhere, exact about their limits, and what they keep."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from random_games import positions

from dueldoku import Game, Grid, Move, Position, Ruling, bundled_board
from dueldoku.agents import mcts, mcts_tree
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.mcts import MctsAgent
from dueldoku.agents.mcts_cells import MctsCells
from dueldoku.agents.mcts_tree import Kept, MctsTree, follow
from dueldoku.agents.pace import Pace
from dueldoku.agents.registry import load_agent
from dueldoku.arena.referee import play_agents
from dueldoku.duel.rules import RULE_SETS
from dueldoku.errors import UnknownName
from dueldoku.game.boards import BOARDS
from dueldoku.kernels.duel.mcts import DIGITS

MIDDLE = "2x3:3.1............4.3..2.6...3.4.25...1"  # with many bombs
SMALL = 5_000  # nodes


class Desk:
    """What an agent proposed, kept and reported."""

    def __init__(self, limit: Limit, kept: Any = None, seed: int = 1) -> None:
        self.moves: list[Move] = []
        self.facts: dict[str, float] = {}
        self.kept = kept
        self.saves = 0
        self.task = Task(1, limit, self.moves.append, random.Random(seed), self.save, lambda: self.kept)
        self.task.report = self.facts.update

    def save(self, thing: Any) -> None:
        self.kept = thing
        self.saves += 1


def ask(agent: MctsAgent, game: Game, nodes: int = 300, kept: Any = None, seed: int = 1) -> Desk:
    desk = Desk(Limit(nodes=nodes), kept, seed)
    agent.think(game.copy(), desk.task)
    return desk


@pytest.fixture(scope="module", params=[MctsTree, MctsCells])
def agent(request: pytest.FixtureRequest) -> MctsAgent:
    made: MctsAgent = request.param(nodes=SMALL)  # the room it has; the last turns need no more
    return made


# -- legal, everywhere -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("board", BOARDS)
def test_legal_from_the_first_move_to_the_last(agent: MctsAgent, board: str, rules: str) -> None:
    start = bundled_board(board)
    opening = Game(start, rules, seed=1)
    ending = Game(Position(_with_holes(opening, 5), rules=rules), seed=1)
    for game, turns in ((opening, 4), (ending, 99)):
        for seats in ((agent, load_agent("random_player")), (load_agent("greedy_player"), agent)):
            copy = game.copy()
            for _, turn in zip(range(turns), play_agents(copy, seats, Limit(nodes=30), 5), strict=False):
                assert not turn.ruling.loses, str(copy)


def _with_holes(game: Game, left: int) -> Grid:
    solution = game.solution()
    assert solution
    holes = random.Random(3).sample(range(len(solution)), left)
    return Grid(game.geometry, tuple(0 if cell in holes else value for cell, value in enumerate(solution)))


@given(start=positions())
def test_it_never_offends(agent: MctsAgent, start: Position) -> None:
    game = Game(start)
    moves = ask(agent, game, nodes=40).moves
    assert bool(moves) == any(True for _ in game.legal_moves())
    assert all(not game.judge(move).ruling.loses for move in moves)


@pytest.mark.parametrize("board", ["random-2x3", "board-2x3"])  # without territories, and with
@pytest.mark.parametrize(
    "option",
    [
        "mcts-tree:playouts=moves,order=no,bombs=0,mistakes=twice+uneven",
        "mcts-tree:as=000",
        "mcts-tree:mistakes=upside-down,proof=no",
        "mcts-tree:as=000,save=yes,bombs=12",
        "mcts-cells:greedy=0.5",
        "mcts-cells:as=002",
        "mcts-cells:as=002-listing,choice=robust",
        "mcts-cells:table=yes,order=board",
    ],
)
def test_other_ways_to_play_are_legal_too(option: str, board: str) -> None:
    agents = load_agent(option), load_agent("greedy_player")
    for nodes in (0, 50):
        for turn in play_agents(Game(bundled_board(board)), agents, Limit(nodes=nodes), 1):
            assert not turn.ruling.loses


def test_only_bombs_or_nothing_left(agent: MctsAgent) -> None:
    dead = Game(Grid.parse("12.. ..3. .... ...."))
    assert list(dead.bombs()) == list(dead.legal_moves())
    assert dead.judge(ask(agent, dead).moves[-1]).ruling is Ruling.REFUSED
    for bomb in list(dead.legal_moves()):
        dead.push(bomb)
    assert ask(agent, dead).moves == []
    assert ask(agent, Game(Grid.pattern(dead.geometry))).moves == []


def test_the_first_proposal_does_not_wait_for_the_search(agent: MctsAgent) -> None:
    game = Game(bundled_board("random-4x4"))
    moves = ask(agent, game, nodes=0).moves
    assert game.judge(moves[-1]).ruling is Ruling.PLACED


def test_the_same_seed_is_the_same_turn(agent: MctsAgent) -> None:
    game = Game(bundled_board("random-3x3"))
    one, other, third = (ask(agent, game, nodes=2000, seed=seed) for seed in (1, 1, 2))
    assert one.moves[-1] == other.moves[-1]
    assert one.facts["value"] == other.facts["value"] != third.facts["value"]
    assert one.facts["nodes"] == 2000
    assert one.facts["depth"] >= 2
    assert 1 < one.facts["tree"] <= SMALL


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mcts-tree", "mcts-cells"])
def test_it_beats_the_greedy_player(name: str) -> None:
    agent, won = load_agent(name), 0
    for seed in range(4):
        for seat in (0, 1):
            game = Game(bundled_board("random-3x3"))
            seats = (agent, load_agent("greedy_player")) if seat == 0 else (load_agent("greedy_player"), agent)
            list(play_agents(game, seats, Limit(nodes=8000), seed))
            outcome = game.outcome()
            won += outcome is not None and outcome.winner == seat + 1
    assert won >= 7


def exact(game: Game) -> int:
    """The lead of player 1 when both play perfectly, bombs included."""
    if game.is_over():
        return game.scores[0] - game.scores[1]
    leads = []
    for move in list(game.legal_moves()):
        game.push(move)
        leads.append(exact(game))
        game.pop()
    return max(leads) if game.turn == 1 else min(leads)


@pytest.mark.parametrize(
    "text",
    [
        "2x3:5413.66.3415354..11625432361.44.5632",
        "2x3:1542636.215.36541..4153.52634.413625",
        "2x3:14253653624145316262145.26431..1.6.. rules=rows owners=+++-+-+++-+-++++---+--+.+---+..+.+..",
    ],
)
def test_a_bomb_is_used_where_only_that_wins(agent: MctsAgent, text: str) -> None:
    game = Game(Position.parse(text))
    assert game.turn == 1
    for move in list(game.legal_moves()):
        refused = game.push(move).ruling is Ruling.REFUSED
        assert (exact(game) > 0) == refused
        game.pop()
    assert game.judge(ask(agent, game, nodes=5000).moves[-1]).ruling is Ruling.REFUSED
    without = type(agent)(nodes=SMALL, bombs=0)  # type: ignore[call-arg]
    assert game.judge(ask(without, game, nodes=500).moves[-1]).ruling is Ruling.PLACED


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("mcts-tree:as=001", "expected mcts-tree:as to be one of 000, got '001'"),
        ("mcts-cells:as=000", "expected mcts-cells:as to be one of 002, 002-listing, got '000'"),
        ("mcts-tree:mistakes=refill", "expected playouts=moves with the mistake refill, got playouts=cells"),
        ("mcts-tree:order=maybe", "expected order to be one of yes, no, board, got 'maybe'"),
        ("mcts-tree:playouts=some", "expected playouts to be one of cells, moves, got 'some'"),
        (
            "mcts-tree:mistakes=stale",
            "expected mistakes to be one of twice, uneven, refill, untried, upside-down, got 'stale'",
        ),
        ("mcts-cells:backup=score", "expected backup to be one of results, points, got 'score'"),
        ("mcts-cells:choice=best", "expected choice to be one of max, robust, got 'best'"),
        ("mcts-cells:nodes=0", "expected nodes of 1 or more, got 0"),
        ("mcts-tree:c=-1", "expected c of 0 or more, got -1"),
        ("mcts-cells:c=nan", "expected a number for mcts-cells:c, got 'nan'"),
        ("mcts-tree:greedy=7", "expected greedy from 0 to 1, got 7"),
        ("mcts-cells:bombs=-3", "expected bombs of 0 or more, got -3"),
        ("mcts-tree:saved=-5", "expected saved of 0 or more, got -5"),
        ("minimax-bombs:low=5", "expected low from 0 to 1, got 5"),
        ("minimax-bombs:step=-1", "expected step from 0 to 1, got -1"),
    ],
)
def test_wrong_options_are_told(text: str, sentence: str) -> None:
    with pytest.raises(UnknownName, match=sentence):
        load_agent(text)


def last_moves() -> list[str]:
    """What each agent proposes at last in two games."""
    agents = [MctsTree(nodes=SMALL), MctsCells(nodes=SMALL)]
    games = [Game(bundled_board(board)) for board in ("random-2x3", "board-2x3")]
    return [str(ask(agent, game, nodes=150).moves[-1]) for agent in agents for game in games]


@pytest.mark.slow
def test_without_the_compiler_it_plays_the_same() -> None:
    path = os.pathsep.join([os.path.dirname(__file__), *sys.path])
    script = "import test_mcts; print(*test_mcts.last_moves())"
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == last_moves()


# -- the clock -------------------------------------------------------------------------------------------------------


class Clock:
    """Stands still unless somebody moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        for module in (mcts, mcts_tree):
            monkeypatch.setattr(module.time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def run(pace: Pace, clock: Clock, step: float) -> list[int]:
    """What it says, if each iteration takes this long."""
    counts = []
    while count := pace.next():
        counts.append(count)
        clock.now += count * step
        pace.note(count)
    return counts


def test_a_turn_ends_at_95_percent(clock: Clock) -> None:
    counts = run(Pace(Limit(0.5), 100.0, 100.5), clock, 5e-6)
    assert max(counts) <= 420
    assert 100.475 <= clock.now <= 100.4751
    assert sum(counts) > 90_000


def test_an_earlier_deadline_and_nodes_count(clock: Clock) -> None:
    assert sum(run(Pace(Limit(nodes=12_345), 100.0), clock, 1e-6)) == 12_345
    clock.now = 100.0
    run(Pace(Limit(1.0), 100.0, 100.2), clock, 1e-5)
    assert clock.now <= 100.16
    assert run(Pace(Limit(1.0), 90.0), clock, 1e-5) == []


def search_for(clock: Clock, monkeypatch: pytest.MonkeyPatch, step: float = 1e-5) -> None:
    """Let each iteration take this long."""
    real = mcts.TreeSearch.run

    def run(self: mcts.TreeSearch, iterations: int) -> int:
        done = real(self, iterations)
        clock.now += done * step
        return done

    monkeypatch.setattr(mcts.TreeSearch, "run", run)


class Killed(Exception):
    """The turn is over."""


def think_until_killed(agent: MctsAgent, game: Game, desk: Desk, clock: Clock, end: float, cost: float) -> float:
    """A turn that ends with a save at this time or later; returns how long saving took. One save costs so much."""
    spent = 0.0

    def save(thing: Any) -> None:
        nonlocal spent
        if clock.now >= end:
            raise Killed
        desk.save(thing)
        clock.now += cost
        spent += cost

    desk.task.save = save
    with pytest.raises(Killed):
        agent.think(game.copy(), desk.task)
    return spent


def test_mcts_cells_measures_its_first_turn_if_nobody_tells(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    search_for(clock, monkeypatch)
    game = Game(bundled_board("random-2x3"))
    agent, desk = MctsCells(nodes=SMALL, bombs=0), Desk(Limit())
    think_until_killed(agent, game, desk, clock, 100.2, 0.0)
    assert desk.kept == pytest.approx(0.2, abs=0.003)
    assert game.judge(desk.moves[-1]).ruling is Ruling.PLACED
    clock.now = 200.0
    agent.think(game.copy(), desk.task)
    assert clock.now - 200.0 == pytest.approx(0.95 * 0.2, abs=0.003)


def test_mcts_tree_saves_now_and_then_if_nobody_tells(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    search_for(clock, monkeypatch)
    desk = Desk(Limit())
    game = Game(bundled_board("random-3x3"))
    spent = think_until_killed(MctsTree(nodes=100_000), game, desk, clock, 101.0, 0.001)
    assert isinstance(desk.kept, Kept)
    assert desk.saves >= 3
    assert spent <= 0.05 * (clock.now - 100.0)


# -- the tree lasts --------------------------------------------------------------------------------------------------


def first_turn(agent: MctsAgent, game: Game, nodes: int = 20_000) -> Kept:
    """The agent takes a turn of this game; what it kept."""
    desk = ask(agent, game, nodes)
    game.push(desk.moves[-1])
    assert isinstance(desk.kept, Kept)
    return desk.kept


def proven_reply(kept: Kept, game: Game) -> Move:
    """A move of the tree that will be placed."""
    children = range(kept.tree.first[0], kept.tree.first[0] + kept.tree.children[0])
    numbers = sorted((-int(kept.tree.visits[child]), int(kept.tree.moves[child])) for child in children)
    moves = [Move(*divmod(number // DIGITS, 6), number % DIGITS + 1) for _, number in numbers if number >= 0]
    return next(move for move in moves if game.judge(move).ruling is Ruling.PLACED)


@pytest.fixture(scope="module")
def tree_agent() -> MctsTree:
    return MctsTree(nodes=500_000, bombs=10)


def test_the_tree_follows_the_moves(tree_agent: MctsTree) -> None:
    game = Game(Grid.parse(MIDDLE))
    kept = first_turn(tree_agent, game)
    assert kept.board == bytes(game.values)
    move = proven_reply(kept, game)
    game.push(move)
    node = follow(kept, game.copy())
    assert node > 0
    assert kept.tree.moves[node] == game.geometry.cell_of(move) * DIGITS + move.digit - 1
    desk = ask(tree_agent, game, 100, kept)
    assert desk.facts["reused"] > 1
    assert tree_agent.tree.visits[0] == kept.tree.visits[node] + 100


def test_a_refused_move_of_the_opponent_fills_nothing_but_takes_his_turn(tree_agent: MctsTree) -> None:
    game = Game(Grid.parse(MIDDLE))
    kept = first_turn(tree_agent, game)
    game.push(next(game.bombs()))
    assert game.turn == 1
    assert follow(kept, game.copy()) == -1  # the tree knows only what happens if he moves now
    assert ask(tree_agent, game, 100, kept).facts["reused"] == 1


def test_bombs_that_the_tree_knows_are_followed() -> None:
    agent = MctsTree(nodes=50_000, bombs=36)
    game = Game(Grid.parse(MIDDLE))
    kept = first_turn(agent, game)
    children = range(kept.tree.first[0], kept.tree.first[0] + kept.tree.children[0])
    (number,) = [int(kept.tree.moves[child]) for child in children if kept.tree.moves[child] < 0]
    bomb = Move(*divmod(~number // DIGITS, 6), ~number % DIGITS + 1)
    assert game.push(bomb).ruling is Ruling.REFUSED
    node = follow(kept, game.copy())
    assert kept.tree.moves[node] == number
    desk = ask(agent, game, 100, kept)
    assert agent.tree.visits[0] == kept.tree.visits[node] + 100
    assert desk.moves[-1] != bomb


def test_another_game_or_an_unknown_move_begins_a_new_tree(tree_agent: MctsTree) -> None:
    game = Game(Grid.parse(MIDDLE))
    kept = first_turn(tree_agent, game)
    assert follow(kept, Game(bundled_board("random-2x3"))) == -1
    game.push(proven_reply(kept, game))
    assert follow(kept._replace(tree=mcts_tree.cut(kept.tree, 0, 1)[0]), game.copy()) == -1
    assert follow(kept._replace(board=bytes(36)), game.copy()) == -1
    assert follow(kept._replace(past=kept.past + 1), game.copy()) == -1
    late = kept._replace(late=True)
    assert ask(tree_agent, game, 10, late).facts["reused"] == 1


def test_what_is_kept_has_bounds_and_survives_a_file(tree_agent: MctsTree) -> None:
    game = Game(Grid.parse(MIDDLE))
    kept = first_turn(MctsTree(nodes=500_000, saved=500, bombs=10), game)
    assert kept.tree.grown.nodes <= 500
    assert all(len(array) <= 500 for array in kept.tree)
    again = pickle.loads(pickle.dumps(kept, pickle.HIGHEST_PROTOCOL))
    assert len(pickle.dumps(kept, pickle.HIGHEST_PROTOCOL)) < 500 * 45 + 2000
    game.push(proven_reply(kept, game))
    one, other = (ask(tree_agent, game, 200, thing) for thing in (kept, again))
    assert one.facts == other.facts
    assert one.facts["reused"] > 1
    assert ask(MctsTree(nodes=100, save="no"), game).saves == 0


@pytest.mark.parametrize("cost", [1e-8, 1e-6, 1e-4])
def test_saving_takes_at_most_a_twentieth_of_a_turn(
    tree_agent: MctsTree, clock: Clock, monkeypatch: pytest.MonkeyPatch, cost: float
) -> None:
    search_for(clock, monkeypatch)
    desk = Desk(Limit(0.5))
    spent = 0.0

    def save(kept: Kept) -> None:
        nonlocal spent
        spent += cost * kept.tree.grown.nodes
        clock.now += cost * kept.tree.grown.nodes
        desk.kept = kept

    desk.task.save = save
    tree_agent.think(Game(bundled_board("random-3x3")), desk.task)
    assert desk.kept is not None
    assert spent <= 0.025 or desk.kept.tree.grown.nodes <= 1000
    assert clock.now <= 100.5 or cost > 1e-5
