"""Addresses of machines: personal data in some houses, everyday words of a log in others. A policy switches them on."""

from __future__ import annotations

import re

from pipeline.scrub.placeholders import IP_ADDRESS
from pipeline.scrub.rule import Rule, RuleGroup

_BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_WORD = "[0-9A-Fa-f]{1,4}"


def _is_no_version(address: str) -> bool:
    """The unspecified and the loopback address are nobody's.

    >>> [_is_no_version(a) for a in ("203.0.113.7", "0.0.0.0", "127.0.0.1", "255.255.255.0")]
    [True, False, False, False]
    """
    return not address.startswith(("0.", "127.", "255."))


def _is_full(address: str) -> bool:
    """Eight groups, or fewer around one pair of colons; `::1` and times of day are none.

    >>> [_is_full(a) for a in ("2001:db8::7", "fe80:0:0:0:1:2:3:4", "::1", "12:30:45", "a::b::c")]
    [True, True, False, False, False]
    """
    groups = [group for group in address.split(":") if group]
    if "::" in address:
        return address.count("::") == 1 and ":::" not in address and 2 <= len(groups) <= 7
    return len(groups) == 8


IPV4 = Rule(
    name="ipv4_address",
    label=IP_ADDRESS,
    pattern=re.compile(rf"(?<![0-9A-Za-z_.-]){_BYTE}(?:\.{_BYTE}){{3}}(?![0-9A-Za-z_-]|\.[0-9])"),
    reason="RFC 791; the GDPR counts an address as personal where a person can be found behind it.",
    matches=("접속 IP 203.0.113.7에서", "client=198.51.100.23:443", "from 10.1.2.3."),
    misses=("v1.2.3.4", "1.2.3.4.5", "127.0.0.1", "255.255.255.0", "300.1.1.1", "build 1.2.3.4-rc1"),
    valid=_is_no_version,
    signs=(".",),
)
IPV6 = Rule(
    name="ipv6_address",
    label=IP_ADDRESS,
    pattern=re.compile(rf"(?<![0-9A-Za-z:.]){_WORD}(?::{{1,2}}{_WORD}){{1,7}}+(?![0-9A-Za-z:])"),
    reason="RFC 4291, with or without the pair of colons that stands for zeros.",
    matches=("2001:db8::7에서", "[fe80:0:0:0:1:2:3:4]"),
    misses=("12:30:45", "00:1a:2b:3c:4d:5e", "std::vector", "a:b"),
    valid=_is_full,
    signs=(":",),
)

OPTIONAL = RuleGroup("network", re.compile(r"[0-9a-f][.:]"), (IPV4, IPV6))
