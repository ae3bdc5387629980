"""The frame of every page, and the few controls that all of them are made of."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

from nicegui import ui

from dueldoku.render.table import Table
from dueldoku.web.pages import PAGES

STATIC = Path(__file__).parent / "static"
_LOGO = (
    '<svg viewBox="0 0 32 32" aria-hidden="true"><rect x="1.5" y="1.5" width="29" height="29" rx="6" fill="none"'
    ' stroke="currentColor" stroke-width="2"/><path d="M11.5 2v28M20.5 2v28M2 11.5h28M2 20.5h28" stroke="currentColor"'
    ' stroke-width="1" opacity=".35"/><path d="M7 5l4.2 6H2.8z" fill="var(--one)"/>'
    '<path d="M25 27l-4.2-6h8.4z" fill="var(--two)"/></svg>'
)
_MOON = (
    "const d=!Quasar.Dark.isActive;Quasar.Dark.set(d);"
    "document.cookie='dueldoku_theme='+(d?'dark':'light')+';path=/;max-age=31536000;samesite=lax'"
)


def version_of(name: str) -> str:
    """A few letters that change when a static file does."""
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:8]


def visitor() -> str:
    """Who looks at this page."""
    request = ui.context.client.request
    assert request is not None
    return str(request.scope["visitor"])


@contextmanager
def frame(title: str, here: str, *, about: str = "") -> Iterator[None]:
    """A page: its head, the navigation, and room for the content."""
    request = ui.context.client.request
    theme = request.cookies.get("dueldoku_theme") if request is not None else None
    ui.dark_mode({"dark": True, "light": False}.get(theme or ""))
    ui.page_title(f"{title} · Dueldoku")
    back = {"dark": "html{background:#11151a}", "light": "html{background:#f7f5f0}"}.get(
        theme or "", "html{background:#f7f5f0}@media(prefers-color-scheme:dark){html{background:#11151a}}"
    )
    description = about or "Competitive Sudoku: a duel over one Sudoku."
    ui.add_head_html(
        f'<style>{back}</style><link rel="stylesheet" href="/static/style.css?{version_of("style.css")}">'
        f'<meta name="description" content="{escape(description, quote=True)}">'
    )
    links = "".join(
        f'<a href="{page.path}"{" aria-current=page" if page.path == here else ""}>{page.title}</a>'
        for page in PAGES
        if page.title
    )
    ui.html(
        '<a class="skip" href="#main">To the content</a>'
        f'<header class="top"><a class="brand" href="/">{_LOGO}Dueldoku</a>'
        f'<nav class="nav" aria-label="Pages">{links}</nav>'
        f'<button class="moon" type="button" aria-label="Light or dark" title="Light or dark" onclick="{_MOON}">◐'
        "</button>"
        "</header>",
        sanitize=False,
    )
    with ui.element("main").classes("page").props("id=main"):
        yield


def sheet(extra: str = "") -> ui.element:
    """A sheet of paper that things lie on."""
    return ui.element("div").classes(f"sheet {extra}")


def stack(extra: str = "") -> ui.element:
    """Things below each other."""
    return ui.element("div").classes(f"stack {extra}")


def line(extra: str = "") -> ui.element:
    """Things beside each other."""
    return ui.element("div").classes(f"line {extra}")


@contextmanager
def fold(title: str, extra: str = "") -> Iterator[None]:
    """Things that show when their title is clicked."""
    with ui.element("details").classes(f"fold {extra}"):
        with ui.element("summary"):
            ui.html(escape(title), tag="span", sanitize=False)
        yield


def heading(text: str, level: int = 2) -> ui.element:
    """A heading."""
    with ui.element(f"h{level}") as element:
        ui.html(escape(text), tag="span", sanitize=False)
    return element


def words(text: str, extra: str = "") -> ui.label:
    """A paragraph of plain text."""
    return ui.label(text).classes(extra)


def button(
    text: str, on_click: Callable[..., Any] | None = None, kind: str = "", icon: str = "", tip: str = ""
) -> ui.button:
    """A button; ``kind`` is primary, quiet or nothing."""
    made = (
        ui.button(text, on_click=on_click, icon=icon or None, color=None)
        .props("no-caps unelevated no-wrap")
        .classes(f"btn {kind}")
    )
    if not text:
        made.classes("icon").props(f'aria-label="{escape(tip, quote=True)}"')
    if tip:
        made.tooltip(tip)
    return made


def link_button(text: str, target: str, kind: str = "") -> ui.element:
    """A link that looks like a button."""
    made = ui.button(text, color=None).props(f'no-caps unelevated no-wrap type=a href="{escape(target, quote=True)}"')
    return made.classes(f"btn {kind}")


def select(options: Any, value: Any, label: str, on_change: Callable[..., Any] | None = None, **more: Any) -> ui.select:
    """A choice out of a list."""
    return ui.select(options, value=value, label=label, on_change=on_change, **more).props(
        "outlined dense options-dense"
    )


def segment(options: dict[Any, str], value: Any, on_change: Callable[[Any], Any], label: str) -> Callable[[Any], None]:
    """A choice out of a few, side by side; returns the function that sets it."""
    buttons: dict[Any, ui.element] = {}

    def choose(wanted: Any, *, tell: bool = True) -> None:
        for key, element in buttons.items():
            element.props(f"aria-pressed={str(key == wanted).lower()}")
        if tell:
            on_change(wanted)

    with ui.element("div").classes("seg").props(f'role=group aria-label="{escape(label, quote=True)}"'):
        for key, text in options.items():
            with ui.element("button").props(f"type=button aria-pressed={str(key == value).lower()}") as element:
                ui.html(escape(text), tag="span", sanitize=False)
            element.on("click", lambda _, key=key: choose(key))
            buttons[key] = element
    return lambda wanted: choose(wanted, tell=False)


def table(head: list[str], rows: list[list[str]], extra: str = "") -> ui.html:
    """A table; the cells are HTML."""
    return ui.html(table_html(head, rows, extra), sanitize=False).classes("scroll")


def table_of(shown: Table, extra: str = "") -> ui.html:
    """A table of a report, under a line that says how to read it."""
    words(f"{shown.note[:1].upper()}{shown.note[1:]}." if shown.note else "", "hint-text")
    return table(list(shown.head), [[escape(cell) for cell in row] for row in shown.rows], extra)


def table_html(head: list[str], rows: list[list[str]], extra: str = "") -> str:
    """The same as text. A column whose head begins with ``<`` is set to the left."""
    kinds = [" class=l" if cell.startswith("<") else "" for cell in head]
    top = "".join(f"<th scope=col{kind}>{cell.lstrip('<')}</th>" for cell, kind in zip(head, kinds, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<table class="data {extra}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def notify(text: str, *, bad: bool = False) -> None:
    """A sentence at the lower edge that goes away by itself."""
    ui.notify(text, type="negative" if bad else "info", position="bottom", timeout=5000 if bad else 3000, color="dark")
