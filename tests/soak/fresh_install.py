"""The first minute of whoever installs the wheel: nothing is compiled, nothing written, and all answers at once.

make wheel && python tests/soak/fresh_install.py

The newest wheel of dist goes into a fresh environment, which is read-only from then on, beside libraries of this one.
Root becomes an ordinary user for it. Each command may take three seconds of a core beyond what its agents think.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from page_server import free_port, wait_for
from web_client import Client

MOST = 3.0  # seconds of a core
BOARD = "123.341221.3.3.1"  # the README's
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TURN = 0.02  # seconds to think, so that all thinking is next to nothing
COMMANDS = {  # those without agents first
    "analyse": ["analyse", BOARD],
    "solve": ["solve", HARD],
    "play": ["play", "sensei", "greedy_player", "--board", "random-3x3", "--time", str(TURN), "--json"],
    "generate": ["generate", "--seed", "1"],
}
# Others may not enter root's home, where Python may lie: in a mount namespace of our own it is elsewhere, too.
AS_ORDINARY_USER = """
set -e
mount --make-rprivate /
mkdir -p {folder}/python
mount --bind {python} {folder}/python
mount --bind {libraries} {folder}/libraries
mount --bind {folder}/venv {folder}/venv
mount -o remount,bind,ro {folder}/venv
if ! setpriv --reuid 65534 --regid 65534 --clear-groups test -x {python}/bin; then
    mount -t tmpfs -o mode=755 tmpfs {top}
    mkdir -p {python}
    mount --bind {folder}/python {python}
fi
cd {folder}/home
exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
"""


def main() -> int:
    """Install, run each command, and tell; the exit code says whether all is well."""
    wheels = sorted(Path("dist").glob("dueldoku-*.whl"), key=lambda file: file.stat().st_mtime)
    if not wheels:
        print("there is no wheel in dist: make wheel")
        return 2
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        _install(wheels[-1].resolve(), folder)
        failed = [*(verb for verb in COMMANDS if _fails(folder, verb)), *(["serve"] if _page_fails(folder) else [])]
    return int(bool(failed))


def _install(wheel: Path, folder: Path) -> None:
    """The wheel in an environment of its own, that finds the libraries of this one."""
    (folder / "libraries").mkdir()
    (folder / "home").mkdir()
    (folder / "home").chmod(0o777)
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    command = [folder / "venv/bin/python", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel]
    subprocess.run(command, check=True)
    place = next((folder / "venv/lib").glob("python*/site-packages"))
    (place / "libraries.pth").write_text(_libraries(folder))


def _libraries(folder: Path) -> str:
    return str(folder / "libraries") if os.getuid() == 0 else sysconfig.get_path("purelib")


def _fails(folder: Path, verb: str) -> bool:
    """Run the command; whether it did not work, compiled or wrote something, or took too long."""
    home = folder / "home"
    command, told = _as_user(folder, COMMANDS[verb])
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=told, cwd=home, capture_output=True, text=True, check=False, timeout=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    thought = TURN * len(json.loads(done.stdout)["turns"]) if verb == "play" and not done.returncode else 0.0
    problems = [
        *([f"exit code {done.returncode}: {done.stderr.strip()[-300:]}"] if done.returncode else []),
        *(["it compiles"] if "compiling" in done.stderr else []),
        *_written(home),
        *([f"more than {MOST:.0f} s"] if seconds - thought > MOST else []),
    ]
    print(
        f"{verb}: {seconds:.2f} s of a core, of which agents may think {thought:.2f}", *problems, sep="; ", flush=True
    )
    return bool(problems)


def _page_fails(folder: Path) -> bool:
    """Serve the page and have it analyse, solve and play; whether it did not work, compiled or wrote something."""
    home, port, problems = folder / "home", free_port(), list[str]()
    command, told = _as_user(folder, ["serve", "--no-open", "--port", str(port)])
    began = time.monotonic()
    server = subprocess.Popen(command, env=told, cwd=home, stdout=subprocess.DEVNULL)
    try:
        wait_for(port, server)
        ready, client = time.monotonic() - began, Client(port)
        if "Compiling" in client.get("/play").text:
            problems.append("it compiles")
        wish = {"board": BOARD, "opponent": "sensei:level=child", "seat": 2, "seconds": 0.1}
        asked = {
            "/api/analyse": {"position": BOARD, "seconds": 0.1},
            "/api/solve": {"puzzle": HARD},
            "/api/games": wish,
        }
        answers = {path: client.post(path, body) for path, body in asked.items()}
        problems += [f"{path}: {one.text[:200]}" for path, one in answers.items() if one.status >= 400]
        if not problems:
            key = answers["/api/games"].json()["key"]
            if not client.get(f"/api/games/{key}", after=0, wait=20).json()["turns"]:
                problems.append("no agent moves")
        answered = time.monotonic() - began
    finally:
        server.terminate()
        server.wait(30)
    problems += _written(home)
    print(f"serve: ready after {ready:.1f} s, all answered after {answered:.1f} s", *problems, sep="; ", flush=True)
    return bool(problems)


def _as_user(folder: Path, arguments: list[str]) -> tuple[list[str], dict[str, str]]:
    """The command as an ordinary user's, and its environment."""
    python = Path(sys.executable).resolve().parents[1]
    command = [str(folder / "venv/bin/dueldoku"), *arguments]
    if os.getuid() == 0:
        libraries, top = sysconfig.get_path("purelib"), Path(*python.parts[:2])
        shell = AS_ORDINARY_USER.format(folder=folder, python=python, libraries=libraries, top=top)
        command = ["unshare", "--mount", "sh", "-c", shell, "sh", *command]
    return command, {"HOME": str(folder / "home"), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def _written(home: Path) -> list[str]:
    """What was written, but for games that were played."""
    files = {str(file.relative_to(home)) for file in home.rglob("*") if file.is_file()}
    written = sorted(file for file in files if not file.startswith("games/"))
    return [f"it writes {', '.join(written)}"] if written else []


if __name__ == "__main__":
    sys.exit(main())
