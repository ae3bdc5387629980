"""What is told of games under way, and what is left of it afterwards."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from fast_games import fast_plan

from dueldoku.arena import feed as feeds
from dueldoku.arena.feed import Feed, folder_of, read_feed
from dueldoku.arena.referee import Referee
from dueldoku.arena.task import GameTask


def test_a_run_and_its_games_are_told_while_they_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "_EVERY", 0.0)
    archive = tmp_path / "games.db"
    task = next(fast_plan().tasks())
    seen = []

    def watch(task: GameTask, referee: Referee) -> None:
        (run,), (live,) = read_feed(archive)
        assert (run.tournament, run.total, run.agents) == ("cup", 4, task.names)
        assert live.record == referee.game.record(task.names)
        assert min(live.spent) >= 0
        seen.append(len(live.record.turns))

    with Feed(archive, "cup").open(4, 0, task.names):
        again = pickle.loads(pickle.dumps(Feed(archive, "cup")))
        result = again.play(watch, task)
        assert seen == list(range(1, len(result.record.turns) + 1))
        assert len(read_feed(archive)[0]) == 1
        assert read_feed(archive)[1] == []
    assert read_feed(archive) == ([], [])
    assert not folder_of(archive).exists()


def test_what_a_killed_process_left_is_not_believed(tmp_path: Path) -> None:
    archive = tmp_path / "games.db"
    folder = folder_of(archive)
    folder.mkdir()
    dead = {"tournament": "old", "process": 2**22 + 1, "total": 1, "stored": 0, "agents": [], "started": 0.0}
    (folder / f"run-{2**22 + 1}.json").write_text(json.dumps(dead))
    for name, text in (("run-1.json", "{"), ("game-1-x.json", "[]"), ("game-1-y.json", '{"process": 1}')):
        (folder / name).write_text(text)
    assert read_feed(archive) == ([], [])
    with Feed(archive, "new").open(None, 0, ["a"]):
        assert [run.tournament for run in read_feed(archive)[0]] == ["new"]
        assert not (folder / f"run-{2**22 + 1}.json").exists()
