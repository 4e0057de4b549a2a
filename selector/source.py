"""What stands in a tool's dictionary, whatever its dialect: plain values, bounded, and nothing interpreted yet.

Dialects: graph-tool-call's tools with ``metadata`` (``ai_metadata``, ``api_contract``, ``openapi``), function lists
with a JSON Schema or a list of parameters, OpenAI's ``{"type": "function", "function": ...}`` and tools of the Model
Context Protocol (``inputSchema``, ``annotations``). Anything of a wrong type is read as absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from selector.text import DESCRIPTION_LIMIT

#: More parameters or response fields than this tell no tool from another.
_FIELD_LIMIT = 64
_NAME_LIMIT = 200
#: So much of a parameter's description is read.
_PARAMETER_LIMIT = 300
_NOTHING: Final[Mapping[Any, Any]] = {}
_LISTS: Final = (list, tuple)


class Parameter(NamedTuple):
    """One input of a tool; ``options`` are the values it allows, ``type`` its JSON type."""

    name: str
    required: bool
    description: str
    type: str
    options: tuple[str, ...]


class Source(NamedTuple):
    """A tool as it is written down; hashable, so that equal tools are read once."""

    name: str
    description: str
    summary: str
    action: str
    resource: str
    shape: str
    method: str
    path: str
    module: str
    read_only: bool | None
    returns_array: bool
    parameters: tuple[Parameter, ...]
    responses: tuple[str, ...]

    @classmethod
    def of(cls, name: str) -> Source:
        """Return a tool of which only the name is known."""
        return read_source(name, None)


def read_source(name: str, tool: object) -> Source:
    """Read a tool's dictionary; a value that is no dictionary is a tool of which only the name is known.

    >>> read_source("getOrder", {"metadata": {"method": "get", "ai_metadata": {"canonical_action": "Read"}}}).action
    'read'
    """
    entry = _mapping(tool)
    function = _mapping(entry.get("function"))
    metadata = _mapping(entry.get("metadata"))
    semantic = _mapping(metadata.get("ai_metadata"))
    openapi = _mapping(metadata.get("openapi"))
    contract = _mapping(metadata.get("api_contract"))
    return Source(
        name=name,
        description=_text(entry.get("description")) or _text(function.get("description")),
        summary=_summary(semantic, openapi, entry),
        action=_word(semantic.get("canonical_action") or metadata.get("canonical_action")),
        resource=_word(semantic.get("primary_resource") or metadata.get("primary_resource")),
        shape=_word(semantic.get("result_shape") or metadata.get("result_shape")),
        method=_word(metadata.get("method") or openapi.get("method") or entry.get("method")),
        path=_word(metadata.get("path") or openapi.get("path") or entry.get("path")),
        module=_word(openapi.get("path_module") or metadata.get("path_module")),
        read_only=_read_only(entry, metadata),
        returns_array=_mapping(metadata.get("response_schema")).get("type") == "array",
        parameters=_parameters(entry, function, metadata, contract),
        responses=_responses(contract, metadata),
    )


def _mapping(value: object) -> Mapping[Any, Any]:
    if value is None:  # None and dict are asked first: they are what comes, and the abstract class costs much more
        return _NOTHING
    if isinstance(value, dict):
        return value
    return value if isinstance(value, Mapping) else _NOTHING


def _items(value: object) -> list[Any]:
    return list(value[:_FIELD_LIMIT]) if isinstance(value, _LISTS) else []


def _text(value: object) -> str:
    return value[:DESCRIPTION_LIMIT] if isinstance(value, str) else ""


def _word(value: object) -> str:
    return value[:_NAME_LIMIT].strip().casefold() if isinstance(value, str) else ""


def _summary(semantic: Mapping[Any, Any], openapi: Mapping[Any, Any], entry: Mapping[Any, Any]) -> str:
    told = _text(semantic.get("one_line_summary")), _text(openapi.get("summary")), _text(entry.get("summary"))
    return " . ".join(filter(None, told))[:DESCRIPTION_LIMIT]


def _read_only(entry: Mapping[Any, Any], metadata: Mapping[Any, Any]) -> bool | None:
    """Return the protocol's hint: ``readOnlyHint``, else no reading where ``destructiveHint`` says so."""
    for place in (entry, metadata):
        hints = _mapping(place.get("annotations"))
        if not hints:
            continue
        for key in ("readOnlyHint", "read_only_hint"):
            if isinstance(hints.get(key), bool):
                return bool(hints[key])
        if hints.get("destructiveHint") is True or hints.get("destructive_hint") is True:
            return False
    return None


def _parameters(
    entry: Mapping[Any, Any], function: Mapping[Any, Any], metadata: Mapping[Any, Any], contract: Mapping[Any, Any]
) -> tuple[Parameter, ...]:
    inputs = entry.get("parameters")
    listed = _listed(inputs) if isinstance(inputs, _LISTS) else []
    if not listed:
        schemas = (inputs, entry.get("inputSchema"), entry.get("input_schema"), function.get("parameters"))
        listed = [parameter for schema in schemas if schema for parameter in _schema(schema)]
    if not listed:
        listed = _consumed(contract.get("consumes") or metadata.get("consumes"))
    if len(listed) < 2:
        return tuple(listed)
    return tuple({parameter.name: parameter for parameter in reversed(listed)}.values())[::-1]


def _parameter(name: str, required: bool, spec: Mapping[Any, Any]) -> Parameter:
    described = spec.get("description")
    return Parameter(
        name[:_NAME_LIMIT],
        required,
        described[:_PARAMETER_LIMIT] if isinstance(described, str) else "",
        _word(spec.get("type") or spec.get("field_type")),
        _options(spec) if spec.get("enum") or "items" in spec else (),
    )


def _options(spec: Mapping[Any, Any]) -> tuple[str, ...]:
    options = _items(spec.get("enum")) or _items(_mapping(spec.get("items")).get("enum"))
    return tuple([option[:40] for option in options if isinstance(option, str)])


def _listed(value: object) -> list[Parameter]:
    named = [(_text(row.get("name")), row) for row in map(_mapping, _items(value))]
    return [_parameter(name, row.get("required") is True, row) for name, row in named if name]


def _schema(value: object) -> list[Parameter]:
    """Read a JSON Schema object; only top-level properties that it requires count as required."""
    schema = _mapping(value)
    required = [name for name in _items(schema.get("required")) if isinstance(name, str)]
    properties = islice(_mapping(schema.get("properties")).items(), _FIELD_LIMIT)
    return [_parameter(name, name in required, _mapping(spec)) for name, spec in properties if isinstance(name, str)]


def _consumed(value: object) -> list[Parameter]:
    rows = (row for row in map(_mapping, _items(value)) if (row.get("kind") or "data") == "data")
    named = [(_field(row), row) for row in rows]
    return [_parameter(name, row.get("required") is True, row) for name, row in named if name]


def _field(row: Mapping[Any, Any]) -> str:
    return _text(row.get("field_name")) or _text(row.get("semantic_tag"))


def _responses(contract: Mapping[Any, Any], metadata: Mapping[Any, Any]) -> tuple[str, ...]:
    rows = _items(contract.get("produces")) or _items(metadata.get("produces"))
    names = [name[:_NAME_LIMIT] for name in map(_field, map(_mapping, rows)) if name] if rows else ()
    return tuple(dict.fromkeys(names))
