"""``dueldoku tournament``, and everything that can be asked about one afterwards."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from program import AGENTS, TOURNAMENT, Run

from dueldoku.duel.record import read_records


@pytest.mark.slow
def test_a_tournament_and_everything_that_can_be_asked_about_it(run: Run) -> None:
    code, out, err = run(*TOURNAMENT, "--rounds", "2")
    assert (code, err) == (0, "")
    assert out.startswith("24 games, 0 of them stored before in games.db.\n")
    assert "1. greedy_player" in out
    code, again, _ = run(*TOURNAMENT, "--rounds", "2")
    assert again.startswith("24 games, 24 of them stored before in games.db.\n\nStandings: ")
    assert run(*TOURNAMENT, "--rounds", "3")[1].startswith("36 games, 24 of them stored before in games.db.\n 1/12  ")

    code, standings, _ = run("ratings", "games.db")
    assert code == 0
    assert standings.splitlines()[2].startswith("1. greedy_player")
    assert run("ratings", "games.db", "--anchor", "naive_player")[1].startswith("Standings: naive_player is 0")
    numbers = json.loads(run("ratings", "games.db", "--json")[1])
    assert [agent["name"] for agent in numbers["agents"]] == ["greedy_player", "random_player", "naive_player"]
    assert numbers["connected"] is True
    assert all(agent["low"] <= agent["elo"] <= agent["high"] for agent in numbers["agents"])

    code, report, _ = run("report", "games.db", "--name", "tournament")
    assert code == 0
    for title in ("Standings", "Each against each", "Seats", "Boards", "Lost games", "Points", "Time", "Cage"):
        assert f"\n{title}" in report
    assert json.loads(run("report", "games.db", "--json")[1])["games"] == 36

    table = list(csv.DictReader(io.StringIO(run("export", "games.db")[1])))
    assert len(table) == 36
    assert {row["board"] for row in table} == {"easy-2x2", "random-2x3"}
    records = read_records(run("export", "games.db", "--to", "jsonl")[1])
    assert run("replay", "games.db", "--game", "12", "--json")[1] == records[11].to_json() + "\n"
    assert records[-1].to_text() in run("replay", "games.db")[1], "the last game, if nothing is said"
    assert run("export", "games.db", "--to", "db", "-o", "copy.db") == (0, "", "")
    assert run("ratings", "copy.db")[1] == standings


def test_a_gauntlet_and_a_dry_run(run: Run) -> None:
    code, out, _ = run(*TOURNAMENT, "--gauntlet", "naive_player", "--dry-run")
    assert code == 0
    assert out.splitlines()[0] == "1. naive_player - greedy_player on easy-2x2, 1 node, round 1"
    assert out.splitlines()[-1] == "8 games."
    assert not Path("games.db").exists()
    clocked = run("tournament", *AGENTS, "--boards", "easy-2x2", "--times", "0.1", "1", "--workers", "2", "--dry-run")[
        1
    ]
    assert clocked.splitlines()[-1] == "12 games, about 13 s if all agents use all their time (2 at a time)."
    match = run("match", "greedy_player", "random_player", "--games", "4", "--dry-run")[1]
    assert match.splitlines()[0] == "1. greedy_player - random_player on random-3x3, 0.5 s, round 1"


FIRST = """
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, state):
        board = state.board
        for row in range(board.N):
            for column in range(board.N):
                if board.get(row, column) == board.empty:
                    for value in range(1, board.N + 1):
                        move = Move(row, column, value)
                        if move not in state.taboo_moves and self.fits(board, row, column, value):
                            self.propose_move(move)
                            return

    def fits(self, board, row, column, value):
        top, left = row // board.m * board.m, column // board.n * board.n
        return not any(
            value in (board.get(row, k), board.get(k, column), board.get(top + k // board.n, left + k % board.n))
            for k in range(board.N)
        )
"""
RAISES = FIRST.replace("        board = state.board\n", "        {}['nothing']\n")


def _hand_in(place: Path, **codes: str) -> None:
    for name, code in codes.items():
        folder = place / name
        folder.mkdir(parents=True)
        (folder / "sudokuai.py").write_text(code)


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    place = tmp_path / "submissions"
    _hand_in(place, team01=FIRST, team02=FIRST, team03=RAISES, team04="class SudokuAI(:", team05="import not_there")
    (place / "team06").mkdir()
    with ZipFile(place / "team07.zip", "w") as archive:
        archive.writestr("team07/sudokuai.py", FIRST.replace("range(1, board.N + 1)", "range(board.N, 0, -1)"))
        archive.writestr("__MACOSX/team07/._sudokuai.py", "x")
    return place


EVENT = ("tournament", "--agents", "submissions", "--board", "generate:size=2x2,empty=8", "--time", "0.3")


@pytest.mark.arena
@pytest.mark.linux
def test_a_tournament_names_all_broken_agents_at_once(run: Run, submissions: Path) -> None:
    code, out, err = run(*EVENT, "--archive", "games.db")
    assert code == 2
    assert "1/" not in out, "nothing was played"
    lines = err.splitlines()
    told = lines[next(place for place, line in enumerate(lines) if "so nothing was played" in line) :]
    assert "3 cannot (--skip-broken plays without them):" in told[0]
    assert [line.split(":")[0] for line in told[1:]] == ["  team04", "  team05", "  team06"]
    assert "SyntaxError" in told[1]
    assert "not_there" in told[2]
    assert "it is empty" in told[3]
    assert not Path("games.db").exists()


@pytest.mark.arena
@pytest.mark.linux
@pytest.mark.slow
def test_a_teachers_tournament_without_the_broken_ones(
    run: Run, submissions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dueldoku.cli.tournament.columns", lambda: 60)
    event = (*EVENT, "--archive", "games.db", "--skip-broken")
    code, out, _ = run(*event)
    assert code == 0
    assert "Left out:\n  team04: could not start: SyntaxError" in out
    assert "team01 and team02 have the same files" in out
    assert "12 games, 0 of them stored before" in out
    assert all(len(line) <= 60 for line in out.partition("Standings: ")[2].splitlines())
    assert re.search(r"\n4\. team03 +below [-+]\d+ +- +6 +0-0-6 +0 %\n", out)
    assert "\nteam03 lost 6 games, the first is game" in out, "what it did is told below the standings"
    assert "raised KeyError in" in out.replace("\n", " ")
    assert "starved" in out
    assert "12 games, 12 of them stored before" in run(*event)[1], "zips are the same when they are unpacked again"
    told = json.loads(run(*event, "--json")[1])
    assert list(told["left_out"]) == ["team04", "team05", "team06"]
    assert told["copies"] == [["team01", "team02"]]
    (last,) = (agent for agent in told["agents"] if agent["name"] == "team03")
    assert (last["bound"], last["won"], last["too_few"]) == ("below", 0, False)


def test_bad_paths_are_all_named(run: Run) -> None:
    code, _, err = run(
        "tournament", "--agents", "here/nobody", "greedy_player", "random_player", "gone.zip", "--nodes", "1"
    )
    assert code == 2
    assert err.splitlines()[1:] == [
        "  gone.zip: there is no such file, folder or bundled agent",
        "  here/nobody: there is no such file, folder or bundled agent",
    ]
    event = ("tournament", "--agents", "here/nobody", "greedy_player", "random_player", "--nodes", "1")
    code, out, _ = run(*event, "--board", "random-2x3", "--skip-broken")
    assert code == 0
    assert out.startswith("Left out:\n  here/nobody: there is no such file, folder or bundled agent\n2 games, ")
    assert "Left out, as they cannot start: here/nobody." in out
    code, _, err = run(*event, "--gauntlet", "here/nobody", "--skip-broken")
    assert code == 2
    assert "here/nobody" in err


def test_one_sound_agent_is_no_tournament(run: Run) -> None:
    code, _, err = run("tournament", "--agents", "a/b", "c/d", "greedy_player", "--nodes", "1", "--skip-broken")
    assert code == 2
    assert "2 cannot:" in err
