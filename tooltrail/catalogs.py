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
    """Reads a catalog: name -> tool, a list of tools with ``name``, or an object with either under ``tools``.

    Raises:
        BadCatalogError: the file cannot be read or holds no such thing.
    """
    content = read_json(path, BadCatalogError)
    if isinstance(content, dict) and isinstance(content.get("tools"), dict | list):
        content = content["tools"]
    tools = _by_name(content)
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


def _by_name(content: Any) -> dict[str, Mapping[str, Any]]:
    if isinstance(content, dict):
        return {name: tool for name, tool in content.items() if isinstance(tool, dict)}
    if isinstance(content, list):
        return {tool["name"]: tool for tool in content if isinstance(tool, dict) and isinstance(tool.get("name"), str)}
    return {}
