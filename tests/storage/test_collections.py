"""Collections: listed once, with settings that last and gates for the border."""

from __future__ import annotations

import pytest

from pipeline.intake import Gate
from pipeline.learning.settings import CollectionSettings, Mode, Review
from storage.store import SqlStore


def test_a_collection_that_nobody_set_has_the_defaults_and_an_open_gate(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.collections.remember(["hotel", "airline"])
        work.collections.remember(["hotel"])
        assert work.collections.settings("hotel") == CollectionSettings()
        assert work.collections.settings("never heard of") == CollectionSettings()
        assert work.collections.gates() == {"airline": Gate(), "hotel": Gate()}


@pytest.mark.parametrize(
    "settings",
    [
        CollectionSettings(),
        CollectionSettings(Mode.OBSERVE, Review.ALL, trust_anonymous=True, keep_text=False),
        CollectionSettings(Mode.SHADOW, Review.NONE, state_changing={"예약": True, "bookRoom": False}),
    ],
)
def test_settings_come_back_as_they_were_saved(store: SqlStore, settings: CollectionSettings) -> None:
    with store.unit_of_work() as work:
        work.collections.save_settings("hotel", settings)
        work.commit()
    with store.unit_of_work() as work:
        assert work.collections.settings("hotel") == settings
        assert work.collections.gates()["hotel"].keep_text is settings.keep_text


def test_settings_of_a_listed_collection_are_replaced_and_outlast_being_remembered(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.collections.remember(["hotel"])
        work.collections.save_settings("hotel", CollectionSettings(Mode.OBSERVE))
        work.collections.save_settings("hotel", CollectionSettings(Mode.SHADOW))
        work.collections.remember(["hotel"])
        assert work.collections.settings("hotel").mode is Mode.SHADOW
