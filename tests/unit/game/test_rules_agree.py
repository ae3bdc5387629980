"""The game against the slow referee: two readings of the same rules have to agree, turn by turn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import slow_rules as slow
from hypothesis import assume, given, settings
from random_games import CODES, positions, propose
from slow_start import slow_start

from dueldoku.board.move import Move
from dueldoku.duel.position import Position, Regions
from dueldoku.duel.record import GameRecord
from dueldoku.duel.rules import RULE_SETS
from dueldoku.game.game import Game

pytestmark = pytest.mark.slow

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"


def assert_agree(game: Game, state: slow.State) -> None:
    """Whatever one can ask of a game has the same answer from both."""
    side = game.geometry.side
    assert dict(zip(sorted(state.board), game.values, strict=True)) == state.board
    assert game.scores == [state.scores[1], state.scores[2]]
    assert set(game.taboo) == state.taboo
    assert len(game.taboo) == len(state.taboo)
    for player in (1, 2):
        assert [divmod(cell, side) for cell in game.cells(player)] == sorted(slow.player_squares(state, player))
    if state.regions is not None:
        owned = {p: {divmod(cell, side) for cell, owner in enumerate(game.owners) if owner == p} for p in (1, 2)}
        assert owned == state.occupied
    outcome = game.outcome()
    assert game.is_over() == bool(state.end)
    if state.end:
        assert outcome == (*state.end, tuple(game.scores))
        assert list(game.legal_moves()) == []
    else:
        assert outcome is None
        assert game.turn == state.mover
        assert list(game.legal_moves()) == sorted(slow.legal_moves(state))
        assert list(game.bombs()) == sorted(slow.bombs(state))


@pytest.mark.slow
@settings(max_examples=200)
@given(positions(), CODES)
def test_every_turn_comes_out_as_the_slow_referee_says(start: Position, codes: list[int]) -> None:
    game = Game(start)
    state = slow_start(game)
    assert_agree(game, state)
    for code in codes:
        if game.is_over():
            break
        move, mover = propose(game, code), game.turn
        assert game.judge(move).ruling == slow.judge(state, move)
        turn = game.push(move)
        state, ruling, reward = slow.take_turn(state, move)
        assert turn == (mover, move, ruling, reward)
        assert_agree(game, state)


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_turn_of_the_stored_games_comes_out_as_the_slow_referee_says(path: Path) -> None:
    record = GameRecord.from_text(path.read_text(encoding="utf-8").split("\nThe position")[0])
    state = slow_start(Game(record.start))
    for turn in record.turns:
        mover = state.mover
        state, ruling, reward = slow.take_turn(state, turn.move)
        assert turn == (mover, turn.move, ruling, reward)
    assert (record.winner, record.reason) == state.end
    assert record.scores == (state.scores[1], state.scores[2])


@settings(max_examples=60)
@given(positions())
def test_every_proposal_on_and_around_the_board_is_judged_alike(start: Position) -> None:
    game = Game(start)
    state, side = slow_start(game), game.geometry.side
    if not state.end:
        around = range(-1, side + 1)
        proposals = [Move(row, col, digit) for row in around for col in around for digit in range(side + 2)]
        judged = {move: str(game.judge(move).ruling) for move in proposals}
        assert judged == {move: slow.judge(state, move) for move in proposals}


@settings(max_examples=60)
@given(positions(spoil=False), CODES)
def test_on_a_solvable_board_every_playable_cell_always_has_a_good_digit(start: Position, codes: list[int]) -> None:
    game = Game(Position(start.grid, start.rules, start.turn, owners=start.owners, regions=start.regions))
    assert slow.is_solvable(game.geometry.m, game.geometry.n, slow_start(game).board)
    for code in codes:
        good = set(game.legal_moves()) - set(game.bombs())
        if game.is_over():
            break
        assert {game.geometry.cell(row, col) for row, col, _ in good} == set(game.cells())
        game.push(propose(game, code))


@pytest.mark.slow
@settings(max_examples=60)
@given(positions(spoil=True), CODES)
def test_every_move_is_refused_on_an_unsolvable_board(start: Position, codes: list[int]) -> None:
    game = Game(start)
    assume(not slow.is_solvable(game.geometry.m, game.geometry.n, slow_start(game).board))
    for code in codes:
        assert list(game.bombs()) == list(game.legal_moves())
        if game.is_over():
            break
        game.push(propose(game, code))
    assert tuple(game.scores) == start.scores
    assert game.grid == start.grid


# -- counting continuations ------------------------------------------------------------------------------------------

# How many ways there are to play one turn, two turns, three turns without an offence, bombs included. The first two
# numbers of the empty 2x2 board are easily checked by hand: 16*4, and 64 times 15*4 - 7 peers that lose a digit.
# Two boards are unusual: one breaks the rules already, so that every move is refused, and one starts with taboo moves.
PERFT: dict[str, dict[str, tuple[int, ...]]] = {
    "1x2:....": {"classic": (8, 32, 72), "rows": (4, 12, 28), "border": (8, 32, 72), "random": (4, 8, 16)},
    "2x1:1...": {"classic": (4, 9, 12), "rows": (1, 2, 2), "border": (4, 9, 12), "random": (2, 4, 4)},
    "1x3:.........": {
        "classic": (27, 540, 7668),
        "rows": (9, 72, 630),
        "border": (24, 420, 5964),
        "random": (9, 63, 615),
    },
    "1x3:1.......2 owners=+.......-": {
        "classic": (13, 138, 1200),
        "rows": (8, 54, 315),
        "border": (13, 138, 1200),
        "random": (7, 57, 284),
    },
    "................": {
        "classic": (64, 3392),
        "rows": (16, 240, 3808),
        "border": (48, 1856),
        "random": (16, 228, 5116),
    },
    "12.......3....4. turn=2 owners=+-.......+....-.": {
        "classic": (24, 495, 8830),
        "rows": (16, 208, 2770),
        "border": (24, 495, 8830),
        "random": (18, 250, 3711),
    },
    "123.341221.3.3.1": {
        "classic": (5, 17, 39),
        "rows": (1, 3, 5),
        "border": (4, 10, 16),
        "random": (2, 6, 7),
    },
    "1.1............. owners=+.-.............": {
        "classic": (46, 2070),
        "rows": (12, 339, 3630),
        "border": (36, 1368),
        "random": (15, 306, 4158),
    },
    "12.............3 taboo=r2c3=3,r2c3=4": {
        "classic": (31, 792, 17150),
        "rows": (3, 21, 100),
        "border": (21, 354, 6001),
        "random": (8, 43, 499),
    },
    "2x3:.46.52152346..1.235.3461.1.2.4..461. owners=..-.++-.-.+......--..+-..+.-....-.+.": {
        "classic": (16, 227, 2856),
        "rows": (13, 184, 1883),
        "border": (15, 213, 2512),
        "random": (13, 151, 1550),
    },
    "3x2:34.5612561.....4..4..61.5.1342134..6 owners=-+...+++++.....-.....-.......+..-..-": {
        "classic": (22, 435, 7722),
        "rows": (15, 149, 1853),
        "border": (18, 305, 4409),
        "random": (15, 176, 2198),
    },
    "3x2:....................................": {
        "classic": (216,),
        "rows": (36, 1260),
        "border": (120, 12768),
        "random": (36, 1218),
    },
}


def scattered_regions(side: int) -> Regions:
    """Start regions as ``random`` draws them, N cells each, but always the same: 7 shares no factor with the sizes."""
    numbered = [(cell * 7 % side**2, cell) for cell in range(side**2)]
    first, second = (range(side), range(side, 2 * side))
    return frozenset(c for k, c in numbered if k in first), frozenset(c for k, c in numbered if k in second)


def perft(game: Game, depth: int) -> int:
    """How many sequences of ``depth`` turns without an offence there are, by playing and taking back each."""
    if depth == 1:
        return sum(1 for _ in game.legal_moves())
    count = 0
    for move in list(game.legal_moves()):
        game.push(move)
        count += perft(game, depth - 1)
        game.pop()
    return count


def slow_perft(state: slow.State, depth: int) -> int:
    if depth == 1:
        return len(slow.legal_moves(state))
    return sum(slow_perft(slow.take_turn(state, move)[0], depth - 1) for move in slow.legal_moves(state))


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("text", PERFT)
def test_both_count_as_many_ways_to_play_on(text: str, rules: str) -> None:
    position = Position.parse(text)
    regions = scattered_regions(position.grid.geometry.side) if rules == "random" else None
    game = Game(replace(position, rules=rules, regions=regions))
    depths = range(1, len(PERFT[text][rules]) + 1)
    assert tuple(perft(game, depth) for depth in depths) == PERFT[text][rules]
    assert tuple(slow_perft(slow_start(game), depth) for depth in depths) == PERFT[text][rules]
    assert game.history == []
