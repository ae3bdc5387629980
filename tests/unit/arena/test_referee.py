"""The referee: the only loop that plays a game, and the only maker of results."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from fast_games import fast_plan

from dueldoku import Game, Move, Position
from dueldoku.agents.base import Limit
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import Answer, Seat
from dueldoku.board.grid import Grid
from dueldoku.duel.turn import Judgement, Reason, Ruling
from dueldoku.errors import AgentFault, TurnError

FOUR_LEFT = "123. 3412 21.3 .3.1"


class Scripted(Seat):
    """Says what it was told to say, in order."""

    def __init__(self, answers: Sequence[str | Answer], *, starts: bool = True) -> None:
        self.answers, self.starts = list(answers), starts

    def start(self) -> None:
        if not self.starts:
            raise AgentFault(Reason.START_FAILED, "no luck")

    def ask(self, game: Game, limit: Limit) -> Answer:
        if not self.starts:
            return Answer(None, Reason.START_FAILED, "no luck")
        said = self.answers.pop(0)
        return Answer(Move.parse(said), seconds=0.5) if isinstance(said, str) else said


def referee_of(first: Sequence[str | Answer], second: Sequence[str | Answer]) -> Referee:
    referee = Referee(Game(Grid.parse(FOUR_LEFT)))
    referee.play((Scripted(first), Scripted(second)), Limit(1.0))
    return referee


def test_a_game_is_played_to_its_end_and_made_a_result() -> None:
    referee = referee_of(["r1c4=4", "r4c3=2"], ["r4c1=4", "r3c3=4"])
    task = next(fast_plan().tasks())
    result = referee.result(task, level="full")
    assert result.reason is Reason.BOARD_FULL
    assert (result.fault, result.detail, result.level) == (0, "", "full")
    assert (result.seconds, result.longest, result.turns) == ((1.0, 1.0), (0.5, 0.5), (2, 2))
    assert result.record.turns == tuple(referee.game.history)
    assert str(result).startswith("random_player wins 8-10: board full")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(None, Reason.TIME_UP), Reason.TIME_UP),
        (Answer(None), Reason.RETURNED),
        (Answer(None, resigns=True), Reason.RESIGNED),
        (Answer(Move(-1, -1, -1), Reason.MALFORMED, "it proposed 'a'"), Reason.MALFORMED),
        (Answer(Move(0, 0, 9)), Reason.INVALID),
        (Answer(Move(0, 0, 1)), Reason.ILLEGAL),
    ],
)
def test_the_reason_of_a_loss(answer: Answer, reason: Reason) -> None:
    referee = referee_of(["r1c4=4"], [answer])
    result = referee.result(next(fast_plan().tasks()))
    assert (result.reason, result.fault, result.record.winner) == (reason, 2, 1)
    assert reason.is_loss


def test_a_seat_that_does_not_start_loses_when_it_is_asked() -> None:
    referee = Referee(Game(Grid.parse(FOUR_LEFT)))
    referee.play((Scripted(["r1c4=4"]), Scripted([], starts=False)), Limit(1.0))
    assert referee.reason() is Reason.START_FAILED
    assert len(referee.game.history) == 2


def test_a_judged_answer_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "judge", lambda self, move: pytest.fail("it was judged before"))
    referee = Referee(Game(Grid.parse(FOUR_LEFT)))
    turn, _, why = referee.take(Answer(Move.parse("r4c3=4"), judgement=Judgement(Ruling.REFUSED, 0, "no solution")))
    assert (turn.ruling, why, referee.game.turn) == (Ruling.REFUSED, "no solution", 2)


def test_a_person_takes_their_last_turn_back() -> None:
    back = Answer(None, takes_back=True)
    referee = referee_of(["r1c4=4", back, "r4c3=2", "r3c3=4"], ["r4c1=4", "r4c1=4", "r1c4=4"])
    assert [str(turn.move) for turn in referee.game.history] == ["r4c3=2", "r4c1=4", "r3c3=4", "r1c4=4"]
    with pytest.raises(TurnError, match="nothing to take back"):
        Referee(Game(Position.parse(FOUR_LEFT))).take_back(1)


def test_watchers_are_told_of_every_turn() -> None:
    seen: list[int] = []
    referee = Referee(Game(Grid.parse(FOUR_LEFT)), [lambda one: seen.append(len(one.game.history))])
    referee.play((Scripted(["r1c4=4", "r4c3=2"]), Scripted(["r4c1=4", "r3c3=4"])), Limit(1.0))
    assert seen == [1, 2, 3, 4]
