"""The verbs that play many games, as people call them; in the fast lane where the clock does not matter."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fast_games import fast_plan, made_up
from notice import without_notice
from rich.console import Console

from dueldoku.arena.archive import Archive
from dueldoku.arena.play import play_task
from dueldoku.cli import demo
from dueldoku.cli.games import find_agents, find_boards
from dueldoku.cli.live import _Screen
from dueldoku.cli.main import main
from dueldoku.duel.record import read_records

AGENTS = ("--agents", "greedy_player", "random_player", "naive_player")
TOURNAMENT = ("tournament", *AGENTS, "--boards", "easy-2x2", "random-2x3", "--nodes", "1", "--archive", "games.db")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Run the program in an empty folder: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, without_notice(err)

    return call


def test_a_match_tells_its_result_from_one_side(run) -> None:
    match = ("match", "greedy_player", "random_player", "--board", "easy-2x2", "--nodes", "1", "--games", "6")
    code, out, err = run(*match)
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith("1/6  greedy_player - random_player ")
    assert "greedy_player against random_player: " in out
    assert "its Elo lead +" in out
    numbers = json.loads(run(*match, "--json")[1])
    assert (numbers["agent"], numbers["games"], sum(numbers["pairs"])) == ("greedy_player", 6, 3)
    assert numbers["won"] + numbers["drawn"] + numbers["lost"] == 6
    other = json.loads(run("match", "random_player", "greedy_player", *match[3:], "--seed", "5", "--json")[1])
    assert other["elo"]["value"] < 0
    assert not list(Path().iterdir()), "without --archive, nothing is left"


def test_a_match_under_the_clock(run) -> None:
    code, out, _ = run(
        "match", "greedy_player", "random_player", "--board", "easy-2x2", "--time", "0.2", "--games", "2"
    )
    assert code == 0
    assert out.startswith("Checking that 2 agents start.\n1/2  greedy_player - random_player ")
    assert " of 2 games" in out


def test_a_match_can_go_on_from_its_archive(run) -> None:
    match = ("match", "greedy_player", "random_player", "--board", "easy-2x2", "--nodes", "1", "--archive", "a.db")
    run(*match, "--games", "4")
    code, out, _ = run(*match, "--games", "10")
    assert code == 0
    assert out.startswith("1/6  ")
    assert " of 10 games" in out
    assert "The games are in a.db, as 'match greedy_player - random_player'." in out


def test_a_tournament_and_everything_that_can_be_asked_about_it(run) -> None:
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


def test_the_page_is_whole_and_well_formed(run) -> None:
    run(*TOURNAMENT)
    assert run("report", "games.db", "--html", "report.html") == (0, "", "")
    page = Path("report.html").read_text(encoding="utf-8")
    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "meta":
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Checker().feed(page)
    assert not open_tags
    assert page.count("<table>") == 8
    assert "src=" not in page
    assert "href=" not in page, "it needs no other file"


def test_a_gauntlet_and_a_dry_run(run) -> None:
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


def test_a_sequential_test_ends_by_itself(run) -> None:
    test = ("sprt", "greedy_player", "random_player", "--board", "random-2x3", "--nodes", "1", "--elo1", "200")
    code, out, _ = run(*test)
    assert code == 0
    assert "H1 is accepted: greedy_player is better than random_player by 200 Elo or more" in out
    numbers = json.loads(run(*test, "--json", "--workers", "2")[1])
    assert numbers["verdict"] == "H1"
    assert numbers["llr"] >= numbers["upper"]
    assert f"LLR {numbers['llr']:+.2f} after {sum(numbers['pairs'])} pairs" in out, "however many workers play"
    assert "Not decided after 4 games" in run(*test, "--games", "4")[1]


def test_the_demo_says_where_everything_is(run) -> None:
    code, out, err = run("demo", "--nodes", "1", "--rounds", "1")
    assert (code, err) == (0, "")
    assert out.startswith(f"A tournament of {', '.join(demo.AGENTS)} on ")
    assert "1. greedy_player" in out
    for line in (line for line in out.splitlines() if "dueldoku" in line):
        command = line.partition("dueldoku ")[2].rstrip(")").split()
        if command[0] in ("report", "export"):
            assert run(*command)[0] == 0
    assert Path("games/demo.html").exists()
    again = json.loads(run("demo", "--nodes", "1", "--rounds", "1", "--json")[1])
    assert (again["tournament"], again["games"]) == ("demo-2", 12)


def test_stepping_through_a_stored_game(run, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*TOURNAMENT)
    record = read_records(run("replay", "games.db", "--game", "1", "--json")[1])[0]
    answers = iter(["", "b", "999", ""])

    def answer(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    code, out, _ = run("replay", "games.db", "--game", "1", "--step")
    assert code == 0
    last = len(record.turns)
    told = [line for line in out.splitlines() if f"(of {last})" in line]
    assert told[0] == told[2] == f"start (of {last})"
    assert told[1] == f"1. {record.turns[0]} (of {last})"
    assert told[3] == told[4] == f"{last}. {record.turns[-1]} (of {last}); {record.result}"


# -- wrong input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "greedy_player"], "OPPONENT"),
        (["match", "greedy_player", "nobody"], "expected an agent"),
        (["match", "greedy_player", "greedy_player"], "expected different agents, got greedy_player more than once"),
        (["match", "greedy_player", "random_player", "--games", "3"], "expected an even number of games"),
        (["match", "greedy_player", "random_player", "--time", "0"], "expected a limit above 0, got 0 s"),
        (["match", "greedy_player", "random_player", "--time", "1", "--nodes", "1"], "expected a time or --nodes"),
        (["match", "greedy_player", "random_player", "--board", "gone.txt"], "no such file"),
        (
            ["match", "greedy_player", "random_player", "--board", "generate:empty=x"],
            "expected a whole number for empty",
        ),
        (["match", "greedy_player", "random_player", "--rules", "chess", "--nodes", "1"], "expected a rule set out of"),
        (["match", "folder", "random_player", "--nodes", "1"], "expected a folder with a sudokuai.py"),
        (["match", "agent.py", "random_player", "--nodes", "1"], "--nodes is for bundled agents"),
        (["tournament", "--agents", "greedy_player"], "expected at least two agents, got 1"),
        (["tournament"], "--agents"),
        (["tournament", *AGENTS, "--rounds", "0"], "one round"),
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
def test_wrong_input_gets_one_sentence_and_code_2(run, arguments: list[str], sentence: str) -> None:
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


def test_a_board_that_changed_or_vanished_loses_nothing(run) -> None:
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


def test_an_archive_that_cannot_be_written_is_code_1(run) -> None:
    Path("here").write_text("a file, no folder")
    code, _, err = run(*TOURNAMENT[:-1], "here/games.db")
    assert (code, err.count("\n")) == (1, 1)
    assert err.startswith("dueldoku: here/games.db: ")


# -- small parts -----------------------------------------------------------------------------------------------------


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


def test_the_live_view() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=100, height=40, color_system=None)
    plan = fast_plan(rounds=2)
    screen = _Screen(4, [], [agent.name for agent in plan.agents], console)
    tasks = list(plan.tasks())
    screen.running[:] = tasks[1:]
    screen.add(play_task(tasks[0], screen.turn), "LLR +0.10")
    console.print(screen)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    for part in (
        "1. greedy_player",
        "1/4 games",
        " left",
        "LLR +0.10",
        "last  greedy_player - random_player",
        "now   ",
    ):
        assert part in shown
    assert "┌─────┬─────┐" in shown, "the board of the game"
