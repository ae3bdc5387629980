"""Values as plain data: the one JSON that ``to_json`` gives, ``--json`` prints and the page's API answers.

A dataclass that is ``Plain`` becomes an object: its fields, then the properties that ``ALSO`` names, each under its
name without ``is_``. What is read from text, such as a move or a record, becomes that text; a tuple becomes a list.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar


class Plain:
    """A dataclass whose JSON is its fields; ``ALSO`` names the properties that belong to it, too."""

    __slots__ = ()
    ALSO: ClassVar[tuple[str, ...]] = ()

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {key: plain(getattr(self, name)) for key, name in keys_of(type(self)).items()}


def keys_of(kind: type[Plain]) -> dict[str, str]:
    """The keys of the JSON, each with the attribute that is behind it."""
    names = [*(field.name for field in fields(kind)), *kind.ALSO]  # type: ignore[arg-type]
    return {name.removeprefix("is_"): name for name in names}


def is_text(kind: type) -> bool:
    """Whether values of this kind are read from text, and so are written as it: moves, positions, records."""
    return hasattr(kind, "parse") or hasattr(kind, "from_json")


def plain(value: Any) -> Any:
    """A value as JSON knows it."""
    if isinstance(value, Plain):
        return value.to_json()
    if isinstance(value, str | int | float | None):
        return value
    if is_text(type(value)):
        return value.to_json() if hasattr(value, "from_json") else str(value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    return [plain(one) for one in value]
