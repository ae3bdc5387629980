"""Boards, moves and game states as course agents know them, for every course year at once.

The first generation (2021 to 2023) writes ``Move(i, j, value)``, ``board.get(i, j)`` and ``state.current_player()``;
the second (2024 on) writes ``Move((i, j), value)``, ``board.get((i, j))`` and ``state.current_player``. Here both work.
Everything an agent may replace, slice or copy is an ordinary instance attribute holding an ordinary list.
"""

from __future__ import annotations

import copy
import io  # noqa: F401 - this and the names of typing: agents get them by a star import
import random
from functools import cache
from typing import Any, ClassVar, Iterator, List, Optional, Tuple, TypeVar, Union  # noqa: F401, UP035

Square = tuple[int, int]
T = TypeVar("T")
_MISSING: Any = object()


class SudokuSettings:
    """Settings of the text output."""

    print_ascii_states: ClassVar[bool] = False


class BoardTextError(RuntimeError, ValueError):
    """The text is not a board; the first generation catches RuntimeError, the second ValueError."""


class Move:
    """A value for a square: ``Move(i, j, value)`` or ``Move((i, j), value)``. Equal by square and value; unhashable."""

    square: Any
    value: Any

    def __init__(self, i: Any = _MISSING, j: Any = _MISSING, value: Any = _MISSING, *, square: Any = _MISSING) -> None:
        if square is not _MISSING:
            if i is not _MISSING:  # Move(value, square=…) is nobody's form; Move(square=…, value=…) is
                raise TypeError("Move takes (i, j, value) or (square, value)")
        elif value is not _MISSING and j is not _MISSING:
            square = (i, j)
        else:
            square, value = i, value if j is _MISSING else j
        if value is _MISSING or square is _MISSING:
            raise TypeError("Move takes (i, j, value) or (square, value)")
        self.square = square
        self.value = value

    @property
    def i(self) -> Any:
        """The row."""
        return self.square[0]

    @i.setter
    def i(self, row: Any) -> None:
        self.square = (row, self.__dict__.get("square", (None, None))[1])

    @property
    def j(self) -> Any:
        """The column."""
        return self.square[1]

    @j.setter
    def j(self, col: Any) -> None:
        self.square = (self.__dict__.get("square", (None, None))[0], col)

    def __str__(self) -> str:
        return f"({self.square[0]},{self.square[1]}) -> {self.value}"

    def __eq__(self, other: Any) -> bool:
        square = other.square if hasattr(other, "square") else (other.i, other.j)
        return bool(self.square == square and self.value == other.value)

    __hash__ = None  # type: ignore[assignment]

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "i" in state:  # a pickle of the first generation
            state = {"square": (state["i"], state["j"]), "value": state["value"]}
        self.__dict__.update(state)

    def __deepcopy__(self, memo: dict[int, Any]) -> Move:
        if type(self.square) is tuple and len(self.__dict__) == 2:  # the usual case, many times cheaper
            clone = self.__class__.__new__(self.__class__)
            clone.__dict__.update(self.__dict__)
            return clone
        return _copy_attributes(self, memo)


class TabooMove(Move):
    """A move that was refused, because the board would have had no solution."""


class SudokuBoard:
    """A board with blocks of ``m`` rows by ``n`` columns; ``squares`` are its values row by row."""

    empty = 0

    def __init__(self, m: int = 3, n: int = 3) -> None:
        self.m = m
        self.n = n
        self.N = m * n
        self.squares: list[int] = [SudokuBoard.empty] * (self.N * self.N)

    def rc2f(self, i: int, j: int) -> int:
        """The index of a square."""
        return self.N * i + j

    def f2rc(self, k: int) -> tuple[int, int]:
        """The square of an index."""
        return k // self.N, k % self.N

    def square2index(self, square: Square) -> int:
        """The index of a square."""
        return self.N * square[0] + square[1]

    index2square = f2rc  # the second generation's name

    def get(self, i: Any = None, j: Any = None, *, square: Any = None) -> int:
        """The value at ``(i, j)`` or at a square. Not checked."""
        if j is None:
            i, j = i if square is None else square
        value: int = self.squares[self.N * i + j]
        return value

    def put(self, i: Any = None, j: Any = None, value: Any = None, *, square: Any = None) -> None:
        """Write a value at ``(i, j)`` or at a square. Not checked."""
        if square is not None:
            (i, j), value = square, i if value is None else value
        elif j is None:
            i, j = i
        elif value is None:
            (i, j), value = i, j
        self.squares[self.N * i + j] = value

    def region_width(self) -> int:
        """The columns of a block."""
        return self.n

    def region_height(self) -> int:
        """The rows of a block."""
        return self.m

    def board_width(self) -> int:
        """The columns of the board."""
        return self.N

    def board_height(self) -> int:
        """The rows of the board."""
        return self.N

    def __str__(self) -> str:
        return print_sudoku_board(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> SudokuBoard:
        if type(self.squares) is list and len(self.__dict__) == 4:  # the usual case, many times cheaper
            clone = self.__class__.__new__(self.__class__)
            clone.__dict__.update(self.__dict__)
            clone.squares = self.squares[:]
            return clone
        return _copy_attributes(self, memo)


class PlayerNumber(int):
    """1 or 2, which the second generation reads and the first calls."""

    called: int

    @staticmethod
    @cache
    def of(number: int, called: int) -> PlayerNumber:
        """``number`` when it is read, ``called`` when it is called."""
        player = PlayerNumber(number)
        player.called = called
        return player

    def __call__(self) -> int:
        """The player to move, as the first generation asks for it."""
        return self.called

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (int(self),)


class GameState:
    """A position of the game as agents see it.

    ``moves`` are all moves so far, refused ones as TabooMove; ``scores`` are [player 1, player 2]. With the classic
    rules the four lists of squares are None.
    """

    # For subclasses of the first generation, which set their five attributes by themselves.
    allowed_squares1: list[Square] | None = None
    allowed_squares2: list[Square] | None = None
    occupied_squares1: list[Square] | None = None
    occupied_squares2: list[Square] | None = None

    def __init__(
        self,
        initial_board: SudokuBoard | None = None,
        board: SudokuBoard | None = None,
        taboo_moves: list[TabooMove] | None = None,
        moves: list[Move] | None = None,
        scores: list[int] | None = None,
        current_player: int = 1,
        allowed_squares1: list[Square] | None = None,
        allowed_squares2: list[Square] | None = None,
        occupied_squares1: list[Square] | None = None,
        occupied_squares2: list[Square] | None = None,
    ) -> None:
        self.taboo_moves = [] if taboo_moves is None else taboo_moves
        self.moves = [] if moves is None else moves
        self.scores = [0, 0] if scores is None else scores
        if initial_board is None and board is None:
            initial_board, board = SudokuBoard(2, 2), SudokuBoard(2, 2)
        elif board is None:
            board = copy.deepcopy(initial_board)
            for move in self.moves:
                board.put(move.square, move.value)  # type: ignore[union-attr]
        elif initial_board is None:
            initial_board = copy.deepcopy(board)
            for move in self.moves:
                initial_board.put(move.square, SudokuBoard.empty)
        self.initial_board: Any = initial_board
        self.board: Any = board
        if isinstance(type(self).current_player, property):  # a subclass may have made it a method of its own
            self.current_player = current_player
        self.allowed_squares1 = allowed_squares1
        self.allowed_squares2 = allowed_squares2
        self.occupied_squares1 = occupied_squares1
        self.occupied_squares2 = occupied_squares2

    @property
    def current_player(self) -> PlayerNumber:
        """Whose turn it is. Called, as in the first generation, it follows the number of moves in classic games.

        The number itself is an ordinary entry of ``__dict__``: agents copy states attribute by attribute.
        """
        number = self.__dict__.get("current_player", 1)
        classic = self.allowed_squares1 is None and self.allowed_squares2 is None
        return PlayerNumber.of(number, 1 + len(self.moves) % 2 if classic else number)

    @current_player.setter
    def current_player(self, number: int) -> None:
        self.__dict__["current_player"] = int(number) if isinstance(number, PlayerNumber) else number

    def is_classic_game(self) -> bool:
        """Whether every empty square is open to both players."""
        return self.allowed_squares1 is None and self.allowed_squares2 is None

    def occupied_squares(self) -> list[Square] | None:
        """The squares of the current player: the list itself, not a copy."""
        return self.occupied_squares1 if self.current_player == 1 else self.occupied_squares2

    def player_squares(self) -> list[Square] | None:
        """The empty squares that the current player may fill, sorted; None in a classic game."""
        first = self.current_player == 1
        allowed = self.allowed_squares1 if first else self.allowed_squares2
        occupied = self.occupied_squares1 if first else self.occupied_squares2
        if allowed is None:
            return None
        side, board_squares, empty = self.board.N, self.board.squares, SudokuBoard.empty
        reached = {
            (r, c)
            for row, col in occupied or ()
            for r in (row - 1, row, row + 1)
            for c in (col - 1, col, col + 1)
            if 0 <= r < side and 0 <= c < side and (r, c) != (row, col)
        }
        reached.update((row, col) for row, col in allowed)
        return sorted(square for square in reached if board_squares[side * square[0] + square[1]] == empty)

    def __str__(self) -> str:
        if self.is_classic_game():
            return f"{print_board(self.board)}Score: {self.scores[0]} - {self.scores[1]}"
        return print_game_state(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> GameState:
        return _copy_attributes(self, memo)


def _copy_attributes(self: T, memo: dict[int, Any]) -> T:
    """A deep copy by attributes, whatever an agent added to them; lists of numbers and squares are copied at once."""
    clone = self.__class__.__new__(self.__class__)
    memo[id(self)] = clone
    for name, value in self.__dict__.items():
        flat = type(value) is list and all(type(item) is int or _is_square(item) for item in value)
        clone.__dict__[name] = value[:] if flat else copy.deepcopy(value, memo)
    return clone


def _is_square(item: Any) -> bool:
    return type(item) is tuple and len(item) == 2 and type(item[0]) is int and type(item[1]) is int


# -- text: boards ----------------------------------------------------------------------------------------------------


def print_sudoku_board(board: SudokuBoard) -> str:
    """``m n``, then a line per row, four characters per square."""
    words = ["." if value == SudokuBoard.empty else str(value) for value in board.squares]
    return f"{board.m} {board.n}\n" + _aligned(words, board.N, 4)


def parse_sudoku_board(text: str) -> SudokuBoard:
    """Inverse of ``print_sudoku_board``. Values are not checked against the rules."""
    words = text.split()
    try:
        m, n = int(words[0]), int(words[1])
        squares = [SudokuBoard.empty if word == "." else int(word) for word in words[2:]]
    except (IndexError, ValueError):
        raise BoardTextError("expected the block's rows and columns, then numbers and dots") from None
    board = _board_for(m, n, len(squares))
    board.squares = squares
    return board


def _board_for(m: int, n: int, count: int) -> SudokuBoard:
    """An empty board, if it has this many squares."""
    if count != (m * n) ** 2:
        raise BoardTextError(f"expected {(m * n) ** 2} squares, got {count}")
    return SudokuBoard(m, n)


load_sudoku_from_text = parse_sudoku_board  # the first generation's name


def load_sudoku(filename: str) -> SudokuBoard:
    """The board of a file."""
    with open(filename, encoding="utf-8") as file:
        return parse_sudoku_board(file.read())


def save_sudoku(filename: str, board: SudokuBoard) -> None:
    """Write the board to a file."""
    with open(filename, "w", encoding="utf-8") as file:
        file.write(str(board))


def print_board(board: SudokuBoard) -> str:
    """A picture of the board, first generation."""
    return _picture(board, lambda square: "", 0)


def pretty_print_sudoku_board(board: SudokuBoard, gamestate: GameState | None = None) -> str:
    """A picture of the board, second generation: behind each value a mark ``+`` or ``-`` for its owner."""
    first = set(map(tuple, (gamestate.occupied_squares1 if gamestate else None) or ()))
    second = set(map(tuple, (gamestate.occupied_squares2 if gamestate else None) or ()))
    return _picture(board, lambda square: "+" if square in first else "-" if square in second else " ", 1)


def _picture(board: SudokuBoard, mark_of: Any, extra: int) -> str:
    """The picture, each square ``extra`` characters wider than the first generation's five."""
    m, n, side = board.m, board.n, board.N
    bar = "═" * (5 + extra)

    def ruled(left: str, inside: str, between: str, right: str) -> str:
        joints = [left if col == 0 else between if col % n == 0 else inside for col in range(side)]
        return "   " + "".join(joint + bar for joint in joints) + right + "\n"

    out = ["  " + "".join(f"{' ' * (3 + extra)}{col}  " for col in range(side)) + "\n"]
    for row in range(side):
        if row == 0:
            out.append(ruled("╔", "╤", "╦", "╗"))
        elif row % m == 0:
            out.append(ruled("╠", "╪", "╬", "║"))
        cells = []
        for col in range(side):
            value = board.squares[side * row + col]
            shown = "-" if value == SudokuBoard.empty else str(value)
            cells.append(f"{'║' if col % n == 0 else '│'} {shown:>2}{mark_of((row, col))}  ")
        out.append(f"{row:2} {''.join(cells)}║\n")
    return "".join(out) + ruled("╚", "╧", "╩", "╝")


def _aligned(words: list[str], side: int, width: int) -> str:
    lines = (words[at : at + side] for at in range(0, len(words), side))
    return "".join("".join(word.rjust(width) for word in line) + "\n" for line in lines)


# -- text: game states -----------------------------------------------------------------------------------------------


def pretty_print_game_state(game_state: GameState) -> str:
    """A picture of the board with scores and territories."""
    return (
        f"{pretty_print_sudoku_board(game_state.board, game_state)}"
        f"Score: {game_state.scores[0]} - {game_state.scores[1]}\n"
        f"Current player: player{game_state.current_player}\n"
        f"Player1 allowed squares: {game_state.allowed_squares1}\n"
        f"Player2 allowed squares: {game_state.allowed_squares2}\n"
        f"Player1 occupied squares: {sorted(game_state.occupied_squares1 or [])}\n"
        f"Player2 occupied squares: {sorted(game_state.occupied_squares2 or [])}\n"
    )


def print_game_state(game_state: GameState) -> str:
    """The state in the board-file format."""
    board = game_state.board
    classic = game_state.is_classic_game()
    first = set(map(tuple, game_state.occupied_squares1 or ()))
    words = []
    for k, value in enumerate(board.squares):
        mark = "" if classic else "+" if board.index2square(k) in first else "-"
        words.append("." if value == SudokuBoard.empty else f"{value}{mark}")
    lines = [
        f"taboo-moves = [{', '.join(map(str, game_state.taboo_moves))}]",
        f"moves = [{', '.join(map(str, game_state.moves))}]",
        f"scores = {game_state.scores}",
        f"current-player = {game_state.current_player}",
    ]
    if not classic:
        for name in ("allowed_squares1", "allowed_squares2", "occupied_squares1", "occupied_squares2"):
            squares = getattr(game_state, name) or []
            lines.append(f"{name.replace('_', '-')} = {', '.join(f'({r},{c})' for r, c in squares)}")
    head = f"rows = {board.m}\ncolumns = {board.n}\nboard =\n"
    return head + _aligned(words, board.N, 4 if classic else 6) + "\n".join(lines) + "\n"


def parse_properties(text: str) -> dict[str, str]:
    """``key = value`` lines; ``#`` starts a comment line, a line that starts with a blank goes on with the value."""
    properties: dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" ") and key:
            properties[key] += "\n" + line
        else:
            key, _, value = line.partition("=")
            key = key.strip()
            properties[key] = value.strip()
    return properties


def parse_game_state(text: str, playmode: str) -> GameState:
    """Inverse of ``print_game_state``; start regions that the text does not name follow from the play mode."""
    properties = parse_properties(text)
    for required in ("rows", "columns", "board"):
        if required not in properties:
            raise BoardTextError(f"expected the key {required!r}")
    m, n = int(properties["rows"]), int(properties["columns"])
    classic = playmode == "classic"
    board, owned = _parse_marked_board(properties["board"], m, n, classic)
    initial = properties.get("initial-board")
    allowed1, allowed2 = (_parse_squares(properties.get(f"allowed-squares{p}")) for p in (1, 2))
    if classic:
        allowed1 = allowed2 = None
    elif allowed1 is None or allowed2 is None:
        allowed1, allowed2 = allowed_squares(board, playmode)
    return GameState(
        _parse_marked_board(initial, m, n, classic)[0] if initial is not None else None,
        board,
        [TabooMove((r, c), v) for r, c, v in _parse_numbers(properties.get("taboo-moves", ""), 3)],
        [Move((r, c), v) for r, c, v in _parse_numbers(properties.get("moves", ""), 3)],
        _parse_scores(properties.get("scores", "0 0")),
        int(properties.get("current-player", "1")),
        allowed1,
        allowed2,
        None if classic else owned[0],
        None if classic else owned[1],
    )


def _parse_marked_board(text: str, m: int, n: int, classic: bool) -> tuple[SudokuBoard, list[list[Square]]]:
    words = text.split()
    board = _board_for(m, n, len(words))
    owned: list[list[Square]] = [[], []]
    for k, word in enumerate(words):
        if word != ".":
            board.squares[k] = int(word if classic else word[:-1])
            owned[0 if word.endswith("+") else 1].append(board.index2square(k))
    return board, owned


def _parse_numbers(text: str, group: int) -> list[tuple[int, ...]]:
    numbers = [int(word) for word in text.translate(str.maketrans("[](),->", "       ")).split()]
    if len(numbers) % group:
        raise BoardTextError(f"expected groups of {group} numbers, got {text!r}")
    return [tuple(numbers[at : at + group]) for at in range(0, len(numbers), group)]


def _parse_scores(text: str) -> list[int]:
    pairs = _parse_numbers(text, 2)
    if len(pairs) != 1:
        raise BoardTextError(f"expected two scores, got {text!r}")
    return list(pairs[0])


def _parse_squares(text: str | None) -> list[Square] | None:
    return None if text is None else [(r, c) for r, c in _parse_numbers(text, 2)]


# -- start regions ---------------------------------------------------------------------------------------------------


def allowed_squares(board: SudokuBoard, playmode: str) -> tuple[list[Square] | None, list[Square] | None]:
    """The start regions of both players; None for the classic rules. Raises RulesError, which is a ValueError."""
    side = board.N
    if playmode == "border":  # the course has an order of its own
        inner = range(1, side - 1)
        border = [(row, col) for row in (0, side - 1) for col in range(side)]
        border += [(row, col) for col in (0, side - 1) for row in inner]
        return border, border[:]
    if playmode == "random":
        squares = generate_random_tuples(side)
        return squares[:side], squares[side:]
    from dueldoku.board.geometry import Geometry  # not at the top: agents import all names of this module
    from dueldoku.duel.rules import start_regions

    regions = start_regions(playmode, Geometry.of(board.m, board.n))
    if regions is None:
        return None, None
    first, second = ([divmod(cell, side) for cell in sorted(region)] for region in regions)
    return first, second


def generate_random_tuples(N: int) -> list[Square]:
    """2N different squares of a board of side N, drawn at random."""
    return [divmod(k, N) for k in random.sample(range(N * N), 2 * N)]
