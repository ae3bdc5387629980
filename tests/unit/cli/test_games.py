"""What the verbs that play share: their arguments, what they refuse, what they never lose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fast_games import fast_plan, made_up
from program import AGENTS, TOURNAMENT, Run

from dueldoku.arena.archive import Archive
from dueldoku.arena.plan import find_agents, find_boards


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "greedy_player"], "OPPONENT"),
        (["match", "greedy_player", "nobody"], "expected an agent"),
        (["match", "greedy_player", "greedy_player"], "expected different agents, got greedy_player more than once"),
        (["match", "greedy_player", "random_player", "--games", "3"], "expected an even number of games"),
        (["match", "greedy_player", "random_player", "--time", "0"], "expected --time to be at least 0.0001, got 0"),
        (
            ["match", "greedy_player", "random_player", "--time", "1", "--nodes", "1"],
            "expected a time or a number of nodes",
        ),
        (["match", "greedy_player", "random_player", "--board", "gone.txt"], "no such file"),
        (
            ["match", "greedy_player", "random_player", "--board", "generate:empty=x"],
            "expected a whole number of empty cells or a share of them above 0 and below 1",
        ),
        (["match", "greedy_player", "random_player", "--rules", "chess", "--nodes", "1"], "expected a rule set out of"),
        (["match", "folder", "random_player", "--nodes", "1"], "expected a folder with a sudokuai.py"),
        (["tournament", "--agents", "greedy_player"], "expected at least two agents, got 1"),
        (["tournament"], "--agents"),
        (["tournament", *AGENTS, "--rounds", "0"], "expected --rounds to be at least 1, got 0"),
        (["tournament", *AGENTS, "--archive", ""], "expected a file for --archive"),
        (["tournament", *AGENTS, "--nodes", "1", "--workers", "0"], "expected at least one worker, got 0"),
        (["tournament", *AGENTS, "--nodes", "1", "--archive", "text.db"], "text.db: expected an archive of games"),
        (["sprt", "greedy_player", "random_player", "--elo0", "9", "--elo1", "5"], "expected elo0 < elo1"),
        (["ratings", "nowhere.db"], "nowhere.db: expected an archive of games, but there is no such file"),
        (["ratings", "text.db"], "text.db: expected an archive of games"),
        (["ratings", "empty.db"], "no game is stored yet"),
        (["ratings", "one.db", "--name", "two"], "expected a tournament out of test, got 'two'"),
        (["ratings", "one.db", "--anchor", "nobody"], "expected --anchor to be one of greedy_player, random_player"),
        (["report", "one.db", "--wrong"], "--wrong"),
        (["export", "one.db", "--to", "pdf"], "pdf"),
        (["export", "one.db", "--to", "db"], "expected a file for the copy"),
        (["replay", "one.db", "--game", "2"], "one.db: expected a game from 1 to 1, got 2"),
        (["play", "greedy_player", "random_player", "--board", "two.sdm"], "expected one board, got 2"),
    ],
)
def test_wrong_input_gets_one_sentence_and_code_2(run: Run, arguments: list[str], sentence: str) -> None:
    Path("folder").mkdir()
    Path("agent.py").write_text("")
    Path("text.db").write_text("some text" * 100)
    Path("two.sdm").write_text(f"{'.' * 81}\n" * 2)
    plan = fast_plan()
    for file, games in (("empty.db", 0), ("one.db", 1)):
        with Archive(file, write=True) as archive:
            archive.begin("test", plan.settings())
            for task in list(plan.tasks())[:games]:
                archive.add("test", made_up(task, 1))
    code, out, err = run(*arguments)
    assert code == 2, err
    assert err.startswith("dueldoku: ")
    assert err.count("\n") == 1
    assert sentence in err
    assert " wins" not in out, "nothing was played"


def test_a_board_that_changed_or_vanished_loses_nothing(run: Run) -> None:
    Path("board.txt").write_text("2 2\n   1   2   .   4\n   .   4   .   2\n   2   1   .   3\n   .   .   .   1\n")
    command = ("tournament", *AGENTS, "--boards", "board.txt", "--nodes", "1", "--archive", "games.db")
    assert run(*command)[0] == 0
    Path("board.txt").write_text("2 2\n   1   2   .   4\n   .   4   .   2\n   2   1   .   3\n   .   .   .   .\n")
    code, _, err = run(*command)
    assert (code, err.count("\n")) == (2, 1)
    assert "board board.txt is not what it was when the tournament started; put it back, or choose another" in err
    Path("board.txt").unlink()
    code, _, err = run(*command)
    assert (code, err.count("\n")) == (2, 1)
    assert "no such file" in err
    assert json.loads(run("ratings", "games.db", "--json")[1])["games"] == 6


def test_an_archive_that_cannot_be_written_is_code_1(run: Run) -> None:
    Path("here").write_text("a file, no folder")
    code, _, err = run(*TOURNAMENT[:-1], "here/games.db")
    assert (code, err.count("\n")) == (1, 1)
    assert err.startswith("dueldoku: here/games.db: ")


def test_folders_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for group in ("one", "two"):
        (tmp_path / group / "agent").mkdir(parents=True)
        (tmp_path / group / "agent" / "sudokuai.py").write_text(f"# {group}\n")
    agents = find_agents([str(tmp_path / "one" / "agent"), str(tmp_path / "two" / "agent"), "random_player"])
    assert [agent.name for agent in agents] == ["one/agent", "two/agent", "random_player"]


def test_a_collection_is_many_boards(tmp_path: Path) -> None:
    (tmp_path / "two.sdm").write_text(f"{'.' * 81}\n" * 2)
    assert [board.name.rpartition("/")[2] for board in find_boards([str(tmp_path / "two.sdm"), "easy-2x2"])] == [
        "two.sdm#1",
        "two.sdm#2",
        "easy-2x2",
    ]
