"""The border's scrubber: takes credentials and personal data out of any value.

`scrub` never raises, never changes what it is given, and gives JSON-shaped data in which a placeholder such as
`[EMAIL]` stands exactly where a datum stood. What it has scrubbed it leaves as it is.
"""

from __future__ import annotations

from pipeline.scrub.policy import BadPolicyError, read_policy
from pipeline.scrub.rule import Rule, RuleGroup, RuleSet
from pipeline.scrub.rules import OPTIONAL_RULES, RULE_SET, RULES, RULES_VERSION
from pipeline.scrub.scrubber import SCRUBBER, Scrubbed, Scrubber

__all__ = [
    "OPTIONAL_RULES",
    "RULES",
    "RULES_VERSION",
    "RULE_SET",
    "SCRUBBER",
    "BadPolicyError",
    "Rule",
    "RuleGroup",
    "RuleSet",
    "Scrubbed",
    "Scrubber",
    "is_clean",
    "read_policy",
    "scrub",
    "scrub_text",
    "scrub_with_report",
]

#: By the built-in rules; see `Scrubber`.
scrub = SCRUBBER.scrub
scrub_with_report = SCRUBBER.report
scrub_text = SCRUBBER.text
is_clean = SCRUBBER.is_clean
