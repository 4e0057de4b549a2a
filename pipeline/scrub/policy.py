"""A policy file: an installation's own rules, which of the optional ones are on, and which of the others are off."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pipeline.scrub.linear import UnsafePatternError, safe_pattern
from pipeline.scrub.placeholders import CUSTOM, DATUM_CLASSES
from pipeline.scrub.rule import Rule, RuleGroup, RuleSet
from pipeline.scrub.rules import NUMBER_GROUPS, OPTIONAL_GROUPS, OPTIONAL_RULES, RULES, RULES_VERSION, TEXT_GROUPS

#: Rules that a policy may add, and examples of each: it is read at every start.
MAX_RULES, MAX_EXAMPLES = 100, 50

_TABLES = frozenset({"version", "on", "off", "rules"})
_FIELDS = frozenset({"name", "label", "pattern", "reason", "matches", "misses"})
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
_NAME = re.compile(r"[a-z][a-z0-9_]{2,63}")
_ANYTHING = re.compile("")
#: Identities as placeholders carry them.
_IDENTITIES = ("0a1b", "1234", "abcd")


class BadPolicyError(ValueError):
    """A policy cannot be used; the message names the rule and says what to write."""


def read_policy(text: str) -> RuleSet:
    """Reads a policy in TOML.

    Its rules' examples are tried before it is believed: a rule that misses what it must find, or finds what it must
    not, would do the same to what is stored.

    Returns:
        The rules that are in force, under a version made of the built-in rules', the policy's and its content.

    >>> rules = read_policy('''
    ... version = "2026-03"
    ... on = ["ipv4_address"]
    ... [[rules]]
    ... name = "staff_number"
    ... pattern = "STAFF-[0-9]{6}"
    ... reason = "the number on a badge"
    ... matches = ["badge STAFF-204711"]
    ... misses = ["STAFF-2047"]
    ... ''')
    >>> rules.version.rpartition("+")[0]
    '3+2026-03'

    Raises:
        BadPolicyError: it is no policy.
    """
    try:
        policy = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPolicyError(f"it is no TOML: {error}") from None
    except RecursionError:
        raise BadPolicyError("it is no policy: its values are nested too deep") from None
    if unknown := sorted(policy.keys() - _TABLES):
        raise BadPolicyError(f"{unknown[0]!r} is none of {', '.join(sorted(_TABLES))}")
    version = policy.get("version")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise BadPolicyError('version: name the policy in letters, digits, dots and dashes, such as "2026-03"')
    on, off = _names(policy, "on", OPTIONAL_RULES), _names(policy, "off", RULES)
    added = _added(policy.get("rules", []))
    content = hashlib.blake2b(text.encode(), digest_size=3).hexdigest()
    optional = tuple(_without(group, {r.name for r in group.rules} - on) for group in OPTIONAL_GROUPS)
    own = (RuleGroup("policy", _ANYTHING, added),)
    return RuleSet(
        version=f"{RULES_VERSION}+{version}+{content}",
        text=(*own, *(_without(group, off) for group in TEXT_GROUPS)),
        numbers=(*(_without(group, off) for group in NUMBER_GROUPS), *optional),
        added=bool(added),
    )


def _without(group: RuleGroup, names: Sequence[str] | set[str]) -> RuleGroup:
    return replace(group, rules=tuple(rule for rule in group.rules if rule.name not in names))


def _names(policy: Mapping[str, Any], field: str, rules: Sequence[Rule]) -> set[str]:
    listed = policy.get(field, [])
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise BadPolicyError(f"{field}: list names of rules")
    known = {rule.name for rule in rules}
    if unknown := sorted(set(listed) - known):
        raise BadPolicyError(f"{field}: {unknown[0]!r} is none of {', '.join(sorted(known))}")
    return set(listed)


def _added(tables: Any) -> tuple[Rule, ...]:
    if not isinstance(tables, list) or len(tables) > MAX_RULES:
        raise BadPolicyError(f"rules: give at most {MAX_RULES} tables [[rules]]")
    rules = tuple(map(_rule, tables))
    taken = [rule.name for rule in (*RULES, *OPTIONAL_RULES, *rules)]
    for rule in rules:
        if taken.count(rule.name) > 1:
            raise BadPolicyError(f"{rule.name}: another rule has this name")
    return rules


def _rule(table: Any) -> Rule:
    """One rule of a policy, tried on its own examples."""
    name = table.get("name") if isinstance(table, dict) else None
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BadPolicyError("rules: each has a name of 3 to 64 small letters, digits and underscores, a letter first")
    if unknown := sorted(table.keys() - _FIELDS):
        raise BadPolicyError(f"{name}: {unknown[0]!r} is none of {', '.join(sorted(_FIELDS))}")
    label = table.get("label", CUSTOM)
    if label not in DATUM_CLASSES:
        raise BadPolicyError(f"{name}: label is none of {', '.join(sorted(DATUM_CLASSES))}")
    reason, pattern = table.get("reason"), table.get("pattern")
    if not isinstance(reason, str) or not reason.strip():
        raise BadPolicyError(f"{name}: give a reason")
    if not isinstance(pattern, str):
        raise BadPolicyError(f"{name}: give a pattern")
    try:
        compiled = safe_pattern(pattern)
    except UnsafePatternError as error:
        raise BadPolicyError(f"{name}: pattern: {error}") from None
    rule = Rule(name, label, compiled, reason, _examples(table, "matches"), _examples(table, "misses"))
    _try_out(rule)
    return rule


def _examples(table: Mapping[str, Any], field: str) -> tuple[str, ...]:
    listed = table.get(field)
    if not isinstance(listed, list) or not 1 <= len(listed) <= MAX_EXAMPLES:
        raise BadPolicyError(f"{table['name']}: {field}: give 1 to {MAX_EXAMPLES} examples")
    if not all(isinstance(example, str) for example in listed):
        raise BadPolicyError(f"{table['name']}: {field}: examples are texts")
    return tuple(listed)


def _try_out(rule: Rule) -> None:
    """Refuses a rule whose examples show that it does not do what it is for; no message repeats one."""
    for number, text in enumerate(rule.matches, start=1):
        spans = list(rule.spans(text))
        if not spans or any(start == end for start, end in spans):
            raise BadPolicyError(
                f"{rule.name}: matches: example {number} is not found (a repetition never gives back what it took)"
            )
    for label in (*DATUM_CLASSES, "CUT", "CYCLE", "WITHHELD"):
        if any(rule.spans(f"[{label}]{''.join(f' [{label}:{identity}]' for identity in _IDENTITIES)}")):
            raise BadPolicyError(f"{rule.name}: it finds a part of the placeholder [{label}]: ask for more characters")
    for number, text in enumerate(rule.misses, start=1):
        if list(rule.spans(text)):
            raise BadPolicyError(f"{rule.name}: misses: example {number} is found")
