"""Whole games, kept as text for ever: if the rules, the scores or the position's line change, a glance shows where.

Each file in ``tests/playthroughs`` is a game record and, below it, the position at the start and after every turn. The
test plays the record again and compares every character. After a change that is meant to show, write them anew and read
the difference:

    .venv/bin/python tests/unit/game/test_playthroughs.py --write && git diff tests/playthroughs
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord
from dueldoku.game.game import Game, replay

FOLDER = Path(__file__).parents[2] / "playthroughs"
HEADING = "\nThe position at the start and after every turn:\n"


class Plan(NamedTuple):
    """How a game was made: a player that takes a bomb in every fourth turn, and perhaps an offence to end it."""

    start: str
    seed: int
    turns: int = 999  # after so many, a taboo move is proposed; or nothing, if there is none


GAMES: dict[str, Plan] = {
    "classic-2x2": Plan("................", seed=1),
    "rows-2x2": Plan("................ rules=rows", seed=2),
    "rows-2x3": Plan(
        "2x3:.435..2.53........452....2...551...3 rules=rows owners=.---..+.--........+--....-...---...-", seed=3
    ),
    "random-2x3": Plan("2x3:..4352..514.......51..2.251..4..3..5 rules=random", seed=4),
    "classic-3x3": Plan(
        "3.46.18596.7.5.24.98..42176.91583..4...719...5.84..9......34762..3.6.591..619.4.8", seed=5, turns=24
    ),
    "border-3x3": Plan(
        ".1.96.2379..37.1..3.75.1.968....4.........42.243156..9..8425.61....193.86917835.2 rules=border "
        "owners=.-.++.+-+-..-+.-..-.-+.-.+++....-.........++.-+--++..-..+--+.--....-+-.+-+--+--.+",
        seed=6,
    ),
}


def random_move(game: Game, rng: random.Random) -> Move:
    bombs = list(game.bombs())
    good = [move for move in game.legal_moves() if move not in bombs]
    return rng.choice(bombs if bombs and rng.random() < 0.25 else good)


def new_game(plan: Plan) -> GameRecord:
    """The game of a plan, played by chance that follows from the seed."""
    rng = random.Random(plan.seed)
    game = Game(Position.parse(plan.start), seed=plan.seed)
    while not game.is_over():
        offence = next(iter(game.taboo), None)
        game.push(random_move(game, rng) if len(game.history) < plan.turns else offence)
    return game.record(("chance", "fortune"), seed=str(plan.seed))


def playthrough(record: GameRecord) -> str:
    """The file of a game: all of it comes from playing the turns again, nothing is taken over."""
    lines = [str((game := state).position()) for state in replay(record)]
    again = game.record(record.players, **record.tags)
    return "\n".join([again.to_text().rstrip("\n"), HEADING.rstrip("\n"), *lines, ""])


def stored(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_game_comes_out_as_stored(name: str) -> None:
    text = stored(name)
    record, heading, _ = text.partition(HEADING)
    assert heading
    assert playthrough(GameRecord.from_text(record)) == text


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    assert playthrough(new_game(GAMES[name])) == stored(name)


def test_every_stored_game_has_its_plan() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GAMES)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {sys.argv[0]} --write")
    for name, plan in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(new_game(plan)), encoding="utf-8")
        print(f"wrote {FOLDER / name}.txt")
