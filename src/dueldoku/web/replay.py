"""A slider over the moves of a line, and a button that plays them one after another."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakMethod

from nicegui import events, ui

from dueldoku.web import layout

_SPEEDS = {2.0: "slow", 1.0: "normal", 0.5: "fast", 0.2: "very fast"}  # seconds for each move
_SLIDE = "(e) => emit(Number(e.target.value))"


class Replay:
    """Calls ``go`` with the place in the line to look at."""

    def __init__(self, go: Callable[[int], None]) -> None:
        self._goes, self._at, self._last = WeakMethod(go), 0, 0  # nothing keeps a page that is closed
        with layout.box("line replay") as self._row:
            self._run = layout.button("", self._on_run, icon="play_arrow", tip="Autoplay")
            self._slider = ui.element("input").props('type=range min=0 aria-label="Move of this line"')
            self._slider.on("input", self._on_slide, js_handler=_SLIDE, throttle=0.05)
            layout.select(_SPEEDS, 1.0, "Speed", lambda event: setattr(self._timer, "interval", event.value))
        self._timer = ui.timer(1.0, self._tick, active=False, immediate=False)

    def show(self, at: int, last: int) -> None:
        """Show where in the line we are; there is nothing to show where it has no moves."""
        self._at, self._last = at, last
        self._row.set_visibility(last > 0)
        if (self._slider.props.get("value"), self._slider.props.get("max")) != (at, last):
            self._slider.props.update(value=at, max=last)
            self._slider.update()
        if at == last:
            self._stop()

    def _go(self, place: int) -> None:
        if go := self._goes():
            go(place)

    def _on_run(self) -> None:
        if self._timer.active:
            self._stop()
        elif self._last:
            self._run.props("icon=pause aria-pressed=true")
            self._timer.activate()
            if self._at == self._last:  # from the start once more
                self._go(0)

    def _stop(self) -> None:
        self._timer.deactivate()
        self._run.props("icon=play_arrow aria-pressed=false")

    def _tick(self) -> None:
        if self._at < self._last:
            self._go(self._at + 1)

    def _on_slide(self, event: events.GenericEventArguments) -> None:
        if isinstance(event.args, int) and 0 <= event.args <= self._last and event.args != self._at:
            self._slider.props["value"] = event.args  # it stands there already: it must not jump under a finger
            self._go(event.args)
