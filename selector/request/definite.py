"""Whether a request singles out a thing without giving a value: its latest, its own, the one with a property.

Such a thing must be found, though the request does not ask to find: ``cancel my next appointment``.
"""

from __future__ import annotations

import re
from typing import Final

from selector.linking.names import noun_stems

#: Words that single one out among others of its kind: by order in time or number, by degree, by whose it is.
_SINGLING: Final = re.compile(
    r" (?:my|our|latest|newest|oldest|recent|last|next|previous|upcoming|current|first|second|third|cheapest|best|worst"
    r"|largest|biggest|smallest|highest|lowest|longest|shortest|earliest|nearest|fastest|most|least"
    r"|내|제|우리|최근|최신|마지막|지난|다음|현재|첫|가장|제일) "
)
#: ``the seat by the window``: an article and what tells the thing from others.
_QUALIFIED: Final = re.compile(r" the \w+ (?:with|of|about|from|for|titled|called|named|by|at|in|on|that|which|who) ")
#: Whose it is, and up to four words after that.
_OWN: Final = re.compile(r"(?<= )(?:my|내|나의|제|저의)((?: \S+){1,4})")


def own_nouns(spoken: str) -> frozenset[str]:
    """Return the nouns of what is one's own.

    >>> sorted(own_nouns(" the author of my most read book "))
    ['book', 'most', 'read']
    """
    return frozenset(noun for match in _OWN.finditer(spoken) for word in match[1].split() for noun in noun_stems(word))


#: Who asks, as one who has or gets something; ``read it to me`` only asks to be told.
_SELF: Final = re.compile(
    r"(?<! it)(?<! them) (?:am i|do i|have i|did i|i am|to me|for me|me in|나를|나에게|저를|저에게|제가|내가) "
)


def speaks_of_self(spoken: str) -> bool:
    """Tell whether a request speaks of who asks.

    >>> speaks_of_self(" which clubs am i in "), speaks_of_self(" read it to me ")
    (True, False)
    """
    return bool(_SELF.search(spoken))


def singles_out(spoken: str) -> bool:
    """Tell whether a request singles out a thing.

    >>> singles_out(" cancel my next lesson "), singles_out(" cancel the lesson with ms kim ")
    (True, True)
    >>> singles_out(" add a lesson ")
    False
    """
    return bool(_SINGLING.search(spoken) or _QUALIFIED.search(spoken)) or speaks_of_self(spoken)
