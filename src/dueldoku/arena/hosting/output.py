"""What an agent's processes print: memory that they share with the arena, and that the kernel lets nobody enlarge.

The arena takes out what was printed whenever the agent rests, and keeps the end of it.
"""

from __future__ import annotations

import os
from pathlib import Path

from dueldoku.arena.hosting import quote, system
from dueldoku.arena.hosting.turn import OUTPUT_BYTES

_ROOM = OUTPUT_BYTES + (1 << 13)  # the cap in Python leaves room for a traceback


class Output:
    """The output of one agent: ``descriptor`` is to be handed to its processes. ``path`` is for systems without memfd.

    An agent may change flags and position of the description that it shares with us, so we read through our own: where
    it says O_APPEND, the kernel writes at the end whatever we say. (O_DIRECT is forbidden by the filter of calls. Older
    kernels have none for such memory, newer ones go on reading and writing it by the byte.)
    """

    def __init__(self, path: Path) -> None:
        self._is_memory = hasattr(os, "memfd_create")
        if self._is_memory:
            self.descriptor = system.sealed_memory("output", _ROOM)
            self._own = os.open(f"/proc/self/fd/{self.descriptor}", os.O_RDWR | os.O_CLOEXEC)
        else:
            self.descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            self._own = os.open(path, os.O_RDONLY)
        self._tail = self._fresh = b""
        self._seen = 0  # bytes of the file, where there is one
        self._is_open = True

    def text(self) -> str:
        """The end of what was printed so far."""
        if self._is_open:
            self.collect()
        return quote.clean(self._tail)

    def take(self) -> str:
        """What was printed since this was last called, as it goes on record."""
        if self._is_open:
            self.collect()
        fresh, self._fresh = self._fresh, b""
        return quote.shorten(fresh)

    def collect(self) -> None:
        """Take out what is there, and make room for more. Nothing of the agent should run."""
        if self._is_memory:
            printed = os.pread(self._own, _ROOM, 0).rstrip(b"\0")
            os.pwrite(self._own, bytes(len(printed)), 0)
            os.lseek(self.descriptor, 0, os.SEEK_SET)  # for all who share it
        else:
            size = os.fstat(self._own).st_size
            os.lseek(self._own, max(self._seen, size - OUTPUT_BYTES), os.SEEK_SET)
            printed, self._seen = os.read(self._own, OUTPUT_BYTES), size
        self._tail = (self._tail + printed)[-OUTPUT_BYTES:]
        self._fresh = (self._fresh + printed)[-OUTPUT_BYTES:]

    def close(self) -> None:
        """Keep what was printed, and let go of the rest. May be called twice."""
        if self._is_open:
            self.collect()
            self._is_open = False
            os.close(self.descriptor)
            os.close(self._own)
