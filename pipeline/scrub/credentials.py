"""Credentials known by their shape: private keys, tokens, headers, and what stands before the host of a URL."""

from __future__ import annotations

import base64
import binascii
import re

from pipeline.scrub.placeholders import JWT, PRIVATE_KEY, SECRET, URL_CREDENTIAL
from pipeline.scrub.rule import Rule
from pipeline.scrub.values import is_stand_in, only_stands_in

# Assembled, so that no scanner of source takes an example for the real thing.
_BEGIN = "-----BEGIN RSA PRI" + "VATE KEY-----"
_END = "-----END RSA PRI" + "VATE KEY-----"
_JWT_HEAD = "ey" + "JhbGciOiJIUzI1NiJ9"
_JWT_BODY = "ey" + "JzdWIiOiI0MiJ9"


def _opens_something(token: str) -> bool:
    """Whether what follows `Bearer` is a token and no word: it has a digit, or is longer than words are.

    >>> [_opens_something(t) for t in ("authentication", "token-based", "a1b2c3d4e5", "QwErTyUiOpAsDfGhJkLzXcVb")]
    [False, False, True, True]
    """
    return any(c.isdigit() for c in token) or (len(token) >= 20 and token.isalpha())


def _is_user_and_password(encoded: str) -> bool:
    """Whether the text is `user:password` in base64, as RFC 7617 has it.

    >>> _is_user_and_password("a2ltOmh1bnRlcjI="), _is_user_and_password("authentication")
    (True, False)
    """
    try:
        decoded = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except binascii.Error:
        return False
    return b":" in decoded and all(byte >= 0x20 for byte in decoded)


def _is_user_option(value: str) -> bool:
    user, _, password = value.partition(":")
    return not (is_stand_in(password) or (user.isdigit() and password.isdigit()))


PEM = Rule(
    name="pem_private_key",
    label=PRIVATE_KEY,
    signs=("-----begin",),
    # Where the end is missing the key was cut: then the rest of the text is taken for it.
    pattern=re.compile(
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]++|-(?!----END))*+"
        r"(?:-----END[A-Z0-9 ]{0,60}(?:-{1,5})?)?"
    ),
    reason="RFC 7468: a private key stands between its BEGIN and END lines; also with escaped line ends.",
    matches=(f"{_BEGIN}\nMIIEow0a\n{_END} 끝", f"{_BEGIN}\\nMIIEow0a\\n-----END", f"{_BEGIN} MIIEow0a"),
    misses=("-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----"),
)
PUTTY = Rule(
    name="putty_private_key",
    label=PRIVATE_KEY,
    signs=("private-lines:",),
    pattern=re.compile(r"Private-Lines:[ \t]{1,4}[0-9]{1,3}(?P<datum>(?:[A-Za-z0-9+/=]|\s|\\[rn])++)"),
    reason="PuTTY's key file: the private part stands in lines of its own, whose number is told before.",
    matches=("Private-Lines: 1\nAAAAgQCq1w2\nPrivate-MAC: 0a",),
    misses=("Public-Lines: 1\nAAAAB3Nz",),
)
URL_USER = Rule(
    name="url_user_and_password",
    label=URL_CREDENTIAL,
    signs=("@",),
    # A password may hold an at sign of its own: the last one before the path counts.
    pattern=re.compile(r"""//(?P<datum>[^\s/?#@:"'<>]{0,256}:[^\s/?"'<>]{1,512})@"""),
    reason="RFC 3986, 3.2.1: user information before the host; connection strings of databases and brokers.",
    matches=(
        "postgres://app:pw@db/prod",
        "redis://:pw@127.0.0.1:6379/0",
        "amqp://u:p@ss@mq",
        "https://kim:pw@a.kr에서",
    ),
    misses=("https://example.com:8080/a@b", "ssh://git@example.com/a.git", "http://a.kr/?q=x:y@z"),
    valid=lambda datum: not is_stand_in(datum.partition(":")[2]),
)
URL_TOKEN = Rule(
    name="url_token",
    label=URL_CREDENTIAL,
    signs=("@",),
    pattern=re.compile(r"://(?P<datum>[A-Za-z0-9_-]{20,256})@"),
    reason="A long user name without a password is a token, as code hosts and error trackers take it.",
    matches=("https://" + "a1b2c3d4" * 4 + "@errors.example.com/1",),
    misses=("https://kim@example.com/",),
    valid=_opens_something,
)
ORACLE_URL = Rule(
    name="oracle_thin_url",
    label=URL_CREDENTIAL,
    signs=("jdbc:oracle:",),
    pattern=re.compile(r"(?i:jdbc:oracle:)[a-z0-9]{1,8}:(?P<datum>[^\s/@:]{1,64}/[^\s@]{1,128})@"),
    reason="Oracle's thin driver takes user/password@host.",
    matches=("jdbc:oracle:thin:app/pw@db:1521:x",),
    misses=("jdbc:oracle:thin:@db:1521/x",),
)
WEBHOOK = Rule(
    name="webhook_url",
    label=SECRET,
    signs=("hook", "googleapis"),
    pattern=re.compile(
        r"(?i:hooks\.slack\.com/(?:services|workflows|triggers)/|discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/"
        r"|webhook\.office\.com/|hooks\.zapier\.com/hooks/catch/|chat\.googleapis\.com/v1/spaces/)"
        r"(?P<datum>[A-Za-z0-9/_@%=&?.-]{12,})"
    ),
    reason="Whoever knows the path of an incoming webhook may post to it.",
    matches=("https://hooks.slack.com/" + "services/T00/B00/a1b2c3d4e5f6",),
    misses=("https://hooks.slack.com/docs",),
)
JSON_WEB_TOKEN = Rule(
    name="json_web_token",
    label=JWT,
    signs=("eyj",),
    pattern=re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,4}(?<!\.)"),
    reason="RFC 7519 and 7516: two to five base64url parts, of which the first is a JSON object.",
    matches=(f"{_JWT_HEAD}.{_JWT_BODY}.a1b2c3로 인증", f"{_JWT_HEAD}.{_JWT_BODY}"),
    misses=("eyJ", "eyJhbGciOiJIUzI1NiJ9"),
)
AUTHORIZATION = Rule(
    name="authorization_header",
    label=SECRET,
    signs=("authorization",),
    pattern=re.compile(
        r"""(?i)(?<![a-z0-9])(?:proxy-)?authorization["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'\\]{0,4}"""
        r"(?P<datum>(?:basic|bearer|token|apikey|api-key|key|jwt|negotiate|ntlm|kakaoak|ssws|bot)\s{1,3}[^\s\"'\\,;<>]+"
        r"|(?:digest|hawk|oauth|aws4-hmac-sha256|goog4-[a-z0-9-]{1,20}|signature|mac)\s[^\r\n']+)"
    ),
    reason="RFC 9110, 11.6.2: the scheme and what it carries, for some schemes a list of parameters.",
    matches=(
        "Authorization: Bearer q1w",
        '"authorization": "Token q1w2e3"',
        'Proxy-Authorization: Digest username="u", response="d41d8cd9"',
    ),
    misses=("authorization: required", "Authorization header is missing", "Authorization: Bearer ${TOKEN}"),
    valid=lambda datum: not only_stands_in(datum.partition(" ")[2]),
)
BEARER = Rule(
    name="bearer_token",
    label=SECRET,
    signs=("bearer", "kakaoak", "ssws", "flyv1"),
    pattern=re.compile(
        r"(?i)(?<![a-z0-9])(?:bearer|kakaoak|ssws|flyv1)[ \t]{1,3}"
        r"(?P<datum>[a-z0-9._~+/-]{7,}[a-z0-9_~+/-]={0,2})"
    ),
    reason="RFC 6750, also where the header's name was left out, and the schemes of Kakao, Okta and Fly.io.",
    matches=("bearer q1w2e3r4t5y6로 호출", "KakaoAK " + "0a1b2c3d" * 4, "SSWS 00q1w2e3r4t5"),
    misses=("Bearer authentication required", "the bearer certificate"),
    valid=_opens_something,
)
DIGEST = Rule(
    name="digest_credentials",
    label=SECRET,
    signs=("digest ",),
    pattern=re.compile(r"""(?i)(?<![a-z0-9])digest[ \t]{1,3}(?P<datum>[a-z]{2,12}=[^\r\n']*\bresponse=[^\r\n']+)"""),
    reason="RFC 7616: the response can be tried against guessed passwords.",
    matches=('Digest username="u", realm="r", response="d41d8cd9"',),
    misses=("digest algorithm=md5", "the digest of today: response=ok"),
)
BASIC = Rule(
    name="basic_credentials",
    label=SECRET,
    signs=("basic",),
    pattern=re.compile(r"(?i)(?<![a-z0-9])basic[ \t]{1,3}(?P<datum>[a-z0-9+/]{6,}={0,2})"),
    reason="RFC 7617, also where the header's name was left out.",
    matches=("Basic a2ltOmh1bnRlcjI=",),
    misses=("Basic authentication is off", "basic plan"),
    valid=_is_user_and_password,
)
COOKIE = Rule(
    name="cookie_header",
    label=SECRET,
    signs=("cookie",),
    pattern=re.compile(r"""(?i)(?<![a-z0-9])(?:set-)?cookie2?\s{0,3}:\s{0,3}(?P<datum>[^\s=;,"']{1,128}=[^\r\n"']+)"""),
    reason="RFC 6265: cookies carry sessions; which of them do, no rule can know.",
    matches=("Cookie: theme=dark; sid=q1w2e3", "set-cookie: sid=q1w2; Path=/"),
    misses=("cookie: chocolate chip", "cookie policy"),
)
USER_OPTION = Rule(
    name="user_option",
    label=SECRET,
    signs=("-u",),
    pattern=re.compile(r"""(?<![\w-])(?:-u|--user|--proxy-user)[ =]["']?(?P<datum>[^\s:"'/]{1,64}:[^\s"'/]{1,128})"""),
    reason="curl and its like take user:password on the command line.",
    matches=("curl -u kim:pw1 https://example.com",),
    misses=("docker run -u 1000:1000 image", "ls -u :"),
    valid=_is_user_option,
)

ATTACHED_OPTION = Rule(
    name="attached_option",
    label=SECRET,
    signs=("mysql", "mariadb", "sshpass", "redis-cli"),
    pattern=re.compile(
        r"""(?<![\w-])(?:mysql(?:dump|admin)?|mariadb)(?= )[^\n|;]{0,120}? -p(?P<datum>[^\s"'-][^\s"']{2,127})"""
        r"""|(?<![\w-])(?:sshpass -p ?|redis-cli (?:[^\n|;]{0,80} )?-a )["']?(?P<word>[^\s"']{1,128})"""
    ),
    reason="Some commands take a password stuck to the option, or behind a letter that elsewhere means another thing.",
    matches=("mysql -u root -pq1w2e3 shop", "sshpass -p 'q1w2e3' ssh kim@host", "redis-cli -h db -a q1w2e3"),
    misses=("mysql -u root -p shop", "mkdir -parents", "docker run -p8080:80 x"),
    locate=lambda match: match.span(match.lastgroup or 0),
)

BY_SHAPE = (
    PEM,
    PUTTY,
    URL_USER,
    URL_TOKEN,
    ORACLE_URL,
    WEBHOOK,
    JSON_WEB_TOKEN,
    AUTHORIZATION,
    BEARER,
    DIGEST,
    BASIC,
    COOKIE,
    USER_OPTION,
    ATTACHED_OPTION,
)
