"""What must go and what must stay, in many surroundings; invented for these tests."""

from __future__ import annotations

import json
import random
import string
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent
_HEX, _ALNUM = "0123456789abcdef", string.ascii_letters + string.digits

#: What stands around a datum: prose, brackets, logs, lists, tables, Korean with and without a space.
SURROUNDINGS = (
    "{}", "{}입니다", "제 {}로 해줘", "say {} now", "({})", '"{}"', "<{}>", "{},", "{}.", "값={}", "a\t{}\tb",
    "{}\n다음", "log: [{}]", "* {}", "`{}`", "{}은 뭐야?",
)  # fmt: skip

#: How credentials of the makers look: x stands for a letter or digit, h for a hexadecimal digit, as often as said.
_SHAPES = """
    ghp_ x36|gho_ x36|ghs_ x36|github_pat_ x22 _ x59|glpat- x20|GR1348941 x20|AKIA u16|ASIA u16|AIza x35|ya29. x60
    GOCSPX- x28|xoxp- d11 - x24|xapp-1-A0 u9 - d13 - h64|sk_live_ x24|sk_test_ x24|rk_test_ x24|whsec_ x32|sk-proj- x48
    sk- x20 T3BlbkFJ x20|sk-ant-api03- x93 AA|hf_ x34|gsk_ x52|xai- x80|r8_ x37|pplx- x48|npm_ x36|SG. x22 . x43|SK h32
    AC h32|key- h32|123456789:AA x33|dop_v1_ h64|shpat_ h32|sq0atp- x22|abc8Q~ x34|lin_api_ x40|ntn_ x46|dapi h32
    NRAK- u27|glsa_ x32 _ h8|live_sk_ x28|KakaoAK h32|hvs. x24|figd_ x40|sl.B1 x133|dp.pt. x43|pul- h40|lsv2_pt_ h32
    sk-or-v1- h64|sbp_ h40|sb_secret_ x31|vercel_blob_rw_ x16 _ x30|aio_ x28|pscale_pw_ x43|PMAK- h24 - h34|squ_ h40
    tfp_ x44|dckr_pat_ x27|ATBB x32|sk_ h48|pcsk_ x60|tvly- x32|nvapi- x64|up_ x29|HRKU-AA x58|nfp_ x36|rubygems_ h48
    eyJ x30 .eyJ x50 . x43
"""


class Telling(NamedTuple):
    """A text that tells something, and the part of it that must be gone."""

    kind: str
    text: str
    hidden: str


def telling() -> list[Telling]:
    """Personal data and secrets with the words that give them away."""
    lines = (_HERE / "telling.jsonl").read_text(encoding="utf-8").splitlines()
    return [Telling(row["class"], row["text"], row["hidden"]) for row in map(json.loads, lines)]


def tokens() -> list[Telling]:
    """A credential of each maker, drawn from a fixed seed."""
    draw = random.Random(5)
    alphabets = {"x": _ALNUM, "h": _HEX, "u": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "d": string.digits}
    found = []
    for shape in _SHAPES.replace("\n", "|").split("|"):
        parts = shape.split()
        if not parts:
            continue
        lead = "KakaoAK " if parts[0] == "KakaoAK" else parts[0]
        body = "".join(
            "".join(draw.choices(alphabets[part[0]], k=int(part[1:])))
            if part[1:].isdigit() and part[0] in alphabets
            else part
            for part in parts[1:]
        )
        found.append(Telling("token", lead + body, body))
    return found


def ordinary() -> list[str]:
    """What looks alike and is nobody's: orders, dates, traces, versions, prices, codes, talk about passwords."""
    return (_HERE / "ordinary.txt").read_text(encoding="utf-8").splitlines()
