"""English words that mean the same in requests and names: general language, no product's words."""

from __future__ import annotations

from typing import Final

from selector.text import stem

#: Groups of one meaning each: the acts that requests and names put in different words, and everyday nouns for one
#: thing.
_GROUPS: Final[tuple[str, ...]] = (
    "delete remove erase drop purge destroy clear empty cleanup",
    "cancel withdraw",
    "create add make insert register new",
    "put add",
    "put move",
    "attach add",
    "attach upload",
    "finish complete",
    "uninstall remove delete",
    "retry rerun redo",
    "update edit change modify alter adjust set",
    "search find locate lookup look discover browse",
    "list enumerate all every",
    "all every everywhere across entire whole",
    "get fetch retrieve obtain show display view see read",
    "buy purchase order",
    "book reserve booking reservation rent",
    "calculate compute calculation",
    "predict forecast estimate prediction",
    "start launch begin run execute exec",
    "command exec",
    "stop terminate end close",
    "turnon start enable activate",
    "turnoff stop disable deactivate",
    "rollback revert undo",
    "block suspend freeze",
    "send deliver dispatch email mail",
    "recommend suggest",
    "hear listen play",
    "restart reboot",
    "valid validate verify",
    "picture photo image",
    "cost price fee",
    "current my authenticated me own",
    "detail info information metadata",
    "history log",
    "movie film",
    "meeting event appointment",
    "reply answer respond",
    "route direction way",
    "biggest top popular best",
    "trash bin",
    "parcel package shipment delivery",
    "money balance",
    "member user person",
    "temperature warm hot cold",
    "distance far",
    "height elevation high tall",
    "volume loud",
    "speed fast",
    "duration long",
    "age old",
    "weight heavy",
    "colour color",
    "favourite favorite",
    "catalogue catalog",
    "licence license",
    "centre center",
    "status state",
    "folder directory",
    "stock inventory",
    "near nearby closest nearest",
    "multiple several many bulk batch list collection all",
)
#: Short forms that stand in names and requests for the long word.
_ABBREVIATIONS: Final[tuple[str, ...]] = (
    "repo repository",
    "config configuration",
    "cfg configuration",
    "info information",
    "msg message",
    "img image",
    "pic picture",
    "doc document",
    "num number",
    "no number",
    "qty quantity",
    "addr address",
    "acct account",
    "dept department",
    "org organization",
    "app application",
    "env environment",
    "db database",
    "dir directory",
    "auth authentication",
    "calc calculate",
    "avg average",
    "mean average",
    "max maximum",
    "min minimum",
    "temp temperature",
    "lang language",
    "desc description",
    "tv television",
    "bal balance",
    "txn transaction",
    "amt amount",
    "appt appointment",
    "cust customer",
    "emp employee",
    "pmt payment",
    "pwd password",
    "pkg package",
    "svc service",
    "ns namespace",
    "param parameter",
    "attr attribute",
    "prev previous",
)


def _neighbours() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for group in (*_GROUPS, *_ABBREVIATIONS):
        stems = dict.fromkeys(map(stem, group.split()))
        for word in stems:
            found.setdefault(word, {}).update(stems)
    return {word: tuple(other for other in others if other != word) for word, others in found.items()}


#: For a stem the stems that mean the same.
SYNONYMS: Final[dict[str, tuple[str, ...]]] = _neighbours()
