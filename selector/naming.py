"""What the name of a tool is about, and what it is only filed under."""

from __future__ import annotations

from collections.abc import Sequence

from selector import lexicon
from selector.text import stem

_PREPOSITIONS = lexicon.words_of("by of in on for to from with at via")
#: What a name says of the form of a result is not what it is about.
_FORMS = lexicon.words_of("list lists detail details info information count summary")


def tag_of(words_before: Sequence[str], nouns: Sequence[str], head: str) -> frozenset[str]:
    """Return the stems of a tag: a name is filed under it, and who asks for what it names need not say so.

    Where the name behind it has no thing of its own, the tag is the thing, and there is none.

    >>> sorted(tag_of(("repos",), ("repo", "branch"), "branch")), sorted(tag_of(("repos",), ("repo",), "repo"))
    (['repo'], [])
    """
    tag = frozenset(map(stem, words_before))
    return frozenset() if tag.issuperset(nouns) else tag - {head}


def head_of(name: Sequence[str], position: int, nouns: Sequence[str], front: int) -> str:
    """Return the stem of a name's last noun before a preposition, else of its first one.

    Args:
        name: the words of the name.
        position: where its verb stands, -1 without one.
        nouns: the stems of its nouns.
        front: where it begins behind its tag.

    >>> head_of(("list", "labels", "for", "repo"), 0, ("label", "repo"), 0)
    'label'
    >>> head_of(("add", "to", "cart"), 0, ("cart",), 0)
    'cart'
    """
    end = next((i for i in range(front + 1, len(name)) if name[i] in _PREPOSITIONS), len(name))
    known = [stem(name[i]) for i in range(end) if i != position and _is_thing(name[i])]
    return next((one for one in reversed(known) if one in nouns), nouns[0] if nouns else "")


def _is_thing(word: str) -> bool:
    """Tell whether a word of a name may be what the name is about: no verb in its base form, no form of a result."""
    return word not in _FORMS and (word not in lexicon.BASE_FORMS or stem(word) in lexicon.NOUN_LIKE)
