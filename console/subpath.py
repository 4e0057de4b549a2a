"""The sub-path under which a proxy shows the console."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BelowSubPath:
    """Tells an application the sub-path, so that routes are found and links lead below it.

    It is no matter whether the proxy takes the sub-path away before it passes a request on.
    """

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app = app
        self._root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        if scope["type"] == "http" and self._root_path:
            scope = {**scope, "root_path": self._root_path}

        async def send_within(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 307:
                headers = MutableHeaders(scope=message)
                headers["location"] = _within(headers.get("location", "/"))
            await send(message)

        await self._app(scope, receive, send_within)


def _within(location: str) -> str:
    """Where a slash too many leads, as a path: a name that a request gives its host is nobody's to be sent to.

    >>> _within("http://name.example/console/queue?status=any"), _within("http://name.example//elsewhere.example")
    ('/console/queue?status=any', '/elsewhere.example')
    """
    parts = urlsplit(location)
    return urlunsplit(("", "", "/" + parts.path.lstrip("/"), parts.query, ""))
