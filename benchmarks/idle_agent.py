"""A Faust agent that reads one by one and does nothing: `python -m benchmarks.idle_agent BROKER TOPIC EVENTS`.

Prints its events per second, from the first event to the last.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import uuid
from typing import Any

import faust


def main(broker: str, topic: str, events: int) -> None:
    """Reads so many events, prints, and ends the process."""
    app = faust.App(
        f"idle-{uuid.uuid4().hex}",
        broker=f"kafka://{broker}",
        consumer_auto_offset_reset="earliest",
        datadir=tempfile.mkdtemp(),
        stream_buffer_maxsize=4096,
        topic_allow_declare=False,
        topic_disable_leader=True,
        value_serializer="raw",
        web_enabled=False,
    )

    @app.agent(app.topic(topic, value_serializer="raw", key_serializer="raw"))
    async def read(stream: Any) -> None:
        seen, began = 0, 0.0
        async for _ in stream:
            began = began or time.perf_counter()
            seen += 1
            if seen == events:
                print(f"{events / (time.perf_counter() - began):.0f}", flush=True)
                os._exit(0)

    app.finalize()
    app.loop.run_until_complete(_run(app))


async def _run(app: faust.App) -> None:
    await app.start()
    await app.wait_until_stopped()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
