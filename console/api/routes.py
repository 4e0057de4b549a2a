"""The calls of the API, version 1."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Security
from fastapi.encoders import jsonable_encoder
from fastapi.security import HTTPBearer
from pydantic import AfterValidator
from starlette.responses import JSONResponse, Response

from console.access.requests import ApiReviewer, ApiViewer, CallerFirst
from console.access.roles import Caller
from console.api.answers import ACTS, READS
from console.api.requests import ActRequest, LetterId, LettersRequest, ReplayRequest, Skipped, SuggestionId, Text, zoned
from console.desk import Desk
from console.reads.acts import AuditPage
from console.reads.conflict import Outcome
from console.reads.graph import Graph
from console.reads.letters import LetterPage, LetterView, Redelivery
from console.reads.overview import Overview
from console.reads.queue import QueuePage, QueueQuery
from console.reads.suggestion import SuggestionView
from console.site import site_of
from pipeline.intake import Reason
from pipeline.learning.suggestions import Kind
from pipeline.learning.verdicts import Status
from storage.read_models import SuggestionFilter

_bearer = HTTPBearer(auto_error=False, scheme_name="token", description="An API token of `tooltrail tokens create`.")
router = APIRouter(
    prefix="/api/v1", tags=["review"], responses=READS, dependencies=[Security(_bearer)], route_class=CallerFirst
)


class QueueStatus(StrEnum):
    """Which suggestions the queue shows: those of a status, or any."""

    ANY = "any"
    SUGGESTED = Status.SUGGESTED.value
    PROMOTABLE = Status.PROMOTABLE.value
    PROMOTED = Status.PROMOTED.value
    DEMOTED = Status.DEMOTED.value
    REJECTED = Status.REJECTED.value


Collection = Annotated[Text | None, Query(max_length=200)]
AsOf = Annotated[
    Annotated[datetime, AfterValidator(zoned)] | None, Query(description="Decides what has expired; default: now.")
]
Limit = Annotated[int, Query(ge=1, le=200, description="Entries of a page.")]


def _desk(request: Request, caller: Caller) -> Desk:
    return Desk(site_of(request), caller)


@router.get("/collections")
def list_collections(request: Request, caller: ApiViewer) -> list[str]:
    """The collections that you may see."""
    return list(_desk(request, caller).collections())


@router.get("/suggestions")
def list_suggestions(  # noqa: PLR0913, PLR0917  a filter a parameter
    request: Request,
    caller: ApiViewer,
    collection: Collection = None,
    kind: Kind | None = None,
    status: QueueStatus = QueueStatus.PROMOTABLE,
    changes_state: bool | None = None,
    after: Annotated[Text | None, Query(max_length=100, description="`next_after` of the page before.")] = None,
    limit: Limit = 50,
) -> QueuePage:
    """A page of the queue: what gains most first."""
    query = QueueQuery(collection, kind.value if kind else None, status.value, changes_state, after)
    return _desk(request, caller).queue(query, limit)


@router.get("/suggestions/{suggestion_id}")
def show_suggestion(
    request: Request, caller: ApiViewer, suggestion_id: Annotated[SuggestionId, Path()]
) -> SuggestionView:
    """One suggestion with everything that explains it."""
    return _desk(request, caller).suggestion(suggestion_id)


@router.get("/rows")
def list_rows(  # noqa: PLR0913, PLR0917  a filter a parameter
    request: Request,
    caller: ApiViewer,
    collection: Collection = None,
    kind: Kind | None = None,
    status: Status | None = None,
    as_of: AsOf = None,
    after: Annotated[SuggestionId | None, Query(description="The last row of the page before.")] = None,
    limit: Limit = 50,
) -> list[dict[str, Any]]:
    """Suggestion rows as `tooltrail suggestions list --format jsonl` writes them, in its order."""
    site = site_of(request)
    wanted = SuggestionFilter(
        status=status,
        kind=kind,
        collection_id=collection,
        as_of=as_of or site.clock(),
        expiry_days=site.rules.policy.expiry_days,
        after=after,
    )
    return _desk(request, caller).rows(wanted, limit)


@router.get("/rows/{suggestion_id}")
def show_row(
    request: Request, caller: ApiViewer, suggestion_id: Annotated[SuggestionId, Path()], as_of: AsOf = None
) -> dict[str, Any]:
    """One suggestion row, as it stands at a moment."""
    return _desk(request, caller).row(suggestion_id, as_of)


@router.post("/acts", responses=ACTS)
def act_on_suggestions(request: Request, caller: ApiReviewer, body: ActRequest) -> Outcome:
    """Approve, pin, demote, reject, reopen or roll back suggestions as they were read: all of them or none."""
    items = [(item.id, item.version) for item in body.items]
    return _told(_desk(request, caller).act(body.act.value, items, body.comment, body.reason))


def _told(outcome: Outcome) -> Outcome:
    if outcome.conflicts:
        raise ConflictAnswer(outcome)
    return outcome


class ConflictAnswer(Exception):  # noqa: N818  an answer rather than an error
    """Suggestions have changed since they were read; the outcome tells what."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__("suggestions have changed since they were read")
        self.outcome = outcome


def answer_conflict(_request: Request, error: Exception) -> Response:
    """Answers what became of an act that nothing was done of."""
    outcome = error.outcome if isinstance(error, ConflictAnswer) else Outcome((), ())
    return JSONResponse(jsonable_encoder(outcome), status_code=409)


@router.get("/graph")
def show_graph(request: Request, caller: ApiViewer, collection: Collection = None) -> Graph:
    """The producer graph of a collection; of the first that you may see, where none is named."""
    return _desk(request, caller).graph(collection)


@router.get("/audit")
def list_audit(
    request: Request,
    caller: ApiViewer,
    collection: Collection = None,
    suggestion: SuggestionId | None = None,
    before: Annotated[int | None, Query(ge=0, le=2**62, description="`older` of the page before.")] = None,
    limit: Limit = 50,
) -> AuditPage:
    """The audit trail: what changed, by whom, when and why, the latest first."""
    return _desk(request, caller).audit(collection, suggestion, before, limit)


@router.get("/overview")
def show_overview(request: Request, caller: ApiViewer, days: Annotated[int, Query(ge=1, le=60)] = 14) -> Overview:
    """What came in, where suggestions stand, and what learning changed, or would change in shadow mode."""
    return _desk(request, caller).overview(days)


@router.get("/dead-letters")
def list_letters(
    request: Request,
    caller: ApiViewer,
    reason: Reason | None = None,
    after: LetterId | None = None,
    limit: Limit = 50,
) -> LetterPage:
    """Dead letters, by source and then as they came."""
    return _desk(request, caller).letters(reason.value if reason else None, after, limit)


@router.get("/dead-letters/{letter_id}")
def show_letter(request: Request, caller: ApiViewer, letter_id: Annotated[LetterId, Path()]) -> LetterView:
    """One dead letter, with what was kept of it."""
    return _desk(request, caller).letter(letter_id)


@router.post("/dead-letters/replay")
def replay_letters(request: Request, caller: ApiReviewer, body: ReplayRequest) -> Redelivery:
    """Try dead letters again; what is accepted leaves them."""
    reason = body.reason.value if body.reason else None
    return _desk(request, caller).replay_letters(
        body.ids, reason, body.collection, body.assume_ts, dry_run=body.dry_run
    )


@router.post("/dead-letters/skip")
def skip_letters(request: Request, caller: ApiReviewer, body: LettersRequest) -> Skipped:
    """Set dead letters aside for good."""
    reason = body.reason.value if body.reason else None
    return Skipped(skipped=_desk(request, caller).skip_letters(body.ids, reason, dry_run=body.dry_run))
