"""What goes into the JSON API and what comes out of it; its description is made from these.

A value that has ``to_json`` is answered as just that; ``model_of`` describes it from its dataclass, so that there is no
second list of its keys.
"""

from __future__ import annotations

from functools import cache, reduce
from inspect import getdoc
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from dueldoku.plain import Plain, is_text, keys_of
from dueldoku.web.lobby import LONGEST, SHORTEST

Text = Annotated[str, Field(min_length=1, max_length=20_000)]
BlockSize = Annotated[str, Field(pattern=r"^[1-9][0-9]?x[1-9][0-9]?$", description="rows x columns of a block")]
Token = Annotated[str, Field(min_length=1, max_length=100, description="what the game gave out for this seat")]


def answer(value: Plain) -> JSONResponse:
    """The value as its own JSON."""
    return JSONResponse(value.to_json())


@cache
def model_of(kind: type) -> type[BaseModel]:
    """The description of what ``to_json`` of this dataclass, or of this named tuple in one, gives."""
    hints = get_type_hints(kind)
    if issubclass(kind, Plain):
        hints |= {name: get_type_hints(getattr(kind, name).fget)["return"] for name in kind.ALSO}
        hints = {key: hints[name] for key, name in keys_of(kind).items()}
    fields: dict[str, Any] = {key: (_described(hint), ...) for key, hint in hints.items()}
    return create_model(kind.__name__, __doc__=getdoc(kind), **fields)


def _described(hint: Any) -> Any:
    """The type of a field as JSON has it, in the same way as ``plain`` makes it."""
    if args := get_args(hint):
        inner = [_described(one) for one in args if one is not Ellipsis]
        if get_origin(hint) is UnionType:
            return reduce(or_, inner)
        return dict[inner[0], inner[1]] if get_origin(hint) is dict else list[inner[0]]  # type: ignore[valid-type]
    if is_text(hint):
        return str
    return model_of(hint) if hasattr(hint, "_asdict") or (isinstance(hint, type) and issubclass(hint, Plain)) else hint


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


class StepsAsk(Ask):
    """A puzzle to be solved as people do."""

    puzzle: Text


class StepAnswer(BaseModel):
    """One step: a digit to write (cell, digit) or candidates to strike out, and why. Cells are row by row, from 0."""

    technique: str
    grade: Annotated[str, BeforeValidator(str)]
    reason: str
    cells: list[int]
    placement: list[int] | None
    eliminations: list[list[int]]


class StepsAnswer(BaseModel):
    """All steps until the puzzle is solved or no technique applies; the grade is that of the hardest."""

    grade: str
    solved: bool
    steps: list[StepAnswer]


class GenerateAsk(Ask):
    """A puzzle with one solution, or, with ``empty``, a board for the game."""

    size: BlockSize = "3x3"
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


class BombsAnswer(BaseModel):
    """The living bombs; on a large open board those that were found in time."""

    bombs: list[str]


class ReviewAsk(Ask):
    """A game to look at again: its record as a line of JSON or as text, and the time for all of it."""

    game: Annotated[str, Field(min_length=1, max_length=200_000)]
    seconds: float = Field(5.0, ge=0.1, le=15)


class GameAsk(Ask):
    """A game to begin. Without an opponent, somebody else or another program takes the second token."""

    opponent: str = Field(
        "", max_length=200, description="a bundled agent with its options; own:NAME; empty: nobody yet"
    )
    board: Text = Field(
        "random-2x3",
        description="a bundled board, a recipe such as generate:size=3x3,difficulty=easy, or a board in any format",
    )
    rules: str = Field("", max_length=40, description="by default those of the board; GET /api/rules lists them")
    seat: Literal[1, 2] = 1
    seconds: float = Field(1.0, ge=SHORTEST, le=LONGEST, description="for each turn of an agent")
    name: str = Field("", max_length=24)
    clock: str = Field("", max_length=7, description="without an opponent: minutes+seconds a turn, such as 5+3")


class GameAnswer(BaseModel):
    """A game as it stands. ``version`` is the number of turns taken: a move has to name it.

    ``left`` are the seconds that each player has, in a game with a clock.
    """

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
    left: list[float]


class NewGame(GameAnswer):
    """The same, with a token for each seat that is yours or nobody's. Keep yours secret."""

    tokens: dict[str, str]


class NewVisitor(BaseModel):
    """Who you are from now on: the name and the value of the cookie to send. Keep it secret, and keep it."""

    cookie: str
    visitor: str


class MoveAsk(Ask):
    """A move such as r3c5=7. An offence is refused with 422 and does not lose the game; a bomb passes the turn."""

    token: Token
    move: str = Field(max_length=40)
    version: int = Field(ge=0, le=100_000)


class ResignAsk(Ask):
    """Whoever has the token gives up."""

    token: Token
