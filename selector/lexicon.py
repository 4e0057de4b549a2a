"""English words that say what is asked and what a tool does: general language, no product's words.

Each table says why it exists. A word stands here in its base form; `selector.text.stem` joins its other forms to it.
"""

from __future__ import annotations

from typing import Final, Literal

from selector.text import stem

Action = Literal["search", "read", "create", "update", "delete", "action"]
Shape = Literal["list", "single", "count", "mutation"]

READING: Final[frozenset[str]] = frozenset({"search", "read"})
CHANGING: Final[frozenset[str]] = frozenset({"create", "update", "delete", "action"})


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in text.split())


#: What a verb does, by the canonical actions of the specification. One verb, one action: what it does most often in requests and names.
_VERBS: Final[dict[Action, str]] = {
    "search": "search find list browse discover query locate lookup explore enumerate recommend suggest",
    "read": (
        "get fetch read show display view see check tell describe retrieve inspect explain give know count track verify validate compare"
        " preview monitor calculate compute convert estimate predict forecast translate solve analyze analyse evaluate determine measure"
        " simulate summarize summarise identify detect classify extract parse obtain lookup help answer download load peek diff"
    ),
    "create": (
        "create add make insert register write post upload publish generate book reserve schedule order buy purchase rent subscribe"
        " submit append copy clone duplicate draw build invite plan compose fork place record save store leave comment install initialize setup fill capture hire apply"
    ),
    "update": (
        "update edit change modify set adjust rename move replace reset restore assign mark enable disable activate deactivate merge patch"
        " configure resize toggle lock unlock increase decrease raise lower turn switch correct fix put alter extend reschedule sort"
    ),
    "delete": "delete remove cancel clear erase drop purge revoke unsubscribe uninstall unassign detach discard destroy void empty",
    "action": (
        "send approve reject execute run start stop pay checkout login logout refund notify share play call confirm transfer deploy push"
        " pull commit click navigate type press drag print close open launch trigger escalate ship process connect disconnect wait request"
        " grant deny block reply forward import sync return exchange charge withdraw deposit donate message email text dispatch terminate"
        " control pause resume stream perform rate vote follow like"
    ),
}
VERBS: Final[dict[str, Action]] = {stem(verb): action for action, verbs in _VERBS.items() for verb in verbs.split()}
#: The verbs as they stand in a dictionary: what ends like an inflected form and is none.
BASE_FORMS: Final[frozenset[str]] = frozenset(verb for verbs in _VERBS.values() for verb in verbs.split())

#: Verbs that are as often nouns: in a name they are the verb only where no plainer verb stands.
NOUN_LIKE: Final[frozenset[str]] = _stems(
    "order book place review comment list record schedule post check transfer return rent request rate process report log file note ship"
    " charge address message email text call plan play share update change query view type set record store load help answer exchange"
    " control stream copy forecast estimate count track run start stop drive print close like follow book deposit refund vote"
    " push pull open login logout checkout save match leave compute measure"
)

#: Reading verbs that ask to be told; as a word of comparison they tell nothing, since any reading tool answers them.
TELLING: Final[frozenset[str]] = _stems("get fetch show display view see tell give know retrieve obtain read check describe")

#: Verbs that mean the same act in names and requests. One group, one meaning; the first names it.
_SYNONYMS: Final[tuple[str, ...]] = (
    "delete remove erase drop purge destroy clear empty",
    "create add make insert register new",
    "update edit change modify alter adjust set",
    "search find locate lookup look discover browse",
    "list enumerate all every",
    "get fetch retrieve obtain show display view see read",
    "buy purchase order",
    "book reserve booking reservation rent",
    "calculate compute calculation",
    "predict forecast estimate prediction",
    "start launch begin run execute",
    "stop terminate end close",
    "picture photo image",
    "cost price fee",
    "send deliver dispatch",
    "current my authenticated me own",
    "detail info information metadata",
    "history log",
    "movie film",
    "recommend suggest",
    "status state",
    "folder directory",
    "near nearby closest nearest",
    "multiple several many bulk batch",
    "hear listen play",
    "restart reboot",
    "valid validate verify",
)
#: Short forms that stand in names for the long word.
_ABBREVIATIONS: Final[dict[str, str]] = {
    "repo": "repository",
    "config": "configuration",
    "info": "information",
    "msg": "message",
    "img": "image",
    "pic": "picture",
    "doc": "document",
    "num": "number",
    "no": "number",
    "qty": "quantity",
    "addr": "address",
    "dept": "department",
    "org": "organization",
    "env": "environment",
    "db": "database",
    "dir": "directory",
    "auth": "authentication",
    "calc": "calculate",
    "avg": "average",
    "mean": "average",
    "max": "maximum",
    "min": "minimum",
    "temp": "temperature",
    "lang": "language",
    "desc": "description",
    "cfg": "configuration",
    "acct": "account",
    "app": "application",
    "tv": "television",
}


def _neighbours() -> dict[str, tuple[str, ...]]:
    groups = [tuple(dict.fromkeys(stem(word) for word in group.split())) for group in _SYNONYMS]
    groups += [(stem(short), stem(long)) for short, long in _ABBREVIATIONS.items()]
    found: dict[str, list[str]] = {}
    for group in groups:
        for word in group:
            found.setdefault(word, []).extend(other for other in group if other != word)
    return {word: tuple(dict.fromkeys(others)) for word, others in found.items()}


#: For a stem the stems that mean the same.
SYNONYMS: Final[dict[str, tuple[str, ...]]] = _neighbours()

#: Words of grammar and politeness. They say nothing about what is wanted.
STOP: Final[frozenset[str]] = frozenset(
    (
        "a an the this that these those some any such it its itself he she they them their theirs his her hers i we us our ours you your yours"
        " am is are was were be been being do does did done have has had having will would shall should can could may might must"
        " to of in on at by for from with about into onto over under between within through during as than like per via"
        " and or but so if then else because since while when where what which who whom whose why how there here"
        " please kindly thanks thank hello hi hey dear ok okay well just now also too very really quite maybe perhaps"
        " want wanted need needs like liked looking trying going let lets help me i'm i'd i've i'll it's that's what's let's there's"
        " sure wonder wondering hope want wish up out off down more most much many few lot lots bit one ones thing things way"
        " not no nor don't doesn't didn't isn't aren't wasn't can't cannot won't without never"
        " current currently specific given using use used based etc via same other another each own"
        " anything something everything nothing anyone someone everyone yes could've would've know tell give get show see"
    ).split()
)
#: Words before the verb of a command.
BEFORE_COMMAND: Final[frozenset[str]] = frozenset(
    (
        "please kindly can could would will should may might shall must you i we i'd i'll we'd we'll i'm i've let let's lets me us to want wants"
        " wanted need needs like love wish hope try trying going go gonna wanna help able have has hi hello hey ok okay just now then also"
        " first next finally and so but or again quickly simply actually maybe possible possibly is it be great happy glad appreciate if"
        " kind proceed begin using am really only"
    ).split()
)
#: Words that begin a question.
QUESTION: Final[frozenset[str]] = frozenset(
    "what what's whats which who who's whose whom when where where's why how how's is are was were does do did has have am".split()
)
#: Words that deny what follows them in their clause.
DENIAL: Final[frozenset[str]] = frozenset(
    "not no don't dont doesn't didn't never without except excluding instead rather avoid cannot can't won't nor neither".split()
)
#: Words that open a clause which does not ask for its verb.
SUBORDINATE: Final[frozenset[str]] = frozenset("if when while because since before after until unless although though where so that who".split())

#: Words that ask for many, for one in full, or for a number; also in names.
LIST_WORDS: Final[frozenset[str]] = _stems("list all every lists listing which browse")
SINGLE_WORDS: Final[frozenset[str]] = _stems("detail details detailed single")
COUNT_WORDS: Final[frozenset[str]] = _stems("count total counts number")
