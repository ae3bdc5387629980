"""What goes into the JSON API and what comes out of it; its description is made from these."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from dueldoku.web.lobby import LONGEST, SHORTEST

Text = Annotated[str, Field(min_length=1, max_length=20_000)]
Size = Annotated[str, Field(pattern=r"^[1-9][0-9]?x[1-9][0-9]?$", description="rows x columns of a block")]
Token = Annotated[str, Field(min_length=1, max_length=100, description="what the game gave out for this seat")]


class Ask(BaseModel):
    """What every request has in common: nothing unknown in it."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """Why a request was not answered."""

    detail: str


class SolveAsk(Ask):
    """A puzzle in any format, and how to solve it."""

    puzzle: Text
    method: str = Field("", max_length=200, description="by default the fastest; GET /api/methods lists them")
    solutions: int = Field(2, ge=1, le=1000, description="how many to look for; two tell whether there is only one")
    seconds: float = Field(5.0, ge=0.01, le=10)


class SolveAnswer(BaseModel):
    """What is known about a puzzle's solutions. ``nodes`` and the like are the work it took."""

    verdict: Literal["none", "unique", "multiple", "unknown"]
    solutions: list[str]
    method: str
    nodes: int
    guesses: int
    propagations: int
    seconds: float


class CountAsk(Ask):
    """A puzzle whose solutions are counted."""

    puzzle: Text
    limit: int = Field(1_000_000, ge=1, le=10_000_000)
    seconds: float = Field(5.0, ge=0.01, le=10)


class CountAnswer(BaseModel):
    """How many solutions were found, and whether these are all."""

    count: int
    complete: bool
    seconds: float


class StepsAsk(Ask):
    """A puzzle to be solved as people do."""

    puzzle: Text


class Step(BaseModel):
    """One step: a digit to write (cell, digit) or candidates to strike out, and why. Cells are row by row, from 0."""

    technique: str
    grade: str
    reason: str
    cells: list[int]
    placement: list[int] | None
    eliminations: list[list[int]]


class StepsAnswer(BaseModel):
    """All steps until the puzzle is solved or no technique applies; the grade is that of the hardest."""

    grade: str
    solved: bool
    steps: list[Step]


class GenerateAsk(Ask):
    """A puzzle with one solution, or, with ``empty``, a board for the game."""

    size: Size = "3x3"
    difficulty: Literal["", "easy", "medium", "hard", "expert"] = ""
    symmetry: Literal["none", "rotational", "quarter", "diagonal", "antidiagonal", "horizontal", "vertical"] = "none"
    clues: int | None = Field(None, ge=0, le=625)
    empty: int | None = Field(None, ge=0, le=625, description="a board for the game with so many empty cells instead")
    solutions: int | None = Field(None, ge=1, le=1000, description="with empty: exactly so many solutions")
    seed: int | None = Field(None, ge=0, le=1 << 60)


class GenerateAnswer(BaseModel):
    """The board as a line; the same seed makes it again."""

    board: str
    seed: int


class AnalyseAsk(Ask):
    """A position of the game, as a line or in any other format."""

    position: Text
    seconds: float = Field(1.0, ge=0.05, le=5)


class MoveValue(BaseModel):
    """A move and what it gains for the player to move."""

    move: str
    value: float
    points: int
    bomb: bool
    tempo: str
    exact: bool


class AnalyseAnswer(BaseModel):
    """What the player to move will gain on the other from here on, the best moves first, and all bombs."""

    player: int
    scores: list[int]
    value: float
    lead: float = Field(description="by how much player 1 is expected to be ahead at the end")
    kind: str
    tempo: str
    depth: int
    line: list[str]
    moves: list[MoveValue]
    bombs: list[str]
    empty: int
    words: list[str]


class GameAsk(Ask):
    """A game to begin. Without an opponent, somebody else or another program takes the second token."""

    opponent: str = Field("", max_length=200, description="a bundled agent, perhaps with options; empty: nobody yet")
    board: Text = Field("random-2x3", description="a bundled board, generate:SIZE:DIFFICULTY, or a board in any format")
    rules: Literal["", "classic", "rows", "border", "random"] = ""
    seat: Literal[1, 2] = 1
    seconds: float = Field(1.0, ge=SHORTEST, le=LONGEST, description="for each turn of an agent")
    name: str = Field("", max_length=24)


class GameAnswer(BaseModel):
    """A game as it stands. ``version`` is the number of turns taken: a move has to name it."""

    key: str
    players: list[str]
    turn: int
    version: int
    scores: list[int]
    position: str
    over: bool
    winner: int
    reason: str
    turns: list[str]
    number: int


class NewGame(GameAnswer):
    """The same, with a token for each seat that no agent has. Keep yours secret."""

    tokens: dict[str, str]


class MoveAsk(Ask):
    """A move such as r3c5=7. An offence is refused with 422 and does not lose the game; a bomb passes the turn."""

    token: Token
    move: str = Field(max_length=40)
    version: int = Field(ge=0, le=100_000)


class TurnAnswer(BaseModel):
    """What came of a move: placed with its points, or refused."""

    player: int
    move: str
    ruling: Literal["placed", "refused"]
    points: int


class ResignAsk(Ask):
    """Whoever has the token gives up."""

    token: Token
