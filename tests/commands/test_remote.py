"""`--api`: where the API token goes, and where it does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.commands.running import Command


@dataclass
class Heard:
    """A small server: its URL, and the tokens that it was shown."""

    url: str = ""
    tokens: list[str] = field(default_factory=list)


@contextmanager
def listening(status: int, location: str | None = None) -> Iterator[Heard]:
    heard = Heard()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.tokens.append(self.headers.get("authorization", ""))
            self.send_response(status)
            if location is not None:
                self.send_header("location", location)
            self.end_headers()
            self.wfile.write(b"[]" if status == 200 else b"")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name in the base class
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        heard.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield heard
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLTRAIL_API_TOKEN", "tooltrail_000000000000_x")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(tooltrail: Command, status: int) -> None:
    with listening(200) as elsewhere, listening(status, f"{elsewhere.url}/api/v1/rows") as console:
        said = tooltrail.refuses("suggestions", "list", "--api", console.url)
        assert "give its final URL" in said
        assert len(console.tokens) == 1
        assert elsewhere.tokens == []


def test_this_machine_is_asked_by_no_proxy(tooltrail: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(200) as console, listening(200) as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        tooltrail("suggestions", "list", "--api", console.url)
        assert proxy.tokens == []
        assert len(console.tokens) == 1
