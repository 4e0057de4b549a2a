"""A process that scrubs the events it is sent and answers with its processor time."""

from __future__ import annotations

import importlib
import json
import sys
import time


def main() -> None:
    """Answers one line a request until its input ends."""
    module, name = sys.argv[1].split(":")
    scrub = getattr(importlib.import_module(module), name)
    for line in sys.stdin:
        request = json.loads(line)
        started = time.process_time()
        for _ in range(request["repeats"]):
            for event in request["events"]:
                scrub(event)
        print(json.dumps(time.process_time() - started), flush=True)


if __name__ == "__main__":
    main()
