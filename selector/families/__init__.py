"""Query families"""
from __future__ import annotations
import re
from dataclasses import dataclass
from hashlib import blake2b
from selector.families.english import english_terms
from selector.families.korean import korean_terms
from selector.families.placeholders import mask
RULES_VERSION="1"
NEAR=.7
_WORD=re.compile("\ue000[가-힣]*|[가-힣]+|[^\\W\\d_가-힣]+(?:'[a-z]+)?")
@dataclass(frozen=True, slots=True)
class QueryFamily:
    key: str
    terms: tuple[str,...]
def query_family(text):
    words=_WORD.findall(mask(text or ""))
    terms=english_terms(words)
    if not all(map(str.isascii,words)): terms|=korean_terms(words)
    if not terms-{"?"}: return QueryFamily("",())
    ts=tuple(sorted(terms))
    return QueryFamily(blake2b((RULES_VERSION+"\0"+"\0".join(ts)).encode("utf-8","surrogatepass"),digest_size=8).hexdigest(),ts)
WH={"when","why","where","many","much","long","often","far","old","soon","who","언제","왜","어디","누구","얼마","며칠","몇"}
MARKS={"not","?","on","off","up","down","out","before","after","by"}|WH
def similarity(a,b):
    if a.key==b.key: return 1.0 if a.key else 0.0
    x,y=set(a.terms),set(b.terms)
    if MARKS&(x^y): return 0.
    if len(x-MARKS)<3 or len(y-MARKS)<3: return 0.
    return len(x&y)/len(x|y)
