"""Messages between the arena and an agent's processes; the kernel vouches for the sender's process."""

from __future__ import annotations

import contextlib
import select
import socket
import struct
from typing import NamedTuple

from dueldoku.arena.hosting import quote

READY = "ready"
MOST_BYTES = 1 << 17  # of a message
_SENDER = struct.Struct("3i")  # process, user, group


class Message(NamedTuple):
    """What came, and from which process (its number as this process sees it)."""

    text: str
    process: int


def create() -> tuple[socket.socket, socket.socket]:
    """Two ends of a new line: ours tells who sent a message, the other is to be handed over."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    return ours, theirs


def receive(line: socket.socket, life: int, seconds: float) -> Message | None:
    """The next message; None if none can come: ``life`` (a pidfd) tells of a death, or the other end is closed.

    Raises TimeoutError if none comes in time.
    """
    poll = select.poll()
    poll.register(line, select.POLLIN)
    poll.register(life, select.POLLIN)
    ready = dict(poll.poll(seconds * 1000))
    if not ready:
        raise TimeoutError("no message came in time")
    if line.fileno() not in ready:
        return None
    with contextlib.suppress(ConnectionError):
        # There is room for the sender and for nothing else: descriptors that an agent may send are dropped.
        data, extras, _, _ = line.recvmsg(MOST_BYTES, socket.CMSG_SPACE(_SENDER.size))
        for level, kind, sender in extras:
            if data and level == socket.SOL_SOCKET and kind == socket.SCM_CREDENTIALS:
                return Message(quote.clean(data), _SENDER.unpack(sender)[0])
    return None


def read_text(line: socket.socket) -> str:
    """The first message that has come by now, or an empty text."""
    with contextlib.suppress(OSError):
        return quote.clean(line.recv(MOST_BYTES, socket.MSG_DONTWAIT))
    return ""


def tell(line: socket.socket, text: str) -> None:
    """Send the beginning of a text, if it can be sent at once."""
    with contextlib.suppress(Exception):  # called in an agent's process, where anything may be broken
        line.send(text[:4000].encode(errors="replace"), socket.MSG_DONTWAIT)
