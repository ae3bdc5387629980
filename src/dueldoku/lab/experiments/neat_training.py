"""Report 002, section 2.1: evolving networks in two phases, the learning curve, and the champion against the field."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from matplotlib.figure import Figure

from dueldoku.arena.play import play_task
from dueldoku.board.geometry import Geometry
from dueldoku.lab.claim import beats, is_true, pair_share, percent
from dueldoku.lab.experiment import Data, Experiment, Reading, Settings, Size, Value, contest
from dueldoku.lab.finding import Finding
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval
from dueldoku.stats.match import pair_counts

FIELD = ("random_player", "greedy_player", "minimax-cells", "minimax-bombs")
CHAMPION = "champion"
PASSED = 2.0  # the fitness of a network that passed phase one; each round won in phase two adds 1


def measurements(size: Size) -> list[Settings]:
    """Every run of training."""
    designs = {kind: ("cell", "2x3") if kind == "cell" else ("report", kind) for kind in size.generations}
    return [
        {"mode": mode, "size": shape, "generations": size.generations[kind], "seed": seed, "rounds": size.rounds}
        for seed in range(1, size.seeds + 1)
        for kind, (mode, shape) in designs.items()
    ]


def measure(settings: Settings) -> Value:
    """The learning curve, the champion, and its games against the field on boards of this size."""
    from dueldoku.agents.neat.fitness import CellMode, ReportMode
    from dueldoku.agents.neat.train import Training

    mode = CellMode() if settings["mode"] == "cell" else ReportMode(Geometry.parse(settings["size"]))
    training = Training(mode, settings["seed"])
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
    what = "one network for any cell" if settings["mode"] == "cell" else f"the report's design, {settings['size']}"
    return f"{what}, seed {settings['seed']}"


def champion_share(reading: Reading, other: str) -> Interval:
    """The champion's share of the points against somebody."""
    rows = [(one, two, score, pair) for one, two, score, pair in reading.value["games"]]
    return pair_share(pair_counts(rows, CHAMPION, other))


def passed_at(reading: Reading) -> int | None:
    """The first generation in which a network passed phase one; None if none did."""
    return next((number for number, best, _, _ in reading.value["curve"] if best >= PASSED), None)


def findings(data: Data) -> list[Finding]:
    """The report's failure, and what can be had."""
    reports, cells = data.where(mode="report"), data.where(mode="cell")
    told = []
    for run in reports:
        when = passed_at(run)
        told.append(f"{run.settings['size']} " + ("never" if when is None else f"in generation {when}"))
    random, greedy = (champion_share(cells[0], other) for other in FIELD[:2])
    return [
        Finding(
            "No network passes phase one, whatever the settings.",
            is_true(all(passed_at(run) is None for run in reports)),
            f"With the settings explained in docs/reports.md a network passed: {', '.join(told)}.",
        ),
        Finding(
            "Ours: a small network that is asked about one cell at a time learns to beat the random player.",
            beats(random),
            f"After {cells[0].settings['generations']} generations the champion gets {percent(random)} of the points "
            f"against random_player and {percent(greedy)} against greedy_player.",
        ),
    ]


def tables(data: Data) -> list[Table]:
    """Training, and matches."""
    curves = []
    for run in data.readings:
        last, when = run.value["curve"][-1], passed_at(run) if run.settings["mode"] == "report" else None
        curves.append(
            (title(run.settings), str(len(run.value["curve"])), f"{last[1]:.2f}", f"{last[3]:.0%}", str(when or "-"))
        )
    matches = tuple(
        (title(run.settings), *(percent(champion_share(run, other)) for other in FIELD)) for run in data.readings
    )
    note = "exam: cells told apart on other boards (the report's design), pairs won against greedy play (ours)"
    return [
        Table(
            "Training", ("run", "generations", "best fitness", "exam", "phase one passed in"), tuple(curves), note=note
        ),
        Table("The champions", ("run", *FIELD), matches, note="share of the points, with 95 % intervals"),
    ]


def picture(data: Data) -> Figure:
    """Learning curves to the left, matches to the right."""
    runs = data.where(seed=1)
    figure, (left, right) = plots.panels(2, 3.8)
    curves = {
        title(run.settings): [Point(number, Interval(*[exam] * 3)) for number, _, _, exam in run.value["curve"]]
        for run in runs
    }
    plots.lines(left, curves)
    plots.shares(left, "exam passed", even=False)
    left.set_xlabel("generation")
    left.legend(loc="lower right", fontsize=8)
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
    setup="The report's design (an input and an output for each cell), with our settings of neat-python, and a network "
    "that is asked about one cell at a time. Each champion plays on boards that it was not trained on, in pairs.",
    sizes={  # generations for the report's design by board size, and for ours
        "quick": Size(generations={"2x2": 30, "2x3": 35, "cell": 20}, rounds=10),
        "reported": Size(generations={"2x2": 40, "2x3": 60, "3x3": 150, "cell": 60}, rounds=30),
        "paper": Size(generations={"2x2": 40, "2x3": 60, "3x3": 150, "cell": 60}, rounds=30),
        "full": Size(generations={"2x2": 40, "2x3": 60, "3x3": 150, "cell": 60}, seeds=5, rounds=100),
    },
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: how well the best network of each generation does in its exam. Right: the champions in games.",
    needs=("neat",),
)
