"""You at the terminal: a seat that asks for moves, with hints and take-back."""

from __future__ import annotations

from time import monotonic

from dueldoku.agents.base import Limit
from dueldoku.arena.seat import Answer, Seat
from dueldoku.board.move import Move
from dueldoku.cli.picture import show_view
from dueldoku.engine.analysis import analyse, describe
from dueldoku.errors import DueldokuError
from dueldoku.game.game import Game

HELP = "r3c5=7 or 3 5 7 to fill a cell; h for a hint, b to take back, ? for this, q to stop"
_HINT_SECONDS = 1.0


class Stopped(Exception):
    """The player has had enough."""


class PersonSeat(Seat):
    """You before the board: you see it, and say what you want to do."""

    def __init__(self, names: tuple[str, str]) -> None:
        self.names = names
        self.helps: list[str] = []  # what makes the game unrated

    def ask(self, game: Game, limit: Limit) -> Answer:
        """Show the board and ask until there is a move that is no offence. Your time is not limited."""
        show_view(game.view(self.names))
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
                print(HELP)
            elif answer := self._try(said, game, monotonic() - begin):
                return answer

    def _try(self, said: str, game: Game, seconds: float) -> Answer | None:
        """The move, or a sentence why not."""
        try:
            move = _move(said)
        except DueldokuError as error:
            print(f"{error}; {HELP}")
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
    if len(words) == 3 and all(word.isdecimal() and len(word) < 10 for word in words):
        row, col, digit = map(int, words)
        return Move(row - 1, col - 1, digit)
    return Move.parse(answer)
