"""The fields of a JSON Schema, as paths: objects, arrays, combined schemas and references into the same document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

#: Deeper than this no field is read.
_DEPTH = 8
_COMBINED: Final = ("allOf", "oneOf", "anyOf")
_NOTHING: Final[Mapping[Any, Any]] = {}

Field = tuple[str, str, Mapping[Any, Any], str]


def schema_fields(schema: Mapping[Any, Any], limit: int) -> list[Field]:
    """Return for each field that holds a plain value its path, its name, its schema, and the name of the outer schema.

    >>> item = {"type": "object", "title": "Order", "properties": {"id": {"type": "integer"}}}
    >>> [field[:2] for field in schema_fields({"type": "array", "items": item}, 10)]
    [('$[*].id', 'id')]
    """
    found: list[Field] = []
    for field in _walk(schema, "$", "", "", schema, _DEPTH):
        found.append(field)
        if len(found) >= limit:
            break
    return found


def _walk(schema: object, path: str, name: str, outer: str, document: Mapping[Any, Any], depth: int) -> Iterator[Field]:
    if not isinstance(schema, Mapping) or depth <= 0:
        return
    pointer = schema.get("$ref")
    if isinstance(pointer, str):
        yield from _walk(_resolve(pointer, document), path, name, pointer.rpartition("/")[2], document, depth - 1)
        return
    title = schema.get("title")
    inner = title if isinstance(title, str) and title and not name else outer
    for key in _COMBINED:
        branches = schema.get(key)
        for branch in branches if isinstance(branches, list | tuple) else ():
            yield from _walk(branch, path, name, inner, document, depth - 1)
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        own = title if isinstance(title, str) and title else outer if path == "$" or path.endswith("[*]") else ""
        for key, value in properties.items():
            if isinstance(key, str) and key:
                yield from _walk_property(value, f"{path}.{key}", key, own or outer, document, depth - 1)
    elif "items" in schema:
        yield from _walk(schema["items"], f"{path}[*]", name, outer, document, depth - 1)
    elif name and not any(key in schema for key in _COMBINED):
        yield path, name, schema, outer


def _walk_property(
    schema: object, path: str, name: str, outer: str, document: Mapping[Any, Any], depth: int
) -> Iterator[Field]:
    """Fields of an object inside another stand in a schema of their own, which may have no name."""
    nested = isinstance(schema, Mapping) and ("properties" in schema or "items" in schema)
    yield from _walk(schema, path, name, "" if nested else outer, document, depth)


def _resolve(pointer: str, document: Mapping[Any, Any]) -> object:
    if not pointer.startswith("#/"):
        return _NOTHING
    found: object = document
    for part in pointer[2:].split("/"):
        found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, Mapping) else None
    return found
