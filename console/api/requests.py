"""What the API is asked with."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from console.desk.acts import COMMENT, TOGETHER, Verb
from pipeline.intake import Reason


def _without_controls(text: str) -> str:
    """Text without characters that a database cannot hold."""
    if "\x00" in text:
        raise ValueError("holds a character that cannot be stored")
    return text


def zoned(moment: datetime) -> datetime:
    """A moment that says its zone; one outside of what can be reckoned with is refused.

    Raises:
        ValueError: it does not.
    """
    if moment.tzinfo is None:
        raise ValueError("a moment has a zone, such as 2026-01-06T09:00:00Z")
    return moment


#: A collection, a comment or a code: text that can be stored.
Text = Annotated[str, AfterValidator(_without_controls)]
#: The id of a suggestion.
SuggestionId = Annotated[str, Field(pattern=r"^(tp|df)-[0-9a-f]{16}$")]
#: The id of a dead letter.
LetterId = Annotated[str, Field(pattern=r"^dl-[0-9a-f]{12}$")]


class Shown(BaseModel):
    """A suggestion as it was read: its id, and the version that the read gave with it."""

    model_config = ConfigDict(extra="forbid")

    id: SuggestionId
    version: Annotated[str, Field(max_length=4_000)]


class ActRequest(BaseModel):
    """An act on suggestions: on all of them, or on none where one has changed since it was read."""

    model_config = ConfigDict(extra="forbid")

    act: Verb
    items: Annotated[list[Shown], Field(min_length=1, max_length=TOGETHER)]
    comment: Annotated[Text, Field(max_length=COMMENT, description="Why; a rejection needs one.")] = ""
    reason: Annotated[Text, Field(max_length=100, description="A code; a rejection needs one of its own.")] = ""


class LettersRequest(BaseModel):
    """Some dead letters, or all of a reason: at most 1,000 at once."""

    model_config = ConfigDict(extra="forbid")

    ids: Annotated[list[LetterId], Field(max_length=TOGETHER)] = []
    reason: Reason | None = None
    dry_run: Annotated[bool, Field(description="Say what would happen, and change nothing.")] = False


class ReplayRequest(LettersRequest):
    """Dead letters to try again."""

    collection: Annotated[Text | None, Field(max_length=200, description="Of events that name none.")] = None
    assume_ts: Annotated[
        Annotated[datetime, AfterValidator(zoned)] | None, Field(description="The time of events that carry none.")
    ] = None


class Skipped(BaseModel):
    """How many dead letters were set aside, or would be."""

    skipped: int
