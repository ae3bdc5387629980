"""The board on a page, and what it is given to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from html import escape
from typing import Any

from nicegui import events, ui

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.turn import Ruling
from dueldoku.errors import DueldokuError
from dueldoku.game.game import Game
from dueldoku.web import solving

BoardState = dict[str, Any]
_PARTS = (
    "face",
    "keys",
    "notebook",
    "picking",
    "row",
    "sketch",
    "zoom",
)  # of the board, as static/board.js imports them
_PENS = '<div class="dd-pens"><div class="seg"><button type="button" disabled>Digit</button></div></div>'

_TOOLS = {  # the switches below the board, and what they need
    f'<button type="button" class="dd-tool" disabled>{name}</button>': key
    for name, key in {"✎ Candidates": "", "+ Points": "worth", "▨ Territory": "open"}.items()
}


class BoardElement(ui.element, component="static/board.js", dependencies=[f"static/{part}.js" for part in _PARTS]):
    """A board that people can play, read or edit; ``static/board.js`` says what ``state`` holds."""

    def __init__(
        self, state: BoardState, label: str, *, pad: bool = False, tools: bool = True, passive: bool = False
    ) -> None:
        super().__init__()
        self._props.update(state=state, label=label, pad=pad, tools=tools, passive=passive, forcePencil=False)
        self.state = state  # what is shown

    def show(self, state: BoardState) -> None:
        """Show something else."""
        self._props["state"] = self.state = state
        self.update()

    def renew(self, state: BoardState, *, pencil: bool = False) -> None:
        """Show something else that is no turn of the same game; ``pencil``: with candidates, whatever was chosen."""
        self._props["forcePencil"] = pencil
        self.show(state | {"version": self.state["version"] + 1})

    def on_edit(self, write: Callable[[int, int], None]) -> None:
        """Call ``write`` with the cell and the digit that were written; 0 erases."""

        def told(event: events.GenericEventArguments) -> None:
            side = self.state["m"] * self.state["n"]
            match event.args:
                case {"cell": int(cell), "digit": int(digit)} if 0 <= cell < side**2 and 0 <= digit <= side:
                    write(cell, digit)

        self.on("edit", told)

    def on_own(self, take: Callable[[Grid], None]) -> None:
        """Call ``take`` with the puzzle and the visitor's own digits on it, whenever they change."""

        def told(event: events.GenericEventArguments) -> None:
            solve = self.state.get("solve")
            match event.args:
                case {"key": str(key), "values": list(values)} if solve and key == solve["key"]:
                    puzzle = Grid(Geometry(self.state["m"], self.state["n"]), tuple(self.state["values"]))
                    with suppress(DueldokuError):
                        take(solving.filled(puzzle, values))

        self.on("own", told)


def cell_of(move: Move, side: int) -> int:
    """The move's cell, or -1 if it is off the board."""
    return move.row * side + move.col if 0 <= move.row < side and 0 <= move.col < side else -1


def game_state(game: Game, me: Sequence[int] = (), marks: Mapping[int, Mapping[str, str]] | None = None) -> BoardState:
    """A game as the board shows it; ``me`` are the players who may move from here."""
    side, over = game.geometry.side, game.is_over()
    state = position_state(game.position()) | {
        "clues": clues_of(game.start.grid),
        "owners": list(game.owners),  # a position has them only where there are territories
        "worth": [0 if value or over else game.points(cell) for cell, value in enumerate(game.values)],
        "taboo": [[cell_of(move, side), move.digit] for move in game.taboo],
        "last": None,
        "turn": 0 if over else game.turn,
        "me": list(me),
        "version": len(game.history),
        "marks": {str(cell): mark for cell, mark in (marks or {}).items()},
    }
    if reach := game.reach:
        state["open"] = [bool(one) | bool(two) << 1 for one, two in zip(*reach, strict=True)]
    if game.history and (move := game.history[-1].move):
        last = game.history[-1]
        facts = {"placed": last.ruling is Ruling.PLACED, "player": last.player, "points": last.points}
        state["last"] = {"cell": cell_of(move, side), "digit": move.digit} | facts
    return state


def line_of(game: Game) -> str:
    """The position as a line, without the turns that led to it."""
    return str(replace(game.position(), past=()))


def clues_of(grid: Grid) -> list[int]:
    """Which cells are filled: 1 for each of them."""
    return [int(bool(value)) for value in grid]


def position_state(position: Position, **more: Any) -> BoardState:
    """A position as the board shows it: nothing to play, perhaps something to edit."""
    geometry = position.grid.geometry
    return {
        "m": geometry.m,
        "n": geometry.n,
        "values": list(position.grid),
        "clues": clues_of(position.grid),
        "owners": list(position.owners) or [0] * geometry.size,
        "version": 0,
        "me": [],
        "turn": 0,
        **more,
    }


def first_view(state: BoardState, head: str) -> str:
    """What a page with a board and a task shows before any script has come; the head is HTML."""
    return (
        f'<div class="two-col learn"><div class="stack">{board_html(state)}</div>'
        f'<div class="stack side"><div class="task head">{head}</div></div></div>'
    )


def beside_board(state: BoardState, side: str, *, above: str = "", pad: bool = True) -> str:
    """The same for a page with a board and more beside it; ``above`` is between the head of the page and the board."""
    return (
        f'<div class="two-col"><div class="stack">{above}{board_html(state, pad=pad)}</div>'
        f'<div class="stack side">{side}</div></div>'
    )


def board_html(state: BoardState, *, pad: bool = True) -> str:
    """The board as ``static/board.js`` will draw it, for those who see the page before any script has come."""
    m, n = state["m"], state["n"]
    side, cells = m * n, []
    for cell, value in enumerate(state["values"]):
        row, col = divmod(cell, side)
        kinds = {
            "edge-l": col % n == 0,
            "edge-t": row % m == 0,
            "edge-r": col == side - 1,
            "edge-b": row == side - 1,
            "clue": state["clues"][cell],
            f"p{state['owners'][cell]}": state["owners"][cell],
            f"land{state.get('open', [0] * side**2)[cell]}": "open" in state and not value,
        }
        shown = f'<span class="dd-value">{value}</span>' if value else ""
        worth = state.get("worth", [0] * side**2)[cell]
        badge = f'<span class="dd-badge">+{worth}</span>' if worth and not value else ""
        cells.append(f'<div class="dd-cell {" ".join(kind for kind, on in kinds.items() if on)}">{shown}{badge}</div>')
    numbers = "".join(f"<span>{number}</span>" for number in range(1, side + 1))
    keys = "".join(f'<button type="button" class="dd-key" disabled>{digit}</button>' for digit in range(1, side + 1))
    below = f'<div class="dd-pad" style="--keys:{min(side, 13)}">{keys}</div>' if pad else ""
    below = _PENS * ("solve" in state) + below
    tools = [tool for tool, key in _TOOLS.items() if not key or key in state]
    below += f'<div class="dd-tools">{"".join(tools)}</div>'
    said = ", ".join(
        f"row {row + 1}: {_row_words(state['values'][row * side : (row + 1) * side])}" for row in range(side)
    )
    return (
        f'<div class="dd-board still{" large" * (side > 9)}" style="--side:{side};--m:{m};--n:{n}">'
        f'<div class="dd-frame"><div class="dd-sheet"><div class="dd-cols" aria-hidden="true">{numbers}</div>'
        f'<div class="dd-rows" aria-hidden="true">{numbers}</div>'
        f'<div class="dd-grid" role="img" aria-label="{escape(said, quote=True)}">{"".join(cells)}</div></div></div>'
        f"{below}</div>"
    )


def _row_words(values: Sequence[int]) -> str:
    return " ".join(str(value or "empty") for value in values)
