"""A new game: against a friend, or against an agent."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any

from nicegui import ui

from dueldoku.errors import DueldokuError
from dueldoku.web import choices, layout, narration
from dueldoku.web.duel import Duel
from dueldoku.web.lobby import GameWish, guest_name
from dueldoku.web.pages.rules import rules_list, worked_example
from dueldoku.web.services import services

_OWN, _PASTED = "generate", "paste"
_ONE_SCREEN, _BY_LINK = "person:screen", "person:link"
_PEOPLE = {_ONE_SCREEN: "a friend, on this screen", _BY_LINK: "a friend elsewhere, by link"}


@ui.page("/play")
async def play_page(position: str = "", rules: str = "") -> None:
    """Choose an opponent and a board, or read the rules."""
    with layout.frame("Play", "/play"):
        layout.heading("A new game", 1)
        with layout.box("half"):
            with layout.sheet("New game"):
                _form(position[:5000], rules)
            with layout.sheet("The rules, in a minute"):
                worked_example()
                with layout.fold("All rules"):
                    rules_list()
        await own_games()


def _form(pasted: str, rules: str) -> None:
    me, place, agents = layout.visitor(), layout.place(), choices.agents()
    wish: dict[str, Any] = {
        "opponent": next(iter(agents)),  # whom a newcomer should meet first
        "board": _PASTED if pasted else "random-2x3",
        "rules": rules if rules in choices.rules() else "",
        "seat": 1,
        "seconds": 1.0,
        "name": services().people.get(me).name,
    }
    own = {"size": "3x3", "difficulty": "easy", "text": pasted}
    layout.select(_PEOPLE | agents, wish["opponent"], "Opponent").bind_value(wish, "opponent").classes("w-full")
    boards = {_OWN: "a new puzzle, by size and difficulty", _PASTED: "a board that you paste"} | choices.boards()
    board = layout.select(boards, wish["board"], "Board").bind_value(wish, "board").classes("w-full")
    with layout.box("fields") as made:
        layout.select(choices.SIZES, "3x3", "Size").bind_value(own, "size")
        layout.select(choices.DIFFICULTIES, "easy", "Difficulty").bind_value(own, "difficulty")
    made.bind_visibility_from(board, "value", value=_OWN)
    text = layout.text_area("Any format: one line, rows of digits, a course file, f-puzzles, …", pasted)
    text.bind_value(own, "text").bind_visibility_from(board, "value", value=_PASTED)
    with layout.box("fields"):
        layout.select(choices.rules(), wish["rules"], "Rules").bind_value(wish, "rules")
        layout.select(choices.TIMES, 1.0, "Its time for a turn").bind_value(wish, "seconds")
        name = ui.input("Your name", value=wish["name"], placeholder=guest_name(me)).props(
            "outlined dense maxlength=24"
        )
        name.bind_value(wish, "name")
    with layout.box("line"):
        layout.segment({1: "▴ I move first", 2: "▾ I move second"}, 1, lambda seat: wish.update(seat=seat), "Seat")

    async def begin() -> None:
        with layout.telling(start, (DueldokuError, OSError, TypeError, ValueError)):
            duel = await services().lobby.begin(_wish(wish, own), me, place)
            ui.navigate.to(f"/game/{duel.key}")

    with layout.box("line"):
        start = layout.button("Play", begin, "primary", icon="play_arrow")
        layout.words("Keyboard: arrows move, digits write.", "hint-text")
    layout.words("").bind_text_from(services().workers.compiling, "words")


def _wish(form: dict[str, Any], own: dict[str, str]) -> GameWish:
    """The game that is wished for by these fields, on a board of one's own if the first ones say so."""
    wish = GameWish(**form | {"name": str(form["name"] or "")})
    if wish.board == _PASTED:
        wish = replace(wish, board=own["text"])
    elif wish.board == _OWN:
        difficulty = f",difficulty={own['difficulty']}" if own["difficulty"] else ""
        wish = replace(wish, board=f"generate:size={own['size']}{difficulty}")
    if wish.opponent in _PEOPLE:
        wish = replace(wish, opponent="", one_screen=wish.opponent == _ONE_SCREEN)
    return wish


async def own_games() -> None:
    """The visitor's games, if there are any."""
    if own := await services().lobby.of(layout.visitor(), 8):
        with layout.sheet("Your games"):
            layout.table(["players", "<board", "score", "turns", ""], [_row(duel) for duel in own], "linked")


def _row(duel: Duel) -> list[str]:
    state = "over" if duel.is_over else f"{narration.SIGNS[duel.game.turn]} to move"
    one, two = (escape(narration.shown_name(name)) for name in duel.names)
    players = f'<a href="/game/{duel.key}">▴ {one} – ▾ {two}</a>'
    return [players, escape(duel.board), f"{duel.game.scores[0]}–{duel.game.scores[1]}", str(duel.version), state]
