"""What the page remembers of a visitor: a name without a password, rating, streak, lessons; exported or deleted."""

from __future__ import annotations

import json
from collections.abc import Mapping

from nicegui import ui

from dueldoku.dojo.lessons import LESSONS
from dueldoku.web import layout
from dueldoku.web.lobby import clean_name, guest_name
from dueldoku.web.pages.play import own_games
from dueldoku.web.services import services
from dueldoku.words import counted


@ui.page("/me")
async def me_page() -> None:
    """Name, figures, games, and what can be done with them."""
    visitor, people = layout.visitor(), services().people
    learner, today = people.get(visitor), people.today()
    with layout.frame("You", "/me"):
        layout.heading("You", 1)
        with layout.box("half"):
            with layout.sheet("Your name"):
                layout.words("No password: this browser is known by a cookie.", "hint-text")
                name = ui.input("Name", value=learner.name, placeholder=guest_name(visitor))
                name.props("outlined dense maxlength=24")

                async def rename() -> None:
                    people.get(visitor).name = clean_name(str(name.value or ""))
                    await people.keep(visitor)
                    layout.notify("Kept. New games carry this name.")

                layout.button("Keep", rename, "primary")
            with layout.sheet("So far"):
                missed = len(learner.mistakes)
                facts = {
                    "Lessons": f"{len(learner.lessons)} of {len(LESSONS)}",
                    "Puzzle rating": f"{learner.rating:.0f}",
                    "Puzzles": f"{learner.solved} solved at the first try, {learner.failed} missed",
                    "Streak": counted(learner.streak(today), "day"),
                    "Missed positions": f"{missed}, of which {len(learner.due(today))} back today"
                    if missed
                    else "none",
                    "Sudokus solved": str(len(learner.sudokus)),
                }
                rows = "".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in facts.items())
                layout.html(f'<dl class="facts num">{rows}</dl>{curve(learner.curve)}')
        await own_games()
        with layout.sheet("What is kept"):
            layout.words(
                "All of the above, in a file on this server, and your games. Finished games stay in the archive under"
                " the name that you played with; everything else can be deleted."
            )
            with layout.box("line"):
                layout.button("Export", lambda: _export(visitor), icon="download")
                layout.button("Delete", lambda: _ask_delete(visitor), icon="delete")


async def _export(visitor: str) -> None:
    told = services().people.get(visitor).to_json()
    games = [json.loads(duel.record().to_json()) for duel in await services().lobby.of(visitor)]
    ui.download.content(json.dumps(told | {"games": games}, indent=1), "dueldoku-me.json", "application/json")


def _ask_delete(visitor: str) -> None:
    async def delete() -> None:
        await services().people.forget(visitor)
        for duel in await services().lobby.of(visitor, 10_000):
            for player in duel.players_of(visitor):
                if duel.is_over or {seat.owner for seat in duel.seats} <= {"", visitor}:
                    services().lobby.remove(duel.key)
                    break
                await duel.leave(player)
        ui.navigate.to("/me")

    with layout.dialog("Delete", delete, "Keep it"):
        layout.words("Delete your name, rating, streak, lessons, missed positions and open games?")


def curve(points: Mapping[str, int]) -> str:
    """The rating by day, drawn."""
    if len(points) < 2:
        return ""
    days = sorted(points)
    low, high = min(points.values()), max(points.values())
    line = " ".join(
        f"{600 * at / (len(days) - 1):.0f},{110 - 100 * (points[day] - low) / max(1, high - low):.0f}"
        for at, day in enumerate(days)
    )
    label = f"Rating from {points[days[0]]} on {days[0]} to {points[days[-1]]} on {days[-1]}"
    return (
        f'<svg class="dd-graph" viewBox="0 0 600 120" preserveAspectRatio="none" role="img" aria-label="{label}">'
        f'<polyline class="value" points="{line}" vector-effect="non-scaling-stroke"/></svg>'
        f'<p class="soft small">{label}.</p>'
    )
