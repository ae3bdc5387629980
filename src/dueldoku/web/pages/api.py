"""The JSON API for people: every request with what goes in, what comes out, and a line to try it."""

from __future__ import annotations

import asyncio
import json
import re
from functools import cache, lru_cache
from html import escape
from typing import Any

from fastapi.openapi.utils import get_openapi
from nicegui import ui

import dueldoku
from dueldoku.web import api, layout

_EXAMPLE = """import json, urllib.request

BASE = "{base}"

def call(path, body=None):
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(BASE + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

game = call("/games", {"opponent": "greedy_player", "board": "random-2x3", "name": "my program"})
token, key = game["tokens"]["1"], game["key"]
while not game["over"]:
    if game["turn"] == 1:
        best = call("/analyse", {"position": game["position"], "seconds": 0.2})["moves"][0]
        call(f"/games/{key}/moves", {"token": token, "move": best["move"], "version": game["version"]})
    game = call(f"/games/{key}?after={game['version']}&wait=20")
print(game["players"], game["scores"], game["reason"])"""


@cache
def description() -> dict[str, Any]:
    """The API as OpenAPI describes it. Working it out takes half a second: not in the event loop."""
    return get_openapi(title="Dueldoku", version=dueldoku.__version__, routes=api.router.routes)


@ui.page("/api")
async def api_page() -> None:
    """The description, readable."""
    shown = await asyncio.to_thread(_described, layout.link_to(""))
    with layout.frame("API", "/api"):
        layout.heading("The API for programs", 1)
        layout.html(
            "Everything speaks JSON. Faults are told in <code>detail</code>; 429 and 503 mean: try again later."
            ' For tools: <a href="/openapi.json">openapi.json</a>.',
            "lead",
        )
        with layout.fold("A program that plays a game", "sheet"):
            layout.html(f"<pre>{escape(_EXAMPLE.replace('{base}', layout.link_to('/api')))}</pre>")
        for group, parts in shown.items():
            layout.heading(group[:1].upper() + group[1:])
            layout.html(parts, "stack")


@lru_cache(maxsize=4)
def _described(base: str) -> dict[str, str]:
    """All operations as HTML, by group, with the page's address as it was asked for."""
    told = description()
    groups: dict[str, list[str]] = {}
    for path, operations in told["paths"].items():
        for verb, operation in operations.items():
            groups.setdefault(operation["tags"][0], []).append(_operation(base + path, verb, operation, told))
    return {group: "".join(parts) for group, parts in groups.items()}


def _operation(address: str, verb: str, operation: dict[str, Any], told: dict[str, Any]) -> str:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    parts = [f"<p>{_about(operation)}</p>"]
    if rows := [_parameter(one) for one in operation.get("parameters", [])]:
        parts.append(layout.table_html(["parameter", "<in", "<type", "<what it is"], rows))
    sample = None
    if body:
        schema = _resolve(body, told)
        parts.append(f"<p>{_about(schema)}</p>")
        fields, required = schema["properties"], schema.get("required", ())
        rows = [_field(name, one, name in required) for name, one in fields.items()]
        parts.append(layout.table_html(["field", "<type", "<default", "<what it is"], rows))
        sample = {name: _sample(name, fields[name]) for name in required}
    answer = operation["responses"].get("200") or operation["responses"].get("201") or {}
    shape = answer.get("content", {}).get("application/json", {}).get("schema")
    if shape:
        outline = json.dumps(_outline(shape, told), indent=1, ensure_ascii=False)
        parts.append(f"<p>Answer: {_about(_resolve(shape, told))}</p><pre>{escape(outline)}</pre>")
    data = f" -H 'Content-Type: application/json' -d '{json.dumps(sample)}'" if sample is not None else ""
    parts.append(f"<pre>curl -s {escape(address)}{escape(data)}</pre>")
    path = address[address.index("/api") :]
    return (
        f'<details class="api-op"><summary><span class="verb {verb}">{verb.upper()}</span><code>{escape(path)}</code>'
        f'<span class="soft">{_about(operation).partition(".")[0]}</span></summary>'
        f'<div class="stack" style="margin-top:.7rem">{"".join(parts)}</div></details>'
    )


def _resolve(schema: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = told["components"]["schemas"].get(name, schema)
    return found


def _about(thing: dict[str, Any]) -> str:
    """What it is, with what stands in ``backticks`` as code."""
    return re.sub("``(.+?)``", r"<code>\1</code>", escape(thing.get("description", "")))


def _outline(schema: dict[str, Any], told: dict[str, Any]) -> Any:
    """The shape of an answer: its keys, with the types instead of the values."""
    found = _resolve(schema, told)
    if "properties" in found:
        return {key: _outline(one, told) for key, one in found["properties"].items()}
    if isinstance(more := found.get("additionalProperties"), dict):
        return {"…": _outline(more, told)}
    return [_outline(found["items"], told)] if "items" in found else _type(found)


def _parameter(one: dict[str, Any]) -> list[str]:
    return [f"<code>{escape(one['name'])}</code>", one["in"], escape(_type(one["schema"])), _about(one)]


def _field(name: str, one: dict[str, Any], required: bool) -> list[str]:
    default = "required" if required else escape(json.dumps(one.get("default")))
    return [f"<code>{escape(name)}</code>", escape(_type(one)), default, _about(one)]


def _type(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    bounds = [str(schema[key]) for key in ("minimum", "maximum") if key in schema]
    return f"{schema.get('type', '')} {'–'.join(bounds)}".strip()


def _sample(name: str, schema: dict[str, Any]) -> Any:
    known = {"puzzle": "12.4.4.221.3...1", "position": "12.4.4.221.3...1", "move": "r1c3=3", "version": 0, "token": "…"}
    return known.get(name, "" if schema.get("type") == "string" else 0)
