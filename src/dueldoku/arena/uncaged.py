"""Anybody's agent in this process, for the fast lane: no cage, no clock, so only one's own.

It is staged, imported and asked as in the cage, with the same chance, and what it does wrong loses the game for the
same reasons. What differs: it may do all that you may, an endless turn is ended by Ctrl-C alone, and what it keeps in
itself lasts from turn to turn.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import pickle
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant, is_our_trouble, load, stage
from dueldoku.arena.hosting import quote, slot
from dueldoku.arena.hosting.folder import private_folder
from dueldoku.arena.hosting.trace import trace
from dueldoku.arena.hosting.turn import OUTPUT_BYTES
from dueldoku.arena.seat import AgentSeat, Answer, Seat, turn_seed
from dueldoku.board.move import Move
from dueldoku.duel.turn import Reason
from dueldoku.errors import AgentFault, ArenaFault
from dueldoku.game.game import Game

_OTHERS = {*sys.stdlib_module_names, "dueldoku", "competitive_sudoku"}  # which stay, whatever an agent is called


def warn(agents: Iterable[Entrant]) -> None:
    """Say once that these agents, if they are not ours, run without a cage."""
    if names := tuple(sorted({agent.name for agent in agents if agent.kind != "bundled"})):
        _warn(", ".join(names))


@cache
def _warn(names: str) -> None:
    logging.getLogger("dueldoku").warning(
        "with a limit of nodes nothing is caged: %s can do here what you can, and only Ctrl-C ends an endless turn",
        names,
    )


class OpenSeat(Seat):
    """An agent that is not ours, in this process; use it in a ``with`` statement."""

    def __init__(self, entrant: Entrant, player: int, seed: int) -> None:
        self._entrant, self._player, self._seed = entrant, player, seed
        self._closing = contextlib.ExitStack()
        self._seat: _LenientSeat | None = None
        self._failure: AgentFault | None = None
        self._modules: dict[str, ModuleType] = {}
        self._names: set[str] = set()
        self._printed = _Printed()

    def start(self) -> None:
        """Import and build the agent. Raises AgentFault."""
        if self._failure:
            raise self._failure
        if self._seat:
            return
        self._folder = self._closing.enter_context(private_folder()).resolve()
        try:
            stage(self._entrant, self._folder)
        except OSError as error:
            if is_our_trouble(error):
                raise ArenaFault(f"the files of {self._entrant.name} could not be copied: {error}") from error
            self._failure = AgentFault(Reason.START_FAILED, str(error))
            raise self._failure from None
        try:
            self._names = {place.stem for place in self._folder.iterdir()} - _OTHERS
            with self._inside(self._seed):
                self._seat = _LenientSeat(load(self._entrant), self._player, self._seed)
        except (Exception, SystemExit) as error:
            self._failure = AgentFault(Reason.START_FAILED, self._explain(error))
            raise self._failure from None

    def ask(self, game: Game, limit: Limit) -> Answer:
        """Its last proposal when it returns or raises. KeyboardInterrupt goes through."""
        fault, detail = None, ""
        try:
            self.start()
        except AgentFault as failure:
            return Answer(None, Reason.START_FAILED, failure.detail, output=self._printed.take())
        assert self._seat
        begin = time.monotonic()
        try:
            with self._inside(turn_seed(self._seed, game)):
                self._seat.ask(game, limit)
        except (Exception, SystemExit) as error:
            fault, detail = Reason.RAISED, self._explain(error)
        move = self._seat.proposal
        if move == slot.NOT_A_MOVE:
            fault, detail = Reason.MALFORMED, self._seat.told
        elif move is None and fault is None:
            fault = Reason.RETURNED
        return Answer(move, fault, detail, time.monotonic() - begin, output=self._printed.take())

    def printed(self) -> str:
        """What it printed since its last turn."""
        return self._printed.take()

    def close(self) -> None:
        """Remove its files."""
        self._closing.close()

    def _explain(self, error: BaseException) -> str:
        with contextlib.chdir(self._folder):
            text, line = trace(error, self._entrant.source)
        self._printed.write(f"{text}\n", past_cap=True)
        return quote.last_line(quote.clean(line.encode(errors="replace")))

    @contextlib.contextmanager
    def _inside(self, seed: int) -> Iterator[None]:
        """The surroundings of the agent: its folder, its modules, its chance, its output. All is as before then."""
        path, chance, hidden = sys.path[:], random.getstate(), _take_modules(self._is_own)
        numpy = sys.modules.get("numpy")
        numbers = numpy.random.get_state() if numpy else None
        sys.modules.update(self._modules)
        try:
            with (
                contextlib.chdir(self._folder),
                contextlib.redirect_stdout(self._printed),
                contextlib.redirect_stderr(self._printed),
            ):
                sys.path.insert(0, str(self._folder))
                random.seed(seed)
                if numpy:
                    numpy.random.seed(seed & 0xFFFFFFFF)
                yield
        finally:
            sys.path[:] = path
            random.setstate(chance)
            if numpy:
                numpy.random.set_state(numbers)
            self._modules = _take_modules(self._is_own)
            sys.modules.update(hidden)
            sys.path_importer_cache.pop(str(self._folder), None)

    def _is_own(self, name: str, module: ModuleType) -> bool:
        """Whether the module is one of the agent's, or stands in the way of one."""
        place = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), "")
        return name.partition(".")[0] in self._names or str(place).startswith(f"{self._folder}{os.sep}")


def _take_modules(wanted: Callable[[str, ModuleType], bool]) -> dict[str, ModuleType]:
    """Take these modules out of Python's table."""
    taken = {name: module for name, module in list(sys.modules.items()) if wanted(name, module)}
    for name in taken:
        del sys.modules[name]
    return taken


class _LenientSeat(AgentSeat):
    """Takes whatever is proposed for what the arena would take it, and keeps copies of what is saved."""

    told = ""

    @property
    def proposal(self) -> Move | None:
        """The last one, also if the agent failed after it."""
        return self._proposal

    def ask(self, game: Game, limit: Limit) -> Answer:
        self.told = ""
        return super().ask(game, limit)

    def _propose(self, move: Any) -> None:
        self._proposal = slot.decode(slot.encode(move))
        if self._proposal == slot.NOT_A_MOVE:
            with contextlib.suppress(Exception):
                self.told = quote.last_line(quote.clean(f"it proposed {move!r}".encode(errors="replace")))

    def _save(self, thing: object) -> None:
        self._kept = pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)

    def _load(self) -> object:
        return pickle.loads(self._kept) if isinstance(self._kept, bytes) else None


class _Printed(io.StringIO):
    """What the agent printed since it was last taken; only so much of it."""

    def write(self, text: str, *, past_cap: bool = False) -> int:
        room = len(text) if past_cap else max(0, OUTPUT_BYTES - self.tell())
        super().write(text[:room])
        return len(text)

    def take(self) -> str:
        """As it goes on record."""
        said = self.getvalue().encode(errors="replace")
        self.seek(0)
        self.truncate()
        return quote.shorten(said)
