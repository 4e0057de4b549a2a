"""The terms that are no words of the query, and those that decide what it asks."""

from __future__ import annotations

from selector.families.words import words

#: The character that stands for a slot in masked text. It is of the private use area, so no word contains it.
MARK = "\ue000"
#: The term of every slot.
PLACEHOLDER = "#"
#: The term of every denial.
NOT = "not"
#: The term of a query that asks about a state instead of demanding an act.
QUESTION = "?"
#: The term of 되다: what is done to a thing is no demand to do it.
DONE = "되다"

_DIRECTIONS = words("off up down out")
_RELATIONS = words("before after by 전 후 이상 이하 미만 초과 이내")
_QUESTION_WORDS = words("when why where many much long often far old soon 언제 왜 어디 누구 얼마 며칠 몇")
#: Terms that turn a request into another one, however many words both share: denial, question, passive, direction,
#: order in time, extent, and the question words of quantity, time, place, person and reason.
DECIDING = frozenset((NOT, QUESTION, DONE, *_DIRECTIONS, *_RELATIONS, *_QUESTION_WORDS))
