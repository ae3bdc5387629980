"""Who may ask what: names, origins, sizes, visitors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dueldoku.web.guard import COOKIE, MOST_BYTES, Guard
from dueldoku.web.visitors import AT_ONCE, Visitors, open_secret

SECRET = b"a secret"


async def inner(scope: Any, receive: Any, send: Any) -> None:
    """The application behind the guard: tells how much it was sent, and by whom."""
    seen = 0
    while scope["type"] == "http":
        message = await receive()
        seen += len(message.get("body", b""))
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"{seen} {scope['visitor']} {scope['is_local']}".encode()})


def ask(
    method: str = "GET",
    path: str = "/",
    kind: str = "http",
    body: tuple[bytes, ...] = (b"",),
    address: str = "10.0.0.1",
    **headers: str,
) -> tuple[int, str, dict[str, str]]:
    headers = {"host": "localhost:8080"} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
        "client": (address, 1),
    }
    parts = [{"type": "http.request", "body": part, "more_body": part is not body[-1]} for part in body]
    sent: list[Any] = []

    async def receive() -> Any:
        return parts.pop(0) if kind == "http" else {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(Guard(inner, ["page.example"], SECRET)(scope, receive, send))
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
    "host",
    [
        *("evil.example", "", "localhost.evil.example", "127.0.0.1.evil.example:8080", "localhost:x"),
        *(
            "[",
            "[::1",
            "::1",
            "[::1]x",
            "[127.0.0.1]",
            "[::1%eth0]",
            "127.0.0.1:99999",
            "127.0.0.1:",
            "localhost/",
            "[",
        ),
        *("user@localhost", "localhost\\", "loc\xe4lhost", "localhost ", "localhost,localhost", "\x00", "a" * 10_000),
    ],
)
def test_other_names_are_not(host: str) -> None:
    assert ask(host=host)[0] == 403
    assert ask("POST", host=host, origin=f"http://{host}")[0] == 403


@pytest.mark.parametrize("length", ["9" * 5000, "99999999999", str(MOST_BYTES + 1)])
def test_a_length_is_no_number_to_choke_on(length: str) -> None:
    assert ask("POST", content_length=length)[0] == 413


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:8080", 200),
        ("https://localhost:8080", 200),  # behind a proxy that speaks TLS
        ("http://evil.example", 403),
        ("http://localhost:9999", 403),
        ("null", 403),
        ("", 403),
        ("http://[", 403),
        ("http://[::1", 403),
        ("http://localhost:8080:x", 403),
        ("//localhost:8080", 403),
        ("file://localhost:8080", 403),
        ("\xff\xfe", 403),
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
    assert headers["set-cookie"].startswith(f"{COOKIE}={visitor}.")
    assert "HttpOnly" in headers["set-cookie"]
    cookie = headers["set-cookie"].partition(";")[0]
    _, body, headers = ask(cookie=cookie)
    assert body.split()[1] == visitor
    assert "set-cookie" not in headers
    assert ask(cookie=f"{COOKIE}=../../etc; x")[1].split()[1] != "../../etc"


@pytest.mark.parametrize(
    "change", [lambda c: c[:-1], lambda c: c + "A", lambda c: f"{'a' * 16}.{c[17:]}", lambda c: "."]
)
def test_nobody_can_make_up_a_visitor(change: Callable[[str], str]) -> None:
    visitors = Visitors(SECRET)
    cookie = visitors.new("here")
    assert visitors.known(cookie)
    assert not visitors.known(change(cookie))
    assert not Visitors(b"another secret").known(cookie)


def test_an_address_runs_out_of_new_visitors_and_no_other_address_does() -> None:
    visitors = Visitors(SECRET)
    home, school = visitors.place("10.0.0.1"), visitors.place("10.0.0.2")
    cookies = [visitors.new(school) for _ in range(AT_ONCE + 5)]
    assert len(set(filter(None, cookies))) == AT_ONCE >= 40
    assert visitors.new(home)
    assert visitors.place("2001:db8::1") == visitors.place("2001:db8::ffff:1") != visitors.place("2001:db8:1::1")
    assert "10.0.0.1" not in home


def test_a_program_cannot_make_itself_new_selves_without_end() -> None:
    made: list[str] = []

    async def ask_for_more(scope: Any, receive: Any, send: Any) -> None:
        made.append(scope["new_visitor"]())

    guard = Guard(ask_for_more, secret=SECRET)
    scope = {"type": "http", "method": "POST", "path": "/api/visitors", "client": ("10.0.0.1", 1)}
    for _ in range(AT_ONCE + 5):
        asyncio.run(guard({**scope, "headers": [(b"host", b"localhost")]}, None, None))  # type: ignore[arg-type]
    assert len(set(filter(None, made))) == AT_ONCE
    assert made[-5:] == [""] * 5


def test_the_secret_outlives_the_server_and_is_nobody_elses(tmp_path: Path) -> None:
    assert open_secret(tmp_path / "new") == open_secret(tmp_path / "new")
    assert (tmp_path / "new" / "secret").stat().st_mode & 0o077 == 0
    assert open_secret(tmp_path / "other") != open_secret(tmp_path / "new")


def test_this_machine_is_told_from_one_that_a_server_stands_in_for() -> None:
    assert ask(address="127.0.0.1")[1].split()[2] == "True"
    assert ask(address="127.0.0.1", x_forwarded_for="10.0.0.7")[1].split()[2] == "False"
    assert ask(address="10.0.0.1", x_forwarded_for="127.0.0.1")[1].split()[2] == "False"


def test_only_scripts_with_the_nonce_of_this_answer_run() -> None:
    policies = [ask()[2]["content-security-policy"] for _ in range(2)]
    assert policies[0] != policies[1]
    scripts = next(part for part in policies[0].split("; ") if part.startswith("script-src"))
    assert "unsafe-inline" not in scripts
    assert "nonce-" in scripts


def test_no_page_elsewhere_can_frame_ours() -> None:
    headers = ask()[2]
    assert headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
