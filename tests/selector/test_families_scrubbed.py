"""A query has the same family before and after it was scrubbed."""

from __future__ import annotations

import re
import string

from hypothesis import assume, given
from hypothesis import strategies as st

from pipeline.scrub import scrub_text
from selector.families import query_family

ALPHANUMERIC = string.ascii_letters + string.digits


def digits(count: int) -> st.SearchStrategy[str]:
    return st.text(string.digits, min_size=count, max_size=count)


def random_text(least: int, most: int, alphabet: str = ALPHANUMERIC) -> st.SearchStrategy[str]:
    return st.text(alphabet, min_size=least, max_size=most)


def luhn_completed(number: str) -> str:
    doubled = (sum(divmod(int(d) * 2, 10)) if i % 2 == 0 else int(d) for i, d in enumerate(reversed(number)))
    return number + str(-sum(doubled) % 10)


def mod97_completed(country: str, account: str) -> str:
    rest = int("".join(str(int(sign, 36)) for sign in f"{account}{country}00")) % 97
    return f"{country}{98 - rest:02}{account}"


def grouped(text: str, separator: str, size: int = 4) -> str:
    return separator.join(text[i : i + size] for i in range(0, len(text), size))


SEPARATORS = st.sampled_from(["", "-", " "])
EMAILS = st.builds(
    "{}@{}.{}".format,
    st.from_regex(r"[A-Za-z][A-Za-z0-9_+.]{0,12}[A-Za-z0-9]", fullmatch=True),
    st.from_regex(r"[a-z][a-z0-9-]{0,10}[a-z0-9](\.[a-z]{2,6})?", fullmatch=True),
    st.sampled_from(["com", "org", "co.kr", "io", "museum"]),
)
PHONES = st.one_of(
    st.builds("010{1}{0[0]}{1}{0[1]}".format, st.tuples(digits(4), digits(4)), SEPARATORS),
    st.builds("({}) {}-{}".format, st.sampled_from(["02", "031", "051"]), digits(3), digits(4)),
    st.builds("+82-10-{}-{}".format, digits(4), digits(4)),
    st.builds("+44 20 {} {}".format, digits(4), digits(4)),
    st.builds("415-555-{}".format, digits(4)),
)
CARDS = st.builds(lambda number, mark: grouped(luhn_completed(f"4{number}"), mark), digits(14), SEPARATORS)
RESIDENTS = st.builds("{}{}{}".format, st.sampled_from(["900228-1", "851231-2", "050301-4"]), digits(6), st.just(""))
IBANS = st.builds(
    lambda bank, account, mark: grouped(mod97_completed("GB", f"{bank}{account}"), mark),
    random_text(4, 4, string.ascii_uppercase),
    digits(14),
    st.sampled_from(["", " "]),
)
TOKENS = st.one_of(
    st.builds("{}{}".format, st.sampled_from(["ghp_", "npm_", "hf_", "gsk_"]), random_text(36, 40)),
    st.builds("{}{}".format, st.sampled_from(["xoxb-", "sk_live_", "glpat-"]), random_text(20, 24)),
    st.builds("AKIA{}".format, random_text(16, 16, string.ascii_uppercase + string.digits)),
    st.builds("eyJ{}.eyJ{}.{}".format, random_text(20, 40), random_text(20, 40), random_text(20, 43)),
    st.builds("Authorization: Bearer {}".format, random_text(24, 40)),
)
PRIVATE_KEYS = st.builds(
    "-----BEGIN PRIVATE KEY-----\n{0}\n{1}\n-----END PRIVATE KEY-----".format, random_text(40, 64), random_text(1, 64)
)
URLS = st.builds(
    "{}://{}:{}@{}/{}".format,
    st.sampled_from(["postgres", "https", "amqp", "mongodb+srv"]),
    random_text(0, 8),
    random_text(4, 16, ALPHANUMERIC + "!$%&*+-_."),
    st.sampled_from(["db.internal", "127.0.0.1:5432", "example.com"]),
    random_text(0, 8),
)
PASSWORDS = st.builds(
    "{}{}{}".format,
    st.sampled_from(
        ["password", "DB_PASSWORD", "passwd", "apiKey", "access_token", "client_secret", "비밀번호", "암호"]
    ),
    st.sampled_from(["=", ": ", " = ", ":"]),
    random_text(8, 20, ALPHANUMERIC + "!@#$%^*-_"),
)
DATA = st.one_of(EMAILS, PHONES, CARDS, RESIDENTS, IBANS, TOKENS, PRIVATE_KEYS, URLS, PASSWORDS)
#: A datum stands between spaces in English, and has particles written on to it in Korean.
FRAMES = st.sampled_from(
    [
        "look up {} for me",
        "{}",
        "please forward the ticket to {} and {}, thanks",
        "is {} still valid?",
        "don't use ({}) again",
        "{}으로 초대장 보내줘",
        "{} 조회해 주세요",
        "고객 {}의 주문을 취소하고 {}에 알려줘",
        "{}입니다",
    ]
)


@given(FRAMES, DATA, DATA)
def test_a_query_has_the_same_family_before_and_after_scrubbing(frame: str, first: str, second: str) -> None:
    query = frame.format(first, second)
    scrubbed = scrub_text(query)
    assume("[WITHHELD]" not in scrubbed)  # nothing is left to compare
    identified = re.sub(r"\[([A-Z_]+)\]", r"[\1:3f9a]", scrubbed)
    assert query_family(scrubbed).terms == query_family(query).terms
    assert query_family(identified).terms == query_family(query).terms


@given(DATA)
def test_a_datum_adds_nothing_but_a_slot(datum: str) -> None:
    scrubbed = scrub_text(f"look up {datum}")
    assert "#" in query_family(scrubbed).terms
