"""The frame of every page, and the few controls that all of them are made of."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from nicegui import ui

from dueldoku.errors import DueldokuError
from dueldoku.render.table import Table
from dueldoku.web.pages import PAGES
from dueldoku.web.presence import Presence

Faults = tuple[type[Exception], ...]
STATIC = Path(__file__).parent / "static"
_STYLE = (STATIC / "style.css").read_text(encoding="utf-8")  # in the page itself: nothing is waited for to be seen
_FAR = 10_000  # steps: more than any game has turns
_LOGO = (
    '<svg viewBox="0 0 32 32" aria-hidden="true"><rect x="1.5" y="1.5" width="29" height="29" rx="6" fill="none"'
    ' stroke="currentColor" stroke-width="2"/><path d="M11.5 2v28M20.5 2v28M2 11.5h28M2 20.5h28" stroke="currentColor"'
    ' stroke-width="1" opacity=".35"/><path d="M7 5l4.2 6H2.8z" fill="var(--one)"/>'
    '<path d="M25 27l-4.2-6h8.4z" fill="var(--two)"/></svg>'
)
_MOON = (
    "(e) => { const menu = e.target.closest('.menu'); if (menu) menu.setAttribute('aria-expanded',"
    " menu.getAttribute('aria-expanded') !== 'true');"
    " if (!e.target.closest('.moon')) return; const d = !Quasar.Dark.isActive; Quasar.Dark.set(d);"
    " document.cookie = 'dueldoku_theme=' + (d ? 'dark' : 'light') + ';path=/;max-age=31536000;samesite=lax'; }"
)

_COPY = (
    "const text = %s, area = document.createElement('textarea');"
    " if (navigator.clipboard) navigator.clipboard.writeText(text);"
    " else { area.value = text; area.style = 'position: fixed; opacity: 0'; document.body.append(area); area.select();"
    " document.execCommand('copy'); area.remove(); }"
)


def visitor() -> str:
    """Who looks at this page."""
    return str(ui.context.client.request.scope["visitor"])


def place() -> str:
    """Where they are: the same for everybody at one address."""
    return str(ui.context.client.request.scope["place"])


def attend(presence: Presence, where: str) -> None:
    """Let it be known that the visitor is there, as long as this page is open."""
    client, who = ui.context.client, visitor()
    client.on_connect(lambda: presence.come(who, where))
    client.on_disconnect(lambda: presence.go(who, where))


@contextmanager
def frame(
    title: str, here: str, about: str = "Competitive Sudoku: a duel over one Sudoku.", shell: str = ""
) -> Iterator[None]:
    """A page: its head, the navigation, and room for the content.

    ``shell`` is what is seen before any script has come, as HTML; the content then takes its place.
    """
    theme = ui.context.client.request.cookies.get("dueldoku_theme", "")
    ui.dark_mode({"dark": True, "light": False}.get(theme))
    ui.page_title(f"{title} · Dueldoku")
    back = {"dark": "html{background:#11151a}", "light": "html{background:#f7f5f0}"}.get(
        theme, "html{background:#f7f5f0}@media(prefers-color-scheme:dark){html{background:#11151a}}"
    )
    ui.add_head_html(f'<style>{back}{_STYLE}</style><meta name="description" content="{escape(about, quote=True)}">')
    links = "".join(
        f'<a href="{page.path}"{" aria-current=page" if page.path == here else ""}>{page.title}</a>'
        for page in PAGES
        if page.title
    )
    top = (
        '<a class="skip" href="#main">To the content</a>'
        f'<header class="top"><a class="brand" href="/">{_LOGO}Dueldoku</a>'
        '<button class="menu" type="button" aria-expanded="false" aria-controls="pages">Menu</button>'
        f'<nav class="nav" id="pages" aria-label="Pages">{links}</nav>'
        '<button class="moon" type="button" aria-label="Light or dark" title="Light or dark">◐</button>'
        "</header>"
    )
    shown = shell or f"<h1>{escape(title)}</h1>"
    ui.context.client.request.scope["shell"] = (
        f'{top}<div class="nicegui-content"><div class="page">{shown}</div></div>'
    )
    html(top).on("click", js_handler=_MOON).move(ui.context.client.layout, 0)  # before the page's <main>
    with ui.element("div").classes("page").props("id=main tabindex=-1"):
        yield


def not_found(here: str, why: str, title: str = "No such game") -> None:
    """The page for something that is not there."""
    with frame(title, here):
        heading(title, 1)
        words(why[:1].upper() + why[1:], "lead")
        with box("line"):
            link_button("New game", "/play", "primary")
    ui.status_code(404)


def not_now(here: str) -> None:
    """The page for what takes too long at the moment."""
    with frame("Busy", here):
        heading("The page is busy", 1)
        words("Many people ask at once. Try again in a moment.", "lead")
    ui.status_code(503)


def link_to(path: str) -> str:
    """The whole address of a page."""
    return str(ui.context.client.request.base_url).rstrip("/") + path


def box(kind: str) -> ui.element:
    """Room for things: below each other (``stack``), beside each other (``line``), or as the style has it."""
    return ui.element("div").classes(kind)


def sheet(title: str = "", level: int = 2) -> ui.element:
    """A sheet of paper that things lie on, perhaps under a heading."""
    with box("sheet") as made:
        if title:
            heading(title, level)
    return made


def fold(title: str, extra: str = "") -> ui.element:
    """Room for things that show when their title is clicked."""
    with ui.element("details").classes(f"fold {extra}") as made:
        html(escape(title), tag="summary")
    return made


def heading(text: str, level: int = 2) -> ui.html:
    """A heading."""
    return html(escape(text), tag=f"h{level}")


def html(content: str = "", extra: str = "", tag: str = "div") -> ui.html:
    """HTML of our own making, perhaps to be filled in later."""
    return ui.html(content, sanitize=False, tag=tag).classes(extra)


def words(text: str, extra: str = "") -> ui.label:
    """A paragraph of plain text."""
    return ui.label(text).classes(extra)


def button(
    text: str, on_click: Callable[..., Any] | None = None, kind: str = "", icon: str = "", tip: str = ""
) -> ui.button:
    """A button; ``kind`` is primary, quiet or nothing."""
    made = ui.button(text, on_click=on_click, icon=icon or None, color=None)
    made.props("no-caps unelevated no-wrap").classes(f"btn {kind}")
    if not text:
        made.classes("icon").props(f'aria-label="{escape(tip, quote=True)}"')
    if tip:
        made.tooltip(tip)
    return made


def link_button(text: str, target: str, kind: str = "") -> ui.element:
    """A link that looks like a button."""
    return button(text, kind=kind).props(f'type=a href="{escape(target, quote=True)}"')


def text_area(label: str, value: str = "", most: int = 20_000) -> ui.textarea:
    """Room for text of up to so many letters."""
    made = ui.textarea(label, value=value).props(f"outlined dense autogrow maxlength={most}")
    return made.classes("w-full")


def number(label: str, value: int, least: int, most: int) -> ui.number:
    """A whole number to be typed in."""
    return ui.number(label, value=value, min=least, max=most, precision=0).props("outlined dense")


def bad(why: str) -> str:
    """What went wrong, as HTML; nothing if nothing did."""
    return f'<p class="bad">{escape(why)}</p>' if why else ""


def select(options: Any, value: Any, label: str, on_change: Callable[..., Any] | None = None, **more: Any) -> ui.select:
    """A choice out of a list."""
    made = ui.select(options, value=value, label=label, on_change=on_change, **more)
    return made.props("outlined dense options-dense")


def row(content: str, on_click: Callable[[], Any]) -> ui.element:
    """A row of a list to choose from; the content is HTML."""
    return html(content, tag="button").props("type=button").on("click", lambda _: on_click())


def segment(options: dict[Any, str], value: Any, on_change: Callable[[Any], Any], label: str) -> None:
    """A choice out of a few, side by side."""
    buttons: dict[Any, ui.element] = {}

    def press(wanted: Any) -> None:
        for key, element in buttons.items():
            element.props(f"aria-pressed={str(key == wanted).lower()}")

    def choose(wanted: Any) -> None:
        press(wanted)
        on_change(wanted)

    with box("seg").props(f'role=group aria-label="{escape(label, quote=True)}"'):
        for key, text in options.items():
            buttons[key] = row(escape(text), partial(choose, key))
    press(value)


def table(head: list[str], rows: list[list[str]], extra: str = "") -> ui.html:
    """A table; the cells are HTML. Keys can scroll it where it is too wide."""
    return html(table_html(head, rows, extra), "scroll").props("tabindex=0 role=group aria-label=Table")


def table_of(shown: Table, extra: str = "") -> ui.html:
    """A table of a report, under a line that says how to read it."""
    words(f"{shown.note[:1].upper()}{shown.note[1:]}." if shown.note else "", "hint-text")
    return table(list(shown.head), [[escape(cell) for cell in row] for row in shown.rows], extra)


def table_html(head: list[str], rows: list[list[str]], extra: str = "") -> str:
    """The same as text. A column whose head begins with ``<`` is set to the left."""
    kinds = [" class=l" if cell.startswith("<") else "" for cell in head]
    heads = ((cell.lstrip("<"), kind) for cell, kind in zip(head, kinds, strict=True))
    top = "".join(f"<th scope=col{kind}>{cell}</th>" if cell else "<td></td>" for cell, kind in heads)
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<table class="data {extra}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def focus(element: ui.element) -> None:
    """Let the keys go to it, once it is shown."""
    ui.run_javascript(f"Vue.nextTick(() => getHtmlElement({element.id})?.focus({{preventScroll: true}}))")


def reveal(element: ui.element) -> None:
    """Scroll as far as it takes to see it, once it is shown."""
    ui.run_javascript(f"Vue.nextTick(() => getHtmlElement({element.id})?.scrollIntoView({{block: 'nearest'}}))")


def notify(text: str, *, bad: bool = False) -> None:
    """A sentence at the lower edge that goes away by itself."""
    ui.notify(text, type="negative" if bad else "info", position="bottom", timeout=5000 if bad else 3000, color="dark")


def copy(text: str, told: str = "The link is in your clipboard.") -> None:
    """Put a text into the visitor's clipboard; in a network without HTTPS, too, where browsers offer none."""
    ui.run_javascript(_COPY % json.dumps(text))
    notify(told)


@contextmanager
def telling(
    button: ui.button | None = None, faults: Faults = (DueldokuError,), place: ui.html | None = None
) -> Iterator[None]:
    """What goes wrong in here ends it, and is told in ``place``, or below the button, where it stays.

    The button shows meanwhile that something is under way.
    """
    place = place or (_below(button) if button else None)
    if place:
        place.set_content("")
    if button:
        button.props("loading")
    try:
        yield
    except faults as error:
        why = str(error)[:300]
        if place:
            place.set_content(bad(why))
        else:
            notify(why, bad=True)
    finally:
        if button:
            button.props(remove="loading")


def _below(button: ui.button) -> ui.html:
    """Room below a row of buttons for what goes wrong."""
    assert button.parent_slot
    for one in button.parent_slot.children:
        if isinstance(one, ui.html) and "below" in one.classes:
            return one
    with button.parent_slot:
        return html("", "below").props("role=alert")


@contextmanager
def dialog(text: str, act: Callable[[], Awaitable[Any]], leave: str = "Cancel", width: str = "auto") -> Iterator[None]:
    """A sheet over the page that asks something. It stays open until what is asked for was done, or it is left."""

    async def go() -> None:
        with telling(does, (DueldokuError, TypeError, ValueError)):
            await act()
            shown.close()

    named = ui.dialog().props(f'aria-label="{escape(text, quote=True)}"')
    with named as shown, sheet().style(f"width: {width}; max-width: 92vw"):
        yield
        with box("line"):
            does = button(text, go, "primary")
            button(leave, shown.close)
    shown.open()


def stepper(step: Callable[[int], None], tips: tuple[str, str, str, str]) -> ui.label:
    """Buttons to the start, back, on and to the end: ``step`` takes as many steps as it can; returns room for words."""
    icons = {"first_page": -_FAR, "chevron_left": -1, "chevron_right": 1, "last_page": _FAR}
    for (icon, by), tip in zip(icons.items(), tips, strict=True):
        button("", lambda by=by: step(by), icon=icon, tip=tip)
    return words("", "num")
