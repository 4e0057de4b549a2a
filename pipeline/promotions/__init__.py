"""Promotions: what is promoted as a compacted topic tells it, from the outbox to a snapshot that needs no database."""

from pipeline.promotions.entries import Entry, entry_of, promotion_of
from pipeline.promotions.fold import Promotions
from pipeline.promotions.reader import TopicSnapshots
from pipeline.promotions.relay import Outbox, Relay, RelayNumbers, Told
from pipeline.promotions.topic import PROMOTIONS_TOPIC, PromotionsTopic

__all__ = [
    "PROMOTIONS_TOPIC",
    "Entry",
    "Outbox",
    "Promotions",
    "PromotionsTopic",
    "Relay",
    "RelayNumbers",
    "Told",
    "TopicSnapshots",
    "entry_of",
    "promotion_of",
]
