"""The program ``dueldoku``: how it begins and how it ends.

Exit codes: 0 it worked, 1 it failed, 2 the input was wrong, and 128 + the number of the signal that ended it: 130 after
Ctrl-C, 143 after TERM, 129 when its terminal is gone, 141 when nobody reads the output and there was more to do. An
error is one sentence on standard error, never a traceback.

Ctrl-C may come at any moment, so it is listened to before anything else is imported: hence imports inside functions.
"""

from __future__ import annotations

import errno
import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType
    from typing import Any

    _Handler = Callable[[int, FrameType | None], Any] | int

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_INTERRUPTED, _UNREAD = 130, 141
_PATIENCE = 2  # how often Ctrl-C is asked nicely
_OUTPUT = (errno.ENOSPC, errno.EBADF, errno.EIO)  # what becomes of a print where nothing can be written

_LONGEST = 510  # characters of a line on standard error
_SHOW = "DUELDOKU_TRACEBACK"  # set it to see where an unforeseen error comes from


class Ended(KeyboardInterrupt):
    """A signal asks the program to end; whoever can stop at Ctrl-C stops at any of them."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit code. Without arguments it is the process's own program, to its very end."""
    words = sys.argv[1:] if arguments is None else arguments
    heard: list[int] = []
    before: dict[int, _Handler] = {}
    is_ending: list[bool] = []
    try:
        before = _listen(heard, is_ending)
        if arguments is None:
            sys.unraisablehook = _raise_again
        code = _run(words)
        is_ending.append(True)
    except BaseException as error:
        is_ending.append(True)
        if isinstance(error, SystemExit):
            raise
        # What a library makes of a signal in its midst (some say ImportError) comes of the signal.
        code = _explain(Ended(heard[0]) if heard else error, words)
    finally:
        for number, old in before.items():
            # The program ends after this: one more signal ends it at once, whatever Python tears down just then.
            signal.signal(number, signal.SIG_DFL if arguments is None else old)
    _let_go_of_output()
    return 128 + heard[0] if heard and code == _INTERRUPTED else code


def _run(arguments: list[str]) -> int:
    _open_streams()
    from dueldoku.cli.verbs import app

    _listen_to_notices()
    code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    if not code:
        sys.stdout.flush()  # it worked only if the words are out
    return code if isinstance(code, int) else 0


# -- how it ends -------------------------------------------------------------------------------------------------------


def _explain(error: BaseException, arguments: list[str]) -> int:
    """Say in one sentence what went wrong; the exit code."""
    if isinstance(error, KeyboardInterrupt):
        number = error.number if isinstance(error, Ended) else signal.SIGINT
        words = "interrupted" if number == signal.SIGINT else f"ended by {signal.Signals(number).name}"
        return _fail(words, 128 + number)
    from cyclopts import CycloptsError

    from dueldoku.errors import BrokenAgents, DueldokuError

    if isinstance(error, BrokenPipeError):
        from dueldoku.cli.verbs import ONLY_TELL

        if arguments[:1] and not ONLY_TELL.isdisjoint((arguments[0], " ".join(arguments[:2]))):
            return 0
        return _fail("nobody reads the output any more, so it ended before all was done", _UNREAD)
    if isinstance(error, CycloptsError):
        return _fail(str(error), 2)
    if isinstance(error, BrokenAgents) and len(error.broken) > 1:
        return _fail(f"{error.head}:", 2, error.lines)
    if isinstance(error, DueldokuError):
        return _fail(str(error), 1 if isinstance(error, OSError | RuntimeError) else 2)  # of the machine, or the input
    return _fail(*_of_the_machine(error))


def _of_the_machine(error: BaseException) -> tuple[str, int]:
    """Errors of Python's and of libraries': a sentence, and the exit code."""
    if isinstance(error, OSError):
        where = error.filename or ("output" if error.errno in _OUTPUT else "")
        if isinstance(where, bytes):
            where = os.fsdecode(where)
        what = error.strerror or str(error) or type(error).__name__
        return f"{where}: {what}" if where else what, 1
    if isinstance(error, MemoryError):
        return f"there is not enough memory: {error}" if str(error) else "there is not enough memory", 1
    if isinstance(error, RecursionError):
        return "the input is nested too deeply", 2
    if isinstance(error, UnicodeError):
        return f"expected text that can be written as UTF-8, but {error}", 2
    kind = type(error)
    if any(it.__name__ == "BrokenExecutor" for it in kind.__mro__):
        return f"a worker process died: {error}", 1
    if os.environ.get(_SHOW):
        raise error
    place = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
    return f"unforeseen, a mistake of Dueldoku: {place}: {error} (with {_SHOW}=1 it tells where)", 1


def _fail(sentence: str, code: int, more: Iterable[str] = ()) -> int:
    """Say it on one line, and ``more`` on a line each, none of them long."""
    lines = [" ".join(line.split()) for line in (f"dueldoku: {sentence}", *more)]
    lines = [line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in lines]
    try:
        print("\n  ".join(lines), file=sys.stderr, flush=True)
    except OSError:
        return code  # nobody is there to hear it
    return code


# -- signals -----------------------------------------------------------------------------------------------------------


def _listen(heard: list[int], is_ending: list[bool]) -> dict[int, _Handler]:
    """Ctrl-C, TERM and HUP raise Ended from now on, unless they were ignored before, and are added to ``heard``.

    When the program ``is_ending`` one more changes nothing: it says its last word. Returns who listened before.
    """
    program = os.getpid()

    def end(number: int, frame: FrameType | None) -> None:
        if os.getpid() != program:  # a library has forked: that process has nothing to say
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        if is_ending:
            return
        other = signal.getsignal(signal.SIGTERM)
        if number not in (signal.SIGINT, signal.SIGTERM) and other is not end and callable(other):
            other(signal.SIGTERM, frame)  # a server that has its own way to end
            return
        heard.append(number)
        if heard.count(signal.SIGINT) > _PATIENCE:  # an agent in this process may swallow what we raise
            try:
                os.write(2, b"dueldoku: interrupted\n")
            finally:
                os._exit(128 + number)  # what is stored is safe
        raise Ended(number)

    before = {}
    for number in _SIGNALS:
        old = signal.getsignal(number)
        if old is not None and old != signal.SIG_IGN:
            try:
                signal.signal(number, end)
            except ValueError:  # this is not the main thread: others listen
                break
            before[number] = old
    return before


def _raise_again(failed: sys.UnraisableHookArgs) -> None:
    """Ctrl-C may come where Python drops it, such as in a ``__del__``: then it comes again a moment later."""
    if not isinstance(failed.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(failed)
        return
    number = failed.exc_value.number if isinstance(failed.exc_value, Ended) else signal.SIGINT
    while True:
        try:
            from threading import Timer

            again = Timer(0.01, os.kill, (os.getpid(), number))
            again.daemon = True
            again.start()
            return
        except KeyboardInterrupt:
            pass  # one more: it comes again, too


# -- streams -----------------------------------------------------------------------------------------------------------


def _open_streams() -> None:
    """All three standard streams are there, and take every letter.

    A stream that was closed before we started must not become the number of the next file that is opened: an archive
    would get what is printed. What is written to a closed output fails, as the words would be lost.
    """
    for number, name, flags in ((0, "stdin", os.O_RDONLY), (1, "stdout", os.O_RDONLY), (2, "stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, flags)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
    for out in (sys.stdout, sys.stderr):
        if hasattr(out, "reconfigure"):
            out.reconfigure(errors="replace")  # a terminal without box drawing gets question marks, not a crash


def _let_go_of_output() -> None:
    """What cannot be written is dropped: Python would complain about it when it ends."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.close(null)


def _listen_to_notices() -> None:
    """Say what the library has to say, in our voice."""
    import logging

    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("dueldoku: %(message)s"))
    logger = logging.getLogger("dueldoku")
    logger.handlers = [handler]
    logger.setLevel(logging.INFO)
