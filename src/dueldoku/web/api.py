"""The JSON API: solving, generating, analysing, games, standings, and a seat at the board for a program elsewhere.

Every answer that is not 2xx has a ``detail`` that says what was expected and what came. 429 and 503 mean: later.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from dueldoku.agents.registry import AGENTS
from dueldoku.arena.feed import LiveGame, LiveRun
from dueldoku.arena.standings import Standings
from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.duel.rules import RULE_SETS
from dueldoku.duel.turn import Turn
from dueldoku.engine.analysis import Analysis
from dueldoku.engine.review import Review
from dueldoku.errors import ArchiveError, Busy, DueldokuError, Overdue, PlanError, RulesError, TurnError, UnknownName
from dueldoku.game.game import follow
from dueldoku.plain import Plain, plain
from dueldoku.puzzles.recipe import Recipe
from dueldoku.render import svg
from dueldoku.solvers.human import Grade
from dueldoku.solvers.registry import METHODS
from dueldoku.web import choices, jobs, schemas, tables
from dueldoku.web.board import line_of
from dueldoku.web.duel import Duel
from dueldoku.web.guard import COOKIE
from dueldoku.web.lobby import GameWish
from dueldoku.web.schemas import answer, model_of
from dueldoku.web.services import services

router = APIRouter(prefix="/api")
Key = Annotated[str, Path(pattern=r"^[0-9a-f]{10}$")]
Word = Annotated[str, Query(max_length=200)]


Responses = dict[int | str, dict[str, Any]]
_LATER: Responses = {
    429: {"model": schemas.Problem, "description": "You have asked too much at once."},
    503: {"model": schemas.Problem, "description": "The archive cannot be read or written just now."},
    422: {
        "model": schemas.Problem,
        "description": "The request is not what was expected, or it cannot be done in the time that it gets; "
        "detail says which.",
    },
    400: {"model": schemas.Problem, "description": "The request is no JSON."},
    403: {"description": "The request comes from a page elsewhere."},
    413: {"description": "The request is too large."},
}
_FOUND: Responses = _LATER | {404: {"model": schemas.Problem, "description": "There is no such thing."}}
_PLAYED: Responses = _FOUND | {
    401: {"model": schemas.Problem, "description": "The token is for no seat of this game."},
    409: {"model": schemas.Problem, "description": "It is not your turn, or the game has moved on."},
}


def _caller(request: Request) -> str:
    return str(request.scope.get("caller", "somebody"))


Caller = Annotated[str, Depends(_caller)]


@router.post("/visitors", tags=["play"], status_code=201, responses=_LATER)
async def new_visitor(request: Request) -> schemas.NewVisitor:
    """Become a visitor, for a program that wants to find its games again. Send the answer as the cookie it names."""
    cookie = request.scope["new_visitor"]()
    if not cookie:
        raise Busy("too many new visitors come from your address: try again in a minute")
    return schemas.NewVisitor(cookie=COOKIE, visitor=cookie)


@dataclass(frozen=True)
class Live(Plain):
    """What is being played now: matches and tournaments, and their games."""

    runs: list[LiveRun]
    games: list[LiveGame]


# -- puzzles ---------------------------------------------------------------------------------------------------------


@router.post("/solve", tags=["puzzles"], responses=_LATER)
async def solve(ask: schemas.SolveAsk, caller: Caller) -> schemas.SolveAnswer:
    """Solve a puzzle."""
    workers = services().workers
    told = await workers.slow(caller, ask.seconds, jobs.solve, ask.puzzle, ask.method, ask.seconds, ask.solutions)
    return schemas.SolveAnswer.model_validate(told.to_json())


@router.post("/count", tags=["puzzles"], responses=_LATER, response_model=model_of(jobs.Counted))
async def count(ask: schemas.CountAsk, caller: Caller) -> JSONResponse:
    """Count the solutions of a puzzle."""
    told = await services().workers.slow(caller, ask.seconds, jobs.count, ask.puzzle, ask.seconds, ask.limit)
    return answer(told)


@router.post("/steps", tags=["puzzles"], responses=_LATER)
async def steps(ask: schemas.StepsAsk, caller: Caller) -> schemas.StepsAnswer:
    """Solve a puzzle as people do, and grade it."""
    told = await services().workers.slow(caller, 8.0, jobs.steps, ask.puzzle, 8.0)
    return schemas.StepsAnswer.model_validate(told, from_attributes=True)


@router.post("/generate", tags=["puzzles"], responses=_LATER)
async def generate(ask: schemas.GenerateAsk, caller: Caller) -> schemas.GenerateAnswer:
    """Make a puzzle with exactly one solution, or a board for the game."""
    size, seed = Geometry.parse(ask.size), jobs.new_seed() if ask.seed is None else ask.seed
    if ask.empty is None:
        grade = Grade.parse(ask.difficulty) if ask.difficulty else None
        recipe = Recipe(size, grade, ask.clues, symmetry=ask.symmetry, seed=seed)
    else:
        recipe = Recipe(size, empty=ask.empty, solutions=ask.solutions, seed=seed)
    made = await services().workers.slow(caller, 20.0, jobs.make_board, recipe)
    return schemas.GenerateAnswer(board=made, seed=seed)


@router.get("/methods", tags=["puzzles"])
async def methods() -> dict[str, dict[str, Any]]:
    """The methods of solving, with their options; the first value of each is its default."""
    return {name: {"about": method.about, "options": method.options} for name, method in METHODS.items()}


# -- the game --------------------------------------------------------------------------------------------------------


@router.post("/analyse", tags=["the game"], responses=_LATER, response_model=model_of(Analysis))
async def analyse(ask: schemas.AnalyseAsk, caller: Caller) -> JSONResponse:
    """What a position is worth, and what each move does."""
    position = await services().workers.quick(jobs.read_position, ask.position)
    return answer(await services().analyse(caller, position, ask.seconds))


@router.post("/bombs", tags=["the game"], responses=_LATER)
async def bombs(ask: schemas.AnalyseAsk, caller: Caller) -> schemas.BombsAnswer:
    """All bombs of a position, as far as there is time to look for them."""
    workers = services().workers
    position = await workers.quick(jobs.read_position, ask.position)
    found = await workers.slow(caller, ask.seconds, jobs.bombs, position, ask.seconds)
    return schemas.BombsAnswer(bombs=[str(move) for move in found])


@router.post("/review", tags=["the game"], responses=_LATER, response_model=model_of(Review))
async def review(ask: schemas.ReviewAsk, caller: Caller) -> JSONResponse:
    """What each turn of a game gave away, and where the game turned."""
    workers = services().workers
    seconds = workers.share(ask.seconds)
    return answer(await workers.slow(caller, 3 * seconds + 30, jobs.review, ask.game, seconds))


@router.get("/agents", tags=["the game"])
async def agents() -> dict[str, str]:
    """The bundled agents, and what they do."""
    return dict(AGENTS)


@router.get("/boards", tags=["the game"])
async def boards() -> dict[str, str]:
    """The bundled boards."""
    return choices.boards()


@router.get("/rules", tags=["the game"])
async def rule_sets() -> list[str]:
    """The rule sets."""
    return list(RULE_SETS)


@router.post("/games", tags=["play"], status_code=201, responses=_FOUND)
async def begin(ask: schemas.GameAsk, caller: Caller, request: Request) -> schemas.NewGame:
    """Begin a game. The answer has your token; whoever has the token of a seat plays it."""
    duel = await services().lobby.begin(GameWish(**dict(ask)), caller, request.scope["place"])
    return _with_tokens(duel, caller)


@router.get("/games", tags=["play"], responses=_LATER)
async def own_games(
    caller: Caller, request: Request, most: Annotated[int, Query(ge=1, le=100)] = 50
) -> list[schemas.NewGame]:
    """Your games, those under way first, to go on with or to end: a visitor's with their tokens.

    A program without a visitor's cookie finds those that were begun from its address, with tokens only if that is the
    machine of the page itself.
    """
    own = await services().lobby.of(caller, most)
    known = bool(request.scope["visitor"] or request.scope["is_local"])
    return [_with_tokens(duel, caller, known=known) for duel in own]


@router.get("/games/{key}", tags=["play"], responses=_FOUND)
async def look(
    key: Key,
    caller: Caller,
    after: Annotated[int, Query(ge=-1, le=100_000, description="wait until more turns than these were taken")] = -1,
    wait: Annotated[float, Query(ge=0, le=30, description="at most so many seconds")] = 0,
) -> schemas.GameAnswer:
    """A game as it stands, or as soon as it has gone on."""
    duel = services().lobby.get(key)
    changed = asyncio.Event()
    duel.watchers.add(changed.set)
    try:
        with services().lobby.presence.at(caller, key):
            async with asyncio.timeout(wait):
                while duel.version <= after and not duel.is_over:
                    await changed.wait()
                    changed.clear()
    except TimeoutError:
        pass
    finally:
        duel.watchers.discard(changed.set)
    return _as_it_stands(duel)


@router.post("/games/{key}/moves", tags=["play"], responses=_PLAYED, response_model=model_of(Turn))
async def move(key: Key, ask: schemas.MoveAsk, caller: Caller) -> JSONResponse:
    """Take your turn. The answer tells what came of it: placed with its points, or refused. It is kept by then."""
    duel = services().lobby.get(key)
    turn = await duel.move(_seat(duel, ask.token), Move.parse(ask.move), ask.version, by=caller)
    return JSONResponse(plain(turn._asdict()))


@router.post("/games/{key}/resign", tags=["play"], responses=_PLAYED)
async def resign(key: Key, ask: schemas.ResignAsk) -> schemas.GameAnswer:
    """Give up, when it is your turn."""
    duel = services().lobby.get(key)
    await duel.resign(_seat(duel, ask.token))
    return _as_it_stands(duel)


@router.post("/games/{key}/end", tags=["play"], responses=_PLAYED)
async def end(key: Key, ask: schemas.ResignAsk) -> schemas.GameAnswer:
    """Leave a game for good, whoever's turn it is: you give up, now or as soon as it is your turn."""
    duel = services().lobby.get(key)
    await duel.leave(_seat(duel, ask.token))
    return _as_it_stands(duel)


def _seat(duel: Duel, token: str) -> int:
    player = duel.player_with(token)
    if player is None:
        raise HTTPException(401, "expected a token of this game: its seat is not yours")
    return player


def _with_tokens(duel: Duel, caller: str, *, known: bool = True) -> schemas.NewGame:
    """The game with the tokens of the caller's seat and of a free one."""
    open_seats = [(player, seat) for player, seat in enumerate(duel.seats, 1) if not seat.agent and known]
    tokens = {str(player): seat.token for player, seat in open_seats if seat.owner in ("", caller)}
    return schemas.NewGame(**dict(_as_it_stands(duel)), tokens=tokens)


def _as_it_stands(duel: Duel) -> schemas.GameAnswer:
    outcome = duel.game.outcome()
    return schemas.GameAnswer(
        key=duel.key,
        players=list(duel.names),
        turn=0 if outcome else duel.game.turn,
        version=duel.version,
        scores=list(duel.game.scores),
        position=line_of(duel.game),
        over=outcome is not None,
        winner=outcome.winner if outcome else 0,
        reason=duel.reason or "",
        turns=[str(turn) for turn in duel.record().turns],
        number=max(0, duel.number),
        left=[round(duel.left_to(player), 3) for player in (1, 2)] if duel.clock else [],
    )


# -- the archive -----------------------------------------------------------------------------------------------------


@router.get("/archive", tags=["archive"], responses=_LATER, response_model=model_of(tables.GameList))
async def archive(
    caller: Caller,
    tournament: Word = "",
    agent: Word = "",
    board: Word = "",
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> JSONResponse:
    """Stored games without their turns, newest first."""
    chosen = tables.Filter(tournament=tournament, agent=agent, board=board, with_unrated=True)
    return answer(await services().read(caller, tables.list_games, chosen, offset, most))


_FORMS: Responses = {
    200: {"content": {kind: {"schema": {"type": "string"}} for kind in ("text/plain", "image/svg+xml")}}
}


@router.get("/archive/{number}", tags=["archive"], responses=_FOUND | _FORMS)
async def stored(
    caller: Caller,
    number: Annotated[int, Path(ge=1, le=1 << 60)],
    form: Annotated[
        Literal["json", "text", "svg"], Query(description="a record, text for people, or a picture")
    ] = "json",
    turn: Annotated[int | None, Query(ge=0, le=100_000, description="for svg: after so many turns")] = None,
) -> Response:
    """A stored game: as a record with all turns, as text, or a position of it as a picture."""
    record = await services().read(caller, tables.load_record, number)
    if form == "text":
        return PlainTextResponse(record.to_text())
    if form == "svg":
        view = replace(follow(record, turn).view(), players=record.players)
        return Response(svg.draw(view), media_type="image/svg+xml")
    return Response(record.to_json() + "\n", media_type="application/json")


@router.get("/standings", tags=["archive"], responses=_LATER, response_model=model_of(Standings))
async def standings(
    caller: Caller, tournament: Word = "", board: Word = "", limit: Word = "", rules: Word = ""
) -> JSONResponse:
    """The agents by strength with 95 % intervals, each against each: the numbers of ``dueldoku report --json``."""
    told = await services().read(caller, tables.standings, tables.Filter(tournament, board, limit, rules))
    return answer(told.standings)


@router.get("/live", tags=["archive"], response_model=model_of(Live))
async def live() -> JSONResponse:
    """Matches and tournaments that are being played, and their games."""
    return answer(Live(*await asyncio.to_thread(services().runs.live)))


# -- errors ----------------------------------------------------------------------------------------------------------

_STATUS: tuple[tuple[type[DueldokuError], int], ...] = (
    (Busy, 429),
    (Overdue, 422),
    (ArchiveError, 503),
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
