"""What the name of a field says about its value."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from pipeline.scrub.cues import cue_of
from pipeline.scrub.keys import MAX_NAME, KeyFacts, Strength, facts_of, words_of
from pipeline.scrub.placeholders import PLACEHOLDER, Redactor
from pipeline.scrub.rule import RuleSet
from pipeline.scrub.text import settled
from pipeline.scrub.values import is_stand_in, looks_generated
from pipeline.scrub.wordlist import words

#: Fields that name another one's value, and those that hold it: headers, parameters, settings, attributes of spans.
_NAMING = ("name", "key", "header", "field", "param", "parameter", "variable", "k", "Name", "Key")
_HOLDING = ("value", "val", "v", "Value")

#: JSON Schema (draft 2020-12) and OpenAPI 3: an object of these words alone describes a value and holds none.
_SCHEMA_WORDS = words(
    """
    $ref $comment type title description format pattern minLength maxLength minimum maximum items properties required
    additionalProperties nullable readOnly writeOnly deprecated anyOf oneOf allOf not contentEncoding in name schema
    """
)
_SCHEMA_SIGNS = ("type", "$ref", "anyOf", "oneOf", "allOf")


#: A word of everyday speech; what is generated is longer or mixed.
_SHORT_WORD = re.compile("[a-z]{2,8}|[가-힣]{1,5}")


class Field(NamedTuple):
    """What a name says.

    Attributes:
        facts: whether the value is a secret.
        cue: words to read before the value; see `cue_of`.
        clean: whether the name itself holds nothing to remove.
    """

    facts: KeyFacts
    cue: str
    clean: bool


#: The value of no field, or of one whose name says nothing.
NO_FIELD = Field(KeyFacts(Strength.NONE, plural=False), "", clean=True)
_SECRET_WITHIN = Field(KeyFacts(Strength.TOKEN, plural=True), "", clean=True)


def field_of(name: str, rules: RuleSet) -> Field:
    """What a name says; names in use are few, so what clean ones say is remembered.

    >>> from pipeline.scrub.rules import RULE_SET
    >>> field_of("access_token", RULE_SET).facts.strength.name, field_of("kim@example.com", RULE_SET).clean
    ('TOKEN', False)
    """
    if len(name) > MAX_NAME:
        return _read(name, rules)
    try:
        return _known(name, rules)
    except _UncleanError as unclean:
        return unclean.field


class _UncleanError(Exception):
    """A name holds a datum itself: it is not to be remembered."""

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field


@lru_cache(maxsize=4096)
def _known(name: str, rules: RuleSet) -> Field:
    field = _read(name, rules)
    if not field.clean:
        raise _UncleanError(field)
    return field


def _read(name: str, rules: RuleSet) -> Field:
    scrubbed = settled(name, Redactor(rules))
    # A placeholder is no word of the name, and the next time the name holds one.
    parts = words_of(PLACEHOLDER.sub(" ", scrubbed) if "[" in scrubbed else scrubbed)
    return Field(facts_of(parts), cue_of(parts), scrubbed == name)


def within(field: Field, own: Field) -> Field:
    """What is known of a value inside a secret's: text is secret, numbers are not.

    >>> from pipeline.scrub.rules import RULE_SET
    >>> within(field_of("credentials", RULE_SET), field_of("user", RULE_SET)).facts.strength.name
    'TOKEN'
    """
    if field.facts.strength is not Strength.TOKEN or own.facts.strength >= Strength.TOKEN:
        return own
    return _SECRET_WITHIN


def item_of(field: Field) -> Field:
    """What is known of an item of a list: what its field says of all, where numbers may be counts.

    >>> from pipeline.scrub.rules import RULE_SET
    >>> item_of(field_of("phone", RULE_SET)).cue
    'phone'
    """
    facts = field.facts
    return field if facts.plural or not facts.strength else field._replace(facts=KeyFacts(facts.strength, plural=True))


def plain_cue(name: object, rules: RuleSet) -> str | None:
    """The words to read before the value of a name that may stay and is no secret's; None for any other.

    >>> from pipeline.scrub.rules import RULE_SET
    >>> [plain_cue(name, RULE_SET) for name in ("status", "apiKey", "phone", 7)]
    ['', None, 'phone', None]
    """
    if type(name) is not str or len(name) > MAX_NAME:
        return None
    field = field_of(name, rules)
    return field.cue if field.clean and field.facts.strength is Strength.NONE else None


def names_a_value(names: Collection[object]) -> bool:
    """Whether a record of these fields may name the value of one in another; see `named_value`."""
    return any(name in names for name in _HOLDING) and any(name in names for name in _NAMING)


def named_value(record: Mapping[Any, Any], rules: RuleSet) -> tuple[str, Field] | None:
    """The field whose value another field of the record names: `{"name": "password", "value": ...}`.

    >>> from pipeline.scrub.rules import RULE_SET
    >>> named_value({"header": "X-Api-Key", "value": "q1w2"}, RULE_SET)[0]
    'value'
    """
    for holding in _HOLDING:
        if holding in record:
            for naming in _NAMING:
                name = record.get(naming)
                if isinstance(name, str):
                    return holding, field_of(name, rules)
    return None


def describes_a_value(record: object) -> bool:
    """Whether the value is a schema: a parameter called `password` has one, and it tells no password.

    >>> describes_a_value({"type": "string", "minLength": 8}), describes_a_value({"type": "basic", "user": "kim"})
    (True, False)
    """
    return isinstance(record, dict) and any(s in record for s in _SCHEMA_SIGNS) and _SCHEMA_WORDS.issuperset(record)


def is_secret(value: object, facts: KeyFacts) -> bool:
    """Whether the value of a field that names a secret is one, all of it.

    >>> from pipeline.scrub.keys import key_facts
    >>> password, token = key_facts("password"), key_facts("token")
    >>> [is_secret(v, password) for v in ("q1", 8282, True, "${env.PW}", {"type": "string"})]
    [True, True, False, False, False]
    >>> [is_secret(v, token) for v in ("q1", 812, {"id": "q1"})]
    [True, False, False]
    """
    if value is None or isinstance(value, bool):
        return False
    if isinstance(value, (int, float)):
        return _is_secret_number(abs(value), facts)
    if isinstance(value, Decimal):
        return _is_secret_number(value.copy_abs(), facts)
    if facts.strength is Strength.PASSWORD:
        return bool(value) and not describes_a_value(value) if not isinstance(value, str) else not is_stand_in(value)
    return isinstance(value, str) and _is_secret_text(value, facts)


def _is_secret_number(number: float | Decimal, facts: KeyFacts) -> bool:
    if facts.plural or facts.strength < Strength.TOKEN:
        return False
    return facts.strength is Strength.PASSWORD or number >= 1000


def _is_secret_text(text: str, facts: KeyFacts) -> bool:
    if facts.strength is Strength.WEAK:
        return looks_generated(text)
    if facts.vague and _SHORT_WORD.fullmatch(text):
        return False
    if text.isdigit() and (facts.plural or len(text) < 4):
        return False
    return not is_stand_in(text)
