"""What the console says: two catalogs with the same keys, all of them used, and every use with a text."""

from __future__ import annotations

import re
import string
from itertools import product
from pathlib import Path

import pytest

from console import keys, texts
from console.desk.acts import REJECT_REASONS
from console.keys import KEYS, Scope
from console.pages import filters, notes
from console.texts import LANGUAGES, preferred, read_texts
from pipeline.intake import Reason
from pipeline.learning.acts import ActKind
from pipeline.learning.settings import Mode
from pipeline.learning.suggestions import Kind
from pipeline.learning.verdicts import Status
from tooltrail.explanation import REASONS

CONSOLE = Path(texts.__file__).parents[1]
SOURCES = [*CONSOLE.glob("templates/*.html"), *CONSOLE.glob("pages/*.py"), *CONSOLE.glob("static/console.js")]
#: A call with the whole key, and one whose key is put together.
WHOLE = re.compile(r"""\b(?:t|texts|forms|read_texts\(code\))\(\s*f?['"]([a-z_0-9.]+)['"](?!\s*~)""")
CHOSEN = re.compile(r"""\b(?:t|texts)\(['"]([a-z_0-9.]+)['"] if [^)]*? else ['"]([a-z_0-9.]+)['"]""")
PUT_TOGETHER = re.compile(r"""\b(?:t|texts)\(\s*f?['"]([a-z_0-9.]+[._])(?:['"]\s*~|\{)""")
OF_GROUP = re.compile(r"""code_of\(['"]([a-z_]+)['"]""")


def uses() -> tuple[set[str], set[str]]:
    """The keys that are asked for, and the beginnings of those that are put together."""
    whole: set[str] = set()
    beginnings: set[str] = {"fact.", "score."}  # `acts._fact` chooses between the two
    for source in SOURCES:
        text = source.read_text(encoding="utf-8")
        whole |= set(WHOLE.findall(text)) | {key for pair in CHOSEN.findall(text) for key in pair}
        beginnings |= set(PUT_TOGETHER.findall(text)) | {f"{group}." for group in OF_GROUP.findall(text)}
    return whole, beginnings


def names(entry: texts.Entry) -> set[str | None]:
    forms = [entry] if isinstance(entry, str) else list(entry.values())
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form)} - {None}


def test_both_languages_have_the_same_keys_with_the_same_values() -> None:
    english, korean = (read_texts(code).entries for code in ("en", "ko"))
    assert set(english) == set(korean)
    different = [key for key in english if names(english[key]) != names(korean[key])]
    assert different == []


def test_every_text_that_is_asked_for_is_there() -> None:
    whole, beginnings = uses()
    entries = read_texts("en").entries
    assert [key for key in sorted(whole) if key not in entries] == []
    assert [start for start in sorted(beginnings) if not any(key.startswith(start) for key in entries)] == []


def test_no_text_is_left_that_nothing_asks_for() -> None:
    whole, beginnings = uses()
    unused = [key for key in read_texts("en").entries if key not in whole and not key.startswith(tuple(beginnings))]
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("group", "codes"),
    [
        ("status", [status.value for status in Status]),
        ("kind", [kind.value for kind in Kind]),
        ("mode", [mode.value for mode in Mode]),
        ("act", [*(kind.value for kind in ActKind), "rollback"]),
        ("acted", [act for act in notes.ACTS if act]),
        ("effect", [act for act in notes.ACTS if act]),
        ("reason", REJECT_REASONS),
        ("blocked", list(REASONS)),
        ("refused", [reason.value for reason in Reason]),
        ("keys", [*(key.name for key in KEYS), *(scope.value for scope in Scope)]),
        ("status", [status for status in filters.STATUSES if status != "any"]),
    ],
)
def test_every_code_has_words(language: str, group: str, codes: list[str]) -> None:
    entries = read_texts(language).entries
    assert [code for code in codes if f"{group}.{code}" not in entries] == []


def test_blocked_codes_read_as_on_the_command_line() -> None:
    english = read_texts("en")
    assert {code: english.code_of("blocked", code) for code in REASONS} == dict(REASONS)


@pytest.mark.parametrize(
    ("asked", "accepted", "answered"),
    [
        (None, "ko-KR,ko;q=0.9", "ko"),
        (None, "de,fr", "en"),
        ("ko", "en", "ko"),
        ("../../etc/passwd", "*", "en"),
        (None, "", "en"),
    ],
)
def test_the_reader_gets_a_language_that_there_is(asked: str | None, accepted: str, answered: str) -> None:
    assert preferred(asked, accepted) == answered


def test_a_key_means_one_thing_wherever_it_works() -> None:
    together = [
        (one, other)
        for one, other in product(KEYS, KEYS)
        if one is not other and (one.code, one.shift, one.control) == (other.code, other.shift, other.control)
    ]
    assert together == []


def test_keys_are_named_by_their_place_so_that_no_layout_matters() -> None:
    assert all(re.fullmatch(r"Key[A-Z]|Digit[0-9]|Slash|Enter|Escape", key.code) for key in KEYS)
    assert keys.BY_NAME["approve"].badge == "A"


def test_every_key_has_something_to_do() -> None:
    script = (CONSOLE / "static" / "console.js").read_text(encoding="utf-8")
    pages = "".join(path.read_text(encoding="utf-8") for path in CONSOLE.glob("templates/*.html"))
    moves = set(re.findall(r"^    ([a-z]+): ", script, re.MULTILINE))
    put_together = {act for act in notes.ACTS if act} if 'data-does="{{ act }}"' in pages else set()
    does = set(re.findall(r'data-does="([a-z_]+)"', pages)) | set(re.findall(r'"(to_[a-z]+)"', pages)) | put_together
    assert [key.name for key in KEYS if key.name not in moves | does] == []
