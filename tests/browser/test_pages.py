"""Every page: accessible, readable on a phone, of one's own files alone, and below a sub-path."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from pipeline.intake import Message
from pipeline.process import process
from storage.store import SqlStore
from tests.browser.conftest import OpenReader
from tests.browser.reading import Reader
from tests.browser.serving import SHOP, Served, served
from tests.loop import RULES
from tests.traces import MONDAY, Run, at, flatten

#: Every page that a reader can look at; a name in braces stands for something that the database holds.
PAGES = (
    "/login",
    "/queue?status=any",
    "/queue?status=rejected",
    "/suggestions/{target}",
    "/suggestions/{edge}?status=any",
    f"/graph?collection={SHOP}",
    "/graph",
    "/audit",
    "/dead-letters",
    "/dead-letters/{letter}",
    "/overview",
    f"/shadow?collection={SHOP}",
    "/no-such-page",
)
#: What axe calls serious or worse is a fault; the rest is advice.
FAULTS = {"serious", "critical"}
#: The rules that are asked in each look; none means all.
LOOKS: dict[str, tuple[str, ...]] = {"light": (), "dark": ("color-contrast",)}
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True}


@cache
def named(store: SqlStore) -> dict[str, str]:
    with store.reading() as views:
        rows = list(views.suggestions())
        return {
            "target": next(row["id"] for row in rows if row["target"] == "getProductFinalPrice" and not row["edge"]),
            "edge": next(row["id"] for row in rows if row["edge"]),
            "letter": next(letter.id for letter in views.dead_letters() if letter.body),
        }


def open_page(reader: Reader, path: str) -> None:
    reader.go(path.format(**named(reader.console.store)))


def faults(reader: Reader, rules: Sequence[str] = ()) -> list[str]:
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    found = Axe().run(reader.page, options={"resultTypes": ["violations"], **only}).response["violations"]
    return [f"{one['id']}: {node['html']}" for one in found if one["impact"] in FAULTS for node in one["nodes"]]


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_no_serious_fault_on_any_page(looked_at: Served, open_reader: OpenReader, look: str) -> None:
    """Dark differs from light in its colours alone, so that nothing else is asked of it again."""
    reader = open_reader(looked_at, color_scheme=look)
    found = {}
    for path in PAGES:
        open_page(reader, path)
        if faulty := faults(reader, LOOKS[look]):
            found[path] = faulty
    assert found == {}


def test_axe_finds_no_serious_fault_where_an_act_is_confirmed_or_conflicts(
    console: Served, open_reader: OpenReader
) -> None:
    reader = open_reader(console)
    reader.press("Shift+A", "r")
    reader.page.wait_for_url("**/acts/confirm")
    assert faults(reader) == []
    reader.press("Escape", "Shift+Slash")
    assert faults(reader) == []
    reader.go("/dead-letters")
    reader.press("Shift+A", "e")
    reader.page.wait_for_url("**/dead-letters/confirm")
    assert faults(reader) == []
    open_page(reader, "/suggestions/{target}")
    other = open_reader(console, "lee")
    open_page(other, "/suggestions/{target}")
    other.press("p", "Control+Enter")
    other.sees("1 suggestion: pinned.")
    reader.press("a", "Control+Enter")
    reader.arrives("It changed since you looked")
    assert faults(reader) == []


def test_no_page_is_wider_than_a_phone(looked_at: Served, open_reader: OpenReader) -> None:
    reader = open_reader(looked_at, **PHONE)
    wide = {}
    for path in PAGES:
        open_page(reader, path)
        width = reader.page.evaluate("document.documentElement.scrollWidth")
        if width > PHONE["viewport"]["width"]:  # type: ignore[index]  # a literal above
            wide[path] = width
    assert wide == {}


@pytest.fixture
def below(learned: Path, tmp_path: Path) -> Iterator[Served]:
    with served(learned, tmp_path, root_path="/tools/trail") as running:
        yield running


def test_everything_works_below_a_sub_path_and_loads_nothing_from_elsewhere(
    below: Served, open_reader: OpenReader
) -> None:
    reader = open_reader(below, name=None)
    asked: list[tuple[str, int]] = []
    reader.page.on("response", lambda answer: asked.append((answer.url, answer.status)))
    reader.enter("kim")
    for path in PAGES[1:-1]:
        open_page(reader, path)
        links = reader.page.locator("a[href^='/']").evaluate_all(
            "links => links.map(link => link.getAttribute('href'))"
        )
        assert [link for link in links if not link.startswith("/tools/trail/")] == []
    reader.go("/queue")
    reader.press("a")
    reader.arrives("Approve: 1 suggestion")
    reader.press("Control+Enter")
    reader.sees("1 suggestion: approved.")
    assert [url for url, _ in asked if not url.startswith(below.url + "/")] == []
    assert [(url, status) for url, status in asked if status >= 400] == []


def test_a_journey_needs_no_script(console: Served, open_reader: OpenReader) -> None:
    reader = open_reader(console, java_script_enabled=False)
    reader.page.get_by_label("Target changes state").select_option("yes")
    reader.page.get_by_role("button", name="Show").click()
    reader.page.get_by_label("Select: ").first.check()
    reader.page.get_by_role("button", name="Approve").click()
    reader.arrives("Approve: 1 suggestion")
    reader.page.get_by_role("button", name="Approve 1 suggestion").click()
    reader.sees("1 suggestion: approved.")


def test_stored_markup_stays_text(learned: Path, tmp_path: Path, open_reader: OpenReader) -> None:
    """Markup in a query, a tool's name, a comment and a refused event is shown as it was written, and does nothing."""
    markup = "<img src=x onerror=alert(1)><script>alert(2)</script>"

    def write(store: SqlStore) -> None:
        learn_markup(store, markup)

    with served(learned, tmp_path, prepare=write) as running:
        reader = open_reader(running)
        reader.page.on("dialog", lambda _: pytest.fail("markup was run"))
        reader.go("/queue?status=any&collection=marked")
        assert any(markup in claim for claim in reader.claims)
        reader.press("r")
        reader.arrives("Reject: 1 suggestion")
        reader.page.get_by_label("Reason").select_option("other")
        reader.page.get_by_label("Comment").fill(markup)
        reader.press("Control+Enter")
        reader.sees("1 suggestion: rejected.")
        identity = reader.page.locator("[data-row]").first.get_attribute("id")
        for path in (f"/suggestions/{identity}", "/audit", "/graph?collection=marked", "/overview", "/dead-letters"):
            reader.go(path)
            assert reader.page.locator("main img, main script, dialog img").count() == 0
            assert markup in reader.page.locator("body").inner_text() or path in {"/overview", "/dead-letters"}


def learn_markup(store: SqlStore, markup: str) -> None:
    """Four days of runs whose request and tools hold markup, an edge between such tools, and a dead letter."""
    events = flatten(
        Run(
            attempt_id=f"marked-{number}",
            plan_id=f"plan-{number}",
            collection_id="marked",
            principal=f"person-{number % 5}",
            session=f"session-{number}",
            start=MONDAY.replace(day=5 + number % 4),
        )
        .selected(f"show{markup}", f"show me the {markup} tables")
        .step("s1", f"find{markup}", {}, {"<b>tableNo</b>": f"table-{number:04}", "tableNo": f"table-{number:04}"})
        .step("s2", f"show{markup}", {"tableNo": f"table-{number:04}"}, {})
        .completed()
        .events
        for number in range(12)
    )
    broken = {"type": markup, "ts": at(0), "attempt_id": "a", "trace_metadata": {"collection_id": "marked"}}
    messages = [
        Message("test", str(index), json.dumps(event).encode()) for index, event in enumerate([*events, broken])
    ]
    process(messages, store.unit_of_work(), RULES)
