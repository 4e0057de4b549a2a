"""Requests with retrieved candidates for the benchmarks of the selector: real ones where the machine has them."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

LEAST_TOOLS: Final = 1_000
_WORD: Final = re.compile(r"[a-z]{3,}|[가-힣]+")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_VERBS: Final = ("get", "list", "create", "update", "delete", "count", "send", "cancel", "approve", "search")
_KINDS: Final = ("draft", "monthly", "open", "shared", "archived", "regional", "daily", "public", "linked", "default")
_THINGS: Final = (
    *("invoice", "parcel", "ticket", "meeting", "report", "device", "branch", "member", "course", "budget", "payment"),
    *("webhook", "folder", "schedule"),
)


def catalog_and_requests() -> tuple[dict[str, Any], list[str]]:
    """Return a catalog of 1,000 tools and more, and requests: the union of real catalogs, else built ones."""
    folder = os.environ.get("TOOLTRAIL_SHARED")
    if folder:
        catalogs = _read(Path(folder) / "data" / "selection" / "catalogs.json.gz")
        tools: dict[str, Any] = {}
        for name in sorted(catalogs):
            tools = {**catalogs[name]["tools"], **tools}
        requests = [case["query"] for case in _read(Path(folder) / "data" / "selection" / "cases.json.gz")["select"]]
        if len(tools) >= LEAST_TOOLS:
            return tools, list(dict.fromkeys(requests))
    return dict(_built()), [f"{verb} the {kind} {thing}s of team {n}" for n, verb, kind, thing in _combinations()]


def _read(path: Path) -> Any:
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        return json.load(handle)


def _combinations() -> Iterator[tuple[int, str, str, str]]:
    names = [(verb, kind, thing) for thing in _THINGS for kind in _KINDS for verb in _VERBS]
    yield from ((number, *name) for number, name in enumerate(names))


def _built() -> Iterator[tuple[str, dict[str, Any]]]:
    for number, verb, kind, thing in _combinations():
        yield (
            f"{verb}{kind.title()}{thing.title()}",
            {
                "description": f"{verb.title()} {kind} {thing}s. "
                + f"Works on the {thing}s of one team at a time. " * 4,
                "parameters": {
                    "type": "object",
                    "properties": {
                        "teamId": {"type": "string", "description": "The team."},
                        f"{thing}No": {"type": "integer", "description": f"Number of the {thing}."},
                        "state": {"type": "string", "enum": ["new", kind, "done"]},
                    },
                    "required": ["teamId"],
                },
                "metadata": {"method": "get" if number % 2 else "post", "path": f"/{thing}s/{kind}"},
            },
        )


def retrieved(tools: Mapping[str, Any], requests: Sequence[str], size: int) -> list[dict[str, Any]]:
    """Return for each request so many rows: the tools that share most words with it, the rest drawn by a seed."""
    words = {name: _words(f"{name} {tool.get('description')}") for name, tool in tools.items()}
    found = []
    for request in requests:
        asked, draw = _words(request), random.Random(request)
        chance = {name: draw.random() for name in words}
        best = sorted(words, key=lambda name: (-len(asked & words[name]) / (5 + len(words[name])) ** 0.5, chance[name]))
        rows = [{"name": name, "score": round(1 / (1 + place), 4)} for place, name in enumerate(best[:size])]
        found.append({"query": request, "rows": rows})
    return found


def _words(text: str) -> set[str]:
    return set(_WORD.findall(_CAMEL.sub(" ", text).lower()))
