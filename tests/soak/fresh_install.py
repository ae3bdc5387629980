"""The first minute of whoever installs the wheel: nothing is compiled, nothing written, and commands answer at once.

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
from pathlib import Path
from tempfile import TemporaryDirectory

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
        failed = [verb for verb in COMMANDS if _fails(folder, verb)]
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
    home, python = folder / "home", Path(sys.executable).resolve().parents[1]
    told = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    command = [str(folder / "venv/bin/dueldoku"), *COMMANDS[verb]]
    if os.getuid() == 0:
        libraries, top = sysconfig.get_path("purelib"), Path(*python.parts[:2])
        shell = AS_ORDINARY_USER.format(folder=folder, python=python, libraries=libraries, top=top)
        command = ["unshare", "--mount", "sh", "-c", shell, "sh", *command]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=told, cwd=home, capture_output=True, text=True, check=False, timeout=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    thought = TURN * len(json.loads(done.stdout)["turns"]) if verb == "play" and not done.returncode else 0.0
    files = {str(file.relative_to(home)) for file in home.rglob("*") if file.is_file()}
    written = sorted(files - {"games/played.jsonl"})  # where a game is kept that was played
    problems = [
        *([f"exit code {done.returncode}: {done.stderr.strip()[-300:]}"] if done.returncode else []),
        *(["it compiles"] if "compiling" in done.stderr else []),
        *([f"it writes {', '.join(written)}"] if written else []),
        *([f"more than {MOST:.0f} s"] if seconds - thought > MOST else []),
    ]
    print(
        f"{verb}: {seconds:.2f} s of a core, of which agents may think {thought:.2f}", *problems, sep="; ", flush=True
    )
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
