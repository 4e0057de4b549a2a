"""One English clause: what it commands, or that it asks to be told.

A command stands where grammar lets one stand: a verb in its base form at the head, behind polite words, ``to``, or
after the subordinate clause; a participle behind ``get``, ``want`` and ``needs to be``. A question has its auxiliary
or its question word in front: its verb names a state (``was it cancelled``, ``can it be cancelled``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from selector import lexicon
from selector.commands import Act
from selector.lexicon import Action, words_of
from selector.phrases import PHRASES
from selector.text import stem
from selector.vocabulary import Word

_PHRASE_VERBS: Final = frozenset(verb for verb, _ in PHRASES)
#: What may stand at a distance from its verb: ``switch the lamp off``, ``hand it to Bob``.
_PARTICLES: Final = words_of("on off up out down back away")

#: Words that begin a question whatever follows, and auxiliaries that do before a subject.
_ASKING: Final = words_of("what what's whats which who who's whose whom when where where's why how how's")
_MODALS: Final = words_of("can could may might should would will shall")
#: After a modal these are asked to act: ``can you cancel it``; so is nobody else: ``can it be cancelled``.
_ASKED: Final = words_of("you we i u someone somebody anyone anybody please kindly")
_OPENING: Final = words_of("please kindly hi hello hey ok okay and so then also just well now")
#: Verbs that want an object to be in a state: ``get it cancelled``, ``I want it refunded``.
_CAUSING: Final = words_of("get want need like have")
#: What makes ``to be shipped`` a command, and what makes ``be shipped`` one.
_NEEDING: Final = words_of("need needs has have must ought want wants supposed")
_OBLIGING: Final = words_of("should must shall")
#: With one of these between verb and participle the participle describes: ``get all orders that were cancelled``.
_DESCRIBING: Final = words_of("that which who was were been all every any list") | lexicon.SUBORDINATE
#: A noun of business before a number is the thing, unless the number is an amount: ``transfer 100 to her``.
_AMOUNT_PREPOSITIONS: Final = words_of("to into from on in for at")
_SPEAKERS: Final = words_of("i i've we we've")
#: Words that open a clause whose verb is done before or after the main one.
_TEMPORAL: Final = words_of("before after when while once until if since because although unless")
#: A noun phrase with one of these heads asks to be told.
_TOLD_HEADS: Final = words_of("status list history detail details info information summary log logs")


def read_clause(clause: Sequence[Word]) -> tuple[Act | None, bool]:
    """Return the command of a clause, and whether the clause asks to be told instead.

    >>> from selector.vocabulary import read_words
    >>> [read_clause(read_words(text))[0] for text in ("has order 12 been refunded", "order cancellation history")]
    [None, None]
    >>> read_clause(read_words("make sure the parcel gets shipped"))[0]
    Act(verb='ship', action='action')
    """
    start = first_place(clause, 0, _OPENING, inside=False)
    if start == len(clause):
        return None, False
    if _is_question(clause, start):
        return None, True
    act = _command(clause, start)
    return act, act is None and _is_told(clause)


def is_subordinate(clause: Sequence[Word]) -> bool:
    """Tell whether a clause as a whole says when or on what condition."""
    return bool(clause) and clause[0].text in _TEMPORAL


def _is_question(clause: Sequence[Word], start: int) -> bool:
    first = clause[start].text
    following = clause[start + 1].text if start + 1 < len(clause) else ""
    if first in _MODALS:
        if following == "it":
            return not any(word.text in {"possible", "great", "nice", "good", "helpful"} for word in clause)
        if following not in _ASKED:
            return following != ""
    elif first == "is" and following == "it" and any(word.text in {"possible", "ok", "okay"} for word in clause):
        return False
    elif first == "have":
        return following in lexicon.SUBJECTS or any(word.text == "been" for word in clause)
    elif first in lexicon.QUESTION:
        return True
    verb = first_place(clause, start, lexicon.BEFORE_COMMAND, inside=False)
    return verb < len(clause) and clause[verb].text in _ASKING


def _is_told(clause: Sequence[Word]) -> bool:
    """A clause without a command that names a state or is headed by a noun of telling asks to be told."""
    return any(
        (word.past and not is_told_of(clause, place)) or word.text in _TOLD_HEADS for place, word in enumerate(clause)
    )


def is_told_of(clause: Sequence[Word], place: int) -> bool:
    """Tell whether the speaker says to have done what stands at a place: ``I finished the task`` describes no thing."""
    return place > 0 and clause[place - 1].text in _SPEAKERS


def is_asked_for(clause: Sequence[Word], place: int) -> bool:
    """Tell whether a gerund is an act that a clause asks for: ``would you mind closing it`` describes no thing."""
    return 0 < place < len(clause) and clause[place - 1].text == "mind"


def _command(clause: Sequence[Word], start: int) -> Act | None:
    if clause[start].text in _TEMPORAL:
        return _after_subordinate(clause, start)
    wanted = _wanted(clause)
    if wanted:
        return wanted
    start = first_place(clause, start, lexicon.BEFORE_COMMAND, inside=False)
    minded = clause[start + 1].gerund if is_asked_for(clause[: start + 2], start + 1) else None
    leading = minded or verb_at(clause, start)
    if leading:
        return leading
    end = first_place(clause, start, lexicon.SUBORDINATE, inside=True)
    if start + 1 >= end:
        return None
    for before, word in pairwise(clause[start:end]):
        if before.text == "to" and word.plain:
            return word.plain
        if before.text == "by" and word.gerund:
            return word.gerund
    return None


def _after_subordinate(clause: Sequence[Word], start: int) -> Act | None:
    """Return the verb after the subordinate clause's own: ``before cancelling it I want to see it``."""
    passed = False
    for place in range(start + 1, len(clause)):
        word = clause[place]
        if passed and is_plain_verb(word):
            return verb_at(clause, place)
        passed = passed or bool(word.plain or word.gerund or word.past)
    return None


def _wanted(clause: Sequence[Word]) -> Act | None:
    """Return the participle that a clause wants to come true."""
    for place, word in enumerate(clause):
        past = word.past
        if (
            past
            and place > 1
            and _ends_phrase(clause, place)
            and _is_wanted([word.text for word in clause[:place]], clause)
        ):
            return past
    return None


def _ends_phrase(clause: Sequence[Word], place: int) -> bool:
    following = clause[place + 1].text if place + 1 < len(clause) else ""
    return not following or (following in lexicon.STOP and following not in {"by", "one", "ones"})


def _is_wanted(before: Sequence[str], clause: Sequence[Word]) -> bool:
    last = before[-1]
    if "make" in before and "sure" in before:
        return last in {"is", "are", "be", "gets", "get"}
    if last == "be":
        obliging = before[-2] in _OBLIGING or (before[-2] == "to" and len(before) > 2 and before[-3] in _NEEDING)
        return obliging and lexicon.SUBORDINATE.isdisjoint(before)
    cause = next((i for i, word in enumerate(before) if word not in lexicon.BEFORE_COMMAND or word in _CAUSING), 0)
    between = clause[cause + 1 : len(before)]
    return (
        before[cause] in _CAUSING
        and (before[cause] != "have" or cause == 0)
        and len(between) > 0
        and not any(word.text in _DESCRIBING or is_plain_verb(word) for word in between)
    )


def is_plain_verb(word: Word) -> bool:
    """Tell whether a word is a verb in its base form and seldom a noun."""
    return word.plain is not None and word.plain.verb not in lexicon.NOUN_LIKE


def verb_at(clause: Sequence[Word], start: int) -> Act | None:
    """Return the act of the verb at a place, if the word there is one; two words may be one verb."""
    if start >= len(clause):
        return None
    word = clause[start]
    following = clause[start + 1].text if start + 1 < len(clause) else ""
    if word.text in _PHRASE_VERBS:
        phrase = _phrase(clause, start, following)
        if phrase:
            return phrase
    act = word.plain
    if act and act.verb in lexicon.NOUN_LIKE and _is_noun(clause, start):
        return None
    return act


def _phrase(clause: Sequence[Word], start: int, following: str) -> Act | None:
    verb = clause[start].text
    if (verb, following) == ("make", "sure"):
        place = first_place(clause, start + 2, lexicon.BEFORE_COMMAND | {"that"}, inside=False)
        plain = verb_at(clause, place)
        if plain:
            return plain
    if (verb, following) == ("check", "in") and not lexicon.DETERMINERS.isdisjoint(
        [word.text for word in clause[start + 2 : start + 3]]
    ):
        return None  # ``check in the logs`` looks there
    found = PHRASES.get((verb, following)) or _parted(clause, start)
    if not found and verb == "hand" and any(word.text == "to" for word in clause[start:]):
        found = PHRASES["hand", "to"]
    return Act(stem(found[0]), found[1]) if found else None


def _parted(clause: Sequence[Word], start: int) -> tuple[str, Action] | None:
    """Return the verb whose particle stands behind the object: ``switch the lamp off in the hall``.

    Only an object stands between the two (not ``switch which lamps are off``); where more follows, ``on`` is as often a
    preposition and is no particle.
    """
    last = len(clause) - 1
    if clause[start].stem in lexicon.TELLING:  # ``check the parcels out of order``
        return None
    for place in range(start + 1, len(clause)):
        word = clause[place].text
        if word in _PARTICLES and (place == last or word != "on"):
            return PHRASES.get((clause[start].text, word))
        if word in lexicon.QUESTION or (word in lexicon.SUBORDINATE and word != "that"):
            return None
    return None


def _is_noun(clause: Sequence[Word], start: int) -> bool:
    """Tell whether a verb that may be a noun is one here: before a number, or where a noun phrase has a head."""
    phrase = clause[start + 1 :]
    if not phrase:
        return True
    if any(mark.isdigit() for mark in phrase[0].text):
        return _is_thing(phrase[1:])
    end = next((i for i, word in enumerate(phrase) if word.text in lexicon.STOP), len(phrase))
    return phrase[0].text in lexicon.NOUN_HEADS or (end > 0 and phrase[end - 1].text in _TOLD_HEADS)


def _is_thing(after: Sequence[Word]) -> bool:
    """Tell whether what precedes a number is a thing and the number its own: ``order 12 needs ...``."""
    if not after:
        return True
    first = after[0]
    if first.text in lexicon.STOP:
        return first.text not in _AMOUNT_PREPOSITIONS or (len(after) > 1 and after[1].text == "be")
    return first.text in lexicon.NOUN_HEADS or bool(first.past or first.plain)


def first_place(clause: Sequence[Word], start: int, table: frozenset[str], *, inside: bool) -> int:
    """Return where the first word from `start` on stands that is in the table, or that is not; else the end."""
    place = start
    for word in clause[start:] if start else clause:
        if (word.text in table) is inside:
            return place
        place += 1
    return place
