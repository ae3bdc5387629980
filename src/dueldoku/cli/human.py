"""People at the terminal: a game of yours against an agent, or of two of you, with hints, take-back and a review."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from time import monotonic

from rich.console import Console

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import Answer, Seat
from dueldoku.board.move import Move
from dueldoku.cli.picture import show_view
from dueldoku.cli.review import in_lines, review_with_progress
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Turn
from dueldoku.engine.analysis import analyse, describe
from dueldoku.errors import AgentFault, DueldokuError, PlanError
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game, check_start

YOU = "you"
_HELP = "r3c5=7 or 3 5 7 to fill a cell; h for a hint, b to take back, ? for this, q to stop"
_HINT_SECONDS = 1.0
_REVIEW_SECONDS = 0.2


class Stopped(Exception):
    """The player has had enough."""


def play_by_hand(
    players: tuple[str, str], board: str, rules: str | None, limit: Limit, seed: int, say: Callable[[int, Turn], str]
) -> GameRecord:
    """Play a game in which ``you`` is one of the players, or both. Returns it, finished or not.

    ``say`` puts a turn, which has this number, into words.
    """
    if limit.nodes is not None:
        raise PlanError("expected a time for each turn, as a person plays; got --nodes")
    start = one_position(board)
    check_start(start)
    game = Game(start, rules, seed=seed)
    you = PersonSeat(players, Console(highlight=False))

    def watch(referee: Referee) -> None:
        if referee.last:
            print(say(len(game.history), referee.last.turn))

    with ExitStack() as closing:
        first, second = (
            you if text == YOU else closing.enter_context(Host(resolve(text), player, seed=seed))
            for player, text in enumerate(players, 1)
        )
        try:
            first.start()
            second.start()
        except AgentFault as fault:
            name = next(name for name in players if name != YOU)
            raise PlanError(f"{name}: {fault}") from None
        print(_HELP)
        try:
            Referee(game, [watch]).play((first, second), limit)
        except (Stopped, EOFError):
            print("\nStopped.")
    you.show(game)
    unrated = {"unrated": ", ".join(you.helps)} if you.helps else {}
    return game.record(players, **unrated)


def show_review(record: GameRecord) -> None:
    """What sensei thinks of the game. Ctrl-C skips it."""
    print("\nSensei looks at the game again; Ctrl-C skips that.")
    try:
        print("\n".join(in_lines(record, review_with_progress(record, _REVIEW_SECONDS))))
    except KeyboardInterrupt:
        print("Skipped.")


class PersonSeat(Seat):
    """You before the board: you see it, and say what you want to do."""

    def __init__(self, names: tuple[str, str], console: Console) -> None:
        self.names, self.console = names, console
        self.helps: list[str] = []  # what makes the game unrated

    def show(self, game: Game) -> None:
        """Print the board."""
        show_view(replace(game.view(), players=self.names), self.console)

    def ask(self, game: Game, limit: Limit) -> Answer:
        """Show the board and ask until there is a move that is no offence. Your time is not limited."""
        self.show(game)
        begin = monotonic()
        while True:
            said = input(f"{self.names[game.turn - 1]}: ").strip().lower()
            if said in ("q", "quit", "exit"):
                raise Stopped
            if said in ("h", "hint"):
                self._use("hint")
                print(*list(describe(analyse(game, _HINT_SECONDS), you=game.turn))[1:], sep="\n")
            elif said in ("b", "back"):
                if any(turn.player == game.turn for turn in game.history):
                    self._use("take-back")
                    return Answer(None, takes_back=True)
                print("There is nothing to take back yet.")
            elif said in ("?", "help", ""):
                print(_HELP)
            elif answer := self._try(said, game, monotonic() - begin):
                return answer

    def _try(self, said: str, game: Game, seconds: float) -> Answer | None:
        """The move, or a sentence why not."""
        try:
            move = _move(said)
        except DueldokuError as error:
            print(f"{error}; {_HELP}")
            return None
        judgement = game.judge(move)
        if judgement.ruling.loses:
            print(f"That would lose the game at once: {judgement.why}.")
            return None
        return Answer(move, seconds=seconds, judgement=judgement)

    def _use(self, what: str) -> None:
        if what not in self.helps:
            self.helps.append(what)


def _move(answer: str) -> Move:
    """The move that is meant by ``r3c5=7``, ``3 5 7`` or ``3,5,7``. Raises MoveSyntaxError."""
    words = answer.replace(",", " ").split()
    if len(words) == 3 and all(word.isdecimal() for word in words):
        row, col, digit = map(int, words)
        return Move(row - 1, col - 1, digit)
    return Move.parse(answer)
