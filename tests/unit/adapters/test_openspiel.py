"""The duel in OpenSpiel: its own tests and searches, and playthroughs beside the slow referee."""

from __future__ import annotations

from random import Random

import numpy as np
import pyspiel
import pytest
import slow_rules as slow
from adapted import BOARDS, choose, slow_actions, starts
from hypothesis import given
from hypothesis import strategies as st
from open_spiel.python.algorithms import mcts, minimax
from open_spiel.python.observation import make_observation
from slow_start import slow_start

from dueldoku.adapters import encoding, openspiel
from dueldoku.duel.position import Position
from dueldoku.engine.perfect import perfect
from dueldoku.errors import ActionError, DueldokuError, StartError
from dueldoku.game.game import replay


def load(board: str | Position, **more: object) -> openspiel.DueldokuGame:
    return pyspiel.load_game("dueldoku", {"board": str(board), **more})


@pytest.mark.parametrize("returns", ["win", "lead", "points"])
@pytest.mark.parametrize("rules", ["classic", "rows", "border", "random"])
@pytest.mark.parametrize("board", ["empty-2x2", "random-2x3", "board-2x3"])
def test_openspiel_s_own_simulations_pass(board: str, rules: str, returns: str) -> None:
    game = pyspiel.load_game(f"dueldoku(board={board},rules={rules},returns={returns},seed=2)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "rules"), BOARDS)
def test_games_of_every_size_and_rule_set_are_the_referee_s(board: str, rules: str) -> None:
    game, chance = load(board, rules=rules, returns="lead"), Random(board)
    state = game.new_initial_state()
    duel = state.duel
    while not state.is_terminal():
        assert state.current_player() == duel.turn - 1
        state.apply_action(chance.choice(state.legal_actions()))
    assert state.returns()[0] == duel.scores[0] - duel.scores[1]
    assert len(state.history()) <= game.max_game_length()
    assert len(list(replay(duel.record()))) == len(duel.history) + 1


@given(starts(), st.integers(0, 2**32))
def test_every_turn_comes_out_as_the_slow_referee_says(start: Position, seed: int) -> None:
    game, chance = load(start), Random(seed)
    state, referee = game.new_initial_state(), slow_start(load(start).new_initial_state().duel)
    while not referee.end:
        legal = state.legal_actions()
        assert state.current_player() == referee.mover - 1
        assert legal == slow_actions(referee)
        action = choose(state.duel, legal, chance, offences=0.2)
        side, before = state.duel.geometry.side, str(state)
        if action not in legal:
            with pytest.raises(ActionError, match="expected a legal action, got"):
                state.apply_action(action)
            assert (str(state), state.legal_actions()) == (before, legal)
            continue
        copy = state.clone()
        state.apply_action(action)
        assert str(copy) == before
        referee = slow.take_turn(referee, (*divmod(action // side, side), action % side + 1))[0]
        assert state.is_terminal() == bool(referee.end)
    winner = referee.end[0]
    assert state.returns() == {1: [1, -1], 2: [-1, 1], 0: [0, 0]}[winner]
    assert len(state.history()) <= game.max_game_length()
    with pytest.raises(ActionError, match="after the end"):
        state.apply_action(0)


def test_what_counts_is_in_the_type_of_the_game() -> None:
    kinds = {returns: load("random-2x3", returns=returns) for returns in ("win", "lead", "points")}
    utility = pyspiel.GameType.Utility
    assert [game.get_type().utility for game in kinds.values()] == [
        utility.ZERO_SUM,
        utility.ZERO_SUM,
        utility.GENERAL_SUM,
    ]
    assert [game.max_utility() for game in kinds.values()] == [1, 42, 42]
    assert [game.min_utility() for game in kinds.values()] == [-1, -42, 0]
    for game in kinds.values():
        assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
        assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION


@pytest.mark.parametrize("board", ["easy-2x2", "2x2:123.341221.3.3.1", "2x2:12.434.22.4..3.."])
def test_openspiel_s_alpha_beta_finds_the_value_of_perfect_play(board: str) -> None:
    game = pyspiel.load_game(f"dueldoku(board={board},returns=lead)")
    value, action = minimax.alpha_beta_search(game, maximum_depth=game.max_game_length())
    assert value == perfect(game.start).value
    duel = game.new_initial_state().duel
    points = duel.push(encoding.move_of(duel, action)).points
    assert points - perfect(duel).value == value


def test_openspiel_s_mcts_plays_it_and_beats_chance() -> None:
    game = pyspiel.load_game("dueldoku(board=random-2x3)")
    chance, won = Random(1), 0
    for number in range(4):
        bot = mcts.MCTSBot(
            game,
            1.4,
            40,
            mcts.RandomRolloutEvaluator(1, np.random.RandomState(number)),
            random_state=np.random.RandomState(number),
        )
        state = game.new_initial_state()
        while not state.is_terminal():
            is_bot = state.current_player() == number % 2
            state.apply_action(bot.step(state) if is_bot else chance.choice(state.legal_actions()))
        won += state.returns()[number % 2] > 0
    assert won >= 3


def test_observations_are_planes_and_text() -> None:
    game = pyspiel.load_game("dueldoku(board=random-2x3)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[3])
    for player in (0, 1):
        planes = encoding.planes_of(state.duel, player + 1)
        seen = make_observation(game)
        seen.set_from(state, player)
        assert np.array_equal(seen.dict["observation"], planes)
        assert np.array_equal(np.reshape(state.observation_tensor(player), planes.shape), planes)
        assert state.observation_string(player) == seen.string_from(state, player) == str(state.duel)
    assert state.information_state_string(0) == state.history_str()


@pytest.mark.parametrize(
    "board",
    ["random-2x3", "12..34..........", "123.341221.3.3.1 turn=2 scores=3-1", "generate:size=2x3,empty=18,seed=4"],
)
def test_games_and_states_are_kept_as_text(board: str) -> None:
    game = load(board, rules="random", seed=5)
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[-1])
    game2, state2 = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(game2), str(state2), state2.history()) == (str(game), str(state), state.history())
    assert str(pyspiel.load_game(str(game)).new_initial_state()) == str(game.new_initial_state())
    assert str(game.new_initial_state(state.to_dict())) == str(game.new_initial_state(state.to_struct())) == str(state)


def test_bad_input_is_told() -> None:
    for wrong in ({"board": "nope-2x2"}, {"rules": "chess"}, {"returns": "gold"}):
        with pytest.raises(DueldokuError, match="expected"):
            pyspiel.load_game("dueldoku", wrong)
    game = pyspiel.load_game("dueldoku(board=random-2x3)")
    with pytest.raises(StartError, match="expected a position of dueldoku"):
        game.new_initial_state({"position": "................"})
    state = game.new_initial_state()
    before = str(state)
    for wrong in (-1, 10**6, "x", None, 2.5):
        with pytest.raises((ActionError, TypeError, pyspiel.SpielError)):
            state.apply_action(wrong)
    assert str(state) == before
