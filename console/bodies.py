"""Bodies of requests: none is read beyond a limit."""

from __future__ import annotations

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Bytes of a body: an act on as many suggestions as one takes has room for a version of 1,000 characters each.
LARGEST = 1_048_576


class BodyLimit:
    """Refuses a body that is larger than the limit, by what it says of itself or once that much of it has come.

    It is refused where the application asks for it, so that the answer is one of the application's own.
    """

    def __init__(self, app: ASGIApp, largest: int = LARGEST) -> None:
        self._app = app
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        said = Headers(scope=scope).get("content-length", "")
        declared = int(said) if said.isdecimal() and len(said) < 20 else 0
        come = 0

        async def receive_within() -> Message:
            nonlocal come
            self._check(declared)
            message = await receive()
            come += len(message.get("body", b""))
            self._check(come)
            return message

        await self._app(scope, receive_within, send)

    def _check(self, length: int) -> None:
        if length > self._largest:
            raise HTTPException(413, f"a body has at most {self._largest:,} bytes")
