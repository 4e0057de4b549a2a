"""An operator's journeys, in a browser and by keyboard alone where it says so."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from storage import snapshots
from tests.browser.conftest import OpenReader
from tests.browser.reading import Reader
from tests.browser.serving import PASSWORD, SHOP, START, Served
from tooltrail.shop import find_shop, read_shop


def status_of(console: Served, target: str) -> str:
    with console.store.reading() as views:
        return next(row["status"] for row in views.suggestions() if row["target"] == target and row["edge"] is None)


def ids(reader: Reader) -> list[str]:
    return [str(row.get_attribute("id")) for row in reader.page.locator("[data-row]").all()]


def test_an_operator_works_through_the_queue_by_keyboard_alone(console: Served, open_reader: OpenReader) -> None:
    reader = open_reader(console, name=None)
    reader.go("/login")
    reader.write("kim")
    reader.press("Tab")
    reader.write(PASSWORD)
    reader.press("Enter")
    reader.page.wait_for_url("**/queue")
    waiting = reader.claims
    assert len(waiting) == 4
    assert reader.current == waiting[0]

    reader.press("j")
    assert reader.current == waiting[1]
    reader.press("Enter")
    reader.page.wait_for_url("**/suggestions/*")
    assert reader.heading == waiting[1]

    reader.press("a")
    reader.write("parcels, not pallets")
    reader.press("Control+Enter")
    reader.sees("1 suggestion: approved.")
    assert reader.heading == waiting[2], "the next of the queue follows by itself"

    reader.press("1")
    reader.page.wait_for_url("**/queue")
    assert reader.claims == [waiting[0], *waiting[2:]]


def test_a_rejection_needs_a_reason_and_a_comment(console: Served, open_reader: OpenReader) -> None:
    reader = open_reader(console)
    reader.press("j", "j", "j", "Enter")
    reader.page.wait_for_url("**/suggestions/*")
    assert "countOrders" in reader.heading
    reader.press("r")
    reader.press("Control+Enter")
    assert "/suggestions/" in reader.page.url, "nothing is sent without a reason"
    reader.page.get_by_label("Reason").select_option("too_little_evidence")
    reader.page.get_by_label("Comment").fill("one customer alone")
    reader.press("Control+Enter")
    reader.sees("1 suggestion: rejected.")
    assert status_of(console, "countOrders") == "rejected"
    reader.press("3")
    reader.sees("one customer alone")
    reader.sees("The evidence is too little")


def test_three_are_approved_in_bulk_and_the_selector_follows(console: Served, open_reader: OpenReader) -> None:
    shop = read_shop(find_shop())
    with snapshots.SnapshotReader(console.database) as reading:
        before = shop.decide(reading.refresh(START).for_collection(SHOP))
        reader = open_reader(console)
        reader.press("x", "j", "x", "j", "x")
        assert reader.selected == "3 selected"
        reader.press("a")
        reader.arrives("Approve: 3 suggestions")
        reader.page.get_by_label("Comment").fill("checked with the shop")
        reader.press("Control+Enter")
        reader.sees("3 suggestions: approved.")
        after = shop.decide(reading.refresh(START).for_collection(SHOP))
    assert (before["selected_target"], after["selected_target"]) == ("getProductBasePrice", "getProductFinalPrice")
    assert len(reader.claims) == 1


def test_all_that_the_filter_shows_is_selected_and_counted(looked_at: Served, open_reader: OpenReader) -> None:
    reader = open_reader(looked_at)
    reader.go("/queue?status=any&kind=data_flow_edge")
    total = int(reader.page.locator("[data-selected]").get_attribute("data-total") or 0)
    reader.press("Shift+A")
    assert reader.selected == f"{total} selected"
    reader.press("p")
    reader.arrives(f"Pin: {total} suggestions")
    reader.press("Escape", "Tab")
    reader.page.get_by_role("link", name="Cancel").click()
    reader.page.wait_for_url("**/queue?*kind=data_flow_edge*")
    reader.press("Shift+X")
    assert reader.selected == f"{min(total, 50)} selected"


def test_a_conflict_shows_what_changed_and_overwrites_nothing(console: Served, open_reader: OpenReader) -> None:
    first, second = open_reader(console, "kim"), open_reader(console, "lee")
    path = f"/suggestions/{ids(first)[0]}"
    first.go(path)
    second.go(path)
    second.press("r")
    second.page.get_by_label("Reason").select_option("too_risky")
    second.page.get_by_label("Comment").fill("not during the sale")
    second.press("Control+Enter")
    second.sees("1 suggestion: rejected.")

    first.press("a", "Control+Enter")
    first.sees("It changed since you looked")
    first.sees("rejected")
    assert status_of(console, "getProductFinalPrice") == "rejected"
    first.page.get_by_role("link", name="Decide anew").click()
    first.press("a", "Control+Enter")
    first.sees("1 suggestion: approved.")
    assert status_of(console, "getProductFinalPrice") == "promoted"


def test_one_step_rolls_an_act_back(console: Served, open_reader: OpenReader) -> None:
    reader = open_reader(console)
    reader.press("a")
    reader.arrives("Approve: 1 suggestion")
    reader.press("Control+Enter")
    reader.sees("1 suggestion: approved.")
    assert status_of(console, "getProductFinalPrice") == "promoted"
    reader.page.get_by_role("button", name="Roll back", exact=True).first.click()
    reader.sees("1 suggestion: rolled back.")
    assert status_of(console, "getProductFinalPrice") == "promotable"
    assert "getProductFinalPrice" in reader.claims[0]


def test_keys_act_by_their_place_on_a_korean_layout(looked_at: Served, open_reader: OpenReader) -> None:
    reader = open_reader(looked_at)
    second = reader.claims[1]
    for code, key in (("KeyJ", "ㅓ"), ("KeyX", "ㅌ")):
        reader.page.evaluate(
            "([code, key]) => document.body.dispatchEvent(new KeyboardEvent('keydown', {code, key, bubbles: true}))",
            [code, key],
        )
    assert reader.current == second
    assert reader.selected == "1 selected"


def test_no_key_acts_while_hangul_is_composed_and_sending_waits_for_the_syllable(
    console: Served, open_reader: OpenReader
) -> None:
    reader = open_reader(console)
    reader.press("Enter")
    reader.page.wait_for_url("**/suggestions/*")
    here = reader.page.url
    reader.press("p")
    session = reader.page.context.new_cdp_session(reader.page)
    session.send("Input.imeSetComposition", {"text": "확", "selectionStart": 1, "selectionEnd": 1})
    reader.press("Escape")
    assert reader.page.get_by_label("Comment").evaluate("field => field === document.activeElement")
    reader.press("Control+Enter")
    assert reader.page.url == here
    session.send("Input.insertText", {"text": "확인"})
    reader.sees("1 suggestion: pinned.")
    with console.store.reading() as views:
        pinned = next(row for row in views.suggestions() if row["pinned"])
    assert pinned["acts"][-1]["comment"] == "확인"


def test_keys_are_text_in_a_field(looked_at: Served, open_reader: OpenReader) -> None:
    reader = open_reader(looked_at)
    reader.press("Enter")
    reader.page.wait_for_url("**/suggestions/*")
    reader.page.get_by_label("Comment").click()
    reader.write("a jar? 1 x")
    assert reader.page.get_by_label("Comment").input_value() == "a jar? 1 x"
    assert reader.page.locator("dialog[open]").count() == 0


def test_the_help_sheet_opens_and_closes_by_key(looked_at: Served, open_reader: OpenReader) -> None:
    reader = open_reader(looked_at)
    reader.press("Shift+Slash")
    assert reader.page.locator("dialog[open]").get_by_text("Roll back").is_visible()
    reader.press("Escape")
    assert reader.page.locator("dialog[open]").count() == 0


def test_dead_letters_are_looked_at_replayed_and_set_aside(console: Served, open_reader: OpenReader) -> None:
    reader = open_reader(console)
    reader.press("4")
    reader.page.wait_for_url("**/dead-letters")
    assert len(reader.claims) == 3
    reader.page.get_by_role("link", name="no_collection").click()
    reader.press("Enter")
    reader.sees("What was kept, scrubbed and sealed")
    reader.press("e")
    reader.page.get_by_label("Collection of events that name none").fill(SHOP)
    reader.press("Control+Enter")
    reader.sees("Replayed 1: 1 accepted, 0 refused again, 0 could not be tried.")
    reader.press("Shift+A", "s")
    reader.arrives("Set 2 dead letters aside")
    reader.press("Control+Enter")
    reader.sees("2 dead letters set aside.")
    reader.sees("Nothing was refused.")


def test_a_viewer_sees_everything_and_is_offered_no_act(looked_at: Served, open_reader: OpenReader) -> None:
    reader = open_reader(looked_at, "park")
    assert reader.page.get_by_role("button", name=re.compile("Approve")).count() == 0
    reader.press("Enter")
    reader.page.wait_for_url("**/suggestions/*")
    reader.sees("You may look, not decide")


def test_the_interface_turns_korean_and_dark_and_stays_so(looked_at: Served, open_reader: OpenReader) -> None:
    reader = open_reader(looked_at)
    reader.page.get_by_role("button", name="한국어").click()
    reader.arrives("검토 대기열")
    reader.page.get_by_role("button", name="어둡게").click()
    assert reader.page.locator("html").get_attribute("data-theme") == "dark"
    reader.go("/overview")
    reader.arrives("개요")


def test_the_filter_swaps_the_list_in_place(looked_at: Served, open_reader: OpenReader) -> None:
    reader = open_reader(looked_at)
    reader.page.get_by_label("Target changes state").select_option("yes")
    reader.page.wait_for_url("**changes_state=yes*")
    assert len(reader.claims) == 1
    assert reader.current == reader.claims[0]
    reader.page.go_back()
    expect(reader.page.locator("[data-row]")).to_have_count(4)
    reader.press("j")
    assert reader.current == reader.claims[1]
    assert reader.page.get_by_label("Target changes state").input_value() == ""
