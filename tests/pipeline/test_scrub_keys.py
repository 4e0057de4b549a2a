"""Key names as tokens, and what the value under a secret's name may be."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from pipeline.scrub import scrub

SECRET_NAMES = [
    "password", "PASSWORD", "userPassword", "db.password", "new-password", "password2", "passwordConfirmation",
    "api_key", "apiKey", "X-Api-Key", "APIKey", "access_token", "accessToken", "refreshtoken", "client_secret",
    "Authorization", "proxy-authorization", "Set-Cookie", "sessionId", "x-csrf-token", "private_key", "signingKey",
    "encryption_key", "otp", "pin", "cvv2", "verificationCode", "one_time_code", "connectionString", "hmac",
    "비밀번호", "사용자비밀번호", "새 비밀번호 확인", "인증번호", "토큰", "API 키", "パスワード",
]  # fmt: skip
HARMLESS_NAMES = [
    "token_count", "tokenCount", "max_tokens", "prompt_tokens", "tokenizer", "token_type", "token_url",
    "nextPageToken", "password_policy", "passwordLength", "secretary", "secret_name", "cookie_policy", "author",
    "authority", "auth_method", "sessionization", "session_count", "primary_key", "cache_key", "keyboard", "key",
    "pinned", "pin_color", "shipping", "opinion", "compass", "country_code", "status_code", "signature_required",
    "boarding_pass", "암호화", "토큰수", "키",
]  # fmt: skip


@pytest.mark.parametrize("name", SECRET_NAMES)
def test_the_value_under_a_secrets_name_is_replaced(name: str) -> None:
    assert scrub({"call": {name: "zx-1"}}) == {"call": {name: "[SECRET]"}}


@pytest.mark.parametrize("name", HARMLESS_NAMES)
def test_names_that_only_hold_such_a_word_are_left(name: str) -> None:
    assert scrub({name: "zx-1"}) == {name: "zx-1"}


@pytest.mark.parametrize(
    "value",
    [
        None, True, False, "", "****", "[SECRET]", "[SECRET:0a1b]", "__REDACTED__", "required", "${s1.items[0].token}",
        "$.data.token", "{{token}}", "<password>", {"type": "string", "minLength": 8}, {"$ref": "#/definitions/token"},
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["password", "access_token"])
def test_what_only_stands_for_a_secret_is_left(name: str, value: Any) -> None:
    assert scrub({name: value}) == {name: value}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"pin": 3064}, {"pin": "[SECRET]"}),
        ({"otp": Decimal(550718)}, {"otp": "[SECRET]"}),
        ({"token": 7}, {"token": 7}),
        ({"tokens": 81200}, {"tokens": 81200}),
        ({"access_tokens": ["zx-1", "zx-2"]}, {"access_tokens": ["[SECRET]", "[SECRET]"]}),
        ({"password": ["zx-1"]}, {"password": "[SECRET]"}),
        pytest.param({"password": 10**5000}, {"password": "[SECRET]"}, id="long number"),
        ({"credentials": {"user": "kim", "tries": 3}}, {"credentials": {"user": "[SECRET]", "tries": 3}}),
        ({"auth": "basic"}, {"auth": "basic"}),
        ({"auth": "q7Zt31xMv90KpL2a"}, {"auth": "[SECRET]"}),
        ({"secret": b"zx-1"}, {"secret": "[SECRET]"}),
    ],
)
def test_the_value_decides_where_the_name_leaves_room(given: Any, expected: Any) -> None:
    assert scrub(given) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"name": "X-Api-Key", "value": "zx-1"}, {"name": "X-Api-Key", "value": "[SECRET]"}),
        ({"name": "size", "value": "zx-1"}, {"name": "size", "value": "zx-1"}),
        ([["Authorization", "zx-1"], ["Host", "a.kr"]], [["Authorization", "[SECRET]"], ["Host", "a.kr"]]),
        ([(b"cookie", b"zx-1")], [["cookie", "[SECRET]"]]),
        ({"required": ["password", "user"]}, {"required": ["password", "user"]}),
        ({"from_field": "$.data.token", "to_field": "token"}, {"from_field": "$.data.token", "to_field": "token"}),
    ],
)
def test_a_name_beside_its_value_counts_as_a_key(given: Any, expected: Any) -> None:
    assert scrub(given) == expected


@pytest.mark.parametrize(
    ("given", "label"),
    [
        ({"phone": 1023456789}, "PHONE"),
        ({"phoneNumbers": ["0234567890"]}, "PHONE"),
        ({"연락처": "0234567890"}, "PHONE"),
        ({"cardNumber": "1357-2468-1357-2468"}, "CARD"),
        ({"passportNo": "M20437731"}, "PASSPORT"),
        ({"계좌번호": "110234567890"}, "BANK_ACCOUNT"),
        ({"rrn": 1402283234567}, "RRN"),
        ({"n": 4242424242424242}, "CARD"),
        ({"n": 4242424242424242.0}, "CARD"),
        ({"n": Decimal(4242424242424242)}, "CARD"),
    ],
)
def test_a_telling_name_and_a_number_of_any_type_are_read_together(given: dict[str, Any], label: str) -> None:
    (scrubbed,) = scrub(given).values()
    assert scrubbed in (f"[{label}]", [f"[{label}]"])


@pytest.mark.parametrize(
    "value",
    [
        {"order_id": 4242424242424242},
        {"ts": 1767225600123},
        {"amount": 123456789012.5},
        {"phone": "Galaxy S24"},
        {"card": "VISA"},
        {"customer_id": "u-77"},
        {"barcode": "8801007125886"},
        {"balance": -4242424242424242},
    ],
)
def test_numbers_that_are_no_persons_stay_what_they_are(value: dict[str, Any]) -> None:
    assert scrub(value) == value
