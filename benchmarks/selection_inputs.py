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


def closure_requests(tools: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return requests with their targets: real ones that take several steps, else built ones."""
    folder = os.environ.get("TOOLTRAIL_SHARED")
    if folder:
        cases = _read(Path(folder) / "data" / "selection" / "cases.json.gz")["closure"]
        return [(case["query"], case["target"]) for case in cases if case["target"] in tools and case["required"]]
    targets = sorted(name for name in tools if name.startswith(("get", "update")))
    return [(f"find the {target.removeprefix('get')} of the team called Night Owls", target) for target in targets]


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


_PARTS: Final = ("history", "owners", "comments", "files", "costs")


def openapi_catalog() -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return a built OpenAPI catalog with contracts, and requests with their targets.

    Of each of 140 resources something can be searched and listed, one be read, and five parts of one.
    """
    tools: dict[str, Any] = {}
    requests = []
    for kind in _KINDS:
        for thing in _THINGS:
            name, path = f"{kind.title()}{thing.title()}", f"/{kind}-{thing}s"
            key = f"{kind}{thing.title()}Id"
            one = [f"$.{field}" for field in ("id", "title", "state", "createdAt", "ownerName", "total", "note")]
            many = [place.replace("$.", "$.items[*].") for place in one]
            tools[f"search{name}s"] = _operation(f"{path}/search", {"keyword": "query"}, many)
            tools[f"list{name}s"] = _operation(path, {}, many)
            tools[f"get{name}"] = _operation(f"{path}/{{{key}}}", {key: "path"}, one)
            for part in _PARTS:
                target = f"get{name}{part.title()}"
                rows = [f"$.{part}[*].{field}" for field in ("id", "label", "amount", "changedAt")]
                tools[target] = _operation(f"{path}/{{{key}}}/{part}", {key: "path"}, rows)
                requests.append((f"find the {kind} {thing} called Night Owl and show its {part}", target))
    return {name: {"name": name, **tool} for name, tool in tools.items()}, requests


def _operation(path: str, needs: Mapping[str, str], gives: Sequence[str]) -> dict[str, Any]:
    consumes = [
        {"field_name": name, "field_type": "string", "required": True, "location": place, "kind": "data"}
        for name, place in needs.items()
    ]
    produces = [{"field_name": place.rpartition(".")[2], "json_path": place, "field_type": "string"} for place in gives]
    parameters = [{"name": name, "type": "string", "required": True} for name in needs]
    return {
        "description": f"GET {path}",
        "parameters": parameters,
        "metadata": {"method": "get", "path": path, "api_contract": {"consumes": consumes, "produces": produces}},
    }


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
