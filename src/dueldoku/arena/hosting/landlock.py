"""Landlock: a process gives up all files but those that it names, and cannot take that back.

The kernel calls what it can do its ABI: 1 files, 2 renaming across folders, 3 truncating, 4 TCP, 5 devices, 6 signals.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from dueldoku.arena.hosting import system

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_WRITE_FILE, _REFER, _TRUNCATE = 1 << 1, 1 << 13, 1 << 14
_REMOVE = 1 << 4 | 1 << 5  # folders, files
_MAKE = 1 << 7 | 1 << 8 | 1 << 10 | 1 << 12  # folders, files, pipes, links
_ON_FILES = _READ_FILE | _WRITE_FILE | _TRUNCATE
_RIGHTS_SINCE = {1: (1 << 13) - 1, 2: _REFER, 3: _TRUNCATE, 5: 1 << 15}
_TCP, _SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals
TRUNCATE_SINCE, TCP_SINCE, SIGNALS_SINCE = 3, 4, 6


def abi() -> int:
    """What this kernel's Landlock can do; 0 if there is none."""
    try:
        return system.call("landlock_create_ruleset", 0, 0, 1)
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """From now on, read only below ``readable``, read and change only below ``writable``; no TCP, no signals outside.

    Paths that do not exist are skipped. Needs no_new_privs. Raises OSError.
    """
    version = abi()
    rights = sum(bits for since, bits in _RIGHTS_SINCE.items() if version >= since)
    with _restricting(version, rights, _TCP) as rules:
        for path in readable:
            _allow(rules, path, (_READ_FILE | _READ_DIR) & rights)
        for path in writable:
            _allow(rules, path, (_READ_FILE | _READ_DIR | _WRITE_FILE | _REMOVE | _MAKE | _REFER | _TRUNCATE) & rights)


def restrict_signals() -> None:
    """From now on, signal only processes that this one begets: not its parent, which may be just as restricted."""
    if (version := abi()) >= SIGNALS_SINCE:
        with _restricting(version, 0, 0):
            pass


@contextmanager
def _restricting(version: int, files: int, tcp: int) -> Iterator[int]:
    """A set of rules about these rights, to add what is allowed; it comes into force at the end."""
    tcp = tcp if version >= TCP_SINCE else 0
    scopes = _SCOPES if version >= SIGNALS_SINCE else 0
    words = (ctypes.c_uint64 * 3)(files, tcp, scopes)
    size = 24 if scopes else 16 if tcp else 8  # an older kernel refuses words that it does not know
    rules = system.call("landlock_create_ruleset", ctypes.byref(words), size, 0)
    try:
        yield rules
        system.call("landlock_restrict_self", rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= _ON_FILES
        rule = rights.to_bytes(8, "little") + place.to_bytes(4, "little")
        system.call("landlock_add_rule", rules, 1, ctypes.c_char_p(rule), 0)
    finally:
        os.close(place)
