"""What a tool needs and what it gives, as its contract, its JSON Schemas or its parameters say; plain values.

Anything of a wrong type is read as absent, and sizes are bounded: no document makes reading long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from selector.linking.kinds import DATA, input_kind
from selector.linking.schema import schema_fields

#: A tool with more inputs or outputs than these is read as far as this.
_INPUTS, _OUTPUTS, _LINKS, _VALUES = 256, 1_024, 64, 32
_NAME = 200
_NOTHING: Final[Mapping[Any, Any]] = {}


class Input(NamedTuple):
    """An input: ``kind`` says what it is for (`selector.linking.kinds`), ``choices`` that it names its values.

    ``place`` is where it stands in the body, ``description`` what is written of it, ``values`` the texts that it names
    if it does; empty if that is not said.
    """

    name: str
    required: bool
    kind: str
    location: str
    type: str
    format: str
    tag: str
    choices: bool
    place: str = ""
    description: str = ""
    values: tuple[str, ...] = ()


class Output(NamedTuple):
    """An output field: its path (``$.items[*].id``), its name, and the name of the schema it stands in."""

    path: str
    name: str
    type: str
    format: str
    tag: str
    schema: str


class Link(NamedTuple):
    """An OpenAPI link: the operation that it leads to, the input it fills, and the output that fills it."""

    operation: str
    field: str
    path: str


class Contract(NamedTuple):
    """What a tool needs and gives; ``operation`` is its OpenAPI id, ``resource`` its declared primary resource."""

    name: str
    method: str
    path: str
    operation: str
    resource: str
    inputs: tuple[Input, ...]
    outputs: tuple[Output, ...]
    links: tuple[Link, ...]


def read_contract(name: str, tool: object) -> Contract:
    """Read what a tool needs and gives; of what is no dictionary only the name is known.

    >>> schema = {"type": "object", "properties": {"orderId": {"type": "string"}}, "required": ["orderId"]}
    >>> read_contract("getOrder", {"inputSchema": schema}).inputs[0][:3]
    ('orderId', True, 'data')
    """
    entry = mapping(tool)
    metadata, function = mapping(entry.get("metadata")), mapping(entry.get("function"))
    openapi, semantic = mapping(metadata.get("openapi")), mapping(metadata.get("ai_metadata"))
    contract = mapping(metadata.get("api_contract"))
    parts = (contract, metadata, entry)
    path = text(metadata.get("path")) or text(openapi.get("path")) or text(entry.get("path"))
    return Contract(
        name,
        (text(metadata.get("method")) or text(openapi.get("method")) or text(entry.get("method"))).strip().lower(),
        path,
        text(openapi.get("operation_id")) or text(metadata.get("operation_id")),
        text(semantic.get("primary_resource")) or text(metadata.get("primary_resource")),
        _inputs(parts, entry, function, path),
        _outputs(parts, entry, metadata, openapi, function),
        tuple(_links(contract.get("links") or metadata.get("links"))),
    )


def mapping(value: object) -> Mapping[Any, Any]:
    """Return a mapping, an empty one for what is none."""
    return value if isinstance(value, dict | Mapping) else _NOTHING


def items(value: object, limit: int) -> Sequence[Any]:
    """Return the first items of a list, none of what is no list."""
    return value[:limit] if isinstance(value, list | tuple) else ()


def text(value: object) -> str:
    """Return a short text, empty for what is none."""
    return value[:_NAME] if isinstance(value, str) else ""


def _inputs(
    parts: Sequence[Mapping[Any, Any]], entry: Mapping[Any, Any], function: Mapping[Any, Any], path: str
) -> tuple[Input, ...]:
    found: dict[str, Input] = {}
    declared = next((rows for part in parts if (rows := items(part.get("consumes"), _INPUTS))), ())
    for row in map(mapping, declared):
        name = text(row.get("field_name")) or text(row.get("semantic_tag"))
        if name:
            _keep(found, _input(name, row.get("required") is True, row, path))
    schemas = (entry.get("parameters"), entry.get("inputSchema"), entry.get("input_schema"), function.get("parameters"))
    for schema in schemas:
        for name, required, row in _parameters(schema):
            if name not in found:
                found[name] = _input(name, required, row, path)
    return tuple(islice(found.values(), _INPUTS))


def _keep(found: dict[str, Input], one: Input) -> None:
    """Of two inputs of one name (path and body, say) the required one counts."""
    known = found.get(one.name)
    if known is None or (one.required and not known.required):
        found[one.name] = one


def _input(name: str, required: bool, row: Mapping[Any, Any], path: str) -> Input:
    location = text(row.get("location")) or text(row.get("in"))
    if not location and "{" + name + "}" in path:
        location = "path"
    declared = row.get("kind")
    kind = input_kind(name, declared.strip().lower() if isinstance(declared, str) else "", location)
    return Input(
        name,
        required,
        kind,
        location,
        _type(row),
        text(row.get("format")).lower(),
        text(row.get("semantic_tag")),
        bool(items(row.get("enum"), 1)) or "const" in row,
        text(row.get("json_path")),
        text(row.get("description")),
        tuple(value for one in items(row.get("enum"), _VALUES) if (value := text(one))),
    )


def _type(row: Mapping[Any, Any]) -> str:
    for key in ("field_type", "type"):
        value = row.get(key)
        if isinstance(value, list | tuple):  # JSON Schema: one of several types, null among them
            value = next((one for one in value if isinstance(one, str) and one != "null"), "")
        if isinstance(value, str) and value:
            return value[:_NAME].lower()
    return ""


def _parameters(schema: object) -> Iterator[tuple[str, bool, Mapping[Any, Any]]]:
    """Yield name, whether it is required, and the description of each parameter of a list or a JSON Schema."""
    if isinstance(schema, list | tuple):
        for row in map(mapping, schema[:_INPUTS]):
            if text(row.get("name")):
                yield text(row["name"]), row.get("required") is True, {**mapping(row.get("schema")), **row}
        return
    outer = mapping(schema)
    required = {name for name in items(outer.get("required"), _INPUTS) if isinstance(name, str)}
    for name, row in islice(mapping(outer.get("properties")).items(), _INPUTS):
        if isinstance(name, str) and name:
            yield name[:_NAME], name in required, mapping(row)


def _outputs(
    parts: Sequence[Mapping[Any, Any]],
    entry: Mapping[Any, Any],
    metadata: Mapping[Any, Any],
    openapi: Mapping[Any, Any],
    function: Mapping[Any, Any],
) -> tuple[Output, ...]:
    declared = next((rows for part in parts if (rows := items(part.get("produces"), _OUTPUTS))), ())
    found = [output for row in map(mapping, declared) if (output := _output(row))]
    if not found:
        schemas = (
            entry.get("outputSchema"),
            entry.get("output_schema"),
            metadata.get("response_schema"),
            mapping(openapi.get("response")).get("schema"),
            entry.get("response"),
            function.get("response"),
        )
        schema = next((one for one in map(mapping, schemas) if one), _NOTHING)
        found = [
            Output(path, name, _type(row), text(row.get("format")).lower(), text(row.get("semantic_tag")), ref)
            for path, name, row, ref in schema_fields(schema, _OUTPUTS)
        ]
    return tuple(found)


def _output(row: Mapping[Any, Any]) -> Output | None:
    path = text(row.get("json_path"))
    name = text(row.get("field_name")) or text(row.get("semantic_tag"))
    if not name or row.get("write_only") is True:
        return None
    schema = text(row.get("schema_ref")).rpartition("/")[2]
    return Output(
        path or f"$.{name}", name, _type(row), text(row.get("format")).lower(), text(row.get("semantic_tag")), schema
    )


def _links(value: object) -> Iterator[Link]:
    for row in map(mapping, items(value, _LINKS)):
        operation = text(row.get("operation_id")) or text(row.get("operationId")) or text(row.get("operation_ref"))
        filled = row.get("parameters")
        if isinstance(filled, dict | Mapping):
            filled = [{"field_name": name, "expression": value} for name, value in filled.items()]
        for one in map(mapping, items(filled, _LINKS)):
            field = text(one.get("field_name")) or text(one.get("parameter"))
            if operation and field:
                field = field.rpartition(".")[2]  # OpenAPI may say where: ``path.petId``
                yield Link(operation, field, text(one.get("json_path")) or text(one.get("expression")) or "$")


def is_open(one: Input) -> bool:
    """Tell whether a producer may fill a required input."""
    return one.required and one.kind == DATA
