"""The rules one by one, each branch of docs/game.md in a game of a few turns."""

from __future__ import annotations

import re

import pytest

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.rules import RULE_SETS
from dueldoku.duel.turn import Outcome, Reason, Ruling, Turn
from dueldoku.errors import RulesError, StartError, TurnError
from dueldoku.game.game import Game, check_start

EMPTY_2X2 = "." * 16
EMPTY_3X3 = "." * 81
SOLVED = "1234 3412 2341 4123"
BOMB_BOARD = "12.. .... .... ...."  # r1c3 and r1c4 need 3 and 4, so 3 or 4 in r2c3 or r2c4 is a bomb
UNSOLVABLE = "1x3:12. ..3 ..."  # r1c3 can be neither 1, 2 nor 3, though no digit stands twice
NOBODY = "region1= region2="  # start regions without a cell


def game_on(text: str, rules: str | None = None) -> Game:
    return Game(Position.parse(text), rules)


def play(game: Game, moves: str) -> list[Turn]:
    return [game.push(Move.parse(word)) for word in moves.split()]


def ruling(game: Game, move: str) -> Ruling:
    return game.judge(Move.parse(move)).ruling


def open_cells(game: Game, player: int) -> str:
    """The cells open to a player, as a picture: one word a row, ``o`` for open."""
    side, cells = game.geometry.side, set(game.cells(player))
    return " ".join("".join(".o"[r * side + c in cells] for c in range(side)) for r in range(side))


def full_state(game: Game) -> tuple[object, ...]:
    return str(game.position()), list(game.owners), list(game.history), game.outcome()


# -- the order of judgement ------------------------------------------------------------------------------------------


def test_proposing_nothing_loses_at_once() -> None:
    game = game_on(EMPTY_2X2)
    assert game.push(None) == Turn(1, None, Ruling.NOTHING, 0)
    assert game.outcome() == Outcome(2, Reason.NO_MOVE, (0, 0))


def test_proposing_what_was_refused_before_loses_at_once() -> None:
    game = game_on(BOMB_BOARD)
    assert [turn.ruling for turn in play(game, "r2c3=3 r2c3=3")] == [Ruling.REFUSED, Ruling.TABOO]
    assert game.outcome() == Outcome(1, Reason.TABOO, (0, 0))


def test_taboo_holds_for_the_player_who_made_it_too() -> None:
    game = game_on(BOMB_BOARD)
    assert [turn.player for turn in play(game, "r2c3=3 r3c1=3 r2c3=3")] == [1, 2, 1]
    assert game.outcome() == Outcome(2, Reason.TABOO, (0, 0))


def test_taboo_is_a_cell_and_a_digit_not_one_of_them() -> None:
    game = game_on(BOMB_BOARD)
    play(game, "r2c3=3")
    assert ruling(game, "r2c3=4") is Ruling.REFUSED
    assert ruling(game, "r2c4=3") is Ruling.REFUSED
    assert ruling(game, "r2c3=1") is Ruling.PLACED


def test_a_taboo_entry_that_is_no_valid_move_is_taboo_before_it_is_invalid() -> None:
    game = game_on(f"{EMPTY_2X2} taboo=r9c9=1,r1c1=5")
    assert ruling(game, "r9c9=1") is Ruling.TABOO
    assert ruling(game, "r1c1=5") is Ruling.TABOO
    assert ruling(game, "r9c9=2") is Ruling.INVALID


def test_a_taboo_entry_whose_cell_is_filled_now_is_taboo_before_it_is_illegal() -> None:
    game = game_on(BOMB_BOARD)
    play(game, "r2c3=3 r2c3=1")
    assert ruling(game, "r2c3=3") is Ruling.TABOO
    assert ruling(game, "r2c3=4") is Ruling.ILLEGAL


def test_a_taboo_entry_that_would_clash_now_is_taboo_before_it_is_illegal() -> None:
    game = game_on(BOMB_BOARD)
    play(game, "r2c3=3 r3c3=3")
    assert ruling(game, "r2c3=3") is Ruling.TABOO


def test_a_taboo_entry_outside_the_territory_is_taboo_before_it_is_illegal() -> None:
    game = game_on(f"{EMPTY_2X2} rules=rows taboo=r4c1=1")
    assert ruling(game, "r4c1=1") is Ruling.TABOO
    assert ruling(game, "r4c1=2") is Ruling.ILLEGAL


def test_an_invalid_digit_on_a_filled_cell_is_invalid_before_it_is_illegal() -> None:
    game = game_on(BOMB_BOARD)
    assert ruling(game, "r1c1=5") is Ruling.INVALID
    assert ruling(game, "r1c1=4") is Ruling.ILLEGAL


@pytest.mark.parametrize("move", [Move(0, 4, 1), Move(-1, 0, 1), Move(1, -1, 1), Move(4, -1, 1), Move(-4, -4, 1)])
def test_a_cell_outside_the_board_is_invalid_and_never_aliased_to_another(move: Move) -> None:
    game = game_on(EMPTY_2X2)
    turn = game.push(move)
    assert turn.ruling is Ruling.INVALID
    assert game.grid == Grid.parse(EMPTY_2X2)
    assert game.outcome() == Outcome(2, Reason.INVALID, (0, 0))


@pytest.mark.parametrize("digit", [0, 5, -1, 10**9])
def test_a_digit_that_the_board_does_not_have_is_invalid(digit: int) -> None:
    game = game_on(EMPTY_2X2)
    assert game.push(Move(1, 1, digit)).ruling is Ruling.INVALID
    assert game.outcome() == Outcome(2, Reason.INVALID, (0, 0))


@pytest.mark.parametrize("digit", [1, 2])
def test_a_filled_cell_is_illegal_even_for_its_own_digit(digit: int) -> None:
    game = game_on(BOMB_BOARD)
    assert game.push(Move(0, 0, digit)).ruling is Ruling.ILLEGAL
    assert game.outcome() == Outcome(2, Reason.ILLEGAL, (0, 0))


@pytest.mark.parametrize("move", ["r1c4=1", "r4c1=1", "r2c2=1"], ids=["row", "column", "block"])
def test_a_digit_that_stands_in_the_unit_already_is_illegal(move: str) -> None:
    game = game_on("1... .... .... ....")
    assert play(game, move)[0].ruling is Ruling.ILLEGAL
    assert game.outcome() == Outcome(2, Reason.ILLEGAL, (0, 0))


@pytest.mark.parametrize(("shape", "clash", "no_clash"), [("2x3", "r2c3=1", "r3c2=1"), ("3x2", "r3c2=1", "r2c3=1")])
def test_blocks_are_m_rows_high_and_n_columns_wide(shape: str, clash: str, no_clash: str) -> None:
    game = game_on(f"{shape}:1{'.' * 35}")
    assert ruling(game, clash) is Ruling.ILLEGAL
    assert ruling(game, no_clash) is Ruling.PLACED


def test_a_cell_outside_the_territory_is_illegal() -> None:
    game = game_on(EMPTY_2X2, "rows")
    assert play(game, "r2c1=1")[0].ruling is Ruling.ILLEGAL
    assert game.outcome() == Outcome(2, Reason.ILLEGAL, (0, 0))


def test_a_bomb_outside_the_territory_is_illegal_not_refused() -> None:
    assert ruling(game_on(BOMB_BOARD), "r2c3=3") is Ruling.REFUSED
    assert ruling(game_on(BOMB_BOARD, "rows"), "r2c3=3") is Ruling.ILLEGAL


def test_judging_changes_nothing() -> None:
    game = game_on(BOMB_BOARD, "rows")
    before = full_state(game)
    for move in (None, Move(0, 0, 0), Move(0, 0, 1), Move(0, 2, 3), Move(9, 9, 9)):
        game.judge(move)
    assert full_state(game) == before


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("r2c1=9", "r2c1=9 was refused before and is taboo"),
        ("r5c1=1", "r5c1=1 is outside the board of 4 rows and columns"),
        ("r2c1=5", "r2c1=5 is not a digit from 1 to 4"),
        ("r1c2=3", "r1c2 already holds 2"),
        ("r1c3=2", "r1c3=2 repeats the 2 of r1c2"),
        ("r2c1=3", "r2c1 is outside the territory of player 1"),
        ("r1c3=4", "r1c3=4 leaves the board without a solution"),
        ("r1c4=4", "r1c4=4 scores 0"),
    ],
)
def test_the_judgement_says_why(move: str, why: str) -> None:
    game = game_on("12.. .... .... ...3 rules=rows taboo=r2c1=9")
    assert game.judge(Move.parse(move)).why == why


# -- bombs -----------------------------------------------------------------------------------------------------------


def test_a_bomb_is_not_placed_but_kept_in_history_and_taboo_and_the_turn_passes() -> None:
    game = game_on(f"{BOMB_BOARD} scores=2-5")
    bomb = Move.parse("r2c3=3")
    assert game.push(bomb) == Turn(1, bomb, Ruling.REFUSED, 0)
    assert game.history == [Turn(1, bomb, Ruling.REFUSED, 0)]
    assert game.taboo == (bomb,)
    assert game.turn == 2
    assert game.grid == Grid.parse(BOMB_BOARD)
    assert game.scores == [2, 5]
    assert game.outcome() is None


def test_a_bomb_owns_no_cell_and_opens_no_neighbour() -> None:
    game = game_on(f"{BOMB_BOARD} rules=rows owners=.+{'.' * 14}")
    before = open_cells(game, 1), open_cells(game, 2)
    assert play(game, "r2c3=3")[0].ruling is Ruling.REFUSED
    assert (open_cells(game, 1), open_cells(game, 2)) == before
    assert game.owners == [0, 1, *[0] * 14]


def test_a_refused_move_earns_nothing_even_where_it_would_complete_a_unit() -> None:
    game = game_on("123. .... .... .11.")
    assert game.points(3) == 1
    assert play(game, "r1c4=4") == [Turn(1, Move(0, 3, 4), Ruling.REFUSED, 0)]
    assert game.scores == [0, 0]


def test_refusals_may_go_on_as_long_as_there_are_new_bombs() -> None:
    game = game_on(BOMB_BOARD)
    turns = play(game, "r2c3=3 r2c3=4 r2c4=3 r2c4=4")
    assert [(turn.player, turn.ruling) for turn in turns] == [(player, Ruling.REFUSED) for player in (1, 2, 1, 2)]
    assert len(game.taboo) == 4
    assert not game.is_over()


def test_taboo_entries_are_kept_oldest_first_and_never_leave() -> None:
    game = game_on(f"{BOMB_BOARD} taboo=r4c4=4")
    play(game, "r2c4=4 r1c3=3 r2c3=4 r1c4=4 r2c3=1 r2c4=2")
    assert list(map(str, game.taboo)) == ["r4c4=4", "r2c4=4", "r2c3=4"]


def test_bombs_are_the_legal_moves_that_would_be_refused() -> None:
    game = game_on(BOMB_BOARD)
    bombs = list(map(str, game.bombs()))
    assert bombs == ["r2c3=3", "r2c3=4", "r2c4=3", "r2c4=4"]
    play(game, "r2c3=3")
    assert list(map(str, game.bombs())) == bombs[1:]


# -- points ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ("1... .... .... ....", 0),
        ("12.. .... .... ....", 0),
        (".234 .... .... ....", 1),
        (".... 3... 2... 4...", 1),
        (".2.. 34.. .... ....", 1),
        (".234 3... 2... 4...", 3),
        (".234 34.. .... ....", 3),
        (".2.. 34.. 2... 4...", 3),
        (".234 34.. 2... 4...", 7),
        (".234 3412 2341 4123", 7),
    ],
    ids=[
        "nothing there", "row half full", "row", "column", "block",
        "row and column", "row and block", "column and block", "all three", "all three, the last cell",
    ],
)  # fmt: skip
def test_points_for_the_units_a_move_completes(board: str, points: int) -> None:
    game = game_on(board)
    cell = game.cells()[0]
    row, col = divmod(cell, 4)
    digit = Grid.parse(SOLVED)[cell]
    assert game.points(cell) == points
    assert game.judge(Move(row, col, digit)) == (Ruling.PLACED, points, f"{Move(row, col, digit)} scores {points}")
    assert game.push(Move(row, col, digit)) == Turn(1, Move(row, col, digit), Ruling.PLACED, points)
    assert game.scores == [points, 0]


def test_a_block_that_is_a_row_counts_besides_the_row() -> None:
    game = game_on("1x3:12. ... ...")
    assert play(game, "r1c3=3")[0].points == 3


def test_points_go_to_the_mover_and_add_up() -> None:
    game = game_on("123. 3412 21.3 .3.1 scores=10-20")
    turns = play(game, "r1c4=4 r4c1=4 r3c3=4 r4c3=2")
    assert [(turn.player, turn.points) for turn in turns] == [(1, 7), (2, 3), (1, 1), (2, 7)]
    assert game.scores == [18, 30]


# -- how a game ends -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("offence", [None, Move(9, 9, 9), Move(0, 0, 1)])
@pytest.mark.parametrize("player", [1, 2])
def test_an_immediate_loss_ignores_the_scores(player: int, offence: Move | None) -> None:
    scores = "90-0" if player == 1 else "0-90"
    game = game_on(f"{BOMB_BOARD} turn={player} scores={scores}")
    game.push(offence)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == 3 - player
    assert outcome.scores == ((90, 0) if player == 1 else (0, 90))


@pytest.mark.parametrize(
    ("start", "outcome"),
    [
        ("scores=0-6", Outcome(1, Reason.BOARD_FULL, (7, 6))),
        ("scores=0-7", Outcome(0, Reason.BOARD_FULL, (7, 7))),
        ("scores=0-8", Outcome(2, Reason.BOARD_FULL, (7, 8))),
        ("turn=2 scores=6-0", Outcome(2, Reason.BOARD_FULL, (6, 7))),
    ],
)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_higher_score_wins_when_the_board_is_full_and_equal_scores_draw(
    start: str, outcome: Outcome, rules: str
) -> None:
    game = game_on(f".234 3412 2341 4123 {start} region1=r1c1 region2=r1c1", rules)
    assert game.outcome() is None
    play(game, "r1c1=1")
    assert game.outcome() == outcome


def test_the_board_is_full_only_when_the_last_cell_is_filled() -> None:
    game = game_on("123. 3412 21.3 .3.1")
    for number, move in enumerate(["r1c4=4", "r3c3=4", "r4c1=4", "r4c3=2"]):
        assert not game.is_over(), number
        play(game, move)
    assert game.is_over()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_full_board_is_over_at_once(rules: str) -> None:
    game = game_on(f"{SOLVED} scores=3-1", rules)
    assert game.outcome() == Outcome(1, Reason.BOARD_FULL, (3, 1))
    assert list(game.legal_moves()) == []
    assert list(game.bombs()) == []
    with pytest.raises(TurnError, match="the game is over: board full"):
        game.push(Move(0, 0, 1))


def test_both_stuck_on_an_empty_board_is_a_draw_without_a_turn() -> None:
    game = game_on(f"{EMPTY_2X2} {NOBODY}", "rows")
    assert game.outcome() == Outcome(0, Reason.BOTH_STUCK, (0, 0))
    assert list(game.legal_moves()) == []
    with pytest.raises(TurnError, match="the game is over: both stuck"):
        game.push(None)


def test_both_stuck_compares_the_scores() -> None:
    game = game_on(f"{EMPTY_2X2} scores=1-2 {NOBODY}", "rows")
    assert game.outcome() == Outcome(2, Reason.BOTH_STUCK, (1, 2))


def test_the_board_full_is_the_reason_even_where_neither_player_has_a_region() -> None:
    assert game_on(f"{SOLVED} {NOBODY}", "rows").outcome() == Outcome(0, Reason.BOARD_FULL, (0, 0))


@pytest.mark.parametrize("rules", ["classic", "border"])
def test_an_unsolvable_start_ends_by_an_offence(rules: str) -> None:
    game = game_on(UNSOLVABLE, rules)
    refused = 0
    while moves := list(game.legal_moves()):
        assert game.turn == refused % 2 + 1
        assert game.push(moves[-1]).ruling is Ruling.REFUSED
        refused += 1
    assert refused == len(game.taboo) > 0
    assert game.outcome() is None  # only offences are left
    loser = game.turn
    assert game.push(game.taboo[0]).ruling is Ruling.TABOO
    assert game.outcome() == Outcome(3 - loser, Reason.TABOO, (0, 0))


def test_every_legal_move_is_refused_on_a_board_that_breaks_the_rules() -> None:
    game = game_on("11.. .... .... ....")
    assert ruling(game, "r4c4=1") is Ruling.REFUSED
    assert ruling(game, "r1c3=1") is Ruling.ILLEGAL
    assert list(game.bombs()) == list(game.legal_moves())


@pytest.mark.parametrize(
    ("move", "reason"),
    [(None, "no move"), ("r2c3=3", "taboo"), ("r9c9=9", "invalid"), ("r1c1=1", "illegal")],
)
def test_no_turn_after_an_offence(move: str | None, reason: str) -> None:
    game = game_on(f"{BOMB_BOARD} taboo=r2c3=3")
    game.push(Move.parse(move) if move else None)
    before = full_state(game)
    with pytest.raises(TurnError, match=f"the game is over: {reason}"):
        game.push(Move(3, 3, 1))
    assert full_state(game) == before
    assert list(game.legal_moves()) == []


# -- whose turn it is ------------------------------------------------------------------------------------------------


def test_player_1_begins_and_the_turns_alternate() -> None:
    game = game_on(EMPTY_2X2)
    assert [turn.player for turn in play(game, "r1c1=1 r1c2=2 r1c3=3 r1c4=4")] == [1, 2, 1, 2]


def test_a_turn_by_the_wrong_player_raises_and_changes_nothing() -> None:
    game = game_on(EMPTY_2X2)
    before = full_state(game)
    with pytest.raises(TurnError, match="it is the turn of player 1, not of player 2"):
        game.push(Move(0, 0, 1), player=2)
    assert full_state(game) == before
    assert game.push(Move(0, 0, 1), player=1).player == 1
    assert game.push(Move(0, 1, 2), player=2).player == 2


def test_taking_back_at_the_start_raises() -> None:
    game = game_on(EMPTY_2X2)
    with pytest.raises(TurnError, match="there is no turn to take back"):
        game.pop()
    game.push(Move(0, 0, 1))
    game.pop()
    with pytest.raises(TurnError, match="there is no turn to take back"):
        game.pop()


@pytest.mark.parametrize("offence", [None, Move(9, 9, 9)])
def test_an_offence_can_be_taken_back_and_the_game_goes_on(offence: Move | None) -> None:
    game = game_on(EMPTY_2X2)
    before = full_state(game)
    turn = game.push(offence)
    assert game.pop() == turn
    assert full_state(game) == before
    assert game.push(Move(0, 0, 1)).ruling is Ruling.PLACED


# -- territories -----------------------------------------------------------------------------------------------------


def test_classic_opens_every_empty_cell_to_both() -> None:
    game = game_on(BOMB_BOARD)
    assert game.regions is None
    assert open_cells(game, 1) == open_cells(game, 2) == "..oo oooo oooo oooo"


def test_rows_start_in_the_top_row_and_in_the_bottom_row() -> None:
    game = game_on(EMPTY_2X2, "rows")
    assert open_cells(game, 1) == "oooo .... .... ...."
    assert open_cells(game, 2) == ".... .... .... oooo"


def test_border_starts_on_all_border_cells_for_both() -> None:
    game = game_on(f"2x3:{'.' * 36}", "border")
    assert open_cells(game, 1) == open_cells(game, 2) == "oooooo o....o o....o o....o o....o oooooo"


@pytest.mark.parametrize("shape", ["1x2", "2x2", "2x3", "3x3"])
def test_random_draws_n_cells_for_each_and_none_for_both(shape: str) -> None:
    geometry = Geometry.parse(shape)
    for seed in range(20):
        regions = Game(Grid.empty(geometry), "random", seed=seed).regions
        assert regions is not None
        assert [len(region) for region in regions] == [geometry.side, geometry.side]
        assert not regions[0] & regions[1]
        assert regions[0] | regions[1] <= set(range(geometry.size))


def test_random_regions_follow_from_the_seed() -> None:
    grid = Grid.parse(EMPTY_3X3)
    drawn = [Game(grid, "random", seed=seed).regions for seed in range(10)]
    assert drawn == [Game(grid, "random", seed=seed).regions for seed in range(10)]
    assert len(set(drawn)) == 10


def test_an_unknown_rule_set_is_refused_by_name() -> None:
    with pytest.raises(RulesError, match="expected a rule set out of classic, rows, border, random, got 'chess'"):
        Game(Grid.parse(EMPTY_2X2), "chess")


def test_a_placed_move_opens_its_neighbours_diagonals_included() -> None:
    game = game_on(EMPTY_3X3, "rows")
    play(game, "r1c5=1 r9c1=1")
    rest = " ".join(["." * 9] * 6)
    assert open_cells(game, 1) == f"oooo.oooo ...ooo... {rest} {'.' * 9}"
    assert open_cells(game, 2) == f"{'.' * 9} {rest} oo....... .oooooooo"


def test_a_placed_move_opens_nothing_to_the_opponent() -> None:
    game = game_on(EMPTY_2X2, "rows")
    play(game, "r1c2=1")
    assert game.turn == 2
    assert ruling(game, "r2c2=2") is Ruling.ILLEGAL
    assert open_cells(game, 2) == ".... .... .... oooo"


def test_neighbours_do_not_wrap_around_the_edge() -> None:
    game = game_on(EMPTY_2X2, "rows")
    play(game, "r1c4=1 r4c1=1")
    assert open_cells(game, 1) == "ooo. ..oo .... ...."
    assert open_cells(game, 2) == ".... .... oo.. .ooo"


def test_the_start_region_stays_playable_for_the_whole_game() -> None:
    game = game_on(EMPTY_3X3, "rows")
    play(game, "r1c1=1 r9c1=2 r2c1=3 r9c2=1 r3c1=5 r9c3=4")
    assert ruling(game, "r1c9=9") is Ruling.PLACED
    assert open_cells(game, 1).startswith(".oooooooo ")


def test_a_cell_may_be_open_to_both_to_one_or_to_nobody() -> None:
    game = game_on("2x3:" + "." * 36 + " region1=r1c1,r1c2 region2=r1c2,r1c3", "rows")
    assert open_cells(game, 1).split()[0] == "oo...."
    assert open_cells(game, 2).split()[0] == ".oo..."


def test_cells_filled_before_the_game_open_the_neighbours_of_their_owner_alone() -> None:
    owners = "." * 5 + "+" + "." * 10
    game = game_on(f".... .1.. .... .... rules=rows owners={owners} {NOBODY}")
    assert open_cells(game, 1) == "ooo. o.o. ooo. ...."
    assert open_cells(game, 2) == ".... .... .... ...."


def test_filled_cells_without_an_owner_open_nothing() -> None:
    game = game_on(f".... .1.. .... .... rules=rows {NOBODY}")
    assert open_cells(game, 1) == open_cells(game, 2) == ".... .... .... ...."
    assert game.outcome() == Outcome(0, Reason.BOTH_STUCK, (0, 0))


# -- skips -----------------------------------------------------------------------------------------------------------


def test_a_stuck_player_is_skipped_and_nothing_is_written_down() -> None:
    game = game_on(f"{EMPTY_2X2} region1=r1c1,r1c2,r1c3,r1c4 region2=", "rows")
    turns = play(game, "r1c1=1 r2c1=3 r3c1=2")
    assert [turn.player for turn in turns] == [1, 1, 1]
    assert game.history == turns
    assert game.turn == 1
    assert list(map(str, game.position().past)) == ["r1c1=1", "r2c1=3", "r3c1=2"]


def test_the_other_player_fills_the_rest_alone() -> None:
    game = game_on("123. 3412 21.3 .3.1 rules=rows region1=r1c4 region2=r3c3,r4c1,r4c3")
    turns = play(game, "r1c4=4 r3c3=4 r4c1=4 r4c3=2")
    assert [(turn.player, turn.points) for turn in turns] == [(1, 7), (2, 1), (2, 3), (2, 7)]
    assert game.outcome() == Outcome(2, Reason.BOARD_FULL, (7, 11))


def test_a_player_whose_last_cell_the_opponent_fills_is_skipped_from_then_on() -> None:
    game = game_on(f"{EMPTY_2X2} region1=r1c1,r1c2 region2=r1c1", "rows")
    turns = play(game, "r1c1=1 r1c2=2 r2c1=3")
    assert [turn.player for turn in turns] == [1, 1, 1]
    assert game.cells(2) == []


def test_a_player_who_is_stuck_at_the_start_is_skipped() -> None:
    for stuck in (1, 2):
        game = game_on(f"{EMPTY_2X2} turn={stuck} region{stuck}= region{3 - stuck}=r1c1", "rows")
        assert game.turn == 3 - stuck
        assert game.history == []
        with pytest.raises(TurnError):
            game.push(Move(0, 0, 1), player=stuck)


def test_after_a_bomb_a_stuck_opponent_is_skipped_too() -> None:
    game = game_on(f"{BOMB_BOARD} region1=r2c3,r2c4 region2=", "rows")
    assert [(turn.player, turn.ruling) for turn in play(game, "r2c3=3 r2c3=4")] == [(1, Ruling.REFUSED)] * 2
    assert game.turn == 1


def test_a_player_with_cells_but_only_taboo_moves_left_is_not_skipped() -> None:
    taboo = ",".join(f"r1c1={digit}" for digit in range(1, 5))
    game = game_on(f"{EMPTY_2X2} region1=r1c1 region2=r4c4 taboo={taboo}", "rows")
    assert game.turn == 1
    assert list(game.legal_moves()) == []
    assert game.push(None).ruling is Ruling.NOTHING
    assert game.outcome() == Outcome(2, Reason.NO_MOVE, (0, 0))


def test_taking_back_goes_past_a_skip() -> None:
    game = game_on("123. 3412 21.3 .3.1 rules=rows region1=r1c4 region2=r3c3,r4c1,r4c3")
    play(game, "r1c4=4 r3c3=4 r4c1=4")
    assert [game.pop().player for _ in range(3)] == [2, 2, 1]
    assert game.turn == 1


# -- what can be asked -----------------------------------------------------------------------------------------------


def test_legal_moves_come_cell_by_cell_without_taboo_and_with_bombs() -> None:
    game = game_on("123. 3412 21.3 .3.1 taboo=r4c3=4")
    assert list(map(str, game.legal_moves())) == ["r1c4=4", "r3c3=4", "r4c1=4", "r4c3=2"]
    assert [game.digits(cell) for cell in game.cells()] == [[4], [4], [4], [2, 4]]


def test_a_grid_starts_a_classic_game() -> None:
    game = Game(Grid.parse(BOMB_BOARD))
    assert (game.rules, game.turn, game.scores, game.taboo, game.history) == ("classic", 1, [0, 0], (), [])
    assert str(game) == "12.............."


# -- is a start worth playing? ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("11.. .... .... ....", "the board already breaks the rules: 1 stands twice in row 1: r1c1 and r1c2"),
        (SOLVED, "the board is already full: there is nothing to play"),
        (UNSOLVABLE, "the board has no solution: every move would be refused"),
    ],
)
def test_a_start_that_means_nothing_is_refused_in_one_sentence(board: str, sentence: str) -> None:
    position = Position.parse(board)
    with pytest.raises(StartError, match=f"^{re.escape(sentence)}$"):
        check_start(position)
    Game(position)  # the rules themselves allow it


@pytest.mark.parametrize("board", [EMPTY_2X2, BOMB_BOARD, "123. 3412 21.3 .3.1", EMPTY_3X3])
def test_a_start_with_holes_and_a_solution_is_fine(board: str) -> None:
    check_start(Position.parse(board))
    assert list(game_on(board).legal_moves())
