"""neat-python's settings: ours, those of a file, and whatever is wrong with them."""

from __future__ import annotations

import random
from configparser import ConfigParser
from pathlib import Path

import neat
import pytest
from neat.innovation import InnovationTracker

from dueldoku.agents.neat.fitness import CellMode, DefaultMode, Mode, ReportMode
from dueldoku.agents.neat.genome import BoardGenome, PlainGenome
from dueldoku.agents.neat.settings import default_settings, read_settings
from dueldoku.agents.neat.train import Training, config_of, settings_of
from dueldoku.board.geometry import Geometry
from dueldoku.errors import FormatError

TWO = Geometry.of(2, 2)
MODES = (CellMode(), ReportMode(TWO), DefaultMode(TWO))


def small(mode: Mode, file: Path, old: str = "", new: str = "") -> str:
    """A file with the mode's own settings, a small population and one difference."""
    text = settings_of(mode).text.replace("pop_size = 150", "pop_size = 12").replace("pop_size = 100", "pop_size = 12")
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return str(file)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_a_file_of_our_own_settings_is_our_own_settings(mode: Mode, tmp_path: Path) -> None:
    file = tmp_path / "own"
    file.write_text("# a remark\n" + settings_of(mode).text.replace(" = ", "   =  "))
    settings = read_settings(str(file))
    assert settings.digest == settings_of(mode).digest
    again, ours = (Training(mode, 2, it).step() for it in (settings, None))
    assert again == ours


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_neat_python_itself_reads_our_settings(mode: Mode, tmp_path: Path) -> None:
    file = tmp_path / "own"
    file.write_text(settings_of(mode).text)
    parts = neat.DefaultReproduction, neat.DefaultSpeciesSet, neat.DefaultStagnation
    config = neat.Config(neat.DefaultGenome, *parts, str(file))
    assert config.pop_size == config_of(mode, settings_of(mode)).pop_size
    assert config.genome_config.num_inputs == (16 if mode.size else 11)


def test_default_settings_are_those_of_neat_pythons_example_or_let_nodes_evolve() -> None:
    plain, evolving = (default_settings(TWO, it).sections["DefaultGenome"] for it in (False, True))
    differs = {name for name in plain if plain[name] != evolving[name]}
    assert {name.split("_")[0] for name in differs} == {"activation", "aggregation", "response"}
    expected = {"initial_connection": "full", "weight_mutate_rate": 0.8, "bias_mutate_rate": 0.7, "node_add_prob": 0.2}
    assert expected.items() <= plain.items()
    assert plain["activation_options"] == "sigmoid"


def test_a_file_of_an_older_neat_python_needs_no_word_on_when_to_stop(tmp_path: Path) -> None:
    mode = DefaultMode(TWO)
    file = small(mode, tmp_path / "old", "no_fitness_termination = True\n", "")
    training = Training(mode, 1, read_settings(file))
    training.step()
    assert training.step().number == 1


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[NEAT]", "NEAT", "File contains no section headers"),
        ("[NEAT]", "[NEST]", r"expected a section \[NEAT\], got none"),
        ("[DefaultGenome]", "[MyGenome]", r"expected a section \[DefaultGenome\], got none"),
        ("pop_size = 12", "pop_size = many", "expected another value of pop_size, got 'many'"),
        ("pop_size = 12", "pop_size = 1", "expected pop_size to be at least 2, got 1"),
        ("pop_size = 12", "", "Missing parameter: pop_size"),
        ("pop_size = 12", "pop_size = 12\npup_size = 3", "configuration item pup_size"),
        ("pop_size = 12", "pop_size = 12\nseed = 3", "expected no seed among the settings: the option --seed gives it"),
        ("pop_size = 12", "pop_size = 12\npop_size = 13", "option 'pop_size' in section 'NEAT' already exists"),
        ("reset_on_extinction = True", "reset_on_extinction = 7", "expected another value of reset_on_extinction"),
        ("num_inputs = 16", "num_inputs = 2", "expected num_inputs = 16 and num_outputs = 16, got num_inputs = 2 and"),
        ("num_outputs = 16", "num_outputs = x", "'num_outputs' with value 'x'"),
        ("feed_forward = True", "feed_forward = False", "expected feed_forward = True"),
        ("activation_default = sigmoid", "activation_default = magic", "Invalid initial value magic for activation"),
        ("activation_options = ", "activation_options = magic ", "expected activation_options out of .*, got 'magic'"),
        ("aggregation_options = sum", "aggregation_options = sum vote", "aggregation_options out of .*, got 'vote'"),
        ("initial_connection = full", "initial_connection = half", "initial_connection to be one of .*, got 'half'"),
        ("initial_connection = full", "initial_connection = partial", "initial_connection to be .*, got 'partial'"),
        ("initial_connection = full", "initial_connection = partial 2", "must be between 0.0 and 1.0"),
        ("conn_add_prob = 0.5", "conn_add_prob = 5", "expected another value of conn_add_prob, got 5.0"),
        ("weight_mutate_power = 0.5", "weight_mutate_power = nan", "expected another value of weight_mutate_power"),
        ("weight_max_value = 30", "weight_max_value = -40", "Invalid min/max configuration for numbers"),
        ("num_hidden = 0", "num_hidden = -1", "expected another value of num_hidden, got -1"),
        ("num_hidden = 0", "num_hiden = 0", "Missing required .* 'num_hidden'"),
        (
            "num_hidden = 0",
            "num_hidden = 0\nnode_ad_prob = 1",
            "expected a setting that neat-python has .*'node_ad_prob'",
        ),
        ("species_fitness_func = max", "species_fitness_func = best", "Unexpected species fitness func: 'best'"),
        ("compatibility_threshold = 3.0", "", "Missing required .* 'compatibility_threshold'"),
        ("num_hidden = 0", "num_hidden = %(x)s", "num_hidden"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    mode = DefaultMode(TWO)
    file = small(mode, tmp_path / "mine.cfg", old, new)
    with pytest.raises(FormatError, match=sentence) as told:
        Training(mode, 1, read_settings(file))
    assert str(told.value).startswith(f"{file}: expected ")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_what_is_no_file_of_settings_is_told(content: bytes | None, tmp_path: Path) -> None:
    if content:
        (tmp_path / "mine.cfg").write_bytes(content)
    with pytest.raises(FormatError, match=r"mine.cfg: expected a configuration file of neat-python, got none"):
        read_settings(str(tmp_path / "mine.cfg"))


def test_a_population_that_dies_out_is_told(tmp_path: Path) -> None:
    mode, file = DefaultMode(TWO), tmp_path / "mine.cfg"
    parser = ConfigParser()
    parser.read_string(settings_of(mode).text)
    parser["NEAT"].update({"pop_size": "4", "reset_on_extinction": "False"})
    parser["DefaultStagnation"].update({"max_stagnation": "0", "species_elitism": "0"})
    with file.open("w") as stream:
        parser.write(stream)
    training = Training(mode, 1, read_settings(str(file)))
    with pytest.raises(FormatError, match=r"mine.cfg: expected settings that a population can live with: all species"):
        training.step()


def test_a_run_goes_on_with_its_own_settings_only(tmp_path: Path) -> None:
    mode = ReportMode(TWO)
    one, same, other = (tmp_path / name for name in ("one", "same", "other"))
    small(mode, one)
    same.write_text("# a remark\n" + one.read_text())
    small(mode, other, "conn_add_prob = 0.1", "conn_add_prob = 0.2")
    broken = Training(mode, 1, read_settings(str(one)))
    broken.step()
    assert Training.resume(mode, 1, broken.state, read_settings(str(same))).step().number == 1
    for settings in (read_settings(str(other)), None):
        with pytest.raises(FormatError, match=r"expected a checkpoint of report mode for 2x2 with seed 1.*, got one"):
            Training.resume(mode, 1, broken.state, settings)
    with pytest.raises(FormatError, match="of default mode for 2x2 with seed 1, got one of report mode for 2x2"):
        Training.resume(DefaultMode(TWO), 1, broken.state)


def test_links_cross_as_they_did_when_the_report_was_written() -> None:
    random.seed(1)
    shares = {}
    for kind, mode in ((PlainGenome, DefaultMode(TWO)), (BoardGenome, ReportMode(TWO))):
        config = config_of(mode, settings_of(mode)).genome_config
        config.innovation_tracker = InnovationTracker()
        on, off = (kind.create_connection(config, -1, 0, 1) for _ in range(2))
        off.enabled = False
        shares[kind] = sum(on.crossover(off).enabled for _ in range(2000)) / 2000
        assert on.crossover(on).enabled
        assert not off.crossover(off).enabled
    assert shares[PlainGenome] == pytest.approx(0.5, abs=0.05)
    assert shares[BoardGenome] == pytest.approx(0.125, abs=0.05)
