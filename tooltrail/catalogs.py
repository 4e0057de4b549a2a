"""Tool catalogs as files: a tool dictionary, a list of tools, or an artifact that holds either."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.errors import RejectedError


class BadCatalogError(RejectedError):
    """A file is no tool catalog: give JSON that maps names to tools, or lists tools with names."""


def read_catalog(path: Path) -> dict[str, Mapping[str, Any]]:
    """Reads a catalog: name -> tool, a list of tools, or an object with either under ``tools``.

    A tool of a list has its ``name``, at the top or, as models' interfaces have it, inside ``function``.

    Raises:
        BadCatalogError: the file cannot be read or holds no such thing.
    """
    content = read_json(path, BadCatalogError)
    if isinstance(content, dict) and isinstance(content.get("tools"), dict | list):
        content = content["tools"]
    if (
        isinstance(content, dict)
        and isinstance(content.get("paths"), dict)
        and ("openapi" in content or "swagger" in content)
    ):
        raise BadCatalogError(
            f'{path} is an OpenAPI document: give a catalog, {{"operationId": {{"description", "metadata": '
            '{"method", "path", "api_contract": {"consumes": [...], "produces": [...]}}}}, a tool for each operation'
        )
    tools = _by_name(content, path)
    if not tools:
        raise BadCatalogError(f'{path} holds no tools: give {{"name": {{...}}}}, or a list of tools with "name"')
    return tools


def read_json(path: Path, error_of: type[RejectedError]) -> Any:
    """Reads a JSON document; what cannot be read is an error of the given class."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise error_of(f"{path} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError):
        raise error_of(f"{path} is no JSON document in UTF-8") from None


def _by_name(content: Any, path: Path) -> dict[str, Mapping[str, Any]]:
    if isinstance(content, dict):
        return {name: tool for name, tool in content.items() if isinstance(tool, dict)}
    found: dict[str, Mapping[str, Any]] = {}
    for tool in content if isinstance(content, list) else ():
        name = _name(tool)
        if name in found:
            raise BadCatalogError(f"{path} holds two tools named {name!r}: give each a name of its own")
        if name:
            found[name] = tool
    return found


def _name(tool: Any) -> str:
    if not isinstance(tool, dict):
        return ""
    function = tool.get("function")
    name = tool.get("name") or (function.get("name") if isinstance(function, dict) else None)
    return name if isinstance(name, str) else ""
