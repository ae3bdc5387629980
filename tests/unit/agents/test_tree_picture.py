"""The tree of a tree search, for a picture."""

from __future__ import annotations

import pytest

from dueldoku import Game, Grid, bundled_board
from dueldoku.agents.tree_picture import MOST, grow_tree
from dueldoku.errors import FormatError, UnknownName
from dueldoku.render.tree import Branch


def visits(branch: Branch) -> int:
    return int(branch.lines[1].removeprefix("n = "))


def depth(branch: Branch) -> int:
    return 1 + max(map(depth, branch.children), default=-1)


@pytest.mark.parametrize("name", ["mcts-tree", "mcts-tree:as=000", "mcts-cells"])
def test_it_has_moves_visits_and_whose_they_are(name: str) -> None:
    game = Game(bundled_board("easy-2x2"))
    root = grow_tree(game, name, 100, levels=3)
    assert root.lines[:2] == ("start", "n = 100")
    assert sum(map(visits, root.children)) == 99
    assert {child.lines[0].removeprefix("bomb ") for child in root.children} <= {str(m) for m in game.legal_moves()}
    assert depth(root) == 3
    assert all(child.own and not any(grand.own for grand in child.children) for child in root.children)
    assert all(line.startswith(("n = ", "q = ", "+ ")) for child in root.children for line in child.lines[1:])


def test_only_what_was_visited_most_is_drawn_and_the_rest_is_counted() -> None:
    root = grow_tree(Game(bundled_board("random-3x3")), "mcts-tree:as=000", 50, levels=5)
    assert len(list(root.nodes())) == 50
    assert root.lines[2] == f"+ {105 - 49} more"
    assert len(list(grow_tree(Game(bundled_board("random-3x3")), "mcts-tree", 5000, levels=9).nodes())) == MOST


def test_what_cannot_be_drawn_is_told() -> None:
    full = Game(Grid.parse("1234341221434321"))
    with pytest.raises(FormatError, match="the game is over: there is no tree to grow"):
        grow_tree(full, "mcts-tree", 10, 5)
    with pytest.raises(UnknownName, match="expected a tree search such as mcts-tree, got 'greedy_player'"):
        grow_tree(Game(bundled_board("easy-2x2")), "greedy_player", 10, 5)
    with pytest.raises(FormatError, match="mcts-cells:as=002 does not search in its first turn"):
        grow_tree(Game(bundled_board("easy-2x2")), "mcts-cells:as=002", 10, 5)
