"""The ranking signals: one small function each, weighted by one table.

A signal says of each candidate a share of 0 to 1 and the words or values that it rests on. The contributions of a
candidate, share times weight, add up to its score. A signal that has nothing to say gives every candidate the same.
The weights are round numbers that a person can read; with the learned signal's bound they add up to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from selector import lexicon
from selector.contrast import Comparison, Held, explains
from selector.query import MAIN, Query
from selector.tools import NAME, PARAMETER, RESPONSE, Field, ToolFacts

#: What a signal says of one candidate: a share of its weight, and what that rests on.
Said: TypeAlias = tuple[float, tuple[str, ...]]

_NOTHING: Final[Said] = (0.0, ())


def retrieval_rank(compared: Comparison) -> list[Said]:
    """The base ordering: the score beside the best one, and the place; bare places tell neighbours apart by little."""
    return [
        (0.7 * (1 / (1 + 0.15 * place) if share is None else share) + 0.3 / (1 + place), ())
        for place, share in compared.retrieved
    ]


def operation_surface(compared: Comparison) -> list[Said]:
    """The request's words in name, description and parameters: what tells apart counts most, all words count some."""
    return [_surface(compared, held) if held.matches else _NOTHING for held in compared.held]


def _surface(compared: Comparison, held: Held) -> Said:
    telling, terms = compared.telling, compared.query.terms
    apart = plain = 0.0
    for number, surface, _ in held.matches:
        apart += telling[number] * surface
        plain += terms[number].weight * surface
    total_telling, _, total = compared.total
    share = 0.55 * apart / total_telling + 0.45 * plain / total
    return share, tuple([terms[match.term].word for match in held.matches])


def name_economy(compared: Comparison) -> list[Said]:
    """The tool's name says what was asked and little else, or is quoted; words that all names have do not count."""
    return [
        _economy(compared, tool, named=bool(held.places & NAME))
        for tool, held in zip(compared.facts, compared.held, strict=True)
    ]


def _economy(compared: Comparison, tool: ToolFacts, named: bool) -> Said:
    weights, explained = compared.noun_weights, compared.query.explained
    total = sum([weights[noun] for noun in tool.nouns if noun in weights])
    if not named:
        return (0.35 * (1 - min(5.0, total) / 5) if total else 0.35 * 1.5), ()
    if tool.spelled in explained:
        return 1.0, (tool.spelled,)
    told = known = 0.0
    found: list[str] = []
    for noun in tool.nouns:
        share = explains(explained, noun)
        told += weights.get(noun, 0.0) * share
        known += share
        if share:
            found.append(noun)
    apart = told / total if total else 0.5
    spare = 1 - min(5.0, total - told) / 5
    alike = min(1.0, known / math.sqrt(max(1, len(tool.nouns)) * max(1, len(compared.query.terms))))
    return 0.35 * apart + 0.35 * spare + 0.3 * alike, tuple(found)


def description_fit(compared: Comparison) -> list[Said]:
    """The request's words in the description, against its length: a long text holds any word."""
    return [
        (_described(compared, held, tool.size), ()) if held.matches else _NOTHING
        for tool, held in zip(compared.facts, compared.held, strict=True)
    ]


def _described(compared: Comparison, held: Held, size: int) -> float:
    terms = compared.query.terms
    found = sum([terms[number].weight * text for number, _, text in held.matches])
    return min(1.0, found / math.sqrt(max(1, size)) / 2)


def verb_match(compared: Comparison) -> list[Said]:
    """The tool's verb is one that was asked for, or means the same."""
    said: dict[str, Said] = {verb: (share, (verb,)) for verb, share in compared.query.verbs.items()}
    return [said.get(tool.verb, _NOTHING) for tool in compared.facts]


def canonical_action(compared: Comparison) -> list[Said]:
    """What the tool does beside what is asked; a change that nobody asked for is what speaks most against a tool."""
    actions = dict.fromkeys([tool.action for tool in compared.facts])
    said = {action: _action(action, compared.query) for action in actions}
    return [said[tool.action] for tool in compared.facts]


def _action(action: str, query: Query) -> Said:
    preference = query.actions.get(action)
    if preference is None:
        return _unasked_action(action, query.commanded), ()
    return 1.0 if preference == MAIN else 0.85, (action,)


def _unasked_action(action: str, commanded: bool | None) -> float:
    """Return the share of a tool that does something else than is asked, or of which nobody knows what it does."""
    changes = action in lexicon.CHANGING
    if commanded is None:
        return 0.25 if changes else 0.5
    if not action:
        return 0.7
    if commanded:
        return 0.5 if changes else 0.4
    return 0.0


def result_shape(compared: Comparison) -> list[Said]:
    """One, many or a number: the asked shape beside the tool's; nobody means a number unasked."""
    shapes = dict.fromkeys([tool.shape for tool in compared.facts])
    said = {shape: _shape(shape, compared.query) for shape in shapes}
    return [said[tool.shape] for tool in compared.facts]


def _shape(shape: str, query: Query) -> Said:
    if not query.shapes:
        return 0.1 if shape == "count" else 0.5, ()
    if not shape:
        return 0.4, ()
    share = query.shapes.get(shape, 0) / max(query.shapes.values())
    return share, (shape,) if share == 1 else ()


def primary_resource(compared: Comparison) -> list[Said]:
    """The declared business object is what the request speaks of."""
    return [
        (held.resource, (tool.resource,)) if held.resource else _NOTHING
        for tool, held in zip(compared.facts, compared.held, strict=True)
    ]


def path_module(compared: Comparison) -> list[Said]:
    """The declared module and path are what the request speaks of."""
    return [
        (held.module, (tool.module,) if tool.module else ()) if held.module else _NOTHING
        for tool, held in zip(compared.facts, compared.held, strict=True)
    ]


def option_match(compared: Comparison) -> list[Said]:
    """The request names a value that one of the tool's parameters allows."""
    return [_options(compared, held.options) if held.options else _NOTHING for held in compared.held]


def _options(compared: Comparison, options: Sequence[tuple[int, float]]) -> Said:
    telling, terms = compared.telling_options, compared.query.terms
    share = sum([telling[number] * strength for number, strength in options]) / compared.total[1]
    return share, tuple([terms[number].word for number, _ in options if telling[number]])


def contract_fit(compared: Comparison) -> list[Said]:
    """The tool's inputs take what the request gives, and need little that it does not give; capped at a few inputs.

    Only required inputs of the top level count; a number in the request fills a number, a word fills the input that it
    names.
    """
    query = compared.query
    keys = query.explained.keys()
    unnamed: dict[tuple[object, ...], float] = {}
    found: list[Said] = []
    for tool, held in zip(compared.facts, compared.held, strict=True):
        if held.places & (PARAMETER | RESPONSE):
            named = [field for field in tool.fields if not keys.isdisjoint(field.keys)]
            found.append((_fit(query, tool, named), tuple([field.name for field in named])))
            continue
        kind = tool.needs, tool.numbers, tool.takes_dates
        if kind not in unnamed:
            unnamed[kind] = _fit(query, tool, ())
        found.append((unnamed[kind], ()))
    return found


def _fit(query: Query, tool: ToolFacts, named: Sequence[Field]) -> float:
    needed, needed_numbers = tool.needs
    needed -= sum([field.required for field in named])
    needed_numbers -= sum([field.required and field.number for field in named])
    missing = needed - min(needed_numbers, query.numbers)
    given = min(query.numbers, 4)
    unused = max(0, given - tool.numbers) / max(1, given)
    undated = query.dated and not tool.takes_dates
    return 1 - 0.3 * unused - 0.25 * undated - 0.09 * min(5, missing)


#: Name, weight and function. The weights are robust: on the development cases 30 % of noise on all of them costs less
#: than a point of accuracy.
SIGNALS: Final[tuple[tuple[str, float, Callable[[Comparison], list[Said]]], ...]] = (
    ("operation_surface", 0.17, operation_surface),
    ("description_fit", 0.14, description_fit),
    ("retrieval_rank", 0.13, retrieval_rank),
    ("canonical_action", 0.13, canonical_action),
    ("name_economy", 0.12, name_economy),
    ("contract_fit", 0.08, contract_fit),
    ("option_match", 0.06, option_match),
    ("verb_match", 0.04, verb_match),
    ("result_shape", 0.04, result_shape),
    ("primary_resource", 0.02, primary_resource),
    ("path_module", 0.01, path_module),
)
#: The names of the signals in the order of the table.
NAMES: Final = tuple([name for name, _, _ in SIGNALS])
