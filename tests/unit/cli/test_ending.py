"""How the program ends when it is not alone in that: signals at any moment, output that nobody takes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from notice import without_notice
from program import LINE, TOURNAMENT

from dueldoku.arena.archive import Archive
from dueldoku.errors import DueldokuError

pytestmark = pytest.mark.linux

LONG = ("tournament", "--agents", "greedy_player", "random_player", "--boards", "easy-2x2", "--nodes", "1")
MANY = (*LONG, "--rounds", "1000000", "--archive", "games.db")


def start(folder: Path, *arguments: str, **options: object) -> subprocess.Popen[str]:
    return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "dueldoku", *arguments],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        **{"stdout": subprocess.PIPE, "start_new_session": True, **options},
    )


def has_games(file: Path) -> bool:
    try:
        with Archive(file) as archive:
            return bool(archive.games())
    except DueldokuError:
        return False  # not yet


def shared_memory() -> set[str]:
    return {entry.name for entry in Path("/dev/shm").iterdir()}


@pytest.mark.arena
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("to_all", [False, True])
def test_a_signal_ends_a_tournament_in_a_sentence(tmp_path: Path, number: int, to_all: bool) -> None:
    before = shared_memory()
    process = start(tmp_path, *MANY, "--workers", "2")
    end = time.monotonic() + 60
    while not has_games(tmp_path / "games.db") and process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    (os.killpg if to_all else os.kill)(process.pid, number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number, err
    assert err.startswith("dueldoku: stopped; "), err
    assert "To go on:\n  " in err
    assert err.count("\n") == 2
    end = time.monotonic() + 20
    while (left := shared_memory() - before) and time.monotonic() < end:
        time.sleep(0.05)  # other programs use it, too, for a moment
    assert not {name for name in left if name.startswith("sem.mp-")}
    with Archive(tmp_path / "games.db") as archive:
        assert archive.games()


AT_AN_IMPORT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), {number})
sys.meta_path.insert(0, Finder())
sys.argv = ["dueldoku", "solve", {line!r}, "--method", "bitboard"]
from dueldoku.cli.main import main
sys.exit(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("module", ["dueldoku.cli.verbs", "cyclopts", "dueldoku.cli.solve", "numpy", "numba"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_it_is_still_loading(module: str, number: int) -> None:
    code = AT_AN_IMPORT.format(module=module, number=int(number), line=LINE)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    words = "interrupted" if number == signal.SIGINT else "ended by SIGTERM"
    assert (done.returncode, done.stderr) == (128 + number, f"dueldoku: {words}\n")


@pytest.mark.parametrize("words", [("lab", "list"), ("solve", "nothing")], ids=["works", "fails"])
def test_one_more_signal_while_it_ends_changes_nothing(words: tuple[str, str]) -> None:
    """Somebody presses Ctrl-C twice, or when all is done."""
    script = """
import os, signal, sys
from dueldoku.cli import main
plain = main._run
def run(words):
    code = plain(words)
    main.signal.signal = press
    return code
def press(*args):
    main.signal.signal = change
    os.kill(os.getpid(), signal.SIGINT)
    return change(*args)
change, say = signal.signal, main._fail
def fail(*args):
    os.kill(os.getpid(), signal.SIGINT)
    return say(*args)
main._run, main._fail = run, fail
code = main.main()
print("code", code)
"""
    done = subprocess.run([sys.executable, "-P", "-c", script, *words], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    assert f"code {0 if words[0] == 'lab' else 2}" in done.stdout
    assert done.stderr.count("\n") == (words[0] != "lab")


@pytest.mark.linux
def test_a_process_that_a_library_forked_ends_without_a_word() -> None:
    script = """
import os, signal, sys, time
from dueldoku.cli import main
def run(words):
    child = os.fork()
    if not child:
        time.sleep(60)
    time.sleep(0.2)
    os.kill(child, signal.SIGTERM)
    print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    return 0
main._run = run
print("code", main.main())
"""
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"child {-signal.SIGTERM}\ncode 0\n", "")


def test_an_ignored_signal_stays_ignored(tmp_path: Path) -> None:
    code = "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); from dueldoku.cli.main import main;"
    code += "main(['formats']); sys.exit(signal.getsignal(signal.SIGHUP) != signal.SIG_IGN)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False).returncode == 0


@pytest.mark.slow
def test_a_tournament_that_nobody_reads_is_no_success(tmp_path: Path) -> None:
    process = start(tmp_path, *LONG, "--rounds", "1000", "--archive", "games.db")
    assert process.stdout
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr
    err = process.stderr.read()
    assert process.wait(60) == 141
    assert err.startswith("dueldoku: nobody reads the output any more: stopped; "), err
    assert "To go on:\n  " in err
    assert err.count("\n") == 2
    process.stderr.close()


@pytest.mark.parametrize(
    ("words", "code"),
    [(("formats",), 0), (("agent", "new", "mine"), 141), (("play", *LONG[2:4], "--board", "easy-2x2"), 141)],
    ids=lambda it: it[0] if isinstance(it, tuple) else "",
)
def test_who_has_something_to_do_has_not_done_it_where_nobody_reads(
    tmp_path: Path, words: tuple[str, ...], code: int
) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    process = start(tmp_path, *words, stdout=theirs)
    os.close(theirs)
    _, err = process.communicate(timeout=60)
    assert process.returncode == code, err
    assert without_notice(err) == (
        "dueldoku: nobody reads the output any more, so it ended before all was done\n" if code else ""
    )


@pytest.mark.slow
def test_a_closed_standard_output(tmp_path: Path) -> None:
    def close() -> None:
        os.close(1)

    for arguments in (("formats",), TOURNAMENT, ("solve", LINE), ("export", "games.db")):
        process = start(tmp_path, *arguments, stdout=None, preexec_fn=close)
        _, err = process.communicate(timeout=60)
        assert process.returncode in (1, 2), err
        assert err.count("\n") == 1, err
    quiet = start(tmp_path, "convert", LINE, "-o", "out.txt", stdout=None, preexec_fn=close)
    assert (quiet.wait(60), quiet.communicate()[1]) == (0, "")
    assert (tmp_path / "out.txt").read_text() == f"{LINE}\n"


@pytest.mark.slow
def test_a_full_disk_behind_standard_output(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        process = start(tmp_path, "formats", stdout=full)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (1, "dueldoku: output: No space left on device\n")


@pytest.mark.linux
def test_who_is_not_heard_at_the_third_time_ends_with_a_word_all_the_same() -> None:
    """An agent in this process swallows what is raised in it."""
    script = """
import os, signal
from dueldoku.cli import main
def run(words):
    while True:
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except BaseException:
            pass
main._run = run
main.main()
"""
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, "dueldoku: interrupted\n")
