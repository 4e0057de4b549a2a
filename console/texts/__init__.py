"""What the console says: one catalog a language, as data, with the same keys."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

#: The languages, by their codes, the one that is taken where nothing else is asked for first.
LANGUAGES = ("en", "ko")

#: A text, or its forms by number: `one` and `other`, where a language has but one form `other` alone.
Entry = str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Texts:
    """The catalog of one language.

    Attributes:
        code: the language's code, as HTML names it.
        entries: the texts by key.
    """

    code: str
    entries: Mapping[str, Entry]

    def __call__(self, key: str, n: int | None = None, **values: object) -> str:
        """A text with its values filled in.

        Args:
            key: which; an unknown one is a mistake of the program.
            n: the number that chooses the form, where the text has several; it is the value `n` too.
            values: what stands for the names in braces.

        >>> read_texts("en")("queue.shown", 1), read_texts("en")("queue.shown", 1200)
        ('1 suggestion', '1,200 suggestions')
        """
        entry = self.entries[key]
        if not isinstance(entry, str):
            entry = entry.get("one", entry["other"]) if n == 1 else entry["other"]
        if n is not None:
            values["n"] = f"{n:,}"
        return entry.format(**values) if values else entry

    def code_of(self, group: str, code: str | None) -> str:
        """A code of the program in words; one that the catalog does not know stands for itself.

        >>> read_texts("en").code_of("blocked", "few_days"), read_texts("en").code_of("blocked", "a_code_of_tomorrow")
        ('support on too few days', 'a_code_of_tomorrow')
        """
        entry = self.entries.get(f"{group}.{code}")
        return entry if isinstance(entry, str) else str(code)

    def forms(self, key: str) -> tuple[str, str]:
        """The forms of a text for one and for several, with the names in braces, for scripts to fill in."""
        entry = self.entries[key]
        return (entry, entry) if isinstance(entry, str) else (entry.get("one", entry["other"]), entry["other"])


@cache
def read_texts(language: str) -> Texts:
    """The catalog of a language.

    Raises:
        FileNotFoundError: there is none.
    """
    content = (files(__name__) / f"{language}.toml").read_text(encoding="utf-8")
    return Texts(language, dict(_flat(tomllib.loads(content))))


def preferred(asked: str | None, accepted: str) -> str:
    """The language to answer in.

    Args:
        asked: what the reader chose, None for nothing.
        accepted: the header ``Accept-Language``; its order counts, its weights are not read.

    >>> preferred(None, "fr-FR,ko-KR;q=0.9,en;q=0.8"), preferred("en", "ko"), preferred("xx", "")
    ('ko', 'en', 'en')
    """
    wished = [asked or "", *(part.split(";")[0].strip().split("-")[0].lower() for part in accepted.split(","))]
    return next((language for language in wished if language in LANGUAGES), LANGUAGES[0])


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Entry]]:
    for key, value in table.items():
        if isinstance(value, dict) and not set(value) <= {"one", "other"}:
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
