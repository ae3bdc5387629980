"""Between the game and what course agents see: states out, proposals in. The game decides; this converts."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence

from competitive_sudoku.sudoku import GameState, Move, Square, SudokuBoard, TabooMove, allowed_squares
from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move as GameMove
from dueldoku.duel.position import Position
from dueldoku.game.game import Game


def state_of(game: Game) -> GameState:
    """The state that an agent is given: a copy, which it may do with as it likes."""
    past = game.start.past
    initial = list(game.start.grid)
    side = game.geometry.side
    for row, col, _ in past:  # a board that was set up in mid-game began without the moves made before
        if 0 <= row < side and 0 <= col < side:
            initial[row * side + col] = 0
    board = board_of(game.grid)
    taboo = set(game.taboo)
    played = (turn.move for turn in game.history if turn.move and not turn.ruling.loses)
    moves = [(TabooMove if move in taboo else Move)(move[:2], move.digit) for move in (*past, *played)]
    return GameState(
        board_of(Grid(game.geometry, tuple(initial))),
        board,
        [TabooMove((row, col), digit) for row, col, digit in game.taboo],
        moves,
        list(game.scores),
        game.turn,
        *_allowed(game, board),
        *_occupied(game),
    )


def game_of(state: GameState) -> Game:
    """The game at this state. Agents may have changed it at will, so only what the rules need is read."""
    board = state.board
    geometry = Geometry.of(board.m, board.n)
    owners = [0] * geometry.size
    for player, squares in ((1, state.occupied_squares1), (2, state.occupied_squares2)):
        for row, col in squares or ():
            owners[geometry.cell(row, col)] = player
    allowed1, allowed2 = (
        frozenset(geometry.cell(row, col) for row, col in squares or ())
        for squares in (state.allowed_squares1, state.allowed_squares2)
    )
    return Game(
        Position(
            grid_of(board),
            rules="classic" if state.is_classic_game() else "rows",
            turn=state.current_player(),
            scores=(state.scores[0], state.scores[1]),
            owners=tuple(owners),
            regions=None if state.is_classic_game() else (allowed1, allowed2),
            taboo=tuple(GameMove(move.i, move.j, move.value) for move in state.taboo_moves),
            past=tuple(GameMove(move.i, move.j, move.value) for move in state.moves),
            before=len(state.moves),
        )
    )


def proposal_of(best_move: Sequence[object]) -> GameMove | None:
    """The move in an agent's slot, or None if it is untouched (0, 0, 0). Raises TypeError for what is no integer."""
    row, col, digit = (operator.index(number) for number in best_move)  # type: ignore[arg-type]
    return GameMove(row, col, digit) if (row, col, digit) != (0, 0, 0) else None


def board_of(grid: Grid) -> SudokuBoard:
    """A grid as the course's board."""
    board = SudokuBoard(grid.geometry.m, grid.geometry.n)
    board.squares = list(grid)
    return board


def grid_of(board: SudokuBoard) -> Grid:
    """The course's board as a grid. Raises GridError for values that are not on any board."""
    return Grid(Geometry.of(board.m, board.n), tuple(board.squares))


def _squares(cells: Iterable[int], side: int) -> list[Square]:
    return [divmod(cell, side) for cell in sorted(cells)]


def _allowed(game: Game, board: SudokuBoard) -> tuple[list[Square] | None, list[Square] | None]:
    if game.start.regions is None:
        return allowed_squares(board, game.rules)  # in the course's own order
    first, second = game.start.regions
    return _squares(first, board.N), _squares(second, board.N)


def _occupied(game: Game) -> tuple[list[Square] | None, list[Square] | None]:
    """In the course's order: what was there when the game began, row by row, and then what was filled, in turn."""
    if game.regions is None:
        return None, None
    taboo, start = set(game.taboo), game.start
    made = (*start.past[start.before :], *(turn.move for turn in game.history if turn.move))
    side = game.geometry.side
    on_board = (move for move in made if 0 <= move.row < side and 0 <= move.col < side and move not in taboo)
    filled = dict.fromkeys(move.row * side + move.col for move in on_board)
    cells = [*(cell for cell, owner in enumerate(game.owners) if owner and cell not in filled), *filled]
    first, second = ([divmod(cell, side) for cell in cells if game.owners[cell] == player] for player in (1, 2))
    return first, second
