"""The rules in six sentences, and as a worked example that can be stepped through; the keys, and what this is."""

from __future__ import annotations

from functools import cache

from nicegui import ui

import dueldoku
from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.game.game import Game
from dueldoku.web import layout
from dueldoku.web.board import BoardElement, BoardState, game_state

RULES = (
    "Two players fill the same Sudoku in turn: <b>▴ player 1</b> and <b>▾ player 2</b>. No digit may stand twice in a"
    " row, a column or a block.",
    "Points are for <b>completing</b>: the digit that fills the last cell of a row, column or block scores"
    " <b>1</b> point; two of them at once score <b>3</b>, all three <b>7</b>.",
    "An oracle keeps the board solvable. A move after which no solution would be left is <b>refused</b>: it becomes"
    " taboo for both, and the turn passes.",
    "That is no offence. Such a <b>bomb</b> is a way to pass. The last cells score most, so most games are about who"
    " makes the last move.",
    "In rule sets with <b>territories</b> you may fill only your start region and cells that touch your own, diagonals"
    " included. A player with no cell to fill is skipped.",
    "The game ends when the board is full or both are stuck. More points win.",
)
_START = "12.4 .4.2 21.3 ...1"
_STORY = (
    ("", "Seven cells are empty. ▴ moves first."),
    ("r1c3=3", "▴ writes 3: row 1 is complete, 1 point."),
    ("r4c3=4", "▾ tries 4 in row 4: legal, but r3c3 would be left without a digit. Refused, taboo; the turn passes."),
    ("r2c1=3", "▴ completes the upper left block: 1 point."),
    ("r2c3=1", "▾ completes row 2 and a block at once: 3 points."),
    ("r3c3=4", "▴ completes row 3: 1 point."),
    ("r4c3=2", "▾ completes column 3 and a block: 3 points."),
    ("r4c1=4", "▴ has to fill one of the last two cells: column 1, 1 point."),
    ("r4c2=3", "▾ makes the last move, for 7 points: the bomb had swapped the turns. ▾ wins 13 to 4."),
)  # fmt: skip


@ui.page("/rules")
def rules_page() -> None:
    """Rules and keys on one page."""
    with layout.frame("Rules", "/rules"):
        layout.heading("The rules", 1)
        with layout.box("half"):
            with layout.sheet():
                rules_list()
            with layout.sheet("A whole game, move by move"):
                worked_example()
        with layout.box("half"):
            with layout.sheet("Keys"):
                rows = [
                    ["arrows, Home, End", "move on the board"],
                    ["1–9", "write a digit; on larger boards type 12, or press a letter: A is 10, B is 11, …"],
                    ["c, p, t", "candidates, points, territory (capitals are digits on large boards)"],
                    ["+, −", "a large board grows and shrinks"],
                    ["Shift or Ctrl with an arrow", "choose several cells, where you solve"],
                    ["Escape", "let go of the cell"],
                    ["← → Home End", "step through a replay"],
                ]
                layout.table(["key", "<what it does"], [[f"<b>{key}</b>", told] for key, told in rows], "wrap")
            with layout.sheet("About"):
                layout.words(
                    f"Dueldoku {dueldoku.__version__}: the exact game, fast solvers, agents from random to minimax,"
                    " tree search and evolved networks, an arena that runs anybody's agent in a cage, and this page."
                )
                layout.html(
                    'Programs use the <a href="/api">JSON API</a>; <a href="/openapi.json">its description</a> is'
                    " OpenAPI."
                )


def rules_list() -> None:
    """The rules in a list."""
    items = "".join(f"<li><span>{rule}</span></li>" for rule in RULES)
    layout.html(f'<ol class="rules-list">{items}</ol>')


def worked_example() -> None:
    """The example: a small board, a sentence, and two buttons."""
    states = _states()
    at = 0
    board = BoardElement(states[0], "Worked example, 4 by 4", tools=False).classes("small")
    board.style("max-width: 17rem")
    with ui.element("div").props("aria-live=polite").style("min-height: 4.6em"):
        told = layout.words("")
        score = layout.words("", "soft small num")

    def go(step: int) -> None:
        nonlocal at
        at = (at + step) % len(_STORY)
        board.show(states[at])
        told.set_text(f"{at}. {_STORY[at][1]}" if at else _STORY[0][1])
        score.set_text(f"▴ {states[at]['scores'][0]}   ▾ {states[at]['scores'][1]}")

    with layout.box("line"):
        layout.button("Back", lambda: go(-1), "quiet")
        layout.button("Next move", lambda: go(1), icon="arrow_forward")
    go(0)


@cache  # or each visitor would have the solver asked, and after some of them it would be loaded: a second for everybody
def _states() -> list[BoardState]:
    game = Game(Position.parse(_START))
    states = []
    for move, _ in _STORY:
        if move:
            game.push(Move.parse(move))
        states.append(game_state(game) | {"scores": list(game.scores)})
    return states
