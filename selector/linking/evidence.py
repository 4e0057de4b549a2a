"""What speaks for a producer, in tiers: the weakest of them is told and never acted on."""

from __future__ import annotations

from typing import Final, NamedTuple

from selector.linking.names import Reference

#: Somebody or something said that this output feeds this input: a person, an OpenAPI link, a promoted trace.
STATED: Final = "stated"
#: Both fields carry the same semantic tag.
TAGGED: Final = "semantic_tag"
#: The field is the identifier of the object that it stands in, by its own name or as that object's ``id``.
NAMED: Final = "named_identifier"
OWN: Final = "resource_identifier"
#: As before, but what the object is was told by its shape alone.
SHAPED: Final = "object_shape"
#: A curator or a model says so, with high confidence.
JUDGED: Final = "semantic_link"
#: The field names the identifier of another thing than the object that it stands in.
MENTION: Final = "foreign_identifier"
#: The same noun with other words before it: ``source_account_id`` is some account's.
KINDRED: Final = "kindred_noun"
#: The same name and nothing else.
WEAK: Final = "same_name"

#: Tiers as numbers, the strongest least: 1 stated, 2 contract, 3 semantic with high confidence, 4 weak.
TIERS: Final = {STATED: 1, TAGGED: 2, NAMED: 2, OWN: 2, MENTION: 2, SHAPED: 3, JUDGED: 3, KINDRED: 3, WEAK: 4}
CONFIDENCE: Final = {
    STATED: 1.0,
    TAGGED: 0.95,
    NAMED: 0.95,
    OWN: 0.9,
    MENTION: 0.85,
    SHAPED: 0.75,
    JUDGED: 0.8,
    KINDRED: 0.7,
    WEAK: 0.3,
}
#: What speaks for an output, as a cost (`selector.linking.costs`).
COSTS: Final = {
    STATED: -0.6,
    TAGGED: 0.0,
    NAMED: 0.0,
    OWN: 0.0,
    MENTION: 0.35,
    SHAPED: 0.25,
    JUDGED: 0.2,
    KINDRED: 0.5,
}
#: What a call costs.
CALL: Final = 0.6


class Supply(NamedTuple):
    """An output that can fill an input.

    Attributes:
        tool: the producer.
        path: where the value stands in its output.
        field: the output's name.
        reference: what it identifies.
        evidence: what speaks for it, one of this module's names.
        listed: it stands in a list, so that there may be many values.
        echo: the producer must be given what it gives.
        type: its JSON type, empty if not declared.
        format: its format, empty if not declared.
    """

    tool: str
    path: str
    field: str
    reference: Reference
    evidence: str
    listed: bool
    echo: bool
    type: str
    format: str


_SCALARS: Final = {"integer": "number", "number": "number", "float": "number", "int": "number", "string": "string"}


def compatible(given: str, given_format: str, taken: str, taken_format: str) -> bool:
    """Tell whether a value can be passed on: scalars go as text, lists are given by their items.

    An integer for a text is passed on every day; a UUID for a number, or a flag for an identifier, is not.

    >>> compatible("integer", "int64", "string", ""), compatible("string", "uuid", "integer", "int64")
    (True, False)
    >>> compatible("boolean", "", "string", ""), compatible("", "", "integer", "")
    (False, True)
    """
    if given in {"boolean", "object", "null"} or taken in {"boolean", "object"}:
        return False
    if "uuid" in (given_format, taken_format) and "number" in (_SCALARS.get(given), _SCALARS.get(taken)):
        return False
    dates = {"date", "date-time", "time"}
    if (given_format in dates) != (taken_format in dates) and given_format and taken_format:
        return False
    return not (_SCALARS.get(given) == "string" and _SCALARS.get(taken) == "number")
