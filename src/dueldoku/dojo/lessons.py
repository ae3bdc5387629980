"""Ten lessons of a minute each. A lesson is a task or two on a small board; all that can happen is known beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dueldoku.board.move import Move
from dueldoku.dojo.puzzle import Puzzle
from dueldoku.dojo.telling import praise, refutation, starved
from dueldoku.duel.position import Position


@dataclass(frozen=True)
class Stage:
    """A position with a task. ``right`` moves do it; ``bombs`` are the legal moves that would be refused."""

    board: str  # a position, or the line of a puzzle
    task: str
    right: str = ""
    bombs: str = ""
    nudge: str = ""  # after a move that does not do it
    done: str = ""

    @cached_property
    def puzzle(self) -> Puzzle | None:
        """The puzzle, where it is one."""
        return None if self.right else Puzzle.parse(self.board)

    @property
    def position(self) -> Position:
        """Where it begins."""
        return self.puzzle.position if self.puzzle else Position.parse(self.board)

    def is_right(self, move: Move) -> bool:
        """Whether the move does it."""
        return move == self.puzzle.solution.move if self.puzzle else move in _moves(self.right)

    def is_bomb(self, move: Move) -> bool:
        """Whether the move, a legal one, would be refused."""
        if self.puzzle:
            found = self.puzzle.try_of(move)
            return found is not None and found.is_bomb
        return move in _moves(self.bombs)

    def answer(self, move: Move) -> str:
        """What is said to a move."""
        if self.puzzle:
            found = self.puzzle.try_of(move)
            return praise(self.puzzle) if self.is_right(move) or not found else refutation(self.puzzle, found)
        why = ""
        if self.is_bomb(move):
            told = starved(self.position.grid.geometry, self.position.grid.values, move)
            why = f"{move} is refused: {told.words}. " if told else f"{move} is refused. "
        return why + (self.done if self.is_right(move) else self.nudge)


@dataclass(frozen=True)
class Lesson:
    """One idea, and a game in which it can be tried."""

    title: str
    stages: tuple[Stage, ...]
    opponent: str = "sensei:level=beginner"
    board: str = "easy-2x2"  # to play on
    rules: str = ""


def _moves(text: str) -> tuple[Move, ...]:
    return tuple(map(Move.parse, text.split()))


LESSONS = (
    Lesson(
        "Complete a row",
        (
            Stage(
                "123.34...1.....1",
                "Row 1 lacks one digit. Click its empty cell, then the digit.",
                "r1c4=4 r4c2=3",
                "r2c3=2 r3c4=2 r3c4=4",
                "That completes nothing. Row 1 has three digits: write the fourth.",
                "Complete! The last cell of a row, a column or a block scores 1 point.",
            ),
        ),
    ),
    Lesson(
        "Two at once",
        (
            Stage(
                "321414322..3..21",
                "Take three points: one cell completes a column and a block at once.",
                "r3c3=4",
                "",
                "That scores too little. Look at the number in the corner of each empty cell.",
                "Two at once score 3 points, more than one after the other.",
            ),
            Stage(
                ".34.2..14213.124",
                "Once more: take three points.",
                "r4c1=3",
                "",
                "There is a cell that completes two units.",
                "That is the habit: two at once whenever you can.",
            ),
        ),
    ),
    Lesson(
        "Three at once",
        (
            Stage(
                ".42121..4.131.42",
                "Take seven points: a cell may complete its row, its column and its block.",
                "r1c1=3",
                "",
                "One cell completes all three of its units.",
                "Seven points with one digit. Games are decided by cells like this.",
            ),
        ),
    ),
    Lesson(
        "Leave nothing",
        (
            Stage(
                "1432..14...1.1.3",
                "No cell scores now. Make a move after which your opponent cannot score either.",
                "r3c1=2 r3c1=3 r3c1=4",
                "",
                "Now a row, a column or a block lacks one cell only, and your opponent takes the points.",
                "Nothing to take. Look at what a move leaves before you make it.",
            ),
        ),
    ),
    Lesson(
        "A move that is refused",
        (
            Stage(
                "4312213.32..142.",
                "4 fits at r3c4. But would every other cell still have a digit? Try it.",
                "r3c4=4",
                "r3c4=4",
                "That was a good move. Here try 4 at row 3, column 4.",
                "Such a move is a bomb. It is not written, it is taboo from now on, and the turn passes.",
            ),
            Stage(
                "12.33..2.1.443.1",
                "There are two bombs on this board: find one.",
                "r2c3=4 r3c3=2",
                "r2c3=4 r3c3=2",
                "That digit is right. A bomb is a digit that fits, but takes another cell its last one.",
                "You have passed without filling a cell.",
            ),
        ),
        board="random-2x3",
    ),
    Lesson(
        "Pass, and they must move",
        (
            Stage(
                "1030 pass,quiet,tempo 4.31..243.422413|scores=4-2 r2c2=1*+6^>r3c2=1 r3c2=1-2>r1c2=2"
                " r2c2=3-5>r2c1=1 r1c2=2-6>r3c2=1 r2c1=1-6>r3c2=1",
                "Whoever fills a cell here opens the points to the other one. Pass: find the bomb.",
            ),
        ),
        board="generate:size=2x2,empty=10",
    ),
    Lesson(
        "The last move",
        (
            Stage(
                "1030 pass,quiet,tempo 321..13.2.411423|scores=2-1 r2c4=4*+3^>r3c2=3 r3c2=3-1>r2c1=4 r2c4=2-6>r3c2=3"
                " r1c4=4-9>r3c2=3 r2c1=4-9>r3c2=3",
                "Four cells: you, they, you, they. The last one scores 7. Get the last move.",
            ),
            Stage(
                "847 tempo,take 4.31..24..422413|turn=2|scores=4-2 r1c2=2+8^>r2c1=1 r3c1=1-6>r2c2=3* r3c1=3-6>r2c2=1*"
                " r3c2=1-6>r2c1=3* r3c2=3-6>r2c1=1* r2c2=1-9>r3c1=3* r2c2=3-9>r3c1=1* r2c1=1-10>r3c2=3*"
                " r2c1=3-10>r3c2=1*",
                "Five cells: the last one is yours, unless they find a bomb. Leave them none.",
            ),
        ),
        board="generate:size=2x2,empty=10",
    ),
    Lesson(
        "Count cells and bombs",
        (
            Stage(
                "1166 pass,tempo 214343...21..4.2|scores=2-1 r4c1=3*+11^>r2c3=2 r2c4=1-3>r3c1=3 r2c3=2-6>r4c3=3"
                " r3c1=3-9>r4c1=1 r4c1=1-9>r3c1=3 r3c4=4-12>r4c3=3 r4c3=3-12>r3c4=4",
                "Six cells, an even number: as it stands, they move last. A bomb changes that. Which one?",
            ),
        ),
        opponent="sensei:level=casual",
        board="generate:size=2x2,empty=12",
    ),
    Lesson(
        "Territory",
        (
            Stage(
                "1... ..3. .4.. ...2 rules=rows",
                "Other rules: you start from the top row and may fill only cells there, or beside your own."
                " Your land is striped. Write a digit in row 1.",
                "r1c2=3 r1c3=2 r1c4=4",
                "r1c2=2 r1c3=4",
                "Refused: another digit there, or another cell of row 1.",
                "Your cell opens the cells around it, diagonals included.",
            ),
            Stage(
                "847 shut-out,tempo 13..42..34122143|rules=rows|scores=5-4|owners=-+..-+..+-++-++-|taboo=r2c3=1,r4c1=4"
                " r2c3=3+11^>r1c4=4 r1c4=4-3>r2c3=3 r1c3=2-6>r2c3=3 r2c4=1-6>r2c3=3",
                "Whoever has no cell to fill is skipped. Leave your opponent without one.",
            ),
        ),
        board="board-2x2",
        rules="rows",
    ),
    Lesson(
        "The only move",
        (
            Stage(
                "1166 pass,quiet,tempo 2x3:.524313.15621.524342315623.615.1.324|scores=2-6|taboo=r6c3=5,r2c4=4"
                " r6c1=6*+3^>r3c2=6 r2c2=4-9>r6c1=5 r3c2=6-11>r6c1=5 r6c3=6-13>r1c1=6 r1c1=6-14>r5c3=4 r5c3=4-14>r1c1=6"
                " r6c1=5-17>r3c2=6",
                "You are 4 points behind, and one move still wins. Points, bombs, the last move: all is in it.",
            ),
        ),
        opponent="sensei:level=casual",
        board="random-2x3",
    ),
)
