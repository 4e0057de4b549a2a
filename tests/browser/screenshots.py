"""Pictures of every page, light and dark, on the example shop: ``python -m tests.browser.screenshots [FOLDER]``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from pipeline.learning.policy import Policy
from pipeline.learning.settings import Mode, Review
from pipeline.review import set_collection
from tests.browser.chromium import MISSING, find_chromium, started_browser
from tests.browser.reading import Reader
from tests.browser.serving import SHOP, Served, learn_shop, served

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
LOOKS = ("light", "dark")
SIZE = {"width": 1120, "height": 700}
#: How high a picture of a suggestion is.
TALL = 1_500
PHONE = {"width": 375, "height": 720}
Show = Callable[[Reader], object]


def _found(target: str) -> Show:
    def show(reader: Reader) -> None:
        reader.go("/queue?status=any")
        reader.page.get_by_role("link", name=target).first.click()
        reader.page.wait_for_url("**/suggestions/*")

    return show


def _confirm(reader: Reader) -> None:
    reader.go("/queue")
    reader.press("Shift+A", "a")
    reader.page.wait_for_url("**/acts/confirm")


def _conflict(reader: Reader) -> None:
    reader.go("/queue?status=any")
    reader.page.get_by_role("link", name="countOrders, not listOrders").first.click()
    reader.page.wait_for_url("**/suggestions/*")
    other = Reader(reader.page.context.new_page(), reader.console)
    other.page.goto(reader.page.url)
    other.press("d", "Control+Enter")
    other.sees("1 suggestion: demoted.")
    reader.press("a", "Control+Enter")
    reader.arrives("It changed since you looked")


def _keys(reader: Reader) -> None:
    reader.go("/queue")
    reader.press("Shift+Slash")


def _letter(reader: Reader) -> None:
    reader.go("/dead-letters?reason=no_collection")
    reader.press("Enter")
    reader.page.wait_for_url("**/dead-letters/*")


def _shadow(reader: Reader) -> None:
    with reader.console.store.unit_of_work() as work:
        settings = replace(work.collections.settings(SHOP), mode=Mode.SHADOW, review=Review.NONE)
        set_collection(work, SHOP, settings, Policy())
        work.commit()
    reader.go(f"/shadow?collection={SHOP}")


def _page(path: str) -> Show:
    return lambda reader: reader.go(path)


#: What is shown under each name, in an order in which the later ones show what the earlier ones did.
PICTURES: dict[str, Show] = {
    "queue": _page("/queue?status=any"),
    "suggestion": _found("getProductFinalPrice, not getProductBasePrice"),
    "edge": _found("trackingNo of getOrderDeliveryTracking"),
    "confirm": _confirm,
    "conflict": _conflict,
    "keys": _keys,
    "graph": _page(f"/graph?collection={SHOP}"),
    "audit": _page("/audit"),
    "dead-letters": _page("/dead-letters"),
    "dead-letter": _letter,
    "overview": _page("/overview"),
    "shadow": _shadow,
}


def take(browser: Browser, console: Served, folder: Path, look: str) -> None:
    """Takes every picture in one look; on a phone and in Korean, the queue stands for all."""
    context = browser.new_context(viewport=SIZE, color_scheme=look, locale="en-US")
    reader = Reader(context.new_page(), console)
    reader.go("/login")
    _save(reader, folder / f"sign-in-{look}.png")
    reader.enter("kim")
    for name, show in PICTURES.items():
        show(reader)
        _save(reader, folder / f"{name}-{look}.png", tall=name in {"suggestion", "edge"})
    context.close()
    for name, options in (
        ("phone", {"viewport": PHONE, "locale": "en-US"}),
        ("korean", {"viewport": SIZE, "locale": "ko-KR"}),
    ):
        context = browser.new_context(color_scheme=look, **options)
        reader = Reader(context.new_page(), console)
        reader.enter("kim")
        reader.go("/queue?status=any")
        _save(reader, folder / f"queue-{name}-{look}.png")
        context.close()


def _save(reader: Reader, path: Path, *, tall: bool = False) -> None:
    """Takes a picture, with fewer colours where pngquant is installed: a third of the bytes, and it looks the same."""
    if tall:
        reader.page.set_viewport_size({**SIZE, "height": TALL})
    reader.page.wait_for_load_state("networkidle")
    reader.page.screenshot(path=path)
    if tall:
        reader.page.set_viewport_size(SIZE)
    if pngquant := shutil.which("pngquant"):
        subprocess.run([pngquant, "--force", "--skip-if-larger", "--output", path, "64", path], check=False)


def main(folder: Path) -> None:
    """Takes the pictures of each look from a console of its own."""
    if find_chromium() is None:
        sys.exit(MISSING)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made, started_browser() as browser:
        learned = Path(made) / "shop.db"
        learn_shop(learned)
        for look in LOOKS:
            place = Path(made) / look
            place.mkdir()
            with served(learned, place) as console:
                take(browser, console, folder, look)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
