"""Secrets that stand before their name, beside it, or behind a word of another language or a command."""

from __future__ import annotations

import re

from pipeline.scrub.keys import MAX_NAME, Strength, key_facts
from pipeline.scrub.placeholders import SECRET
from pipeline.scrub.rule import Rule, Span
from pipeline.scrub.values import is_expression, is_stand_in, only_stands_in

_NAME_EN = "(?:pass(?:word|wd|code|phrase)|pwd|pw|secret(?: ?key)?|(?:api|access|auth) ?(?:key|token)|token)"
_NAME_KO = "(?:비밀 ?번호|비번|패스워드|암호|시크릿 ?키|(?i:api) ?키|접속 ?키|비밀 ?키)"


def _is_mixed(value: str) -> bool:
    """Whether a value has a digit and a letter and stands for nothing else.

    >>> _is_mixed("q1w2e3"), _is_mixed("2026"), _is_mixed("${PW1}")
    (True, False, False)
    """
    return (
        any(map(str.isdigit, value))
        and any(map(str.isalpha, value))
        and not (is_stand_in(value) or only_stands_in(value) or is_expression(value))
    )


def _is_no_stand_in(value: str) -> bool:
    return not (is_stand_in(value) or only_stands_in(value))


def _named(match: re.Match[str]) -> Span | None:
    """The value beside a name, where the name is a secret's."""
    if key_facts(match["name"][-MAX_NAME:]).strength < Strength.TOKEN:
        return None
    return match.span("datum")


def _inserted(match: re.Match[str]) -> Span | None:
    """The value in the place in which the list of columns names a secret."""
    columns = [column.strip(' `"[]') for column in match["columns"].split(",")]
    for value, column in zip(_SQL_VALUE.finditer(match.string, *match.span("values")), columns, strict=False):
        if key_facts(column).strength >= Strength.TOKEN and value["text"]:
            return value.span("text")
    return None


_SQL_VALUE = re.compile(r"\s{0,4}(?:'(?P<text>[^'\n]{0,256})'|[^',()\n]{1,256})\s{0,4}(?:,|\Z|(?=\)))")

VALUE_FIRST = Rule(
    name="value_before_its_name",
    label=SECRET,
    pattern=re.compile(
        rf"(?<![!-~])[\"'“]?(?P<datum>[!#-&*-~]{{6,64}}+)[\"'”]?(?:가|이|은|는)? ?(?:이게|이거|그게)? ?"
        rf"(?:제|내|저희|우리)? ?"
        rf"(?:[가-힣]{{2,6}} )?{_NAME_KO}(?:예요|이에요|에요|입니다|임|이야|야|인데|였)"
        rf"|(?<![A-Za-z])(?i:use|with|enter|type|try|set)\s[\"'“]?(?P<english>[!#-&*-~]{{6,64}}+)[\"'”]?\s(?i:as)\s"
        rf"(?i:(?:the|my|your|our|a)\s)?(?:[a-z]{{1,12}}\s)?(?i:{_NAME_EN})(?![A-Za-z])"
    ),
    reason="A sentence may end with what it tells, in Korean above all.",
    matches=('"Tr0ub4dor" 이게 제 비밀번호예요', "q1w2e3r4가 비밀번호입니다", "use q1w2e3r4 as the password"),
    misses=("오류코드 E1234가 비밀번호 오류입니다", "use letters1 as separators", "2026-03-02가 비밀번호 변경일입니다"),
    locate=lambda match: match.span("datum" if match["datum"] else "english"),
    valid=_is_mixed,
)
NEIGHBOUR = Rule(
    name="value_beside_its_name",
    label=SECRET,
    signs=('"', "'", "value"),
    pattern=re.compile(
        r"""["'](?P<name>[A-Za-z][\w.-]{2,60})["'](?:\s{0,3},\s{0,3}|\s{1,3}value\s{0,2}=\s{0,2})["'](?P<datum>[^"'\s]{4,256})["']"""
    ),
    reason="Setters and markup give name and value as neighbours.",
    matches=('config.set("secret", "q1w2e3")', '<add key="ApiSecret" value="q1w2e3"/>'),
    misses=('fields = ["password", "email"]', 'get("token", "default")', '("password", "password2confirm()")'),
    locate=_named,
    valid=_is_mixed,
)
SETTING = Rule(
    name="named_setting",
    label=SECRET,
    signs=("value",),
    pattern=re.compile(
        r"""(?<![A-Za-z])name:[ \t]{1,4}["']?(?P<name>[A-Za-z][\w.-]{1,60})["']?[ \t]{0,4}\r?\n"""
        r"""[ \t]{0,40}value:[ \t]{1,4}["']?(?P<datum>[^\s"']{3,256})"""
    ),
    reason="Kubernetes and its like list name and value on two lines.",
    matches=("env:\n- name: DB_PASSWORD\n  value: q1w2e3",),
    misses=("- name: MAX_TOKENS\n  value: 4096", "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: x"),
    locate=_named,
    valid=_is_no_stand_in,
)
SQL_PASSWORD = Rule(
    name="sql_password",
    label=SECRET,
    signs=("identified", "insert"),
    pattern=re.compile(
        r"(?i)(?<![a-z])identified\s{1,3}(?:with\s[\w'\"]{1,40}\s)?(?:by|as)\s{1,3}(?:password\s)?['\"](?P<datum>[^'\"\n]{1,128})['\"]"
        r"|(?<![a-z])insert\s{1,3}into\s{1,3}[\w.`\"\[\]]{1,80}\s{0,3}\((?P<columns>[^()\n]{1,400})\)\s{0,3}values\s{0,3}"
        r"\((?P<values>[^()\n]{1,800})\)"
    ),
    reason="Statements that make users, and rows of users.",
    matches=("CREATE USER kim IDENTIFIED BY 'q1w2e3'", "INSERT INTO users (name,password) VALUES ('kim','q1w2e3')"),
    misses=("identified by 'staff'x".replace("'staff'x", "its id"), "INSERT INTO users (id, name) VALUES (1, 'kim')"),
    locate=lambda match: match.span("datum") if match["datum"] else _inserted(match),
    valid=_is_no_stand_in,
)
COMMAND = Rule(
    name="command_with_password",
    label=SECRET,
    signs=("docker login", "htpasswd", "sqlplus", "openssl", "requirepass", "env "),
    pattern=re.compile(
        r"(?<![\w-])(?:(?:docker|podman|helm registry) login(?: [^\n|;]{0,120}?)? -p[ =]?"
        r"[\"']?(?P<docker>[^\s\"'-][^\s\"']{2,127})"
        r"|htpasswd (?:-[A-Za-z]{1,6} )?-?[A-Za-z]*b[A-Za-z]* \S{1,80} \S{1,80} (?P<htpasswd>[^\s\"']{3,127})"
        r"|sqlplus (?:-\w{1,8} )?[\w$#]{1,40}/(?P<sqlplus>[^\s@/]{2,127})@"
        r"|openssl [^\n|;]{0,120}? -k [\"']?(?P<openssl>[^\s\"'-][^\s\"']{2,127})"
        r"|(?:requirepass|masterauth) [\"']?(?P<redis>[^\s\"']{3,127}))"
    ),
    reason="Commands and settings that take a password in a place of its own.",
    matches=(
        "docker login -u kim -p q1w2e3",
        "htpasswd -b file kim q1w2e3",
        "sqlplus scott/q1w2e3@ORCL",
        "requirepass q1w2e3",
    ),
    misses=("docker login -u kim --password-stdin", "docker run -p 8080:80", "sqlplus /nolog", "openssl enc -k $KEY"),
    locate=lambda match: match.span(match.lastgroup or 0),
    valid=_is_no_stand_in,
)
OTHER_TONGUES = Rule(
    name="told_in_another_language",
    label=SECRET,
    signs=("パスワード", "暗証番号", "密码", "密碼", "口令", "пароль", "contraseña", "mot de passe"),
    pattern=re.compile(
        r"(?i)(?:パスワード|暗証番号|密码|密碼|口令|пароль|contraseña|mot de passe)"
        r"\s{0,2}(?:は|是|为|為|:|:|=|es|est|—|-){0,2}\s{0,2}"
        r"[\"'“]?(?P<datum>[!#-&*-~]{4,128}+)"
    ),
    reason="The same in Japanese, Chinese, Russian, Spanish and French.",
    matches=("パスワードはq1w2e3です", "密码是q1w2e3", "contraseña: q1w2e3", "mot de passe : q1w2e3", "пароль q1w2e3"),
    misses=("パスワードを忘れた", "mot de passe oublié", "пароль 2026"),
    valid=_is_mixed,
)

TOLD_ELSEWHERE = (VALUE_FIRST, NEIGHBOUR, SETTING, SQL_PASSWORD, COMMAND, OTHER_TONGUES)
