"""What a caller sees: collections that are limited to other groups do not exist for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from console.access.roles import Caller, NotFoundError, Role
from pipeline.learning.settings import CollectionSettings


@dataclass(frozen=True, slots=True)
class Sight:
    """The collections that a caller sees, and whether that is every one.

    Attributes:
        settings: the settings of each, by name.
        is_whole: whether no collection is hidden from them.
        sees_strays: whether they see what belongs to no collection, as admins do: nobody knows whose it is.
    """

    settings: Mapping[str, CollectionSettings]
    is_whole: bool
    sees_strays: bool = False

    @property
    def lettered(self) -> tuple[str, ...] | None:
        """The collections whose dead letters they see; None for all letters, those of no collection too."""
        return None if self.sees_strays else self.names

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, sorted."""
        return tuple(self.settings)

    def narrowed(self, collection: str | None) -> tuple[str, ...]:
        """The one collection that is asked for, or all.

        Raises:
            NotFoundError: the caller sees no such collection.
        """
        if collection is None:
            return self.names
        self.must_hold(collection)
        return (collection,)

    def only(self, collection: str) -> Sight:
        """The sight of one collection alone.

        Raises:
            NotFoundError: the caller sees no such collection.
        """
        self.must_hold(collection)
        return Sight({collection: self.settings[collection]}, is_whole=False)

    def must_hold(self, collection: str) -> None:
        """Makes sure that the caller sees a collection.

        Raises:
            NotFoundError: they do not.
        """
        if collection not in self.settings:
            raise NotFoundError(f"there is no collection {collection!r}")

    def declared(self, collection: str) -> Mapping[str, bool]:
        """The tools of a collection's declared catalog, and whether each changes state; empty where none is."""
        found = self.settings.get(collection)
        return found.state_changing if found else {}


def sight_of(caller: Caller, settings: Mapping[str, CollectionSettings]) -> Sight:
    """What a caller sees of all collections."""
    names = caller.visible({name: found.groups for name, found in settings.items()})
    return Sight({name: settings[name] for name in names}, len(names) == len(settings), caller.role is Role.ADMIN)
