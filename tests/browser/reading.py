"""Somebody who reads the console in a browser."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from console.access.requests import SESSION_COOKIE
from tests.browser.serving import Served


@dataclass(frozen=True)
class Reader:
    """A browser page, and the console that it shows."""

    page: Page
    console: Served

    def enter(self, name: str) -> None:
        """Begins a session without the form, which is tried elsewhere and whose hash takes its time."""
        cookie = self.console.gate.begin_session(name)
        self.page.context.add_cookies([{"name": SESSION_COOKIE, "value": cookie, "url": self.console.url}])
        self.go("/queue")

    def go(self, path: str) -> None:
        self.page.goto(self.console.url + path)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.wait_for_load_state()  # what a key does is known once the page's script has run
            self.page.keyboard.press(key)

    def write(self, text: str) -> None:
        self.page.keyboard.type(text)

    def sees(self, text: str) -> Locator:
        """What shows a text; waits until it is there."""
        found = self.page.get_by_text(text).first
        found.wait_for()
        return found

    def arrives(self, heading: str) -> None:
        """Waits for the page of that heading."""
        self.page.locator("h1", has_text=re.compile(f"^{re.escape(heading)}$")).wait_for()

    @property
    def heading(self) -> str:
        return self.page.locator("h1").inner_text()

    @property
    def claims(self) -> list[str]:
        return self.page.locator("a.claim").all_inner_texts()

    @property
    def current(self) -> str:
        return self.page.locator("[data-current] a.claim").inner_text()

    @property
    def selected(self) -> str:
        return self.page.locator("[data-selected]").inner_text()
