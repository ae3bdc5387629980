from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import full_grids, grids, shapes

from dueldoku import Geometry, Grid
from dueldoku.board.geometry import LARGEST
from dueldoku.board.symbols import DIGITS, EMPTIES, symbol_of, value_of
from dueldoku.errors import FormatError, GridError, ShapeError


@given(grids())
def test_a_grid_prints_as_it_parses(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid
    assert Grid.parse(str(grid), grid.geometry) == grid
    assert eval(repr(grid), {"Grid": Grid}) == grid


@given(grids())
def test_numbers_with_blanks_or_commas_parse_too(grid: Grid) -> None:
    assert Grid.parse(f"{grid.geometry}: " + " ".join(map(str, grid))) == grid
    assert Grid.parse(f"{grid.geometry}:" + ",".join(map(str, grid))) == grid


@given(grids(), st.data())
def test_characters_are_read_together_as_they_are_one_by_one(grid: Grid, data: st.DataObject) -> None:
    """Blanks between them make the difference; letters may be small, and empty cells have several signs."""
    digits = "".join(data.draw(st.sampled_from([symbol, symbol.lower()])) for symbol in map(symbol_of, grid))
    strange = data.draw(st.sampled_from(["", "?", "ä", "@", "Z", "z"]))
    cells = [data.draw(st.sampled_from(EMPTIES)) if cell == "." else cell for cell in digits]
    if strange:
        cells[data.draw(st.integers(0, len(cells) - 1))] = strange
    results = []
    for text in ("".join(cells), " ".join(cells)):
        try:
            results.append(Grid.parse(text, grid.geometry))
        except FormatError as error:
            results.append(str(error).partition(": ")[2])
    assert results[0] == results[1]


@given(shapes(largest=30))
def test_the_pattern_is_a_solved_board(geometry: Geometry) -> None:
    pattern = Grid.pattern(geometry)
    assert not pattern.holes
    for unit in geometry.units:
        assert sorted(pattern[cell] for cell in unit) == list(range(1, geometry.side + 1))


@given(full_grids())
def test_a_solved_board_has_no_clash_and_a_changed_one_has(grid: Grid) -> None:
    assert grid.clash == ""
    spoiled = grid.with_value(0, grid[1])
    assert f"{grid[1]} stands twice in row 1: r1c1 and r1c2" == spoiled.clash


@given(full_grids(), st.data())
def test_a_solution_is_told_from_all_that_are_none(full: Grid, data: st.DataObject) -> None:
    cells = range(len(full))
    holes = data.draw(st.sets(st.sampled_from(cells)))
    puzzle = Grid(full.geometry, tuple(0 if cell in holes else full[cell] for cell in cells))
    assert puzzle.fault_of(full) == ""
    cell, value = data.draw(st.sampled_from(cells)), data.draw(st.integers(0, full.geometry.side))
    assert bool(puzzle.fault_of(full.with_value(cell, value))) == (value != full[cell])


def test_clashes_name_column_and_block() -> None:
    assert Grid.parse("1... 2... 1... ....").clash == "1 stands twice in column 1: r1c1 and r3c1"
    assert Grid.parse(".... .... ..3. ...3").clash == "3 stands twice in block 4: r3c3 and r4c4"


@pytest.mark.parametrize(("values", "message"), [((0,) * 80, "81 values"), ((10,) * 81, "got 10 at r1c1")])
def test_wrong_values_are_refused(values: tuple[int, ...], message: str) -> None:
    with pytest.raises(GridError, match=message):
        Grid(Geometry.of(3, 3), values)


def test_the_shape_is_inferred_where_it_can_be() -> None:
    assert Grid.infer([0] * 81).geometry == Geometry.of(3, 3)
    assert Grid.infer([0] * 625).geometry == Geometry.of(5, 5)
    wide = Grid.pattern(Geometry.of(3, 4))  # its blocks would clash as 4x3
    assert Grid.infer(list(wide)).geometry == Geometry.of(3, 4)
    tall = Grid.pattern(Geometry.of(4, 3))
    assert Grid.infer(list(tall)).geometry == Geometry.of(4, 3)


def test_an_ambiguous_shape_is_asked_for() -> None:
    with pytest.raises(ShapeError, match="a 12x12 board may have blocks of 3x4 or 4x3: say which"):
        Grid.infer([0] * 144)
    assert Grid.infer([0] * 144, Geometry.of(4, 3)).geometry == Geometry.of(4, 3)
    assert Grid.infer([0] * 144, Geometry.of(2, 6)).geometry == Geometry.of(2, 6)
    with pytest.raises(ShapeError, match="expected 81 cells for 3x3 blocks, got 144"):
        Grid.infer([0] * 144, Geometry.of(3, 3))


def test_faults_name_their_column() -> None:
    with pytest.raises(FormatError, match=r"column 7: expected a digit 1-9 or '.', got 'x'"):
        Grid.parse("53..7.x" + "." * 74)
    with pytest.raises(FormatError, match=r"column 12: expected a digit 1-4 or '.', got '5'"):
        Grid.parse("2x2:1234 345. .... ....")
    with pytest.raises(FormatError, match=r"expected N\*N cells \(as 81\), got 80"):
        Grid.parse("." * 80)


def test_each_digit_has_its_own_symbol_on_the_largest_board() -> None:
    assert len(set(DIGITS)) == len(DIGITS) >= LARGEST
    digits = range(LARGEST + 1)
    assert [value_of(symbol_of(digit), LARGEST) for digit in digits] == list(digits)
    assert value_of("a", 16) == 10
    assert value_of("a", 36) == 36
    assert value_of("g", 16) == 16
    assert value_of("h", 16) is None


def test_words_counted_from_0() -> None:
    words = {"0": 1, "9": 10, "15": 16, "F": 16, "f": 16, ".": 0, "-": 0, "-1": 0, "16": None, "G": None}
    assert {word: value_of(word, 16, first_digit=0) for word in words} == words


def test_words_counted_from_1() -> None:
    words = {"0": 0, "1": 1, "16": 16, "17": None, "G": 16, "-1": None, "99999999999": None}
    assert {word: value_of(word, 16) for word in words} == words
