"""Where games are played: in this process, in local worker processes, or on a dask.distributed cluster.

All three are executors as in ``concurrent.futures``, so whoever submits games need not know which one it is.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
import threading
import time
import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from dueldoku.agents.identity import fingerprint
from dueldoku.arena import away
from dueldoku.arena.entrant import Entrant
from dueldoku.errors import ArenaFault, PlanError
from dueldoku.start import our_processes

P = ParamSpec("P")
T = TypeVar("T")

_OURS = {signal.SIGINT, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])}  # a terminal sends them to all at once


class Pool(AbstractContextManager["Pool"]):
    """Takes calls and gives futures. Leaving the ``with`` block drops what still runs."""

    @property
    @abstractmethod
    def ahead(self) -> int:
        """How many games to hand over at a time: twice as many as it plays, so that no worker waits for us."""

    @abstractmethod
    def submit(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """As ``Executor.submit``."""

    def lost(self, error: BaseException) -> bool:
        """Whether the call failed because its worker died, so that it has to be made again."""
        return False

    def close(self) -> None:
        """Stop at once, if anything runs."""
        return

    def __exit__(self, *_: object) -> None:
        self.close()


class Here(Pool):
    """In this process: a call is made when it is submitted."""

    ahead = 1

    def submit(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Make the call and return its outcome, already there."""
        future: Future[T] = Future()
        try:
            future.set_result(call(*args, **kwargs))
        except Exception as error:  # whoever asks for the result gets it, as from any executor
            future.set_exception(error)
        return future


class Processes(Pool):
    """Processes on this machine. If one dies, all are started anew: the pool of the standard library is broken then."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._others = set(multiprocessing.active_children())
        self._pool = self._start()

    @property
    def ahead(self) -> int:
        """Two for each process."""
        return 2 * self._size

    def submit(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand the call to the next process that is free."""
        with our_processes():  # the pool starts them as calls come
            try:
                return self._pool.submit(call, *args, **kwargs)
            except BrokenProcessPool:
                self._pool = self._start()
                return self._pool.submit(call, *args, **kwargs)

    def lost(self, error: BaseException) -> bool:
        """Whether a process died."""
        return isinstance(error, BrokenProcessPool)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - self._others:
            child.terminate()

    def _start(self) -> ProcessPoolExecutor:
        with our_processes():
            return ProcessPoolExecutor(self._size, _context(), _end_with_parent)


def _context() -> BaseContext:
    """How workers are started: never by a fork of this process, which has an open archive and perhaps threads."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["dueldoku.arena.play"])  # it is imported once, not by each worker
    from multiprocessing import forkserver, resource_tracker  # not on every system

    with _undisturbed():
        resource_tracker.ensure_running()  # which lets Ctrl-C through again
    with _undisturbed():
        forkserver.ensure_running()
    return context


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What is started inside never hears of Ctrl-C and of a terminal that is gone, which are for us to hear.

    Else they would end the process that removes our semaphores from shared memory when we are gone, and Python would
    print where it was in the others.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _OURS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)  # now we hear what came meanwhile


def _end_with_parent() -> None:
    """Set up a worker: it dies with the process it works for, even if that was killed; our signals are not for it."""
    for number in _OURS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _OURS)
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@dataclass(frozen=True)
class Tls:
    """Files in PEM format by which a cluster and we know each other; without them, dask's own configuration counts."""

    ca: str = ""
    cert: str = ""
    key: str = ""

    def check(self, address: str) -> None:
        """Raise PlanError if these files do not go with the address."""
        named = {"--tls-ca-file": self.ca, "--tls-cert": self.cert, "--tls-key": self.key}
        if not any(named.values()):
            return
        if not address.startswith("tls://"):
            raise PlanError(f"expected an address tls://... with certificates, got {address!r}")
        for option, file in named.items():
            if not file and option != "--tls-key":  # which may be in the certificate's file
                raise PlanError(f"expected --tls-ca-file and --tls-cert for {address}, got no {option}")
            if file and not Path(file).is_file():
                raise PlanError(f"{option}: expected a file, got {file!r}")

    def security(self, address: str) -> Any:
        """The same as dask wants it. Raises PlanError if it would not do for the address."""
        from distributed.security import Security

        files = {"tls_ca_file": self.ca, "tls_client_cert": self.cert, "tls_client_key": self.key or None}
        security = Security(require_encryption=True, **files) if self.ca else Security()
        try:
            given = security.get_connection_args("client")
        except (OSError, ValueError) as error:
            raise PlanError(f"expected certificates in PEM format for {address}: {error}") from None
        is_tls = address.startswith("tls://")
        if is_tls and given.get("ssl_context") is None:
            raise PlanError(
                f"expected certificates for {address}: --tls-ca-file, --tls-cert and --tls-key, or dask's configuration"
            )
        if given.get("require_encryption") and not is_tls:
            raise PlanError(f"expected an address tls://..., because dask's configuration wants it, got {address!r}")
        return security


class Cluster(Pool):
    """The workers of a running dask.distributed scheduler that have our code. They may come and go."""

    def __init__(self, address: str, timeout: float = 10.0, tls: Tls = Tls()) -> None:  # noqa: B008
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise PlanError("--cluster needs dask.distributed: pip install 'dueldoku[cluster]'") from None
        tls.check(address)
        security = tls.security(address)
        for chatty in ("distributed.client", "tornado.application"):
            logging.getLogger(chatty).setLevel(logging.CRITICAL)  # we say what happened, in one sentence
        try:
            self._client = Client(address, timeout=timeout, set_as_default=False, security=security)
        except (OSError, ValueError) as error:
            raise PlanError(f"expected a dask scheduler at {address!r}, but found none: {error}") from None
        self._address, self._killed = address, KilledWorker
        self._executor = self._client.get_executor(pure=False, retries=_RETRIES)
        self._greeted: dict[str, Any] = {}  # our question to each worker, a future of dask's
        self._admitted: dict[str, int] = {}  # the workers with our code, and their threads
        self._parcels: dict[str, tuple[Any, list[str]]] = {}  # agents' files on the cluster, and who may hold them
        self._calls: dict[Future[Any], list[list[str]]] = {}  # of each open call, whom it cannot do without
        if not self._client.nthreads():
            self.close()
            raise PlanError(f"the dask scheduler at {address} has no worker; start some with: dask worker {address}")
        warn_if_open(address)
        self._admit(_ANSWER_SECONDS)
        if not self._admitted:
            silent = any(answer is not None for answer in self._greeted.values())
            self.close()
            why = f"that answers within {_ANSWER_SECONDS:g} s" if silent else f"with the code of this program: {_SAME}"
            raise PlanError(f"the dask scheduler at {address} has no worker {why}")

    @property
    def ahead(self) -> int:
        """Two for each thread that the workers have at this moment."""
        self._admit()
        self._let_go()
        return 2 * max(1, sum(self._admitted.values()))

    def submit(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Send the call to the scheduler, and the files of the agents in it to whoever makes it."""
        assert not kwargs, "what is sent goes by position"
        workers = list(self._admitted)
        needs = [self._send(entrant, workers) for entrant in away.to_pack(args)]
        with self._reached():
            future: Future[T] = self._executor.submit(
                away.perform, fingerprint(), [parcel for parcel, _ in needs], call, *args, workers=workers
            )
        self._calls[future] = [workers, *(holders for _, holders in needs)]
        return future

    def lost(self, error: BaseException) -> bool:
        """Whether several workers died over it, or the scheduler dropped it."""
        return isinstance(error, self._killed | CancelledError)

    def close(self) -> None:
        """Leave the cluster; its workers drop what they were doing for us."""
        self._executor.shutdown(wait=False)
        self._client.close(timeout=2)

    def _send(self, entrant: Entrant, workers: list[str]) -> tuple[Any, list[str]]:
        """The agent's files, once for all calls; workers get them from each other."""
        if (key := away.key_of(entrant)) not in self._parcels:
            parcel = away.pack(entrant)
            with self._reached(), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about its size
                held = self._client.submit(away.hold, parcel, pure=False, workers=workers, retries=_RETRIES)
            self._parcels[key] = held, workers
        return self._parcels[key]

    def _admit(self, timeout: float = 0.0) -> None:
        """Ask every new worker which code it has; those with ours may play. Each other one is told of once."""
        with self._reached():
            threads: dict[str, int] = self._client.nthreads()
            for worker in threads.keys() - self._greeted.keys():
                self._greeted[worker] = self._client.submit(away.greet, pure=False, workers=[worker])
        end = time.monotonic() + timeout
        while time.monotonic() < end and not all(answer is None or answer.done() for answer in self._greeted.values()):
            time.sleep(0.02)
        self._greeted = {worker: answer for worker, answer in self._greeted.items() if worker in threads}
        for worker, answer in self._greeted.items():
            if answer is None or not answer.done():
                continue
            self._greeted[worker] = None
            if answer.status == "finished" and answer.result() == fingerprint():
                self._admitted[worker] = 0
            else:
                _say("the worker %s has other code than this program, so it gets no games: %s", worker, _SAME)
        self._admitted = {worker: threads[worker] for worker in self._admitted if worker in threads}

    def _let_go(self) -> None:
        """Drop the calls that wait for workers who are all gone: they are made again, with those who are there."""
        here = self._admitted.keys()
        self._parcels = {key: sent for key, sent in self._parcels.items() if not here.isdisjoint(sent[1])}
        self._calls = {future: needs for future, needs in self._calls.items() if not future.done()}
        for future, needs in self._calls.items():
            if here and any(here.isdisjoint(workers) for workers in needs):
                future.cancel()

    @contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError, CancelledError) as error:  # dask's own way to say that the client is closed
            raise ArenaFault(
                f"the dask scheduler at {self._address} does not answer any more; the games stored before are safe,"
                f" and the same command goes on ({error})"
            ) from None


def warn_if_open(address: str) -> None:
    """Say what an address means that others may reach."""
    if not address.startswith("tls://") and not _LOCAL.match(address):
        _say("nothing that goes to %s is encrypted, and whoever can reach it can run code on its workers", address)


_MOST_WORKERS = 1_000
_ANSWER_SECONDS = 60.0  # for a worker to load our code and tell which it is, on a machine that is very busy
_RETRIES = 2  # by the scheduler itself, when a worker dies
_SAME = "install the same Dueldoku there, and start it again"
_LOCAL = re.compile(r"(\w+://)?(localhost|127\.[\d.]+|\[::1\])(:|$)|inproc://")
_say = logging.getLogger("dueldoku").warning


@dataclass(frozen=True)
class Where:
    """Where to play: so many games at a time on this machine, or on a cluster.

    Parameters
    ----------
    workers
        Games at a time on this machine; by default one core stays free.
    cluster
        The address of a dask scheduler whose workers play the games instead; encrypted if it is tls://...
    tls_ca_file
        For such a cluster: the certificate of the authority that it trusts, in PEM format.
    tls_cert
        Your own certificate, signed by that authority.
    tls_key
        Its key, if that is in a file of its own. Without these three, what dask's own configuration says counts.

    """

    workers: int | None = None
    cluster: str = ""
    tls_ca_file: str = ""
    tls_cert: str = ""
    tls_key: str = ""

    @property
    def places(self) -> int:
        """How many games at a time on this machine. Raises PlanError."""
        if self.workers is None:
            return max(1, (os.cpu_count() or 1) - 1)
        if self.workers < 1:
            raise PlanError(f"expected at least one worker, got {self.workers}")
        if self.workers > _MOST_WORKERS:
            raise PlanError(f"expected at most {_MOST_WORKERS} workers, got {self.workers}")
        return self.workers

    def open(self) -> Pool:
        """The pool. Raises PlanError."""
        tls = Tls(self.tls_ca_file, self.tls_cert, self.tls_key)
        if self.cluster:
            if self.workers is not None:
                raise PlanError("expected --workers or --cluster, got both")
            return Cluster(self.cluster, tls=tls)
        tls.check(self.cluster)
        return Here() if self.places == 1 else Processes(self.places)
