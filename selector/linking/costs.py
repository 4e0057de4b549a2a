"""What a call costs that a chain begins with: less where the request speaks for it, more where it does not fit.

All costs are of one scale: a call costs `selector.linking.evidence.CALL`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from selector.linking.names import NAME_KIND, Reference, noun_stems
from selector.linking.pools import Pool, Profile, Start, Want
from selector.request.names import Name
from selector.request.reading import Request
from selector.request.words import is_person
from selector.terms import Use
from selector.text import stem

if TYPE_CHECKING:
    from selector.linking.index import CatalogIndex

#: Words of the request that are the tool's, and the most they count.
_WORDS, _MOST_WORDS = 0.7, 1.6
#: A search by name: for the thing that is named, for one of which nothing is said, for another; and with no name.
_NAMED_THING, _LIKELY_THING, _UNSAID_THING, _OTHER_THING, _NO_NAME = -0.6, -0.4, -0.1, 1.2, 0.5
#: A list that takes no name where the request names something.
_NAMELESS_LIST: Final = 1.2
#: A tool that must be given something, where nothing is asked for.
_UNASKED: Final = 0.2
#: A tool that leads from a thing which the request speaks of.
_SPOKEN_PARENT: Final = -0.3
#: A tool that leads from a thing to others of its kind.
_SAME_KIND: Final = 0.3
#: A search or list for what the request speaks of as a part of something else.
_DERIVED: Final = 0.7
#: The words of a path or name stand in the request as they are: ``on the air``.
_PHRASE: Final = 0.5
_CHANGE: Final = 0.8
#: ``my playlists`` are read where the service keeps those of who asks.
_OWN_PRODUCER: Final = -2.0
_OWN_REQUEST: Final = re.compile(r"(?<= )(?:my|내|나의|제|저의) (\S+)(?: (\S+))?(?: (\S+))?")
#: What is the most of its kind in the request's words is read from a ranking.
_BEST: Final = -1.5
_SUPERLATIVE: Final = re.compile(r" (?:가장|제일|최고\S*|최다\S*|인기\S*|most \w+ed) ")
#: Whose time it is of, not what is asked: ``today's news``.
_TIMES: Final = frozenset(
    f"{word}'s" for word in ("today", "tomorrow", "yesterday", "tonight", "week", "month", "year")
)
#: A word of the request that means a word of the target's own no less than this is explained by the target.
_TARGETS: Final = 0.5


class Costs:
    """What calls cost in the light of one request, each reckoned once.

    Args:
        index: the catalog.
        request: the request, if there is one.
        filled: inputs whose values are there.
        own: the numbers of the terms that the target explains (`own_terms`).
        held: the things that the target changes (`selector.linking.held`).
    """

    def __init__(
        self,
        index: CatalogIndex,
        request: Request | None,
        filled: Collection[str] = (),
        own: Collection[int] = (),
        held: frozenset[str] = frozenset(),
    ) -> None:
        self._vocabulary = index.vocabulary
        self._request = request
        self._filled = filled
        #: The request gives values.
        self.gives = request is not None and bool(request.given)
        self._owned = frozenset(_owned(request)) - held if request else frozenset()
        self._superlative = request is not None and _is_superlative(request.spoken)
        self._says = self._superlative or bool(self._owned)
        self._spoken = _spoken(request) if request else frozenset()
        self._uses = _uses(request, own) if request else ()
        self._keys = frozenset([use[2] for use in self._uses])
        self._given: dict[Want, bool] = {}
        self._named: dict[str, float] = {}
        #: Number of a start -> its entry, where the request has no words of the tool's.
        self.plain: dict[int, float] = {}

    def is_given(self, want: Want) -> bool:
        """Tell whether the request gives what an input refers to."""
        request = self._request
        if request is None or not (request.given or want.named):
            return False
        known = self._given.get(want)
        if known is None:
            known = self._given[want] = is_given(request, want.references)
        return known

    def words(self, pool: Pool) -> dict[str, float]:
        """Return how much of the request the words of a pool's tools explain; tools that have none of them are absent.

        Looks at the words that request and pool have in common, and at no others.
        """
        found: dict[str, float] = {}
        common = self._keys & pool.words
        if common:
            last, best, worth = -1, dict[str, float](), 0.0
            for number, weight, key, strength, _ in self._uses:
                if key not in common:
                    continue
                if number != last:
                    _add(found, best, worth)
                    last, best, worth = number, {}, weight
                for name, share in _shares(self._vocabulary.posting(key), pool.offers):
                    best[name] = max(best.get(name, 0.0), strength * share)
            _add(found, best, worth)
        if pool.phrases and self._request is not None:
            spoken = self._request.spoken
            for phrase, name in pool.phrases:
                if phrase in spoken:
                    found[name] = found.get(name, 0.0) + _PHRASE
        return found

    def least(self, words: float) -> float:
        """Return what the entry of no call is below that wants something in turn.

        Args:
            words: how much of the request the words of any of the tools explain at most.
        """
        said = _OWN_PRODUCER + _BEST if self._says else 0.0
        return said + _SPOKEN_PARENT - _WORDS * min(words, _MOST_WORDS)

    def entry(self, profile: Profile, words: float = 0.0) -> float:
        """Return what speaks for and against a call that this request asks for.

        Args:
            profile: what is known of the call.
            words: how much of the request the tool's words explain.
        """
        things = profile.start.things
        if self._filled and things:
            left = [want.references[0].noun for name, want in profile.wants if name not in self._filled]
            return self._entry(profile.start, frozenset(left), words)
        if words:
            return self._entry(profile.start, things, words)
        found = self.plain[profile.number] = self._entry(profile.start, things, 0.0)
        return found

    def _entry(self, start: Start, things: frozenset[str], words: float) -> float:
        request, noun = self._request, start.noun
        cost = _CHANGE if start.changes else 0.0
        if request is None:
            return cost + (_UNASKED if things else 0.0)
        if words:
            cost -= _WORDS * min(words, _MOST_WORDS)
        if self._says:
            cost += self._said(start)
        if things:
            cost += _SAME_KIND if len(things) == 1 and noun in things else 0.0
            return cost if things.isdisjoint(self._spoken) else cost + _SPOKEN_PARENT
        if noun in request.derived:
            cost += _DERIVED
        if not request.names:
            return cost + _NO_NAME if start.needs_name else cost
        if not start.takes_name:
            return cost + _NAMELESS_LIST
        known = self._named.get(noun)
        if known is None:
            known = self._named[noun] = min(_name_cost(name, noun) for name in request.names)
        return cost + known

    def _said(self, start: Start) -> float:
        """Return what speaks for producers of one's own things and for rankings, where the request asks for them."""
        mine = _OWN_PRODUCER if start.mine and start.noun in self._owned else 0.0
        return mine + (_BEST if start.ranked and self._superlative else 0.0)


def own_terms(index: CatalogIndex, request: Request, target: str) -> tuple[int, ...]:
    """Return the numbers of a request's terms that the target itself explains: they speak for no producer."""
    words = index.vocabulary.own(target)
    found = []
    for number, term in enumerate(request.query.terms):
        for key, strength in term.keys:
            if key in words and strength >= _TARGETS:
                found.append(number)
                break
    return tuple(found)


def _uses(request: Request, own: Collection[int]) -> Sequence[Use]:
    """Return the words that speak for a producer: none of time, and none that the target itself explains."""
    terms = request.query.terms
    silent = {number for number, term in enumerate(terms) if term.word in _TIMES}.union(own)
    return [use for use in request.query.uses if use[0] not in silent] if silent else request.query.uses


def _add(found: dict[str, float], best: Mapping[str, float], weight: float) -> None:
    for name, share in best.items():
        found[name] = found.get(name, 0.0) + weight * share


def _shares(posting: Mapping[str, float], among: Collection[str]) -> list[tuple[str, float]]:
    """Return what a word tells of each tool of some that has it; goes through the fewer of both."""
    if len(posting) < len(among):
        return [(name, share) for name, share in posting.items() if name in among]
    return [(name, share) for name in among if (share := posting.get(name))]


def _is_superlative(spoken: str) -> bool:
    return (" most " in spoken or not spoken.isascii()) and bool(_SUPERLATIVE.search(spoken))


def _owned(request: Request) -> Iterator[str]:
    """Yield the things that are one's own: ``my playlist``, ``my saved albums``."""
    if " my " not in request.spoken and request.spoken.isascii():
        return
    for match in _OWN_REQUEST.finditer(request.spoken):
        for word in filter(None, match.groups()):
            yield from noun_stems(stem(word))


def _spoken(request: Request) -> frozenset[str]:
    return request.nouns | {name.thing for name in request.names if name.thing}


def _name_cost(name: Name, thing: str) -> float:
    if name.thing == thing:
        return _NAMED_THING
    if name.thing or thing in name.never:
        return _OTHER_THING
    if name.agent and is_person(thing):
        return _LIKELY_THING
    return _UNSAID_THING


def is_given(request: Request, references: tuple[Reference, ...]) -> bool:
    """Tell whether a request gives a value that an input could take: one beside the input's thing.

    All words of the thing must be spoken (``coupon validation``); an ordinal (``the second season``) gives a number.
    """
    for reference in references:
        if reference.kind == NAME_KIND and (
            request.called.issuperset(reference.thing) or any(name.thing == reference.noun for name in request.names)
        ):
            return True
        if all(word in request.given for word in reference.thing):
            return True
        if reference.kind == "no" and all(
            word + "#" in request.given or word in request.given for word in reference.thing
        ):
            return True
    return False
