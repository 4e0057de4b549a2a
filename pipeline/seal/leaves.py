"""Leaves: every scalar of an argument object or an output, as the path where it stood and its fingerprint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import Any

from pipeline.seal.caps import MAX_DEPTH, MAX_NODES, MAX_PATH, Budget, Cap, CapExceededError
from pipeline.seal.exact_json import decode_json
from pipeline.seal.keys import Seal
from pipeline.seal.paths import ANY_KEY, ITEM, KEY_ITSELF, ROOT, is_field_name

#: Leaves of a body: rows of [path, fingerprint or None].
Rows = list[list[str | None]]

#: Paths of the fields of records, by the record's own path and its keys: records come in many of a kind.
_RECORD_PATHS: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}

#: How many are remembered, of how many keys at most, under a path of what length: in all, some ten megabytes.
_MAX_RECORDS = 2_048
_MAX_RECORD_KEYS = 32
_MAX_RECORD_PATH = 200

#: So many entries, all objects with one set of keys, are a table by key rather than a record (design: Paths).
_TABLE_ENTRIES = 3


def seal_leaves(value: Any, seal: Seal, budget: Budget) -> Rows:
    """Seals every leaf of a decoded JSON value: distinct rows in document order.

    >>> from pipeline.seal.keys import Keyring
    >>> rows = seal_leaves({"order": {"id": "W-10442", "paid": True}, "tags": ["new", "gift-wrap"]},
    ...                    Keyring.demonstration().for_collection("shop"), Budget())
    >>> [(path, fingerprint is None) for path, fingerprint in rows]
    [('order.id', False), ('order.paid', True), ('tags[]', True), ('tags[]', False)]

    Raises:
        CapExceededError: the value is deeper or larger than is sealed.
    """
    rows = dict.fromkeys(seal.rows(iter_leaves(value, budget)))
    budget.spend_leaves(len(rows))
    return list(map(list, rows))


def iter_leaves(value: Any, budget: Budget) -> Iterator[tuple[str, Any]]:
    """The scalars of a decoded JSON value under their paths, in document order.

    Text that holds a JSON object or array counts as what it holds. A key that is data is a leaf itself, after those of
    its value: where both hold a value, the field that names it tells more than the key (ADR 0007).

    >>> list(iter_leaves({"content": [{"text": '{"id": 7}'}], "stock": {"no. 1": 2}}, Budget()))
    [('content[].text.id', 7), ('stock.*', 2), ('stock.*{key}', 'no. 1')]

    Raises:
        CapExceededError: the value is deeper or larger than is sealed.
    """
    open_containers: list[Iterator[tuple[str, Any]]] = [iter(((ROOT, value),))]
    while open_containers:
        for path, found in open_containers[-1]:
            may_open = type(found) is str and found[:1] in _MAY_OPEN and not path.endswith(KEY_ITSELF)
            inside = open_text(found) if may_open else found
            kind = type(inside)
            if kind is not dict and kind is not list:
                yield path, inside
                continue
            if len(open_containers) > MAX_DEPTH:
                raise CapExceededError(Cap.DEPTH)
            if kind is dict and len(inside) > budget.leaves:
                raise CapExceededError(Cap.LEAVES)
            budget.spend_nodes(len(inside))
            open_containers.append(_children("" if path == ROOT else path, inside))
            break
        else:
            open_containers.pop()


def open_text(value: Any) -> Any:
    """The object or array that a text holds as JSON, else the value itself.

    >>> open_text(' {"id": 7}'), open_text("[draft] note"), open_text("7")
    ({'id': 7}, '[draft] note', '7')

    Raises:
        CapExceededError: the text holds more than is sealed.
    """
    if type(value) is not str or value[:1] not in _MAY_OPEN:
        return value
    text = value.strip()
    if (text[:1], text[-1:]) not in _BRACKETS:
        return value
    if text.count(",") + text.count("[") + text.count("{") > MAX_NODES:
        raise CapExceededError(Cap.NODES)
    try:
        return decode_json(text)
    except RecursionError:
        raise CapExceededError(Cap.DEPTH) from None
    except ValueError:
        return value


_BRACKETS = {("{", "}"), ("[", "]")}

#: First characters of a text that may hold JSON: a bracket, or the white space before it.
_MAY_OPEN = frozenset("{[ \t\n\r")


def _children(path: str, container: dict[str, Any] | list[Any]) -> Iterator[tuple[str, Any]]:
    if len(path) > MAX_PATH:
        raise CapExceededError(Cap.DEPTH)
    if isinstance(container, list):
        return zip(repeat(path + ITEM), container, strict=False)
    return _entries(f"{path}." if path else "", container)


def _entries(prefix: str, record: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entries of a dictionary under their names, or under `*`, before the key itself, where that is data."""
    if len(record) >= _TABLE_ENTRIES and _is_table(record):
        return chain.from_iterable(_keyed(prefix, key, value) for key, value in record.items())
    paths = _record_paths(prefix, tuple(record))
    if paths is not None:
        return zip(paths, record.values(), strict=True)
    if _one_type(record.values()):
        return chain.from_iterable(_keyed(prefix, key, value) for key, value in record.items())
    return chain.from_iterable(
        ((prefix + key, value),) if is_field_name(key) else _keyed(prefix, key, value) for key, value in record.items()
    )


def _keyed(prefix: str, key: str, value: Any) -> tuple[tuple[str, Any], tuple[str, Any]]:
    return (prefix + ANY_KEY, value), (prefix + KEY_ITSELF, key)


def _is_table(record: dict[str, Any]) -> bool:
    values = iter(record.values())
    first = next(values)
    if type(first) is not dict or not first:
        return False
    keys = first.keys()
    return all(type(value) is dict and value.keys() == keys for value in values)


def _record_paths(prefix: str, keys: tuple[str, ...]) -> tuple[str, ...] | None:
    """The paths of a record's fields; None if some key is no field name."""
    paths = _RECORD_PATHS.get((prefix, keys))
    if paths is None and all(map(is_field_name, keys)):
        paths = tuple([prefix + key for key in keys])
        if len(keys) <= _MAX_RECORD_KEYS and len(prefix) <= _MAX_RECORD_PATH:
            if len(_RECORD_PATHS) >= _MAX_RECORDS:
                _RECORD_PATHS.clear()
            _RECORD_PATHS[prefix, keys] = paths
    return paths


def _one_type(values: Iterable[Any]) -> bool:
    return len({_JSON_TYPES.get(type(value), "number") for value in values}) == 1


_JSON_TYPES = {type(None): "null", bool: "boolean", str: "string", list: "array", dict: "object"}
