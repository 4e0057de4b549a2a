"""English commands, read clause by clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from selector import lexicon
from selector.clause_en import first_place, is_asked_for, is_plain_verb, is_subordinate, is_told_of, read_clause
from selector.commands import Act, Commands, count_steps, earlier_stems
from selector.text import MARKS, stem
from selector.vocabulary import Word

#: What ends a clause.
_BOUNDARIES: Final = MARKS | {"and", "then", "but", "or", "plus"}
_SENTENCE_ENDS: Final = frozenset(".?!\n")
#: After these everything is excluded, after other denials only the verb.
_EXCLUDING: Final = frozenset({"without", "except", "excluding", "instead", "rather"})
#: ``let me know``, ``tell me`` after another act asks to hear of it, and is no act of its own.
_REPORTING: Final = frozenset({stem("know"), stem("tell")})
_MARKING: Final = frozenset(map(stem, ("mark", "flag")))
_ONLY: Final = frozenset({"just", "only"})
#: Alone in its clause before another one such a verb speaks to the listener: ``stop! don't ship it``.
_INTERJECTIONS: Final = frozenset(map(stem, ("stop", "wait", "help", "see")))
#: Denials that command: what must not be forgotten is to be done, and ``why don't you`` proposes.
_NEVER_LEFT_UNDONE: Final = lexicon.words_of("forget hesitate fail neglect omit")
_PROPOSING: Final = lexicon.words_of("not don't dont")


def read_english(said: Iterable[Word]) -> Commands:
    """Read the English commands of a request's words and marks, in order; Korean words are left out by the caller.

    >>> from selector.vocabulary import read_words
    >>> read_english(read_words("do not delete anything, just list the cancelled orders")).acts
    (Act(verb='list', action='search'),)
    >>> read_english(read_words("find the user and lock her account")).acts
    (Act(verb='find', action='search'), Act(verb='lock', action='update'))
    """
    reader = _Reader()
    clauses = _clauses(said)
    last = max((place for place, (clause, _) in enumerate(clauses) if clause), default=0)
    for place, (clause, boundary) in enumerate(clauses):
        reader.take(clause, boundary, goes_on=place < last)
    return reader.commands()


class _Reader:
    """Takes the clauses of one request in order."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.sentences: list[list[Act]] = [[]]
        self.steps: list[list[str]] = []
        self.denied: set[str] = set()
        self.states: set[str] = set()
        self.question = self.denying = False
        self.boundary = ""

    def take(self, clause: Sequence[Word], boundary: str, *, goes_on: bool) -> None:
        if clause:
            for place, word in enumerate(clause):
                if word.state and not _is_act(clause, place):
                    self.states.add(word.state)
            asked, excluded = _split_denial(_without_turns(clause), self.denying)
            self.denied.update(excluded)
            if asked:
                self._take_asked(asked, goes_on=goes_on)
            self.denying = bool(excluded) and boundary in {"and", "or"}
        else:
            self.denying = False
        if boundary in _SENTENCE_ENDS:
            self.sentences.append([])
        self.boundary = boundary

    def _take_asked(self, asked: Sequence[Word], *, goes_on: bool) -> None:
        act, told = read_clause(asked)
        if act and goes_on and len(asked) == 1 and act.verb in _INTERJECTIONS:
            return
        self.question = self.question or told
        if told:
            self.states.update([word.stem for word in asked if word.plain and word.plain.action in lexicon.CHANGING])
        if act and not (self.acts and act.verb in _REPORTING):
            self.acts.append(act)
            self.steps.append([])
            if self.boundary != "or":  # an alternative is no further step
                self.sentences[-1].append(act)
        if self.steps or is_subordinate(asked):
            self.steps = self.steps or [[]]
            self.steps[-1].extend([word.stem for word in asked])

    def commands(self) -> Commands:
        return Commands(
            tuple(self.acts),
            frozenset(self.states),
            frozenset(self.denied),
            earlier_stems(self.steps),
            self.question,
            count_steps(self.sentences),
        )


def _is_act(clause: Sequence[Word], place: int) -> bool:
    """Tell whether a participle or a gerund describes no thing: it is what was done, is asked for, or is to become."""
    return _is_result(clause, place) or is_told_of(clause, place) or is_asked_for(clause, place)


def _is_result(clause: Sequence[Word], place: int) -> bool:
    """Tell whether a participle names what is to become of a thing: ``mark it as shipped``."""
    return place > 1 and clause[place - 1].text == "as" and any(word.stem in _MARKING for word in clause[:place])


def _clauses(said: Iterable[Word]) -> list[tuple[list[Word], str]]:
    """Return the words between two boundaries, and the boundary that ends them."""
    found: list[tuple[list[Word], str]] = []
    clause: list[Word] = []
    for word in said:
        if word.text in _BOUNDARIES:
            found.append((clause, word.text))
            clause = []
        else:
            clause.append(word)
    found.append((clause, ""))
    return found


def _without_turns(clause: Sequence[Word]) -> Sequence[Word]:
    """Return a clause from its command on where it only sounds like a denial: ``don't forget to``, ``why not``."""
    if clause[0].text == "why" and len(clause) > 2 and clause[1].text in _PROPOSING:
        return clause[2:]
    for place in range(1, min(4, len(clause) - 1)):
        if clause[place].text in _NEVER_LEFT_UNDONE and clause[place - 1].text in lexicon.DENIAL:
            return clause[place + 1 :]
    return clause


def _split_denial(clause: Sequence[Word], denying: bool) -> tuple[Sequence[Word], list[str]]:
    """Return the words that a clause asks, and the stems that it denies."""
    start = 0 if denying else first_place(clause, 0, lexicon.DENIAL, inside=True)
    if start == len(clause):
        return clause, []
    end = _end_of_denial(clause, start)
    everything = start < end and clause[start].text in _EXCLUDING and not _excludes_act(clause, start)
    excluded = [word.stem for word in clause[start:end] if everything or word.stem in lexicon.VERBS]
    return [*clause[:start], *clause[end:]], excluded


def _end_of_denial(clause: Sequence[Word], start: int) -> int:
    """Return where a denial ends: before ``only``, and before the command that takes an excluded act's place."""
    end = first_place(clause, start, _ONLY, inside=True)
    if start == 0 and end == len(clause) and _excludes_act(clause, start):
        places = [place for place in range(2, end) if is_plain_verb(clause[place])]
        return next((place for place in places if clause[place].gerund is None), end)
    return end


def _excludes_act(clause: Sequence[Word], start: int) -> bool:
    """Tell whether an act is excluded, and not what it is about: ``instead of deleting the event move it``."""
    return clause[start].text in _EXCLUDING and any(word.gerund for word in clause[start + 1 : start + 3])
