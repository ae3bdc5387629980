"""The server: our JSON API, NiceGUI's pages behind it, and the guard in front of both."""

from __future__ import annotations

import asyncio
import logging
import re
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from jinja2 import BaseLoader, Environment
from nicegui import client, core, ui
from starlette.types import ASGIApp

import dueldoku
from dueldoku.solvers.backend import warm_up
from dueldoku.web import api, jobs
from dueldoku.web.guard import Guard
from dueldoku.web.layout import STATIC
from dueldoku.web.lobby import folder_of
from dueldoku.web.pages import PAGES
from dueldoku.web.services import open_services
from dueldoku.web.visitors import open_secret

_FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5f4f"/>'
    '<path d="M9 6l6 9H3z" fill="#9fd0ff"/><path d="M23 26l-6-9h12z" fill="#ffc48f"/></svg>'
)


def build(archive: Path, names: tuple[str, ...] = ()) -> ASGIApp:
    """The whole application. ``names`` are host names, besides localhost and this machine's, that it answers to."""
    app = FastAPI(
        title="Dueldoku", version=dueldoku.__version__, lifespan=lambda _: _open(archive), docs_url=None, redoc_url=None
    )
    api.add_to(app)
    core.app.add_static_files("/static", STATIC, max_cache_age=365 * 86_400)
    for page in PAGES:
        import_module(f"dueldoku.web.pages.{page.file}")  # each registers itself with NiceGUI
    core.sio.eio.cors_allowed_origins = []  # the guard decides
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
    client.templates.env.loader = _Nonced(client.templates.env.loader)
    return Guard(app, names, open_secret(folder_of(archive)))


_WARNING = re.compile(r"""<style>\s*#esm-fallback.*?</style>|<div id="esm-fallback">.*?</div>""", re.DOTALL)
_IMPORTS = re.compile(r"@import.*layer\(nicegui\);", re.DOTALL)  # of NiceGUI's styles, at the head of a style
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
        if imports := _IMPORTS.search(source):  # the page is seen first; what its controls need comes then
            later = f"requestAnimationFrame(() => setTimeout(() => addStyle(`{imports[0]}`)))"
            source = source.replace(imports[0], "").replace(
                "{{ head_html | safe }}", f"<script>{later}</script>{{{{ head_html | safe }}}}"
            )
        source = _APP.sub(r"\1{{ request.scope.shell | safe }}", source)
        return source.replace("<script", '<script nonce="{{ request.scope.nonce }}"'), file, is_current


@asynccontextmanager
async def _open(archive: Path) -> AsyncIterator[None]:
    """All services, as long as the server runs; their searches are loaded meanwhile."""
    with open_services(archive) as services:
        loading = services.workers.warm_up(warm_up, jobs.load_searches)
        tasks = [asyncio.create_task(loading), asyncio.create_task(services.hosts.sweep())]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def serve(archive: Path, host: str, port: int, *, show: str = "") -> None:
    """Run the server until it is interrupted; ``show`` is a page to open in the browser."""
    logging.getLogger("nicegui").setLevel(logging.ERROR)
    config = uvicorn.Config(
        build(archive, (host,)),
        host=host,
        port=port,
        log_level="error",
        ws="wsproto",
        ws_max_size=1 << 20,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,  # else whoever is on this machine could say that they are elsewhere
    )
    _Server(config, show).run()


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
