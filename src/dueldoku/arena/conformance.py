"""A conformance run: an agent is put before positions of many kinds, and each fault is explained.

It plays both seats, both rule sets and boards of several sizes against ``random_player``, under the clock and in the
cage, just as it would in a tournament.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.limits import MEMORY, check_memory
from dueldoku.arena.referee import Played, Referee
from dueldoku.duel.turn import Turn
from dueldoku.errors import AgentFault
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game

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


@dataclass
class Findings:
    """What was found. The agent conforms if there are no faults; remarks are for its author to think about."""

    turns: int = 0
    slowest: float = 0.0  # seconds
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def check(
    entrant: Entrant, seconds: float = 0.5, seed: int = 1, memory: int = MEMORY
) -> Iterator[tuple[str, Findings]]:
    """Try the agent on each case in both seats; yields what was tried and what was found there."""
    for board, rules, turns in CASES:
        for seat in (1, 2):
            game = Game(bundled_board(board), rules, seed=seed)
            yield (
                f"{board} {rules}, as player {seat}",
                _try(entrant, game, turns, seat, seconds, seed, check_memory(memory)),
            )


def _try(entrant: Entrant, game: Game, turns: int, seat: int, seconds: float, seed: int, memory: int) -> Findings:
    found = Findings()
    partner = resolve("random_player")
    agents = (entrant, partner) if seat == 1 else (partner, entrant)
    one, other = (Host(agent, player, seed=seed, memory=memory) for player, agent in enumerate(agents, 1))
    with one as first, other as second:
        try:
            (first, second)[seat - 1].start()
        except AgentFault as fault:
            found.faults.append(f"it could not start: {fault}")
            return found
        for played in islice(Referee(game).turns((first, second), Limit(seconds)), turns):
            if played.turn.player == seat:
                found.turns += 1
                found.slowest = max(found.slowest, played.answer.seconds)
                _explain(played, game, found)
    return found


def _explain(played: Played, game: Game, found: Findings) -> None:
    (turn, answer, why) = played
    if not (turn.ruling.loses or answer.fault):
        return
    game.pop()
    position = str(game.position())
    game.follow(turn)
    if turn.ruling.loses:
        cause = f" ({answer.fault}: {answer.detail})" if answer.fault else ""
        found.faults.append(f"{_words(turn)}: {why}{cause}. The position was {position}")
    else:
        found.remarks.append(f"after its proposal, {answer.fault}: {answer.detail}. The position was {position}")


def _words(turn: Turn) -> str:
    move = turn.move
    return f"it proposed {move}, which is {turn.ruling} and loses the game" if move else "it proposed nothing and loses"
