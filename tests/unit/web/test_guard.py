"""Who may ask what: names, origins, sizes, visitors."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dueldoku.web.guard import COOKIE, MOST_BYTES, Guard

VISITOR = "abcdefghijklmnop-_12"


async def inner(scope: Any, receive: Any, send: Any) -> None:
    """The application behind the guard: tells how much it was sent, and by whom."""
    seen = 0
    while scope["type"] == "http":
        message = await receive()
        seen += len(message.get("body", b""))
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"{seen} {scope['visitor']}".encode()})


def ask(
    method: str = "GET", path: str = "/", kind: str = "http", body: tuple[bytes, ...] = (b"",), **headers: str
) -> tuple[int, str, dict[str, str]]:
    headers = {"host": "localhost:8080"} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("10.0.0.1", 1),
    }
    parts = [{"type": "http.request", "body": part, "more_body": part is not body[-1]} for part in body]
    sent: list[Any] = []

    async def receive() -> Any:
        return parts.pop(0) if kind == "http" else {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(Guard(inner, ["page.example"])(scope, receive, send))
    if sent[0]["type"] == "websocket.close":
        return sent[0]["code"], sent[0]["reason"], {}
    shown = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], sent[1]["body"].decode(), shown


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:8080", "[::1]:8080", "192.168.1.7:80", "page.example", "LOCALHOST"]
)
def test_own_names_and_addresses_are_answered(host: str) -> None:
    assert ask(host=host)[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "", "localhost.evil.example", "127.0.0.1.evil.example:8080", "localhost:x"]
)
def test_other_names_are_not(host: str) -> None:
    assert ask(host=host)[0] == 403


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:8080", 200),
        ("https://localhost:8080", 200),  # behind a proxy that speaks TLS
        ("http://evil.example", 403),
        ("http://localhost:9999", 403),
        ("null", 403),
        ("", 403),
    ],
)
def test_only_our_own_pages_may_change_anything(origin: str, status: int) -> None:
    assert ask("POST", origin=origin)[0] == status
    assert ask("DELETE", origin=origin)[0] == status
    closed = ask(kind="websocket", origin=origin)[0]
    assert closed == (200 if status == 200 else 1008)


def test_a_program_sends_no_origin_and_a_foreign_form_is_told_by_its_site() -> None:
    assert ask("POST")[0] == 200
    assert ask("POST", sec_fetch_site="cross-site")[0] == 403
    assert ask("POST", sec_fetch_site="same-origin")[0] == 200


def test_a_socket_cannot_be_polled_from_elsewhere() -> None:
    assert ask("GET", path="/_nicegui_ws/socket.io/", origin="http://evil.example")[0] == 403
    assert ask("GET", path="/games", origin="http://evil.example")[0] == 200  # it cannot read the answer


def test_large_bodies_are_refused_or_cut_off() -> None:
    assert ask("POST", content_length=str(MOST_BYTES + 1))[0] == 413
    status, body, _ = ask("POST", body=(b"x" * MOST_BYTES, b"y", b"z"))
    assert (status, body.split()[0]) == (200, str(MOST_BYTES))


def test_a_visitor_is_known_again() -> None:
    _, body, headers = ask()
    visitor = body.split()[1]
    assert headers["set-cookie"].startswith(f"{COOKIE}={visitor}; ")
    assert "HttpOnly" in headers["set-cookie"]
    _, body, headers = ask(cookie=f"{COOKIE}={VISITOR}")
    assert body.split()[1] == VISITOR
    assert "set-cookie" not in headers
    assert ask(cookie=f"{COOKIE}=../../etc; x")[1].split()[1] != "../../etc"


def test_no_page_elsewhere_can_frame_ours() -> None:
    headers = ask()[2]
    assert headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
