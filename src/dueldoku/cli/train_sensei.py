"""``dueldoku agent train sensei``: have it learn to judge positions with territories, by playing itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from dueldoku.agents.school.selfplay import Lesson, Task, play
from dueldoku.agents.school.train import Settings, Training, curve_table, draw_curve
from dueldoku.arena.pool import Pool, Where
from dueldoku.cli.numbers import COUNT, NODES, NUMBER, between
from dueldoku.cli.options import Flag, Many, Places
from dueldoku.cli.train import read_state
from dueldoku.errors import FormatError

_CHECKPOINT = "sensei.npz"


def train_sensei(
    *,
    boards: Annotated[list[str] | None, Many] = None,
    rules: str = "rows",
    generations: Annotated[int, COUNT] = 8,
    games: Annotated[int, COUNT] = 800,
    nodes: Annotated[int, NODES] = 600,
    hidden: Annotated[int, between(1, 256)] = 32,
    epochs: Annotated[int, COUNT] = 12,
    led: Annotated[int, COUNT] = 1,
    outcomes: Flag = False,
    seed: Annotated[int, NUMBER] = 1,
    out: str = "sensei.json",
    checkpoint: str = "",
    resume: Flag = False,
    places: Places = Where(),  # noqa: B008
) -> None:
    """Train a network that judges positions with territories, and write its learning curve as .csv and .svg beside it.

    Parameters
    ----------
    boards
        The boards that the games start from, all of one size, which is the network's; empty-3x3 if nothing is said.
    rules
        The rule set of the games, with territories.
    generations
        How many generations in all. In each the network plays itself, then learns from this and the two before.
    games
        Games in each generation.
    nodes
        Search nodes for each turn of a game.
    hidden
        The network's nodes.
    epochs
        How often a generation goes through its positions.
    led
        So many generations are played with the weights made by hand, later ones with the network.
    outcomes
        Learn from how the games end, not from how a search compares positions after different moves.
    seed
        The same seed trains the same network.
    out
        The file for the network.
    checkpoint
        A folder to keep the state of the run in, after each generation.
    resume
        Go on from the state in the checkpoint folder.

    """
    if resume and not checkpoint:
        raise FormatError("expected --checkpoint with --resume: the folder of the run")
    settings = Settings(tuple(boards or ["empty-3x3"]), rules, games, nodes, hidden, epochs, led, not outcomes, seed)
    kept = Path(checkpoint) / _CHECKPOINT if checkpoint else None
    training = Training.resume(settings, read_state(kept)) if kept and resume else Training(settings)
    print("generation  positions  off by  glance by hand  spread (points)")
    with places.open() as pool:
        for _ in range(len(training.curve), generations):
            point = training.step(lambda tasks: _played(pool, tasks))
            numbers = point.error, point.glance, point.by_hand, point.spread
            print(f"{point.number:10} {point.positions:10,}", *(f"{number:7.3f}" for number in numbers), flush=True)
            if kept:
                _keep(kept, training.state())
    _write(training, Path(out))


def _played(pool: Pool, tasks: list[Task]) -> Iterator[Lesson]:
    """The games of these tasks, in their order; a task whose worker died is played again."""
    futures = [pool.submit(play, task) for task in tasks]
    for task, future in zip(tasks, futures, strict=True):
        while (error := future.exception()) and pool.lost(error):
            future = pool.submit(play, task)
        yield future.result()


def _keep(file: Path, state: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    new.write_bytes(state)
    new.replace(file)  # at once: there is always a whole one


def _write(training: Training, out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(training.learned.to_json(), encoding="utf-8")
    out.with_suffix(".csv").write_text(curve_table(training.curve), encoding="utf-8")
    out.with_suffix(".svg").write_text(draw_curve(training.curve), encoding="utf-8")
    print(f"The network is in {out}. Let it judge as sensei:network={out}")
