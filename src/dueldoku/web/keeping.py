"""What can be taken away from a board to think on: a link, a record, a picture, and ways onward."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote, quote_plus
from weakref import proxy

from nicegui import ui

from dueldoku.duel.record import GameRecord
from dueldoku.render import svg
from dueldoku.web import layout
from dueldoku.web.board import line_of

if TYPE_CHECKING:
    from dueldoku.web.study import Study


class Keeping:
    """A sheet beside a study."""

    def __init__(self, study: Study) -> None:
        self._study: Study = proxy(study)  # nothing keeps a page that is closed
        with layout.sheet("Keep and share", 3):
            with layout.box("line"):
                layout.button("Copy link", self._on_copy, icon="link", tip="With all moves, comments and drawings")
                layout.button("Record", lambda: self._save("json"), tip="This line as one line of JSON")
                layout.button("Text", lambda: self._save("txt"), tip="This line as text for people")
                layout.button("SVG", lambda: self._save("svg"), tip="This position as a picture")
            with layout.box("line"):
                self._onward = layout.link_button("Play from here", "/play")
                if study.number:  # the page of analyses has a button of its own
                    self._editor = layout.link_button("Edit this position", "/analyse")
                self._corner = layout.link_button("To the solver", "/solver", "quiet")

    def show(self) -> None:
        """Lead on from the position that is looked at."""
        game = self._study.game
        position = quote(line_of(game), safe="")
        self._onward.props.update(href=f"/play?position={position}")
        if self._study.number:
            self._editor.props.update(href=f"/analyse?position={position}")
        self._corner.props.update(href=f"/solver?puzzle={quote(str(game.grid), safe='')}")

    def link(self) -> str:
        """The path of the page that shows all of this."""
        study, tree = self._study, self._study.tree
        is_own = len(tree) > study.given + 1 or not all(node.is_bare for node in tree.nodes)
        if study.number and not is_own:
            return f"/games/{study.number}?turn={study.at}"
        start = quote_plus(str(replace(tree.start, past=())))
        line = f"&line={quote_plus(tree.text(), safe='=()>')}&at={tree.number(study.at)}"
        return f"/analyse?position={start}{line if len(tree) > 1 or is_own else ''}"

    def _on_copy(self) -> None:
        layout.copy(layout.link_to(self.link()))

    def _line_record(self) -> GameRecord:
        """The line that is looked at as a game; the record itself where it is that."""
        study = self._study
        end = study.tree.line(study.at)[-1]
        return study.record if end == study.given else study.tree.game(end).record(study.record.players)

    def _save(self, kind: str) -> None:
        study = self._study
        name = f"dueldoku-{study.number or 'game'}"
        if kind == "svg":
            view = replace(study.game.view(), players=study.record.players)
            ui.download.content(svg.draw(view, "light"), f"{name}-{study.at}.svg", "image/svg+xml")
        elif kind == "txt":
            ui.download.content(self._line_record().to_text(), f"{name}.txt", "text/plain")
        else:
            ui.download.content(f"{self._line_record().to_json()}\n", f"{name}.json", "application/json")
