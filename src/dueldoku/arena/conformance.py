"""A conformance run: an agent is put before positions of many kinds, and each fault is explained.

It plays both seats, both rule sets and boards of several sizes against ``random_player``, under the clock and in the
cage, just as it would in a tournament. Its partner needs neither, so it plays here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.limits import MEMORY, check_memory
from dueldoku.arena.referee import Played, Referee
from dueldoku.arena.seat import AgentSeat, Seat
from dueldoku.duel.rules import rule_set
from dueldoku.duel.turn import Reason, Turn, cause, reason_in_words
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.plain import Plain

CASES = (  # games to try: the board, the rules, and how many turns at most
    ("easy-2x2", "classic", 20),
    ("random-2x3", "classic", 24),
    ("random-3x3", "classic", 12),
    ("empty-3x4", "classic", 4),
    ("empty-4x4", "classic", 4),
    ("empty-2x2", "rows", 24),
    ("board-2x3", "rows", 16),
    ("empty-3x3", "rows", 8),
)
_PARTNER = "random_player"


@dataclass(frozen=True)
class Fault(Plain):
    """Something that costs a game, or could. ``cause`` is the same for what is one mistake of the agent's."""

    cause: str
    words: str
    position: str = ""
    printed: str = ""


@dataclass
class Findings(Plain):
    """What was found in a case. The agent conforms if there are no faults; remarks are for its author."""

    case: str
    turns: int = 0
    slowest: float = 0.0  # seconds
    faults: list[Fault] = field(default_factory=list)
    remarks: list[Fault] = field(default_factory=list)


def cases(rules: str | None = None) -> list[tuple[str, str, int]]:
    """The cases to try, or those with these rules. Raises RulesError."""
    if rules is None:
        return list(CASES)
    # A rule set without cases of its own is tried on the boards of rows, which has territories, too.
    boards = rules if any(case[1] == rules for case in CASES) else "rows"
    return [(board, rule_set(rules).name, turns) for board, other, turns in CASES if other == boards]


def check(
    entrant: Entrant,
    seconds: float = 0.5,
    seed: int = 1,
    memory: int = MEMORY,
    rules: str | None = None,
    begin: Callable[[str], None] = lambda case: None,
) -> Iterator[Findings]:
    """Try the agent on each case in both seats; yields what was found there. ``begin`` is told what is tried next."""
    check_memory(memory)
    for board, game_rules, turns in cases(rules):
        with ExitStack() as closing:
            host: Host | None = None
            for seat in (1, 2):
                found = Findings(f"{board} {game_rules}, as player {seat}")
                begin(found.case)
                if host:  # starting is what takes long, and once for each board is enough
                    host.begin_anew(seat)
                else:
                    host = closing.enter_context(Host(entrant, seat, seed=seed, memory=memory))
                _try(host, Game(bundled_board(board), game_rules, seed=seed), turns, seconds, found)
                yield found
                if found.faults and not found.turns:
                    return  # it cannot start, and would not start elsewhere either
                host = None if found.faults else host


def _try(host: Host, game: Game, turns: int, seconds: float, found: Findings) -> None:
    partner: Seat = AgentSeat(load_agent(_PARTNER), 3 - host.player, host.seed)
    seats = (host, partner) if host.player == 1 else (partner, host)
    for played in islice(Referee(game).turns(seats, Limit(seconds)), turns):
        if played.turn.player == host.player:
            found.turns += 1
            found.slowest = max(found.slowest, played.answer.seconds)
            _explain(played, game, found)


def _explain(played: Played, game: Game, found: Findings) -> None:
    (turn, answer, why) = played
    if not (turn.ruling.loses or answer.fault):
        return
    reason, detail = answer.fault or Reason(turn.ruling), answer.detail or why
    if reason is Reason.START_FAILED:
        found.turns = 0
        found.faults.append(Fault(cause(reason, detail), f"it {reason_in_words(reason, detail)}", "", answer.output))
        return
    game.pop()
    position = str(game.position())
    game.follow(turn)
    told = reason_in_words(answer.fault, answer.detail) if answer.fault else why
    words = f"{_words(turn)}: {told}" if turn.ruling.loses else f"after its proposal, it {told}"
    fault = Fault(cause(reason, detail), words, position, answer.output)
    (found.faults if turn.ruling.loses else found.remarks).append(fault)


def _words(turn: Turn) -> str:
    move = turn.move
    return f"it proposed {move}, which is {turn.ruling} and loses the game" if move else "it proposed nothing and loses"
