"""The JSON API: solving, generating, analysing, games, standings, and a seat at the board for a program elsewhere.

Every answer that is not 2xx has a ``detail`` that says what was expected and what came. 429 and 503 mean: later.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from dueldoku.agents.registry import AGENTS
from dueldoku.board.move import Move
from dueldoku.errors import ArchiveError, Busy, DueldokuError, Overdue, PlanError, RulesError, TurnError, UnknownName
from dueldoku.formats.record import GameRecord
from dueldoku.game.rules import RULE_SETS
from dueldoku.render import svg
from dueldoku.solve.registry import METHODS
from dueldoku.web import jobs, opponents, tables
from dueldoku.web.duel import Duel
from dueldoku.web.house import house
from dueldoku.web.lobby import LONGEST, SHORTEST, Wish
from dueldoku.web.told import retell

router = APIRouter(prefix="/api")
Text = Annotated[str, Field(min_length=1, max_length=20_000)]
Size = Annotated[str, Field(pattern=r"^[1-9][0-9]?x[1-9][0-9]?$", description="rows x columns of a block")]
Token = Annotated[str, Field(min_length=1, max_length=100, description="what the game gave out for this seat")]
Key = Annotated[str, Path(pattern=r"^[0-9a-f]{10}$")]
Word = Annotated[str, Query(max_length=200)]
_PROGRAM = "a program"  # who owns a seat that a token plays


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


_LATER: dict[int | str, dict[str, Any]] = {
    429: {"model": Problem, "description": "You have asked too much at once."},
    503: {"model": Problem, "description": "The page is busy."},
    504: {"model": Problem, "description": "There was no answer in time."},
    422: {"model": Problem, "description": "The request is not what was expected; detail says why."},
    400: {"model": Problem, "description": "The request is no JSON."},
    403: {"description": "The request comes from a page elsewhere."},
    413: {"description": "The request is too large."},
}
_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": Problem, "description": "There is no such thing."}, **_LATER}
_PLAYED: dict[int | str, dict[str, Any]] = {
    **_FOUND,
    401: {"model": Problem, "description": "The token is for no seat of this game."},
    409: {"model": Problem, "description": "It is not your turn, or the game has moved on."},
}


def _caller(request: Request) -> str:
    return str(request.scope.get("caller", "somebody"))


# -- puzzles ---------------------------------------------------------------------------------------------------------


@router.post("/solve", tags=["puzzles"], responses=_LATER)
async def solve(ask: SolveAsk, request: Request) -> SolveAnswer:
    """Solve a puzzle."""
    told = await house().desk.slow(
        _caller(request), ask.seconds, jobs.solve, ask.puzzle, ask.method, ask.seconds, ask.solutions
    )
    return SolveAnswer(**told)


@router.post("/count", tags=["puzzles"], responses=_LATER)
async def count(ask: CountAsk, request: Request) -> CountAnswer:
    """Count the solutions of a puzzle."""
    told = await house().desk.slow(_caller(request), ask.seconds, jobs.count, ask.puzzle, ask.seconds, ask.limit)
    return CountAnswer(**told)


@router.post("/steps", tags=["puzzles"], responses=_LATER)
async def steps(ask: StepsAsk, request: Request) -> StepsAnswer:
    """Solve a puzzle as people do, and grade it."""
    return StepsAnswer(**await house().desk.slow(_caller(request), 8.0, jobs.steps, ask.puzzle, 8.0))


@router.post("/generate", tags=["puzzles"], responses=_LATER)
async def generate(ask: GenerateAsk, request: Request) -> GenerateAnswer:
    """Make a puzzle with exactly one solution, or a board for the game."""
    seed, desk, caller = jobs.new_seed() if ask.seed is None else ask.seed, house().desk, _caller(request)
    if ask.empty is None:
        wish = ask.size, ask.difficulty, ask.clues, ask.symmetry, seed
        return GenerateAnswer(board=await desk.slow(caller, 20.0, jobs.generate, *wish), seed=seed)
    made = await desk.slow(caller, 20.0, jobs.make_board, ask.size, ask.empty, ask.solutions, seed)
    return GenerateAnswer(board=made, seed=seed)


@router.get("/methods", tags=["puzzles"])
async def methods() -> dict[str, dict[str, Any]]:
    """The methods of solving, with their options; the first value of each is its default."""
    return {name: {"about": method.about, "options": method.options} for name, method in METHODS.items()}


# -- the game --------------------------------------------------------------------------------------------------------


@router.post("/analyse", tags=["the game"], responses=_LATER)
async def analyse(ask: AnalyseAsk, request: Request) -> AnalyseAnswer:
    """What a position is worth, the best moves, the bombs."""
    position = await house().desk.quick(jobs.read_position, ask.position)
    return AnalyseAnswer(**await house().analyst.analyse(_caller(request), position, ask.seconds))


@router.get("/agents", tags=["the game"])
async def agents() -> dict[str, str]:
    """The bundled agents, and what they do."""
    return {name: entry.about for name, entry in AGENTS.items()}


@router.get("/boards", tags=["the game"])
async def boards() -> dict[str, str]:
    """The bundled boards."""
    return opponents.boards()


@router.get("/rules", tags=["the game"])
async def rule_sets() -> list[str]:
    """The rule sets."""
    return list(RULE_SETS)


@router.post("/games", tags=["play"], status_code=201, responses=_FOUND)
async def begin(ask: GameAsk, request: Request) -> NewGame:
    """Begin a game. The answer has your token; whoever has the token of a seat plays it."""
    wish = Wish(ask.opponent, ask.board, ask.rules, ask.seat, ask.seconds, ask.name)
    duel = await house().lobby.begin(wish, _caller(request))
    tokens = {str(player): seat.token for player, seat in enumerate(duel.seats, 1) if seat.agent is None}
    return NewGame(**_as_data(duel), tokens=tokens)


@router.get("/games/{key}", tags=["play"], responses=_FOUND)
async def look(
    key: Key,
    after: Annotated[int, Query(ge=-1, le=100_000, description="wait until more turns than these were taken")] = -1,
    wait: Annotated[float, Query(ge=0, le=30, description="at most so many seconds")] = 0,
) -> GameAnswer:
    """A game as it stands, or as soon as it has gone on."""
    duel = house().lobby.get(key)
    duel.wake()
    if wait and duel.version <= after and not duel.is_over:
        changed = asyncio.Event()
        duel.watchers.add(changed.set)
        try:
            async with asyncio.timeout(wait):
                while duel.version <= after and not duel.is_over:
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            pass
        finally:
            duel.watchers.discard(changed.set)
    return GameAnswer(**_as_data(duel))


@router.post("/games/{key}/moves", tags=["play"], responses=_PLAYED)
async def move(key: Key, ask: MoveAsk) -> TurnAnswer:
    """Take your turn."""
    duel = house().lobby.get(key)
    player = _seat(duel, ask.token)
    turn = await duel.move(player, Move.parse(ask.move), ask.version)
    return TurnAnswer(player=turn.player, move=str(turn.move), ruling=turn.ruling, points=turn.points)  # type: ignore[arg-type]


@router.post("/games/{key}/resign", tags=["play"], responses=_PLAYED)
async def resign(key: Key, ask: ResignAsk) -> GameAnswer:
    """Give up, when it is your turn."""
    duel = house().lobby.get(key)
    await duel.resign(_seat(duel, ask.token))
    return GameAnswer(**_as_data(duel))


class _NoSeat(DueldokuError):
    """The token is for no seat of this game."""


def _seat(duel: Duel, token: str) -> int:
    player = duel.player_with(token)
    if player is None:
        raise _NoSeat("expected a token of this game: its seat is not yours")
    duel.seats[player - 1].owner = duel.seats[player - 1].owner or _PROGRAM
    return player


def _as_data(duel: Duel) -> dict[str, Any]:
    outcome = duel.game.outcome()
    return {
        "key": duel.key,
        "players": list(duel.names),
        "turn": 0 if outcome else duel.game.turn,
        "version": duel.version,
        "scores": list(duel.game.scores),
        "position": str(replace(duel.game.position(), past=())),
        "over": outcome is not None,
        "winner": outcome.winner if outcome else 0,
        "reason": (duel.fault or str(outcome.reason)) if outcome else "",
        "turns": [str(turn) for turn in duel.record().turns],
        "number": max(0, duel.number),
    }


# -- the archive -----------------------------------------------------------------------------------------------------


@router.get("/archive", tags=["archive"], responses=_LATER)
async def archive(
    request: Request,
    tournament: Word = "",
    agent: Word = "",
    board: Word = "",
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, Any]:
    """Stored games without their turns, newest first."""
    chosen = tables.Filter(tournament=tournament, agent=agent, board=board, with_unrated=True)
    return await house().desk.slow(
        _caller(request), 10.0, tables.list_games, str(house().archive), chosen, offset, most
    )


_FORMS: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {"schema": {"type": "string"}} for kind in ("text/plain", "image/svg+xml")}}
}


@router.get("/archive/{number}", tags=["archive"], responses=_FOUND | _FORMS)
async def stored(
    request: Request,
    number: Annotated[int, Path(ge=1, le=1 << 60)],
    form: Annotated[
        Literal["json", "text", "svg"], Query(description="a record, text for people, or a picture")
    ] = "json",
    turn: Annotated[int | None, Query(ge=0, le=100_000, description="for svg: after so many turns")] = None,
) -> Response:
    """A stored game: as a record with all turns, as text, or a position of it as a picture."""
    text = await house().desk.slow(_caller(request), 5.0, tables.load_record, str(house().archive), number)
    record = GameRecord.from_json(text)
    if form == "text":
        return PlainTextResponse(record.to_text())
    if form == "svg":
        view = replace(retell(record, turn).view(), players=record.players)
        return Response(svg.draw(view), media_type="image/svg+xml")
    return Response(text + "\n", media_type="application/json")


@router.get("/standings", tags=["archive"], responses=_LATER)
async def standings(
    request: Request, tournament: Word = "", board: Word = "", limit: Word = "", rules: Word = ""
) -> dict[str, Any]:
    """The agents by strength with 95 % intervals, and each against each."""
    chosen = tables.Filter(tournament, board, limit, rules)
    return await house().desk.slow(_caller(request), 20.0, tables.standings, str(house().archive), chosen)


@router.get("/live", tags=["archive"])
async def live() -> dict[str, Any]:
    """Matches and tournaments that are being played, and their games."""
    runs, games = await asyncio.to_thread(house().runs.live)
    return {
        "runs": [run._asdict() for run in runs],
        "games": [game._asdict() | {"record": game.record.to_json()} for game in games],
    }


# -- errors ----------------------------------------------------------------------------------------------------------

_STATUS: tuple[tuple[type[DueldokuError], int], ...] = (
    (Busy, 429),
    (Overdue, 504),
    (ArchiveError, 503),
    (_NoSeat, 401),
    (TurnError, 409),
    (RulesError, 422),
    (UnknownName, 404),
    (PlanError, 404),  # the archive has no such game
)


async def _no_such(scope: Scope, receive: Receive, send: Send) -> None:
    """What comes of a path or verb that is not there: else the pages behind us would answer."""
    outside = {**scope, "root_path": ""}
    partly = [route for route in router.routes if route.matches(outside)[0] is Match.PARTIAL]
    verbs = sorted({verb for route in partly for verb in getattr(route, "methods", ())})
    if verbs:
        told = f"expected {' or '.join(verbs)}, got {scope['method']}"
        answer = JSONResponse({"detail": told}, 405, {"Allow": ", ".join(verbs)})
    else:
        answer = JSONResponse({"detail": f"there is no {scope['path']}"[:200]}, 404)
    await answer(scope, receive, send)


def add_to(app: FastAPI) -> None:
    """Add the API to an application, with its errors as answers."""
    app.include_router(router)
    app.mount("/api", _no_such)

    async def explain(_: Request, error: Exception) -> JSONResponse:
        status = next((code for kind, code in _STATUS if isinstance(error, kind)), 422)
        return JSONResponse({"detail": str(error)[:1000]}, status)

    async def explain_shape(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        faults = (f"{'.'.join(map(str, fault['loc'][1:])) or 'body'}: {fault['msg']}" for fault in error.errors())
        return JSONResponse({"detail": "; ".join(faults)[:1000]}, 422)

    app.add_exception_handler(DueldokuError, explain)
    app.add_exception_handler(RequestValidationError, explain_shape)
