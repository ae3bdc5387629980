"""``dueldoku serve`` as a process of its own, with an archive that outlives it; it can be killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

# The program on a disk that takes its time, as a busy one does
SLOW_DISK = """
import os, sys, time
from dueldoku.cli.main import main
write = os.fsync
os.fsync = lambda file: (time.sleep(0.1), write(file))
sys.exit(main())
"""


# The program on the day that a file tells
OTHER_DAY = """
import sys
from datetime import date
from pathlib import Path
from dueldoku.cli.main import main
from dueldoku.web.people import People
told = Path(sys.argv.pop(1))
People.today = staticmethod(lambda: date.fromisoformat(told.read_text()))
sys.exit(main())
"""


class PageServer:
    """The page at ``port``, which listens at ``host``. ``day`` is a file that tells it the day.

    ``options`` are more for its command, ``variables`` for its environment.
    """

    def __init__(
        self,
        archive: Path,
        *,
        slow_disk: bool = False,
        day: Path | None = None,
        host: str = "127.0.0.1",
        options: tuple[str, ...] = (),
        variables: dict[str, str] | None = None,
    ) -> None:
        self.archive, self.host, self._options, self._variables = archive, host, options, variables or {}
        self._program = ["-c", SLOW_DISK] if slow_disk else ["-c", OTHER_DAY, str(day)] if day else ["-m", "dueldoku"]
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-P", *self._program, "serve", "--no-open", "--port", str(self.port)]
        where = ["--archive", str(self.archive), "--host", self.host, *self._options]
        usual = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        environment = usual | self._variables  # NiceGUI compresses nothing where it sees pytest
        self.process = subprocess.Popen([*command, *where], stdout=subprocess.DEVNULL, env=environment)
        wait_for(self.port, self.process)

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End it, and wait until it is gone."""
        self.process.send_signal(how)
        self.process.wait(30)

    def computed(self) -> float:
        """The seconds of a core that it and all that come from it have computed so far."""
        ticks = 0
        for number in (self.process.pid, *descendants(self.process.pid)):
            with suppress(OSError):
                ticks += sum(map(int, _stat(number)[11:15]))  # of those that ended, too
        return ticks / os.sysconf("SC_CLK_TCK")

    def family(self) -> dict[int, str]:
        """Every process that comes from it, by number, with the time it began."""
        return {number: began for number in descendants(self.process.pid) if (began := began_at(number))}


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_for(port: int, process: subprocess.Popen[bytes], seconds: float = 90.0) -> None:
    """Wait until somebody listens there."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        time.sleep(0.05)
    raise AssertionError("the page did not start")


def descendants(process: int) -> set[int]:
    """The processes that this one has started, and those that they have."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                parents.setdefault(int(_stat(int(entry.name))[1]), []).append(int(entry.name))
    found, left = set(), [process]
    while left:
        children = parents.get(left.pop(), [])
        found.update(children)
        left.extend(children)
    return found


def began_at(process: int) -> str:
    """When the process began, so that another of the same number is told apart; empty if it is gone."""
    try:
        words = _stat(process)
    except OSError:
        return ""
    return "" if words[0] == "Z" else words[19]


def left_over(family: dict[int, str], seconds: float) -> set[int]:
    """Those that are still there after so many seconds."""
    end = time.monotonic() + seconds
    while (there := {one for one, began in family.items() if began_at(one) == began}) and time.monotonic() < end:
        time.sleep(0.05)
    return there


def _stat(process: int) -> list[str]:
    text = Path(f"/proc/{process}/stat").read_text(errors="replace")
    return text.rpartition(")")[2].split()
