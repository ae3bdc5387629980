"""Debugging one's agent: what it printed and why it lost is kept with the game, and nobody else sees it too early."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hosting import write_agent

from dueldoku import Game, Position, play
from dueldoku.agents.base import Limit
from dueldoku.arena.archive import Archive
from dueldoku.arena.causes import find_causes
from dueldoku.arena.feed import Feed, folder_of
from dueldoku.arena.hosting.quote import shorten
from dueldoku.arena.plan import make_plan
from dueldoku.arena.play import play_task, settle
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import Answer, Seat
from dueldoku.arena.task import GameTask, Result
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Reason, Ruling, Turn
from dueldoku.errors import FormatError
from dueldoku.game.game import replay

KEY_ERROR = """
print("I look at", game.turn)
if game.start.past:
    {}["no such key"]
task.propose(next(game.legal_moves()))
"""


def lose(agent: Path, **options: object) -> Result:
    return play(str(agent), "random_player", board="random-2x3", seconds=1.0, **options)  # type: ignore[arg-type]


@pytest.mark.arena
def test_what_an_agent_prints_and_its_whole_traceback_is_kept_with_the_game(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    result = lose(write_agent(tmp_path / "mine", KEY_ERROR, name="agent"))
    last = len(result.record.turns)
    assert result.record.output[1] == "I look at 1"
    lines = result.record.printed(last)
    assert lines[:2] == ["I look at 1", "Traceback (most recent call last):"]
    assert lines[-1] == "KeyError: 'no such key'"
    assert '  File "mine/agent.py", line 10, in think' in lines
    assert not any("zygote" in line or "/tmp" in line for line in lines)  # nothing of ours, nothing of this machine
    assert GameRecord.from_json(result.record.to_json()) == result.record
    assert GameRecord.from_text(result.record.to_text()) == result.record


@pytest.mark.arena
def test_causes_are_shown_where_a_game_is_lost(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    agent = write_agent(tmp_path / "mine", KEY_ERROR, name="agent")
    result = lose(agent)
    assert result.detail == "KeyError in mine/agent.py:10: 'no such key'"
    assert "raised KeyError in mine/agent.py:10: 'no such key', after" in str(result)
    assert result.record.sentence.endswith("; player 1: raised KeyError in mine/agent.py:10: 'no such key'")
    with Archive(tmp_path / "games.db", write=True) as archive:
        plan = make_plan([str(agent), "random_player"], "random-2x3", times=1.0)
        archive.begin("test", plan.settings())
        for task in plan.tasks():
            archive.add("test", play_task(task))
        (cause,) = find_causes(archive, archive.games())
        assert (cause.agent, cause.games, cause.first) == ("mine", 2, 1)
        assert cause.words == "raised KeyError in mine/agent.py:10: 'no such key'"
        assert cause.printed[-1] == "KeyError: 'no such key'"


@pytest.mark.arena
@pytest.mark.parametrize(
    ("body", "reason", "detail"),
    [
        ("while True: pass", "no proposal in time", ""),
        ("raise ValueError('no')", "raised an exception", "ValueError in mine/agent.py:8: no"),
        ("os._exit(3)", "its process died", "its process ended with code 3"),
        ("return", "returned without a proposal", ""),
        ("task.propose('r1c1=5')", "proposed what is not a move", "it proposed 'r1c1=5'"),
    ],
)
def test_the_record_holds_the_real_reason_of_a_lost_game(tmp_path: Path, body: str, reason: str, detail: str) -> None:
    (tmp_path / "mine").mkdir()
    record = lose(write_agent(tmp_path / "mine", body, name="agent")).record
    assert (record.winner, record.reason, record.detail) == (2, reason, detail)
    told = json.loads(record.to_json())["result"]
    assert (told["reason"], told.get("detail", "")) == (reason, detail)
    assert len(list(replay(record))) == 2  # the rules agree, though they do not know why


@pytest.mark.arena
def test_the_reason_is_the_arena_where_it_fails_with_an_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    task = next(make_plan(["greedy_player", "random_player"], "easy-2x2", times=1).tasks())
    result = settle(task, 1)
    assert (result.record.winner, result.record.reason) == (2, "the arena fails with it")
    assert result.record.detail == "again and again, and not with random_player in its seat"
    assert list(replay(result.record))


def old_record(**changes: object) -> dict[str, object]:
    turns = ["1 - no move"]
    result = {"winner": 2, "scores": [0, 0], "reason": "no move"}
    old = {"dueldoku": 1, "players": ["a", "b"], "start": "." * 16, "turns": turns, "result": result, "tags": {}}
    return {**old, **changes}


def test_old_records_are_still_read() -> None:
    record = GameRecord.from_json(json.dumps(old_record()))
    assert (record.reason, record.detail, record.output) == ("no move", "", {})
    assert list(replay(record))
    assert "output" not in record.to_json()  # it is stored only where there is something
    assert "detail" not in record.to_json()


@pytest.mark.parametrize(
    "output",
    [{"1": "\x1b[31mred"}, {"0": "before the first turn"}, {"2": "after the last"}, {"1": ""}, {"x": "no number"}, []],
)
def test_a_record_that_somebody_wrote_cannot_bring_anything_but_text(output: object) -> None:
    with pytest.raises(FormatError):
        GameRecord.from_json(json.dumps(old_record(output=output)))


def test_a_reason_that_the_rules_contradict_is_no_reason() -> None:
    wrong = old_record(result={"winner": 2, "scores": [0, 0], "reason": "proposed what is not a move"})
    with pytest.raises(FormatError, match="the result was recorded as"):
        list(replay(GameRecord.from_json(json.dumps(wrong))))


class Chatty(Seat):
    """Plays whatever is legal, and prints."""

    def __init__(self, text: Callable[[int], str]) -> None:
        self.text = text

    def ask(self, game: Game, limit: Limit) -> Answer:
        moves = [move for move in game.legal_moves() if game.judge(move).ruling is Ruling.PLACED]
        return Answer(moves[0], output=self.text(len(game.history) + 1))


def chat(one: Callable[[int], str], other: Callable[[int], str], watch: Callable[[Referee], None]) -> Result:
    task = next(make_plan(["greedy_player", "random_player"], "empty-2x2", nodes=1).tasks())
    referee = Referee(Game(Position.parse(task.start)), [watch])
    referee.play((Chatty(one), Chatty(other)), Limit())
    return referee.result(task)


def test_what_is_kept_is_bounded_per_turn_and_per_game() -> None:
    assert shorten(b"a" * 6000) == "a" * 6000
    long = shorten(b"first\n" + b"\xff" * 70_000 + b"\nlast\n")
    assert len(long) < 6100
    assert long.startswith("first\n?")
    assert "\n... 64012 bytes are left out ...\n" in long
    assert long.endswith("?\nlast")
    result = chat(lambda turn: f"{turn} " + "x" * 5990, lambda turn: "", lambda referee: None)
    kept = result.record.output
    assert sum(map(len, kept.values())) <= 24_000
    assert list(kept) == [9, 11, 13, 15]  # the last ones: what went wrong went wrong there
    shared = chat(lambda turn: "x" * 5990, lambda turn: "short", lambda referee: None).record.output
    assert [turn for turn in shared if turn % 2 == 0] == [2, 4, 6, 8, 10, 12, 14, 16]  # nobody takes another's room


def test_nobody_sees_it_before_the_game_is_over(tmp_path: Path) -> None:
    """Neither the opponent, who is given the position, nor whoever watches: what is told of a game is without it."""
    told: list[str] = []
    asked: list[str] = []
    feed = Feed(tmp_path / "games.db", "test")
    task = next(make_plan(["greedy_player", "random_player"], "empty-2x2", nodes=1).tasks())

    def watch(referee: Referee) -> None:
        feed._told.clear()
        feed._turn(task, referee)
        told.extend(file.read_text() for file in folder_of(tmp_path / "games.db").glob("*.json"))
        asked.append(str(referee.game.position()))

    folder_of(tmp_path / "games.db").mkdir()
    result = chat(lambda turn: "secret", lambda turn: "", watch)
    assert result.record.output
    assert told
    assert not any("secret" in text for text in (*told, *asked))


def test_a_turn_that_is_taken_back_leaves_nothing() -> None:
    game = Game(Position.parse("." * 16))
    referee = Referee(game)
    referee.take(Answer(next(game.legal_moves()), output="taken back"))
    referee.take_back(1)
    while not game.is_over():
        referee.take(Answer(next(move for move in game.legal_moves() if game.judge(move).ruling is Ruling.PLACED)))
    task: GameTask = next(make_plan(["greedy_player", "random_player"], "empty-2x2", nodes=1).tasks())
    assert referee.result(task).record.output == {}


def test_every_reason_of_the_arena_is_one_of_the_rules() -> None:
    known = {reason.by_rules for reason in Reason}
    assert known == set(Reason) - {reason for reason in Reason if reason.by_rules is not reason}
    record = GameRecord(("a", "b"), Position.parse("." * 16), (Turn(1, None, Ruling.NOTHING),), 2, (0, 0), "no move")
    for reason in Reason:
        if reason.by_rules is Reason.NO_MOVE:
            assert len(list(replay(replace(record, reason=str(reason))))) == 2
