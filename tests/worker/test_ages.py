"""Ages: how long messages wait, whatever order they become durable in."""

from __future__ import annotations

from pipeline.worker.ages import Ages


def test_the_oldest_message_that_is_not_durable_tells_the_age() -> None:
    ages: Ages[str] = Ages()
    for offset in range(4, 8):
        ages.fetched("p", offset, 1_000.0 + offset)
    assert ages.oldest("p", 4) == 1_004.0
    assert ages.oldest("p", 4) == 1_004.0, "looking changes nothing"
    assert ages.oldest("p", 7) == 1_007.0


def test_what_still_lies_in_the_broker_is_as_old_as_the_last_durable_message_at_most() -> None:
    ages: Ages[str] = Ages()
    ages.fetched("p", 0, 1_000.0)
    assert ages.oldest("p", 1) == 1_000.0
    ages.fetched("p", 1, 1_500.0)
    assert ages.oldest("p", 1) == 1_500.0


def test_a_partition_of_which_nothing_came_has_no_age() -> None:
    ages: Ages[str] = Ages()
    assert ages.oldest("p", 0) is None
    ages.fetched("p", 0, 1_000.0)
    ages.end("p")
    assert ages.oldest("p", 0) is None


def test_a_partition_that_is_read_anew_forgets_what_it_had_fetched() -> None:
    ages: Ages[str] = Ages()
    ages.fetched("p", 9, 1_009.0)
    ages.begin("p")
    ages.fetched("p", 3, 1_003.0)
    assert ages.oldest("p", 3) == 1_003.0
