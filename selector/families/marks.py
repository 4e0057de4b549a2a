"""The terms that are no words: what every slot becomes, and what turns a request into another one."""

from __future__ import annotations

#: The character that stands for a placeholder in masked text; of the private use area, so no word contains it.
MARK = "\ue000"
#: The term of every placeholder.
PLACEHOLDER = "#"
#: The term of every negation.
NOT = "not"
#: The term of a query that asks about a state instead of demanding an act.
QUESTION = "?"
