"""A tool as a model needs it to choose and fill: name, purpose and inputs; the full schema is for execution."""

from __future__ import annotations

import json
from typing import Any, Final

from selector.linking.contract import Contract
from selector.linking.kinds import AUTH, CONTEXT
from selector.source import Parameter, read_source

#: A purpose and an input's meaning are told in so many characters, and so many allowed values are named.
_PURPOSE, _MEANING, _CHOICES = 240, 80, 12


def project(name: str, tool: object, contract: Contract) -> dict[str, Any]:
    """Return a tool without credentials, context and what does not help to choose it.

    >>> schema = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
    >>> tool = {"description": "Get an order.", "inputSchema": schema}
    >>> from selector.linking.contract import read_contract
    >>> project("getOrder", tool, read_contract("getOrder", tool))["parameters"]
    [{'name': 'id', 'required': True, 'type': 'string'}]
    """
    source = read_source(name, tool)
    hidden = {one.name for one in contract.inputs if one.kind in _HIDDEN}
    described = source.description or source.summary
    return {
        "name": name,
        "description": " ".join(described[:_PURPOSE].split()),
        "parameters": [_parameter(one) for one in source.parameters if one.name not in hidden],
    }


_HIDDEN: Final = frozenset({AUTH, CONTEXT})


def _parameter(one: Parameter) -> dict[str, Any]:
    found: dict[str, Any] = {"name": one.name, "required": one.required}
    if one.type:
        found["type"] = one.type
    if one.options:
        found["enum"] = list(one.options[:_CHOICES])
    if one.description:
        found["description"] = " ".join(one.description[:_MEANING].split())
    return found


class Projection:
    """A projection, made once a tool.

    Attributes:
        text: compact JSON; half a character has no UTF-8 and is shown as a question mark.
        size: bytes of the text in UTF-8.

    >>> from selector.linking.contract import read_contract
    >>> made = Projection("getOrder", {}, read_contract("getOrder", {}))
    >>> made.copy(), made.size
    ({'name': 'getOrder', 'description': '', 'parameters': []}, 52)
    """

    __slots__ = ("_shown", "size", "text")

    def __init__(self, name: str, tool: object, contract: Contract) -> None:
        written = _ENCODER.encode(project(name, tool, contract)).encode("utf-8", "replace")
        self.text = written.decode()
        self.size = len(written)
        self._shown: dict[str, Any] | None = None

    def copy(self) -> dict[str, Any]:
        """Return what the text says, for the caller to keep."""
        if self._shown is None:
            self._shown = json.loads(self.text)
        parameters = [
            {key: list(value) if key == "enum" else value for key, value in one.items()}
            for one in self._shown["parameters"]
        ]
        return {**self._shown, "parameters": parameters}


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
