"""Where a person's money is: cards, international and Korean accounts."""

from __future__ import annotations

import re

from pipeline.scrub.checks import digits_of, luhn, mod97
from pipeline.scrub.cues import ARTICLE_CUE, named
from pipeline.scrub.numerals import BARE_END, DASH, INSIDE, START
from pipeline.scrub.placeholders import BANK_ACCOUNT, CARD, IBAN
from pipeline.scrub.rule import Rule, Span

#: Issuers' first digits with the lengths that they issue today (ISO/IEC 7812, the networks' published ranges).
_ISSUERS = re.compile(
    r"4[0-9]{15}"  # Visa
    r"|(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)[0-9]+(?<=^[0-9]{16})"  # Mastercard
    r"|3[47][0-9]{13}"  # American Express
    r"|(?:30[0-5]|309|3[689])[0-9]+(?<=^[0-9]{14})"  # Diners Club
    r"|(?:6011|64[4-9]|65)[0-9]+(?<=^[0-9]{16})"  # Discover
    r"|35(?:2[89]|[3-8][0-9])[0-9]{12}"  # JCB
    r"|62[0-9]{14}"  # UnionPay
)
#: Written in groups a number shows what it is; these issue rarely, at other lengths, or in Korea alone.
_RARE_ISSUERS = re.compile(r"(?:4|62|5[06-8]|6[0379]|9)[0-9]{12,18}")

#: Length of an account number of each country (the registry of ISO 13616, kept by SWIFT).
IBAN_LENGTHS = {
    15: "NO",
    16: "BE BI",
    18: "DK FK FI FO GL NL SD",
    19: "MK SI",
    20: "AT BA EE KZ LT LU XK MN",
    21: "CH HR LI LV",
    22: "BG BH CR DE GB GE IE ME RS VA",
    23: "AE GI IL IQ OM SO TL",
    24: "AD CZ ES MD PK RO SA SE SK TN VG",
    25: "LY PT ST",
    26: "IS TR",
    27: "BI DJ FR GR IT MC MR SM",
    28: "AL AZ BY CY DO GT HN HU LB NI PL SV",
    29: "BR EG PS QA UA",
    30: "JO KW MU YE",
    31: "LC MT SC",
    33: "RU",
}
_BANKS = (
    "(?:KB)?국민|신한|우리|하나|(?:NH)?농협|(?:IBK)?기업|(?<![A-Za-z])(?:KB|NH|IBK|MG)|카카오|토스|케이|수협|신협|새마을금고|우체국|(?:SC)?제일|(?:한국)?씨티"
    "|부산|대구|iM|광주|전북|경남|제주|산업"
)


def _is_card(number: str) -> bool:
    """Whether a bare run of digits is a card's.

    >>> _is_card("4242424242424242"), _is_card("1767225600123456")
    (True, False)
    """
    digits = digits_of(number)
    return bool(_ISSUERS.fullmatch(digits)) and luhn(digits)


def _is_grouped_card(number: str) -> bool:
    """Whether grouped digits are a card's: rarer issuers are believed as well.

    >>> _is_grouped_card("9410-0000-0000-0005"), _is_grouped_card("9410-0000-0000-0009")
    (True, False)
    """
    digits = digits_of(number)
    return luhn(digits) and bool(_ISSUERS.fullmatch(digits) or _RARE_ISSUERS.fullmatch(digits))


def _grouped_card(match: re.Match[str]) -> Span | None:
    """Digits after sixteen belong to a longer number, else to what follows it: its date, its code."""
    if _is_grouped_card(match[0]):
        return match.span()
    return match.span("sixteen") if match["sixteen"] and _is_grouped_card(match["sixteen"]) else None


def _iban_pattern() -> str:
    """For each length the countries that have it, so that a word after the account is never taken in."""
    branches = (
        rf"(?:{countries.replace(' ', '|')})[0-9]{{2}}(?:[ -]?[A-Z0-9]){{{length - 4}}}(?![A-Za-z0-9])"
        for length, countries in IBAN_LENGTHS.items()
    )
    return rf"(?i)(?<![A-Za-z0-9])(?=[A-Z]{{2}}[0-9]{{2}})(?:{'|'.join(branches)})"


CARD_NUMBER = Rule(
    name="card_number",
    label=CARD,
    pattern=re.compile(rf"{START}[0-9]{{14,16}}{BARE_END}"),
    reason="Issuer's prefix, length and the check digit of ISO/IEC 7812; one number in ten passes the check alone.",
    matches=("4242424242424242", "카드는5555555555554444이고", "371449635398431", "30569309025904"),
    misses=(
        "1767225600123456",
        "4242424242424241",
        "2026041512345678",
        "a4242424242424242",
        "order_id: 4242424242424242",
    ),
    valid=_is_card,
    unless_after=ARTICLE_CUE,
)
GROUPED_CARD_NUMBER = Rule(
    name="grouped_card_number",
    label=CARD,
    pattern=re.compile(
        rf"{INSIDE}(?:(?P<sixteen>[0-9]{{4}}(?:(?:[ .]|{DASH}){{1,2}}[0-9]{{4}}){{3}})(?:(?: |{DASH})[0-9]{{1,3}})?"
        rf"|3[0-9]{{3}}(?: |{DASH}){{1,2}}[0-9]{{6}}(?: |{DASH}){{1,2}}[0-9]{{4,5}})(?![0-9A-Za-z])(?!-[0-9])"
    ),
    reason="The same as embossed, in fours, or as American Express and Diners Club group theirs.",
    matches=(
        "5555-5555-5555-4444로",
        "4242 4242 4242 4242",
        "3782 822463 10005",
        "6250–9410–0652–8599",
        "4242 4242 4242 4242 12/31",
    ),
    misses=("4242-4242-4242-4241", "12345678-4242-4242-4242-424242424242"),
    locate=_grouped_card,
)
CARD_NUMBER_APART = Rule(
    name="card_number_apart",
    label=CARD,
    pattern=re.compile(
        r"(?<![0-9A-Za-z_/*~])(?<![0-9] )(?:[0-9]{4}(?P<sep>[/_~*\n]|\r\n)[0-9]{4}(?P=sep)[0-9]{4}(?P=sep)[0-9]{4}"
        r"|[0-9](?: [0-9]){13,15})(?![0-9A-Za-z_/*~])(?! [0-9](?![0-9]))"
    ),
    reason="The same with a space behind each digit, with line breaks, or another sign between the fours.",
    matches=("4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2", "4242/4242/4242/4242", "4242\n4242\n4242\n4242"),
    misses=("4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 1", "2026/0301/1234/5678", "1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8"),
    valid=_is_card,
)
NAMED_CARD_NUMBER = Rule(
    name="named_card_number",
    label=CARD,
    pattern=named(
        "카드 ?번호",
        "(?:card|credit ?card|debit ?card|cc)[ _-]?(?:number|num|no|nr|#)",
        rf"[0-9](?:(?: |{DASH}){{0,2}}[0-9]){{12,18}}+",
    ),
    reason="Where the words say that it is a card's number, one mistyped digit must not let it through.",
    matches=("카드번호 1357-2468-1357-2468", "card no. 4242424242424241"),
    misses=("카드번호 뒤 4자리 3456", "card 2026041512345678"),
)
INTERNATIONAL_ACCOUNT = Rule(
    name="international_account",
    label=IBAN,
    pattern=re.compile(_iban_pattern()),
    reason="ISO 13616: country, length and the remainder by 97.",
    matches=("GB33BUKB20201555555555", "송금 NL91 ABNA 0417 1643 00 으로", "nl91abna0417164300"),
    misses=("GB34BUKB20201555555555", "SE35INTERNALCODE"),
    valid=lambda account: mod97("".join(filter(str.isalnum, account))),
)
KOREAN_ACCOUNT = Rule(
    name="korean_account",
    label=BANK_ACCOUNT,
    pattern=re.compile(
        rf"(?:(?:{_BANKS})(?:은행|뱅크|중앙회)?"
        r"|은행|뱅크|계좌(?: ?번호)?|입금처|예금주(?:[ :]{0,2}[가-힣]{2,4})?|(?<![A-Za-z])[Aa]ccount)"
        r"(?:은|는|이|가|로|으로|에|:|=|\"|'|\\|\(|\)| |예금주|계좌|번호){0,6}"
        rf"(?P<datum>[0-9]{{2,6}}(?:{DASH}[0-9]{{1,7}}){{1,4}}|[0-9]{{10,16}})"
        r"(?![0-9])(?!-[0-9])(?!\s?(?:원|개|건|명|[,.][0-9]))"
    ),
    reason="Korean accounts have no common check: the bank's name or the word for account says what they are.",
    matches=(
        "신한은행 110-234-567890",
        "우리은행1002-345-678901",
        "계좌번호는 3333012345678입니다",
        "카카오뱅크(3333-01-2345678)",
        "KB 123456-04-234567",
        "새마을금고 9002-1234-5678-9",
    ),
    misses=("계좌 이체 한도 1000000원", "우리 2026-03-02 예약", "은행 3곳", "110-234-567890"),
    valid=lambda account: 10 <= len(digits_of(account)) <= 16,
)
ACCOUNT_OF_BANK = Rule(
    name="korean_account_before_its_bank",
    label=BANK_ACCOUNT,
    pattern=re.compile(
        rf"{START}(?P<datum>[0-9]{{2,6}}(?:{DASH}[0-9]{{1,7}}){{2,3}}) ?"
        rf"(?:[(]?(?:{_BANKS})(?:은행|뱅크|중앙회)"
        r"|(?:국민|신한|농협|카카오|토스|새마을금고|우체국)(?:[)]| [가-힣]{2,4}(?![가-힣]))"
        r"|[(](?:국민|신한|우리|하나|농협|기업|카카오|토스)[)])"
    ),
    reason="People also say the bank, or the bank and the holder, behind the number.",
    matches=("110-234-567890(신한은행)으로", "123456-04-123456 국민 김철수", "3333-01-2345678 카카오뱅크"),
    misses=("2026-03-02 우리 예약", "주문번호 110-234-567890 신한은행", "123-45 농협 방문"),
    valid=lambda account: 10 <= len(digits_of(account)) <= 16,
    unless_after=ARTICLE_CUE,
)
NAMED_ACCOUNT = Rule(
    name="named_account",
    label=BANK_ACCOUNT,
    pattern=named(
        "",
        r"(?:bank )?(?:account|acct)[ _.-]{0,2}(?:number|num|no|nr|#)|bank[ _]account|routing[ _](?:number|no)",
        "[0-9](?:[ -]?[0-9]){7,16}",
    ),
    reason="Accounts of other countries, where the words say so.",
    matches=("account number 123456789012", "bank account: 1357-2468-90"),
    misses=("account 12345678", "account number of 3 users"),
)

CARDS_AND_ACCOUNTS = (GROUPED_CARD_NUMBER, CARD_NUMBER, INTERNATIONAL_ACCOUNT)
CARDS_APART = (CARD_NUMBER_APART,)
NAMED_PAYMENT = (NAMED_CARD_NUMBER, KOREAN_ACCOUNT, ACCOUNT_OF_BANK, NAMED_ACCOUNT)
