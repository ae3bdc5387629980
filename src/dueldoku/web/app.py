"""The server: our JSON API, NiceGUI's pages behind it, and the guard in front of both."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import time
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from jinja2 import BaseLoader, Environment
from nicegui import client, core, ui
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

import dueldoku
from dueldoku.solvers.backend import warm_up
from dueldoku.web import api, jobs, layout
from dueldoku.web.guard import Guard
from dueldoku.web.lobby import folder_of
from dueldoku.web.pages import PAGES
from dueldoku.web.pages.api import description
from dueldoku.web.services import open_services
from dueldoku.web.visitors import open_secret

_FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5f4f"/>'
    '<path d="M9 6l6 9H3z" fill="#9fd0ff"/><path d="M23 26l-6-9h12z" fill="#ffc48f"/></svg>'
)


def build(archive: Path, host: str = "127.0.0.1", agents: Path | None = None) -> ASGIApp:
    """The whole application. ``host`` is where it listens; it answers to that name, localhost and this machine's.

    ``agents`` is a folder of agents that can be played.
    """
    app = FastAPI(
        title="Dueldoku",
        version=dueldoku.__version__,
        lifespan=lambda _: _open(archive, host, agents),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    api.add_to(app)
    app.get("/openapi.json", include_in_schema=False)(description)
    core.app.add_static_files("/static", layout.STATIC, max_cache_age=365 * 86_400)
    for page in PAGES:
        import_module(f"dueldoku.web.pages.{page.file}")  # each registers itself with NiceGUI
    core.sio.eio.cors_allowed_origins = []  # the guard decides
    core.app.on_delete(_untie)
    ui.run_with(
        app,
        title="Dueldoku",
        favicon=_FAVICON,
        language="en-US",
        reconnect_timeout=20.0,
        binding_refresh_interval=0.5,
        tailwind=False,
        show_welcome_message=False,
    )
    core.app.exception_handler(404)(_nowhere)
    client.templates.env.loader = _Nonced(client.templates.env.loader)
    return Guard(app, (host,), open_secret(folder_of(archive)))


async def _nowhere(request: Request, _: Exception) -> Response:
    """The page for an address that there is not."""
    with client.Client(ui.page(""), request=request) as page:
        layout.not_found("", "There is nothing at this address.", "No such page")
    return page.build_response(request, 404)


_NEVER_OPENED = 20.0  # seconds after which a page that was asked for is not going to be opened: slow lines take ten
_MOST_UNOPENED = 60  # pages that wait to be opened: forty pupils who come at once ask for no more
_WARNING = re.compile(r"""<style>\s*#esm-fallback.*?</style>|<div id="esm-fallback">.*?</div>""", re.DOTALL)
_IMPORTS = re.compile(r"@import.*layer\(nicegui\);", re.DOTALL)  # of NiceGUI's styles, at the head of a style
# The page is seen first; then come the styles that its controls need. A tab in the background draws nothing.
_LATER = """globalThis.styled = new Promise((done) => {
  const style = Object.assign(document.createElement("style"), {textContent: `%s`, onload: done, onerror: done});
  const add = () => style.isConnected || document.head.append(style);
  requestAnimationFrame(() => setTimeout(add));
  setTimeout(add, 1000);
})"""
_APP = re.compile(r"""(<div id="app"[^<]*>)""")


class _Nonced(BaseLoader):
    """NiceGUI's templates, with a nonce in each script of theirs: without it the browser would not run them.

    The page stands in them as HTML until the scripts have come. NiceGUI would hide it until then, behind a warning for
    old browsers, and behind its styles.
    """

    def __init__(self, inner: BaseLoader | None) -> None:
        assert inner
        self._inner = inner

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, file, is_current = self._inner.get_source(environment, template)
        source = _WARNING.sub("", source)
        if imports := _IMPORTS.search(source):
            source = source.replace(imports[0], "").replace(
                "{{ head_html | safe }}", f"<script>{_LATER % imports[0]}</script>{{{{ head_html | safe }}}}"
            )
            source = source.replace("app.mount(", "await styled; app.mount(")  # else all would move when they come
        source = _APP.sub(r"\1{{ request.scope.shell | safe }}", source)
        return source.replace("<script", '<script nonce="{{ request.scope.nonce }}"'), file, is_current


def _untie(page: client.Client) -> None:
    """Untie what NiceGUI ties to itself, thousands of objects of each page: so they go at once, as it is closed.

    Else they would stay until Python looks for garbage, and go all at the same time: for a tenth of a second nobody
    would be answered.
    """
    page.delete_handlers.clear()  # all but the application's have run
    for element in page.elements.values():
        element._event_listeners.clear()
        for part in (element, element.props, element.classes, element.style):
            getattr(part, "_change_handlers", []).clear()


async def _forget_pages() -> None:
    """Forget pages that were asked for and never opened, one at a time.

    Python looks through all that are left, again and again, and answers nobody meanwhile: so they must not be many.
    """
    while True:
        await asyncio.sleep(0.5)
        pages = client.Client.instances.values()
        ages = sorted((time.time() - page.created for page in pages if not page.has_socket_connection), reverse=True)
        late = [age for age in ages if age > _NEVER_OPENED]
        for age in max(late, ages[:-_MOST_UNOPENED], key=len):
            client.Client.prune_instances(client_age_threshold=age)
            await asyncio.sleep(0)


_CALM = 0.01  # seconds that the page computes, and wakes up late, in a second in which nobody is at it
_AT_REST, _AT_MOST = 10, 400  # searches for young garbage before one for all: when it is calm, and when it never is


async def _collect() -> None:
    """Let Python look for garbage in all pages while nobody is there to wait for it: that takes a tenth of a second."""
    gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)  # it does not by itself
    while True:
        computed, slept = time.thread_time(), time.monotonic()
        await asyncio.sleep(1.0)
        computed, slept = time.thread_time() - computed, time.monotonic() - slept
        is_calm = computed < _CALM and slept < 1.0 + _CALM  # who gets no core computes little, too
        if gc.get_count()[2] > (_AT_REST if is_calm else _AT_MOST):
            gc.collect()


@asynccontextmanager
async def _open(archive: Path, host: str, agents: Path | None) -> AsyncIterator[None]:
    """All services, as long as the server runs; their searches are loaded meanwhile, and agents tried."""
    gc.collect()
    gc.freeze()  # what is loaded stays: to look for garbage in it would take the page a third of a second now and then
    with open_services(archive, host, agents) as services:
        loading = services.workers.warm_up(warm_up, jobs.load_searches)
        endless = services.hosts.sweep(), services.lobby.sweep(), services.workshop.look(), _forget_pages(), _collect()
        tasks = [asyncio.create_task(work) for work in (loading, *endless)]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def serve(archive: Path, host: str, port: int, *, show: str = "", agents: Path | None = None) -> None:
    """Run the server until it is interrupted; ``show`` is a page to open in the browser."""
    logging.getLogger("nicegui").setLevel(logging.ERROR)
    config = uvicorn.Config(
        build(archive, host, agents),
        host=host,
        port=port,
        log_level="error",
        ws=_Sockets,
        ws_max_size=1 << 20,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,  # else whoever is on this machine could say that they are elsewhere
    )
    _Server(config, show).run()


class _Sockets(WSProtocol):
    """WebSockets. Who asks for one with headers that cannot be read is refused, and is no trouble to the others.

    Without it such a connection would be kept for ever, and the server could not end as it should.
    """

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        try:
            super().data_received(data)
        except ValueError:  # a host is read as if it had letters of its own
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()


class _Server(uvicorn.Server):
    """Opens the browser once it listens, and ends without a word."""

    def __init__(self, config: uvicorn.Config, show: str) -> None:
        super().__init__(config)
        self._show = show

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started and self._show:
            await asyncio.to_thread(webbrowser.open, self._show)

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """End. What is cut off by that is no error: whoever asked sees that the page is gone."""
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        await super().shutdown(sockets)  # type: ignore[arg-type]
