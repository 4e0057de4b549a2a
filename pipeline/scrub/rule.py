"""A rule as data: what it finds, why, and examples of what it must and must not find."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Span = tuple[int, int]

#: Characters before a datum that a rule may look at for what the datum is called.
CONTEXT = 40


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of datum in text.

    A pattern runs in linear time on any text: repetitions are bounded or possessive, and no two adjoining ones share a
    character. Look-arounds name digits and ASCII letters, as Hangul is a word character to the boundary sign.

    Attributes:
        name: unique among the rules.
        label: the class of what it finds, as it stands in the placeholder.
        pattern: finds candidates; the datum is the group `datum`, else the whole match.
        reason: why it is a datum, or the reference that says so.
        matches: examples in which the rule finds something.
        misses: examples that look alike and in which it finds nothing.
        valid: judges the text of a candidate, where the pattern cannot.
        unless_after: matched at the end of what stands before a candidate; a match makes it none.
        locate: finds the datum from the match, in place of the group; None where there is none.
        signs: without one of these, in lower case, a text holds none of its data; empty where there is no such sign.
    """

    name: str
    label: str
    pattern: re.Pattern[str]
    reason: str
    matches: tuple[str, ...]
    misses: tuple[str, ...] = ()
    valid: Callable[[str], bool] | None = None
    unless_after: re.Pattern[str] | None = None
    locate: Callable[[re.Match[str]], Span | None] | None = None
    signs: tuple[str, ...] = ()

    def may_find(self, lowered: str) -> bool:
        """Whether a text in lower case holds what none of the rule's data lacks."""
        return not self.signs or any(sign in lowered for sign in self.signs)

    def spans(self, text: str) -> Iterator[Span]:
        """The data in `text`, from left to right, none inside another."""
        end = 0
        group = "datum" if "datum" in self.pattern.groupindex else 0
        for match in self.pattern.finditer(text):
            if match.start() < end:
                continue
            span = self.locate(match) if self.locate else match.span(group)
            if span is not None and span[0] >= end and self._holds(text, span):
                yield span
                end = span[1]

    def _holds(self, text: str, span: Span) -> bool:
        start, end = span
        if self.valid is not None and not self.valid(text[start:end]):
            return False
        return self.unless_after is None or not self.unless_after.search(text[max(0, start - CONTEXT) : start])


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Rules that share a cheap sign: where the gate finds nothing, none of the rules does.

    Attributes:
        name: what the rules have in common.
        gate: searched in the text in lower case.
        rules: in the order in which they are applied.
    """

    name: str
    gate: re.Pattern[str]
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """The rules of one border; sets are told apart by identity.

    Attributes:
        version: names the rules; it is stored with what they scrubbed.
        text: groups of which the text alone decides.
        numbers: groups of which the name of a field may say what its value is, or is not.
        added: whether rules of the installation's own are among them: then no shortcut for plain text is taken.
    """

    version: str
    text: tuple[RuleGroup, ...]
    numbers: tuple[RuleGroup, ...]
    added: bool = False

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, in the order in which they are applied."""
        return tuple(rule for group in (*self.text, *self.numbers) for rule in group.rules)
