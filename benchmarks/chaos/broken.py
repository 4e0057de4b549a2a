"""A worker as one would write it first: `take()`, which acks a batch whether or not its handler raised."""

from __future__ import annotations

import asyncio
from typing import Any

from pipeline.intake import Message
from pipeline.worker.engine import Engine


async def read_with_take(self: Engine, stream: Any) -> None:
    """Reads batches; an error is the library's to handle, as its documentation says."""
    async for values in stream.take(self._options.batch_messages, within=self._options.linger_seconds):
        messages = [Message("kafka:taken", "0", value) for value in values]
        self._observer.polled(messages)
        await asyncio.to_thread(self._taker.take, messages)
        self._observer.acked(messages)
