"""The way through a value: iterative, bounded, and blind to nothing: keys, numbers, JSON in strings, pairs, records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from pipeline.scrub import json_text
from pipeline.scrub.keys import KeyFacts, Strength, key_facts
from pipeline.scrub.placeholders import CUT, CYCLE, SECRET, WITHHELD, Redactor
from pipeline.scrub.shapes import Unordered, key_text, shape
from pipeline.scrub.text import MAX_TEXT, cue_of, is_plain, scrub_string
from pipeline.scrub.values import is_stand_in, looks_random

#: Deepest nesting that is kept, JSON in strings counted in. Every reader of the result may recurse so far.
MAX_DEPTH = 100
#: Values that are visited, each member of a shared one as often as it occurs.
MAX_NODES = 250_000
#: Characters that are kept of all texts together.
MAX_TOTAL_TEXT = 4_000_000
#: Texts longer than this are scrubbed once, however often they occur.
_SHARED_TEXT = 1_000

_END = object()
_NOTHING = KeyFacts(Strength.NONE, plural=False, phrase="")
_INHERITED = KeyFacts(Strength.TOKEN, plural=True, phrase="")


class Field(NamedTuple):
    """What the name of a field says about its value.

    Attributes:
        facts: whether the value is a secret.
        cue: words to read before the value; see `cue_of`.
        clean: whether the name itself holds nothing to remove.
    """

    facts: KeyFacts
    cue: str
    clean: bool


NO_FIELD = Field(_NOTHING, "", clean=True)
