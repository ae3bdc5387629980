"""Games on the page: turns, seats, take-backs, restarts, and the archive at the end."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from lobbies import ME, OTHER, SMALL, with_lobby

from dueldoku import Game, Move, Position
from dueldoku.arena.archive import Archive
from dueldoku.duel.turn import Reason
from dueldoku.errors import ArchiveError, Busy, DueldokuError, RulesError, TurnError, UnknownName
from dueldoku.web import lobby as module
from dueldoku.web.duel import Duel
from dueldoku.web.lobby import MOST_OF_ONE, RATED, UNRATED, GameWish, Lobby, clean_name


def legal_move(duel: Duel) -> Move:
    game = Game(duel.game.position())
    bombs = set(game.bombs())
    return next(move for move in game.legal_moves() if move not in bombs)


async def until_over(duel: Duel, player: int) -> None:
    changed = asyncio.Event()
    duel.watchers.add(changed.set)
    while not duel.is_over:
        if duel.game.turn == player:
            await duel.move(player, legal_move(duel), duel.version)
        else:
            await asyncio.wait_for(changed.wait(), 60)
            changed.clear()
    while duel.number <= 0:
        await asyncio.wait_for(changed.wait(), 60)
        changed.clear()


def test_a_game_against_an_agent_is_filed_in_the_archive(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish("greedy_player", "easy-2x2", seat=2, seconds=1.0, name="Ann"), ME)
        assert (duel.names, duel.players_of(ME), duel.players_of(OTHER)) == (("greedy_player", "Ann"), [2], [])
        await until_over(duel, 2)
        with Archive(lobby.archive) as archive:
            (game,) = archive.games()
            assert (game.tournament, game.agent1, game.agent2, game.number) == (
                RATED,
                "greedy_player",
                "Ann",
                duel.number,
            )
            assert archive.record(game.number).scores == tuple(duel.game.scores)
        with pytest.raises(TurnError, match="nothing to take back"):
            await duel.take_back()

    with_lobby(tmp_path, act)


def test_a_turn_is_taken_once_and_only_by_whom_it_belongs_to(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish(board=SMALL, one_screen=True), ME)
        move = Move.parse("r1c3=3")
        twice = await asyncio.gather(*(duel.move(1, move, 0) for _ in range(2)), return_exceptions=True)
        assert sorted(type(one).__name__ for one in twice) == ["Turn", "TurnError"]
        assert duel.version == 1
        with pytest.raises(TurnError, match="not your turn"):
            await duel.move(1, Move.parse("r2c1=3"), 1)
        with pytest.raises(TurnError, match="moved on"):
            await duel.move(2, Move.parse("r2c1=3"), 0)
        for offence in ("r2c1=1", "r9c9=1", "r1c3=3", "r2c1=9"):
            with pytest.raises(RulesError):
                await duel.move(2, Move.parse(offence), 1)
        assert not duel.is_over

    with_lobby(tmp_path, act)


def test_a_bomb_passes_and_can_be_taken_back(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish(board=SMALL, one_screen=True), ME)
        bomb = next(Game(Position.parse(SMALL)).bombs())
        turn = await duel.move(1, bomb, 0)
        assert (turn.ruling, duel.game.turn, duel.game.taboo) == ("refused", 2, (bomb,))
        await duel.take_back()
        assert (duel.version, duel.game.turn, duel.game.taboo, duel.rated) == (0, 1, (), False)
        await duel.resign(1)
        assert duel.game.outcome() is not None
        assert duel.reason is Reason.RESIGNED

    with_lobby(tmp_path, act)


def test_taking_back_against_an_agent_takes_back_its_turn_too(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish("greedy_player", "random-2x3", seconds=1.0), ME)
        changed = asyncio.Event()
        duel.watchers.add(changed.set)
        await duel.move(1, legal_move(duel), 0)
        assert not duel.can_take_back
        while duel.is_thinking:
            await asyncio.wait_for(changed.wait(), 60)
            changed.clear()
        assert duel.version == 2
        await duel.take_back()
        assert (duel.version, duel.game.turn, duel.rated) == (0, 1, False)
        assert lobby.hosts.level_of(duel.key) in ("full", "strong", "basic", "none")

    with_lobby(tmp_path, act)


def test_a_friend_sits_down_once(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish(board=SMALL), ME)
        token = duel.seats[1].token
        assert duel.seats[1].is_free
        assert not await duel.sit_down(OTHER, "wrong")
        assert await duel.sit_down(OTHER, token, "Bob")
        assert not await duel.sit_down("somebody-else-here", token)
        assert (duel.players_of(OTHER), duel.names[1]) == ([2], "Bob")
        assert not duel.can_take_back

    with_lobby(tmp_path, act)


def test_what_is_answered_or_shown_is_on_disk(tmp_path: Path) -> None:
    """Everybody who is told of a turn finds it in the file, whatever happens next."""

    async def act(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish("greedy_player", "random-2x3", seconds=1.0), ME)

        def kept() -> Duel:
            text = (lobby.folder / f"{duel.key}.json").read_text()
            return Duel.from_json(json.loads(text), duel.key, lobby)

        assert kept().version == 0
        seen: list[tuple[int, int]] = []
        duel.watchers.add(lambda: seen.append((duel.version, kept().version)))
        for _ in range(3):
            version = duel.version
            await duel.move(1, legal_move(duel), version)
            assert kept().version > version
            while duel.is_thinking:
                await asyncio.sleep(0.02)
        assert [shown for shown, _ in seen] == [on_disk for _, on_disk in seen] == [1, 2, 3, 4, 5, 6]
        await duel.take_back()
        await duel.take_hint()
        assert (kept().version, kept().rated) == (4, False)

    with_lobby(tmp_path, act)


def test_a_turn_that_cannot_be_kept_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    async def act(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish(board=SMALL, one_screen=True), ME)
        await duel.move(1, Move.parse("r1c3=3"), 0)
        before = duel.to_json()
        monkeypatch.setattr("dueldoku.web.lobby.write_for_good", fail)
        for attempt in (lambda: duel.move(2, Move.parse("r2c1=3"), 1), lambda: duel.resign(2), duel.take_back):
            with pytest.raises(ArchiveError, match="nothing was done: No space left"):
                await attempt()
        with pytest.raises(ArchiveError, match="No space left"):
            await lobby.begin(GameWish(board=SMALL), OTHER)
        assert duel.to_json() == before
        assert await lobby.of(OTHER) == []
        monkeypatch.undo()
        await duel.move(2, Move.parse("r2c1=3"), 1)
        assert duel.version == 2

    with_lobby(tmp_path, act)


def test_whoever_leaves_gives_up_on_their_turn(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        alone = await lobby.begin(GameWish(board=SMALL, seat=2), ME)
        await alone.leave(2)  # the other seat is free, and it is its turn
        with pytest.raises(UnknownName):
            lobby.get(alone.key)
        duel = await lobby.begin(GameWish(board=SMALL), ME)
        await duel.sit_down(OTHER, duel.seats[1].token, "Bob")
        await duel.move(1, Move.parse("r1c3=3"), 0)
        await duel.leave(1)
        assert not duel.is_over
        assert (await lobby.of(ME), await lobby.of(OTHER)) == ([], [duel])
        await duel.move(2, Move.parse("r2c1=3"), 1)
        outcome = duel.game.outcome()
        assert outcome
        assert (outcome.winner, duel.reason) == (2, Reason.RESIGNED)

    with_lobby(tmp_path, act)


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    keys: list[str] = []

    async def before(lobby: Lobby) -> None:
        duel = await lobby.begin(GameWish("greedy_player", SMALL, rules="rows", seconds=1.0), ME)
        keys.append(duel.key)
        await duel.move(1, legal_move(duel), 0)

    async def after(lobby: Lobby) -> None:
        duel = lobby.get(keys[0])
        assert duel.game.rules == "rows"
        assert duel.version >= 1
        await until_over(duel, 1)
        assert await lobby.of(ME) == [duel]

    with_lobby(tmp_path, before)
    with_lobby(tmp_path, after)
    kept = json.loads((tmp_path / "games.db.open" / f"{keys[0]}.json").read_text())
    assert kept["number"] == 1


@pytest.mark.parametrize("fault", ["", "no proposal in time", "resigned"])
def test_a_game_that_the_version_before_left_open_goes_on(tmp_path: Path, fault: str) -> None:
    """It kept why somebody lost as ``fault``, empty if nobody did; and to resign was to make no move."""
    game = Game(Position.parse(SMALL))
    if fault:
        game.push(None)
    kept = {
        "record": game.record(("Ann", "greedy_player")).to_json(),
        "seats": [
            {"name": "Ann", "agent": "", "owner": ME, "token": "secret"},
            {"name": "greedy_player", "agent": "greedy_player", "owner": "", "token": "none"},
        ],
        "spent": [1.5, 0.25],
        "rated": True,
        "number": 7 if fault else 0,
        "fault": fault,
        "board": "pasted",
        "seconds": 1.0,
        "seed": 1,
        "touched": 0.0,
    }
    (tmp_path / "games.db.open").mkdir()
    (tmp_path / "games.db.open" / "0123456789.json").write_text(json.dumps(kept))

    async def act(lobby: Lobby) -> None:
        duel = lobby.get("0123456789")
        assert (duel.reason or "", duel.is_over, duel.players_of(ME)) == (fault, bool(fault), [1])
        assert duel.to_json() == {key: kept[key] for key in kept if key != "fault"} | {
            "reason": fault,
            "record": duel.record().to_json(),
            "seats": [seat | {"left": False} for seat in kept["seats"]],
            "place": "",
            "clock": "",
            "is_open": False,
        }

    with_lobby(tmp_path, act)


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        (GameWish("sensei:network=/etc/passwd", "easy-2x2"), "reads no files"),
        (GameWish("neat:network=cell", "easy-2x2"), "reads no files"),
        (GameWish("nobody", SMALL), "bundled agent"),
        (GameWish("/etc/passwd", SMALL), "bundled agent"),
        (GameWish("greedy_player", "12"), "expected"),
        (GameWish("greedy_player", "no-such-9x9"), "expected a board"),
        (GameWish("greedy_player", "empty-8x8"), "at most 25 rows"),
        (GameWish("greedy_player", "1234 3412 2143 4321"), "full"),
        (GameWish("greedy_player", "11.. .... .... ...."), "breaks the rules"),
        (GameWish("greedy_player", SMALL, rules="chess"), "rule set"),
        (GameWish("greedy_player", SMALL, seat=3), "seat"),
        (GameWish("greedy_player", SMALL, seconds=1e9), "seconds"),
        (GameWish("greedy_player", SMALL, seconds=float("nan")), "seconds"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(tmp_path: Path, wish: GameWish, problem: str) -> None:
    async def act(lobby: Lobby) -> None:
        with pytest.raises(DueldokuError, match=problem):
            await lobby.begin(wish, ME)

    with_lobby(tmp_path, act)


def test_keys_are_no_paths_and_nobody_has_games_without_end(tmp_path: Path) -> None:
    async def act(lobby: Lobby) -> None:
        for key in ("../../etc/passwd", "", "0123456789", "x" * 10):
            with pytest.raises(UnknownName):
                lobby.get(key)
        for _ in range(MOST_OF_ONE):
            await lobby.begin(GameWish(board=SMALL, one_screen=True), ME)
        with pytest.raises(Busy, match="under way"):
            await lobby.begin(GameWish(board=SMALL), ME)
        assert await lobby.begin(GameWish(board=SMALL), OTHER)

    with_lobby(tmp_path, act)


def test_forty_play_at_one_address_but_nobody_begins_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(lobby: Lobby) -> None:
        for pupil in range(40):
            await lobby.begin(GameWish(board="easy-2x2", one_screen=True), f"pupil {pupil}", "school")
        number = 0
        with suppress(Busy):
            for number in range(300):
                await lobby.begin(GameWish(board="easy-2x2"), f"made up {number}", "school")
        assert number == 40
        await lobby.begin(GameWish(board="easy-2x2"), "somebody else", "home")
        monkeypatch.setattr(module, "MOST_OF_PLACE", 1)
        with pytest.raises(Busy, match="under way from your address"):
            await lobby.begin(GameWish(board="easy-2x2"), "somebody else", "home")

    monkeypatch.setattr(module, "_PER_SECOND", 0.0)  # however long it takes here
    with_lobby(tmp_path, act)


def test_games_that_nobody_touches_lock_nobody_out_and_are_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(lobby: Lobby) -> None:
        keys = {(await lobby.begin(GameWish(board="easy-2x2"), ME)).key for _ in range(MOST_OF_ONE)}
        with pytest.raises(Busy, match="finish or leave"):
            await lobby.begin(GameWish(board="easy-2x2"), ME)
        monkeypatch.setattr(module, "_IDLE", -1.0)
        keys.add((await lobby.begin(GameWish(board="easy-2x2"), ME)).key)
        assert {duel.key for duel in await lobby.of(ME)} == keys

    with_lobby(tmp_path, act)


def test_names_are_clean_and_no_agents() -> None:
    assert clean_name("  Ann \n\x00 Lee ") == "Ann Lee"
    assert clean_name("greedy_player") == "greedy_player (a person)"
    assert len(clean_name("x" * 500)) == 24
    assert replace(GameWish(), name="a").name == "a"
    assert RATED != UNRATED
