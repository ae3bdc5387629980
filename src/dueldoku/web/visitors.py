"""Who visits: a name that only the page can give out, and so many of them to one address.

A visitor is a random name; the cookie, which a program may send as well, has the page's signature beside it. Nobody can
make up a second self, and those who throw their cookie away run out of new ones. Addresses are kept as digests.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import os
import secrets
from contextlib import suppress
from pathlib import Path

from dueldoku.web.bucket import Buckets

AT_ONCE, PER_SECOND = 80, 0.5  # visitors that may come new from one address: a class, and somewhat more
_NAME = 16  # letters


class Visitors:
    """Gives out and recognises visitors, by a secret that outlives the server."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._new = Buckets(AT_ONCE, PER_SECOND)

    def known(self, cookie: str) -> str:
        """The visitor of this cookie; empty if it is none of ours."""
        name, _, signature = cookie.partition(".")
        is_ours = hmac.compare_digest(signature.encode(), self._sign("visitor", name).encode())
        return name if is_ours and len(name) == _NAME else ""

    def new(self, place: str) -> str:
        """The cookie of a new visitor; empty if too many have come from this place."""
        if not self._new.take(place):
            return ""
        name = secrets.token_urlsafe(_NAME * 3 // 4)
        return f"{name}.{self._sign('visitor', name)}"

    def place(self, address: str) -> str:
        """Something that is the same for everybody at one address, and does not tell it. A network is one for IPv6."""
        with suppress(ValueError):
            if (parsed := ipaddress.ip_address(address)).version == 6:
                address = str(ipaddress.ip_network((parsed, 64), strict=False))
        return self._sign("place", address)

    def _sign(self, kind: str, text: str) -> str:
        digest = hmac.digest(self._secret, f"{kind} {text}".encode("utf-8", "replace"), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:15]).decode()


def open_secret(folder: Path) -> bytes:
    """The secret of this folder, which is made when it is first asked for. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "secret"
    with suppress(FileExistsError), open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(32))
    return path.read_bytes()
