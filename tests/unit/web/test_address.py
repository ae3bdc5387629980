"""Links that others can open."""

from __future__ import annotations

import pytest

from dueldoku.web import address
from dueldoku.web.qr import qr_code


@pytest.mark.parametrize(
    ("link", "listens_at", "wanted"),
    [
        ("http://127.0.0.1:8080/game/1?seat=x", "0.0.0.0", "http://10.0.0.7:8080/game/1?seat=x"),
        ("http://localhost/play", "::", "http://10.0.0.7/play"),
        ("http://127.0.0.1:8080/", "127.0.0.1", "http://127.0.0.1:8080/"),  # nobody else could open it
        ("http://school.example:8080/", "0.0.0.0", "http://school.example:8080/"),
        ("http://192.168.0.3:8080/", "0.0.0.0", "http://192.168.0.3:8080/"),
    ],
)
def test_a_link_has_the_machines_address(
    monkeypatch: pytest.MonkeyPatch, link: str, listens_at: str, wanted: str
) -> None:
    monkeypatch.setattr(address, "find_address", lambda: "10.0.0.7")
    assert address.for_others(link, listens_at) == wanted


def test_a_link_that_works_here_only_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "find_address", lambda: "")
    link = address.for_others("http://127.0.0.1:8080/", "0.0.0.0")
    assert address.warning(link, "0.0.0.0").endswith("it is in no network.")
    assert "dueldoku serve --host 0.0.0.0" in address.warning(link, "127.0.0.1")
    assert address.warning("http://10.0.0.7:8080/", "0.0.0.0") == ""


def test_a_qr_code_is_a_picture_that_needs_nothing() -> None:
    code = qr_code("http://10.0.0.7:8080/?a=1&b=<>")
    assert code.startswith("<svg")
    assert not any(word in code for word in ("style", "href", "script", "&b="))
