"""Calls that read one thing in detail: between finding and acting, or in vain where the list tells as much."""

from __future__ import annotations

from collections.abc import Iterable

from selector.findings import Admission
from selector.linking.index import CatalogIndex, is_detail
from selector.linking.names import is_plural
from selector.linking.needs import Need
from selector.linking.prospects import Option


def detail_of(index: CatalogIndex, target: str, admission: Admission) -> str:
    """Return the call that reads one of what an admitted producer finds; empty if there is none but the target."""
    reference = admission.option.supply.reference
    echoes = {supply.tool for supply in index.supplies(reference) if supply.echo}
    found = [
        name
        for name in sorted(echoes - {target, admission.option.supply.tool})
        if index.thing(name) == reference.noun
        and is_detail(index.contracts[name])
        and not index.judgement(name).changes
    ]
    return min(found, key=lambda name: (len(index.needs(name)), name), default="")


def sole_want(index: CatalogIndex, option: Option, filled: Iterable[str]) -> Need | None:
    """Return what a call needs that only reads things by their ids, if it needs one thing alone."""
    tool, have = option.supply.tool, frozenset(filled)
    wants = [one for one in index.traits(tool).needs if one.field.name not in have]
    if len(wants) != 1 or option.edge:
        return None
    return wants[0] if is_detail(index.contracts[tool]) or is_plural(wants[0].field.name) else None


def instead_of(option: Option, feeding: Iterable[Option], usable: Iterable[Option]) -> Option:
    """Return what a detail is read from, if that gives what the detail would be read for; else the detail."""
    first = next((one.supply.tool for one in feeding if one.cost < float("inf")), "")
    evidence = option.supply.evidence
    return next((one for one in usable if one.supply.tool == first and one.supply.evidence == evidence), option)
