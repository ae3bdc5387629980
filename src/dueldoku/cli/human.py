"""People at the terminal: a game of yours against an agent, or of two of you, with hints, take-back and a review."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

from rich.console import Console

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.host import AgentFault, Host
from dueldoku.board.move import Move
from dueldoku.cli.picture import show_view
from dueldoku.cli.review import in_lines, review_with_progress
from dueldoku.cli.source import one_position
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Turn
from dueldoku.engine.analysis import analyse
from dueldoku.errors import DueldokuError, PlanError
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
    table = _Table(game, players, Console(highlight=False))
    with ExitStack() as closing:
        hosts = {
            player: closing.enter_context(Host(resolve(text), player, seed=seed))
            for player, text in enumerate(players, 1)
            if text != YOU
        }
        for player, host in hosts.items():
            _start(host, players[player - 1])
        print(_HELP)
        try:
            while not game.is_over():
                rival = hosts.get(game.turn)
                turn = game.push(rival.ask(game, limit.seconds).move) if rival else table.ask()
                print(say(len(game.history), turn))
        except (Stopped, EOFError):
            print("\nStopped.")
    table.show()
    unrated = {"unrated": ", ".join(table.helps)} if table.helps else {}
    return game.record(players, **unrated)


def show_review(record: GameRecord) -> None:
    """What sensei thinks of the game. Ctrl-C skips it."""
    print("\nSensei looks at the game again; Ctrl-C skips that.")
    try:
        print("\n".join(in_lines(record, review_with_progress(record, _REVIEW_SECONDS))))
    except KeyboardInterrupt:
        print("Skipped.")


def _start(host: Host, name: str) -> None:
    try:
        host.start()
    except AgentFault as fault:
        raise PlanError(f"{name}: {fault}") from None


class _Table:
    """The board before you, and what you say."""

    def __init__(self, game: Game, names: tuple[str, str], console: Console) -> None:
        self.game, self.names, self.console = game, names, console
        self.helps: list[str] = []  # what makes the game unrated

    def show(self) -> None:
        show_view(replace(self.game.view(), players=self.names), self.console)

    def ask(self) -> Turn:
        """Show the board and ask until there is a move that is no offence."""
        self.show()
        while True:
            answer = input(f"{self.names[self.game.turn - 1]}: ").strip().lower()
            if answer in ("q", "quit", "exit"):
                raise Stopped
            if answer in ("h", "hint"):
                self._hint()
            elif answer in ("b", "back"):
                self._take_back()
            elif answer in ("?", "help", ""):
                print(_HELP)
            elif turn := self._try(answer):
                return turn

    def _try(self, answer: str) -> Turn | None:
        """The turn, or a sentence why not."""
        try:
            move = _move(answer)
        except DueldokuError as error:
            print(f"{error}; {_HELP}")
            return None
        judgement = self.game.judge(move)
        if judgement.ruling.loses:
            print(f"That would lose the game at once: {judgement.why}.")
            return None
        return self.game.push(move)

    def _hint(self) -> None:
        self._use("hint")
        print("\n".join(analyse(self.game, _HINT_SECONDS).words[1:]))

    def _take_back(self) -> None:
        """Go back to your last turn."""
        you = self.game.turn
        if not any(turn.player == you for turn in self.game.history):
            print("There is nothing to take back yet.")
            return
        self._use("take-back")
        while self.game.pop().player != you:
            pass
        self.show()

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
