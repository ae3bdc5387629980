"""The rules, with an example; and what this is."""

from __future__ import annotations

from nicegui import ui

import dueldoku
from dueldoku.web import layout
from dueldoku.web.rules import rules_list, worked_example


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
