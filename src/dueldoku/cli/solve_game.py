"""``dueldoku solve-game``: what a small board is worth under perfect play."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console

from dueldoku.board.move import Move
from dueldoku.cli.games import INTERRUPTED
from dueldoku.cli.options import Flag, Json, Rules, Seed, check_above_zero
from dueldoku.cli.source import BoardName
from dueldoku.duel.turn import Ruling
from dueldoku.engine.ground import MOST_CELLS
from dueldoku.engine.perfect import MOST_SOLUTIONS, Perfect, perfect_of
from dueldoku.errors import FormatError
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game, check_start
from dueldoku.kernels.duel.perfect import INF
from dueldoku.plain import Plain

_SLICE = 100_000  # nodes between two looks at the clock
_STOPPED = "stopped"
_MOST_WORK = 1 << 34  # values of endgame tables: about a minute


def solve_game(
    board: BoardName,
    /,
    *,
    rules: Rules = None,
    no_bombs: Flag = False,
    memory: int = 1024,
    seconds: float = 600,
    nodes: int | None = None,
    seed: Seed = 1,
    json_: Json = False,
) -> int:
    """Tell what a small board is worth under perfect play, with and without bombs, and how it is played.

    Parameters
    ----------
    board
        A bundled board such as random-2x3, a file, or the board itself.
    no_bombs
        Leave the bombs out: nobody passes on purpose.
    memory
        Megabytes for the table of what was found; with less it takes longer.
    seconds
        How long to try, for the game with bombs and for the one without.
    nodes
        The same in nodes.
    json_
        Write one JSON object.

    """
    check_above_zero(memory=memory, seconds=seconds, nodes=nodes)
    position = one_position(board)
    check_start(position)
    game = Game(position, rules, seed=seed)
    answers = {}
    for bombs in (False,) if no_bombs else (False, True):
        name = "with bombs" if bombs else "without bombs"
        with Console(stderr=True).status(name) as status:
            answer = _solve(game, bombs, memory << 20, seconds, nodes, status.update)
        answers[name] = answer
        if not json_:
            print(f"{name}: {_in_words(game, answer)}")
        if answer.why == _STOPPED:
            break
    if json_:
        found = {name.replace(" ", "_"): answer.to_json() for name, answer in answers.items()}
        start = {"position": str(game.position()), "turn": game.turn, "empty": game.values.count(0)}
        print(json.dumps(start | found))
    if any(answer.why == _STOPPED for answer in answers.values()):
        return INTERRUPTED
    return 1 if any(answer.why for answer in answers.values()) else 0


@dataclass(frozen=True)
class _Answer(Plain):
    """What was found out; ``why`` says why that is not all. A bound that is not known yet is None."""

    ALSO = ("value",)

    least: int | None = None
    most: int | None = None
    line: Sequence[Move] = ()
    nodes: int = 0
    seconds: float = 0.0
    why: str = ""

    @property
    def value(self) -> int | None:
        """What the board is worth to the player to move, once that is known."""
        return None if self.why else self.least


def _solve(
    game: Game, bombs: bool, memory: int, seconds: float, nodes: int | None, tell: Callable[[str], None]
) -> _Answer:
    begin, limit = time.monotonic(), nodes or 1 << 62
    try:
        perfect, why = perfect_of(game, bombs=bombs, most_bytes=memory, most_work=_MOST_WORK), ""
    except MemoryError:
        raise FormatError(f"expected as much --memory as this machine has, got {memory >> 20} MB") from None
    if perfect is None:
        return _Answer(why=f"too large, with more than {MOST_CELLS} empty cells or {MOST_SOLUTIONS} solutions")
    try:
        while not perfect.proceed(min(_SLICE, limit - perfect.nodes)):
            past = time.monotonic() - begin
            tell(f"{_between(*_bounds(perfect))}, {perfect.nodes / 1e6:.1f} million nodes, {past:.0f} s")
            if past >= seconds or perfect.nodes >= limit:
                why = f"not solved within {seconds:g} s" if past >= seconds else f"not solved within {limit} nodes"
                break
        line = perfect.line()
    except KeyboardInterrupt:
        line, why = [], _STOPPED
    return _Answer(*_bounds(perfect), line, perfect.nodes, time.monotonic() - begin, why)


def _bounds(perfect: Perfect) -> tuple[int | None, int | None]:
    least, most = perfect.least, perfect.most
    return least if least > -INF else None, most if most < INF else None


def _between(least: int | None, most: int | None) -> str:
    if least is None:
        return "no bounds yet" if most is None else f"at most {most:+}"
    return f"at least {least:+}" if most is None else f"between {least:+} and {most:+}"


def _in_words(game: Game, answer: _Answer) -> str:
    effort = f"({answer.nodes} nodes, {answer.seconds:.3g} s)"
    value, player = answer.value, game.turn
    if value is None:
        return f"{answer.why}: {_between(answer.least, answer.most)} {effort}"
    if value == 0:
        words = "both players get as much"
    else:
        words = f"player {player if value > 0 else 3 - player} gets {abs(value)} more"
    return f"{value:+}, {words} {effort}\n  {', '.join(_turns(game, answer.line))}"


def _turns(game: Game, line: Sequence[Move]) -> list[str]:
    """The moves, with the points that they score; bombs are called so."""
    play, words = game.copy(), []
    for move in line:
        turn = play.push(move)
        is_bomb = turn.ruling is Ruling.REFUSED
        words.append(f"{move} bomb" if is_bomb else f"{move} +{turn.points}" if turn.points else str(move))
    return words
