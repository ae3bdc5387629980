"""Every error that Dueldoku raises on purpose.

DueldokuError
├── ShapeError        no such board, or its block shape has to be named
├── GridError         values that are not a board (wrong count, out of range)
├── FormatError       text that does not parse; knows its source, line and column
├── MoveSyntaxError   text that is not a move at all
├── RulesError        no such rule set, or a position that does not fit its rule set
├── StartError        a position on which a game would mean nothing
├── GenerateError     a puzzle that cannot be, or was not found
├── TurnError         a move by the player whose turn it is not, or after the end
├── ActionError       what is no action of an environment, or none that is allowed now
├── UnknownName       no bundled board or agent of that name
├── PlanError         a tournament that cannot be played as it was told
│   └── BrokenAgents  agents that cannot start, all of them, with the reasons
├── ArchiveError      an archive that cannot be read or written just now
├── Busy              the page has more to do than it takes on; try again later
├── Overdue           an answer that took longer than the page allows
├── AgentFault        an agent that could not be started
└── ArenaFault        a game that broke off through no fault of an agent

Messages say what was expected, what came and where. "No answer" and "no solution" are values, not errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class DueldokuError(Exception):
    """Root of every error this package raises on purpose."""


class ShapeError(DueldokuError, ValueError):
    """There is no board of this size, or the size alone does not tell the shape of the blocks."""


class GridError(DueldokuError, ValueError):
    """The values do not make a board."""


class FormatError(DueldokuError, ValueError):
    """The text is not what its format asks for.

    ``line`` and ``column`` count from 1; ``None`` where the fault is the text as a whole.
    """

    def __init__(self, problem: str, *, line: int | None = None, column: int | None = None, source: str = "") -> None:
        self.problem, self.line, self.column, self.source = problem, line, column, source
        super().__init__(problem)

    def __str__(self) -> str:
        spot = [self.source] if self.source else []
        if self.line is not None:
            spot.append(f"line {self.line}")
        if self.column is not None:
            spot.append(f"column {self.column}")
        return f"{', '.join(spot)}: {self.problem}" if spot else self.problem


@contextmanager
def located(line: int | None = None, source: str = "") -> Iterator[None]:
    """Whatever is wrong inside is told as a FormatError at this place; what is not given here stays as it was told."""
    try:
        yield
    except FormatError as error:
        line, source = error.line if line is None else line, source or error.source
        raise FormatError(error.problem, line=line, column=error.column, source=source) from None
    except DueldokuError as error:
        raise FormatError(str(error), line=line, source=source) from None


class MoveSyntaxError(DueldokuError, ValueError):
    """The text is not a move at all."""


class RulesError(DueldokuError, ValueError):
    """There is no such rule set, or the position does not fit it."""


class StartError(DueldokuError, ValueError):
    """A game from this position would mean nothing; the message says why."""


class GenerateError(DueldokuError, ValueError):
    """The wish for a puzzle cannot be met, or was not met within the effort that it is worth."""


class TurnError(DueldokuError, ValueError):
    """It is not this player's turn, or the game is over."""


class ActionError(DueldokuError, ValueError):
    """What was given is no action of this environment, or none that it takes now; or arrays do not fit a batch."""


class UnknownName(DueldokuError, LookupError):
    """Nothing bundled has this name; the message lists what there is."""


class PlanError(DueldokuError, ValueError):
    """A match or tournament that cannot be played like this; the message says what to change."""


class BrokenAgents(PlanError):
    """Agents that cannot start, so nothing was played: ``broken`` tells why of each, by name, ``hint`` what to do.

    >>> print(BrokenAgents({"ann": "it is empty"}))
    expected agents that can start, so nothing was played; ann: it is empty
    """

    def __init__(self, broken: dict[str, str], hint: str = "") -> None:
        self.broken = broken
        cannot = f"{len(broken)} cannot{hint}"
        self.head = f"expected agents that can start, so nothing was played; {cannot}"
        listed = "; ".join(self.lines)
        super().__init__(self.head.removesuffix(cannot) + listed if len(broken) == 1 else f"{self.head}: {listed}")

    @property
    def lines(self) -> list[str]:
        """Each with its reason."""
        return [f"{name}: {why}" for name, why in self.broken.items()]


class ArchiveError(DueldokuError, OSError):
    """The archive cannot be read or written just now. What was stored before is safe."""


class Busy(DueldokuError, RuntimeError):
    """Too much is being asked at once; nothing was done, and it may be asked again."""


class Overdue(DueldokuError, TimeoutError):
    """The answer was not there in the time that the page gives to it."""


class AgentFault(DueldokuError):
    """The agent could not be started. ``fault`` is the reason on record, ``detail`` what happened."""

    def __init__(self, fault: str, detail: str) -> None:
        super().__init__(fault, detail)  # both, so that it can be pickled
        self.fault, self.detail = fault, detail

    def __str__(self) -> str:
        return f"{self.fault}: {self.detail}" if self.detail else self.fault


class ArenaFault(DueldokuError, RuntimeError):
    """The arena itself failed (no process, no memory, no descriptor): nobody loses, the game is played again.

    ``player`` is whose turn or start it was when it failed; 0 if that is unknown.
    """

    def __init__(self, sentence: str, player: int = 0) -> None:
        super().__init__(sentence, player)  # both, so that it can be pickled
        self.player = player

    def __str__(self) -> str:
        return str(self.args[0])
