"""The arena and its workers are killed again and again: no game is lost, none is stored twice, nothing is left over.

python tests/soak/kill_arena.py [KILLS [LIMIT [SEED]]]

A tournament is started anew after each kill of the arena: with a clock, so that agents sit in their cages, unless the
limit is another, such as "--nodes 1". A game that was seen in the archive has to be there for ever. Runs with other
seeds add up: each kills at other moments.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from dueldoku.arena.archive import Archive
from dueldoku.errors import DueldokuError

KILLS = 500
_COMMAND = (
    *("tournament", "--agents", "greedy_player", "random_player", "--boards", "easy-2x2"),
    *("--rounds", "100000", "--workers", "2", "--archive", "games.db"),
)


def soak(
    kills: int,
    folder: Path,
    limit: Sequence[str] = ("--time", "0.2"),
    say: Callable[[str], None] = print,
    seed: int = 1,
) -> None:
    """Kill so often, in turn the arena and one of its workers. Raises AssertionError."""
    chance, before, games = random.Random(seed), _shared(), 0
    done = 0
    while done < kills:
        arena = subprocess.Popen(
            [sys.executable, "-m", "dueldoku", *_COMMAND, *limit],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            _wait_for_games(folder, games, arena)
            for _ in range(chance.randrange(3)):
                if (workers := _workers(arena.pid)) and done < kills - 1:
                    os.kill(chance.choice(workers), signal.SIGKILL)
                    done += 1
                    _wait_for_games(folder, len(_games(folder)), arena)
            time.sleep(0.3 * chance.random())
        finally:
            told = len(_games(folder))
            arena.kill()
            assert arena.stderr
            said = arena.stderr.read().decode()
            arena.wait()
        done += 1
        assert "Traceback" not in said, said
        _wait_until(partial(_is_empty, arena.pid), 20)
        keys = _games(folder)
        assert len(keys) >= told >= games, "lost"
        assert len(keys) == len(set(keys)), "twice"
        games = len(keys)
        if done % 20 < 3:
            say(f"{done} kills, {games} games")
    assert not _shared() - before, "left in shared memory"
    assert not list(folder.glob("*.live/*")) or _resume(folder, limit, games), "left beside the archive"
    say(f"{done} kills, {games} games: 0 lost, 0 twice, 0 left over")


def _games(folder: Path) -> list[str]:
    with suppress(DueldokuError), Archive(folder / "games.db") as archive:  # which is just being made
        return [f"{game.pair} {game.agent1}" for game in archive.games()]
    return []


def _resume(folder: Path, limit: Sequence[str], games: int) -> bool:
    """What a killed arena told of its games is removed by the next one."""
    last = [str(games // 2 + 5) if word == "100000" else word for word in (*_COMMAND, *limit)]
    subprocess.run([sys.executable, "-m", "dueldoku", *last], cwd=folder, capture_output=True, check=True)
    return not list(folder.glob("*.live/*"))


def _wait_for_games(folder: Path, more_than: int, arena: subprocess.Popen[bytes]) -> None:
    def more() -> bool:
        assert arena.poll() is None, arena.stderr and arena.stderr.read()
        return len(_games(folder)) > more_than

    _wait_until(more, 600)  # a busy machine takes its time


def _wait_until(condition: Callable[[], object], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def _stat(process: int) -> list[str]:
    try:
        return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _session(leader: int) -> list[int]:
    """The processes of this session that live."""
    known = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return [process for process in known if (stat := _stat(process)) and int(stat[3]) == leader and stat[0] != "Z"]


def _is_empty(session: int) -> bool:
    return not _session(session)


def _workers(arena: int) -> list[int]:
    """The worker processes: the fork server's children."""
    return [process for process in _session(arena) if (stat := _stat(process)) and int(stat[1]) in _servers(arena)]


def _servers(arena: int) -> list[int]:
    def is_server(process: int) -> bool:
        try:
            return b"forkserver" in Path(f"/proc/{process}/cmdline").read_bytes() and _stat(process)[1] == str(arena)
        except (OSError, IndexError):
            return False

    return [process for process in _session(arena) if is_server(process)]


def _shared() -> set[str]:
    return {entry.name for entry in Path("/dev/shm").iterdir()}


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        number, limit, seed = (sys.argv[1:] + [str(KILLS), "--time 0.2", "1"][len(sys.argv) - 1 :])[:3]
        soak(int(number), Path(temporary), limit.split(), partial(print, flush=True), int(seed))
