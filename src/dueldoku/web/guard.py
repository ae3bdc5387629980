"""What stands before every request: whose it is, where it comes from, how large it may be.

A page elsewhere must not act on ours, neither by a form, a script or a frame, nor by a name of its own that leads to
this machine (DNS rebinding). So a request has to call us by a name of ours or by an address, and one that changes
something has to come from our own pages, or from a program, which sends no ``Origin``.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

MOST_BYTES = 1 << 20  # of a request's body
COOKIE = "dueldoku_visitor"
_YEAR = 365 * 86_400
_SAFE = ("GET", "HEAD", "OPTIONS")
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self' ws: wss:;"
        b" frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'",
    ),
)


class Guard:
    """An ASGI application in front of another one. ``scope["visitor"]`` is who asks, for whoever comes after."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request pass, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        if why := self._refuse(scope, asked.headers):
            refusal = PlainTextResponse(f"{why}\n", 403) if scope["type"] == "http" else WebSocketClose(1008, why[:100])
            await refusal(scope, receive, send)
        elif (length := asked.headers.get("content-length", "")).isdecimal() and int(length) > MOST_BYTES:
            await PlainTextResponse(f"expected at most {MOST_BYTES} bytes\n", 413)(scope, receive, send)
        else:
            cookie = asked.cookies.get(COOKIE, "")
            visitor = cookie if re.fullmatch(r"[\w-]{16,40}", cookie) else ""
            scope["visitor"] = visitor or secrets.token_urlsafe(16)
            scope["caller"] = visitor or f"address {asked.client.host if asked.client else '?'}"
            await self._app(scope, _counted(receive), _dressed(scope, send, fresh=not visitor))

    def _refuse(self, scope: Scope, headers: Headers) -> str:
        """Why this request is not for us; nothing if it is."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return f"expected one of our names or an address as the host, got {host!r}"
        if scope["type"] == "http" and scope["method"] in _SAFE and "/socket.io" not in scope["path"]:
            return ""
        origin = headers.get("origin")
        if origin is None:
            foreign = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
            return "expected a request from our own page" if foreign else ""
        is_own = urlsplit(origin).netloc == host
        return "" if is_own else f"expected a request from our own page, got one from {origin!r}"

    def _is_ours(self, host: str) -> bool:
        name = re.sub(r":[0-9]{1,5}$", "", host).strip("[]").lower()
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return True


def _counted(receive: Receive) -> Receive:
    """A body that ends when it gets too long, also if nobody said beforehand how long it is."""
    seen = 0

    async def count() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return {"type": "http.disconnect"} if seen > MOST_BYTES else message

    return count


def _dressed(scope: Scope, send: Send, *, fresh: bool) -> Send:
    """Our headers added to an answer, and for a fresh visitor the cookie by which they are known again."""
    own = list(_HEADERS)
    if fresh and not scope["path"].startswith(("/_nicegui", "/api", "/static")):
        cookie = f"{COOKIE}={scope['visitor']}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
        own.append((b"set-cookie", cookie.encode()))

    async def dress(message: Message) -> None:
        is_head = message["type"] == "http.response.start"
        await send({**message, "headers": [*message.get("headers", []), *own]} if is_head else message)

    return dress
