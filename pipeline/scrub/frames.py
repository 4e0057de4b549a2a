"""Containers that are being rebuilt: each takes its scrubbed children one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import repeat
from typing import Any, Protocol

from pipeline.scrub import json_text
from pipeline.scrub.fields import NO_FIELD, Field, describes_a_value, field_of, item_of, named_value, within
from pipeline.scrub.keys import Strength
from pipeline.scrub.placeholders import CUT, Redactor
from pipeline.scrub.rule import RuleSet
from pipeline.scrub.shapes import Unordered, key_text
from pipeline.scrub.text import MAX_TEXT, scrub_string

Children = Iterator[tuple[Field, Any]]


class Frame(Protocol):
    """A container in the making.

    Attributes:
        source: the value it is made from, held so that a value inside itself is seen.
        children: what is still to come, each with what its place says about it.
    """

    source: object
    children: Children

    def add(self, child: Any) -> None:
        """Takes the next child, scrubbed."""

    def cut(self, placeholder: str) -> None:
        """Leaves out the children that are still to come, visibly."""

    def result(self) -> Any:
        """What has been made."""


class ListFrame(Frame):
    """A list. In a list of pairs, headers as a rule, the first of a pair names the second."""

    __slots__ = ("_made", "_unordered", "children", "source")

    def __init__(self, source: object, value: list[Any], field: Field, pairs: RuleSet | None) -> None:
        """Reads the list as a pair where `pairs` has the rules by which its name is judged."""
        self.source = source
        self._made: list[Any] = []
        self._unordered = isinstance(value, Unordered)
        if pairs is not None and len(value) == 2 and isinstance(value[0], (str, bytes)):
            self.children = self._pair(value, pairs)
        else:
            self.children = self._items(value, item_of(field))

    @staticmethod
    def _items(value: list[Any], field: Field) -> Children:
        return zip(repeat(field), value)

    @staticmethod
    def _pair(value: list[Any], rules: RuleSet) -> Children:
        return iter(((NO_FIELD, value[0]), (field_of(key_text(value[0]), rules), value[1])))

    def add(self, child: Any) -> None:
        """Takes the next child, scrubbed."""
        self._made.append(child)

    def cut(self, placeholder: str) -> None:
        """Ends with the placeholder."""
        self.children = iter(())
        self._made.append(placeholder)

    def result(self) -> list[Any]:
        """The list; of a set in an order of its own."""
        if self._unordered:
            self._made.sort(key=lambda member: json.dumps(member, ensure_ascii=False, sort_keys=True, default=str))
        return self._made


class RecordFrame(Frame):
    """A dictionary. Its keys are scrubbed as well; where two become one, the later is numbered."""

    __slots__ = ("_made", "_name", "_numbers", "_redactor", "children", "source")

    def __init__(self, source: object, record: Mapping[Any, Any], field: Field, redactor: Redactor) -> None:
        self.source = source
        self._made: dict[str, Any] = {}
        self._name = ""
        self._numbers: dict[str, int] = {}
        self._redactor = redactor
        secret = field.facts.strength is Strength.TOKEN and not describes_a_value(record)
        self.children = self._fields(record, field if secret else NO_FIELD)

    def _fields(self, record: Mapping[Any, Any], outer: Field) -> Children:
        rules = self._redactor.rules
        named = named_value(record, rules)
        for key, child in record.items():
            name = key if type(key) is str else key_text(key)
            field = field_of(name, rules)
            if not field.clean:
                name = scrub_string(name, self._redactor)
            if named and key == named[0]:
                field = named[1]
            self._name = self._free(name) if name in self._made else name
            yield (field if outer is NO_FIELD else within(outer, field)), child

    def _free(self, name: str) -> str:
        free = name
        while free in self._made:
            self._numbers[name] = number = self._numbers.get(name, 1) + 1
            free = f"{name}#{number}"
        return free

    def add(self, child: Any) -> None:
        """Takes the next child, scrubbed."""
        self._made[self._name] = child

    def cut(self, placeholder: str) -> None:
        """Ends with the placeholder."""
        self.children = iter(())
        self._made[self._free(placeholder)] = placeholder

    def result(self) -> dict[str, Any]:
        """The dictionary."""
        return self._made


class DocumentFrame(Frame):
    """JSON in a string: kept letter by letter where nothing in it changed."""

    __slots__ = ("_made", "_read", "_redactor", "_text", "children", "source")

    def __init__(self, text: str, read: Any, field: Field, redactor: Redactor) -> None:
        self.source: object = self
        self._text = text
        self._read = self._made = read
        self._redactor = redactor
        self.children: Children = iter(((field, read),))

    def add(self, child: Any) -> None:
        """Takes the next child, scrubbed."""
        self._made = child

    def cut(self, placeholder: str) -> None:
        """Ends with the placeholder."""
        self.children = iter(())
        self._made = placeholder

    def result(self) -> str:
        """The text, as it was or written anew."""
        text = self._text if self._made == self._read else json_text.write(self._made)
        return text if len(text) <= MAX_TEXT else self._redactor.mark(CUT)
