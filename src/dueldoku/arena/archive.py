"""Where games are kept: one SQLite file, in which a finished game is one committed transaction.

A game is stored under the key of its task, once per tournament, so going on after any interruption is playing the plan
without the keys that are there. SQLite's write-ahead log with ``synchronous=FULL`` makes ``add`` lasting when it
returns: not even a power cut takes it back. Copy an archive with ``copy`` or ``VACUUM INTO``, never the bare file:
its newest games may still be in the log beside it.

    tournaments 1 ─── n games n ─── 2 agents      an agent is a name and the fingerprint of its files and options
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dueldoku.arena.task import SCORES, Result, course_of, limit_text, split_limits
from dueldoku.duel.record import GameRecord
from dueldoku.errors import ArchiveError, FormatError, PlanError, located
from dueldoku.plain import Plain

VERSION = 1
_APPLICATION = 0x4475656C  # "Duel", so that other SQLite files are told apart
_PATIENCE = 10.0  # seconds to wait for another writer
_SCHEMA = f"""
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, settings TEXT NOT NULL, started TEXT NOT NULL);
CREATE TABLE agents (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, UNIQUE (name, digest));
CREATE TABLE games (
    number INTEGER PRIMARY KEY, tournament INTEGER NOT NULL REFERENCES tournaments, key TEXT NOT NULL,
    pair TEXT NOT NULL, round INTEGER NOT NULL, board TEXT NOT NULL, start TEXT NOT NULL, rules TEXT NOT NULL,
    time_limit TEXT NOT NULL, seed INTEGER NOT NULL,
    agent1 INTEGER NOT NULL REFERENCES agents, agent2 INTEGER NOT NULL REFERENCES agents,
    winner INTEGER NOT NULL, points1 INTEGER NOT NULL, points2 INTEGER NOT NULL,
    reason TEXT NOT NULL, fault INTEGER NOT NULL, detail TEXT NOT NULL,
    turns1 INTEGER NOT NULL, turns2 INTEGER NOT NULL, seconds1 REAL NOT NULL, seconds2 REAL NOT NULL,
    longest1 REAL NOT NULL, longest2 REAL NOT NULL, starved1 INTEGER NOT NULL, starved2 INTEGER NOT NULL,
    level TEXT NOT NULL, date TEXT NOT NULL, record TEXT NOT NULL,
    UNIQUE (tournament, key));
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {VERSION};
"""
_SELECT = """
SELECT number, tournaments.name AS tournament, pair, round, board, rules, time_limit, seed,
    one.name AS agent1, two.name AS agent2, one.digest AS digest1, two.digest AS digest2,
    winner, points1, points2, reason, fault, detail, turns1, turns2, seconds1, seconds2,
    longest1, longest2, starved1, starved2, level, date, start,
    coalesce(CASE WHEN json_valid(record) THEN json_extract(record, '$.tags.limit') END, time_limit) AS limits,
    course(CASE WHEN json_valid(record) THEN json_extract(record, '$.turns') END) AS course
FROM games JOIN tournaments ON tournaments.id = tournament
    JOIN agents AS one ON one.id = agent1 JOIN agents AS two ON two.id = agent2
WHERE :name IS NULL OR tournaments.name = :name ORDER BY number
"""


@dataclass(frozen=True, slots=True)
class StoredGame(Plain):
    """A stored game without its turns. A number at the end of a name is the seat; ``winner`` is 0 for a draw.

    ``limits`` are both seats', where an agent has its own. ``course`` is a fingerprint of the turns: games that went
    the same way have the same.
    """

    number: int
    tournament: str
    pair: str
    round: int
    board: str
    rules: str
    time_limit: str
    seed: int
    agent1: str
    agent2: str
    digest1: str
    digest2: str
    winner: int
    points1: int
    points2: int
    reason: str
    fault: int
    detail: str
    turns1: int
    turns2: int
    seconds1: float
    seconds2: float
    longest1: float
    longest2: float
    starved1: int
    starved2: int
    level: str
    date: str
    start: str = ""
    limits: str = ""
    course: str = ""

    @property
    def score1(self) -> float:
        """1, 0.5 or 0: how it ended for the first seat."""
        return SCORES[self.winner]

    @property
    def limit1(self) -> str:
        """What a turn of the first seat could take."""
        return split_limits(self.limits or self.time_limit)[0]

    @property
    def limit2(self) -> str:
        """What a turn of the second seat could take."""
        return split_limits(self.limits or self.time_limit)[1]


_KINDS = {"int": int, "str": str, "float": float}
_TYPES = tuple(_KINDS[str(field.type)] for field in fields(StoredGame))  # of a row, as it was stored
_SETTINGS = {"agents", "boards", "limits", "rounds", "rules", "seed", "gauntlet"}


class Archive(AbstractContextManager["Archive"]):
    """An archive file. One process writes; a connection is never used on the other side of a fork."""

    def __init__(self, path: str | Path, *, write: bool = False, patience: float = _PATIENCE) -> None:
        """Open the archive; ``write`` makes the file if there is none. Raises ArchiveError or FormatError."""
        self.path = Path(path)
        self._process = os.getpid()
        if not write and not self.path.is_file():
            raise FormatError("expected an archive of games, but there is no such file", source=str(path))
        with self._explained():
            if write:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = _open(self.path, "rwc" if write else "ro", patience)
            try:
                if not write:
                    self._check_readable(patience)
                if write and self._is_new():
                    self._keep_log()
                    self._make_tables()
                self._check_kind()  # before anything is changed in a file that is not ours
                if write:
                    self._keep_log()
            except BaseException:
                self._connection.close()
                raise

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    # -- writing -----------------------------------------------------------------------------------------------------

    def begin(self, name: str, settings: Mapping[str, Any]) -> set[str]:
        """Start the tournament of this name or go on with it; the keys of its games that are stored already.

        It may go on with more agents, boards, limits or rounds, but not with others under the same names. PlanError
        says what differs.
        """
        with self._transaction() as connection:
            row = connection.execute("SELECT id, settings FROM tournaments WHERE name = ?", (name,)).fetchone()
            if row is None:
                now = datetime.now(UTC).isoformat(timespec="seconds")
                connection.execute("INSERT INTO tournaments VALUES (NULL, ?, ?, ?)", (name, json.dumps(settings), now))
                return set()
            old = self._settings(row["settings"], name)
            _check_same(old, settings, f"tournament {name!r} in {self.path}")
            # An agent or a board that is left out this time is not forgotten: it must be the same when it comes back.
            both = {kind: {**old[kind], **settings[kind]} for kind in ("agents", "boards")}
            text = json.dumps({**settings, **both})
            connection.execute("UPDATE tournaments SET settings = ? WHERE id = ?", (text, row["id"]))
            keys = connection.execute("SELECT key FROM games WHERE tournament = ?", (row["id"],))
            return {key for (key,) in keys}

    def add(self, tournament: str, result: Result) -> bool:
        """Store a game for good; False if it was there. When this returns, no crash can take the game away."""
        task, record = result.task, result.record
        with self._transaction() as connection:
            agents = []
            for agent in task.agents:
                who = (agent.name, agent.digest)
                connection.execute("INSERT INTO agents VALUES (NULL, ?, ?) ON CONFLICT DO NOTHING", who)
                agents += connection.execute("SELECT id FROM agents WHERE name = ? AND digest = ?", who).fetchone()
            row = connection.execute("SELECT id FROM tournaments WHERE name = ?", (tournament,)).fetchone()
            values = (
                *(row["id"], task.key, task.pair, task.round, task.board, task.start, record.start.rules),
                *(limit_text(task.limit), task.seed, *agents, record.winner, *record.scores),
                *(result.reason, result.fault, result.detail, *result.turns, *result.seconds, *result.longest),
                *(*result.starved, result.level, result.date, record.to_json()),
            )
            marks = ", ".join("?" * len(values))
            stored = connection.execute(f"INSERT INTO games VALUES (NULL, {marks}) ON CONFLICT DO NOTHING", values)
            return stored.rowcount == 1

    # -- reading -----------------------------------------------------------------------------------------------------

    def games(self, name: str | None = None) -> list[StoredGame]:
        """The games of one tournament or of all, in the order in which they were stored. Raises PlanError."""
        if name is not None and name not in (known := self.tournaments()):
            raise PlanError(f"{self.path}: expected a tournament out of {', '.join(known) or 'none'}, got {name!r}")
        with self._explained():
            rows = self._connection.execute(_SELECT, {"name": name}).fetchall()
        for row in rows:
            if tuple(map(type, row)) != _TYPES or row["winner"] not in (0, 1, 2):
                problem = f"expected an archive as Dueldoku writes it, but game {row['number']} was changed"
                raise FormatError(problem, source=str(self.path))
        return _tell_apart([StoredGame(**row) for row in rows])

    def tournaments(self) -> dict[str, dict[str, Any]]:
        """The settings of each tournament, oldest first."""
        with self._explained():
            rows = self._connection.execute("SELECT name, settings FROM tournaments ORDER BY id").fetchall()
        return {row["name"]: self._settings(row["settings"], row["name"]) for row in rows}

    def record(self, number: int) -> GameRecord:
        """The game of this number with all its turns. Raises PlanError if there is none."""
        with self._explained():
            row = self._connection.execute("SELECT record FROM games WHERE number = ?", (number,)).fetchone()
        if row is None:
            (last,) = self._connection.execute("SELECT max(number) FROM games").fetchone()
            there = f"from 1 to {last}" if last else "but there is none yet"
            raise PlanError(f"{self.path}: expected a game {there}, got {number}")
        with located(source=f"{self.path}, game {number}"):
            return GameRecord.from_json(str(row["record"]))

    def number(self, tournament: str, key: str) -> int:
        """The number of the game that is stored under this key; 0 if there is none."""
        sql = "SELECT number FROM games JOIN tournaments ON tournaments.id = tournament WHERE name = ? AND key = ?"
        with self._explained():
            row = self._connection.execute(sql, (tournament, key)).fetchone()
        return row["number"] if row else 0

    def last_keys(self, tournament: str, most: int) -> list[str]:
        """The keys of the games of a tournament that were stored last, the newest first."""
        sql = "SELECT key FROM games JOIN tournaments ON tournaments.id = tournament WHERE name = ?"
        with self._explained():
            rows = self._connection.execute(f"{sql} ORDER BY number DESC LIMIT ?", (tournament, most)).fetchall()
        return [row["key"] for row in rows]

    def copy(self, path: str | Path) -> None:
        """Write a copy that is complete in itself, also while games are being stored."""
        if Path(path).exists():
            raise ArchiveError(f"{path}: the file exists already, so no copy was made")
        with self._explained():
            self._connection.execute("VACUUM INTO ?", (str(path),))

    def _settings(self, text: object, name: object) -> dict[str, Any]:
        """A tournament's settings, which are a plan's. Raises FormatError if somebody else wrote them."""
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            settings = json.loads(text)  # type: ignore[arg-type]
            named = (settings["agents"], settings["boards"])
            if isinstance(name, str) and settings.keys() >= _SETTINGS and all(isinstance(it, dict) for it in named):
                return dict(settings)
        problem = f"expected the settings of tournament {name!r} as Dueldoku writes them, but they were changed"
        raise FormatError(problem, source=str(self.path))

    # -- the database ------------------------------------------------------------------------------------------------

    def _keep_log(self) -> None:
        """Set up the write-ahead log. Raises ArchiveError where there can be none."""
        connection = self._connection
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        journal = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if journal != "wal" or _pragma(connection, "synchronous") != 2:
            raise ArchiveError(f"{self.path}: this file system cannot keep a write-ahead log (journal mode {journal})")

    def _check_readable(self, patience: float) -> None:
        try:
            self._connection.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.OperationalError:
            # Reading needs the log's index beside the file. Where that cannot be made, and no log is, nobody writes.
            if Path(f"{self.path}-wal").exists():
                raise
            self._connection.close()
            self._connection = _open(self.path, "ro&immutable=1", patience)

    def _is_new(self) -> bool:
        connection = self._connection
        return _pragma(connection, "application_id") == 0 and _pragma(connection, "schema_version") == 0

    def _make_tables(self) -> None:
        with self._transaction() as connection:  # another process may do the same at this moment
            if _pragma(connection, "schema_version") == 0:
                for statement in _SCHEMA.split(";\n"):
                    connection.execute(statement)

    def _check_kind(self) -> None:
        """Raise FormatError if the file is not an archive of this version."""
        connection, source = self._connection, str(self.path)
        if _pragma(connection, "application_id") != _APPLICATION:
            raise FormatError("expected an archive of games, got another SQLite database", source=source)
        version = _pragma(connection, "user_version")
        if version != VERSION:
            hint = " (written by a newer Dueldoku)" if version > VERSION else ""
            problem = f"expected an archive of version {VERSION}, got version {version}{hint}; it was left as it is"
            raise FormatError(problem, source=source)
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if missing := sorted({"tournaments", "agents", "games"} - there):
            raise FormatError(f"expected an archive of games, but it has no {' and no '.join(missing)}", source=source)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        # BEGIN IMMEDIATE waits for other writers; a deferred transaction would fail as "locked" when it comes to write.
        if os.getpid() != self._process:
            raise ArchiveError(f"{self.path}: an archive must not be used on the other side of a fork")
        with self._explained():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """SQLite's errors as sentences of ours."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, ArchiveError):
                raise
            raise _explain(error, self.path) from None


def is_archive(path: str | Path) -> bool:
    """Whether the file is a SQLite database."""
    try:
        with Path(path).open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def _open(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, timeout=patience, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.create_function("course", 1, course_of, deterministic=True)
    return connection


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _explain(error: sqlite3.Error | OSError, path: Path) -> FormatError | ArchiveError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return FormatError(f"expected an archive of games: {error}", source=str(path))
    safe = "the games stored before are safe"
    sentence = {
        sqlite3.SQLITE_BUSY: f"another program is writing to the archive; {safe}: try again when it is done",
        sqlite3.SQLITE_LOCKED: f"another program is writing to the archive; {safe}: try again when it is done",
        sqlite3.SQLITE_READONLY: f"the archive is read-only; {safe}",
        sqlite3.SQLITE_FULL: f"no space is left for the archive; {safe}: make room and run the same command again",
        sqlite3.SQLITE_IOERR: f"the archive could not be read or written ({error}); {safe}",
        sqlite3.SQLITE_CANTOPEN: "the archive cannot be opened; is the folder there, and may you write to it?",
    }.get(code, str(getattr(error, "strerror", None) or error))
    return ArchiveError(f"{path}: {sentence}")


def _check_same(old: Mapping[str, Any], new: Mapping[str, Any], where: str) -> None:
    """Raise PlanError if the tournament cannot go on with the new settings."""
    for kind in ("agents", "boards"):
        for name in old[kind].keys() & new[kind].keys():
            if old[kind][name] != new[kind][name]:
                raise PlanError(
                    f"{where}: {kind[:-1]} {name} is not what it was when the tournament started;"
                    " put it back, or choose another --name to start anew: no game was touched"
                )
    for kind in ("rules", "seed", "gauntlet"):
        if old[kind] != new[kind]:
            raise PlanError(
                f"{where}: it was started with {kind} {old[kind] or 'not given'}, now it is {new[kind] or 'not given'};"
                " give the same again, or choose another --name to start anew: no game was touched"
            )


def _tell_apart(games: list[StoredGame]) -> list[StoredGame]:
    """Agents that share a name but not their content get a part of their fingerprint into the name."""
    known = {(game.agent1, game.digest1) for game in games} | {(game.agent2, game.digest2) for game in games}
    sharing = Counter(name for name, _ in known)
    if len(sharing) == len(known):
        return games

    def label(name: str, digest: str) -> str:
        return name if sharing[name] == 1 else f"{name}@{digest[:6]}"

    return [replace(one, agent1=label(one.agent1, one.digest1), agent2=label(one.agent2, one.digest2)) for one in games]
