from competitive_sudoku.sudoku import Move, SudokuBoard, TabooMove


def filled_squares(board):
    return [
        (i, j, board.get(i, j)) for i in range(board.N) for j in range(board.N) if board.get(i, j) != SudokuBoard.empty
    ]


def block_of(board, i, j):
    """all squares of the region of (i, j)"""
    height = board.region_height()
    width = board.region_width()
    i0 = i - i % height
    j0 = j - j % width
    return [(r, c) for r in range(i0, i0 + height) for c in range(j0, j0 + width)]


def is_legal(board, i, j, value):
    row = [board.get(i, c) for c in range(board.board_width())]
    col = [board.get(r, j) for r in range(board.board_height())]
    block = [board.get(r, c) for r, c in block_of(board, i, j)]
    return value not in row + col + block


def all_legal_moves(game_state):
    board = game_state.board
    moves = []
    for i in range(board.N):
        for j in range(board.N):
            if board.get(i, j) == board.empty:
                for value in range(1, board.N + 1):
                    move = Move(i, j, value)
                    if is_legal(board, i, j, value) and not any(taboo == move for taboo in game_state.taboo_moves):
                        moves.append(move)
    return moves
