"""Report 002, section 2.1: evolving networks in two phases, the learning curve, and the champion against the field."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from dueldoku.arena.play import play_task
from dueldoku.board.geometry import Geometry
from dueldoku.lab.claim import is_true, pair_share, percent
from dueldoku.lab.experiment import Data, Experiment, Reading, Settings, Size, Value, contest, split
from dueldoku.lab.finding import Finding, Verdict
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval
from dueldoku.stats.match import pair_counts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIELD = ("random_player", "greedy_player", "minimax-cells", "minimax-bombs")
CHAMPION = "champion"
PASSED = 2.0  # the fitness of a network that passed phase one; each round won in phase two adds 1
DEFAULT, EXAMPLE = "default", "example"  # default NEAT; the same, but with nodes as in neat-python's first example
THEIRS = {DEFAULT: "default NEAT", EXAMPLE: "default NEAT, sigmoids only"}
DESIGNS = {**THEIRS, "report": "the same design, our settings", "cell": "one network for any cell"}
MORE_SEEDS = 2


_OURS = {"report 2x2": 40, "report 2x3": 60, "report 3x3": 150, "cell 2x3": 60}
_SOME = {"default 2x2": 150, "default 2x3": 20, "default 3x3": 4, "example 2x2": 40} | _OURS
_LONG = {"default 2x2": 400, "default 2x3": 60, "default 3x3": 12, "example 2x2": 100} | _OURS


def measurements(size: Size) -> list[Settings]:
    """Every run of training; the report's claim gets more seeds."""
    return [
        {"mode": mode, "size": shape, "generations": count, "seed": seed, "rounds": size.rounds}
        for kind, count in size.generations.items()
        for mode, shape in [kind.split(" ")]
        for seed in range(1, size.seeds + 1 + (MORE_SEEDS if mode in THEIRS else 0))
    ]


def measure(settings: Settings) -> Value:
    """The learning curve, the champion, and its games against the field on boards of this size."""
    from dueldoku.agents.neat.fitness import mode_of
    from dueldoku.agents.neat.settings import default_settings
    from dueldoku.agents.neat.train import Training

    geometry = Geometry.parse(settings["size"])
    is_example = settings["mode"] == EXAMPLE
    mode = mode_of(DEFAULT if is_example else settings["mode"], geometry)
    training = Training(mode, settings["seed"], default_settings(geometry, evolving=False) if is_example else None)
    for _ in range(settings["generations"]):
        training.step()
    network = training.champion("dueldoku lab run neat-training").to_json()
    return {"curve": training.curve, "network": network, "games": _play(network, settings["size"], settings["rounds"])}


def _play(network: str, size: str, rounds: int) -> list[tuple[str, str, float, str]]:
    """Games of the champion as rows; on half of the boards no cell is filled, on half a third of them."""
    cells = Geometry.parse(size).size
    boards = f"empty-{size}", f"generate:size={size},empty={round(cells * 2 / 3)},seed=1"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "champion.json"
        file.write_text(network, encoding="utf-8")
        agent = f"neat:network={file}"
        games = contest(CHAMPION, [agent, *FIELD], Size(boards, nodes=1000, rounds=rounds), gauntlet=True)
        results = [play_task(task) for task in games.plan.tasks()]
    rows = [(*result.task.names, result.score, result.task.pair) for result in results]
    return [
        (one.replace(agent, CHAMPION), two.replace(agent, CHAMPION), score, pair.replace(agent, CHAMPION))
        for one, two, score, pair in rows
    ]


# -- results ---------------------------------------------------------------------------------------------------------


def title(settings: Settings) -> str:
    """What a run is called."""
    size = "" if settings["mode"] == "cell" else f", {settings['size']}"
    return f"{DESIGNS[settings['mode']]}{size}, seed {settings['seed']}"


def champion_share(reading: Reading, other: str) -> Interval:
    """The champion's share of the points against somebody."""
    rows = [(one, two, score, pair) for one, two, score, pair in reading.value["games"]]
    return pair_share(pair_counts(rows, CHAMPION, other))


def passed_at(reading: Reading) -> int | None:
    """The first generation in which a network passed phase one; None if none did."""
    return next((number for number, best, _, _ in reading.value["curve"] if best >= PASSED), None)


def findings(data: Data) -> list[Finding]:
    """The report's failure, and what can be had."""
    theirs = [run for mode in THEIRS for run in data.where(mode=mode)]
    ours, cells = data.where(mode="report"), data.where(mode="cell")
    random, greedy = (champion_share(cells[0], other) for other in FIELD[:2])
    return [
        Finding(
            "No network passes phase one.",
            is_true(never_passed(theirs)),
            f"Default NEAT, with the share of cells that its best networks told apart, by chance about half: "
            f"{'; '.join(progress(theirs))}. With sigmoids only none can pass: they never answer -0.1.",
            ours=Verdict(
                is_true(never_passed(ours)),
                f"With settings that change little at a time (docs/reports.md): {'; '.join(progress(ours))}. Our agent "
                "has another design, a small network that is asked about one cell at a time: after "
                f"{cells[0].settings['generations']} generations the champion gets {percent(random)} of the points "
                f"against random_player and {percent(greedy)} against greedy_player.",
            ),
        ),
    ]


def never_passed(runs: list[Reading]) -> bool:
    """Whether no network of these runs passed phase one."""
    return all(passed_at(run) is None for run in runs)


def progress(runs: list[Reading]) -> list[str]:
    """How far runs came, in words: those of one design and one size together."""
    told = []
    for (mode, size), alike in split(runs, lambda run: (run.settings["mode"], run.settings["size"])).items():
        best = ", ".join(f"{max(exam for *_, exam in run.value['curve']):.0%}" for run in alike)
        when = [number for run in alike if (number := passed_at(run)) is not None]
        what = f"passed in generation {', '.join(map(str, when))}" if when else f"none passed, {best}"
        if mode in THEIRS:
            what += f" in {alike[0].settings['generations']} generations each"
        told.append(f"{DESIGNS[mode]}, {size}: {what}")
    return told


def tables(data: Data) -> list[Table]:
    """Training, and matches."""
    curves = []
    for run in data.readings:
        curve, is_board = run.value["curve"], run.settings["mode"] != "cell"
        when = passed_at(run) if is_board else None
        exam = max(exam for *_, exam in curve)
        they = "never, in a day" if run.settings["mode"] in THEIRS else "-"
        we = "-" if not is_board else "never" if when is None else str(when)
        curves.append((title(run.settings), str(len(curve)), f"{curve[-1][1]:.2f}", f"{exam:.0%}", they, we))
    matches = tuple(
        (title(run.settings), *(percent(champion_share(run, other)) for other in FIELD)) for run in data.readings
    )
    note = (
        "best fitness: of the last generation; phase one is passed from 2 on. Exam, the best of the run: cells told "
        "apart on other boards (networks for whole boards), pairs won against greedy play (for any cell). The report "
        "has no numbers"
    )
    columns = "run", "generations", "best fitness", "exam", "they: phase one passed", "we: passed in generation"
    return [
        Table("Training", columns, tuple(curves), note=note),
        Table("The champions", ("run", *FIELD), matches, note="share of the points, with 95 % intervals"),
    ]


def learned(run: Reading) -> Iterator[Point]:
    """The exams of a run; of its later generations some."""
    shown = 0.0
    for number, _, _, exam in run.value["curve"]:
        if number + 1 >= shown:
            shown = (number + 1) * 1.1
            yield Point(number + 1, Interval(exam, exam, exam))


def picture(data: Data) -> Figure:
    """Learning curves to the left, matches to the right."""
    runs = data.where(seed=1)
    figure, (left, right) = plots.panels(2, 5.2)
    plots.logarithmic(left.xaxis)
    plots.lines(left, {title(run.settings): list(learned(run)) for run in runs})
    plots.shares(left, "exam passed", even=False)
    left.set_xlabel("generations")
    plots.legend_below(left)
    series = {title(run.settings): [champion_share(run, other) for other in FIELD] for run in runs}
    plots.dots(right, FIELD, series)
    plots.shares(right, "share of the points of the champion", upright=True)
    return figure


NEAT_TRAINING = Experiment(
    name="neat-training",
    report="002",
    where="section 2.1",
    question="Can networks be evolved that tell which cells can be played, and then play well?",
    claim="Training in two phases, first to tell empty cells from filled ones, then a tournament, looked promising; "
    "after a day no network had passed phase one, whatever the settings.",
    setup="Default NEAT as the report describes it: an input and an output for each cell, neat-python's default "
    "settings, every wrong answer costs fitness; once with nodes that may become any function, once with sigmoids "
    "only, as in neat-python's first example. Beside it the same design with our settings, and a network that is asked "
    "about one cell at a time. Each champion plays on boards that it was not trained on, in pairs.",
    sizes={  # generations, by design and board size; networks for any cell play on boards of that size
        "quick": Size(
            generations={"default 2x2": 30, "example 2x2": 10, "report 2x2": 30, "report 2x3": 35, "cell 2x3": 20},
            rounds=10,
        ),
        "reported": Size(generations=_SOME, rounds=30),
        "paper": Size(generations=_LONG, rounds=30),
        "full": Size(generations=_LONG, seeds=5, rounds=100),
    },
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: how well the best network of each generation does in its exam. Right: the champions in games. The "
    "report shows neither.",
    needs=("neat",),
)
