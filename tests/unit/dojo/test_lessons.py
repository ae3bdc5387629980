"""The lessons: what they say of their boards is true."""

from __future__ import annotations

import pytest

from dueldoku import Game, Move
from dueldoku.dojo.cut import puzzle_of
from dueldoku.dojo.lessons import LESSONS, Stage

STAGES = [stage for lesson in LESSONS for stage in lesson.stages]


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.task[:30])
def test_bombs_are_bombs_and_right_moves_are_legal(stage: Stage) -> None:
    game = Game(stage.position)
    legal = list(game.legal_moves())
    assert {move for move in legal if stage.is_bomb(move)} == set(game.bombs())
    right = [move for move in legal if stage.is_right(move)]
    assert right
    assert len(right) < len(legal)
    for move in legal:
        assert stage.answer(move)
    if not stage.puzzle:
        assert set(map(Move.parse, stage.right.split())) == set(right)
        assert set(map(Move.parse, stage.bombs.split())) == set(game.bombs())


@pytest.mark.parametrize("stage", [one for one in STAGES if one.puzzle], ids=lambda stage: stage.task[:30])
def test_puzzles_of_lessons_are_proven(stage: Stage) -> None:
    assert puzzle_of(Game(stage.position)) == stage.puzzle


def test_the_tasks_are_as_they_say() -> None:
    for number, points in ((0, 1), (1, 3), (2, 7)):
        for stage in LESSONS[number].stages:
            game = Game(stage.position)
            for move in game.legal_moves():
                is_worth_it = game.points(game.geometry.cell_of(move)) >= points and not stage.is_bomb(move)
                assert stage.is_right(move) == is_worth_it
    (stage,) = LESSONS[3].stages
    game = Game(stage.position)
    for move in list(game.legal_moves()):
        assert game.push(move).points == 0
        assert stage.is_right(move) == (max(map(game.points, game.cells())) == 0)
        game.pop()


def test_ten_lessons() -> None:
    assert len(LESSONS) == 10
