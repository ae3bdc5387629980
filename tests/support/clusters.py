"""A dask cluster on this machine: a scheduler and workers, each a process, on 127.0.0.1 only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import dueldoku
from dueldoku.cache import VARIABLE

HERE = ("--host", "127.0.0.1", "--no-dashboard")
SOURCE = Path(dueldoku.__file__).parents[1]


def wait_until(condition: Callable[[], object], seconds: float = 240) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


class Certificates(NamedTuple):
    """An authority's certificate, and one that it signed, with its key."""

    ca: str
    cert: str
    key: str

    @property
    def options(self) -> tuple[str, ...]:
        """As dask and we call them."""
        return "--tls-ca-file", self.ca, "--tls-cert", self.cert, "--tls-key", self.key


def make_certificates(folder: Path) -> Certificates:
    """A new authority, and a certificate for everybody in a cluster."""
    folder.mkdir()
    made = Certificates(*(str(folder / name) for name in ("ca.pem", "cert.pem", "key.pem")))
    serial = ("-CAcreateserial", "-days", "2", "-out", "cert.pem")
    new = ("openssl", "req", "-newkey", "rsa:2048", "-nodes")
    for command in (
        (*new, "-x509", "-days", "2", "-subj", "/CN=authority", "-keyout", "ca-key.pem", "-out", "ca.pem"),
        (*new, "-subj", "/CN=cluster", "-keyout", "key.pem", "-out", "request.pem"),
        ("openssl", "x509", "-req", "-in", "request.pem", "-CA", "ca.pem", "-CAkey", "ca-key.pem", *serial),
    ):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return made


class LocalCluster:
    """A running scheduler; ``worker`` starts workers for it."""

    def __init__(self, folder: Path, certificates: Certificates | None) -> None:
        self.folder, self._closing = folder, ExitStack()
        self._options = certificates.options if certificates else ()
        self.store = folder / "cache" / "agents"
        protocol = ("--protocol", "tls") if certificates else ()
        self._file, self.address = folder / "address", ""
        self._start("scheduler", *HERE, "--port", "0", "--scheduler-file", str(self._file), *protocol, *self._options)

    def wait(self) -> None:
        """Until the scheduler listens."""
        wait_until(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        self.address = json.loads(self._file.read_text())["address"]

    def worker(self, name: str, source: Path = SOURCE) -> subprocess.Popen[bytes]:
        """A worker in a folder of its own, with the Dueldoku that is at ``source``."""
        place = self.folder / name
        place.mkdir()
        return self._start(
            *("worker", self.address, *HERE, "--nthreads", "1", "--no-nanny", "--name", name, *self._options),
            cwd=place,
            env={**os.environ, "PYTHONPATH": str(source), VARIABLE: str(self.folder / "cache")},
        )

    def _start(
        self, *words: str, cwd: Path | None = None, env: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        silent = subprocess.DEVNULL
        command = [sys.executable, "-P", "-m", "dask", *words]
        process = subprocess.Popen(command, cwd=cwd or self.folder, env=env, stdout=silent, stderr=silent)
        self._closing.callback(process.wait)
        self._closing.callback(process.kill)
        return process

    def close(self) -> None:
        self._closing.close()


@contextmanager
def local_cluster(folder: Path, certificates: Certificates | None = None) -> Iterator[LocalCluster]:
    folder.mkdir()
    cluster = LocalCluster(folder, certificates)
    try:
        cluster.wait()
        yield cluster
    finally:
        cluster.close()


def other_code(folder: Path) -> Path:
    """A Dueldoku of the same version that is another one."""
    for package in ("dueldoku", "competitive_sudoku"):
        shutil.copytree(SOURCE / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    with open(folder / "dueldoku" / "duel" / "rules.py", "a") as file:
        file.write("\n# a change of one's own\n")
    return folder
