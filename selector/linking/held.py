"""What a call changes: the things that its path leads to."""

from __future__ import annotations

from selector.linking.index import CatalogIndex


def held_nouns(index: CatalogIndex, target: str) -> frozenset[str]:
    """Return the things that a call changes and its path leads to: what is put into one's list is not found in it."""
    needs = index.needs(target) if index.judgement(target).changes else ()
    around = (need for need in needs if need.field.required and need.field.location == "path")
    return frozenset(reference.noun for need in around for reference in need.references)
