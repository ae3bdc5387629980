"""A puzzle: a position in which just one move wins, and what becomes of every other one.

All of it is data, so that a page can take a try, refute it and go on without a search. As text, a puzzle is a line:

>>> line = "760 pass 123.341221.3.3.1 r4c3=4*+2^>r1c4=4 r1c4=4-6>r4c1=4 r4c1=4-2>r1c4=4"
>>> puzzle = Puzzle.parse(line)
>>> str(puzzle.solution.move), puzzle.solution.is_bomb, puzzle.tries[1].margin, str(puzzle.tries[1].reply)
('r4c3=4', True, -6, 'r4c1=4')
>>> str(puzzle) == line
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.turn import Ruling, Turn
from dueldoku.errors import FormatError
from dueldoku.game.game import Game

_TRY = re.compile(r"(r\d+c\d+=\d+)(\*?)([+-]\d+)(\^?)(?:>(r\d+c\d+=\d+)(\*?))?")

THEMES = {
    "pass": "pass with a bomb",
    "quiet": "leave the points that lie there",
    "digit": "the right cell, and the right digit",
    "tempo": "keep the last move",
    "shut out": "leave the other one without a cell",
    "take": "take the points",
}


@dataclass(frozen=True)
class Try:
    """A move, and what both make of it: by how much its player is ahead in the end (behind: negative)."""

    move: Move
    is_bomb: bool
    margin: int
    is_last: bool  # whether its player makes the last move of the game then
    reply: Move | None = None  # the best answer; None if the game is over
    reply_is_bomb: bool = False

    def __str__(self) -> str:
        reply = f">{self.reply}{'*' * self.reply_is_bomb}" if self.reply else ""
        return f"{self.move}{'*' * self.is_bomb}{self.margin:+}{'^' * self.is_last}{reply}"

    @classmethod
    def parse(cls, text: str) -> Try:
        """Inverse of ``str``. Raises FormatError."""
        found = _TRY.fullmatch(text)
        if found is None:
            raise FormatError(f"expected a try such as r4c3=4*+2^>r1c4=4, got {text!r}")
        move, bomb, margin, last, reply, reply_bomb = found.groups()
        answer = Move.parse(reply) if reply else None
        return cls(Move.parse(move), bool(bomb), int(margin), bool(last), answer, bool(reply_bomb))


@dataclass(frozen=True)
class Puzzle:
    """A position, and every legal move in it; the first is the only one that wins."""

    position: Position
    tries: tuple[Try, ...]
    rating: int  # how hard it is, on the scale of the solvers' ratings
    themes: tuple[str, ...]

    @property
    def solution(self) -> Try:
        """The only move that wins."""
        return self.tries[0]

    @property
    def family(self) -> str:
        """Its size and kind of rules: puzzles of a family are practised together."""
        kind = "classic" if self.position.rules == "classic" else "territories"
        return f"{kind} {self.position.grid.geometry}"

    def try_of(self, move: Move) -> Try | None:
        """What becomes of this move; None if it is an offence."""
        return next((one for one in self.tries if one.move == move), None)

    def __str__(self) -> str:
        themes = ",".join(self.themes).replace(" ", "-")
        board, *fields = str(self.position).split(" ")
        return " ".join([str(self.rating), themes, "|".join([board, *fields]), *map(str, self.tries)])

    @classmethod
    def parse(cls, line: str) -> Puzzle:
        """Inverse of ``str``. Raises FormatError."""
        rating, themes, position, *tries = line.split(" ")
        named = tuple(themes.replace("-", " ").split(","))
        return cls(Position.parse(position.replace("|", " ")), tuple(map(Try.parse, tries)), int(rating), named)


def take(game: Game, move: Move, is_bomb: bool) -> Turn:
    """Make a move that was judged when the puzzle was made: nothing is searched for."""
    if is_bomb:
        return game.follow(Turn(game.turn, move, Ruling.REFUSED))
    return game.follow(Turn(game.turn, move, Ruling.PLACED, game.points(game.geometry.cell_of(move))))
