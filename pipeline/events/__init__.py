"""The event contract, version 1: what a sender may say, and its JSON Schemas."""

from pipeline.events.models import EVENT_MODELS, SCHEMA_VERSION, Event, TraceMetadata
from pipeline.events.schemas import schemas

__all__ = ["EVENT_MODELS", "SCHEMA_VERSION", "Event", "TraceMetadata", "schemas"]
