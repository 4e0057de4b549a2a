"""The key map: the one place that says which key does what; handlers, badges and the help sheet come from it.

A key is named by its place (``KeyboardEvent.code``), so that it works on any layout, a Korean one included; the badge
is what stands on it. The element that a key uses says so: ``data-does="NAME"``. Movements in lists have none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """Where a key works; the help sheet shows its keys under this title."""

    EVERYWHERE = "everywhere"
    LIST = "list"
    ACT = "act"
    LETTERS = "letters"
    FORM = "form"


@dataclass(frozen=True, slots=True)
class Key:
    """A key and what it does.

    Attributes:
        name: what it does.
        code: the key's place on the keyboard.
        badge: what stands on it.
        scope: where it works.
        shift: whether with the shift key.
        control: whether with the control key, or the command key.
    """

    name: str
    code: str
    badge: str
    scope: Scope
    shift: bool = False
    control: bool = False


KEYS: tuple[Key, ...] = (
    Key("next", "KeyJ", "J", Scope.LIST),
    Key("previous", "KeyK", "K", Scope.LIST),
    Key("open", "Enter", "Enter", Scope.LIST),
    Key("select", "KeyX", "X", Scope.LIST),
    Key("select_page", "KeyX", "Shift X", Scope.LIST, shift=True),
    Key("select_every", "KeyA", "Shift A", Scope.LIST, shift=True),
    Key("filter", "Slash", "/", Scope.LIST),
    Key("approve", "KeyA", "A", Scope.ACT),
    Key("reject", "KeyR", "R", Scope.ACT),
    Key("pin", "KeyP", "P", Scope.ACT),
    Key("demote", "KeyD", "D", Scope.ACT),
    Key("rollback", "KeyU", "U", Scope.ACT),
    Key("reopen", "KeyO", "O", Scope.ACT),
    Key("replay", "KeyE", "E", Scope.LETTERS),
    Key("skip", "KeyS", "S", Scope.LETTERS),
    Key("send", "Enter", "Ctrl Enter", Scope.FORM, control=True),
    Key("leave", "Escape", "Esc", Scope.FORM),
    Key("help", "Slash", "?", Scope.EVERYWHERE, shift=True),
    Key("to_queue", "Digit1", "1", Scope.EVERYWHERE),
    Key("to_graph", "Digit2", "2", Scope.EVERYWHERE),
    Key("to_audit", "Digit3", "3", Scope.EVERYWHERE),
    Key("to_letters", "Digit4", "4", Scope.EVERYWHERE),
    Key("to_overview", "Digit5", "5", Scope.EVERYWHERE),
)

BY_NAME: Mapping[str, Key] = {key.name: key for key in KEYS}


def as_json() -> str:
    """The map as the script reads it."""
    fields = ("name", "code", "shift", "control")
    return json.dumps([{name: getattr(key, name) for name in fields} for key in KEYS], separators=(",", ":"))


def by_scope() -> tuple[tuple[Scope, tuple[Key, ...]], ...]:
    """The keys under their titles, as the help sheet shows them."""
    return tuple((scope, tuple(key for key in KEYS if key.scope is scope)) for scope in Scope)
