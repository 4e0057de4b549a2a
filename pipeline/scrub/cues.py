"""Words before a number that say what it is: a person's, or an article's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pipeline.scrub.wordlist import words

#: Between such a word and its number: particles and signs.
GAP = r"(?:은|는|이|가|로|:|=|#| |\"|'|\\|is |no\.? ?|\(){0,6}"


def named(korean: str, latin: str, datum: str) -> re.Pattern[str]:
    """The pattern of a number behind its name.

    Args:
        korean: alternatives that may begin anywhere in a word, as Korean compounds do; may be empty.
        latin: alternatives that begin a word.
        datum: what the number looks like.

    >>> named("여권", "passport", "[A-Z][0-9]{8}").search("여권은 M12345678입니다")["datum"]
    'M12345678'
    """
    anywhere = f"{korean}|" if korean else ""
    return re.compile(rf"(?i)(?:{anywhere}(?<![a-z])(?:{latin})\.?){GAP}(?P<datum>{datum})(?![0-9A-Za-z])(?!-[0-9])")


_NUMBERED_KO = "주문|견적|송장|운송장|품목|바코드|시리얼"
_NUMBERED = "order invoice quote quotation ticket tracking shipment parcel sku serial barcode ean upc isbn batch lot"
#: These are also said before a telephone number, so a word for number must follow them.
_SAID_KO = "접수|예약|상품|관리|문서|거래|승인|배송|청구|계약|문의|모델|일련|제품|추적|등록"
_SAID = (
    "item product article ref reference case model part transaction request trace span event message version build"
    " plan step attempt session user customer object row page file po"
)
_ID = "(?:ids?|no|nr|number|num|code|key|hash)"
#: How an article, an order or a parcel is numbered: `order_id`, `견적번호`, `invoice no.`. It is no person's number.
ARTICLE_CUE = re.compile(
    rf"(?i)(?:(?:{_NUMBERED_KO})(?: ?(?:번호|코드|no|id))?|(?:{_SAID_KO}) ?(?:번호|코드|no|id)"
    rf"|(?<![a-z])(?:{_NUMBERED.replace(' ', '|')})(?:[ _-]?{_ID})?"
    rf"|(?<![a-z])(?:{_SAID.replace(' ', '|')})[ _-]?{_ID})"
    r"(?:은|는|이|가|을|를)?[.]?[\"'\\]{0,4}[ :=#(-]{0,4}\Z"
)

#: The number goes on a code in capitals, of which it is a part: `ORD-010-...`, but not `TEL-010-...`.
ARTICLE_CODE = re.compile(
    r"(?<![A-Za-z0-9])(?:(?!(?:TEL|HP|PHONE|MOBILE|CELL|FAX|CALL|SMS|MMS|KR)[-_])[A-Z]{2,10}[-_]"
    r"|(?i:sku|isbn|barcode|serial|version)[ :=#]{0,3})\Z"
)

_ARTICLE_WORDS = words(f"{_NUMBERED} {_SAID}")
_PERSON_WORDS = words(
    """
    phone phones telephone tel mobile cell cellphone fax hp whatsapp card cards cc account accounts acct routing bank
    rrn jumin arc resident alien foreigner registration ssn social itin tax taxpayer passport driver drivers business
    biz brn insurance nino aadhaar
    """
)
_FIELD_WORDS = _ARTICLE_WORDS | _PERSON_WORDS
_FIELD_WORDS_KO = re.compile(
    rf"{_NUMBERED_KO}|{_SAID_KO}|전화|연락처|휴대|핸드폰|폰|팩스|카드|은행|뱅크|계좌|입금|주민|외국인|여권|면허|사업자|보험|건보"
)


@lru_cache(maxsize=4096)
def is_of_an_article(cue: str) -> bool:
    """Whether the words before a value speak of an article alone, and so make nothing a person's.

    >>> is_of_an_article("order id"), is_of_an_article(""), is_of_an_article("phone"), is_of_an_article("card ref")
    (True, True, False, False)
    """
    return cue.isascii() and _PERSON_WORDS.isdisjoint(cue.split())


def cue_of(name: Sequence[str]) -> str:
    """The words of a field's name where they are worth reading before its value, else nothing.

    >>> cue_of(["passport", "number"]), cue_of(["order", "id"]), cue_of(["memo"])
    ('passport number', 'order id', '')
    """
    phrase = " ".join(name)
    if _FIELD_WORDS.isdisjoint(name) and (phrase.isascii() or not _FIELD_WORDS_KO.search(phrase)):
        return ""
    return phrase
