"""The filter of the queue, as URLs and forms carry it from page to page."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Depends, Query
from pydantic import BaseModel

from console.reads.queue import QueueQuery

_LONGEST = 200
StatusChoice = Literal["any", "suggested", "promotable", "promoted", "demoted", "rejected"]
KindChoice = Literal["", "target_preference", "data_flow_edge"]
YesOrNo = Literal["", "yes", "no"]
Text = Annotated[str, Query(max_length=_LONGEST)]

STATUSES: tuple[StatusChoice, ...] = ("promotable", "suggested", "promoted", "demoted", "rejected", "any")


class FilterFields(BaseModel):
    """The filter, as the fields of a form say it."""

    collection: Annotated[str, Query(max_length=_LONGEST)] = ""
    kind: KindChoice = ""
    status: StatusChoice = "promotable"
    changes_state: YesOrNo = ""
    after: Annotated[str, Query(max_length=_LONGEST)] = ""

    def query(self) -> QueueQuery:
        """The filter, as the desk takes it."""
        return QueueQuery(
            collection=self.collection or None,
            kind=self.kind or None,
            status=self.status,
            changes_state={"yes": True, "no": False}.get(self.changes_state),
            after=self.after or None,
        )


def queue_query(
    collection: Text = "",
    kind: KindChoice = "",
    status: StatusChoice = "promotable",
    changes_state: YesOrNo = "",
    after: Text = "",
) -> QueueQuery:
    """The filter, as a URL says it."""
    return FilterFields(
        collection=collection, kind=kind, status=status, changes_state=changes_state, after=after
    ).query()


AskedQuery = Annotated[QueueQuery, Depends(queue_query)]


def parameters(query: QueueQuery, **changed: str) -> dict[str, str]:
    """The filter, as a URL says it again; what is not asked for is left out.

    Args:
        query: the filter.
        changed: parameters that are other; a filter that changes begins at its first page.

    >>> parameters(QueueQuery(collection="orders", after="2_tp"), status="any")
    {'collection': 'orders', 'status': 'any'}
    """
    said = {
        "collection": query.collection or "",
        "kind": query.kind or "",
        "status": query.status,
        "changes_state": {True: "yes", False: "no", None: ""}[query.changes_state],
        "after": "" if changed else query.after or "",
    }
    return {name: value for name, value in {**said, **changed}.items() if value}
