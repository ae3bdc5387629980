"""Moves as actions, positions as planes, turns as rewards."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from adapted import starts
from hypothesis import given
from hypothesis import strategies as st

from dueldoku.adapters import encoding
from dueldoku.adapters.start import Start
from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Position
from dueldoku.errors import ActionError, DueldokuError, StartError, UnknownName
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game


@pytest.mark.parametrize("shape", ["1x2", "2x3", "3x3", "4x4"])
def test_actions_and_moves_are_the_same_thing(shape: str) -> None:
    game = Game(bundled_board(f"empty-{shape}"))
    moves = [encoding.move_of(game, action) for action in range(encoding.count_actions(game.geometry))]
    assert len(set(moves)) == len(moves) == game.geometry.side**3
    assert [encoding.action_of(game, move) for move in moves] == list(range(len(moves)))
    assert encoding.move_of(game, np.int32(3)) == moves[3]


@pytest.mark.parametrize(
    "action", [-1, 64, 10**30, 1.0, "1", None, True, np.True_, np.float32(2), [1], np.array([1, 2])]
)
def test_what_is_no_action_is_told(action: object) -> None:
    with pytest.raises(ActionError, match="expected an action, a whole number from 0 to 63, got"):
        encoding.move_of(Game(bundled_board("empty-2x2")), action)


@given(starts(), st.integers(0, 2**32))
def test_planes_tell_all_there_is_to_know(start: Position, seed: int) -> None:
    game, chance = Game(start), Random(seed)
    side, most = game.geometry.side, encoding.most_points(game)
    while True:
        for player in (1, 2):
            planes = encoding.planes_of(game, player)
            assert planes.dtype == np.float32
            assert planes.shape == (encoding.count_planes(game.geometry), side, side)
            assert 0 <= planes.min() <= planes.max() <= 1
            digits, taboo, (mine, theirs, turn, own, other) = np.split(planes, [side, 2 * side])
            assert (digits * np.arange(1, side + 1)[:, None, None]).sum(axis=0).ravel().tolist() == game.values
            told = {(row, col, digit + 1) for digit, row, col in np.argwhere(taboo).tolist()}
            assert told == set(game.taboo)
            assert np.flatnonzero(mine).tolist() == game.cells(player)
            assert np.flatnonzero(theirs).tolist() == game.cells(3 - player)
            assert turn.min() == turn.max() == (game.turn == player and not game.is_over())
            assert [own[0, 0] * most, other[0, 0] * most] == pytest.approx(
                [game.scores[player - 1], game.scores[2 - player]]
            )
        if game.is_over():
            break
        game.push(chance.choice(list(game.legal_moves())))
    assert not encoding.mask_of(game, 1).any()
    assert not encoding.mask_of(game, 2).any()


def test_rewards_are_the_points_or_the_end() -> None:
    game = Game(bundled_board("easy-2x2"))
    lead = []
    while not game.is_over():
        assert encoding.reward_of(game, "win") == 0 if game.history else True
        game.push(next(game.legal_moves()))
        lead.append(encoding.reward_of(game, "lead"))
    assert sum(lead) == game.scores[0] - game.scores[1] != 0
    assert encoding.reward_of(game, "win") == np.sign(sum(lead))
    game = Game(bundled_board("empty-2x2"))
    game.push(encoding.move_of(game, 0))
    game.push(encoding.move_of(game, 0))
    assert (encoding.reward_of(game, "win"), encoding.reward_of(game, "lead")) == (1, 28)


@pytest.mark.parametrize(
    ("board", "rules", "told"),
    [
        ("nope-3x3", None, "expected a board out of"),
        ("generate:size=9x9", None, "expected a block"),
        ("random-3x3", "chess", "expected a rule set"),
        ("1234341221434321", None, "already full"),
        ("11..............", None, "breaks the rules"),
        ("................ region1= region2=", "rows", "neither player has a cell to fill"),
        ("123.341221.3.3.1 taboo=r1c4=4", None, "is taboo, but"),
    ],
)
def test_a_start_that_means_nothing_is_told(board: str, rules: str | None, told: str) -> None:
    with pytest.raises(DueldokuError, match=told):
        Start(board, rules)


def test_a_recipe_makes_a_board_for_each_seed_and_the_same_for_the_same() -> None:
    start = Start("generate:size=2x3,empty=18", "random")
    assert start.geometry is Geometry.of(2, 3)
    games = [str(start.game(seed)) for seed in (1, 2, 1)]
    assert games[0] == games[2] != games[1]
    assert str(Start("generate:size=2x3,empty=18,seed=5").game(1)) != str(Start("generate:size=2x3,empty=18").game(1))


def test_a_board_on_which_nobody_can_move_is_drawn_again() -> None:
    start = Start("generate:size=3x3,empty=3", "rows")
    assert all(not start.game(seed).is_over() for seed in range(20))
    with pytest.raises(StartError, match="neither player"):
        Start("generate:size=3x3,empty=0", "rows")


def test_words_that_are_not_known_are_told() -> None:
    with pytest.raises(UnknownName, match="expected a reward out of win, lead, got 'gold'"):
        encoding.check_reward("gold")
    with pytest.raises(UnknownName, match="expected a render mode out of human, ansi, rgb_array, svg, got 'film'"):
        encoding.check_mode("film")


@pytest.mark.parametrize(
    ("adapter", "missing", "called"),
    [
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("openspiel", "pyspiel", "OpenSpiel"),
    ],
)
def test_a_library_that_is_not_there_is_named(adapter: str, missing: str, called: str) -> None:
    code = f"import sys; sys.modules['{missing}'] = None; import dueldoku.adapters.{adapter}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{adapter} needs {called}: pip install 'dueldoku[rl]'" in done.stderr.splitlines()[-1]
