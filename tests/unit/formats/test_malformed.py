"""Broken files: each gets a FormatError of one sentence that says what was expected, and where."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from dueldoku import FORMATS, Geometry, Grid, Position, read, write
from dueldoku.board.geometry import LARGEST, SMALLEST
from dueldoku.errors import FormatError
from dueldoku.formats.source import decode, read_source

LIMITS = f"from {SMALLEST} to {LARGEST}"  # of a board's side
SHAPES = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)]
WORDS = {
    "sdm0",
    "matrix",
    "matrix0",
    "ruled",
    "ruled0",
    "course",
    "course-rows",
}  # formats that write a value as a number


def sound(name: str, shape: tuple[int, int]) -> str:
    return write([Position(Grid.pattern(Geometry.of(*shape)))], name)


def values_of(name: str, text: str) -> list[re.Match[str]]:
    """Where the values stand in a sound text."""
    start = {"course": text.index("\n"), "course-rows": text.find("board ="), "line": text.find(":") + 1}
    start["sdm"] = start["sdm0"] = start["line"]
    start["sdk"] = text.find("]")
    end = text.find("\ntaboo") if name == "course-rows" else len(text)
    pattern = re.compile(r"\d+" if name in WORDS else r"[1-9A-Z]")
    return list(pattern.finditer(text, max(start.get(name, 0), 0), end))


def place(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


PACKED = ("fpuzzles", "fpuzzles-link", "sudokuwiki", "hodoku", "pencilmarks", "table")  # these have tests of their own
TEXTS = [(name, shape) for name in FORMATS if name not in PACKED for shape in SHAPES]


@pytest.mark.parametrize("bad", ["?", "too large"])
@pytest.mark.parametrize(("name", "shape"), TEXTS)
def test_a_wrong_value_is_reported_by_line_and_column(name: str, shape: tuple[int, int], bad: str) -> None:
    text = sound(name, shape)
    spots = values_of(name, text)
    assert len(spots) == (shape[0] * shape[1]) ** 2
    spot = spots[len(spots) // 2]
    side = shape[0] * shape[1]
    wrong = "?" if bad == "?" else str(side + 1) if name in WORDS else "Z"
    broken = text[: spot.start()] + wrong + text[spot.end() :]
    with pytest.raises(FormatError, match=r"expected .* got ") as caught:
        read(broken, name)
    assert (caught.value.line, caught.value.column) == place(text, spot.start())


@pytest.mark.parametrize("change", ["one less", "one more"])
@pytest.mark.parametrize(("name", "shape"), TEXTS)
def test_a_wrong_count_is_reported(name: str, shape: tuple[int, int], change: str) -> None:
    text = sound(name, shape)
    spot = values_of(name, text)[-2]
    end = spot.end() + (2 if name in ("ruled", "ruled0") else 0)  # an empty field would be an empty cell
    cut = text[: spot.start()] + ("" if change == "one less" else f"{spot[0]} {spot[0]}") + text[end:]
    with pytest.raises(FormatError, match=r"expected .*\d"):
        read(cut, name)


@pytest.mark.parametrize(("name", "shape"), [text for text in TEXTS if text[0] not in ("line", "sdm", "sdm0")])
def test_a_lost_row_is_reported(name: str, shape: tuple[int, int]) -> None:
    lines = sound(name, shape).split("\n")
    row = max(number for number, line in enumerate(lines) if re.match(r"[\s|]*[1-9A-Z]", line))
    if name == "course-rows":
        row = 3
    with pytest.raises(FormatError, match="expected"):
        read("\n".join(lines[:row] + lines[row + 1 :]), name)


BROKEN: dict[str, tuple[str, str]] = {
    "nothing": ("", "empty text"),
    "blanks": (" \n\t\n", "empty text"),
    "only comments": ("# a\n# b", "expected"),
    "prose": ("Dear all, please find the puzzle attached.", "expected"),
    "80 characters": ("." * 80, r"expected N\*N cells \(as 81\), got 80"),
    "82 characters": ("." * 82, r"expected N\*N cells \(as 81\), got 82"),
    "one character": (".", "expected"),
    "a shape that is none": ("0x5:....", LIMITS),
    "a shape too large": ("9x9:....", LIMITS),
    "a shape that does not fit": ("2x3:" + "." * 81, "expected 36 cells for 2x3 blocks, got 81"),
    "the second line of a collection": ("." * 81 + "\n" + "." * 80 + "\n" + "." * 81, "line 2: "),
    "an unknown field": ("." * 81 + " colour=red", "column 83: expected one of rules, turn"),
    "a field twice": ("." * 81 + " turn=1 turn=2", "column 90: expected 'turn' only once"),
    "a wrong turn": ("." * 81 + " turn=3", "column 83: in 'turn': expected 1 or 2, got '3'"),
    "wrong scores": ("." * 81 + " scores=3:1", "expected scores such as 3-1, got '3:1'"),
    "wrong owners": ("." * 81 + " owners=+-", "expected 81 of the characters"),
    "an owner of nothing": ("." * 81 + " rules=rows owners=+" + "." * 80, "only where a digit stands, got 1 at r1c1"),
    "a wrong region": ("." * 81 + " rules=rows region1=r1c10 region2=", "from 0 to 8"),
    "half the regions": ("." * 81 + " rules=rows region1=r1c1", "both 'region1' and 'region2' or neither"),
    "a wrong taboo move": ("." * 81 + " taboo=r1c1", "expected a move such as r3c5=7, got 'r1c1'"),
    "a word behind the fields": ("." * 81 + " turn=1 please", "column 90: expected key=value, got 'please'"),
    "ragged rows": ("1 2 3 4\n3 4 1 2\n2 1 4\n4 3 2 1", "line 3: expected 4 values, as there are 4 rows, got 3"),
    "too many rows": ("1 2 3 4\n" * 5, "expected 5 values, as there are 5 rows, got 4"),
    "a word in a matrix": ("1 2 3 4\n3 4 1 2\n2 1 x 3\n4 3 2 1", "line 3, column 5: expected a number from 1 to 4"),
    "a negative number": ("1,2,3,4\n3,4,1,2\n2,1,-4,3\n4,3,2,1", "line 3, column 5: .* got '-4'"),
    "a fraction": ("1,2,3,4\n3,4,1,2\n2,1,4.0,3\n4,3,2,1", "line 3, column 5: .* got '4.0'"),
    "an open list": ("[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1", "expected"),
    "words between lists": ("[[1,2,3,4] and [3,4,1,2]]", "got 'a' between the rows"),
    "an empty list": ("[[]]", "expected values, got an empty row"),
    "a list of nothing": ("[]", "expected"),
    "a table with a row too short": (
        "+---+---+\n| 1 | 2 |\n+---+---+\n| 2 |\n+---+---+",
        "line 4: expected 2 values, as there are 2 rows, got 1",
    ),
    "a table with a row of nothing": ("+--+--+\n|1|2|\n+--+--+\nno\n+--+--+", "line 4: expected values between bars"),
    "0, empties, and nothing that tells": (
        "0 . . 1\n. . . .\n. 1 . .\n. . . .",
        "got 0 and '.', but neither 3 nor 4: name the format, --from matrix0 or --from matrix",
    ),
    "a board too large": ("." * 65 * 65, "expected sides up to 64, so at most 4096 cells, got 4225"),
    "rows too many": ("1 " * 65 + ("\n" + "1 " * 65) * 64, "sides up to 64 and at least 2, got 65x65"),
    "0, empties, and nothing that tells, twice": (
        "0 . . 1 . . . . . 1 . . . . . .\n" * 2,
        r"--from matrix0 or --from matrix \(for many boards sdm0 or sdm\)",
    ),
    "a library line with a short board": (":0300:2:" + "." * 80 + "::", "expected 81 cells in the third field, got 80"),
    "a library line with a letter": (":0300:2:x" + "." * 80 + "::", "column 9: expected a digit 1-9 or '.', got 'x'"),
    "a library line with a wrong candidate": (
        ":0300:2:" + "." * 81 + ":214 21::",
        "column 95: expected a digit, row and column such as 214, got '21'",
    ),
    "pencil marks with a digit out of place": (
        "123456789" * 80 + "12345678x",
        "expected|sides",
    ),
    "pencil marks with a cell of none": ("123456789" * 80 + "." * 9, "expected a digit from 1 to 9 for r9c9, got none"),
    "a SudokuWiki link without a board": ("https://www.sudokuwiki.org/sudoku.htm", r"expected a link with \?bd="),
    "a SudokuWiki link too short": ("https://www.sudokuwiki.org/sudoku.htm?bd=123", "expected 81 characters, 162, or"),
    "a SudokuWiki link with a letter": (
        "https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + "00" * 80 + "0!",
        "expected letters of base 36, got '!'",
    ),
    "a SudokuWiki link with too much in a cell": (
        "https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + "00" * 80 + "zz",
        "got more in the link at r9c9",
    ),
    "an f-puzzles link that is cut": ("https://www.f-puzzles.com/?load=N4IgzglgXgpiBc", "cut short|expected"),
    "an f-puzzles link of other letters": ("https://www.f-puzzles.com/?load=N4*!", r"letters of base64, got '\*'"),
    "an f-puzzles link with nothing": ("https://www.f-puzzles.com/", r"expected a link with \?load="),
    "an f-puzzles link that holds no JSON": ("https://www.f-puzzles.com/?load=Q===", "expected JSON"),
    "a short link": ("https://sudokupad.app/abc123", "a short link has to be opened first"),
    "a table with a short row": ("id,puzzle\n1," + "." * 81 + "\n2", "line 3: expected 2 fields"),
    "bars that disagree": ("1 2 | 3 4\n3 4 | 1 2\n2 | 1 4 3\n4 3 | 2 1", "expected bars after as many values"),
    "an open frame": ("*-----*\n|12|34|\n|34|12|\n|21|43|\n|43|21|", "expected the frame to be closed"),
    "an unknown section": ("#Ame\n[Puzzle]\n[Colours]\n....", r"line 3: expected \[Puzzle\] or \[State\]"),
    "no JSON": ("{size: 9}", "line 1, column 2: expected JSON"),
    "JSON cut short": ('{"size": 9, "grid": [', "expected JSON"),
    "JSON nested without end": ("{" + '"a":[' * 100_000, "expected"),
    "JSON without a grid": ('{"size": 9}', 'expected an f-puzzles object with a "grid"'),
    "JSON with a wrong size": ('{"size": "9", "grid": []}', f"expected a \"size\" {LIMITS}, got '9'"),
    "JSON with a huge size": ('{"size": 1000, "grid": []}', f'expected a "size" {LIMITS}, got 1000'),
    "JSON with a short grid": ('{"size": 4, "grid": [[{},{},{},{}]]}', "expected a .grid. of 4 rows with 4 cells each"),
    "JSON with a wrong cell": (json.dumps({"size": 4, "grid": [[7] * 4] * 4}), "got 7 at row 1, column 1"),
    "JSON with a wrong given": (
        json.dumps({"size": 4, "grid": [[{"value": 5, "given": True}] * 4] * 4}),
        "expected a given from 1 to 4, got 5 at row 1, column 1",
    ),
    "JSON with a true given": (
        json.dumps({"size": 4, "grid": [[{"value": True, "given": True}] * 4] * 4}),
        "got True at row 1, column 1",
    ),
    "JSON with a strange cell": (json.dumps({"size": 4, "grid": [[{"odd": 1}] * 4] * 4}), "got 'odd' at row 1"),
    "JSON with a cage": (json.dumps({"size": 4, "grid": [[{}] * 4] * 4, "killercage": [1]}), "'killercage'"),
    "course: no block": ("x 3\n" + ". " * 81, "expected"),
    "course: block too large": ("9 9\n" + ". . .\n" * 81, "expected"),
    "course: cut short": ("3 3\n" + ". . . . . . . . .\n" * 8, "line 9: expected 81 values for a 3x3 board, got 72"),
    "course: too large a value": ("2 2\n1 2 3 4\n3 4 1 2\n2 1 4 5\n. . . .", "line 4, column 7: .* got '5'"),
    "course-rows: no columns": ("rows = 2\nboard =\n . . . .", "expected the key 'columns'"),
    "course-rows: no board": ("rows = 2\ncolumns = 2", "expected the key 'board'"),
    "course-rows: unknown key": ("rows = 2\ncolumns = 2\ncolour = red", "line 3, column 1: .* got 'colour'"),
    "course-rows: key twice": ("rows = 2\nrows = 2", "line 2, column 1: expected the key 'rows' only once"),
    "course-rows: rows of letters": ("rows = two\ncolumns = 2\nboard =\n .", "line 1: expected a number for 'rows'"),
    "course-rows: 1x1": ("rows = 1\ncolumns = 1\nboard =\n .", f"line 1: .* {LIMITS}"),
    "course-rows: few words": ("rows = 2\ncolumns = 2\nboard =\n . . .", "line 3: expected 16 words"),
    "course-rows: mixed marks": (
        "rows = 2\ncolumns = 2\nboard =\n 1+ 2 . .\n" + " . . . .\n" * 3,
        "line 4, column 5: expected a number from 1 to 4 with its owner's mark",
    ),
    "course-rows: wrong moves": (
        "rows = 1\ncolumns = 2\nboard =\n . .\n . .\nmoves = [(0,1)]",
        "line 6: expected moves such as",
    ),
    "course-rows: wrong scores": (
        "rows = 1\ncolumns = 2\nboard =\n . .\n . .\nscores = [1, 2, 3, 4]",
        "line 6: expected two scores",
    ),
    "course-rows: no scores": (
        "rows = 1\ncolumns = 2\nboard =\n . .\n . .\nscores = []",
        "line 6: expected two scores",
    ),
    "course-rows: wrong player": (
        "rows = 1\ncolumns = 2\nboard =\n . .\n . .\ncurrent-player = 3",
        "expected player 1 or 2 to move, got 3",
    ),
    "course-rows: squares outside": (
        "rows = 1\ncolumns = 2\nboard =\n . .\n . .\nallowed-squares1 = (0,2)\nallowed-squares2 = (0,0)",
        "line 6: .* from 0 to 1",
    ),
    "course-rows: a dangling line": (" 1 2\nrows = 2", "expected"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_text(name: str) -> None:
    text, message = BROKEN[name]
    with pytest.raises(FormatError, match=message) as caught:
        read(decode(text.encode()))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected a board, got an empty text"),
        (b"\xef\xbb\xbf", "expected a board, got an empty text"),
        (b"\x89PNG\r\n\x1a\n\0\0", r"expected text, got binary data \(byte 0x89 at offset 0\)"),
        (b"53..7\0...", r"line 1, column 6: expected text, got binary data \(a zero byte\)"),
        (b"...\n..\xff", r"byte 0xff at offset 6"),
        (bytes(range(256)), "binary data"),
    ],
)
def test_broken_bytes(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(decode(data))


def test_marks_and_line_ends_of_every_system() -> None:
    grid = Grid.pattern(Geometry.of(2, 3))
    text = write([Position(grid)], "course")
    for data in (
        text.replace("\n", "\r\n").encode("utf-8-sig"),
        text.replace("\n", "\r").encode(),
        text.encode("utf-16"),
    ):
        assert read(decode(data))[0].grid == grid


def test_files_that_cannot_be_read(tmp_path: object) -> None:
    with pytest.raises(FormatError, match=r"nowhere\.sdk: cannot read the file: No such file"):
        read_source(f"{tmp_path}/nowhere.sdk")
    with pytest.raises(FormatError, match="cannot read the file: Is a directory"):
        read_source(str(tmp_path))


def only_format_errors(action: Callable[[], object]) -> None:
    try:
        action()
    except FormatError as error:
        assert "expected" in str(error) or "say which" in str(error)
        assert "\n" not in str(error)


@given(st.text(max_size=300), st.sampled_from(["", *FORMATS]))
@settings(max_examples=300)
def test_any_text_is_read_or_refused(text: str, name: str) -> None:
    only_format_errors(lambda: read(text, name))


@pytest.mark.slow
@given(positions(largest=9), st.sampled_from(list(FORMATS)), st.data())
@settings(max_examples=300)
def test_any_damage_is_read_or_refused(position: Position, name: str, data: st.DataObject) -> None:
    nine_only = name in ("hodoku", "sudokuwiki")
    text = write([Position(Grid.pattern(Geometry.of(3, 3))) if nine_only else position], name)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 5))
        text = text[:at] + data.draw(st.text("0123456789.+-=|[](){},:#\n xyzR\t", max_size=4)) + text[at + length :]
    only_format_errors(lambda: read(text))
    only_format_errors(lambda: read(text, name))


def test_there_are_two_hundred_of_them() -> None:
    damaged = 4 * len(TEXTS) + len([text for text in TEXTS if text[0] not in ("line", "sdm")])
    assert damaged + len(BROKEN) >= 200
