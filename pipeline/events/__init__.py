"""The event contract, version 1: what a sender may say, and its JSON Schemas."""

from pipeline.events.base import SCHEMA_VERSION, Event, TraceMetadata
from pipeline.events.contract import EVENT_MODELS
from pipeline.events.schemas import schemas

__all__ = ["EVENT_MODELS", "SCHEMA_VERSION", "Event", "TraceMetadata", "schemas"]
