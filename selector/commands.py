"""What a request commands: English clause by clause, Korean by its predicates.

A verb counts as a command only where a command can stand. So ``cancelled orders`` and ``취소된 주문`` name a state, ``do not delete``
and ``삭제하지 말고`` deny, and of several commands the last one is what the request is mainly about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from selector import lexicon, lexicon_ko
from selector.korean import Form, bare_noun, form_of, is_hangul, predicate
from selector.lexicon import Action
from selector.text import stem, words


class Act(NamedTuple):
    """One act that is asked for: the verb's stem and what such a verb does."""

    verb: str
    action: Action


class Commands(NamedTuple):
    """What the verbs of a request say.

    Attributes:
        acts: the acts asked for, in the order of the request; the last is the main one.
        states: stems that describe instead of command.
        denied: stems that the request excludes.
        earlier: stems that stand only in a step before the main one.
        question: the request asks to be told.
    """

    acts: tuple[Act, ...]
    states: frozenset[str]
    denied: frozenset[str]
    earlier: frozenset[str]
    question: bool


_PIECE = re.compile(r"[.,;:!?\n()]+|\band\b|\bthen\b|\bbut\b|\bor\b|\bplus\b")
_NEW_CLAUSE = re.compile(r"[.;:!?\n()]|\bbut\b|\bjust\b|\bonly\b")
#: ``let me know``, ``tell me`` after another act asks to hear of it, and is no act of its own.
_REPORTING = frozenset({stem("know"), stem("tell")})
_EXCLUDING = frozenset({"without", "except", "excluding", "instead", "rather"})
#: Two words that are one verb, and the verb they are.
_PHRASES: dict[tuple[str, str], tuple[str, Action]] = {
    ("look", "up"): ("search", "search"),
    ("look", "for"): ("search", "search"),
    ("looking", "for"): ("search", "search"),
    ("searching", "for"): ("search", "search"),
    ("interested", "in"): ("search", "search"),
    ("figure", "out"): ("determine", "read"),
    ("find", "out"): ("determine", "read"),
    ("log", "in"): ("login", "action"),
    ("log", "out"): ("logout", "action"),
    ("sign", "in"): ("login", "action"),
    ("sign", "out"): ("logout", "action"),
    ("sign", "up"): ("register", "create"),
    ("check", "out"): ("checkout", "action"),
}
#: Heads of noun phrases: a noun-like verb before one of them is no command (``order status``).
_NOUN_HEADS = frozenset("status list history detail details info information number id count total summary report log logs".split())


def read_commands(text: str) -> Commands:
    """Read the commands of a folded request.

    >>> read_commands("do not delete anything, just list the cancelled orders").acts
    (Act(verb='list', action='search'),)
    >>> read_commands("취소된 주문을 찾아서 환불해줘").acts
    (Act(verb='찾', action='search'), Act(verb='환불', action='action'))
    """
    english = _english(text)
    if not any(is_hangul(word) for word in words(text)):
        return english
    korean = _korean(words(text))
    return Commands(
        korean.acts or english.acts,
        english.states | korean.states,
        english.denied | korean.denied,
        korean.earlier if korean.acts else english.earlier,
        english.question or korean.question,
    )


def _english(text: str) -> Commands:
    acts: list[Act] = []
    steps: list[list[str]] = [[]]
    denied: set[str] = set()
    question = False
    denying = False
    position = 0
    for match in [*_PIECE.finditer(text), None]:
        piece = text[position : match.start() if match else len(text)]
        spoken = [word for word in words(piece) if not is_hangul(word)]
        asked, excluded = _split_denial(spoken, denying)
        denied.update(excluded)
        question = question or bool(asked) and asked[0] in lexicon.QUESTION
        act = _command(asked)
        if act and not (acts and act.verb in _REPORTING):
            acts.append(act)
            steps.append([])
        steps[-1].extend(asked)
        denying = bool(excluded) and match is not None and match[0] in {"and", "or"}
        position = match.end() if match else position
    return Commands(tuple(acts), _states(text), frozenset(denied), _earlier(steps), question)


def _earlier(steps: Sequence[Sequence[str]]) -> frozenset[str]:
    """Return the stems of all steps but the last that do not stand in the last one too; what precedes the first act is no step."""
    if len(steps) < 3:
        return frozenset()
    return frozenset(stem(word) for step in steps[1:-1] for word in step) - {stem(word) for word in steps[-1]}


def _split_denial(spoken: Sequence[str], denying: bool) -> tuple[list[str], list[str]]:
    """Return what a piece asks, and the stems it denies: verbs after *not*, everything after *without* and its like."""
    start = 0 if denying else next((i for i, word in enumerate(spoken) if word in lexicon.DENIAL), len(spoken))
    end = next((i for i in range(start, len(spoken)) if spoken[i] in {"just", "only"}), len(spoken))
    after = spoken[start:end]
    everything = bool(after) and after[0] in _EXCLUDING
    excluded = [stem(word) for word in after if everything or stem(word) in lexicon.VERBS]
    return [*spoken[:start], *spoken[end:]], excluded


def _command(spoken: Sequence[str]) -> Act | None:
    """Return the command of one piece: its leading verb after polite words, else ``to`` and a verb, else ``by`` and a gerund."""
    start = next((i for i, word in enumerate(spoken) if word not in lexicon.BEFORE_COMMAND), len(spoken))
    end = next((i for i in range(start, len(spoken)) if spoken[i] in lexicon.SUBORDINATE), len(spoken))
    leading = _verb_at(spoken, start)
    if leading:
        return leading
    if start < len(spoken) and spoken[start] in lexicon.QUESTION:
        return None
    for i in range(start, end - 1):
        if spoken[i] == "to" or (spoken[i] == "by" and spoken[i + 1].endswith("ing")):
            act = _act(spoken[i + 1], "" if spoken[i] == "to" else "ing")
            if act:
                return act
    return None


def _verb_at(spoken: Sequence[str], start: int) -> Act | None:
    if start >= len(spoken):
        return None
    following = spoken[start + 1] if start + 1 < len(spoken) else ""
    phrase = _PHRASES.get((spoken[start], following))
    if phrase:
        return Act(stem(phrase[0]), phrase[1])
    act = _act(spoken[start], "")
    if act and act.verb in lexicon.NOUN_LIKE and (following in _NOUN_HEADS or (not following and start == 0)):
        return None
    return act


def _act(word: str, ending: str) -> Act | None:
    """Return the act of a verb in the given form: its base form, or its gerund."""
    stemmed = stem(word)
    action = lexicon.VERBS.get(stemmed)
    if action is None:
        return None
    inflected = word.endswith(("ed", "ing", "s")) and word not in lexicon.BASE_FORMS
    if inflected != (ending == "ing"):
        return None
    return Act(stemmed, action)


def _states(text: str) -> frozenset[str]:
    """Return the stems of participles and gerunds: forms that describe."""
    return frozenset(
        stem(word) for word in words(text) if word.endswith(("ed", "ing", "en")) and word not in lexicon.BASE_FORMS and stem(word) != word
    )


def _korean(spoken: Sequence[str]) -> Commands:
    acts: list[Act] = []
    steps: list[list[str]] = [[], []]
    states: set[str] = set()
    denied: set[str] = set()
    pending: Act | None = None
    previous = ""
    question = False
    for word in spoken:
        act, form = _korean_verb(word)
        if word.startswith(lexicon_ko.DENIALS) and previous:
            denied.add(bare_noun(previous))
            if acts and acts[-1].verb == bare_noun(previous):
                acts.pop()
            pending = None
        elif form == "denied":
            denied.add(act.verb if act else bare_noun(previous))
            pending = None
        elif act and form == "noun":
            pending = act
        elif act and form == "adnominal":
            states.add(act.verb)
            pending = None
        elif act:
            acts.append(act)
            question = question or act.action in lexicon.READING
            pending = None
            if form == "connective":
                steps.append([])
        elif pending and _is_light(word):
            if form != "noun" or word == spoken[-1]:
                acts.append(pending)
                pending = None
        elif not _is_light(word):
            pending = None
        steps[-1].append(word)
        previous = word
    if pending:
        acts.append(pending)
    return Commands(tuple(acts), frozenset(states), frozenset(denied), _earlier(steps), question)


def _is_light(word: str) -> bool:
    return bare_noun(word) in lexicon_ko.LIGHT_VERBS or word in lexicon_ko.LIGHT_VERBS


def _korean_verb(word: str) -> tuple[Act | None, Form]:
    """Return the act and the form of a Korean word; a Latin verb counts as a noun that a light verb may follow."""
    if not is_hangul(word):
        action = lexicon.VERBS.get(stem(word))
        return (Act(stem(word), action) if action else None), "noun"
    split = predicate(word)
    noun, form = split or (bare_noun(word), "noun")
    for start in range(len(noun) - 1):
        action = lexicon_ko.NOUN_VERBS.get(noun[start:])
        if action:
            return Act(noun[start:], action), form
    for prefix, action in lexicon_ko.NATIVE_VERBS:
        if word.startswith(prefix):
            return Act(prefix, action), form_of(word[len(prefix) :] or "다")
    return None, form
