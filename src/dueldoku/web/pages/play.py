"""A new game: against a friend, or against an agent."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any

from nicegui import ui

from dueldoku.errors import DueldokuError
from dueldoku.web import choices, layout, narration
from dueldoku.web.challenges import Challenges
from dueldoku.web.duel import Duel
from dueldoku.web.lobby import GameWish, guest_name
from dueldoku.web.pages.rules import rules_list, worked_example
from dueldoku.web.services import services
from dueldoku.web.workshop import written
from dueldoku.words import counted

_OWN, _PASTED = "generate", "paste"
_LOOK_SECONDS = 2.0  # between two looks at the folder of agents
_ONE_SCREEN, _BY_LINK, _ANYBODY = "person:screen", "person:link", "person:any"
_PEOPLE = {
    _ONE_SCREEN: "a friend, on this screen",
    _BY_LINK: "a friend elsewhere, by link",
    _ANYBODY: "anybody: an open challenge",
}


@ui.page("/play")
async def play_page(position: str = "", rules: str = "") -> None:
    """Choose an opponent and a board, or read the rules."""
    with layout.frame("Play", "/play"):
        layout.heading("A new game", 1)
        Challenges()
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
        "clock": "",
    }
    own = {"size": "3x3", "difficulty": "easy", "text": pasted}
    opponent = layout.select(_PEOPLE | agents, wish["opponent"], "Opponent").bind_value(wish, "opponent")
    opponent.classes("w-full")
    if services().workshop.folder:
        _OwnAgents(opponent)
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
        seconds = layout.select(choices.TIMES, 1.0, "Its time for a turn").bind_value(wish, "seconds")
        seconds.bind_visibility_from(opponent, "value", lambda who: who not in _PEOPLE)
        clock = layout.select(choices.CLOCKS, "", "Clock").bind_value(wish, "clock")
        clock.bind_visibility_from(opponent, "value", lambda who: who in _PEOPLE)
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


class _OwnAgents:
    """The agents of the server's folder among the opponents, and below what is wrong with others, as they change."""

    def __init__(self, opponents: ui.select) -> None:
        self._opponents, self._others = opponents, dict(opponents.options)
        self._told = layout.html().props("aria-live=polite")
        self._show()
        ui.timer(_LOOK_SECONDS, self._look)

    async def _look(self) -> None:
        await services().workshop.look()
        self._show()

    def _show(self) -> None:
        workshop = services().workshop
        own = {written(agent): f"{name}: an agent of your own" for name, agent in workshop.agents.items()}
        if self._opponents.options != (options := own | self._others):
            chosen = self._opponents.value
            self._opponents.set_options(options, value=chosen if chosen in options else next(iter(options)))
        left = f"{counted(workshop.left, 'agent')} of your own to be tried." if workshop.left else ""
        broken = "".join(layout.bad(f"{name} cannot play: {why}") for name, why in workshop.broken.items())
        self._told.set_content(f'{broken}<p class="hint-text">{left}</p>' if broken or left else "")


def _wish(form: dict[str, Any], own: dict[str, str]) -> GameWish:
    """The game that is wished for by these fields, on a board of one's own if the first ones say so."""
    wish = GameWish(**form | {"name": str(form["name"] or "")})
    if wish.board == _PASTED:
        wish = replace(wish, board=own["text"])
    elif wish.board == _OWN:
        difficulty = f",difficulty={own['difficulty']}" if own["difficulty"] else ""
        wish = replace(wish, board=f"generate:size={own['size']}{difficulty}")
    if wish.opponent in _PEOPLE:
        who = wish.opponent
        return replace(wish, opponent="", one_screen=who == _ONE_SCREEN, is_open=who == _ANYBODY)
    return replace(wish, clock="")


async def own_games() -> None:
    """The visitor's games, if there are any."""
    if own := await services().lobby.of(layout.visitor(), 8):
        with layout.sheet("Your games"):
            layout.table(["players", "<board", "score", "turns", ""], [_row(duel) for duel in own], "linked")


def _row(duel: Duel) -> list[str]:
    state = (
        "over"
        if duel.is_over
        else "nobody has joined"
        if duel.is_waiting
        else f"{narration.SIGNS[duel.game.turn]} to move"
    )
    one, two = (escape(narration.shown_name(name)) for name in duel.names)
    players = f'<a href="/game/{duel.key}">▴ {one} – ▾ {two}</a>'
    return [players, escape(duel.board), f"{duel.game.scores[0]}–{duel.game.scores[1]}", str(duel.version), state]
