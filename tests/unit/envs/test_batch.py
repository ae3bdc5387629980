"""A batch plays by the rules: it is compared with ``Game``, turn by turn. And it says no to what it cannot take."""

from __future__ import annotations

from random import Random
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import positions

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.rules import RULE_SETS
from dueldoku.duel.turn import Ruling
from dueldoku.envs import Batch
from dueldoku.envs.batch import RULINGS
from dueldoku.envs.solver import solver_of
from dueldoku.errors import ActionError, DueldokuError, StartError
from dueldoku.game.game import Game, check_start
from dueldoku.kernels.base.bits import pack_bits
from dueldoku.kernels.duel.lockstep import SET
from dueldoku.puzzles.fill import full_board

SHAPES = [(2, 2), (2, 3), (3, 2), (1, 4), (2, 4), (3, 3), (1, 9), (3, 4), (4, 3), (4, 4)]


def holed(shape: tuple[int, int], holes: int, rng: Random) -> Position:
    """A board with a solution and so many empty cells; somebody owns each of the others."""
    geometry = Geometry.of(*shape)
    values = list(full_board(geometry, rng))
    for cell in rng.sample(range(geometry.size), min(holes, geometry.size)):
        values[cell] = 0
    owners = tuple(rng.choice((1, 2)) if value else 0 for value in values)
    return Position(Grid(geometry, tuple(values)), owners=owners)


def on_board(game: Game) -> list[Move]:
    """The taboo moves that an action stands for: a position may have others."""
    side = range(game.geometry.side)
    return [move for move in game.taboo if move.row in side and move.col in side and move.digit - 1 in side]


def choose(game: Game, rng: Random, offend: bool) -> int:
    """An action: most are legal, some are bombs, and some are offences, if those are wanted."""
    side, legal = game.geometry.side, list(game.legal_moves())
    kind = rng.random()
    if not legal or (offend and kind < 0.02):  # a start may have taboo moves that are no bombs, and leave none
        return rng.randrange(-2, side**3 + 2)
    if offend and kind < 0.03 and (refused := on_board(game)):
        move = rng.choice(refused)
    elif kind < 0.3 and side < 7 and (bombs := list(game.bombs())):
        move = rng.choice(bombs)
    else:
        move = rng.choice(legal)
    return game.geometry.cell_of(move) * side + move.digit - 1


def move_of(batch: Batch, action: int) -> Move:
    """The action's move, or one outside the board; not one near it, which a position may have as a taboo."""
    inside = 0 <= action < batch.actions
    return batch.move_of(action) if inside else Move(10**9, 0, 0)


def assert_same(batch: Batch, games: list[Game]) -> None:
    """The batch shows what the games show."""
    size, side = batch.geometry.size, batch.geometry.side
    legal, planes = batch.legal(), batch.observe().reshape(len(games), -1, size)
    bombs = batch.bombs() if side < 7 else None
    candidates, solutions = batch.candidates().reshape(len(games), size, side), batch.solutions()
    assert np.array_equal(pack_bits(legal), batch.legal(packed=True))
    bits = np.unpackbits(batch.observe(bits=True).view(np.uint8), axis=-1, bitorder="little")
    assert np.array_equal(bits.reshape(len(games), batch.planes, -1)[:, :, :size], planes)
    assert np.array_equal(batch.values, [game.values for game in games])
    assert np.array_equal(batch.scores, [game.scores for game in games])
    assert np.array_equal(batch.turn, [game.turn for game in games])
    for number, game in enumerate(games):
        moves = list(game.legal_moves())
        assert np.flatnonzero(legal[number]).tolist() == [batch.action_of(move) for move in moves]
        if bombs is not None:
            assert np.flatnonzero(bombs[number]).tolist() == [batch.action_of(move) for move in game.bombs()]
        holds, could, mine, theirs = np.split(planes[number], [side, 2 * side, 2 * side + 1])
        assert np.array_equal(holds, [[value == digit for value in game.values] for digit in range(1, side + 1)])
        free = [set(game.digits(cell)) if not value else set() for cell, value in enumerate(game.values)]
        for move in on_board(game):
            free[game.geometry.cell_of(move)].discard(move.digit)
        assert np.array_equal(could, [[digit in digits for digits in free] for digit in range(1, side + 1)])
        assert np.array_equal(candidates[number], could.T)
        if solutions[number].any():
            assert all(value in (0, at) for value, at in zip(game.values, solutions[number].tolist(), strict=True))
        assert np.flatnonzero(mine).tolist() == game.cells()
        assert np.flatnonzero(theirs).tolist() == game.cells(3 - game.turn)


def play(batch: Batch, rng: Random, steps: int) -> None:
    """Play so many steps, with a ``Game`` beside each game."""
    games = [Game(batch.positions[start]) for start in batch.start]
    assert_same(batch, games)
    for _ in range(steps):
        actions = [choose(game, rng, batch.offences == "lose") for game in games]
        step = batch.step(np.array(actions))
        for number, (game, action) in enumerate(zip(games, actions, strict=True)):
            turn = game.push(move_of(batch, action))
            assert (RULINGS[step.ruling[number]], step.points[number]) == (turn.ruling, turn.points)
            assert step.scores[number].tolist() == game.scores
            outcome = game.outcome()
            assert step.done[number] == (outcome is not None)
            if outcome:
                assert step.winner[number] == outcome.winner
                games[number] = Game(batch.positions[batch.start[number]])
        assert_same(batch, games)


# -- it is the game --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=25)
@given(
    shape=st.sampled_from(SHAPES),
    share=st.floats(0.05, 1),
    seed=st.integers(0, 2**32),
    offences=st.sampled_from(["raise", "lose"]),
)
def test_every_turn_is_that_of_the_game(
    rules: str, shape: tuple[int, int], share: float, seed: int, offences: str
) -> None:
    rng = Random(seed)
    size = Geometry.of(*shape).size
    boards = [holed(shape, max(1, round(share * size)), rng) for _ in range(2)]
    batch = Batch(3, boards, rules, seed % 1000, starts=3, offences=offences)  # type: ignore[arg-type]
    play(batch, rng, 90 if size < 100 else 40)


@pytest.mark.slow
@settings(max_examples=60)
@given(positions(spoil=False), st.integers(0, 2**32))
def test_any_position_can_be_the_start(start: Position, seed: int) -> None:
    try:
        check_start(start)
    except StartError:
        with pytest.raises(StartError):
            Batch(2, start)
        return
    if Game(start).is_over():
        with pytest.raises(StartError, match="neither player"):
            Batch(2, start)
        return
    play(Batch(2, start, offences="lose"), Random(seed), 40)


def test_a_nearly_empty_board_that_is_hard_from_one_side_is_seen_from_another() -> None:
    """From the first side this one takes a million guesses, a third of a second."""
    grid = Grid.parse("." * 42 + "3............." + "9.............9..1.......")
    answer = solver_of(grid.geometry)
    boards, sets = np.array([list(grid)], np.uint8), np.zeros((1, grid.geometry.size, SET), np.uint8)
    for _ in range(2):  # once to load it
        asked, begin = np.array([[0, 1, 0]]), process_time()
        answer(boards, asked, sets)
        gone = process_time() - begin
    assert gone < 0.1
    assert asked.tolist() == [[0, 1, 1]]
    solution = sets[0, :, 0]
    assert all(value in (0, solution[cell]) for cell, value in enumerate(grid))
    assert all(len({solution[cell] for cell in unit}) == 9 for unit in grid.geometry.units)


@pytest.mark.parametrize("board", ["random-2x3", "empty-2x3", "board-2x3", "random-3x3", "empty-3x3", "random-3x4"])
@pytest.mark.parametrize("rules", ["classic", "rows"])
def test_bundled_boards(board: str, rules: str) -> None:
    play(Batch(3, board, rules, offences="lose"), Random(1), 100)


def test_a_hard_large_board_is_handed_to_the_solver_that_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dueldoku.envs.solver._NODES", 1)
    play(Batch(2, "empty-3x4"), Random(1), 25)


@pytest.mark.parametrize("board", ["empty-2x2", "empty-2x3", "easy-3x3", "empty-3x3"])
def test_random_play_from_the_seed_is_the_same_game_whatever_the_threads(board: str) -> None:
    one, two = Batch(50, board, "rows", 7), Batch(50, board, "rows", 7, threads=3)
    for _ in range(60):
        actions = one.sample()
        assert np.array_equal(actions, two.sample())
        for mine, theirs in zip(one.step(actions), two.step(actions), strict=True):
            assert np.array_equal(mine, theirs)
        assert np.array_equal(one.observe(), two.observe())
        assert np.array_equal(one.legal(), two.legal())
    values = one.values
    one.reset()
    for _ in range(60):
        one.step(one.sample())
    assert np.array_equal(one.values, values)
    other = Batch(50, board, "rows", 8)
    assert not np.array_equal(other.sample(), Batch(50, board, "rows", 7).sample())


def test_samples_are_legal_and_all_are_drawn() -> None:
    batch = Batch(3000, "random-2x3")
    actions = batch.sample()
    legal = batch.legal()
    assert legal[np.arange(batch.n), actions].all()
    counts = np.bincount(actions, minlength=batch.actions)[legal[0]]
    expected = batch.n / legal[0].sum()
    assert np.abs(counts - expected).max() < 6 * expected**0.5


# -- what it starts from ---------------------------------------------------------------------------------------------


def test_a_recipe_makes_many_boards_and_games_go_round_them() -> None:
    batch = Batch(4, "generate:size=2x2,empty=8", seed=3, starts=10)
    assert len(set(batch.positions)) > 5
    assert batch.start.tolist() == [0, 1, 2, 3]
    assert batch.positions == Batch(1, "generate:size=2x2,empty=8", seed=3, starts=10).positions
    assert batch.positions != Batch(1, "generate:size=2x2,empty=8", seed=4, starts=10).positions
    while not (done := batch.step(batch.sample()).done).any():
        assert batch.start.tolist() == [0, 1, 2, 3]
    assert batch.start.tolist() == [number + ended for number, ended in enumerate(done)]


def test_random_start_regions_are_drawn_anew() -> None:
    batch = Batch(4, "empty-2x2", "random", starts=5)
    assert len({position.regions for position in batch.positions}) == 5


def test_the_position_of_a_game_is_one_to_play_on_from() -> None:
    batch = Batch(2, "empty-2x3", "rows", offences="lose")
    rng = Random(2)
    games = [Game(batch.positions[0]) for _ in range(2)]
    for _ in range(20):
        actions = [choose(game, rng, False) for game in games]
        batch.step(actions)
        for number, action in enumerate(actions):
            games[number].push(batch.move_of(action))
            again = Game(batch.position(number))
            assert (again.values, again.scores, again.turn) == (
                games[number].values,
                games[number].scores,
                games[number].turn,
            )
            assert list(again.legal_moves()) == list(games[number].legal_moves())
            assert set(again.taboo) == set(games[number].taboo)


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("1234341221434321", "already full"),
        ("123........4....", "no solution"),
        ("11..............", "breaks the rules"),
        (["empty-2x2", "empty-2x3"], "2x2 classic as the first board, got 2x3"),
        ([], "at least one board"),
        ("................ rules=rows region1= region2=", "neither player"),
    ],
)
def test_boards_on_which_a_game_would_mean_nothing_are_refused(board: str, words: str) -> None:
    with pytest.raises(StartError, match=words):
        Batch(2, board)


# -- bad input -------------------------------------------------------------------------------------------------------


def illegal_of(batch: Batch) -> int:
    return int(np.flatnonzero(~batch.legal()[1])[0])


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0.0, 1.0, 2.0], "whole numbers for actions, got an array of float64"),
        ([True, False, True], "whole numbers for actions, got an array of bool"),
        (["r1c1=1"] * 3, "whole numbers for actions"),
        ([0, 1], r"each of 3 games, got an array of shape \(2,\)"),
        ([[0, 1, 2]], r"shape \(1, 3\)"),
        (5, r"shape \(\)"),
        ([0, 1, 64], "game 2: expected an action from 0 to 63, got 64"),
        ([0, -1, 1], "game 1: expected an action from 0 to 63, got -1"),
    ],
)
def test_actions_that_do_not_fit_are_refused_and_nothing_changes(actions: object, words: str) -> None:
    batch = Batch(3, "empty-2x2")
    before = batch._state.copy()
    with pytest.raises(ActionError, match=words):
        batch.step(actions)  # type: ignore[arg-type]
    assert np.array_equal(batch._state, before)


def test_an_illegal_action_is_explained_and_nothing_changes() -> None:
    batch = Batch(2, "easy-2x2")
    before, legal = batch._state.copy(), batch.sample()
    legal[1] = illegal_of(batch)
    with pytest.raises(ActionError, match=r"game 1, action 0: r1c1=1 repeats the 1 of r1c3"):
        batch.step(legal)
    assert np.array_equal(batch._state, before)


def test_a_move_that_was_refused_is_an_offence_the_second_time() -> None:
    start = Game(Grid.parse("12.. .... 2341 4123"))
    bomb = next(start.bombs())
    for offences in ("raise", "lose"):
        batch = Batch(1, start.position(), offences=offences)  # type: ignore[arg-type]
        action = [batch.action_of(bomb)]
        assert RULINGS[batch.step(action).ruling[0]] is Ruling.REFUSED
        assert not batch.legal()[0, action[0]]
        if offences == "raise":
            with pytest.raises(ActionError, match="was refused before and is taboo"):
                batch.step(action)
        else:
            step = batch.step(action)
            assert (RULINGS[step.ruling[0]], step.done[0], step.winner[0]) == (Ruling.TABOO, True, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"n": 0},
        {"n": -1},
        {"n": 2.5},
        {"threads": 0},
        {"starts": -1},
        {"offences": "ignore"},
        {"rules": "chess"},
        {"board": "no-such"},
    ],
    ids=str,
)
def test_a_batch_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(DueldokuError):
        Batch(**{"n": 2, "board": "empty-2x2", **wrong})  # type: ignore[arg-type]


def test_arrays_to_write_into_have_to_fit() -> None:
    batch = Batch(2, "empty-2x2")
    for out in (np.empty((2, 63), bool), np.empty((2, 64), np.uint8), np.empty((64, 2), bool).T):
        with pytest.raises(ActionError, match=r"shape \(2, 64\) and bool"):
            batch.legal(out=out)
    mask, planes = np.zeros((2, 64), bool), np.zeros((2, 10, 4, 4), np.float32)
    assert batch.legal(out=mask) is mask
    assert mask.all()
    assert batch.observe(out=planes) is planes
    assert planes.sum() == 2 * 6 * 16


def test_moves_and_actions_are_the_same_thing() -> None:
    batch = Batch(1, "empty-2x3")
    assert [batch.action_of(batch.move_of(action)) for action in range(batch.actions)] == list(range(216))
    with pytest.raises(ActionError, match="from 0 to 215, got 216"):
        batch.move_of(216)
    with pytest.raises(ActionError, match="6 rows, columns and digits, got r7c1=1"):
        batch.action_of(Move(6, 0, 1))


# -- what others get -------------------------------------------------------------------------------------------------


def test_arrays_go_to_other_libraries_without_a_copy() -> None:
    batch = Batch(5, "empty-2x3")
    step = batch.step(batch.sample())
    for array in (
        batch.observe(),
        batch.observe(bits=True),
        batch.legal(),
        batch.legal(packed=True),
        batch.scores,
        *step,
    ):
        assert array.flags.c_contiguous
        assert np.shares_memory(np.from_dlpack(array), array)


def test_what_is_shown_is_not_the_batch_itself() -> None:
    batch = Batch(2, "empty-2x2")
    before = batch._state.copy()
    for array in (batch.values, batch.scores, batch.turn, batch.start, batch.observe(), batch.legal()):
        array[:] = 1
    assert np.array_equal(batch._state, before)


@pytest.mark.parametrize("shape", [(2, 2), (2, 3)])
def test_bombs_everywhere_are_those_of_an_open_board(shape: tuple[int, int]) -> None:
    """What the player to move does not reach counts as well, if it is asked for; and of some games alone."""
    rng = Random(f"{shape}")
    batch = Batch(6, Grid.empty(Geometry.of(*shape)), "rows", seed=3)
    for _ in range(batch.geometry.size // 2):
        batch.step(batch.sample())
    bombs, some = batch.bombs(everywhere=True), rng.sample(range(6), 3)
    assert np.array_equal(batch.bombs(some, everywhere=True), bombs[some])
    assert np.array_equal(batch.bombs(some), batch.bombs()[some])
    assert np.array_equal(bombs & batch.legal(), batch.bombs())
    for number in range(batch.n):
        position = batch.position(number)
        game = Game(Position(position.grid, "classic", taboo=position.taboo))
        assert np.flatnonzero(bombs[number]).tolist() == [batch.action_of(move) for move in game.bombs()]
    solutions = batch.solutions()
    for row in solutions.tolist():
        for unit in batch.geometry.units:
            assert sorted(row[cell] for cell in unit) == list(range(1, batch.geometry.side + 1))
