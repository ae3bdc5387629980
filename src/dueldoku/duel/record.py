"""A finished or broken-off game: where it started, every turn, how it ended.

Two forms hold the same. As JSON, a game is one line, so a file of games can be appended to and read line by line:

    {"dueldoku": 1, "players": ["a", "b"], "start": "…", "turns": ["1 r1c1=5", …], "result": […], "tags": {}}

As text it is for reading:

    Dueldoku game 1
    player 1: greedy_player
    player 2: random_player
    start: .................................................................................
    time: 0.5

      1. 1 r1c1=5
      2. 2 r1c2=3 +1
      3. 1 r9c9=3 refused

    result: player 2 wins 0-1, board full

Turns are written as ``Turn`` prints itself. What an agent printed in a turn follows it, each line behind a bar, and is
``"output": {"3": "…"}`` as JSON; what is known about a lost game is ``cause: …``, or ``"detail"`` of the result. Both
are written only where there is something to tell. So is what is known of an agent's search in a turn: the seconds that
it took, and numbers that the agent reported. It is ``"report": {"3": {"depth": 5, "seconds": 0.4}}`` as JSON; as text
it stands below the turn behind a sign: ``= depth 5, seconds 0.4``.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TypeVar

from dueldoku.duel.position import Position
from dueldoku.duel.turn import Reason, Turn, reason_in_words
from dueldoku.errors import FormatError, located

VERSION = 1
_TITLE = "Dueldoku game"
_BAR, _EQUALS = "      | ", "      = "
_HUGE = 1e300  # more than any number that an agent reports
T = TypeVar("T")


@dataclass(frozen=True)
class GameRecord:
    """One game. ``winner`` is 1, 2, or 0 for a draw; ``reason`` is empty while the game is not over.

    ``detail`` is what is known about a lost game; ``output`` is what agents printed, by the number of the turn, from 1,
    and ``report`` what they reported about their search, with the ``seconds`` that it took.
    """

    players: tuple[str, str]
    start: Position
    turns: tuple[Turn, ...] = ()
    winner: int = 0
    scores: tuple[int, int] = (0, 0)
    reason: str = ""
    tags: dict[str, str] = field(default_factory=dict)
    detail: str = ""
    output: dict[int, str] = field(default_factory=dict)
    report: dict[int, dict[str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for text in (*self.players, *self.tags, *self.tags.values(), *filter(None, [self.detail])):
            if not text or text != text.strip() or not text.isprintable():
                raise FormatError(f"expected players and tags to be one printable line each, got {text!r}")
        for key in self.tags:
            if not re.fullmatch(r"[a-z][a-z0-9_-]*", key) or key in ("start", "result", "cause"):
                raise FormatError(f"expected a tag named by small letters, got {key!r}")
        for number, text in self.output.items():
            lines = text.replace("\t", " ").split("\n")
            if not 1 <= number <= len(self.turns) or not text or not all(map(str.isprintable, lines)):
                raise FormatError(f"expected what was printed in a turn as printable text, got {number}: {text[:80]!r}")
        for number, told in self.report.items():
            if not 1 <= number <= len(self.turns) or not told or not all(map(_is_value, told, told.values())):
                raise FormatError(f"expected numbers by name for a turn, got {number}: {str(told)[:80]}")

    def to_json(self) -> str:
        """The game on one line."""
        detail = {"detail": self.detail} if self.detail else {}
        output = {"output": self.output} if self.output else {}
        report = {"report": self.report} if self.report else {}
        return json.dumps(
            {
                "dueldoku": VERSION,
                "players": self.players,
                "start": str(self.start),
                "turns": [str(turn) for turn in self.turns],
                "result": {"winner": self.winner, "scores": self.scores, "reason": self.reason, **detail},
                "tags": self.tags,
                **output,
                **report,
            },
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, line: str) -> GameRecord:
        """Inverse of ``to_json``. Raises FormatError."""
        try:
            data = json.loads(line)
        except json.JSONDecodeError as error:
            raise FormatError(f"expected JSON: {error.msg}", line=error.lineno, column=error.colno) from None
        except RecursionError:
            raise FormatError("expected a game, got JSON nested without end") from None
        except ValueError:
            raise FormatError("expected a game, got a number with thousands of digits") from None
        if not isinstance(data, dict) or "dueldoku" not in data:
            raise FormatError('expected a game: a JSON object with the key "dueldoku"')
        _check_version(data["dueldoku"])
        try:
            result = data["result"]
            record = cls(
                players=_pair(data["players"], str),
                start=Position.parse(data["start"]),
                turns=tuple(map(Turn.parse, data["turns"])),
                winner=int(result["winner"]),
                scores=_pair(result["scores"], int),
                reason=str(result["reason"]),
                tags={str(key): str(value) for key, value in data.get("tags", {}).items()},
                detail=str(result.get("detail", "")),
                output={int(turn): str(text) for turn, text in data.get("output", {}).items()},
                report={int(turn): dict(told) for turn, told in data.get("report", {}).items()},
            )
        except KeyError as error:
            raise FormatError(f"expected the key {error} in a game") from None
        except (TypeError, AttributeError) as error:
            raise FormatError(f"expected a game as Dueldoku writes it: {error}") from None
        except ValueError as error:  # every error of ours about wrong values is one
            raise FormatError(str(error)) from None
        return record

    def to_text(self) -> str:
        """The game for people, ending with a newline."""
        lines = [f"{_TITLE} {VERSION}", f"player 1: {self.players[0]}", f"player 2: {self.players[1]}"]
        lines += [f"start: {self.start}", *(f"{key}: {value}" for key, value in self.tags.items()), ""]
        for number, turn in enumerate(self.turns, 1):
            lines.append(f"{number:4}. {turn}")
            lines += [f"{_BAR}{line}" for line in self.printed(number)]
            if number in self.report:
                lines.append(_EQUALS + ", ".join(f"{name} {value}" for name, value in self.report[number].items()))
        lines += ["", f"result: {self.result}"]
        return "\n".join([*lines, *([f"cause: {self.detail}"] if self.detail else []), ""])

    def printed(self, number: int) -> list[str]:
        """The lines that the agent printed in the turn of this number, from 1."""
        return self.output[number].split("\n") if number in self.output else []

    @classmethod
    def from_text(cls, text: str) -> GameRecord:
        """Inverse of ``to_text``. Raises FormatError with the line of the fault."""
        first, *lines = text.split("\n")
        title, _, version = first.rpartition(" ")
        if title != _TITLE:
            raise FormatError(f"expected '{_TITLE} {VERSION}', got {first!r}", line=1)
        _check_version(int(version) if re.fullmatch(r"[0-9]{1,9}", version) else version[:20])
        heads: dict[str, str] = {}
        turns: list[Turn] = []
        printed: dict[int, list[str]] = {}
        report: dict[int, dict[str, float]] = {}
        for number, line in enumerate(lines, 2):
            key, colon, value = line.partition(": ")
            if turns and line.startswith(_BAR):
                printed.setdefault(len(turns), []).append(line.removeprefix(_BAR))
            elif turns and line.startswith(_EQUALS):
                report[len(turns)] = _parse_report(line.removeprefix(_EQUALS), number)
            elif turn := re.match(r" *[0-9]+\. ", line):
                with located(number):
                    turns.append(Turn.parse(line[turn.end() :]))
            elif line.strip():
                if not colon or key in heads:
                    raise FormatError(f"expected 'key: value' or a turn, got {line!r}", line=number)
                heads[key] = value
        try:
            players = heads.pop("player 1"), heads.pop("player 2")
            start, result = heads.pop("start"), heads.pop("result")
        except KeyError as error:
            raise FormatError(f"expected a line {error}: …") from None
        with located():
            position = Position.parse(start)
        winner, scores, reason = _parse_result(result)
        cause, output = heads.pop("cause", ""), {number: "\n".join(text) for number, text in printed.items()}
        return cls(players, position, tuple(turns), winner, scores, reason, heads, cause, output, report)

    @property
    def result(self) -> str:
        """How it ended, in words."""
        scores = f"{self.scores[0]}-{self.scores[1]}"
        if not self.reason:
            return f"not finished {scores}"
        return f"{f'player {self.winner} wins' if self.winner else 'draw'} {scores}, {self.reason}"

    @property
    def result_by_rules(self) -> str:
        """The same as the rules alone tell it: they do not know why an agent proposed nothing."""
        known = self.reason in list(Reason)
        return replace(self, reason=str(Reason(self.reason).by_rules) if known else self.reason).result

    @property
    def sentence(self) -> str:
        """How it ended, and why, for people."""
        if not self.detail:
            return self.result
        whose = f"; player {3 - self.winner}: {reason_in_words(self.reason, self.detail)}"
        return self.result.removesuffix(f", {self.reason}") + whose


def read_records(text: str) -> list[GameRecord]:
    """The games of a file: JSON lines, or one game as text. A fault is reported with its line."""
    if text.lstrip().startswith(_TITLE):
        return [GameRecord.from_text(text.lstrip())]
    records = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            with located(number):
                records.append(GameRecord.from_json(line))
    if not records:
        raise FormatError("expected a game, got nothing")
    return records


def _check_version(version: object) -> None:
    if version != VERSION:
        newer = isinstance(version, int) and version > VERSION
        hint = " (written by a newer Dueldoku)" if newer else ""
        raise FormatError(f"expected a game of version {VERSION}, got version {version!r}{hint}")


def _parse_result(text: str) -> tuple[int, tuple[int, int], str]:
    match = re.fullmatch(r"(?:not finished|draw|player ([12]) wins) ([0-9]{1,9})-([0-9]{1,9})(?:, (.+))?", text.strip())
    if not match:
        raise FormatError(f"expected a result such as 'player 1 wins 12-7, board full', got {text!r}")
    return int(match[1] or 0), (int(match[2]), int(match[3])), match[4] or ""


def _parse_report(text: str, line: int) -> dict[str, float]:
    told = {}
    for part in text.split(", "):
        name, _, value = part.rpartition(" ")
        try:
            told[name] = float(value)
        except ValueError:
            raise FormatError(
                f"expected a number with its name, such as depth 5, got {part[:40]!r}", line=line
            ) from None
    return told


def _is_value(name: object, value: object) -> bool:
    named = isinstance(name, str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,23}", name)
    return bool(named) and isinstance(value, int | float) and abs(value) < _HUGE  # which nan is not


def _pair(values: object, kind: type[T]) -> tuple[T, T]:
    if not (isinstance(values, list) and len(values) == 2 and all(isinstance(value, kind) for value in values)):
        raise FormatError(f"expected two values of type {kind.__name__}, got {values!r}")
    return values[0], values[1]
