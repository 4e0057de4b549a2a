"""The sub-path under which a proxy shows the console."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send


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
        await self._app(scope, receive, send)
