"""Who sits at a board of the page: an agent, or a person."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from dueldoku.arena.entrant import Entrant, bundled
from dueldoku.web.workshop import PREFIX, Workshop, written


@dataclass
class PageSeat:
    """Who sits there: an agent, or whoever owns the seat. ``token`` lets a program move, or a guest sit down."""

    name: str
    agent: Entrant | None = None
    owner: str = ""  # the visitor; empty while nobody has sat down
    token: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    left: bool = False  # for good: whoever it is gives up

    def to_json(self) -> dict[str, Any]:
        """The seat as it is kept: the agent as it was chosen."""
        return vars(self) | {"agent": written(self.agent) if self.agent else ""}

    @classmethod
    def from_json(cls, data: dict[str, Any], workshop: Workshop) -> PageSeat:
        """Inverse of ``to_json``."""
        agent = None
        if text := data["agent"]:
            agent = workshop.known(text.removeprefix(PREFIX)) if text.startswith(PREFIX) else bundled(text)
        return cls(data["name"], agent, data["owner"], data["token"], data.get("left", False))

    @property
    def is_free(self) -> bool:
        """Whether somebody may still sit down."""
        return self.agent is None and not self.owner

    async def renew(self, workshop: Workshop) -> None:
        """Have an agent of one's own as its files are now. Raises UnknownName if it is broken or gone."""
        if self.agent and self.agent.kind == "file":
            self.agent = await workshop.get(self.agent.name)
