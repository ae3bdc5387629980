"""Report 001, section 3.2: the second player's advantage on empty-2x2, where it comes from and where it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dueldoku.arena.archive import StoredGame
from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.engine.perfect import perfect_of
from dueldoku.game.game import Game
from dueldoku.kernels.duel.bombs import rest_of
from dueldoku.kernels.duel.endgame import endgame_of, proceed, value_of
from dueldoku.lab.claim import (
    EQUAL_SHARE,
    Estimate,
    above,
    all_of,
    beats,
    difference,
    falls,
    is_true,
    loses,
    percent,
    share_of_seat_two,
)
from dueldoku.lab.duels import by_board, empty_cells, titles
from dueldoku.lab.experiment import Contest, Data, Experiment, Settings, Size, Value, contest, label, split, start_of
from dueldoku.lab.finding import Finding, beside
from dueldoku.puzzles.api import generate
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.solvers.api import solve
from dueldoku.stats.intervals import wilson
from dueldoku.words import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AGENTS = {  # by contest: the report's, and ours
    "last move": ("random_player", "greedy_player", "minimax-cells:as=001"),
    "last move, ours": (
        *("random_player", "greedy_player", "minimax-cells", "minimax-regions", "minimax-bombs", "mcts-cells"),
    ),
}
THEY, WE = AGENTS
SMALL = {name: f"{name}, small" for name in AGENTS}  # their games on empty-2x2
SOLVED = ("easy-2x2", "empty-2x2", "random-2x3")  # small enough for perfect play with all digits and bombs
EVEN, ODD = ("empty-2x2", "empty-2x3"), "empty-3x3"
SHAPES = {"2x2": (4, 5, 6, 7, 8, 9, 10), "2x3": (4, 6, 8, 10, 12, 14, 16), "3x3": (4, 6, 8, 10, 12, 14, 16, 18)}


def games(size: Size) -> list[Contest]:
    """Everybody against everybody on boards with an even and an odd number of cells; most where games are short."""
    found = []
    for (name, agents), more in zip(AGENTS.items(), ((size.more, size.closer), (size.closer, 1)), strict=True):
        small, large = (size.rounds * times for times in more)
        found += [
            contest(SMALL[name], agents, size._replace(boards=EVEN[:1], rounds=small)),
            contest(name, agents, size._replace(boards=(*EVEN[1:], ODD), rounds=large)),
        ]
    return found


def played(data: Data, name: str) -> list[StoredGame]:
    """The games of the report's agents, or of ours."""
    return data.contests[SMALL[name]] + data.contests[name]


def measurements(size: Size) -> list[Settings]:
    """Endgames of every size; and small boards as a whole."""
    kinds = [(shape, empty) for shape, numbers in SHAPES.items() for empty in numbers]
    endgames = [{"shape": shape, "empty": empty, "boards": size.puzzles} for shape, empty in kinds]
    return [*map(size.place, SOLVED), *endgames]


def measure(settings: Settings) -> Value:
    """Exact values for the player to move: with bombs (none if that is too much to search), and without."""
    if "board" in settings:
        start = start_of(settings)
        return {"with": whole_value(start, bombs=True), "without": whole_value(start, bombs=False)}
    values = []
    for seed in range(settings["boards"]):
        grid = generate(Geometry.parse(settings["shape"]), empty=settings["empty"], solutions=1, seed=seed)
        values.append([exact_value(grid, bombs=True), exact_value(grid, bombs=False)])
    return {"values": values}


def whole_value(start: Position, *, bombs: bool) -> int:
    """What a small board is worth to the first player, whatever digits can still be chosen."""
    perfect = perfect_of(Game(start), bombs=bombs)
    assert perfect
    while not perfect.proceed(1_000_000):
        pass
    assert perfect.value is not None
    return perfect.value


def exact_value(grid: Grid, *, bombs: bool) -> int | None:
    """What the player to move on a board with one solution gets, less what the other one gets, in perfect play."""
    solution = solve(grid).solution
    assert solution
    rest = rest_of(grid.geometry, grid.values, solution.values)
    assert rest
    found = rest.bombs if bombs else rest.bombs[:0]
    endgame = endgame_of(rest.units, found)
    if endgame is None:
        return None
    while not proceed(endgame, 1 << 20):
        pass
    return value_of(endgame, (1 << len(rest.units)) - 1, (1 << len(found)) - 1)


# -- results ---------------------------------------------------------------------------------------------------------


def last_mover_leads(data: Data, shape: str, *, bombs: bool) -> dict[int, list[int]]:
    """By number of empty cells: how far ahead perfect play leaves the player whom that number gives the last move."""
    table = {}
    for settings, value in data.where(shape=shape):
        known = [pair[not bombs] for pair in value["values"] if pair[0] is not None]
        table[settings["empty"]] = [it if settings["empty"] % 2 else -it for it in known]
    return {empty: leads for empty, leads in table.items() if leads}


def last_mover_share(data: Data, shape: str, *, bombs: bool) -> list[Point]:
    """The share of the points of that player: a win is 1 and a draw half a one, on average over the boards."""
    table = last_mover_leads(data, shape, bombs=bombs)
    won = {empty: sum((lead > 0) + (lead == 0) / 2 for lead in leads) for empty, leads in table.items()}
    return [Point(empty, wilson(won[empty], len(leads))) for empty, leads in table.items()]


def seats(data: Data, name: str) -> dict[str, Estimate]:
    """The second player's share of the points on each board."""
    return {board: share_of_seat_two(some) for board, some in by_board(played(data, name), data.size).items()}


def pairings(data: Data, name: str) -> dict[frozenset[str], Estimate]:
    """The second player's share of the points on empty-2x2, for every two agents."""
    met = split((it for it in played(data, name) if it.board == EVEN[0]), lambda it: frozenset((it.agent1, it.agent2)))
    return {names: share_of_seat_two(some) for names, some in met.items()}


def findings(data: Data) -> list[Finding]:
    """The report's explanation, statement by statement."""
    played = beside(_of_games(data, THEY), ours=_of_games(data, WE))
    exact = {one.settings["board"]: one.value for one in data.readings if "board" in one.settings}
    empty, last = exact[EVEN[0]], SOLVED[-1]
    leads = [lead for shape in SHAPES for row in last_mover_leads(data, shape, bombs=False).values() for lead in row]
    behind = sum(lead < 0 for lead in leads)
    bombs = [(point, shape) for shape in SHAPES for point in last_mover_share(data, shape, bombs=True)]
    least, where = min(bombs, key=lambda it: it[0].y.value)
    return [
        *played,
        Finding(
            "On empty-2x2 it is so for players who make no mistake, too.",
            is_true(empty["with"] < 0),
            f"In perfect play the first player ends {_ahead(empty['with'])}, and {_ahead(empty['without'])} if nobody "
            "may pass.",
        ),
        Finding(
            "Whoever has the last move does not lose, as long as nobody passes.",
            is_true(behind <= 0.01 * len(leads)),
            f"In perfect play without bombs the last mover ends behind on {behind} of {len(leads)} boards, level on "
            f"{leads.count(0)}, and ahead on all others.",
        ),
        Finding(
            "That stays so when players may pass with a bomb.",
            is_true(least.y.low > 0.95),
            f"It ends where bombs are left: on {where} boards with {least.x:.0f} empty cells, the player whom the "
            f"number of empty cells gives the last move gets {percent(least.y)} of the points. On {last} the first "
            f"player ends {_ahead(exact[last]['without'])} without bombs and {_ahead(exact[last]['with'])} with them.",
        ),
    ]


def _ahead(points: int) -> str:
    return f"{counted(abs(points), 'point')} {'ahead' if points > 0 else 'behind'}" if points else "level"


def _of_games(data: Data, name: str) -> list[Finding]:
    """What the report saw in games, in those of its agent or of ours."""
    shares, met = seats(data, name), pairings(data, name)
    weakest = min(met, key=met.__getitem__)
    return [
        Finding(
            "On empty-2x2 the second player wins far more often.",
            above(shares[EVEN[0]], 0.5 + EQUAL_SHARE),
            f"The second player gets {percent(shares[EVEN[0]])} of the points in all games together.",
        ),
        Finding(
            "It does so whoever plays whom.",
            all_of(map(beats, met.values())),
            f"The second player's share is smallest between {' and '.join(sorted(map(label, weakest)))}: "
            f"{percent(met[weakest])}.",
        ),
        Finding(
            "The reason is the last move, so with an odd number of cells it is the first player who has the advantage.",
            loses(shares[ODD]),
            f"On {ODD} the second player gets {percent(shares[ODD])}.",
        ),
        Finding(
            "On larger boards it matters less.",
            falls(difference(shares[EVEN[0]], shares[EVEN[-1]])),
            f"On {EVEN[-1]} the second player gets {percent(shares[EVEN[-1]])}.",
        ),
    ]


def tables(data: Data) -> list[Table]:
    """Seats in games, and exact values."""
    columns = [map(percent, seats(data, name).values()) for name in AGENTS]
    games = tuple(zip(titles(data), *columns, strict=True))
    rows = []
    for shape in SHAPES:
        plain = {point.x: point.y for point in last_mover_share(data, shape, bombs=False)}
        rows += [
            (f"{shape}, {point.x:.0f} empty", percent(plain[point.x]), percent(point.y))
            for point in last_mover_share(data, shape, bombs=True)
        ]
    whole = tuple(
        (f"{name} ({empty_cells(name, data.size)})", f"{one.value['without']:+d}", f"{one.value['with']:+d}")
        for one in data.readings
        if (name := one.settings.get("board"))
    )
    head = ("boards", "without bombs", "with bombs")
    note = "share of the points of the player whom the number of empty cells gives the last move"
    return [
        Table(
            "The second player in games",
            ("board (empty cells)", "the report's agent", "our agents"),
            games,
            note="share of the points, with 95 % intervals; the report tells no numbers",
        ),
        Table("Whole boards", head, whole, note="the first player's lead in points at the end of perfect play"),
        Table("Perfect play", head, tuple(rows), note=note),
    ]


def picture(data: Data) -> Figure:
    """Seats in games to the left, perfect play to the right."""
    figure, (left, right) = plots.panels(2)
    series = {title: list(seats(data, name).values()) for title, name in (("report's agent", THEY), ("ours", WE))}
    plots.dots(left, titles(data), series)
    plots.shares(left, "share of the points of the second player", upright=True)
    left.legend(loc="lower left", fontsize=8)
    curves = {"3x3, without bombs": last_mover_share(data, "3x3", bombs=False)}
    curves |= {f"{shape}, with bombs": last_mover_share(data, shape, bombs=True) for shape in SHAPES}
    even = {name: [point for point in points if point.x % 2 == 0] for name, points in curves.items()}
    plots.lines(right, even, spread=0.15)
    right.set_xticks(sorted({point.x for points in even.values() for point in points}))
    plots.shares(right, "share of the points of the last mover")
    right.set_xlabel("empty cells, even numbers")
    right.legend(loc="lower left", fontsize=8)
    return figure


LAST_MOVE = Experiment(
    name="last-move",
    report="001",
    where="section 3.2",
    question="Does the second player win on empty-2x2 because of the last move, and where does that end?",
    claim="On empty-2x2 the second player has a much higher win rate, at any time and against any opponent, because "
    "the last move is worth 7 points; with an odd number of cells it is the first player; on large boards it matters "
    "less.",
    setup="Games between the report's agent (minimax-cells:as=001), random_player and greedy_player, and between six "
    "of ours, counted by seat; and perfect play, from tables of all positions, on boards with one solution and few "
    "empty cells, with bombs and without.",
    sizes={
        "quick": Size(seconds=(0.1,), translated=True, rounds=4, puzzles=40),
        "reported": Size(seconds=(0.1, 0.5), translated=True, rounds=20, more=24, closer=4, puzzles=60),
        "paper": Size(seconds=(0.1, 0.5), rounds=10, puzzles=60),
        "full": Size(seconds=(0.1, 0.5, 1, 5), rounds=40, puzzles=200),
    },
    games=games,
    measurements=measurements,
    measure=measure,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: the second player's share of the points; in brackets, how many cells are empty. Right: how "
    "perfect play ends for the player whom the number of empty cells gives the last move.",
)
