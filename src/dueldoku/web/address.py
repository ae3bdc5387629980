"""Where others reach this page: the address of this machine in its network. The program asks, too, without the page."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from urllib.parse import urlsplit

LOCAL = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")  # what a server listens at that everybody can reach
_ELSEWHERE = ("192.0.2.1", 9)  # an address of documents, which nobody has: nothing is sent there


def find_address() -> str:
    """The address of this machine in its network; empty if it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)  # for UDP this only chooses a way
        address = str(probe.getsockname()[0])
        return "" if ipaddress.ip_address(address).is_loopback else address
    return ""


def for_others(link: str, listens_at: str) -> str:
    """A link of this machine as others can open it: what leads to the machine itself is put right, if that helps."""
    parts = urlsplit(link)
    if parts.hostname not in LOCAL or listens_at not in EVERYWHERE or not (address := find_address()):
        return link
    return parts._replace(netloc=f"{address}:{parts.port}" if parts.port else address).geturl()


def warning(link: str, listens_at: str) -> str:
    """Why others cannot open the link, and what to do; nothing if they can."""
    if urlsplit(link).hostname not in LOCAL:
        return ""
    if listens_at in EVERYWHERE:
        return "This link works on this machine only: it is in no network."
    return "This link works on this machine only. Start the page with dueldoku serve --host 0.0.0.0 to let others in."
