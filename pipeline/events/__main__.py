"""Writes the JSON Schemas: `python -m pipeline.events docs/schemas`."""

import sys
from pathlib import Path

from pipeline.events.schemas import write_schemas

if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
