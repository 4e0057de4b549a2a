"""Where a number begins and ends in text, and what it must not be called."""

from __future__ import annotations

import re

#: Hyphens and what people and word processors put in their place, a Korean vowel and a Japanese length mark included.
DASH = r"[-‐-―⁃−ㅡー]"
#: A number begins here: not inside a hexadecimal word or a decimal, nor as a part of a longer code.
START = r"(?<![0-9A-Za-z_+])(?<![0-9][.-])(?<![A-Za-z][-_])"
#: And ends here.
END = r"(?![0-9])(?!-[0-9])"

_NUMBERED_KO = "주문|견적|송장|운송장|품목|바코드|시리얼"
_NUMBERED_EN = "order|invoice|quote|quotation|ticket|tracking|shipment|parcel|sku|serial|barcode|ean|upc|isbn|batch|lot"
#: These are also said before a telephone number, so they must be followed by a word for number.
_SAID_KO = "접수|예약|상품|관리|문서|거래|승인|배송|청구|계약|문의|모델|일련|제품|추적|등록"
_SAID_EN = (
    "item|product|article|ref|reference|case|model|part|transaction|request|trace|span|event|message|version|build"
    "|plan|step|attempt|session|user|customer|account|object|row|page|file|po"
)
#: What an article, an order or a parcel is numbered by: `order_id`, `견적번호`, `invoice no.`. It is no person's number.
ARTICLE_CUE = re.compile(
    rf"(?i)(?:(?:{_NUMBERED_KO})(?: ?(?:번호|코드|no|id))?|(?:{_SAID_KO}) ?(?:번호|코드|no|id)"
    rf"|(?<![a-z])(?:{_NUMBERED_EN})(?:[ _-]?(?:ids?|no|nr|number|num|code|key))?"
    rf"|(?<![a-z])(?:{_SAID_EN})[ _-]?(?:ids?|no|nr|number|num|code|key|hash))"
    r"(?:은|는|이|가|을|를)?[.]?[\"'\\]{0,4}[ :=#(-]{0,4}\Z"
)
