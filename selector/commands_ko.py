"""Korean commands, read predicate by predicate: a request ends in what it asks for."""

from __future__ import annotations

from collections.abc import Iterable

from selector import lexicon, lexicon_ko
from selector.commands import Act, Commands, count_steps, earlier_stems
from selector.korean import Form, bare_noun, form_of, is_hangul, is_past, predicate
from selector.text import stem


def read_korean(spoken: Iterable[str]) -> Commands:
    """Read the Korean commands of a request's words.

    >>> read_korean(["취소된", "주문을", "찾아서", "환불해줘"]).acts
    (Act(verb='find', action='search'), Act(verb='환불', action='action'))
    >>> read_korean(["삭제하지", "말고", "목록만", "보여줘"]).acts
    (Act(verb='show', action='read'),)
    """
    reader = _Reader()
    for word in spoken:
        reader.take(word)
    return reader.commands()


class _Reader:
    """Takes the words of one request in order.

    A noun that names an act (``취소``) waits: it is an act if the request ends there or a verb without content
    follows (``취소 처리해줘``), and only describes if another noun follows (``취소 내역``).
    """

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.described: Act | None = None
        self.listed: list[Act] = []
        self.steps: list[list[str]] = [[]]
        self.states: set[str] = set()
        self.denied: set[str] = set()
        self.waiting: Act | None = None
        self.condition: Act | None = None
        self.previous = self.before = ""
        self.told = False

    def take(self, word: str) -> None:
        act, form = _verb(word)
        self._take_condition(word)
        if self.previous in lexicon_ko.ABILITY and self._is_asked():
            pass
        elif word.startswith(lexicon_ko.DENIALS) and self.previous:
            self._deny(bare_noun(self.previous))
        elif form == "denied":
            self._deny(act.verb if act else bare_noun(self.previous))
        elif word in lexicon_ko.AFTERWARDS and self.described:
            self._take_done(self.described)
        elif word.startswith(lexicon_ko.ASKING):
            self._ask()
        elif act:
            self._take_act(act, form, word)
        elif _is_light(word):
            self._take_light(form)
        else:
            self.waiting = None
        self.steps[-1].append(stem(word))
        if act and form == "connective":
            self.steps.append([])
            if not word.endswith(lexicon_ko.BY_MEANS):
                self.listed.append(act)
        self.described = act if form == "adnominal" else None
        self.before, self.previous = self.previous, word

    def _take_condition(self, word: str) -> None:
        """``취소하면 얼마야`` asks what would be; ``취소하면 좋겠어요`` wishes it."""
        if self.condition and not word.startswith(lexicon_ko.WISHING):
            self.states.add(self.acts.pop().verb)
        self.condition = None

    def _deny(self, stemmed: str) -> None:
        self.denied.add(stemmed)
        self.waiting = None
        if self.acts and self.acts[-1].verb == stemmed:
            self.acts.pop()

    def _is_asked(self) -> bool:
        """``해 주실 수 있나요`` asks politely for the act before; ``할 수 있나요`` asks whether it can be done."""
        return bool(self.acts) and self.before.endswith(lexicon_ko.FAVOUR)

    def _ask(self) -> None:
        """What waits is asked about: ``취소 가능한가요``, ``환불 여부``."""
        self.told = True
        if self.waiting:
            self.states.add(self.waiting.verb)
            self.waiting = None

    def _take_done(self, act: Act) -> None:
        """``조회한 뒤`` is a step before the next one, though its form describes."""
        self.states.discard(act.verb)
        self.acts.append(act)
        self.listed.append(act)
        self.steps.append([])

    def _take_act(self, act: Act, form: Form, word: str) -> None:
        self.waiting = act if form == "noun" else None
        if form in {"adnominal", "told"}:
            self.states.add(act.verb)
            self.told = self.told or form == "told"
        elif form != "noun":
            self.acts.append(act)
            self.condition = act if word.endswith(lexicon_ko.CONDITION) and not is_past(word) else None

    def _take_light(self, form: Form) -> None:
        if self.waiting and form != "noun":
            self.acts.append(self.waiting)
            self.waiting = None

    def _is_told(self) -> bool:
        """A noun phrase that ends in a word of telling asks to be told: ``내 예약 목록``."""
        return bare_noun(self.previous).endswith(lexicon_ko.TOLD_HEADS)

    def commands(self) -> Commands:
        if self.waiting:
            self.acts.append(self.waiting)
        asks = self.told or any(act.action in lexicon.READING for act in self.acts)
        asks = asks or bool(not self.acts and (self.states or self.denied or self._is_told()))
        steps = [step for step in self.steps if step]
        earlier = earlier_stems(steps) if steps else frozenset()
        return Commands(
            tuple(self.acts),
            frozenset(self.states),
            frozenset(self.denied),
            earlier,
            asks,
            count_steps([[*self.listed, *self.acts[-1:]]]),
        )


def _is_light(word: str) -> bool:
    return word in lexicon_ko.LIGHT_VERBS or bare_noun(word) in lexicon_ko.LIGHT_VERBS


def _verb(word: str) -> tuple[Act | None, Form]:
    """Return the act and the form of a word; a Latin verb counts as a noun, which a light verb may follow."""
    if not is_hangul(word):
        action = lexicon.VERBS.get(stem(word))
        return (Act(stem(word), action) if action else None), "noun"
    split = predicate(word)
    noun, form = split or (bare_noun(word), "noun")
    for start in range(len(noun) - 1):
        action = lexicon_ko.NOUN_VERBS.get(noun[start:])
        if action:
            return Act(noun[start:], action), form
    for prefix, verb in lexicon_ko.NATIVE_VERBS:
        if word.startswith(prefix):
            told = verb not in lexicon.TELLING and is_past(word)
            return Act(verb, lexicon.VERBS[verb]), "told" if told else form_of(word[len(prefix) :] or "다")
    return None, form
