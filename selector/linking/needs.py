"""What a tool's inputs need: what they refer to, and what that means for a chain that begins with the tool."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from selector.linking.contract import Contract, Input, is_open
from selector.linking.kinds import DATA, PAGING, takes_names
from selector.linking.names import Reference
from selector.linking.referents import referents
from selector.linking.resources import path_parts
from selector.text import split_identifier


class Need(NamedTuple):
    """An input of a tool and what it refers to; no references, no producer but an explicit one."""

    field: Input
    references: tuple[Reference, ...]


class Traits(NamedTuple):
    """What a tool's inputs mean for a chain that begins with it.

    Attributes:
        needs: required inputs that identify something.
        takes_name: some input takes the name of a thing, or words to search by.
        needs_name: a required one does.
        phrase: the words that its path, else its name, ends in, a space around each; empty for one word.
    """

    needs: tuple[Need, ...]
    takes_name: bool
    needs_name: bool
    phrase: str


def read_needs(contract: Contract, collected: Collection[str]) -> Iterator[Need]:
    """Yield the inputs of a tool; what takes one of few values or a flag is the user's to say.

    Args:
        contract: the tool's.
        collected: the nouns that have a collection (`selector.linking.referents.collected_nouns`).
    """
    for one in contract.inputs:
        open_to_producers = one.kind == DATA and not one.choices and one.type not in {"boolean", "object"}
        yield Need(one, referents(one, contract, collected) if open_to_producers else ())


def read_traits(contract: Contract, needs: Sequence[Need]) -> Traits:
    """Return what a tool's inputs mean for a chain that begins with it."""
    naming = [
        need.field.required
        for need in needs
        if not need.references and takes_names(need.field.name, need.field.kind, need.field.type)
    ]
    parts = path_parts(contract.path)
    words = split_identifier(parts[-1][0] if parts else contract.name)
    phrase = f" {' '.join(words)} " if len(words) > 1 else ""
    return Traits(
        tuple(need for need in needs if is_open(need.field) and need.references), bool(naming), any(naming), phrase
    )


def decided(needs: Sequence[Need]) -> tuple[Need, ...]:
    """Return the inputs that a closure decides, by name: no paging, and of optional ones data alone."""
    found = [one for one in needs if one.field.kind == DATA or (one.field.required and one.field.kind != PAGING)]
    return tuple(sorted(found, key=lambda need: need.field.name))
