"""No process of ours outside the cage runs what lies in the current folder."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from hosting import need
from planted import COMMANDS, Planted
from program import LINE

from dueldoku.cli.verbs import VERBS
from dueldoku.start import environment

pytestmark = [pytest.mark.arena, pytest.mark.linux, pytest.mark.slow]
FAST = ("--board", "easy-2x2", "--nodes", "1")
CLOCKED = ("--board", "easy-2x2", "--time", "0.1")
TWO = ("greedy_player", "random_player")


@pytest.fixture
def planted(tmp_path: Path) -> Planted:
    need("strong")
    return Planted(tmp_path)


# -- every verb ------------------------------------------------------------------------------------------------------

RUNS = {  # each once, and once more where it starts processes of another kind
    "solve": ("solve", LINE),
    "solve many": ("solve", "{few}", "--method", "csp", "--parallel", "2"),
    "count": ("count", LINE),
    "methods": ("methods",),
    "generate": ("generate", "--count", "2", "--seed", "1"),
    "rate": ("rate", LINE),
    "book": ("book", "--count", "2", "--seed", "1", "--output", "{out}/book.html"),
    "bench": ("bench", "solvers", "--sets", "{few}", "--rounds", "1", "--seconds", "0.01"),
    "dataset": ("dataset", "{out}/some.csv", "--count", "2", "--sizes", "2x2"),
    "dojo": ("dojo", "make", "{out}/some.txt", "--share", "0.001"),
    "show": ("show", LINE),
    "convert": ("convert", LINE),
    "formats": ("formats",),
    "play": ("play", *TWO, *CLOCKED, "--record", "{out}/played.jsonl"),
    "analyse": ("analyse", "easy-2x2", "--nodes", "1000"),
    "review": ("review", "{archive}", "--nodes", "500"),
    "match": ("match", ".", "random_player", *CLOCKED, "--games", "2"),
    "match --workers 2": ("match", ".", "greedy_player", *CLOCKED, "--games", "4", "--workers", "2"),
    "match --watch": ("match", *TWO, *FAST, "--games", "2", "--watch", "--archive", "{out}/watched.db"),
    "tournament": ("tournament", "--agents", *TWO, "naive_player", *FAST, "--archive", "{out}/t.db", "--workers", "2"),
    "sprt": ("sprt", *TWO, *FAST, "--games", "4"),
    "ratings": ("ratings", "{archive}"),
    "report": ("report", "{archive}", "--html", "{out}/report.html"),
    "export": ("export", "{archive}"),
    "solve-game": ("solve-game", "1..44.31.4122143"),
    "replay": ("replay", "{archive}"),
    "lab": ("lab", "list"),
    "agent list": ("agent", "list"),
    "agent new": ("agent", "new", "{out}/mine"),
    "agent check": ("agent", "check", ".", "--time", "0.1"),
    "agent profile": ("agent", "profile", ".", "--time", "0.1"),
    "agent train": ("agent", "train", "neat", "--print-config"),
    "tune": ("tune", "--nodes", "50", "--pairs", "1", "--attempts", "1", "--boards", "easy-2x2"),
    "doctor": ("doctor", "--json"),
    "demo": ("demo", "--nodes", "1", "--rounds", "1", "--archive", "{out}/demo.db"),
}
FAILS = {"agent check": 1}  # it plays by the interface, but not well
OTHER_TESTS = {"serve", "warm"}


def test_every_verb_has_its_turn() -> None:
    assert set(VERBS) == {words[0] for words in RUNS.values()} | OTHER_TESTS


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the commands name."""
    out = tmp_path_factory.mktemp("out")
    (out / "few.txt").write_text(f"{LINE}\n" * 4)
    archive = out / "games.db"
    command = [str(COMMANDS / "dueldoku"), "match", *TWO, *FAST, "--games", "2", "--archive", str(archive)]
    subprocess.run(command, cwd=out, capture_output=True, check=True, timeout=400)
    return {"few": f"{out}/few.txt", "archive": str(archive), "out": str(out)}


@pytest.mark.parametrize("name", RUNS)
def test_no_verb_runs_what_lies_in_the_current_folder(planted: Planted, places: dict[str, str], name: str) -> None:
    words = [word.format(**places) for word in RUNS[name]]
    done = planted.run(str(COMMANDS / "dueldoku"), *words)
    assert planted.marks() == {}
    assert done.returncode == FAILS.get(name, 0), done.stderr
    if name == "doctor":
        assert json.loads(done.stdout)["level"] != "none"


@pytest.mark.parametrize(
    "words",
    [
        ("simulate_game", "--first", ".", "--second", "random_player", "--time", "0.1"),
        ("play_match", "random_player", "greedy_player", "--count", "2", "--time", "0.1"),
    ],
    ids=["simulate_game", "play_match"],
)
def test_nor_do_the_commands_of_the_course(planted: Planted, words: tuple[str, ...]) -> None:
    done = planted.run(str(COMMANDS / words[0]), *words[1:])
    assert planted.marks() == {}
    assert done.returncode == 0, done.stderr


def test_nor_does_the_page(planted: Planted, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(COMMANDS / "dueldoku"), "serve", "--port", str(port), "--archive", f"{tmp_path}/a.db", "--no-open"]
    page = subprocess.Popen(command, cwd=planted.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        asked = json.dumps({"puzzle": LINE}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/solve", asked, {"Content-Type": "application/json"}
        )
        assert page.stdout
        assert page.stdout.readline().startswith("The page is at")
        answer = {}
        end = time.monotonic() + 300
        while not answer and time.monotonic() < end and page.poll() is None:
            try:
                answer = json.loads(urllib.request.urlopen(request, timeout=300).read())
            except ConnectionError:
                time.sleep(0.1)
            except OSError as error:
                assert "refused" in str(error)
                time.sleep(0.1)
    finally:
        page.send_signal(signal.SIGTERM)
        said = page.communicate(timeout=120)[0]
    assert planted.marks() == {}
    assert answer.get("verdict") == "unique", (answer, said)


# -- in a program of somebody else -----------------------------------------------------------------------------------

LIBRARY = {
    "match": "import dueldoku; dueldoku.match('greedy_player', 'random_player', nodes=1, games=4, workers=2)",
    "cage": "from dueldoku.arena.hosting.cage import probe; assert probe().level != 'none'",
    "compiling": "from dueldoku.arena.hosting.compiling import compile_outside; compile_outside('greedy_player')",
    "spare": (
        "from dueldoku.arena.hosting import host; from dueldoku.arena.entrant import resolve\n"
        "with host.Host(resolve('greedy_player'), 1) as one:\n"
        "    one.start()\n"
        "    try: one._blame('died', 'it does not take its turn')\n"
        "    except host.AgentFault: pass\n"
        "    else: raise SystemExit('nobody was blamed')"
    ),
    "workers": "from dueldoku.web.workers import Worker; w = Worker(); assert w.ask(abs, (-1,), 200) == 1; w.close()",
    "runs": (
        "from dueldoku.web.runs import Runs; from pathlib import Path; import time\n"
        "runs = Runs(Path({out!r}, 'runs.db'))\n"
        "from dueldoku.arena.entrant import resolve\n"
        "runs.start([resolve('greedy_player'), resolve('random_player')], ['easy-2x2'], 0.1, 1, '', '')\n"
        "while runs._processes: time.sleep(0.1); assert not runs.trouble()"
    ),
    "watch": ("from dueldoku.cli.serve import watched\nwith watched({out!r} + '/watched.db'): pass"),
    "lab": "from dueldoku.lab.experiments.start_up import start; start('alone', 1); start('spawn', 1)",
    "sat": (
        "from dueldoku import Grid; from dueldoku.solvers import wide; from dueldoku.solvers.meter import Meter\n"
        "wide._STUCK = wide._DEEP = wide._HARD = 0\n"
        "assert list(wide.solutions(Grid.parse('12......3.......'), Meter()))"
    ),
    "many": (
        "import multiprocessing; multiprocessing.set_start_method('forkserver')\n"
        "from dueldoku.cli.collection import answers; from dueldoku.solvers.result import Budget\n"
        "import dueldoku; grids = [dueldoku.read_grid(line) for line in open({out!r} + '/few.txt')]\n"
        "assert len(list(answers(grids, 'csp', Budget(), 2))) == 4"
    ),
}


@pytest.mark.parametrize("name", LIBRARY)
def test_nor_does_what_a_script_elsewhere_starts_through_us(
    planted: Planted, places: dict[str, str], tmp_path: Path, name: str
) -> None:
    """A script has its own folder on its path, not the current one; its children would have, by either way."""
    script = tmp_path / "scripts" / "main.py"
    script.parent.mkdir()
    body = LIBRARY[name].format(**places).replace("\n", "\n    ")
    script.write_text(f"if __name__ == '__main__':\n    import os; os.environ['PYTHONPATH'] = '.'\n    {body}\n")
    done = planted.run(sys.executable, str(script))
    assert planted.marks() == {}
    assert done.returncode == 0, done.stderr


# -- our own path ----------------------------------------------------------------------------------------------------

BEFORE_US = subprocess.run(  # what Python itself looks for, before it runs a line of ours
    [sys.executable, "-c", "import runpy, sys; print(*sys.modules)"], capture_output=True, text=True, check=True
).stdout.split()
AFTER = {
    "__future__",
    "hashlib",
    "json",
    "dataclasses",
    "typing",
    "re",
    "socket",
    "subprocess",
    "numpy",
    "rich",
    "argparse",
}


@pytest.mark.parametrize("module", ["dueldoku", "simulate_game", "play_match"])
def test_what_is_started_with_m_lets_go_of_the_current_folder(tmp_path: Path, module: str) -> None:
    planted = Planted(tmp_path, AFTER - set(BEFORE_US))
    assert planted.run(sys.executable, "-m", module, "--help").returncode == 0
    assert planted.marks() == {}


@pytest.mark.parametrize("entry", ["", ".", "{folder}", "{other}"])
def test_so_does_a_command_that_got_it_by_pythonpath(tmp_path: Path, entry: str) -> None:
    """An empty entry is what ``PYTHONPATH=$PYTHONPATH:...`` leaves; {other} is a folder that other programs want."""
    planted = Planted(tmp_path, AFTER - set(BEFORE_US) - {"re", "typing"})  # which the command itself imports first
    (tmp_path / "other").symlink_to(planted.folder)
    given = entry.format(folder=planted.folder, other=tmp_path / "other")
    done = planted.run(str(COMMANDS / "dueldoku"), "doctor", "--json", PYTHONPATH=f"{given}:{tmp_path}/nothing")
    assert planted.marks() == {}
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["level"] != "none"


def test_a_folder_of_packages_stays_and_reaches_what_we_start(tmp_path: Path) -> None:
    (tmp_path / "packages" / "thing-1.0.dist-info").mkdir(parents=True)
    ask = "import dueldoku.start as start; print(start.folders(), start.environment()['PYTHONPATH'])"
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}/packages:{tmp_path}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"{tmp_path}/packages" in done.stdout
    assert f":{tmp_path}:" not in done.stdout
    assert f"'{tmp_path}'" not in done.stdout


def test_as_a_library_we_leave_the_path_as_it_is(tmp_path: Path) -> None:
    ask = "import os, sys; before = [*sys.path], {**os.environ}; import dueldoku.cli.main, competitive_sudoku.sudokuai"
    ask += "; assert before == (sys.path, {**os.environ}), sys.path"
    subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, env={"PYTHONPATH": f":{tmp_path}"}, check=True)


# -- other files that are looked for in the current folder ------------------------------------------------------------


def test_numba_takes_no_settings_from_the_current_folder(planted: Planted, tmp_path: Path) -> None:
    """By them it would run what it finds in a folder of their choice: what it has kept of a kernel is a pickle."""
    (planted.folder / ".numba_config.yaml").write_text(f"cache_dir: {tmp_path}/cache\nloop_vectorize: 0\n")
    ask = "import dueldoku.kernels; from numba.core import config; config.reload_config(); print([config.CACHE_DIR])"
    done = planted.run(sys.executable, "-P", "-W", "error", "-c", ask)
    assert done.stdout == "['']\n", done.stderr


def test_matplotlib_starts_no_latex_by_settings_in_the_current_folder(planted: Planted) -> None:
    (planted.folder / "matplotlibrc").write_text("text.usetex: True\n")
    ask = "from matplotlib import rcParams as now; from dueldoku.render.plots import look\n"
    ask += "with look(): print(now['text.usetex'])"
    assert planted.run(sys.executable, "-P", "-c", ask).stdout == "False\n"


def test_programs_and_libraries_of_the_current_folder_are_not_found_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", ":/usr/bin:.:bin")
    monkeypatch.setenv("LD_LIBRARY_PATH", ":/usr/lib")
    assert (environment()["PATH"], environment()["LD_LIBRARY_PATH"]) == ("/usr/bin", "/usr/lib")
    monkeypatch.setenv("PATH", ".")
    assert environment()["PATH"] == os.defpath
