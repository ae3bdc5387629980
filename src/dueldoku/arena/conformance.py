"""A conformance run: an agent is put before positions of many kinds, and each fault is explained.

It plays both seats, both rule sets and boards of several sizes against ``random_player``, under the clock and in the
cage, just as it would in a tournament.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.hosting.host import AgentFault, Answer, Host
from dueldoku.board.move import Move
from dueldoku.duel.turn import Ruling
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game


class Case(NamedTuple):
    """A game to try, at most so many turns of it."""

    board: str
    rules: str
    turns: int


CASES = (
    Case("easy-2x2", "classic", 20),
    Case("random-2x3", "classic", 24),
    Case("random-3x3", "classic", 12),
    Case("empty-3x4", "classic", 4),
    Case("empty-4x4", "classic", 4),
    Case("empty-2x2", "rows", 24),
    Case("board-2x3", "rows", 16),
    Case("empty-3x3", "rows", 8),
)


@dataclass
class Report:
    """What was found. The agent conforms if there are no faults; remarks are for its author to think about."""

    turns: int = 0
    slowest: float = 0.0  # seconds
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def check(entrant: Entrant, seconds: float = 0.5, seed: int = 1) -> Iterator[tuple[str, Report]]:
    """Try the agent on each case in both seats; yields what was tried and what was found there."""
    for case in CASES:
        for seat in (1, 2):
            report = Report()
            try:
                _try(entrant, case, seat, seconds, seed, report)
            except AgentFault as fault:
                report.faults.append(f"it could not start: {fault}")
            yield f"{case.board} {case.rules}, as player {seat}", report


def _try(entrant: Entrant, case: Case, seat: int, seconds: float, seed: int, report: Report) -> None:
    game = Game(bundled_board(case.board), case.rules, seed=seed)
    partner = resolve("random_player")
    names = (entrant, partner) if seat == 1 else (partner, entrant)
    with Host(names[0], 1, seed=seed) as first, Host(names[1], 2, seed=seed) as second:
        hosts = first, second
        for host in hosts:
            host.start()
        while not game.is_over() and len(game.history) < case.turns:
            mover, position = game.turn, game.position()
            answer = hosts[mover - 1].ask(game, seconds)
            judgement = game.judge(answer.move)
            game.push(answer.move)
            if mover == seat:
                report.turns += 1
                report.slowest = max(report.slowest, answer.seconds)
                _explain(answer, judgement.ruling, judgement.why, f"{position}", report)


def _explain(answer: Answer, ruling: Ruling, why: str, position: str, report: Report) -> None:
    if ruling.loses:
        cause = f" ({answer.fault}: {answer.detail})" if answer.fault else ""
        report.faults.append(f"{_words(answer.move, ruling)}: {why}{cause}. The position was {position}")
    elif answer.fault:
        report.remarks.append(f"after its proposal, {answer.fault}: {answer.detail}. The position was {position}")


def _words(move: Move | None, ruling: Ruling) -> str:
    return f"it proposed {move}, which is {ruling} and loses the game" if move else "it proposed nothing and loses"
