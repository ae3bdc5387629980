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

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from dueldoku.web.visitors import Visitors

MOST_BYTES = 1 << 20  # of a request's body
COOKIE = "dueldoku_visitor"
_YEAR = 365 * 86_400
_SAFE = ("GET", "HEAD", "OPTIONS")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?", re.ASCII | re.IGNORECASE)
_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")  # what a server in front of us says
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
# Only scripts of ours run: files, and what has this answer's nonce; nothing else that stands in the HTML.
# ``unsafe-eval`` has to stay: NiceGUI's components are templates, which Vue compiles in the browser. Styles may stand
# in the HTML: they do in NiceGUI's page and in Quasar's components, and they run nothing.
_POLICY = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws://{host} wss://{host};"
    " object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class Guard:
    """An ASGI application in front of another one. It tells whoever comes after, in the scope, who asks.

    ``visitor`` is known by a cookie, or new; empty where too many are. ``caller`` is the same for a page, and the
    address for a program without a cookie. ``place`` is the same for all at one address; ``is_local`` tells whether
    that is this machine. ``new_visitor`` makes a cookie, ``nonce`` is what a script in the HTML has to have.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = (), secret: bytes = b"") -> None:
        self._app = app
        self._visitors = Visitors(secret or secrets.token_bytes(32))
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
        elif _is_too_long(asked.headers.get("content-length", "")):
            await PlainTextResponse(f"expected at most {MOST_BYTES} bytes\n", 413)(scope, receive, send)
        else:
            fresh, gone = self._introduce(scope, asked), list[bool]()
            try:
                await self._app(scope, _counted(receive, gone), _dressed(scope, send, asked.headers["host"], fresh))
            except Exception:
                if not gone:  # what comes of a request that was cut off is no fault, and nobody hears of it
                    raise

    def _introduce(self, scope: Scope, asked: HTTPConnection) -> str:
        """Tell in the scope who asks; gives the cookie of a new visitor."""
        address, fresh = asked.client.host if asked.client else "?", ""
        place, visitor = self._visitors.place(address), self._visitors.known(asked.cookies.get(COOKIE, ""))
        scope["caller"] = visitor or f"address {address}"
        is_page = scope["type"] == "http" and not scope["path"].startswith(("/_nicegui", "/api", "/static"))
        if not visitor and is_page and (fresh := self._visitors.new(place)):
            visitor = scope["caller"] = self._visitors.known(fresh)
        forwarded = any(name in asked.headers for name in _FORWARDED)
        scope.update(
            visitor=visitor,
            place=place,
            is_local=address in ("127.0.0.1", "::1") and not forwarded,
            new_visitor=lambda: self._visitors.new(place),
            nonce=secrets.token_urlsafe(16),
        )
        return fresh

    def _refuse(self, scope: Scope, headers: Headers) -> str:
        """Why this request is not for us; nothing if it is."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return f"expected one of our names or an address as the host, got {host[:100]!r}"
        if scope["type"] == "http" and scope["method"] in _SAFE and "/socket.io" not in scope["path"]:
            return ""
        origin = headers.get("origin")
        if origin is None:
            foreign = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
            return "expected a request from our own page" if foreign else ""
        is_own = origin in (f"http://{host}", f"https://{host}")
        return "" if is_own else f"expected a request from our own page, got one from {origin[:100]!r}"

    def _is_ours(self, host: str) -> bool:
        parts = _HOST.fullmatch(host)
        if parts is None or int(parts[2] or 0) > 65_535:
            return False
        name = parts[1].lower()
        try:
            is_bracketed = name.startswith("[")
            return (ipaddress.ip_address(name.strip("[]")).version == 6) == is_bracketed
        except ValueError:
            return name in self._names


def _is_too_long(length: str) -> bool:
    return length.isdecimal() and (len(length) > 9 or int(length) > MOST_BYTES)


def _counted(receive: Receive, gone: list[bool]) -> Receive:
    """A body that ends when it gets too long, also if nobody said beforehand how long it is.

    There is something in ``gone`` once nobody is there any more to send the rest of it.
    """
    seen = 0

    async def count() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if message["type"] == "http.disconnect":
            gone.append(True)
        return {"type": "http.disconnect"} if seen > MOST_BYTES else message

    return count


def _dressed(scope: Scope, send: Send, host: str, fresh: str) -> Send:
    """Our headers added to an answer, and for a new visitor the cookie by which they are known again."""
    policy = _POLICY.format(nonce=scope["nonce"], host=host)
    own = [*_HEADERS, (b"content-security-policy", policy.encode())]
    if fresh:
        cookie = f"{COOKIE}={fresh}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
        own.append((b"set-cookie", cookie.encode()))

    async def dress(message: Message) -> None:
        is_head = message["type"] == "http.response.start"
        await send({**message, "headers": [*message.get("headers", []), *own]} if is_head else message)

    return dress
