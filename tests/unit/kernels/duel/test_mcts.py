"""The compiled tree search against a slow one, node by node; what it converges to; its memory and its pieces."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
import slow_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import positions
from slow_uct import Chance, Node, SlowSearch, best_result, make

from dueldoku import Game, Geometry, Grid, Position
from dueldoku.agents.compiled import play_of
from dueldoku.kernels.duel import mcts
from dueldoku.kernels.duel.mcts import ANY, DIGITS, Digits, Policy, Tree
from dueldoku.kernels.duel.play import Play
from dueldoku.kernels.duel.playouts import PlayoutRoom, room_for
from dueldoku.puzzles.fill import full_board

MISTAKES = {
    "stale": mcts.STALE,
    "flipped": mcts.FLIPPED,
    "twice": mcts.TWICE,
    "uneven": mcts.UNEVEN,
    "cached": mcts.CACHED,
}
WORDS = [123456789, 362436069, 521288629, 88675123]
Triple = tuple[int, int, int]

POLICIES = st.builds(
    Policy,
    c=st.sampled_from([0.0, 0.5, 2.0, 10.0]),
    points=st.booleans(),
    order=st.sampled_from([mcts.SCORING, mcts.SHIFTED, mcts.BOARD]),
    digits=st.booleans(),
    greedy=st.sampled_from([0.0, 0.0, 0.3, 1.0]),
    mistakes=st.sampled_from([0, 0, *MISTAKES.values(), sum(MISTAKES.values())]),
)


class Fast(NamedTuple):
    play: Play
    digits: Digits
    tree: Tree
    room: PlayoutRoom
    random: np.ndarray

    def run(self, policy: Policy, iterations: int) -> int:
        """All of them, in as many calls as it takes; returns how many."""
        calls = 0
        while iterations:
            iterations -= mcts.search(self.tree, self.play, self.digits, policy, self.room, self.random, iterations)
            calls += 1
        return calls


def state_of(game: Game) -> slow_rules.State:
    squares = [divmod(cell, game.geometry.side) for cell in range(game.geometry.size)]
    regions = game.regions and {p: frozenset(squares[c] for c in region) for p, region in enumerate(game.regions, 1)}
    owned = {p: frozenset(squares[c] for c, owner in enumerate(game.owners) if owner == p) for p in (1, 2)}
    board = dict(zip(squares, game.values, strict=True))
    m, n = game.geometry.m, game.geometry.n
    return slow_rules.start(m, n, board, regions, owned, scores=(game.scores[0], game.scores[1]), mover=game.turn)


def fast(game: Game, fills: set[Triple], bombs: set[Triple], capacity: int = 20_000, table: int = 0) -> Fast:
    sets = np.zeros((2, game.geometry.size), np.uint64)
    for which, moves in enumerate((fills, bombs)):
        for row, col, digit in moves:
            sets[which, game.geometry.cell(row, col)] |= np.uint64(1 << digit - 1)
    play = play_of(game, most_skips=len(bombs))
    return Fast(play, Digits(*sets), mcts.new_tree(capacity), room_for(play, table), np.array(WORDS, np.int64))


def all_moves(game: Game) -> list[Triple]:
    empty = [cell for cell, value in enumerate(game.values) if not value]
    return [(*divmod(cell, game.geometry.side), digit) for cell in empty for digit in game.digits(cell)]


def number_of(game: Game, node: Node) -> int:
    assert node.move
    row, col, digit, is_bomb = node.move
    number = game.geometry.cell(row, col) * DIGITS + digit - 1
    return ~number if is_bomb else number


def assert_same(game: Game, tree: Tree, at: int, node: Node) -> None:
    assert tree.visits[at] == node.visits
    assert at == 0 or tree.means[at] == node.mean
    assert tree.children[at] == len(node.children)
    if not node.children:
        return
    assert (tree.tried[at], tree.turns[at] + 1) == (node.tried, node.mover)
    for child, other in zip(range(tree.first[at], tree.first[at] + tree.children[at]), node.children, strict=True):
        assert tree.moves[child] == number_of(game, other)
        assert_same(game, tree, child, other)


# -- against the slow search -----------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(positions(spoil=False), POLICIES, st.integers(0, 99), st.sampled_from([40, 5_000]), st.booleans())
def test_every_node_is_as_in_a_slow_search(
    start: Position, policy: Policy, seed: int, capacity: int, shares: bool
) -> None:
    game = Game(start)
    moves = all_moves(game)
    Random(seed).shuffle(moves)
    bombs = set(moves[: seed % 4])
    fills = set(moves[seed % 4 :]) if seed % 3 else {move for move in moves if move[2] == 1 + seed % 2} - bombs
    quick = fast(game, fills, bombs, capacity, table=1009 if shares else 0)
    wrong = frozenset(word for word, bit in MISTAKES.items() if policy.mistakes & bit)
    options = {**policy._asdict(), "mistakes": wrong}
    slow = SlowSearch(state_of(game), fills, bombs, Chance(WORDS), **options, capacity=capacity, shares=shares)
    for iterations in (1, 24, 50):
        quick.run(policy, iterations)
        slow.run(iterations)
        assert_same(game, quick.tree, 0, slow.root)
        assert quick.tree.grown.nodes == slow.size <= capacity
        assert quick.random.tolist() == slow.chance.words


@given(positions(spoil=False), POLICIES)
def test_a_search_leaves_the_position_as_it_was(start: Position, policy: Policy) -> None:
    game = Game(start)
    moves = all_moves(game)
    quick = fast(game, set(moves[2:]), set(moves[:2]))
    bombs = quick.digits.bombs.copy()
    quick.run(policy, 50)
    fresh = play_of(game)
    for name in ("values", "used", "empty", "reach", "open", "scores", "now"):
        assert (getattr(quick.play, name) == getattr(fresh, name)).all(), name
    assert (quick.digits.bombs == bombs).all()


def test_it_does_not_matter_into_how_many_calls_a_search_is_cut() -> None:
    game = endgame("2x3", 12, "classic", 1)
    fills = solution_moves(game)
    whole, parts = fast(game, fills, set()), fast(game, fills, set())
    assert whole.run(Policy(), 500) == 1
    for part in (1, 99, 400):
        parts.run(Policy(), part)
    size = whole.tree.grown.nodes
    assert all((a[:size] == b[:size]).all() for a, b in zip(whole.tree[:3], parts.tree[:3], strict=True))


def small_trees() -> str:
    """Two trees as text."""
    lines = []
    for rules in ("classic", "rows"):
        game = endgame("2x3", 9, rules, 1)
        quick = fast(game, solution_moves(game), set(all_moves(game)) - solution_moves(game))
        quick.run(Policy(greedy=0.5), 60)
        size = quick.tree.grown.nodes
        lines.append(f"{size} {quick.tree.moves[:size].tolist()} {quick.tree.means[1:size].tolist()}")
    return "\n".join(lines)


def test_without_the_compiler_it_grows_the_same_tree() -> None:
    path = os.pathsep.join([os.path.dirname(__file__), *sys.path])
    script = "import test_mcts; print(test_mcts.small_trees())"
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == small_trees()


# -- convergence -----------------------------------------------------------------------------------------------------


def endgame(shape: str, left: int, rules: str, seed: int) -> Game:
    """A full board with so many cells emptied again."""
    rng = Random(seed)
    values = list(full_board(Geometry.parse(shape), rng))
    for cell in rng.sample(range(len(values)), left):
        values[cell] = 0
    owners = tuple(rng.choice((1, 2)) if value else 0 for value in values) if rules != "classic" else ()
    return Game(Position(Grid(Geometry.parse(shape), tuple(values)), rules=rules, owners=owners))


def solution_moves(game: Game) -> set[Triple]:
    solution = game.solution()
    assert solution
    return {(row, col, digit) for row, col, digit in all_moves(game) if solution[game.geometry.cell(row, col)] == digit}


@pytest.mark.parametrize("rules", ["classic", "rows"])
@pytest.mark.parametrize("points", [False, True])
def test_it_converges_to_the_exact_move(rules: str, points: bool) -> None:
    told_apart = 0
    for seed in range(8):
        game = endgame("2x3", 6, rules, seed)
        state, fills = state_of(game), solution_moves(game)
        if state.end:
            continue
        leads = {
            move: (3 - 2 * game.turn) * best_result(make(state, (*move, False)), fills)
            for move in slow_rules.legal_moves(state) & fills
        }
        told_apart += len(set(leads.values())) > 1
        game.scores[2 - game.turn] += max(leads.values())  # so that the best move draws, and others lose
        quick = fast(game, fills, set())
        quick.run(Policy(c=20.0 if points else 1.0, points=points), 50_000)
        tree = quick.tree
        best = tree.first[0] + int(tree.visits[tree.first[0] : tree.first[0] + tree.children[0]].argmax())
        cell, digit = divmod(int(tree.moves[best]), DIGITS)
        assert leads[*divmod(cell, game.geometry.side), digit + 1] == max(leads.values()), seed
        assert tree.means[best] == pytest.approx(0.0 if points else 0.5, abs=0.6 if points else 0.15)
    assert told_apart >= 3


# -- memory, and from turn to turn -----------------------------------------------------------------------------------


def test_a_full_pool_ends_the_growth_and_not_the_search() -> None:
    game = endgame("2x3", 14, "classic", 2)
    quick = fast(game, set(all_moves(game)), set(), capacity=200)
    quick.run(Policy(), 3000)
    assert quick.tree.grown.nodes <= 200
    assert quick.tree.visits[0] == 3000
    first, count = quick.tree.first[0], quick.tree.children[0]
    assert quick.tree.visits[first : first + count].sum() == 2999


def test_a_call_ends_when_the_tree_has_grown_a_lot() -> None:
    game = Game(Position(Grid.empty(Geometry.of(4, 4))))
    quick = fast(game, set(all_moves(game)), set(), capacity=200_000)
    assert quick.run(Policy(), 4200) > 5
    assert quick.tree.visits[0] == 4200


def walk(tree: Tree, at: int = 0) -> object:
    """A tree as nested tuples, wherever its nodes lie."""
    children = [walk(tree, child) for child in range(tree.first[at], tree.first[at] + tree.children[at])]
    own = (tree.moves[at], tree.visits[at], tree.means[at] if at else 0.0, tree.tried[at] if children else 0)
    return (*own, tree.turns[at] if children else -1, children)


def test_a_branch_is_grafted_as_it_is() -> None:
    game = endgame("2x3", 10, "rows", 3)
    tree = (quick := fast(game, set(all_moves(game)), set()))[2]
    quick.run(Policy(), 2000)
    node = tree.first[0] + 1
    branch = mcts.new_tree(20_000)
    assert mcts.graft(tree, node, branch, np.empty(20_000, np.int32), ANY)
    assert walk(branch)[1:2] == (tree.visits[node],)  # type: ignore[index]
    assert walk(branch)[-1] == walk(tree, node)[-1]  # type: ignore[index]
    again = mcts.new_tree(20_000)
    assert mcts.graft(branch, 0, again, np.empty(20_000, np.int32), ANY)
    size = branch.grown.nodes
    assert size == again.grown.nodes
    assert all((a[:size] == b[:size]).all() for a, b in zip(branch[:3], again[:3], strict=True))


@pytest.mark.parametrize("most", [1, 10, 100, 300])
def test_a_grafted_branch_has_bounds_and_its_upper_levels(most: int) -> None:
    game = endgame("2x3", 12, "classic", 4)
    quick = fast(game, set(all_moves(game)), set())
    quick.run(Policy(), 3000)
    cut = mcts.new_tree(most)
    assert not mcts.graft(quick.tree, 0, cut, np.empty(most, np.int32), ANY)
    assert cut.grown.nodes <= most
    if most > quick.tree.children[0]:
        assert cut.children[0] == quick.tree.children[0]
    later = fast(game, set(all_moves(game)), set())
    mcts.graft(cut, 0, later.tree, np.empty(20_000, np.int32), ANY)
    later.run(Policy(), 100)
    assert later.tree.visits[0] == 3100


def test_a_child_is_found_by_its_move() -> None:
    game = endgame("2x3", 8, "classic", 5)
    quick = fast(game, set(all_moves(game)), set())
    assert mcts.find_child(quick.tree, 0, 0) == -1
    quick.run(Policy(), 50)
    for child in range(1, 1 + quick.tree.children[0]):
        assert mcts.find_child(quick.tree, 0, quick.tree.moves[child]) == child
    assert mcts.find_child(quick.tree, 0, -1) == -1
