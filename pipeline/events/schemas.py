"""The event contract as JSON Schema, one document a type."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from pipeline.events.base import SCHEMA_VERSION
from pipeline.events.contract import EVENT_MODELS

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _WithoutTitles(GenerateJsonSchema):
    """A title that repeats the field's name tells a reader nothing."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002  pydantic's signature
        return False


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of each event type, by type; `$id` names the type and the contract's version.

    >>> schemas()["user.message"]["$id"]
    'urn:tooltrail:event:user.message:1'
    """
    return {
        name: {
            "$schema": _DIALECT,
            "$id": f"urn:tooltrail:event:{name}:{SCHEMA_VERSION}",
            "version": SCHEMA_VERSION,
            **model.model_json_schema(schema_generator=_WithoutTitles),
        }
        for name, model in EVENT_MODELS.items()
    }


def write_schemas(folder: Path) -> None:
    """Writes each schema into a folder, as `TYPE.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        (folder / f"{name}.json").write_text(render_schema(schema), encoding="utf-8")


def render_schema(schema: dict[str, Any]) -> str:
    r"""A schema as the text of its file.

    >>> render_schema({"version": 1})
    '{\n  "version": 1\n}\n'
    """
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
