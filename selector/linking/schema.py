"""The fields of a JSON Schema, as paths: objects, arrays, combined schemas and references into the same document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

#: Deeper than this no field is read.
_DEPTH = 8
_COMBINED: Final = ("allOf", "oneOf", "anyOf")
#: So many places of a document are visited, whatever their depth: combined schemas multiply.
_VISITS: Final = 20_000

Field = tuple[str, str, Mapping[Any, Any], str]


def schema_fields(schema: Mapping[Any, Any], limit: int) -> list[Field]:
    """Return for each field that holds a plain value its path, its name, its schema, and the name of the outer schema.

    >>> item = {"type": "object", "title": "Order", "properties": {"id": {"type": "integer"}}}
    >>> [field[:2] for field in schema_fields({"type": "array", "items": item}, 10)]
    [('$[*].id', 'id')]
    """
    return list(islice(_Document(schema).fields(), limit))


class _Document:
    """A schema with the references that lead into it."""

    def __init__(self, schema: Mapping[Any, Any]) -> None:
        self._schema = schema
        self._visits = 0

    def fields(self) -> Iterator[Field]:
        """Yield the fields in document order."""
        yield from self._walk(self._schema, "$", "", "", _DEPTH)

    def _walk(self, schema: object, path: str, name: str, outer: str, depth: int) -> Iterator[Field]:
        """Yield the fields of a schema; ``name`` is the field it belongs to, ``outer`` the schema around that."""
        self._visits += 1
        if not isinstance(schema, Mapping) or depth <= 0 or self._visits > _VISITS:
            return
        pointer = schema.get("$ref")
        if isinstance(pointer, str):
            inner = pointer.rpartition("/")[2]
            yield from self._walk(self._resolve(pointer), path, name, inner, depth - 1)
            return
        title = schema.get("title")
        inner = title if isinstance(title, str) and title else outer
        branches = [one for key in _COMBINED for one in _listed(schema.get(key))]
        for branch in branches:
            yield from self._walk(branch, path, name, inner, depth - 1)
        properties = schema.get("properties")
        if isinstance(properties, Mapping):
            for key, value in properties.items():
                if isinstance(key, str) and key:
                    around = "" if _is_nested(value) else inner
                    yield from self._walk(value, f"{path}.{key}", key, around, depth - 1)
        elif "items" in schema:
            yield from self._walk(schema["items"], f"{path}[*]", name, inner, depth - 1)
        elif name and not branches:
            yield path, name, schema, outer

    def _resolve(self, pointer: str) -> object:
        found: object = self._schema if pointer.startswith("#/") else None
        for part in pointer[2:].split("/"):
            found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, Mapping) else None
        return found


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def _is_nested(schema: object) -> bool:
    """Fields of an object inside another stand in a schema of their own, which may have no name."""
    return isinstance(schema, Mapping) and ("properties" in schema or "items" in schema)
