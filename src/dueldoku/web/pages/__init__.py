"""The pages, one file each. ``PAGES`` is the one list of them: a new page is its file and a row here."""

from __future__ import annotations

from typing import NamedTuple


class PageEntry(NamedTuple):
    """A file of this folder. Those with a path and a title stand in the navigation, in this order."""

    file: str
    path: str = ""
    title: str = ""


PAGES = (
    PageEntry("learn", "/", "Learn"),
    PageEntry("play", "/play", "Play"),
    PageEntry("puzzles", "/puzzles", "Puzzles"),
    PageEntry("sudoku", "/sudoku", "Sudokus"),
    PageEntry("watch", "/watch", "Watch"),
    PageEntry("games", "/games", "Games"),
    PageEntry("analyse", "/analyse", "Analyse"),
    PageEntry("standings", "/standings", "Standings"),
    PageEntry("solver", "/solver", "Solver"),
    PageEntry("rules", "/rules", "Rules"),
    PageEntry("me", "/me", "You"),
    PageEntry("game"),
    PageEntry("projector"),
    PageEntry("api", "/api", "API"),
)
