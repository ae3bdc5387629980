from competitive_sudoku.sudoku import GameState, Square, SudokuBoard


def mobility(game_state: GameState) -> int:
    """how many squares the current player can go to"""
    squares = game_state.player_squares()
    if squares != sorted(set(squares)):
        raise ValueError("the squares come sorted and without duplicates")
    start = game_state.allowed_squares1 if game_state.current_player == 1 else game_state.allowed_squares2
    return len(squares) + sum(game_state.board.get(square) == SudokuBoard.empty for square in start)


def free_neighbors(board: SudokuBoard, square: Square) -> int:
    i, j = square
    count = 0
    for di in [-1, 0, 1]:
        for dj in [-1, 0, 1]:
            if 0 <= i + di < board.board_height() and 0 <= j + dj < board.board_width():
                count += board.get((i + di, j + dj)) == board.empty
    return count
