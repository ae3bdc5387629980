"""Moves and variations: they are walked, cut, written down and read again; what a link may hold is bounded."""

from __future__ import annotations

import pytest

from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.turn import Ruling, Turn
from dueldoku.errors import FormatError
from dueldoku.game.game import Game
from dueldoku.web import jobs, tree
from dueldoku.web.tree import Tree, parse

START = "12.4.4.221.3...1"
LINE = "{start} r1c3=3 {a (b)} [r1c1 r1c1>r2c2] ( r2c1=3 r4c1=4 ( r4c3=4 ) r1c3=3 ) r2c1=3 r3c3=4"


def read(text: str) -> Tree:
    return parse(Game(Position.parse(START)), text)


def test_it_is_read_as_it_is_written() -> None:
    first = read(LINE)
    assert first.text() == LINE
    assert [str(node.turn.move) for node in first.nodes[1:] if node.turn] == [
        *("r1c3=3", "r2c1=3", "r4c1=4", "r4c3=4", "r1c3=3", "r2c1=3", "r3c3=4")
    ]
    assert [first.number(node) for node in range(len(first))] == list(range(8))
    assert first.line(0) == [0, 1, 6, 7]
    assert first.path(4) == [0, 2, 4]
    assert first.nodes[1].arrows == [(0, 5)]


def test_a_bomb_is_judged_and_the_turn_passes() -> None:
    bomb = next(Game(Position.parse(START)).bombs())
    node = read(str(bomb)).nodes[1]
    assert node.turn
    assert node.turn.ruling is Ruling.REFUSED
    assert read(str(bomb)).game(1).turn == 2


def test_the_same_move_is_the_same_node_and_a_cut_takes_all_that_follows() -> None:
    one = read("r1c3=3 (r2c1=3) r2c1=3")
    turn = one.nodes[1].turn
    assert turn
    assert one.add(0, turn) == 1
    assert one.cut(1) == 0
    assert one.text() == "r2c1=3"
    assert one.cut(0) == 0
    assert [one.has(node) for node in (-1, 0, 1, 2, 3, 4)] == [False, True, False, True, False, False]


def test_a_variation_becomes_the_main_line_and_its_text_tells_so() -> None:
    tree = parse(Game(Position.parse(START)), "r1c3=3 (r2c1=3 r4c1=4 (r2c3=1)) r2c1=3")
    last = next(number for number in range(len(tree)) if str(tree.nodes[number].turn).endswith("r2c3=1 +1"))
    assert tree.branch(last) == 2
    assert tree.branch(1) == tree.branch(0) == 0
    tree.promote(last)
    assert tree.branch(last) == 0
    assert tree.text() == "r2c1=3 ( r1c3=3 r2c1=3 ) r2c3=1 ( r4c1=4 )"
    assert parse(Game(Position.parse(START)), tree.text()).text() == tree.text()


def test_a_turn_that_lost_the_game_is_left_out_and_its_alternatives_stay_where_they_are() -> None:
    one = read("r1c3=3")
    lost = one.add(1, Turn(2, None, Ruling.RESIGNED))
    (turn,) = jobs.judge_line(one.game(1).position(), [Move.parse("r2c1=3")])
    other = one.add(1, turn)
    assert one.text() == "r1c3=3 r2c1=3"
    assert (one.number(lost), one.number(other)) == (1, 2)


def test_rings_and_arrows_go_when_they_are_drawn_again() -> None:
    one = Tree(Position.parse(START))
    for start, end in ((1, 1), (1, 2), (1, 1), (1, 99), (-1, 0)):
        one.draw(0, start, end)
    assert (one.nodes[0].rings, one.nodes[0].arrows) == ([], [(1, 2)])
    assert not one.nodes[0].is_bare


def test_comments_cannot_break_out() -> None:
    one = Tree(Position.parse(START))
    one.comment(0, "a } b {\n c" + "x" * 1000)
    assert one.nodes[0].comment.startswith("a ) b ( c")
    assert read(one.text()).nodes[0].comment == one.nodes[0].comment
    assert len(one.nodes[0].comment) == tree.MOST_COMMENT


@pytest.mark.parametrize(
    "text",
    [
        *("nonsense", "r1c1=1", "r9c9=9", "r1c3=3 )", "(r1c3=3)", "r1c3=3 {", "[r9c9]", "[a>b>c]", "r1c3=99"),
        "x" * 30_000,
        "[" + "r1c1 " * 1000 + "]",
        "r1c3=3 " + "(" * 5000,
    ],
)
def test_a_bad_link_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(FormatError) as told:
        jobs.read_tree(START, text)
    assert len(str(told.value)) < 200


def test_a_best_line_is_judged_as_far_as_it_goes() -> None:
    moves = [Move.parse("r1c3=3"), Move.parse("r2c1=3"), Move.parse("r1c1=1")]
    assert [turn.player for turn in jobs.judge_line(Position.parse(START), moves)] == [1, 2]
