"""``dueldoku bench``: speed as ratios, measured side by side; and how far from perfect agents play."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, TypeVar

from rich.console import Console
from rich.table import Table

from dueldoku.bench.agents import BOARDS, Speed, measure_agents
from dueldoku.bench.arena import Cost, measure_arena
from dueldoku.bench.calibration import Drift, Fit, draw_calibration, fit_calibration, measure_calibration
from dueldoku.bench.counting import Gain, measure_counting
from dueldoku.bench.duel import Figure, measure_duel
from dueldoku.bench.envs import Pace, measure_envs
from dueldoku.bench.growth import SIZES, Growth, draw_growth, measure_growth
from dueldoku.bench.last_move import Rightness, measure_last_move
from dueldoku.bench.pace import Measured, measure_costs
from dueldoku.bench.perfect import Shortfall, measure_perfect
from dueldoku.bench.scaling import BOARDS as SCALED
from dueldoku.bench.scaling import NODES as STEPS
from dueldoku.bench.scaling import Scale, draw_scaling, measure_scaling
from dueldoku.bench.solvers import Score, load_set, measure, set_names
from dueldoku.cli.numbers import NODES, SECONDS, between
from dueldoku.cli.options import Flag, JsonLines, Many
from dueldoku.errors import DueldokuError, FormatError, UnknownName
from dueldoku.game.boards import open_source
from dueldoku.words import counted

_ARENA = "agents are run by", "turn starts after", "at most", "games/s"
_DUEL = "kernel", "", "seconds", "at most", "positions/s", "ratio"
_AGENTS = "agent", "board", "per second", "plain", "ratio", "least", "most"
_PACE = "agent", "side", "step", "microseconds", "and for each"
_CALIBRATION = "rules", "size", "tenth", "positions", "error", "±", "spread"
_FIT = "rules", "positions", "bias, empty", "bias, full", "spread, empty", "spread, full"
_SCALING = "board", "nodes", "pairs", "split", "share", "Elo", "from", "to"
_LAST_MOVE = "board", "case", "positions", "right", "parity rule"
_PERFECT = "boards", "agent", "points lost", "at most", "perfect", "offences"
_SOLVERS = "solver", "puzzles/s", "we are faster by", "least", "most"
_COUNTING = "what", "per second", "beside", "ratio", "least", "most"
_ENVS = "environment", "game", "what", "turns/s", "beside OpenSpiel"
_GROWTH = "what", "size", "side", "time", "at most", "memory"
_WORDS = {  # columns that are no numbers
    "", "agent", "agents are run by", "beside", "board", "boards", "case", "environment", "game", "kernel", "rules",
    "size", "solver", "step", "what",
}  # fmt: skip
_KINDS = (
    "solvers",
    "counting",
    "growth",
    "agents",
    "duel",
    "arena",
    "envs",
    "perfect",
    "calibration",
    "scaling",
    "last-move",
)
_POSITIONS = 20  # in a round
_PLOTS = (".png", ".svg", ".pdf")
F = TypeVar("F", Cost, Drift, Figure, Fit, Gain, Growth, Measured, Pace, Rightness, Scale, Shortfall, Speed, Score)


def bench(
    what: str,
    /,
    *,
    sets: Annotated[list[str] | None, Many] = None,
    only: Annotated[list[str] | None, Many] = None,
    rounds: Annotated[int, between(1, 10**6)] = 5,
    seconds: Annotated[float, SECONDS] = 0.3,
    nodes: Annotated[int, NODES] = 1000,
    plot: str = "",
    fit: Flag = False,
    json_: JsonLines = False,
) -> None:
    """Measure solvers, agents, the arena or environments side by side with others, or how well agents play.

    Parameters
    ----------
    what
        What to measure: solvers, counting (of solutions, and a file of many lines), growth (what solving, counting and
        generating cost on boards from 4x4 to 64x64), agents (beside the reports' algorithms in plain Python, and what
        these cost), duel (sensei's kernels, and how far they reach), the arena (what it costs to run an agent, beside
        the course framework's way), envs (games in batches, beside connect four of PettingZoo, OpenSpiel and pgx where
        installed), perfect (how many points agents' moves lose on solved boards), calibration (whether sensei's
        estimates are right on average: the points that players gained beyond them, and the spread), scaling (how much
        stronger sensei is with more nodes, against itself), or last-move (how often counting cells tells who makes the
        last move, with territories).
    sets
        The sets of puzzles: bundled ones by name, or files with a 9x9 puzzle a line; by default all bundled ones. For
        agents and calibration: bundled boards. For growth: sizes such as 3x3. For perfect: 2x2, 2x3, 3x3, 4x4,
        "2x3 rows", "3x3 rows". For scaling and last-move: boards with rules ("empty-3x3 rows").
    only
        Only these contestants beside ourselves. For perfect and calibration: these agents, perhaps with options. For
        scaling: the numbers of nodes, such as 1000 10000 100000.
    rounds
        How often everybody is measured in turn. For perfect: with 20 positions each. For calibration and scaling:
        pairs of games on each board. For last-move: games.
    seconds
        How long a contestant may take in a round.
    nodes
        For perfect: how many nodes an agent may search for a move. For calibration: for an estimate.
    fit
        For calibration: print the numbers that make estimates right on average, as engine/spread.py has them, from
        games of other seeds than those that are measured.
    plot
        For growth, calibration and scaling: a file to draw it into, such as growth.png.

    """
    if what not in _KINDS:
        raise UnknownName(f"expected {', '.join(_KINDS[:-1])} or {_KINDS[-1]}, got {what!r}")
    if plot:
        _check_plot(what, plot)
    if what == "arena":
        _print(_ARENA, measure_arena(rounds), _arena_row, json_, title="random_player on empty-3x3")
    elif what == "counting":
        _print(_COUNTING, measure_counting(rounds), _counting_row, json_)
    elif what == "duel":
        _print(_DUEL, measure_duel(rounds), _duel_row, json_)
    elif what == "envs":
        _print(_ENVS, measure_envs(rounds, seconds), _env_row, json_, title="random legal play on one core")
    elif what == "growth":
        growths = list(measure_growth(rounds, sets or SIZES))
        _print(_GROWTH, growths, _growth_row, json_)
        if plot:
            draw_growth(growths, plot)
    elif what == "calibration" and fit:
        _print(_FIT, fit_calibration(rounds, nodes, sets or ()), _fit_row, json_)
    elif what == "calibration":
        drifts = list(measure_calibration(rounds, nodes, sets or (), only or ()))
        _print(_CALIBRATION, drifts, _calibration_row, json_, title=f"estimates of {nodes} nodes, in points")
        if plot:
            draw_calibration(drifts, plot)
    elif what == "scaling":
        steps = list(measure_scaling(rounds, sets or SCALED, _steps(only) if only else STEPS))
        _print(_SCALING, steps, _scaling_row, json_, title="sensei against itself, each step beside the one before")
        if plot:
            draw_scaling(steps, plot)
    elif what == "last-move":
        _print(_LAST_MOVE, measure_last_move(rounds, sets or ()), _last_move_row, json_)
    elif what == "perfect":
        found = measure_perfect(sets or (), only or (), rounds * _POSITIONS, nodes)
        title = f"{rounds * _POSITIONS} positions each, {nodes} nodes a move"
        _print(_PERFECT, found, _perfect_row, json_, title)
    elif what == "agents":
        _print(_AGENTS, measure_agents(sets or BOARDS, rounds, seconds, only or ()), _agent_row, json_)
        title = "the reports' own Python: a step, and what each move, cell or node of a tree adds"
        _print(_PACE, measure_costs(only or (), seconds), _pace_row, json_, title)
    else:
        for name in sets or set_names():
            puzzles = load_set(name) if not Path(name).is_file() else _lines(name)
            scores = measure(puzzles, rounds, seconds, name, only or ())
            _print(_SOLVERS, scores, _solver_row, json_, title=f"{name}: {counted(len(puzzles), 'puzzle')}")


def _check_plot(what: str, file: str) -> None:
    """Refuse a plot that cannot be drawn, before anything is measured."""
    if what not in ("growth", "calibration", "scaling") or Path(file).suffix not in _PLOTS:
        kinds = "growth, calibration or scaling"
        raise FormatError(f"expected a plot of {kinds} in a file {', '.join(_PLOTS)}, got {file!r} for {what}")
    if find_spec("matplotlib") is None:
        raise DueldokuError("a plot needs matplotlib: pip install 'dueldoku[lab]'")


def _print(
    head: Sequence[str], figures: Iterable[F], row: Callable[[F], list[str]], as_json: bool, title: str | None = None
) -> None:
    """All figures as a table, or each as a line of JSON as soon as it is there."""
    table = Table(*head, title=title)
    for name, column in zip(head, table.columns, strict=True):
        column.justify = "left" if name in _WORDS else "right"
    for figure in figures:
        if as_json:
            print(json.dumps(figure._asdict()))
        else:
            table.add_row(*row(figure))
    if not as_json:
        Console(highlight=False).print(table)


def _arena_row(cost: Cost) -> list[str]:
    return [cost.contestant, f"{cost.turn_ms:.2f} ms", f"{cost.most_ms:.2f} ms", f"{cost.games_per_second:.2f}"]


def _duel_row(figure: Figure) -> list[str]:
    speed = f"{figure.per_second / 1e6:,.1f}M" if figure.per_second else ""
    ratio = _in_words(figure.ratio)[0] if figure.ratio else ""
    return [figure.what, figure.where, f"{figure.seconds:.4f}", f"{figure.most:.4f}", speed, ratio]


def _counting_row(gain: Gain) -> list[str]:
    return [gain.what, f"{gain.per_second:,.0f}", gain.beside, *_in_words(gain.ratio, gain.least, gain.most)]


def _calibration_row(drift: Drift) -> list[str]:
    error, margin = f"{drift.mean:+.2f}", f"{drift.high - drift.mean:.2f}"
    return [drift.rules, drift.size, str(drift.tenth), str(drift.positions), error, margin, f"{drift.spread:.1f}"]


def _fit_row(fit: Fit) -> list[str]:
    return [fit.rules, str(fit.positions), *(f"{number:+.1f}" for number in (*fit.bias, *fit.spread))]


def _steps(texts: Sequence[str]) -> list[int]:
    """Numbers of nodes, from few to many. Raises FormatError."""
    if len(texts) < 2 or not all(text.isdecimal() and int(text) for text in texts):
        raise FormatError(f"expected two or more numbers of nodes for --only, got {' '.join(texts)!r}")
    return sorted(map(int, texts))


def _scaling_row(scale: Scale) -> list[str]:
    share = f"{100 * scale.share:.0f} %" if scale.pairs else ""
    elo = [f"{number:+.0f}" for number in (scale.elo, scale.low, scale.high)]
    return [scale.board, f"{scale.nodes:,}", str(scale.pairs or ""), str(scale.split or ""), share, *elo]


def _growth_row(growth: Growth) -> list[str]:
    seconds, most = (_in_units(each, "s", "ms", "µs") for each in (growth.seconds, growth.most))
    return [growth.what, growth.size, str(growth.side), seconds, most, _in_units(growth.bytes / 1e6, "MB", "kB", "B")]


def _in_units(value: float, unit: str, *smaller: str) -> str:
    """A number in the first of the units in which it is 1 or more; each is a thousandth of the one before."""
    if value < 1 and smaller:
        return _in_units(1000 * value, *smaller)
    return f"{value:.0f} {unit}" if value >= 10 else f"{value:.1f} {unit}"


def _env_row(pace: Pace) -> list[str]:
    ratio = _in_words(pace.ratio)[0] if pace.ratio else ""
    return [pace.contestant, pace.game, pace.what, f"{pace.per_second:,.0f}", ratio]


def _agent_row(speed: Speed) -> list[str]:
    agent, board, unit, ours, plain, *ratios = speed
    return [agent, board, f"{ours / 1e6:.1f}M {unit}", f"{plain / 1e6:.2f}M", *_in_words(*ratios)]


def _pace_row(measured: Measured) -> list[str]:
    agent, side, step, fixed, each = measured
    return [agent, str(side), step, f"{fixed:g}", f"{each:g}"]


def _last_move_row(one: Rightness) -> list[str]:
    shares = (f"{count} ({100 * count / one.positions:.0f} %)" for count in (one.right, one.parity))
    return [one.board, one.case, str(one.positions), *shares]


def _perfect_row(one: Shortfall) -> list[str]:
    lost, share = f"{one.mean:.2f} ± {one.high - one.mean:.2f}", f"{100 * one.perfect:.0f} %"
    return [one.boards, one.agent, lost, str(one.worst), share, str(one.offences or "")]


def _solver_row(score: Score) -> list[str]:
    if score.remark:
        return [score.contestant, score.remark]
    return [score.contestant, f"{score.per_second:,.0f}", *_in_words(score.ratio, score.least, score.most)]


def _in_words(*ratios: float) -> list[str]:
    return [f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}" for ratio in ratios]


def _lines(file: str) -> list[str]:
    text = open_source(file).text
    return [line.strip().replace("0", ".") for line in text.split("\n") if len(line.strip()) == 81]
