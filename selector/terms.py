"""The words of a request as terms: what each tells, and the keys under which a tool may hold it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from selector import lexicon
from selector.commands import Commands
from selector.glossary import ENGLISH
from selector.synonyms import SYNONYMS
from selector.text import stem
from selector.tools import VERB
from selector.vocabulary import SYNONYM, Word, term_keys

#: A denied word is there to be kept away; a word of an earlier step counts half.
_DENIED, EARLIER = 0.02, 0.5

#: From half of a content word's weight on a word explains in full.
_FULL: Final = 0.5
#: What answers a question whether something is so.
_CHECK: Final = stem("check")
_BASE_OF: Final = {stem(verb): verb for verb in sorted(lexicon.BASE_FORMS)}


class Term(NamedTuple):
    """A word of the request and the keys under which a tool may hold it.

    Attributes:
        word: the word as it stands in the request, without case.
        stem: its stem.
        weight: what the word tells, 0 to 1.
        keys: the keys under which a tool may hold the word and what a match by each is worth, best first.
        state: the word describes; it never matches a tool's verb.
    """

    word: str
    stem: str
    weight: float
    keys: tuple[tuple[str, float], ...]
    state: bool


#: No place of its own: the word does not meet the verb of a tool that changes state, but that of any other.
_ACT: Final = 1 << 10
#: How a key is looked up in a tool: the number of its term, the term's weight, the key, what a match by it is worth,
#: and the places where a match does not count: a word that describes never meets a verb.
Use: TypeAlias = tuple[int, float, str, float, int]


def read_terms(spoken: Iterable[Word], commands: Commands, implied: Iterable[Term] = ()) -> tuple[Term, ...]:
    """Return a request's words that tell something, in order, each once; last what it says without such a word.

    That is the main act, and what is implied (`selector.implied`): ``get rid of it`` and ``지워줘`` meet a tool that
    deletes, ``how many`` and ``몇 명`` one that counts.
    """
    states, denied, earlier = commands.states, commands.denied, commands.earlier
    found: dict[str, Term] = {}
    for word in spoken:
        if word.keys and word.stem not in found:
            stemmed, weight = word.stem, word.weight
            share = _DENIED if stemmed in denied else weight * EARLIER if stemmed in earlier else weight
            found[stemmed] = Term(word.text, stemmed, share, word.keys, stemmed in states)
    for act in commands.acts[-1:]:
        if act.verb not in found and act.action in lexicon.CHANGING:
            found[act.verb] = Term(_BASE_OF.get(act.verb, act.verb), act.verb, 1.0, term_keys(act.verb), state=False)
    for term in implied if found else ():
        found.setdefault(term.stem, term)
    return tuple(found.values())


def answering_verbs(commands: Commands, terms: Sequence[Term], *, listed: bool, whether: bool) -> dict[str, float]:
    """Return the verbs that answer the main act, and at a discount those of earlier steps: stem -> how well.

    Who asks to be told of many is answered by what lists. Where no act is known the first word may be a verb that no
    table knows: a tool has it for its own or has not.
    """
    if not commands.acts:
        if commands.question:
            return {_CHECK: 1.0} if whether else {}
        return {terms[0].stem: 1.0} if terms else {}
    found: dict[str, float] = {}
    for place, act in enumerate(reversed(commands.acts)):
        share = EARLIER if place else 1.0
        others = (*SYNONYMS.get(act.verb, ()), *ENGLISH.get(act.verb, ()))
        for verb, strength in ((act.verb, 1.0), *((other, SYNONYM) for other in others)):
            found[verb] = max(found.get(verb, 0.0), share * strength)
    if listed and commands.acts[-1].verb in lexicon.TELLING:
        found["list"] = 1.0
    return found


def key_uses(terms: Iterable[Term], *, reads: bool) -> tuple[Use, ...]:
    """Return how each key of the terms is used, term by term, the best key of each first.

    Who only asks to be told speaks of things: ``show my bookings`` never meets the verb of a tool that books.
    """
    return tuple(
        [
            (number, weight, key, strength, VERB if state else _ACT if reads else 0)
            for number, (_, _, weight, keys, state) in enumerate(terms)
            for key, strength in keys
        ]
    )


def explained_keys(uses: Iterable[Use]) -> dict[str, float]:
    """Return for each key that is used how well the request explains a word of a tool that has it: 0 to 1."""
    found: dict[str, float] = {}
    for _, weight, key, strength, _ in uses:
        share = strength if weight >= _FULL else 2 * weight * strength
        if found.get(key, -1.0) < share:
            found[key] = share
    return found
