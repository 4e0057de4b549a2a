"""Key names as tokens: which of them name a secret.

A name is split where its writer joined words, and the words at its end decide, as the head of an English or Korean
compound does: an `access_token` is a token, a `token_count` is a count, a `cookie_policy` is a policy.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from pipeline.scrub.wordlist import words

#: Longer names are judged by their end.
MAX_NAME = 80

#: What Korean writes onto a name without a space.
_KOREAN_FORM = re.compile(r"(?<=[가-힣]{2})(확인|재확인|재입력|입력|값|변경)$")
#: An abbreviation in capitals onto which a word is written: `APIkey` is an api key.
_ACRONYM_EDGE = re.compile(
    r"(?<![A-Za-z])(API|AWS|SSH|GPG|PGP|RSA|AES|JWT|DB|OTP|MFA|SMS|CSRF|XSRF)(?=(?:key|token|secret|password|pass|pw|code)s?(?![a-z]))"
)
#: `p@ssword` and `passw0rd`.
_DISGUISED = re.compile(r"(?i)p[a@4]ssw[o0]rd")
_TOKEN = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")


class Strength(IntEnum):
    """How surely a name says that its value is a secret."""

    NONE = 0
    #: The value decides: it must look generated.
    WEAK = 1
    #: A secret unless it plainly stands for one; a number of three digits or fewer is a count.
    TOKEN = 2
    #: A secret, be it ever so short.
    PASSWORD = 3


class KeyFacts(NamedTuple):
    """What a key name says about its value.

    Attributes:
        strength: how surely the value is a secret.
        plural: whether the name is a plural, so that a number under it is a count.
    """

    strength: Strength
    plural: bool
    #: Whether the name is also an everyday word, of which a plain short word tells nothing: `token`, `bearer`.
    vague: bool = False


_PASSWORDS = words(
    """
    password passwd passwort passphrase passcode passkey pwd pword pw pass userpw userpass dbpass pgpassword mysqlpwd
    contrasena senha kennwort motdepasse otp totp pin cvc cvv csc
    """
)
_TOKENS = words(
    """
    secret token credential cred authorization bearer cookie signature sig hmac csrf xsrf jwt mnemonic
    apikey apitoken apisecret appkey appsecret authkey authtoken authcode accesskey accesstoken accesscode secretkey
    secrettoken privatekey signingkey encryptionkey masterkey servicekey licensekey sessionkey sessiontoken sessionid
    sessid jsessionid phpsessid sshkey clientsecret consumerkey consumersecret idtoken refreshtoken bearertoken
    tkn privkey pvtkey kubeconfig dockerconfigjson
    usertoken csrfmiddlewaretoken csrftoken xsrftoken webhooksecret connectionstring connstr
    accountkey
    """
)
#: Of these a value tells only where it looks generated.
_WEAK = words("auth authz oauth session sid dsn salt pat pem sas seed nonce")
_ENDINGS_WEAK = ("세션", "쿠키")
#: Ends of names into which words were joined: `dbpassword`, `adminpwd`.
_GLUED = ("password", "passwd", "passphrase", "pwd", "rootpw", "adminpw", "dbpw", "mypw", "loginpw", "authpw")

#: The word before `key` that makes it one which opens something; a primary or a cache key opens nothing.
_KEYS = words(
    """
    api access secret private signing sign encryption encrypt decryption auth authentication authorization master ssh
    gpg pgp rsa aes hmac service account license licence client session shared symmetric webhook consumer
    subscription priv pvt deploy server admin app security integration recovery functions confm crtfc cert
    """
)
#: The word before `code` that makes it one which proves something; a country or an error code proves nothing.
_CODES = words(
    """
    verification auth authentication authorization otp mfa 2fa fa twofactor factor security sms recovery backup login
    onetime access device pin unlock cvc cvv
    """
)
#: The word before `token` that makes it a place in a list, a piece of text or a figure of style.
_HARMLESS_TOKENS = words(
    """
    page next previous prev continuation sync cursor start end stop first last special max min total prompt completion
    input output num per pad mask sep cls eos bos unk cached reasoning design css
    idempotency dedup deduplication cancel cancellation concurrency
    """
)
_PHRASES = frozenset(
    tuple(phrase.split())
    for phrase in (
        "session id",
        "sess id",
        "connection string",
        "conn string",
        "conn str",
        "seed phrase",
        "recovery phrase",
        "secret phrase",
        "pass phrase",
        "pass code",
        "pass word",
        "pin number",
        "pin no",
        "otp number",
        "cvc number",
        "cvv number",
        "otp 번호",
        "pin 번호",
        "cvc 번호",
        "connect sid",
        "세션 id",
        "github pat",
        "gitlab pat",
        "code verifier",
        "client assertion",
        "saml response",
        "saml assertion",
        "oauth verifier",
        "oauth token",
        "security answer",
        "secret answer",
        "otp seed",
        "totp seed",
        "wallet seed",
        "recaptcha response",
        "access tok",
        "magic link",
        "api 키",
        "access 키",
        "secret 키",
        "private 키",
    )
)

#: Ends of Korean, Japanese and Chinese names; such compounds are written without a space.
_ENDINGS_PASSWORD = tuple(
    sorted(
        words(
            "비밀번호 비번 패스워드 암호 핀번호 인증번호 보안번호 暗証番号 パスワード 密码 密碼 口令 пароль contraseña"
        )
    )
)
_ENDINGS_TOKEN = tuple(
    sorted(
        words(
            """
            토큰 시크릿 시크릿키 비밀키 개인키 암호키 인증키 접속키 접근키 액세스키 서명키 인증코드 보안코드 세션키
            세션아이디 자격증명 トークン 令牌
            """
        )
    )
)

#: Words after a secret's name that leave it the same secret in another form.
_SAME_THING = words(
    """
    value val raw plain plaintext hash hashed digest encrypted enc encoded base64 base b64 hex confirm
    confirmation confirmed again repeat retype verify old new current input header
    prod production dev development staging live pem text string str v 확인 재확인 재입력 입력 값 변경
    """
)
#: Everyday words when they stand alone.
_VAGUE = frozenset({"token", "bearer", "signature", "credential"})
#: Words that make a question of a name: its value is an answer.
_ASKING = frozenset({"has", "is", "was", "should", "requires", "needs"})
#: Every Latin word that may end a secret's name.
_HEADS = {"passe"} | _PASSWORDS | _TOKENS | _WEAK | {phrase[-1] for phrase in _PHRASES} | {"code", "token", "key"}
_PLURALS = {
    "passwords": "password",
    "secrets": "secret",
    "tokens": "token",
    "credentials": "credential",
    "creds": "cred",
    "cookies": "cookie",
    "keys": "key",
    "signatures": "signature",
    "pins": "pin",
    "strings": "string",
    "codes": "code",
}


def key_facts(name: str) -> KeyFacts:
    """What a key name says about its value, see `facts_of`.

    >>> [key_facts(name).strength.name for name in ("X-Api-Key", "accessToken", "cvv2", "비밀번호")]
    ['TOKEN', 'TOKEN', 'PASSWORD', 'PASSWORD']
    >>> [key_facts(name).strength.name for name in ("token_count", "max_tokens", "tokenizer", "cookie_policy")]
    ['NONE', 'NONE', 'NONE', 'NONE']
    """
    return facts_of(words_of(name))


def facts_of(name: Sequence[str]) -> KeyFacts:
    """What the words of a key name say about its value.

    >>> facts_of(["prompt", "tokens"]).strength.name, facts_of(["access", "tokens"]).strength.name
    ('NONE', 'TOKEN')
    """
    if len(name) > 1 and name[0] in _ASKING:
        return KeyFacts(Strength.NONE, plural=False)
    core = _core(name)
    plural = bool(core) and core[-1] in _PLURALS
    if plural:
        core[-1] = _PLURALS[core[-1]]
    return KeyFacts(_strength(core, plural), plural, len(name) == 1 and core[0] in _VAGUE)


def words_of(name: str) -> list[str]:
    """The words of a name in lower case, split at separators, changes of case and digits.

    >>> words_of("X-APIKey_v2"), words_of("사용자_비밀번호")
    (['x', 'api', 'key', 'v', '2'], ['사용자', '비밀번호'])
    """
    name = name[-MAX_NAME:]
    if not name.isascii():
        name = unicodedata.normalize("NFKC", name)
    name = _ACRONYM_EDGE.sub(r"\1_", _DISGUISED.sub("password", name))
    tokens = _TOKEN.findall(name)
    if len(tokens) > 3 and max(map(len, tokens)) == 1:
        tokens = ["".join(tokens)]
    if not name.isascii():
        tokens = " ".join(_KOREAN_FORM.sub(r" \1", token) for token in tokens).split()
    return [token.casefold() for token in tokens]


def _core(name: Sequence[str]) -> list[str]:
    """The words without what follows the head: `password_hash` and `cvv2` are a password and a cvv."""
    core = list(name)
    while len(core) > 1 and (core[-1] in _SAME_THING or core[-1].isdigit()) and (core[-2], core[-1]) not in _PHRASES:
        core.pop()
    return core


def _strength(core: list[str], plural: bool) -> Strength:
    head = core[-1] if core else ""
    if head.isascii() and head not in _HEADS and not head.endswith(_GLUED):
        return Strength.NONE
    before = core[-2] if len(core) > 1 else ""
    if head in _PASSWORDS or head.endswith((*_ENDINGS_PASSWORD, *_GLUED)) or core[-3:] == ["mot", "de", "passe"]:
        return Strength.NONE if (before, head) == ("boarding", "pass") else Strength.PASSWORD
    if head == "code" and (before in _CODES or core[-3:-1] == ["one", "time"]):
        return Strength.PASSWORD
    if head == "token":
        return _token_strength(before, plural)
    if head in _TOKENS or head.endswith(_ENDINGS_TOKEN) or (before, head) in _PHRASES:
        return Strength.TOKEN
    if head == "key" and before in _KEYS:
        return Strength.TOKEN
    return Strength.WEAK if head in _WEAK or head.endswith(_ENDINGS_WEAK) else Strength.NONE


def _token_strength(before: str, plural: bool) -> Strength:
    if before in _HARMLESS_TOKENS:
        return Strength.NONE
    return Strength.TOKEN if before or not plural else Strength.WEAK
