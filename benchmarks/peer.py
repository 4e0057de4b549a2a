"""The public package that benchmarks stand beside, graph-tool-call 0.47, in an environment of its own.

``python -m benchmarks.peer`` makes it and says where its interpreter is.
"""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path
from typing import Final

PEER: Final = "graph-tool-call==0.47.*"


def peer_python() -> str:
    """Return the interpreter of the peer's environment, made on the first run."""
    cache = (
        Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        / "tooltrail-benchmarks"
        / "graph-tool-call-0.47"
    )
    python = cache / "bin" / "python"
    done = cache / "installed"
    if not done.exists():
        venv.create(cache, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "--quiet", "install", PEER], check=True)
        done.touch()
    return str(python)


if __name__ == "__main__":
    print(peer_python())
