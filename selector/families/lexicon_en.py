"""Closed classes of English: words without content of their own, numerals, units, dates, irregular verbs.

Each list is grammar or a set phrase of polite requests. No word of any domain is here, and no two words that have
stems of their own are held to be the same.
"""

from __future__ import annotations

from selector.families.words import words

_ARTICLES_AND_PRONOUNS = words(
    """
    a an the this that these those some any such i me my mine myself you yourself he him his she her hers it its
    itself we us our ours they them their theirs what which who whom whose how there here
    """
)
#: Of plain relation; those that turn an act round (off, up, down, out, before, after) stay.
_PREPOSITIONS_AND_CONJUNCTIONS = words(
    """
    of to in on at for from with about into onto upon as than via per and or but if so then because while too
    """
)
#: Contractions written without their apostrophe among them.
_AUXILIARIES = words(
    """
    be am is are was were been being do does did done have has had having can could will would shall should may
    might must im ive whats
    """
)
_COURTESIES = words(
    """
    please pls plz kindly thanks thank thx hi hello hey ok okay dear sorry um uh well
    """
)
#: The frame of a wish: "I would like to", "I need help to", "is there a way to", "do you think".
_WISHES = words(
    """
    want wants wanted wanna need needs needed like wish help able possible way ways gonna gotta get gets got getting
    let lets go going think thinking guess believe suppose
    """
)
#: The present moment, which every request is made in, and what fills a sentence.
_FILLINGS = words(
    """
    now currently current right just also really very actually basically simply even ever already still yet again
    seem seems seemed
    """
)
#: Words without content of their own. "your" is none of them: it asks about whoever answers.
FUNCTION_WORDS = frozenset(
    _ARTICLES_AND_PRONOUNS + _PREPOSITIONS_AND_CONJUNCTIONS + _AUXILIARIES + _COURTESIES + _WISHES + _FILLINGS
)
NEGATIONS = frozenset(words("not no nor never none nothing neither without cannot cant can't dont don't")) | {
    f"{auxiliary}n{apostrophe}t"
    for auxiliary in words("is are was were do does did has have had could would should wo")
    for apostrophe in ("", "'")
}

NUMERALS = frozenset(
    words(
        """
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million
        billion dozen half quarter
        """
    )
)
#: Slots like "1st"; "second" is a unit as well.
ORDINALS = frozenset(words("first second third fourth fifth sixth seventh eighth ninth tenth"))
#: A unit belongs to the number before it.
UNITS = frozenset(
    words(
        """
        hour hours hr hrs minute minutes min mins second seconds sec secs day days week weeks month months year
        years degree degrees celsius fahrenheit kelvin percent dollar dollars buck bucks euro euros pound pounds
        cent cents won usd eur gbp krw mile miles km kilometer kilometers kilometre kilometres meter meters metre
        metres cm mm foot feet inch inches kg kilo kilos gram grams lb lbs ounce ounces oz liter liters litre litres
        ml kb mb gb tb am pm o'clock
        """
    )
)
WEEKDAYS = frozenset(words("monday tuesday wednesday thursday friday saturday sunday"))
_DAYS = words("today tonight tomorrow yesterday")
_MONTHS = words("january february april june july august september october november december")
DATES = WEEKDAYS.union(_DAYS, _MONTHS, (f"{day}s" for day in WEEKDAYS))
#: These are months beside a number only: they are other words too, or short.
MONTHS_BESIDE_NUMBER = frozenset(words("march may jan feb mar apr jun jul aug sep sept oct nov dec"))
#: "next week", "last Friday": a date in two words.
RELATIVE = frozenset(words("next last this past coming"))
PERIODS = WEEKDAYS | {"week", "weekend", "month", "year", "night"}

#: What may stand before the word that makes a question.
OPENERS = frozenset(words("please hi hello hey so ok okay and but um uh well pls"))
#: A query that opens so asks about a state.
ASKING = frozenset(words("is are am was were do does did has have which"))
#: These open a demand as well ("do not cancel it", "have it cleaned"), and a question before a subject only.
ASKING_BEFORE_SUBJECT = frozenset({"do", "have"})
SUBJECTS = frozenset(words("i you we they he she it my your our the these those any all people"))
#: After a word that asks: an act asked for politely, as in "are you able to", "do you know how to".
POLITE_QUESTIONS = frozenset({("it", "possible"), ("you", "able"), ("you", "know"), ("you", "think"), ("you", "mind")})
#: "tell me", "give us": the frame of a request.
TELLING = frozenset({"tell", "give"})
TOLD = frozenset({"me", "us"})
#: "let me know", "do you know", "I want to know".
KNOWING = frozenset({"me", "us", "to", "you", "i"})
#: "let me know if", "check if": a question follows.
TELLING_IF = frozenset({"me", "us", "know", "see", "check"})

#: Past forms that no rule leads back to the verb, each behind its verb.
_IRREGULAR = """
    begin began, break broke broken, bring brought, build built, buy bought, choose chose chosen, come came,
    draw drew drawn, eat ate, fall fell, feel felt, find found, forget forgot forgotten, freeze froze frozen,
    give gave given, go went gone, hear heard, hide hid hidden, hold held, keep kept, know knew known, lose lost,
    make made, mean meant, meet met, pay paid, run ran, say said, see saw seen, sell sold, send sent,
    speak spoke spoken, spend spent, steal stole stolen, stick stuck, take took taken, tell told, think thought,
    wake woke, win won, withdraw withdrew withdrawn, write wrote written
"""
IRREGULAR = {past: verb for verb, *pasts in map(str.split, _IRREGULAR.split(",")) for past in pasts}
