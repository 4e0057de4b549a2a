"""Closed classes of English: what has no content of its own, numerals, units, calendar words, irregular verbs.

Each list is grammar or a set phrase in which requests are put politely. No word of any domain is here, and no two words that
have stems of their own are held to be the same.
"""

from __future__ import annotations

#: Words without content of their own.
FUNCTION_WORDS = frozenset(
    (
        # articles, demonstratives, a quantity left open
        "a an the this that these those some any such "
        # pronouns and possessives; "your" stays: it asks about whoever answers
        "i me my mine myself you yourself he him his she her hers it its itself we us our ours they them their theirs "
        "what which who whom whose how "
        # prepositions of plain relation, conjunctions
        "of to in at for from with about into onto upon as than via per and or but if so then because while too "
        # be, do, have, modals; contractions written without their apostrophe
        "be am is are was were been being do does did done have has had having "
        "can could will would shall should may might must im ive whats "
        # greeting, thanks, request
        "please pls plz kindly thanks thank thx hi hello hey ok okay dear sorry um uh well "
        # the frame of a wish: "I would like to", "I need help to", "is there a way to", "do you think"
        "want wants wanted wanna need needs needed like wish help able possible way ways gonna gotta get gets got getting "
        "let lets go going think thinking guess believe suppose "
        # the present moment, aspect, filling
        "now currently current right just also really very actually basically simply even ever already still yet again "
        "there here seem seems seemed"
    ).split()
)
NEGATIONS = frozenset(
    "not no nor never none nothing neither without cannot cant can't dont don't".split()
    + [
        f"{auxiliary}n{apostrophe}t"
        for auxiliary in "is are was were do does did has have had could would should wo".split()
        for apostrophe in ("", "'")
    ]
)
NUMERALS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half quarter".split()
)
#: A unit belongs to the number before it.
UNITS = frozenset(
    "hour hours hr hrs minute minutes min mins second seconds sec secs day days week weeks month months year years "
    "degree degrees celsius fahrenheit kelvin percent dollar dollars buck bucks euro euros pound pounds cent cents won usd eur "
    "gbp krw mile miles km kilometer kilometers kilometre kilometres meter meters metre metres cm mm foot feet inch inches kg "
    "kilo kilos gram grams lb lbs ounce ounces oz liter liters litre litres ml kb mb gb tb am pm o'clock".split()
)
WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
DATES = frozenset(
    "today tonight tomorrow yesterday january february april june july august september october november december".split()
) | {day + plural for day in WEEKDAYS for plural in ("", "s")}
#: These are months beside a number only: they are other words too, or short.
MONTHS_BESIDE_NUMBER = frozenset("march may jan feb mar apr jun jul aug sep sept oct nov dec".split())
#: "next week", "last Friday": a date in two words.
RELATIVE = frozenset("next last this past coming".split())
PERIODS = WEEKDAYS | {"week", "weekend", "month", "year", "night"}

#: What may stand before the word that makes a question.
OPENERS = frozenset("please hi hello hey so ok okay and but um uh well pls".split())
#: A query that opens so asks about a state; "do" and "have" may open a demand as well ("do not cancel", "have it cleaned").
ASKING = frozenset("is are am was were does did has which do have".split())
ASKING_BEFORE_SUBJECT = frozenset({"do", "have"})
SUBJECTS = frozenset("i you we they he she it my your our the these those any all people".split())
#: After such a word: an act asked for politely, as in "is it possible to", "are you able to", "do you know how to".
POLITE_QUESTIONS = frozenset({("it", "possible"), ("you", "able"), ("you", "know"), ("you", "think"), ("you", "mind")})

#: Past forms that no rule leads back to the verb.
IRREGULAR = {
    "ate": "eat", "began": "begin", "bought": "buy", "broke": "break", "broken": "break", "brought": "bring", "built": "build",
    "came": "come", "chose": "choose", "chosen": "choose", "drew": "draw", "drawn": "draw", "fell": "fall", "felt": "feel",
    "forgot": "forget", "forgotten": "forget", "found": "find", "froze": "freeze", "frozen": "freeze", "gave": "give",
    "given": "give", "gone": "go", "heard": "hear", "held": "hold", "hid": "hide", "hidden": "hide", "kept": "keep",
    "knew": "know", "known": "know", "left": "leave", "lost": "lose", "made": "make", "meant": "mean", "met": "meet",
    "paid": "pay", "ran": "run", "said": "say", "saw": "see", "seen": "see", "sent": "send", "sold": "sell", "spent": "spend",
    "spoke": "speak", "spoken": "speak", "stole": "steal", "stolen": "steal", "stuck": "stick", "taken": "take",
    "thought": "think", "told": "tell", "took": "take", "went": "go", "withdrawn": "withdraw", "withdrew": "withdraw",
    "woke": "wake", "won": "win", "wrote": "write", "written": "write",
}  # fmt: skip
