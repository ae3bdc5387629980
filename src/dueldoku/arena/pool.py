"""Where games are played: in this process, in local worker processes, or on a dask.distributed cluster.

All three are executors as in ``concurrent.futures``, so whoever submits games need not know which one it is.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing.context import BaseContext
from typing import ParamSpec, TypeVar

from dueldoku.errors import ArenaFault, PlanError

P = ParamSpec("P")
T = TypeVar("T")


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
        return ProcessPoolExecutor(self._size, _context(), _end_with_parent)


def _context() -> BaseContext:
    """How workers are started: never by a fork of this process, which has an open archive and perhaps threads."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["dueldoku.arena.play"])  # it is imported once, not by each worker
    return context


def _end_with_parent() -> None:
    """Set up a worker: it dies with the process it works for, even if that was killed; Ctrl-C is not for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Cluster(Pool):
    """The workers of a running dask.distributed scheduler. They may come and go."""

    def __init__(self, address: str, timeout: float = 10.0) -> None:
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise PlanError("--cluster needs dask.distributed: pip install 'dueldoku[cluster]'") from None
        for chatty in ("distributed.client", "tornado.application"):
            logging.getLogger(chatty).setLevel(logging.CRITICAL)  # we say what happened, in one sentence
        try:
            self._client = Client(address, timeout=timeout, set_as_default=False)
        except (OSError, ValueError) as error:
            raise PlanError(f"expected a dask scheduler at {address!r}, but found none: {error}") from None
        self._address, self._killed = address, KilledWorker
        self._executor = self._client.get_executor(pure=False, retries=_RETRIES)
        if not self._client.nthreads():
            self.close()
            raise PlanError(f"the dask scheduler at {address} has no worker; start some with: dask worker {address}")

    @property
    def ahead(self) -> int:
        """Two for each thread that the workers have at this moment."""
        with self._reached():
            threads: dict[str, int] = self._client.nthreads()
        return 2 * max(1, sum(threads.values()))

    def submit(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Send the call to the scheduler."""
        with self._reached():
            future: Future[T] = self._executor.submit(call, *args, **kwargs)
        return future

    def lost(self, error: BaseException) -> bool:
        """Whether several workers died over it, or the scheduler dropped it."""
        return isinstance(error, self._killed | CancelledError)

    def close(self) -> None:
        """Leave the cluster; its workers drop what they were doing for us."""
        self._executor.shutdown(wait=False)
        self._client.close(timeout=2)

    @contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError, CancelledError) as error:  # dask's own way to say that the client is closed
            raise ArenaFault(
                f"the dask scheduler at {self._address} does not answer any more; the games stored before are safe,"
                f" and the same command goes on ({error})"
            ) from None


_RETRIES = 2  # by the scheduler itself, when a worker dies


@dataclass(frozen=True)
class Where:
    """Where to play: so many games at a time on this machine, or on a cluster.

    Parameters
    ----------
    workers
        Games at a time on this machine; by default one core stays free.
    cluster
        The address of a dask scheduler whose workers play the games instead.

    """

    workers: int | None = None
    cluster: str = ""

    @property
    def places(self) -> int:
        """How many games at a time on this machine."""
        return max(1, (os.cpu_count() or 1) - 1) if self.workers is None else self.workers

    def open(self) -> Pool:
        """The pool. Raises PlanError."""
        if self.cluster:
            if self.workers is not None:
                raise PlanError("expected --workers or --cluster, got both")
            return Cluster(self.cluster)
        if self.places < 1:
            raise PlanError(f"expected at least one worker, got {self.workers}")
        return Here() if self.places == 1 else Processes(self.places)
