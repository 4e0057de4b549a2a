"""The ranking signals: one small function each, weighted by one table.

A signal says of each candidate a share of 0 to 1 and the words or values that it rests on. The contributions of a
candidate, share times weight, add up to its score. A signal that has nothing to say gives every candidate the same.
The weights are round numbers that a person can read; with the learned signal's bound they add up to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from selector import lexicon
from selector.contrast import Comparison
from selector.query import Query
from selector.shapes import MAIN
from selector.tools import NAME, Field, ToolFacts


class Column(NamedTuple):
    """What a signal says of the candidates: for each a share of the signal's weight, and what that rests on.

    ``evidence`` is None for a signal that rests on no words.
    """

    shares: Sequence[float]
    evidence: Sequence[tuple[str, ...]] | None = None


#: The same of one candidate.
Said: TypeAlias = tuple[float, tuple[str, ...]]
_NOTHING: Final[Said] = (0.0, ())


def _column(said: Sequence[Said]) -> Column:
    return Column([share for share, _ in said], [words for _, words in said])


def retrieval_rank(compared: Comparison) -> Column:
    """The base ordering: the score beside the best one, and the place; bare places tell neighbours apart by little."""
    return Column(
        [
            0.7 * (1 / (1 + 0.15 * place) if share is None else share) + 0.3 / (1 + place)
            for place, share in compared.retrieved
        ]
    )


def operation_surface(compared: Comparison) -> Column:
    """The request's words in name, description and parameters: what tells apart counts most, all words count some."""
    telling, terms = compared.telling, compared.query.terms
    total_telling, _, total = compared.total
    shares: list[float] = []
    for held in compared.held:
        apart = plain = 0.0
        for number, surface in held.matches.items():
            apart += telling[number] * surface
            plain += terms[number].weight * surface
        shares.append(0.55 * apart / total_telling + 0.45 * plain / total if plain else 0.0)
    return Column(shares, [tuple([terms[number].word for number in held.matches]) for held in compared.held])


def name_economy(compared: Comparison) -> Column:
    """The tool's name says what was asked and little else, or is quoted; words that all names have do not count."""
    return _column(
        [
            _economy(compared, tool) if held.places & NAME else _unnamed(compared, tool)
            for tool, held in zip(compared.facts, compared.held, strict=True)
        ]
    )


#: Where request or name are about nothing known.
_HEAD_UNKNOWN: Final = 0.5


def _unnamed(compared: Comparison, tool: ToolFacts) -> Said:
    weights = compared.noun_weights
    total = sum([weights[noun] for noun in tool.nouns if noun in weights])
    return (0.3 * (1 - min(5.0, total) / 5) if total else 0.3 * 1.5), ()


def _economy(compared: Comparison, tool: ToolFacts) -> Said:
    weights, explained, head = compared.noun_weights, compared.query.explained, compared.head
    if tool.spelled in explained:
        return 1.0, (tool.spelled,)
    total = told = known = 0.0
    found: list[str] = []
    overdone = (tool.every, "all") if compared.ones and tool.every in compared.ones else ()
    for noun, by_root in zip(tool.nouns, tool.roots, strict=True):
        weight = weights.get(noun, 0.0)
        share = explained.get(noun) or _ROOT_STRENGTH * explained.get(by_root, 0.0)
        if share or noun not in tool.tag:
            total += weight
        if share and noun not in overdone:
            told += weight * share
            known += share
            found.append(noun)
    apart = told / total if total else 0.5
    spare = 1 - min(5.0, total - told) / 5
    alike = min(1.0, known / math.sqrt(max(1, len(tool.nouns)) * max(1, len(compared.query.terms))))
    about = head.get(tool.head, 0.0) if head and tool.head else _HEAD_UNKNOWN
    return 0.3 * apart + 0.3 * spare + 0.3 * alike + 0.1 * about, tuple(found)


def description_fit(compared: Comparison) -> Column:
    """The request's words in the description, against its length: a long text holds any word."""
    return Column(
        [
            min(1.0, held.described / tool.breadth / 2) if held.described else 0.0
            for tool, held in zip(compared.facts, compared.held, strict=True)
        ]
    )


def verb_match(compared: Comparison) -> Column:
    """The tool's verb is one that was asked for, or means the same."""
    said: dict[str, Said] = {verb: (share, (verb,)) for verb, share in compared.query.verbs.items()}
    return _column([said.get(tool.verb, _NOTHING) for tool in compared.facts])


def canonical_action(compared: Comparison) -> Column:
    """What the tool does beside what is asked; a change unasked and the opposite speak most against it."""
    query = compared.query
    said = {action: _action(action, query) for action in dict.fromkeys([tool.action for tool in compared.facts])}
    if not query.commanded:
        return _column([said[tool.action] for tool in compared.facts])
    return _column([_act(tool, said[tool.action], query) for tool in compared.facts])


def _act(tool: ToolFacts, said: Said, query: Query) -> Said:
    if tool.verb in query.opposed:
        return _NOTHING
    asked = tool.verb in query.verbs or tool.verb in _PLAIN_VERBS
    if tool.verb and not asked and tool.action in lexicon.CHANGING:
        return _OTHER_ACT * said[0], said[1]
    return said


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


def result_shape(compared: Comparison) -> Column:
    """One, many or a number: the asked shape beside the tool's; nobody means a number unasked, nor all of one thing."""
    shapes = [tool.shape for tool in compared.facts]
    said = {shape: _shape(shape, compared.query) for shape in dict.fromkeys(shapes)}
    if not compared.ones:
        return _column([said[shape] for shape in shapes])
    return _column([_NOTHING if tool.every in compared.ones else said[tool.shape] for tool in compared.facts])


def _shape(shape: str, query: Query) -> Said:
    if not query.shapes:
        return 0.1 if shape == "count" else 0.5, ()
    asked = max(query.shapes.values())
    if not shape:
        return 0.4 if asked == MAIN else 0.7, ()
    share = query.shapes.get(shape, 0) / asked
    return share, (shape,) if share == 1 else ()


def primary_resource(compared: Comparison) -> Column:
    """The declared business object is what the request speaks of."""
    return _declared([held.resource for held in compared.held], [tool.resource for tool in compared.facts])


def path_module(compared: Comparison) -> Column:
    """The declared module and path are what the request speaks of."""
    return _declared([held.module for held in compared.held], [tool.module for tool in compared.facts])


def _declared(shares: Sequence[float], said: Sequence[str]) -> Column:
    if not any(shares):
        return Column(shares)
    return Column(shares, [(word,) if share and word else () for share, word in zip(shares, said, strict=True)])


def option_match(compared: Comparison) -> Column:
    """The request names a value that one of the tool's parameters allows."""
    return _column([_options(compared, held.options) if held.options else _NOTHING for held in compared.held])


def _options(compared: Comparison, options: Sequence[tuple[int, float]]) -> Said:
    telling, terms = compared.telling_options, compared.query.terms
    share = sum([telling[number] * strength for number, strength in options]) / compared.total[1]
    return share, tuple([terms[number].word for number, _ in options if telling[number]])


def contract_fit(compared: Comparison) -> Column:
    """The tool's inputs take what the request gives, and need little that it does not give; capped at a few inputs.

    Only required inputs of the top level count; a number in the request fills a number, a word fills the input that it
    names.
    """
    query = compared.query
    unnamed: dict[tuple[object, ...], Said] = {}
    said: list[Said] = []
    for tool, held in zip(compared.facts, compared.held, strict=True):
        if held.fields:
            named = _named(tool, held.fields)
            said.append((_fit(query, tool, named), tuple([field.name for field in named])))
            continue
        kind = tool.needs, tool.numbers, tool.takes_dates
        if kind not in unnamed:
            unnamed[kind] = _fit(query, tool, ()), ()
        said.append(unnamed[kind])
    return _column(said)


def _named(tool: ToolFacts, keys: Sequence[str]) -> list[Field]:
    """Return the fields that the request names, in the tool's order."""
    places = tool.fields_of[keys[0]] if len(keys) == 1 else sorted({at for key in keys for at in tool.fields_of[key]})
    return [tool.fields[at] for at in places]


def _fit(query: Query, tool: ToolFacts, named: Sequence[Field]) -> float:
    needed, needed_numbers = tool.needs
    for field in named:
        if field.required:
            needed -= 1
            needed_numbers -= field.number
    given = min(query.numbers, 4)
    missing = needed - min(needed_numbers, query.numbers)
    unused = (given - tool.numbers) / given if given > tool.numbers else 0.0
    undated = query.dated and not tool.takes_dates
    return 1 - 0.3 * unused - 0.25 * undated - 0.09 * min(5, missing)


#: Verbs for any change. A tool with a verb of its own makes one change; where another is asked, it fits less.
_PLAIN_VERBS: Final = lexicon.stems_of(
    "update edit modify change set create add make delete remove put post patch replace"
)
_OTHER_ACT: Final = 0.7
#: What a noun of a name is worth that the request explains by its root alone.
_ROOT_STRENGTH: Final = 0.7

#: Name, weight and function. The weights are robust: on the development cases 30 % of noise on all of them costs less
#: than a point of accuracy.
SIGNALS: Final[tuple[tuple[str, float, Callable[[Comparison], Column]], ...]] = (
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
