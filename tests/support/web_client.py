"""A program that talks to the page over HTTP, with nothing but the standard library."""

from __future__ import annotations

import http.client
import json
from typing import Any, NamedTuple
from urllib.parse import urlencode


class Answer(NamedTuple):
    """What came back."""

    status: int
    text: str
    headers: dict[str, str]

    def json(self) -> Any:
        return json.loads(self.text)


class Client:
    """Asks the server at this port."""

    def __init__(self, port: int) -> None:
        self.port = port

    def get(self, path: str, **query: Any) -> Answer:
        return self.ask("GET", f"{path}?{urlencode(query)}" if query else path)

    def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> Answer:
        return self.ask("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"} | (headers or {}))

    def ask(self, verb: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(verb, path, body, headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, answer.read().decode(), dict(answer.getheaders()))
        finally:
            connection.close()
