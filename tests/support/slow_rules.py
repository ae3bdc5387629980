"""The rules of Competitive Sudoku once more: literal, slow, and on their own.

Written from the rules (docs/game.md) and nothing else; it shares no line with ``dueldoku``, so where both agree, the
rules are right twice. A position is a plain tuple that never changes:

    m, n       blocks of m rows by n columns
    board      {(row, col): value}, 0 for empty
    regions    {player: set of squares}, the allowed squares; None in a classic game
    occupied   {player: set of squares}
    taboo      the set of (row, col, value) that were rejected
    scores     {player: points}
    mover      whose turn it is, after all skips
    finished   the players who could not move and were skipped
    end        () while the game goes on, else (winner, why); winner 0 is a draw
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

Square = tuple[int, int]
Proposal = tuple[int, int, int]
Board = dict[Square, int]
Regions = dict[int, frozenset[Square]]

REWARD = {0: 0, 1: 1, 2: 3, 3: 7}


class State(NamedTuple):
    m: int
    n: int
    board: Board
    regions: Regions | None
    occupied: Regions
    taboo: frozenset[Proposal]
    scores: dict[int, int]
    mover: int
    finished: frozenset[int] = frozenset()
    end: tuple[int, str] | tuple[()] = ()


def start(
    m: int,
    n: int,
    board: Board,
    regions: Regions | None = None,
    occupied: Regions | None = None,
    taboo: frozenset[Proposal] = frozenset(),
    scores: tuple[int, int] = (0, 0),
    mover: int = 1,
) -> State:
    """The state in which the first player is asked; or the end, if nobody is."""
    nobody: Regions = {1: frozenset(), 2: frozenset()}
    first = State(m, n, board, regions, occupied or nobody, taboo, {1: scores[0], 2: scores[1]}, mover)
    return _go_on(first)


def allowed_squares(playmode: str, side: int) -> Regions | None:
    """The start regions that the name of the play mode tells (all but ``random``)."""
    top = frozenset((0, col) for col in range(side))
    bottom = frozenset((side - 1, col) for col in range(side))
    left = frozenset((row, 0) for row in range(side))
    right = frozenset((row, side - 1) for row in range(side))
    border = top | bottom | left | right
    return {"classic": None, "rows": {1: top, 2: bottom}, "border": {1: border, 2: border}}[playmode]


# -- the board -------------------------------------------------------------------------------------------------------


def three_regions(m: int, n: int, square: Square) -> tuple[list[Square], list[Square], list[Square]]:
    """The squares of the row, the column and the block through ``square``."""
    row, col = square
    squares = [(r, c) for r in range(m * n) for c in range(m * n)]
    return (
        [(r, c) for r, c in squares if r == row],
        [(r, c) for r, c in squares if c == col],
        [(r, c) for r, c in squares if (r // m, c // n) == (row // m, col // n)],
    )


@cache
def _others(m: int, n: int, square: Square) -> frozenset[Square]:
    return frozenset(other for region in three_regions(m, n, square) for other in region) - {square}


def fits(m: int, n: int, board: Board, square: Square, value: int) -> bool:
    """C0: whether no other square in the row, the column and the block of ``square`` holds ``value``."""
    return all(board[other] != value for other in _others(m, n, square))


def is_solvable(m: int, n: int, board: Board) -> bool:
    """Whether some completion of the whole board satisfies C0."""
    return _is_solvable(m, n, tuple(sorted(board.items())))


@cache
def _is_solvable(m: int, n: int, items: tuple[tuple[Square, int], ...]) -> bool:
    board = dict(items)
    if not all(fits(m, n, board, square, value) for square, value in board.items() if value):
        return False
    return _can_complete(m, n, board)


def _can_complete(m: int, n: int, board: Board) -> bool:
    holes = [square for square, value in board.items() if not value]
    if not holes:
        return True
    choices = [[value for value in range(1, m * n + 1) if fits(m, n, board, hole, value)] for hole in holes]
    values, hole = min(zip(choices, holes, strict=True), key=lambda choice: len(choice[0]))
    return any(_can_complete(m, n, board | {hole: value}) for value in values)


# -- the turn --------------------------------------------------------------------------------------------------------


def player_squares(state: State, player: int) -> set[Square]:
    """The empty squares that ``player`` may fill."""
    empty = {square for square, value in state.board.items() if not value}
    if state.regions is None:
        return empty
    around = {
        (row + down, col + right)
        for row, col in state.occupied[player]
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down, right) != (0, 0)
    }
    return empty & (state.regions[player] | around)


def judge(state: State, proposal: Proposal | None) -> str:
    """What the proposal is, asked in the order of the rules."""
    side = state.m * state.n
    if proposal is None:
        return "no move"
    if proposal in state.taboo:
        return "taboo"
    row, col, value = proposal
    if row not in range(side) or col not in range(side) or value not in range(1, side + 1):
        return "invalid"
    square = row, col
    if state.board[square] != 0:
        return "illegal"
    if not fits(state.m, state.n, state.board, square, value):
        return "illegal"
    if square not in player_squares(state, state.mover):
        return "illegal"
    if not is_solvable(state.m, state.n, state.board | {square: value}):
        return "refused"
    return "placed"


def take_turn(state: State, proposal: Proposal | None) -> tuple[State, str, int]:
    """The state after the mover's proposal, the ruling on it, and the reward."""
    assert not state.end
    mover, ruling = state.mover, judge(state, proposal)
    if ruling not in ("placed", "refused"):
        return state._replace(end=(3 - mover, ruling)), ruling, 0
    assert proposal is not None
    row, col, value = proposal
    passed = state._replace(mover=3 - mover)
    if ruling == "refused":
        return _go_on(passed._replace(taboo=state.taboo | {proposal})), ruling, 0
    board = state.board | {(row, col): value}
    full = [region for region in three_regions(state.m, state.n, (row, col)) if all(board[square] for square in region)]
    reward = REWARD[len(full)]
    after = passed._replace(
        board=board,
        occupied=state.occupied | {mover: state.occupied[mover] | {(row, col)}},
        scores=state.scores | {mover: state.scores[mover] + reward},
    )
    return _go_on(after), ruling, reward


def _go_on(state: State) -> State:
    """Skip players who cannot move, and end the game when the board is full or both are finished."""
    while 0 in state.board.values() and len(state.finished) < 2:
        if player_squares(state, state.mover):
            return state
        state = state._replace(mover=3 - state.mover, finished=state.finished | {state.mover})
    one, two = state.scores[1], state.scores[2]
    winner = 0 if one == two else 1 if one > two else 2
    return state._replace(end=(winner, "both stuck" if 0 in state.board.values() else "board full"))


def legal_moves(state: State) -> set[Proposal]:
    """Every proposal that does not lose at once: bombs included."""
    if state.end:
        return set()
    return {
        (row, col, value)
        for row, col in player_squares(state, state.mover)
        for value in range(1, state.m * state.n + 1)
        if fits(state.m, state.n, state.board, (row, col), value) and (row, col, value) not in state.taboo
    }


def bombs(state: State) -> set[Proposal]:
    """The legal moves that will be refused."""
    return {move for move in legal_moves(state) if judge(state, move) == "refused"}
