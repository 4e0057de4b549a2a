"""English words that say what is asked and what a tool does: general language, no product's words.

Each table says why it exists. A word stands here in its base form; `selector.text.stem` joins its other forms to it.
"""

from __future__ import annotations

from typing import Final, Literal

from selector.text import stem

Action = Literal["search", "read", "create", "update", "delete", "action"]

#: Canonical actions that leave everything as it is, and those that do not.
READING: Final[frozenset[str]] = frozenset({"search", "read"})
CHANGING: Final[frozenset[str]] = frozenset({"create", "update", "delete", "action"})


def words_of(text: str) -> frozenset[str]:
    """Return the words of a table that is written as text."""
    return frozenset(text.split())


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of a table that is written as text."""
    return frozenset(map(stem, text.split()))


#: What a verb does, by the canonical actions of the specification: for each verb what it does most often in requests
#: and names. Computing reads: it leaves everything as it is.
_VERBS: Final[dict[Action, str]] = {
    "search": "search find list browse discover query locate explore enumerate recommend suggest",
    "read": (
        "get fetch read show display view see check tell describe retrieve inspect explain give know count track"
        " verify validate compare preview monitor calculate compute convert estimate predict forecast translate"
        " solve analyze analyse evaluate determine measure simulate summarize summarise identify detect classify"
        " extract parse obtain lookup help answer download load peek diff"
    ),
    "create": (
        "create add make insert register write post upload publish generate book reserve schedule order buy"
        " purchase rent hire subscribe submit append copy clone duplicate draw build invite plan compose fork"
        " place record save store leave comment install initialize setup fill capture apply put attach"
        " expose draft"
    ),
    "update": (
        "update edit change modify set adjust rename move replace reset restore assign mark enable disable"
        " activate deactivate merge patch configure resize toggle lock unlock increase decrease raise lower turn"
        " switch correct fix alter extend reschedule sort turnon turnoff rollback block suspend archive restart"
        " reboot scale tag untag link unlink pin unpin bind unbind mount mute unmute hide reassign promote demote"
        " rotate resolve reopen acknowledge migrate sanitize reindex rebuild override reactivate unblock unban"
        " unarchive upsert overwrite undo redo revert upgrade downgrade complete finish annotate star unstar"
        " unfollow cordon uncordon taint"
    ),
    "delete": (
        "delete remove cancel clear erase drop purge revoke unsubscribe uninstall unassign detach discard destroy"
        " void empty wipe truncate ban expire prune evict kill format nuke shred decommission"
    ),
    "action": (
        "send approve reject execute run start stop pay checkout login logout refund notify share play call"
        " confirm transfer deploy push pull commit click navigate type press drag print close open launch trigger"
        " escalate ship process connect disconnect wait request grant deny reply forward import sync return"
        " exchange charge withdraw deposit donate message email text dispatch terminate control pause resume"
        " stream perform rate vote follow like arm disarm dispense administer"
        " discharge admit fire freeze unfreeze settle redeem mint dismiss flush provision deprovision shutdown"
        " enroll unenroll impersonate quarantine eject dial notify broadcast backup"
        " retry rerun redeliver resend recall drain sell kick skip ping repay"
    ),
}
VERBS: Final[dict[str, Action]] = {stem(verb): action for action, verbs in _VERBS.items() for verb in verbs.split()}
#: The verbs as they stand in a dictionary: some end like an inflected form and are none.
BASE_FORMS: Final[frozenset[str]] = frozenset(verb for verbs in _VERBS.values() for verb in verbs.split())

#: Verbs that are as often nouns of business: they are the verb only where no plainer one stands.
NOUN_LIKE: Final[frozenset[str]] = stems_of(
    "order book place review comment record schedule post transfer return rent request rate report log file note"
    " ship charge address message email text call plan exchange forecast estimate count deposit refund vote leave"
    " store purchase answer copy stream control format arm fire tag link pin mute scale archive mint admit block"
    " freeze mark ban kill flush broadcast backup provision dial star draft drain kick"
)
#: Heads of noun phrases: a verb that may be a noun is one before them (``order status``).
NOUN_HEADS: Final[frozenset[str]] = words_of(
    "status list history detail details info information number id count total summary report log logs by"
    " management data"
)

#: Reading verbs that ask to be told; compared they tell little, since any reading tool answers them.
TELLING: Final[frozenset[str]] = stems_of(
    "get fetch show display view see tell give know retrieve obtain read check describe"
)
#: Verbs that leave everything as it is and are as often nouns in requests: only a tool's name and description use them
#: as verbs, and they say that it reads.
HARMLESS: Final[frozenset[str]] = stems_of(
    "scan ping poll watch probe audit rank score match test lint grep trace decode encode hash round sum average add"
    " multiply divide subtract integrate derive factor normalize normalise tokenize segment sample plot render trim"
    " join lemmatize visualize visualise interpret infer query cluster benchmark profile sort filter group aggregate"
    " guess pick choose review study learn collect gather observe sense listen hear look wait sleep think reason"
    " respond announce say speak ask prompt debug check examine assess rate grade diagnose quote price"
)
#: Articles and other words that begin an object: ``Wipes a device``, ``Wipe all devices``.
DETERMINERS: Final[frozenset[str]] = words_of(
    "a an the this that these those your my its their all any one each every some existing new given multiple several"
    " selected"
)
#: Nouns for whatever comes back: any tool gives information.
GENERIC: Final[frozenset[str]] = stems_of("info information data result content record 정보 데이터 내용 결과 자료")

#: Words of grammar and politeness, and the plainest verbs of asking. They say nothing about what is wanted.
STOP: Final[frozenset[str]] = words_of(
    "a an the this that these those some any such it its itself he she they them their theirs his her hers i we"
    " us our ours you your yours am is are was were be been being do does did done have has had having will would"
    " shall should can could may might must to of in on at by for from with about into onto over under between"
    " within through during as than like per via and or but so if then else because since while when where what"
    " which who whom whose why how there here please kindly thanks thank hello hi hey dear ok okay well just now"
    " also too very really quite maybe perhaps want wanted need needs liked looking trying going let lets help me"
    " i'm i'd i've i'll it's that's what's let's there's sure wonder wondering mind hope wish up out off down more most"
    " much many few lot lots bit one ones thing things way not no nor don't doesn't didn't isn't aren't wasn't"
    " can't cannot won't without never could've would've specific given using use used based etc same other"
    " another each own yes know tell give get show see anything something everything nothing anyone someone"
    " everyone"
)
#: Words that may stand before the verb of a command.
BEFORE_COMMAND: Final[frozenset[str]] = words_of(
    "please kindly can could would will should may might shall must you i we i'd i'll we'd we'll i'm i've let"
    " let's lets me us to want wants wanted need needs like love wish hope try trying going go gonna wanna help"
    " able have has hi hello hey ok okay just now then also first next finally and so but or again quickly simply"
    " actually maybe possible possibly is it be great happy glad appreciate if kind proceed begin using am really"
    " only"
)
#: Words that begin a question.
QUESTION: Final[frozenset[str]] = words_of(
    "what what's whats which who who's whose whom when where where's why how how's is are was were does do did"
    " has have am"
)
#: Who a question may be about: ``have you shipped it``.
SUBJECTS: Final[frozenset[str]] = words_of("i you we they he she it someone anyone somebody anybody")
#: Words of courtesy: they say nothing, wherever they stand.
POLITE: Final[frozenset[str]] = words_of("please kindly pls plz thanks thank thx")
#: A clause that begins with one of these only thanks: ``Thanks a lot in advance!``
THANKS: Final[frozenset[str]] = words_of("thanks thank thx")
#: Words that deny what follows them in their clause.
DENIAL: Final[frozenset[str]] = words_of(
    "not no don't dont doesn't didn't never without except excluding instead rather avoid cannot can't won't nor"
    " neither shouldn't mustn't needn't wouldn't couldn't isn't aren't"
)
#: Words that open a clause whose verb is not asked for.
SUBORDINATE: Final[frozenset[str]] = words_of(
    "if when while because since before after until unless although though where so that who"
)

#: Words that ask for many, or for one in full; also in names.
LIST_WORDS: Final[frozenset[str]] = stems_of("list all every listing which browse")
SINGLE_WORDS: Final[frozenset[str]] = stems_of("detail detailed single profile")
