"""What importing the selector costs over an empty interpreter, and what is loaded with it.

Interpreters start in turn, empty and with the import, and the difference is taken pair by pair; byte code is there, as
it is after an installation.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROUNDS: Final = 20
ROOT: Final = Path(__file__).parents[1]
STATEMENTS: Final = (
    "import selector",
    "from selector import select_target_candidate",
    "from selector import select_target_candidate, PromotedSnapshot",
)
_STRANGERS: Final = (
    "; import sys; print(*sorted({name.split('.')[0] for name in sys.modules}"
    " - sys.stdlib_module_names - before - {'selector', '__main__'}))"
)


def main() -> None:
    """Prints for each way to import the selector the median of what it adds, and the modules of third parties."""
    for statement in STATEMENTS:
        _run("pass")
        loaded = _run(f"import sys; before = {{name.split('.')[0] for name in sys.modules}}; {statement}{_STRANGERS}")
        pairs = [(_timed("pass"), _timed(statement)) for _ in range(ROUNDS)]
        added = statistics.median(with_it - empty for empty, with_it in pairs)
        print(f"{statement:63s} +{added * 1000:5.1f} ms, modules of third parties: {loaded.strip() or 'none'}")


def _timed(statement: str) -> float:
    started = time.perf_counter()
    _run(statement)
    return time.perf_counter() - started


def _run(statement: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(ROOT)
    process = subprocess.run(
        [sys.executable, "-c", statement], env=environment, cwd=ROOT, check=True, capture_output=True, text=True
    )
    return process.stdout


if __name__ == "__main__":
    main()
