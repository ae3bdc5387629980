"""``dueldoku agent train neat``: evolve a network for the agent ``neat``."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Literal

from dueldoku.board.geometry import Geometry
from dueldoku.cli.numbers import COUNT, NUMBER
from dueldoku.cli.options import Flag
from dueldoku.errors import DueldokuError, FormatError

if TYPE_CHECKING:
    from dueldoku.agents.neat.fitness import Mode
    from dueldoku.agents.neat.train import Training

_GENERATIONS = {"cell": 60, "report": 150, "default": 150}
_CHECKPOINT = "neat.checkpoint"


def train_neat(
    *,
    generations: Annotated[int | None, COUNT] = None,
    seed: Annotated[int, NUMBER] = 1,
    mode: Literal["cell", "report", "default"] = "cell",
    size: str = "2x2",
    config: str = "",
    print_config: Flag = False,
    out: str = "neat.json",
    checkpoint: str = "",
    resume: Flag = False,
) -> None:
    """Evolve a network for the agent neat, with neat-python, and write its learning curve as .csv and .svg beside it.

    Parameters
    ----------
    generations
        How many generations in all; by default 60, or 150 for networks of whole boards.
    seed
        The same seed evolves the same network.
    mode
        One network for each cell of any board, or one for whole boards of a size: the report's design, with settings
        that work, or as the report ran it, with neat-python's default settings.
    size
        The boards of the modes report and default, as the blocks' rows x columns.
    config
        A configuration file of neat-python, instead of the mode's own settings.
    print_config
        Only write the mode's own settings, as such a file.
    out
        The file for the network.
    checkpoint
        A folder to keep the state of the run in, after each generation.
    resume
        Go on from the state in the checkpoint folder. It is a pickle, which can run any code: use only your own.

    """
    count = _GENERATIONS[mode] if generations is None else generations
    if resume and not checkpoint:
        raise FormatError("expected --checkpoint with --resume: the folder of the run")
    if find_spec("neat") is None:
        raise DueldokuError("training needs neat-python: pip install 'dueldoku[neat]'")
    goal = _goal(mode, size)
    if print_config:
        _print_settings(goal)
        return
    training = _begin(goal, seed, config, Path(checkpoint) / _CHECKPOINT if resume else None)
    _evolve(training, count, Path(checkpoint) / _CHECKPOINT if checkpoint else None)
    words = (f"--size {goal.size} " if goal.size else "") + (f"--config {quote(config)} " if config else "")
    command = f"dueldoku agent train neat --mode {mode} {words}--generations {len(training.curve)} --seed {seed}"
    _write(training, Path(out), command)


def _goal(mode: str, size: str) -> Mode:
    from dueldoku.agents.neat.fitness import mode_of

    return mode_of(mode, Geometry.parse(size))


def _print_settings(goal: Mode) -> None:
    from dueldoku.agents.neat.train import settings_of

    print(settings_of(goal).text, end="")


def _begin(goal: Mode, seed: int, config: str, state: Path | None) -> Training:
    from dueldoku.agents.neat.settings import read_settings
    from dueldoku.agents.neat.train import Training

    settings = read_settings(config) if config else None
    return Training.resume(goal, seed, read_state(state), settings) if state else Training(goal, seed, settings)


def read_state(file: Path) -> bytes:
    """What a run has left in its checkpoint folder. Raises FormatError if there is nothing."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise FormatError(f"expected the checkpoint of a run: {error.strerror}", source=str(file)) from None


def _evolve(training: Training, count: int, checkpoint: Path | None) -> None:
    if checkpoint:
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
    print(f"generation   best   mean   {training.mode.exam}")
    for _ in range(len(training.curve), count):
        point = training.step()
        print(f"{point.number:10} {point.best:6.2f} {point.mean:6.2f}   {point.exam:.2%}", flush=True)
        if checkpoint:
            new = checkpoint.with_suffix(".new")
            new.write_bytes(training.state)
            new.replace(checkpoint)  # at once: there is always a whole one


def _write(training: Training, out: Path, command: str) -> None:
    from dueldoku.agents.neat.network import pack
    from dueldoku.agents.neat.train import curve_table, draw_curve

    champion = training.champion(command)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(champion.to_json(), encoding="utf-8")
    points = training.curve
    out.with_suffix(".csv").write_text(curve_table(points), encoding="utf-8")
    out.with_suffix(".svg").write_text(draw_curve(points, training.mode.exam), encoding="utf-8")
    result = training.mode.examine(pack([champion]))
    print(f"The champion is in {out}: {result:.2%} {training.mode.exam}. Let it play as neat:network={out}")
