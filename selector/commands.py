"""What a request commands, in the form that English and Korean have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from selector import lexicon
from selector.lexicon import Action


class Act(NamedTuple):
    """One act that is asked for: the verb's stem and what such a verb does."""

    verb: str
    action: Action


class Commands(NamedTuple):
    """What the verbs of a request say.

    A verb counts as an act only where a command can stand. So ``cancelled orders`` and ``취소된 주문`` name a state,
    ``do not delete`` and ``삭제하지 말고`` deny, and of several acts the last is what the request is mainly about.

    Attributes:
        acts: the acts asked for, in the order of the request; the last is the main one.
        states: stems that describe instead of command.
        denied: stems that the request excludes.
        earlier: stems that stand only in a step before the main one.
        question: the request asks to be told.
        steps: how many different acts the sentence with the most of them asks for: what a later sentence asks for
            mostly says the same again.
    """

    acts: tuple[Act, ...]
    states: frozenset[str]
    denied: frozenset[str]
    earlier: frozenset[str]
    question: bool
    steps: int

    def before(self, korean: Commands) -> Commands:
        """Join what the English and the Korean words of one request say; the Korean predicate, at the end, commands."""
        return Commands(
            korean.acts or self.acts,
            self.states | korean.states,
            self.denied | korean.denied,
            korean.earlier if korean.acts else self.earlier,
            self.question or korean.question,
            max(self.steps, korean.steps),
        )


def count_steps(sentences: Iterable[Sequence[Act]]) -> int:
    """Return how many different acts the fullest sentence has; acts that read are one.

    >>> count_steps([[Act("find", "search"), Act("lock", "update")], [Act("show", "read")]])
    2
    """
    different = [{"" if act.action in lexicon.READING else act.verb for act in acts} for acts in sentences]
    return max(map(len, different), default=0)


def earlier_stems(steps: Sequence[Sequence[str]]) -> frozenset[str]:
    """Return the stems of all steps before the last that do not stand in the last one too.

    >>> sorted(earlier_stems([["find", "user"], ["lock", "user"]]))
    ['find']
    """
    if len(steps) < 2:
        return frozenset()
    return frozenset([stem for step in steps[:-1] for stem in step]).difference(steps[-1])
