"""How our own processes start: the folders in which they look for modules.

Python looks for modules in the current folder first, and whoever sends in an agent writes that folder: a file
``hashlib.py`` in it would run outside every cage. So no process of ours outside the cage has the current folder on its
path, nor a folder of PYTHONPATH that only the user's other programs need:

- our programs tidy their own path first of all, when this module is imported;
- every Python that we start is started by ``python`` and ``environment``, or inside ``our_processes``.

Python itself looks for a few modules before it runs a line of ours: ``python -m dueldoku`` is only safe as
``python -P -m dueldoku``; the command ``dueldoku`` always is.

What is imported here comes with the interpreter, whatever lies in the current folder; nothing else may be.
"""

import _thread
import os
import site
import sys

_PROGRAMS = ("dueldoku", "simulate_game", "play_match")
_SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_one_thread = _thread.RLock()  # at a time changes the variables
_INSTALLED = (".dist-info", ".egg-info")  # how pip leaves word of what it installed in a folder


def python(*arguments: str) -> list[str]:
    """The command for a Python of our own; start it in our ``environment``."""
    return [sys.executable, "-P", *arguments]


def environment() -> dict[str, str]:
    """Our variables for a process of our own; those that say where code comes from name no current folder."""
    variables = {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(folders())}
    for name, least in (("PATH", os.defpath), ("LD_LIBRARY_PATH", "")):
        if name in variables:
            variables[name] = os.pathsep.join(filter(os.path.isabs, variables[name].split(os.pathsep))) or least
    return variables


def folders() -> list[str]:
    """Where a process of our own looks beside what is installed: our sources, and other folders with packages."""
    known = _own_places()
    found = dict.fromkeys([_SOURCE, *sys.path])
    return [place for place in found if place not in known and (place == _SOURCE or _holds_packages(place))]


def tidy() -> None:
    """Leave on our path, and on that of all that we start, only what we need."""
    needed = {_SOURCE, *_own_places(), *folders()}
    here, given = _here(), _given()
    sys.path[:] = [
        place
        for place in sys.path
        if place in needed or (os.path.isabs(place) and place not in given and os.path.realpath(place) != here)
    ]
    os.environ.update(environment())
    for name in ("DUELDOKU_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):  # what is found there is run
        if not os.path.isabs(os.environ.get(name, os.sep)):
            del os.environ[name]


class our_processes:  # noqa: N801  # used like a function
    """In this context multiprocessing starts Pythons that are safe, also where we are a library in another program."""

    def __enter__(self) -> None:
        _one_thread.acquire()
        self._before = {name: os.environ.get(name) for name in ("PYTHONSAFEPATH", "PYTHONPATH")}
        safe = environment()
        self._set({name: safe[name] for name in self._before})

    def __exit__(self, *_: object) -> None:
        self._set(self._before)
        _one_thread.release()

    def _set(self, variables: dict[str, str | None]) -> None:
        for name, value in variables.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _own_places() -> list[str]:
    """Where this Python looks by itself, in any folder."""
    return [os.path.dirname(os.__file__), *site.getsitepackages(), site.getusersitepackages()]


def _holds_packages(place: str) -> bool:
    if not os.path.isabs(place) or os.path.realpath(place) == _here():
        return False
    try:
        return any(name.endswith(_INSTALLED) for name in os.listdir(place))
    except OSError:
        return False


def _here() -> str:
    try:
        return os.path.realpath(os.getcwd())
    except FileNotFoundError:  # it was removed
        return ""


def _given() -> set[str]:
    """The folders of PYTHONPATH, as Python has put them on our path."""
    return {os.path.abspath(place) for place in os.environ.get("PYTHONPATH", "").split(os.pathsep)}


def _is_program() -> bool:
    """Whether this Python was started for us: as a command, as a script of ours or by ``-m``."""
    main = sys.modules["__main__"]
    spec = getattr(main, "__spec__", None)
    if sys.argv[:1] == ["-m"]:  # Python is still looking for the module
        name = sys.orig_argv[sys.orig_argv.index("-m") + 1] if "-m" in sys.orig_argv else ""
    elif spec is not None:
        name = spec.name
    else:
        folder, file = os.path.split(sys.argv[0] if sys.argv else "")
        name = file.removesuffix(".exe")
        if file.endswith(".py") and os.path.abspath(folder) == _SOURCE:
            name = file.removesuffix(".py")
    return name.partition(".")[0] in _PROGRAMS


if _is_program():
    tidy()
