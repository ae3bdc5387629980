"""The tree searches as their reports have them: the same trees as literal renditions of the listings, turn by turn."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import grids, positions
from slow_uct import Chance

from dueldoku import Game, Grid, Move, Position, Ruling, bundled_board
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.mcts import MctsAgent
from dueldoku.agents.mcts_cells import is_solved_by_singles
from dueldoku.agents.mcts_tree import MctsTree
from dueldoku.agents.registry import load_agent
from dueldoku.bench.cover import CoverSolver
from dueldoku.bench.playouts import CellNode, CellSearch, MoveNode, MoveSearch, PlainMove
from dueldoku.game.boards import one_position
from dueldoku.kernels.base.chance import WORDS
from dueldoku.kernels.duel.mcts import DIGITS, Tree


class Desk:
    """What an agent proposed and kept."""

    def __init__(self, seed: int, nodes: int, kept: Any = None) -> None:
        self.moves: list[Move] = []
        self.kept = kept
        rng = random.Random(seed)
        self.task = Task(1, Limit(nodes=nodes), self.moves.append, rng, self.save, lambda: self.kept)

    def save(self, thing: Any) -> None:
        self.kept = thing


class Draws:
    """The numbers that the compiled search draws, as a source of chance."""

    def __init__(self, words: list[int]) -> None:
        self.chance = Chance(words)

    def choice(self, things: Sequence[Any]) -> Any:
        return things[self.chance.draw(len(things))]

    def shuffle(self, things: list[Any]) -> None:
        """So that the last is what is drawn first."""
        drawn = []
        while things:
            at = self.chance.draw(len(things))
            drawn.append(things[at])
            things[at] = things[-1]
            things.pop()
        things[:] = reversed(drawn)


class Listing(MoveSearch):
    """Draws among the legal moves, not among all until one is legal: as likely, with fewer numbers."""

    def draw(self) -> PlainMove:
        legal = self.now_table["legal"]
        moves = [move for move in self.now_table["initial"] if legal[move.row][move.col][move.digit]]
        move: PlainMove = self.rng.choice(moves)
        return move


def words_after(rng: random.Random) -> list[int]:
    return [rng.getrandbits(32) | 1 for _ in range(WORDS)]


# -- report 000 ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree_agent() -> MctsTree:
    agent = load_agent("mcts-tree:as=000")
    assert isinstance(agent, MctsTree)
    return agent


def assert_same_tree(tree: Tree, at: int, node: MoveNode, legal: set[tuple[int, int, int]], side: int) -> None:
    """Children that are not legal at the root are gone from ours; the listing drops them when it comes by."""
    assert tree.visits[at] == node.visits
    assert at == 0 or tree.means[at] == node.mean
    children = [child for child in node.children if triple(child.move) in legal]
    assert max(tree.children[at], 0) == len(children)
    for child, other in enumerate(children, tree.first[at]):
        cell, digit = divmod(int(tree.moves[child]), DIGITS)
        assert (*divmod(cell, side), digit + 1) == triple(other.move)
        assert tree.turns[at] == other.player
        assert_same_tree(tree, child, other, legal, side)


def triple(move: PlainMove) -> tuple[int, int, int]:
    return move.row, move.col, move.digit


def turn_of_listing(game: Game, kept: bytes | None, seed: int, iterations: int) -> tuple[Listing, Move, bytes, bool]:
    """The search, the move that stands, what is kept, and whether the agent ended with an error."""
    rng = random.Random(seed)
    best = rng.choice(list(game.legal_moves()))
    search = Listing(game, pickle.loads(kept) if kept else None, Draws(words_after(rng)))
    saved, failed = pickle.dumps(search.root), False
    for _ in range(iterations):
        try:
            found = search.run(1)
        except ValueError:
            failed = True
            break
        if found is not None:
            best = Move(*triple(found))
            if search.root.visits % 10 == 0:
                saved = pickle.dumps(search.root)
    return search, best, saved, failed


@settings(max_examples=12)
@given(
    st.sampled_from(["easy-2x2", "random-2x3", "empty-2x2", "2x3:3.1............4.3..2.6...3.4.25...1"]),
    st.lists(st.tuples(st.sampled_from(["legal", "bomb", "tree"]), st.integers(0, 999)), min_size=3, max_size=9),
    st.integers(1, 120),
    st.sampled_from([1, 2]),
)
def test_every_turn_grows_the_tree_of_the_listing(
    tree_agent: MctsTree, board: str, replies: list[tuple[str, int]], iterations: int, seat: int
) -> None:
    game = Game(one_position(board))
    if seat == 2:
        game.push(next(game.legal_moves()))
    both = Both(tree_agent, iterations)
    for seed, (kind, pick) in enumerate(replies):
        if not game.is_over() and not both.has_failed:
            search = both.take_turn(game, seed)
        if not game.is_over():
            game.push(reply(game, kind, pick, search))


class Both:
    """Our agent and the listing, turn by turn."""

    def __init__(self, agent: MctsTree, iterations: int) -> None:
        self.agent, self.iterations = agent, iterations
        self.ours: Any = None  # what is kept
        self.theirs: bytes | None = None
        self.has_failed = False

    def take_turn(self, game: Game, seed: int) -> Listing:
        copy = game.copy()
        desk = Desk(seed, self.iterations, self.ours)
        self.agent.think(copy, desk.task)
        search, best, self.theirs, failed = turn_of_listing(copy, self.theirs, seed, self.iterations)
        self.has_failed = failed
        legal, side = {tuple(move) for move in copy.legal_moves()}, game.geometry.side
        assert desk.moves[-1] == best
        assert_same_tree(self.agent.tree, 0, search.root, legal, side)
        # After a failure ours keeps the tree as it stands, not as it was at the last multiple of ten.
        assert_same_tree(desk.kept.tree, 0, search.root if failed else pickle.loads(self.theirs), legal, side)
        assert desk.kept.mover == 1 - search.root.player
        self.ours = desk.kept
        game.push(best)
        return search


@pytest.mark.parametrize(
    ("board", "reply", "seed"),
    [("413223.43...1..3", "r4c2=2", 318), ("..24421..4.22.4.", "r1c1=3", 531)],
)
def test_a_tree_whose_moves_are_all_gone_ends_the_turn(tree_agent: MctsTree, board: str, reply: str, seed: int) -> None:
    game, both = Game(one_position(board)), Both(tree_agent, 3000)
    both.take_turn(game, seed)
    assert not both.has_failed
    game.push(Move.parse(reply))
    both.take_turn(game, seed)
    assert both.has_failed
    assert (tree_agent.tree.children[: tree_agent.tree.grown.nodes] == -1).any()


def reply(game: Game, kind: str, pick: int, search: MoveSearch) -> Move:
    """A move of the opponent: any, one that is refused, or one that the tree knows."""
    moves = list(game.legal_moves())
    if kind == "bomb":
        moves = list(game.bombs()) or moves
    if kind == "tree":
        known = [Move(*triple(grand.move)) for child in search.root.children for grand in child.children]
        moves = [move for move in known if move in moves] or moves
    return moves[pick % len(moves)]


# -- report 002 ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["results", "points"])
def cell_agent(request: pytest.FixtureRequest) -> MctsAgent:
    """Without the solver's error. The report's C = 2 is half as much on a scale from 0 to 1."""
    c = 1 if request.param == "results" else 2
    agent = load_agent(f"mcts-cells:as=002-listing,solver=right,backup={request.param},c={c}")
    assert isinstance(agent, MctsAgent)
    return agent


def assert_same_cells(agent: MctsAgent, at: int, node: CellNode, lead: int) -> None:
    """``lead`` is what ours adds to the points of the player to move at the root, and theirs leaves out."""
    tree = agent.tree
    assert tree.visits[at] == node.visits
    if at and node.visits:
        mean = node.total / node.visits
        assert tree.means[at] == pytest.approx(mean + node.sign * lead if agent.policy.points else (mean + 1) / 2)
    assert tree.children[at] == len(node.children)
    for child, (cell, other) in enumerate(zip(node.cells, node.children, strict=False), tree.first[at]):
        assert divmod(int(tree.moves[child]) // DIGITS, len(node.empty) // 3) == cell
        assert_same_cells(agent, child, other, lead)


@settings(max_examples=25)
@given(positions("classic", spoil=False), st.integers(0, 99), st.integers(1, 300))
def test_the_search_over_cells_is_that_of_the_listing(
    cell_agent: MctsAgent, start: Position, seed: int, iterations: int
) -> None:
    game = Game(replace(start, taboo=(), past=()))
    desk = Desk(seed, iterations, kept=0.5)
    cell_agent.think(game.copy(), desk.task)
    solution = game.solution()
    if not game.cells() or not solution:
        return
    rng = random.Random(seed)
    rng.choice(game.cells())
    draws = Draws(words_after(rng))
    search = CellSearch(game, draws, cell_agent.policy.points)
    search.run(iterations)
    assert_same_cells(cell_agent, 0, search.root, game.scores[0] - game.scores[1])
    try:
        cell = game.geometry.cell(*search.best())
        assert desk.moves[-1] == game.geometry.move(cell, solution[cell])
    except (ValueError, ZeroDivisionError):
        assert len(desk.moves) == 1  # the random one stands


@given(grids(spoil=False), st.integers(0, 5))
def test_the_solver_fails_unless_singles_are_all_that_it_takes(grid: Grid, filled: int) -> None:
    game = Game(grid)
    for cell in game.cells()[:filled]:  # so that some boards are easy
        solution = game.solution()
        assert solution
        game.push(game.geometry.move(cell, solution[cell]))
    if game.is_over():
        return
    try:
        found = CoverSolver(game).solve()
    except KeyError:
        found = None
    assert (found is not None) == is_solved_by_singles(game)
    first = CoverSolver(game, right=True).solve()
    assert first is not None
    assert len(first) == game.values.count(0)


def test_where_the_solver_fails_the_random_move_stands() -> None:
    agent, game = load_agent("mcts-cells:as=002-listing"), Game(bundled_board("random-3x3"))
    assert not is_solved_by_singles(game)
    desk = Desk(1, 500, kept=0.5)
    agent.think(game.copy(), desk.task)
    assert len(desk.moves) == 1
    right = Desk(1, 500, kept=0.5)
    load_agent("mcts-cells:as=002-listing,solver=right").think(game.copy(), right.task)
    assert right.moves[0] == desk.moves[0]
    assert len(right.moves) == 2


def test_the_first_turn_searches_nothing() -> None:
    agent, game = load_agent("mcts-cells:as=002"), Game(bundled_board("random-3x3"))
    desk = Desk(1, 500)
    agent.think(game.copy(), desk.task)
    assert len(desk.moves) == 1
    assert desk.kept == 0.0
    agent.think(game.copy(), desk.task)
    assert len(desk.moves) == 3  # a random one, and one at the end
    assert game.judge(desk.moves[-1]).ruling is Ruling.PLACED
