"""The outputs that can fill an input, gathered once a catalog: what is known of them before any request.

Outputs whose calls are alike stand together. What such a call costs is then reckoned once for all of them, apart from
those of whose words the request has some.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from selector import lexicon
from selector.linking.evidence import CALL, COSTS, KINDRED, Supply, compatible
from selector.linking.names import NAME_KIND, Reference
from selector.text import split_identifier

if TYPE_CHECKING:
    from selector.linking.index import CatalogIndex
    from selector.linking.needs import Need

#: So many producers of a producer's input are compared ahead, the most promising by contract first.
LOOKED_AT: Final = 32
#: So many outputs of which somebody states what they fill are kept ready.
_ALONE: Final = 1_024
_ME: Final = frozenset({"me", "mine", "my", "self"})
_RANKED: Final = lexicon.stems_of("top best popular trending ranking ranked highest rated")


@dataclass(frozen=True, slots=True, eq=False)
class Want:
    """What a producer must be given in turn; one object for all inputs that refer to the same.

    Attributes:
        references: all that it refers to.
        tag: its semantic tag.
        named: some of it is identified by its name.
    """

    references: tuple[Reference, ...]
    tag: str
    named: bool


class Start(NamedTuple):
    """What a request may speak for or against in a call that a chain begins with.

    Attributes:
        noun: the thing that the output identifies.
        things: the nouns of what must be filled by others.
        takes_name: some input takes the name of a thing.
        needs_name: a required one does.
        changes: the tool changes something.
        mine: it gives what is one's own (``/me/playlists``).
        ranked: it gives a ranking.
    """

    noun: str
    things: frozenset[str]
    takes_name: bool
    needs_name: bool
    changes: bool
    mine: bool
    ranked: bool


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What is alike in calls that cost the same; one object for all that are.

    Attributes:
        evidence: what speaks for the output.
        call: what a call costs by that alone.
        start: what a request may speak for or against.
        number: a number for the start, the same for equal ones.
        wants: the names of the inputs that must be filled by others, and what they refer to.
        leads: a number for these, the same for equal ones.
    """

    evidence: str
    call: float
    start: Start
    number: int
    wants: tuple[tuple[str, Want], ...]
    leads: int


class Pool:
    """Outputs that can fill the same input, in a fixed order; never changed once made.

    Attributes:
        supplies: the outputs.
        runs: outputs whose calls are alike, by name, without those that change something.
        direct: those of the runs' calls that want nothing in turn.
        following: those that do.
        named: some of the calls, of those that change something too, want what is identified by its name.
        offers: tool -> its outputs, each with its profile.
        words: the words that some of the tools have.
        phrases: what a path or a name ends in, where that is of several words, with its tool.
        changing: those of the tools that change something.
    """

    __slots__ = ("changing", "direct", "following", "named", "offers", "phrases", "runs", "supplies", "words")

    def __init__(self, supplies: tuple[Supply, ...], index: CatalogIndex, pools: Pools) -> None:
        self.supplies = supplies
        runs: dict[Profile, list[Supply]] = {}
        self.offers: dict[str, list[tuple[Profile, Supply]]] = {}
        for supply in supplies:
            profile = pools.profile(supply)
            self.offers.setdefault(supply.tool, []).append((profile, supply))
            if not profile.start.changes:
                runs.setdefault(profile, []).append(supply)
        self.runs = tuple((profile, tuple(sorted(run, key=_name))) for profile, run in runs.items())
        self.direct = tuple(profile for profile, _ in self.runs if not profile.wants)
        self.following = tuple(profile for profile, _ in self.runs if profile.wants)
        every = (profile for listed in self.offers.values() for profile, _ in listed)
        self.named = any(want.named for profile in every for _, want in profile.wants)
        self.words = frozenset(word for name in self.offers for word in index.vocabulary.words(name))
        self.phrases = tuple((phrase, name) for name in self.offers if (phrase := index.traits(name).phrase))
        self.changing = tuple(name for name in self.offers if index.judgement(name).changes)


def _name(supply: Supply) -> tuple[str, str]:
    return (supply.tool, supply.path)


class Pools:
    """The pools of a catalog, each made once: as many at most as there are kinds of inputs."""

    def __init__(self, index: CatalogIndex) -> None:
        self._index = index
        self._fitting: dict[tuple[object, ...], Pool] = {}
        self._alone: dict[Supply, Pool] = {}
        self._ahead: dict[Want, Pool] = {}
        self._same: dict[tuple[Supply, ...], Pool] = {}
        self._wants: dict[tuple[object, ...], Want] = {}
        self._profiles: dict[tuple[object, ...], Profile] = {}
        self._numbers = count()
        self._starts: dict[Start, int] = {}
        self._leads: dict[tuple[tuple[str, Want], ...], int] = {}
        self._manners: dict[str, tuple[bool, bool]] = {}

    def gather(self, names: Iterable[str]) -> None:
        """Make the pools of what some tools need, and of what the producers among them need in turn."""
        for name in names:
            for need in self._index.needs(name):
                if need.references or need.field.tag:
                    self.fitting(need)
        for want in list(self._wants.values()):
            self.ahead(want)

    def fitting(self, need: Need) -> Pool:
        """Return the outputs whose values an input can take."""
        field = need.field
        key = (need.references, field.tag, field.type, field.format)
        found = self._fitting.get(key)
        if found is None:
            supplies = (
                supply
                for supply in _supplies(self._index, need.references, field.tag)
                if not supply.echo and compatible(supply.type, supply.format, field.type, field.format)
            )
            found = self._fitting[key] = self._pool(supplies)
        return found

    def ahead(self, want: Want) -> Pool:
        """Return the outputs by which the cost of filling a producer's input is estimated."""
        found = self._ahead.get(want)
        if found is None:
            listed = islice(_supplies(self._index, want.references, want.tag), LOOKED_AT)
            found = self._ahead[want] = self._pool(supply for supply in listed if not supply.echo)
        return found

    def alone(self, supply: Supply) -> Pool:
        """Return a pool of one output: what somebody states is kept within a bound."""
        found = self._alone.get(supply)
        if found is None:
            if len(self._alone) >= _ALONE:
                self._alone.clear()
            found = self._alone[supply] = Pool((supply,), self._index, self)
        return found

    def _pool(self, supplies: Iterable[Supply]) -> Pool:
        listed = tuple(supplies)
        found = self._same.get(listed)
        if found is None:
            found = self._same[listed] = Pool(listed, self._index, self)
        return found

    def profile(self, supply: Supply) -> Profile:
        """Return what is known of a call for an output before any request."""
        index, tool = self._index, supply.tool
        traits = index.traits(tool)
        wants = tuple((need.field.name, self._want(need)) for need in traits.needs)
        things = frozenset(need.references[0].noun for need in traits.needs)
        names, changes = (traits.takes_name, traits.needs_name), index.judgement(tool).changes
        start = Start(supply.reference.noun, things, *names, changes, *self._manner(tool))
        key = (supply.evidence, start, wants)
        found = self._profiles.get(key)
        if found is None:
            number = self._starts.setdefault(start, next(self._numbers))
            leads = self._leads.setdefault(wants, next(self._numbers))
            found = self._profiles[key] = Profile(
                supply.evidence, CALL + COSTS[supply.evidence], start, number, wants, leads
            )
        return found

    def _want(self, need: Need) -> Want:
        key = (need.references, need.field.tag)
        found = self._wants.get(key)
        if found is None:
            named = any(reference.kind == NAME_KIND for reference in need.references)
            found = self._wants[key] = Want(need.references, need.field.tag, named)
        return found

    def _manner(self, tool: str) -> tuple[bool, bool]:
        found = self._manners.get(tool)
        if found is None:
            about = self._index.vocabulary.about(tool) | frozenset(split_identifier(self._index.contracts[tool].path))
            found = self._manners[tool] = (not about.isdisjoint(_ME), not about.isdisjoint(_RANKED))
        return found


def _supplies(index: CatalogIndex, references: Iterable[Reference], tag: str) -> Iterator[Supply]:
    """Yield what gives what an input refers to: what bears its tag, what is named for it, what shares its noun."""
    yield from index.tagged(tag)
    for reference in references:
        yield from index.supplies(reference)
        for supply in index.kindred(reference):
            yield supply._replace(evidence=KINDRED)
