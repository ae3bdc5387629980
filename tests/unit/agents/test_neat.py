"""The agent neat: its networks against neat-python's, what they see against the game, its play, its training."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from neat.innovation import InnovationTracker
from neat.nn import FeedForwardNetwork
from random_games import positions

from dueldoku import Game, Grid, Position, Ruling, bundled_board
from dueldoku.agents.base import Limit, Task
from dueldoku.agents.compiled import play_of
from dueldoku.agents.neat import Neat
from dueldoku.agents.neat.fitness import CellMode, DefaultMode, Mode, ReportMode, filled_cells
from dueldoku.agents.neat.genome import network_of
from dueldoku.agents.neat.network import Network, load_network, network_names, pack
from dueldoku.agents.neat.train import Training, config_of, settings_of
from dueldoku.agents.registry import load_agent
from dueldoku.arena.referee import play_agents
from dueldoku.board.geometry import Geometry
from dueldoku.duel.rules import RULE_SETS
from dueldoku.errors import FormatError, ShapeError, UnknownName
from dueldoku.game.boards import BOARDS
from dueldoku.kernels.learning.neat import activate, look, room_for
from dueldoku.puzzles.api import generate as board

TWO, THREE = Geometry.of(2, 2), Geometry.of(3, 3)
POINTS = (0, 1, 3, 7)


def genomes(mode: Mode, count: int) -> list[Any]:
    """Genomes after many changes: with nodes added, links disabled and deleted."""
    config = config_of(mode, settings_of(mode))
    if mode.name == "report":
        config.genome_config.node_add_prob = 0.2  # not in training, but a network is a network
    random.seed(1)
    config.genome_config.innovation_tracker = InnovationTracker()
    found = []
    for number in range(count):
        genome = config.genome_type(number)
        genome.configure_new(config.genome_config)
        for _ in range(10 * number):
            genome.mutate(config.genome_config)
        found.append(genome)
    return found


def outputs(network: Network, inputs: list[float]) -> list[float]:
    packed = pack([network])
    values = np.zeros(packed.most_values)
    values[: len(inputs)] = inputs
    activate(packed, 0, values)
    found: list[float] = values[packed.outputs[0]].tolist()
    return found


# -- networks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [CellMode(), ReportMode(TWO), DefaultMode(TWO)], ids=lambda mode: mode.name)
def test_a_network_answers_as_in_neat_python(mode: Mode) -> None:
    config = config_of(mode, settings_of(mode))
    rng = random.Random(2)
    most, functions = 0, set()
    for genome in genomes(mode, 12):
        network, theirs = network_of(genome, mode.size), FeedForwardNetwork.create(genome, config)
        most = max(most, len(network.nodes) - network.outputs)
        functions |= {(node.activation, node.aggregation) for node in network.nodes}
        for _ in range(20):
            inputs = [rng.uniform(-2, 2) for _ in range(network.inputs)]
            assert outputs(network, inputs) == pytest.approx(theirs.activate(inputs), rel=1e-9, abs=1e-9)
    assert most >= 3
    assert mode.name != "default" or len(functions) > 60


def test_json_gives_the_same_network_back() -> None:
    networks = [network_of(genome) for genome in genomes(CellMode(), 8)]
    for mode in (ReportMode(TWO), DefaultMode(TWO)):
        networks += [network_of(genome, TWO) for genome in genomes(mode, 3)]
    for network in networks:
        assert Network.parse(network.to_json()) == network


@pytest.mark.parametrize("name", network_names())
def test_the_bundled_networks_say_how_they_were_made(name: str) -> None:
    network = load_network(name)
    assert network.made_by.startswith("dueldoku agent train neat --mode ")
    assert str(network.size) in name or network.size is None
    assert b"\\u" not in network.to_json().encode()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("{", "", "Extra data"),
        ('"bias": ', '"bias": 1e999, "was": ', "node 0 has a number that is not finite"),
        ('"activation": "identity"', '"activation": "exec"', "no function 'exec', only identity, tanh"),
        ('"bias": ', '"response": NaN, "bias": ', "node 0 has a number that is not finite"),
        ('"bias": ', '"aggregation": "vote", "bias": ', "no function 'vote', only sum, product, max"),
        ('"links": [[-', '"links": [[-9', "node 0 has a link from nowhere"),
        ('"key": 0', '"key": 7', "less than 1 outputs"),
        ('"key": 0', '"key": -1', "-1 is no key of a new node"),
        ('"empty in row"', '"my horoscope"', "it sees something else"),
        ('"nodes"', '"knots"', "'nodes'"),
    ],
)
def test_a_wrong_file_is_told_in_a_sentence(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    text = network_of(genomes(CellMode(), 1)[0]).to_json()
    assert old in text
    file = tmp_path / "wrong.json"
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(FormatError, match=f"wrong.json: expected a network .*{sentence}"):
        load_agent("neat", {"network": str(file)})


def test_other_networks_are_told() -> None:
    with pytest.raises(
        UnknownName, match=r"expected a network out of cell, report-2x2, .*, or a file of one, got 'no'"
    ):
        load_agent("neat:network=no")
    with pytest.raises(ShapeError, match="expected a board of 2x2, which there is a network for, got 3x3"):
        first_proposal("neat:network=report-2x2", Game(Grid.empty(THREE)))


def test_as_in_the_report_there_is_a_network_for_each_size_and_there_are_no_bombs() -> None:
    agent = load_agent("neat:as=002")
    assert isinstance(agent, Neat)
    assert not agent.bombs
    for name in network_names():
        if name.startswith("report"):
            game = Game(Grid.empty(load_network(name).size or TWO))
            assert agent.ratings(game) == Neat(network=name).ratings(game)
    with pytest.raises(ShapeError, match=r"expected a board of 2x2, 2x3, .*, which there is a network for, got 2x5"):
        first_proposal("neat:as=002", Game(Grid.empty(Geometry.of(2, 5))))


@pytest.mark.slow
def test_the_agent_needs_no_neat_python() -> None:
    code = "import sys; sys.modules['neat'] = None; from dueldoku.agents.registry import load_agent; load_agent('neat')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# -- what a network sees ---------------------------------------------------------------------------------------------


def worth(game: Game, cell: int, filled: int | None = None) -> int:
    """The points for an empty cell, perhaps after another one was filled."""
    left = [
        [c for c in game.geometry.units[unit] if not game.values[c] and c != filled]
        for unit in game.geometry.units_of[cell]
    ]
    return POINTS[left.count([cell])]


def slow_inputs(game: Game, cell: int | None) -> list[float]:
    """The inputs, from their definitions; None stands for a bomb."""
    side, mine, theirs = game.geometry.side, game.cells(), game.cells(3 - game.turn)
    empty = [c for c, value in enumerate(game.values) if not value]
    in_units = {
        c: [sum(not game.values[d] for d in game.geometry.units[u]) for u in game.geometry.units_of[c]] for c in empty
    }
    safe = sum(2 not in in_units[c] for c in mine)
    board_facts = [1 if len(empty) % 2 else -1, 1 - len(empty) / game.geometry.size]
    return [
        *([count / side for count in in_units[cell]] if cell is not None else [0, 0, 0]),
        worth(game, cell) / 7 if cell is not None else 0,
        in_units[cell].count(2) / 3 if cell is not None else 0,
        *board_facts,
        max((worth(game, c) for c in mine if c != cell), default=0) / 7,
        1 if safe % 2 else -1,
        float(safe == 0),
        max((worth(game, c, cell) for c in theirs if c != cell), default=0) / 7,
    ]


@given(positions())
def test_the_inputs_are_what_they_are_said_to_be(start: Position) -> None:
    game = Game(start)
    play_arrays = play_of(game)
    room = room_for(pack([load_network("cell")]), play_arrays)
    before = play_arrays.empty.copy()
    look(play_arrays, room)
    for cell in game.cells():
        assert room.table[cell].tolist() == pytest.approx(slow_inputs(game, cell))
    assert room.table[-1].tolist() == pytest.approx(slow_inputs(game, None))
    assert (play_arrays.empty == before).all()


# -- play ------------------------------------------------------------------------------------------------------------


def first_proposal(name: str, game: Game) -> Any:
    proposals: list[Any] = []
    load_agent(name).think(game.copy(), Task(game.turn, Limit(), proposals.append, random.Random(1)))
    return proposals[-1] if proposals else None


def pair_lead(name: str, rival: str, grid: Grid, seed: int) -> int:
    """By how many points it beats the rival in two games on one board, one in each seat."""
    lead = 0
    for seat in (1, 2):
        game = Game(grid)
        one, other = load_agent(name), load_agent(rival)
        for turn in play_agents(game, (one, other) if seat == 1 else (other, one), Limit(nodes=1), seed):
            assert not turn.ruling.loses
        lead += game.scores[seat - 1] - game.scores[2 - seat]
    return lead


@pytest.mark.slow
def test_it_beats_the_players_of_the_course() -> None:
    for rival, shape, least in (("random_player", (2, 2), 10), ("greedy_player", (2, 3), 9)):
        geometry = Geometry.of(*shape)
        grids = [board(geometry, empty=geometry.size * (3 - number % 3) // 3, seed=number) for number in range(12)]
        assert sum(pair_lead("neat", rival, grid, number) > 0 for number, grid in enumerate(grids)) >= least


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("name", BOARDS)
def test_it_is_legal_on_every_board(name: str, rules: str) -> None:
    game = Game(bundled_board(name), rules, seed=1)
    turns = play_agents(game, (load_agent("neat"), load_agent("random_player")), Limit(nodes=1), 1)
    for number, turn in enumerate(turns):
        assert not turn.ruling.loses
        if number == (6 if game.geometry.side > 6 else 60):
            break


@given(positions())
def test_it_never_offends(start: Position) -> None:
    game = Game(start)
    if game.is_over():
        return
    move = first_proposal("neat", game)
    legal = list(game.legal_moves())
    assert move in legal if legal else move is None


def test_it_plays_on_when_only_bombs_are_left_and_stops_when_nothing_is() -> None:
    game = Game(Grid.parse("12.. .... ..3. ...3"))  # no solution: the 3 of the first row has no place
    assert game.solution() is None
    while legal := list(game.legal_moves()):
        assert first_proposal("neat", game) in legal
        game.push(first_proposal("neat", game))
    assert first_proposal("neat", game) is None


def test_it_hands_the_turn_over_with_a_bomb_unless_it_is_told_not_to() -> None:
    refused = {"neat": 0, "neat:bombs=no": 0}
    for name in refused:
        for seed in range(3):
            game = Game(board(Geometry.of(2, 3), empty=24, seed=seed))
            for turn in play_agents(game, (load_agent(name), load_agent("greedy_player")), Limit(nodes=1), seed):
                refused[name] += turn.player == 1 and turn.ruling is Ruling.REFUSED
    assert refused["neat"] > 0
    assert refused["neat:bombs=no"] == 0


def test_a_turn_on_a_large_board_is_short() -> None:
    agent, game = load_agent("neat"), Game(bundled_board("empty-4x4"))
    agent.think(game.copy(), Task(1, Limit(), lambda move: None))
    before = time.process_time()
    agent.think(game.copy(), Task(1, Limit(), lambda move: None))
    assert time.process_time() - before < 0.1


# -- training --------------------------------------------------------------------------------------------------------


@pytest.fixture
def few_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CellMode, "_STARTS", ((TWO, 3), (Geometry.of(2, 3), 3), (THREE, 0)))
    monkeypatch.setattr(CellMode, "_EXAM_STARTS", 9)


@pytest.mark.usefixtures("few_starts")
def test_a_resumed_run_goes_on_as_if_nothing_had_happened() -> None:
    whole = Training(CellMode(), 5)
    points = [whole.step(), whole.step()]
    assert [point.number for point in points] == [0, 1]
    assert whole.curve == points
    broken = Training(CellMode(), 5)
    assert broken.step() == points[0]
    random.seed("something else happens in between")
    resumed = Training.resume(CellMode(), 5, broken.state)
    assert resumed.step() == points[1]
    assert resumed.champion() == whole.champion()
    assert Training(CellMode(), 6).step() != points[0]
    with pytest.raises(
        FormatError, match="expected a checkpoint of cell mode with seed 6, got one of cell mode with seed 5"
    ):
        Training.resume(CellMode(), 6, broken.state)


@pytest.mark.slow
def test_the_design_of_the_report_passes_phase_one() -> None:
    training = Training(ReportMode(TWO), 1)
    while (point := training.step()).exam < 1:
        assert point.number < 25
        assert point.best < ReportMode.PASSED or point.exam > 0.9
    assert point.best >= ReportMode.PASSED  # so it was let into phase two


def test_default_neat_takes_a_point_away_for_each_wrong_answer() -> None:
    mode, config = DefaultMode(TWO), config_of(DefaultMode(TWO), settings_of(DefaultMode(TWO)))
    found = genomes(mode, 6)
    fitness = mode.rate(pack([network_of(genome, TWO) for genome in found]), random.Random(7))
    rng = random.Random(7)
    boards = [filled_cells(TWO, share, rng) for share in (0, 1, 0.33, 0.33, 0.66, 0.66)]
    for genome, value in zip(found, fitness, strict=True):
        wrong = 0
        for filled in boards:
            answers = FeedForwardNetwork.create(genome, config).activate([float(c in filled) for c in range(16)])
            wrong += sum(answer > -0.1 if c in filled else answer < 0.1 for c, answer in enumerate(answers))
        assert wrong > 0
        assert value == mode.PASSED - wrong


def test_default_neat_lets_a_network_that_has_passed_into_phase_two() -> None:
    passed, other = load_network("report-2x2"), network_of(genomes(DefaultMode(TWO), 1)[0], TWO)
    fitness = DefaultMode(TWO).rate(pack([passed, other, passed]), random.Random(1))
    assert sorted(fitness[[0, 2]]) == [2, 3]
    assert fitness[1] < 0


def test_default_neat_changes_nodes_links_and_all_that_a_node_has() -> None:
    training = Training(DefaultMode(TWO), 1)
    for _ in range(4):
        assert training.step().exam < 0.8
    champion = training.champion()
    assert {node.activation for node in champion.nodes} > {"sigmoid"}
    assert {node.aggregation for node in champion.nodes} > {"sum"}
    assert any(node.response != 1 for node in champion.nodes)
    assert sum(len(node.links) for node in champion.nodes) != 256  # what it began with


@pytest.mark.parametrize("name", [name for name in network_names() if name.startswith("report")])
def test_the_bundled_networks_for_whole_boards_have_passed_phase_one(name: str) -> None:
    network = load_network(name)
    assert network.size
    assert ReportMode(network.size).examine(pack([network])) == 1
    game = Game(Grid.empty(network.size))
    for turn in play_agents(game, (load_agent(f"neat:network={name}"), load_agent("random_player")), Limit(nodes=1), 1):
        assert turn.player == 2 or turn.ruling is Ruling.PLACED
