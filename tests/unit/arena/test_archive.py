from __future__ import annotations

import csv
import io
import json
import multiprocessing
import os
import resource
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from fast_games import fast_plan, made_up, play_into

from dueldoku.arena.archive import VERSION, Archive, is_archive
from dueldoku.arena.export import write_csv, write_jsonl
from dueldoku.arena.plan import Plan
from dueldoku.arena.play import play_task
from dueldoku.arena.task import Result
from dueldoku.duel.record import read_records
from dueldoku.errors import ArchiveError, FormatError, PlanError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def fill(path: Path, plan: Plan, games: int | None = None, name: str = "test") -> list[str]:
    """Play the first games of the plan into the archive; their keys."""
    with Archive(path, write=True) as archive:
        archive.begin(name, plan.settings())
        tasks = list(plan.tasks())[:games]
        for task in tasks:
            assert archive.add(name, play_task(task))
        return [task.key for task in tasks]


def test_what_goes_in_comes_out(path: Path) -> None:
    plan = fast_plan(rounds=2)
    task, *_ = plan.tasks()
    told = made_up(
        task, 2, reason="illegal", fault=1, detail="r1c1=5", seconds=(1.5, 2.5), longest=(0.5, 0.25), turns=(3, 4)
    )
    with Archive(path, write=True) as archive:
        assert archive.begin("test", plan.settings()) == set()
        assert archive.add("test", told)
        assert not archive.add("test", told), "a game is stored once"
        (game,) = archive.games("test")
        assert (game.agent1, game.agent2, game.winner, game.score1) == ("greedy_player", "random_player", 2, 0)
        assert (game.points1, game.points2, game.reason, game.fault, game.detail) == (3, 4, "illegal", 1, "r1c1=5")
        assert (game.seconds2, game.longest1, game.turns1, game.turns2) == (2.5, 0.5, 3, 4)
        assert (game.board, game.round, game.time_limit, game.level) == ("easy-2x2", 1, "1 node", "none")
        assert archive.record(1) == told.record
        assert archive.begin("test", plan.settings()) == {task.key}
        with pytest.raises(PlanError, match="expected a game from 1 to 1, got 2"):
            archive.record(2)


def test_several_tournaments_share_a_file(path: Path) -> None:
    plan = fast_plan()
    keys = fill(path, plan, name="one")
    assert fill(path, plan, name="two") == keys, "the same games, but of another tournament"
    with Archive(path) as archive:
        assert list(archive.tournaments()) == ["one", "two"]
        assert (len(archive.games()), len(archive.games("two"))) == (4, 2)
        with pytest.raises(PlanError, match="expected a tournament out of one, two, got 'three'"):
            archive.games("three")


def test_agents_that_changed_are_told_apart(path: Path) -> None:
    plan = fast_plan()
    fill(path, plan, name="old")
    changed = replace(plan.agents[0], digest="f" * 64)
    plan = replace(plan, agents=(changed, plan.agents[1]))
    with Archive(path, write=True) as archive:
        archive.begin("new", plan.settings())
        archive.add("new", made_up(next(plan.tasks()), 1))
        names = {game.agent1 for game in archive.games()} | {game.agent2 for game in archive.games()}
        assert names == {"random_player", "greedy_player@ffffff", f"greedy_player@{fast_plan().agents[0].digest[:6]}"}
        assert {game.agent1 for game in archive.games("new")} == {"greedy_player"}


# -- going on --------------------------------------------------------------------------------------------------------


def test_a_tournament_may_grow(path: Path) -> None:
    keys = fill(path, fast_plan(rounds=1))
    with Archive(path, write=True) as archive:
        plan = fast_plan(("greedy_player", "random_player", "naive_player"), ("easy-2x2", "random-2x3"), rounds=2)
        assert archive.begin("test", plan.settings()) == set(keys)
        assert set(keys) < {task.key for task in plan.tasks()}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ({}, {"seed": 2}, "it was started with seed 1, now it is 2"),
        ({}, {"rules": "rows"}, "it was started with rules not given, now it is rows"),
        ({}, {"gauntlet": True}, "gauntlet not given, now it is greedy_player"),
    ],
)
def test_a_tournament_does_not_go_on_as_another(
    path: Path, old: dict[str, object], new: dict[str, object], sentence: str
) -> None:
    fill(path, fast_plan(**old))  # type: ignore[arg-type]
    with Archive(path, write=True) as archive:
        with pytest.raises(PlanError, match=sentence):
            archive.begin("test", fast_plan(**new).settings())  # type: ignore[arg-type]
        assert archive.tournaments()["test"] == json.loads(json.dumps(fast_plan(**old).settings()))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["agents", "boards"])
def test_an_agent_or_board_that_changed_is_refused(path: Path, kind: str) -> None:
    plan = fast_plan()
    fill(path, plan)
    settings = plan.settings()
    name = next(iter(settings[kind]))  # type: ignore[call-overload]
    with Archive(path, write=True) as archive:
        archive.begin("test", {**settings, kind: {}})  # left out for once, and not forgotten
        with pytest.raises(PlanError, match=f"{kind[:-1]} {name} is not what it was when the tournament started"):
            archive.begin("test", {**settings, kind: {name: "other"}})


@pytest.mark.linux
def test_kill_9_at_random_moments_loses_nothing_and_plays_nothing_twice(path: Path, tmp_path: Path) -> None:
    """Promise 8: no acknowledged game is lost, none is there twice, and going on plays exactly what is missing."""
    plan, told, random = fast_plan(rounds=150), tmp_path / "told", Random(8)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["dueldoku.arena.archive", "dueldoku.arena.run"])
    kills, told_before = 0, 0
    while kills < 30:
        arena = context.Process(target=play_into, args=(path, told, plan))
        arena.start()
        wait_until(lambda: len(lines(told)) > told_before or not arena.is_alive())  # noqa: B023
        if arena.is_alive():
            time.sleep(random.uniform(0, 0.02))
            arena.kill()
            kills += 1
        arena.join()
        if arena.exitcode == 0:
            break
        acknowledged, told_before = lines(told), len(lines(told))
        stored = keys_in(path)
        assert set(acknowledged) <= set(stored)
        assert len(stored) == len(set(stored))
    assert kills >= 20
    play_into(path, told, plan)
    assert sorted(keys_in(path)) == sorted(task.key for task in plan.tasks())
    assert len(lines(told)) == len(set(lines(told))), "no acknowledged game was played again"


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def keys_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [key for (key,) in connection.execute("SELECT key FROM games")]


def wait_until(condition: object, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.002)


# -- when things go wrong --------------------------------------------------------------------------------------------


def test_locked_by_another_program(path: Path) -> None:
    plan = fast_plan()
    fill(path, plan, 1)
    result = play_task(list(plan.tasks())[1])
    with Archive(path, write=True, patience=0.05) as archive, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(
            ArchiveError, match="another program is writing to the archive; the games stored before are"
        ):
            archive.add("test", result)
        assert len(archive.games()) == 1, "reading goes on"
        other.rollback()
        assert archive.add("test", result)


def test_no_space_left(path: Path) -> None:
    plan = fast_plan(rounds=50)
    results = [play_task(task) for task in plan.tasks()]
    with Archive(path, write=True) as archive:
        archive.begin("test", plan.settings())
        archive._connection.execute("PRAGMA max_page_count = 20")
        with pytest.raises(ArchiveError, match="no space is left for the archive; the games stored before are safe"):
            add_all(archive, results)
        stored = len(archive.games())
        assert 0 < stored < len(results)
        archive._connection.execute("PRAGMA max_page_count = 100000")
        assert add_all(archive, results) == len(results) - stored


def add_all(archive: Archive, results: list[Result]) -> int:
    return sum(archive.add("test", result) for result in results)


def test_no_space_left_for_the_log(path: Path) -> None:
    plan = fast_plan(rounds=50)
    fill(path, plan, 1)
    results = [play_task(task) for task in plan.tasks()]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Archive(path, write=True) as archive:
        resource.setrlimit(resource.RLIMIT_FSIZE, (max(path.stat().st_size, 1 << 16), hard))
        try:
            with pytest.raises(ArchiveError, match="the games stored before are safe"):
                add_all(archive, results)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        stored = len(archive.games())
        assert stored >= 1
    assert len(keys_in(path)) == stored


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Not root, to whom nothing is read-only."""
    if os.geteuid() == 0:
        os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(0)
    else:
        yield


@pytest.mark.parametrize("folder_mode", [0o555, 0o777])
def test_read_only(folder_mode: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.db")
        plan = fast_plan()
        fill(path, plan)
        path.chmod(0o444)
        Path(folder).chmod(folder_mode)
        try:
            with ordinary_user():
                with (
                    pytest.raises(ArchiveError, match=r"the archive is read-only|the archive cannot be opened"),
                    Archive(path, write=True) as archive,
                ):
                    archive.begin("test", plan.settings())
                with Archive(path) as archive:
                    assert len(archive.games()) == 2
        finally:
            Path(folder).chmod(0o755)


def test_a_newer_archive_is_refused_and_left_alone(path: Path) -> None:
    fill(path, fast_plan())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    sentence = rf"expected an archive of version {VERSION}, got version {VERSION + 1} \(written by a newer Dueldoku\)"
    for write in (False, True):
        with pytest.raises(FormatError, match=sentence):
            Archive(path, write=write)
    assert path.read_bytes() == before


def test_other_files_are_no_archives(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE things (name)")
    text = tmp_path / "text.db"
    text.write_text("not a database at all, but some text that is long enough" * 20)
    for file, sentence in ((path, "another SQLite database"), (text, "not a database")):
        for write in (False, True):
            with pytest.raises(FormatError, match=sentence):
                Archive(file, write=write)
    with pytest.raises(FormatError, match="there is no such file"):
        Archive(tmp_path / "nowhere.db")
    with pytest.raises(ArchiveError, match="cannot be opened"):
        Archive(tmp_path, write=True)
    with pytest.raises(ArchiveError):
        Archive(text / "below.db", write=True)


@pytest.mark.parametrize(
    "settings",
    ["", "no JSON", "[1]", "{}", '{"agents": 1}', "[" * 100_000, b"\xff", 1, {"agents": [1]}, {"boards": "easy-2x2"}],
    ids=lambda it: str(it)[:20],
)
def test_tampered_settings_get_a_sentence(path: Path, settings: object) -> None:
    plan = fast_plan()
    fill(path, plan, 1)
    if isinstance(settings, dict):
        settings = json.dumps({**plan.settings(), **settings})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE tournaments SET settings = ?", (settings,))
    sentence = r"games.db: expected the settings of tournament 'test' as Dueldoku writes them, but they were changed"
    with Archive(path, write=True) as archive:
        for read in (
            archive.tournaments,
            lambda: archive.games("test"),
            lambda: archive.begin("test", plan.settings()),
        ):
            with pytest.raises(FormatError, match=sentence):
                read()
        assert len(archive.games()) == 1, "the games themselves can be read"


def test_never_over_a_fork(path: Path) -> None:
    with Archive(path, write=True) as archive:
        archive._process += 1
        with pytest.raises(ArchiveError, match="fork"):
            archive.begin("test", fast_plan().settings())


def test_every_connection_is_careful(path: Path) -> None:
    for _ in range(2):
        with Archive(path, write=True) as archive:
            ask = archive._connection.execute
            assert ask("PRAGMA journal_mode").fetchone()[0] == "wal"
            assert ask("PRAGMA synchronous").fetchone()[0] == 2


# -- out of the archive ----------------------------------------------------------------------------------------------


def test_a_copy_is_complete_even_while_games_are_stored(path: Path, tmp_path: Path) -> None:
    plan = fast_plan()
    with Archive(path, write=True) as archive:
        archive.begin("test", plan.settings())
        archive.add("test", play_task(next(plan.tasks())))
        with Archive(path) as reader:
            reader.copy(tmp_path / "copy.db")
            with pytest.raises(ArchiveError, match="exists already"):
                reader.copy(tmp_path / "copy.db")
    with Archive(tmp_path / "copy.db") as copy, Archive(path) as original:
        assert copy.games() == original.games()
        assert copy.record(1) == original.record(1)


def test_export(path: Path) -> None:
    fill(path, fast_plan())
    with Archive(path) as archive:
        table, records = io.StringIO(), io.StringIO()
        assert write_csv(archive, None, table) == write_jsonl(archive, "test", records) == 2
        first, second = csv.DictReader(table.getvalue().splitlines())
        assert (first["agent1"], second["agent1"], first["board"]) == ("greedy_player", "random_player", "easy-2x2")
        assert read_records(records.getvalue()) == [archive.record(1), archive.record(2)]
        assert json.loads(records.getvalue().splitlines()[0])["game"]["time_limit"] == "1 node"


def test_what_is_an_archive(path: Path, tmp_path: Path) -> None:
    fill(path, fast_plan())
    (tmp_path / "text").write_text("{}")
    assert is_archive(path)
    assert not is_archive(tmp_path / "text")
    assert not is_archive(tmp_path)
    assert not is_archive("-")
