"""Boards as they are found in the world, each read without naming its format."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dueldoku import Geometry, Grid, read, read_grid, write
from dueldoku.errors import DueldokuError, FormatError
from dueldoku.formats.detect import FORMATS, detect, grid_of, read_boards

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
NINE = Grid.parse(LINE)


def words(row: str, empty: str = ".") -> list[str]:
    return [empty if char == "." else char for char in row]


SPELLINGS = {
    "the line": LINE,
    "the line with zeros": LINE.replace(".", "0"),
    "the line with underscores": LINE.replace(".", "_"),
    "the line with stars": LINE.replace(".", "*"),
    "the line with hyphens": LINE.replace(".", "-"),
    "the line with a comment": LINE + "  # easy",
    "the line with its shape": "3x3:" + LINE,
    "a line of numbers": " ".join(words("".join(ROWS), "0")),
    "a line with commas": ",".join(words("".join(ROWS), "0")),
    "blocks of rows on a line": " ".join(ROWS),
    "rows of characters": "\n".join(ROWS),
    "rows, blank lines between": "\n\n".join(ROWS),
    "rows of words": "\n".join(" ".join(words(row)) for row in ROWS),
    "rows of zeros": "\n".join(" ".join(words(row, "0")) for row in ROWS),
    "rows of commas": "\n".join(",".join(words(row, "0")) for row in ROWS),
    "a spreadsheet with nothing where empty": "\n".join(",".join(words(row, "")) for row in ROWS),
    "tabs from a spreadsheet": "\n".join("\t".join(words(row, "")) for row in ROWS),
    "commas at line ends": "\n".join(",".join(words(row, "0")) + "," for row in ROWS),
    "semicolons": "\n".join("; ".join(words(row, "0")) for row in ROWS),
    "a list of lists": "[" + ",\n ".join("[" + ", ".join(words(row, "0")) + "]" for row in ROWS) + "]",
    "a list of lists on one line": str([[int(word) for word in words(row, "0")] for row in ROWS]),
    "a list of lists of characters": str([words(row) for row in ROWS]).replace("'", '"'),
    "bars and rules": "\n------+-------+------\n".join(
        "\n".join(" | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)) for row in ROWS[top : top + 3])
        for top in (0, 3, 6)
    ),
    "a frame of box characters": "┌───┬───┬───┐\n"
    + "\n├───┼───┼───┤\n".join(
        "\n".join("│" + "│".join(row[at : at + 3] for at in (0, 3, 6)) + "│" for row in ROWS[top : top + 3])
        for top in (0, 3, 6)
    )
    + "\n└───┴───┴───┘",
    "a table with blanks where empty": "+---" * 9
    + "+\n"
    + "".join("|" + "|".join(f" {word} " for word in words(row, " ")) + "|\n" + "+---" * 9 + "+\n" for row in ROWS),
    "Simple Sudoku with its name below": "*-----------*\n"
    + "\n|---+---+---|\n".join(
        "\n".join("|" + "|".join(row[at : at + 3] for at in (0, 3, 6)) + "|" for row in ROWS[top : top + 3])
        for top in (0, 3, 6)
    )
    + "\n*-----------*\nSimple Sudoku\n Version 4.2n",
    "sdk with all its headers": "#ARuth\n#DA puzzle\n#C1 2 3\n#B01-02-2006\n#SUs\n#LEasy\n#Uhere\n" + "\n".join(ROWS),
    "sdk with sections": "[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(["123456789"] * 9),
    "the course's first dialect": "3 3\n" + "\n".join("".join(word.rjust(4) for word in words(row)) for row in ROWS),
    "the same on one line": "3 3 " + " ".join(words("".join(ROWS))),
    "the course's second dialect": "rows = 3\ncolumns = 3\nboard =\n"
    + "\n".join("".join(word.rjust(4) for word in words(row)) for row in ROWS),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_spellings_of_one_board(name: str) -> None:
    assert read_grid(SPELLINGS[name]) == NINE
    assert read_grid(SPELLINGS[name].replace("\n", "\n") + "\n\n") == NINE


def test_fpuzzles_givens_only() -> None:
    cells = [[{"value": int(char), "given": True} if char != "." else {} for char in row] for row in ROWS]
    cells[0][2] = {"value": 9, "centerPencilMarks": [1, 2]}  # somebody's progress
    import json

    assert read_grid(json.dumps({"size": 9, "title": "x", "grid": cells, "killercage": []})) == NINE
    with pytest.raises(FormatError, match="got the constraint 'antiknight', 'thermometer'"):
        read(json.dumps({"size": 9, "grid": cells, "antiknight": True, "thermometer": [{"lines": []}]}))
    cells[0][0]["region"] = 5
    with pytest.raises(FormatError, match="irregular regions"):
        read(json.dumps({"size": 9, "grid": cells}))


def test_bars_tell_the_block_shape() -> None:
    assert read_grid("1 2 3 | 4 5 6\n" * 6).geometry == Geometry.of(2, 3)
    assert read_grid("1 2 | 3 4 | 5 6\n" * 6).geometry == Geometry.of(3, 2)
    assert read_grid(("1 2 3 4 5 6\n" * 2 + "-----------\n") * 3).geometry == Geometry.of(2, 3)


def test_a_file_suffix_decides() -> None:
    sixteen_small = "\n".join(["1.3." + "." * 12] * 16)
    assert detect(sixteen_small).name == "sdm"
    assert detect("\n".join(["." * 16] * 16)).name == "matrix"
    assert detect("\n".join(["." * 16] * 16), "many.SDM").name == "sdm"
    assert detect("\n".join(["1G.." + "." * 12] * 16)).name == "matrix"
    assert detect("\n".join([LINE] * 81)).name == "sdm"
    assert detect(f"# two\n{LINE}\n{LINE} # b\n").name == "sdm"
    for bad in ("53..7x", "", "what | is this?", "---+---+---", "1\t2", LINE[:-1], LINE + "1"):
        assert detect(f"{LINE}\n{LINE}\n{bad}\n{LINE}\n").name == "sdm"
    ruled = "\n".join([*[" ".join("1234567890123456")] * 8, "-" * 31, *[" ".join("1234567890123456")] * 8])
    assert detect(ruled).name == "matrix"


def test_large_boards_as_lines_of_numbers() -> None:
    pattern = Grid.pattern(Geometry.of(4, 4))
    line = " ".join(map(str, pattern))
    assert [position.grid for position in read(f"{line}\n{line}\n{line}")] == [pattern] * 3


def test_digits_counted_from_0() -> None:
    pattern = Grid.pattern(Geometry.of(5, 5))
    rows = [[str(value - 1) for value in pattern.values[at : at + 25]] for at in range(0, 625, 25)]
    rows[0][0] = "."
    text = "\n".join("  ".join(row) for row in rows)
    assert read(text, "matrix0")[0].grid == pattern.with_value(0, 0)


def test_an_ambiguous_shape_is_asked_for_and_can_be_told() -> None:
    with pytest.raises(FormatError, match="3x4 or 4x3: say which"):
        read("." * 144)
    assert read("." * 144, shape=Geometry.of(4, 3))[0].grid.geometry == Geometry.of(4, 3)
    with pytest.raises(FormatError, match="expected a 2x2 board, got one that says 3x3"):
        read("3 3 " + ". " * 81, shape=Geometry.of(2, 2))


def test_unknown_formats_are_listed() -> None:
    with pytest.raises(FormatError, match=r"expected a format out of line, sdm, .*, got 'pdf'"):
        read(LINE, "pdf")
    assert set(FORMATS) == {
        "line",
        "sdm",
        "sdm0",
        "sdk",
        "ss",
        "fpuzzles",
        "fpuzzles-link",
        "sudokuwiki",
        "hodoku",
        "pencilmarks",
        "table",
        "matrix",
        "matrix0",
        "ruled",
        "ruled0",
        "course",
        "course-rows",
    }


def test_a_single_board_format_takes_one_board() -> None:
    from dueldoku import Position, write

    with pytest.raises(FormatError, match="expected one board, as sdk holds no more, got 2"):
        write([Position(NINE)] * 2, "sdk")


MARKED = Grid.pencilled(
    [2 * (1 << int(char) - 1 if char != "." else 511 - 8 * (at == 2)) for at, char in enumerate(LINE)]
)
LIBRARY = ":0300:2:" + LINE.replace("53", "+53") + ":413::r1c3<>4:"


def test_formats_that_were_refused_are_read() -> None:
    """729 pencil marks, HoDoKu library lines, SudokuWiki and f-puzzles links."""
    assert MARKED.values == NINE.values
    assert MARKED.marks[2] == 2 * (511 - 8)
    assert detect(LIBRARY).name == "hodoku"
    assert read_grid(LIBRARY) == MARKED
    for name in ("pencilmarks", "hodoku", "sudokuwiki"):
        text = write([MARKED], name)
        assert detect(text).name == name
        assert read_grid(text) == MARKED
    for name in ("pencilmarks", "hodoku", "sudokuwiki", "fpuzzles-link"):
        text = write([NINE], name)
        assert detect(text).name == name
        assert read_grid(text) == NINE
    packed = "".join(f"{_base_32(2 * (1 << int(char) - 1) + 1 if char != '.' else 1022):0>2}" for char in LINE)
    assert read_grid(f"https://www.sudokuwiki.org/sudoku.htm?bd={packed}") == NINE
    assert read_grid(packed) == NINE
    found = "".join("00" if char == "." else "0" + "abcdefghi"[int(char) - 1] for char in LINE)
    assert read_grid(f"https://www.sudokuwiki.org/sudoku.htm?bd=S9B{found}") == NINE
    link = write([NINE], "fpuzzles-link").strip()
    data = link.partition("load=")[2]
    for other in (
        f"https://f-puzzles.com/?id=7&load={data.replace('+', '%2B').replace('=', '%3D')}",
        f"https://f-puzzles.com/?load={data.replace('+', ' ')}",
        f"https://sudokupad.app/fpuz{data}",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{data}",
    ):
        assert read_grid(other) == NINE


def _base_32(number: int) -> str:
    letters = "0123456789abcdefghijklmnopqrstuv"
    return letters[number // 32] + letters[number % 32]


def test_many_library_lines_are_a_collection() -> None:
    assert [position.grid for position in read(f"# a library\n{LIBRARY}\n{LIBRARY}\n")] == [MARKED] * 2


def test_a_collection_of_numbers_counted_from_0() -> None:
    pattern = Grid.pattern(Geometry.of(5, 5)).with_value(7, 0)
    line = " ".join(str(value - 1) if value else "." for value in pattern)
    text = f"{line}\n{line}\n"
    assert detect(text).name == "sdm0"
    assert [position.grid for position in read(text)] == [pattern] * 2
    assert sum(map(bool, read(text, "sdm")[0].grid)) == 624 - 25, "0 is empty where the format is named"


@given(
    st.sampled_from((16, 81)).flatmap(
        lambda size: st.sampled_from(("0123456789.", ".0123", "012345678", "-1.", "*-", "123", "1 .")).flatmap(
            lambda signs: st.text(signs, min_size=size, max_size=size)
        )
    ),
    st.sampled_from((None, Geometry.of(2, 2), Geometry.of(3, 3), Geometry.of(1, 4))),
)
@example("*" + "-" * 79 + "*", None)
@example("".join(str((3 * (row % 3) + row // 3 + col) % 9) for row in range(9) for col in range(9)), None)
def test_a_simple_line_is_read_at_once_as_any_other(text: str, shape: Geometry | None) -> None:
    def answer(reads: object) -> object:
        try:
            return reads()  # type: ignore[operator]
        except DueldokuError as error:
            return str(error)

    assert answer(lambda: read_grid(text, shape)) == answer(lambda: grid_of(read_boards(text, shape=shape)[0]))
