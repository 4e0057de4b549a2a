"""The ranking signals: one small function each, a share of 0 to 1 and its evidence, weighted by one table.

The contributions of a candidate, share times weight, add up to its score. A signal that has nothing to say gives
every candidate the same. The weights are round numbers that a person can read; with the learned signal's bound they
add up to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from selector import lexicon
from selector.contrast import Comparison, Held, explains
from selector.query import MAIN, Query
from selector.tools import ToolFacts


class Retrieved(NamedTuple):
    """Where retrieval put a candidate: its place, from 0, and its score as a share of the best, if it gave scores."""

    place: int
    share: float | None


class Candidate(NamedTuple):
    """One candidate as the signals see it."""

    query: Query
    comparison: Comparison
    tool: ToolFacts
    held: Held
    retrieved: Retrieved


class Signal(NamedTuple):
    """What one signal says of one candidate: a share of its weight, and the words or values that it rests on."""

    share: float
    evidence: tuple[str, ...] = ()


def retrieval_rank(candidate: Candidate) -> Signal:
    """The base ordering: the score beside the best one, and the place; bare places tell neighbours apart by little."""
    place, share = candidate.retrieved
    if share is None:
        share = 1 / (1 + 0.15 * place)
    return Signal(0.7 * share + 0.3 / (1 + place))


def operation_surface(candidate: Candidate) -> Signal:
    """The request's words in name, description and parameters: what tells apart counts most, all words count some."""
    telling, terms = candidate.comparison.telling, candidate.query.terms
    apart = plain = 0.0
    for match in candidate.held.matches:
        apart += telling[match.term] * match.surface
        plain += terms[match.term].weight * match.surface
    total_telling, _, total = candidate.comparison.total
    return Signal(
        0.55 * apart / total_telling + 0.45 * plain / total,
        tuple([terms[match.term].word for match in candidate.held.matches]),
    )


def name_economy(candidate: Candidate) -> Signal:
    """The tool's name says what was asked and little else, or is quoted; words that all names have do not count."""
    comparison, nouns = candidate.comparison, candidate.tool.nouns
    if candidate.tool.spelled in comparison.explained:
        return Signal(1.0, (candidate.tool.spelled,))
    total = told = known = 0.0
    found = []
    for noun in nouns:
        weight, share = comparison.noun_weights.get(noun, 0.0), explains(comparison.explained, noun)
        total += weight
        told += weight * share
        known += share
        if share:
            found.append(noun)
    apart = told / total if total else 0.5
    spare = 1 - min(5.0, total - told) / 5
    alike = min(1.0, known / math.sqrt(max(1, len(nouns)) * max(1, len(candidate.query.terms))))
    return Signal(0.35 * apart + 0.35 * spare + 0.3 * alike, tuple(found))


def description_fit(candidate: Candidate) -> Signal:
    """The request's words in the description, against its length: a long text holds any word."""
    terms = candidate.query.terms
    held = sum([terms[match.term].weight * match.text for match in candidate.held.matches])
    return Signal(min(1.0, held / math.sqrt(max(1, candidate.tool.size)) / 2))


def verb_match(candidate: Candidate) -> Signal:
    """The tool's verb is one that was asked for, or means the same."""
    share = candidate.query.verbs.get(candidate.tool.verb, 0.0)
    return Signal(share, (candidate.tool.verb,) if share else ())


def canonical_action(candidate: Candidate) -> Signal:
    """What the tool does beside what is asked; a change that nobody asked for is what speaks most against a tool."""
    action, query = candidate.tool.action, candidate.query
    preference = query.actions.get(action)
    if preference is None:
        return Signal(_unasked_action(action, query.commanded))
    return Signal(1.0 if preference == MAIN else 0.85, (action,))


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


def result_shape(candidate: Candidate) -> Signal:
    """One, many or a number: the asked shape beside the tool's; nobody means a number unasked."""
    shape, shapes = candidate.tool.shape, candidate.query.shapes
    if not shapes:
        return Signal(0.1 if shape == "count" else 0.5)
    if not shape:
        return Signal(0.4)
    share = shapes.get(shape, 0) / max(shapes.values())
    return Signal(share, (shape,) if share == 1 else ())


def primary_resource(candidate: Candidate) -> Signal:
    """The declared business object is what the request speaks of."""
    share = candidate.held.resource
    return Signal(share, (candidate.tool.resource,) if share else ())


def path_module(candidate: Candidate) -> Signal:
    """The declared module and path are what the request speaks of."""
    share = candidate.held.module
    return Signal(share, (candidate.tool.module,) if share and candidate.tool.module else ())


def option_match(candidate: Candidate) -> Signal:
    """The request names a value that one of the tool's parameters allows."""
    if not candidate.held.options:
        return Signal(0.0)
    telling, terms = candidate.comparison.telling_options, candidate.query.terms
    share = sum([telling[term] * strength for term, strength in candidate.held.options]) / candidate.comparison.total[1]
    return Signal(share, tuple([terms[term].word for term, _ in candidate.held.options if telling[term]]))


def contract_fit(candidate: Candidate) -> Signal:
    """The tool's inputs take what the request gives, and need little that it does not give; capped at a few inputs.

    Only required inputs of the top level count; a number in the request fills a number, a word fills the input that it
    names.
    """
    query, tool, explained = candidate.query, candidate.tool, candidate.comparison.explained.keys()
    named: list[str] = []
    missing, left = 0, query.numbers
    for field in tool.fields:
        if not explained.isdisjoint(field.keys):
            named.append(field.name)
        elif field.required and field.number and left:
            left -= 1
        elif field.required:
            missing += 1
    given = min(query.numbers, 4)
    unused = max(0, given - tool.numbers) / max(1, given)
    undated = query.dated and not tool.takes_dates
    return Signal(1 - 0.3 * unused - 0.25 * undated - 0.09 * min(5, missing), tuple(named))


#: Name, weight and function. The weights are robust: on the development cases 30 % of noise on all of them costs less
#: than a point of accuracy.
SIGNALS: Final[tuple[tuple[str, float, Callable[[Candidate], Signal]], ...]] = (
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
