"""What a position is worth, as it is shown: the bar, the course of a game, the best moves, the best line."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from nicegui import ui

from dueldoku.board.move import Move
from dueldoku.board.symbols import cell_name
from dueldoku.engine.analysis import Analysis
from dueldoku.engine.insight import MoveValue, Tempo
from dueldoku.engine.review import ReviewedTurn
from dueldoku.web import narration
from dueldoku.web.board import cell_of
from dueldoku.words import counted

PLAY_CLICK = (  # what a click on a best move or into the best line tells: the move, or how many moves
    "(e) => { const t = e.target.closest('[data-move], [data-line]');"
    " if (t) emit(t.dataset.move || Number(t.dataset.line)); }"
)
_LONGEST = 12  # moves of a line that are shown


class Graph(ui.element, component="static/graph.js"):
    """The course of a game."""

    def __init__(self) -> None:
        super().__init__()
        self._props.update(scores=[0], values=[], exact=[], turning=[], now=0)

    def set(self, **props: Any) -> None:
        """Change what it shows: ``scores``, ``values``, ``exact``, ``turning``, ``now``."""
        self._props.update(props)
        self.update()


def eval_bar(lead: float, *, known: bool) -> str:
    """The evaluation bar: who will win by how much, if that is known."""
    share = 1 / (1 + exp(-max(-40.0, min(40.0, lead)) / 5))  # of the bar; half of it is even
    points = f"{abs(lead):.1f}"
    one, two = ("▴", "▾") if not known else (f"▴ +{points}", "") if lead >= 0 else ("", f"+{points} ▾")
    words = f"Expected result: player {1 if lead >= 0 else 2} by {points} points"
    return (
        f'<div class="evalbar" role="img" aria-label="{words}"><div class="a" style="width:{100 * share:.1f}%">{one}'
        f'</div><div class="b">{two}</div></div>'
    )


def judgement(found: Analysis, bombs: Sequence[Move] | None, judged: ReviewedTurn | None) -> str:
    """A position in words, with the bombs once they were looked for, and the turn to it once it was reviewed."""
    facts = [str(found.kind), f"{found.empty} empty", *([] if bombs is None else [counted(len(bombs), "bomb")])]
    pills = "".join(f'<span class="pill{" on" * (at == 0)}">{fact}</span>' for at, fact in enumerate(facts))
    turn = f'<p class="news">Turn {judged.number}: {narration.lit(judged.words)}.</p>' if judged else ""
    words = f"<p>{narration.lit(' '.join(found.words))}</p>"
    return f'<div class="stack"><div class="line">{pills}</div>{turn}{words}</div>'


def best_row(place: int, one: MoveValue) -> str:
    """A move with its value, to be played by a click."""
    what = "bomb: passes" if one.is_bomb else f"+{one.points}" if one.points else ""
    tempo = "has the last move" if one.tempo is Tempo.WON else ""
    left = "" if one.bombs_left is None else f"leaves {counted(one.bombs_left, 'bomb')}"
    return (
        f'<span class="soft num">{place}.</span>{_button(one.move, f"move={one.move}", f"<b>{one.move}</b>")}'
        f'<span class="soft small">{" · ".join(filter(None, (what, tempo, left)))}</span>'
        f'<span class="num">{"" if one.is_exact else "≈ "}{f"{one.value:+.1f}".replace("-", "−")}</span>'
    )


def line_html(line: tuple[Move, ...]) -> str:
    """How the game may go on; a click on a move plays the line up to it."""
    shown = " ".join(_button(move, f"line={number}", str(move)) for number, move in enumerate(line[:_LONGEST], 1))
    return f"<p><b>Best line:</b> {shown}{' …' if len(line) > _LONGEST else ''}</p>" if len(line) > 1 else ""


def _button(move: Move, does: str, content: str) -> str:
    name, _, value = does.partition("=")
    cell = cell_name(move.row, move.col)
    return f'<button type="button" class="move" data-{name}="{value}" data-light="{cell}">{content}</button>'


def marks_of(moves: Sequence[MoveValue], bombs: Sequence[Move], side: int) -> dict[int, dict[str, str]]:
    """The bombs, and above them the best three moves, as the board marks them."""
    marks: dict[int, dict[str, str]] = {}
    for bomb in bombs:
        cell = cell_of(bomb, side)
        digits = marks.get(cell, {"text": "✹"})["text"]
        marks[cell] = {"kind": "bomb", "text": f"{digits}{bomb.digit}" if len(digits) < 5 else digits}
    for place, one in reversed(list(enumerate(moves[:3]))):
        text = f"{place + 1}: {'✹' if one.is_bomb else ''}{one.move.digit}"
        marks[cell_of(one.move, side)] = {"kind": "good" if place else "best", "text": text}
    return marks
