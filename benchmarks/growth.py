"""Ten times the events: how much longer, and how much more memory.

The stream is built here (`benchmarks.stream`); both sizes are replayed in turn, and the ratio is taken pair by pair.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from benchmarks.command import Cost, tooltrail
from benchmarks.stream import write_stream

SMALL, TIMES, ROUNDS = 12_000, 10, 2


def main() -> None:
    """Prints the ratio of processor time and wall time, and the growth of peak memory."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sizes = {scale: folder / f"stream-{scale}.jsonl" for scale in (1, TIMES)}
        counts = {scale: write_stream(path, SMALL * scale) for scale, path in sizes.items()}
        pairs = [[_replay(folder, round_, scale, path) for scale, path in sizes.items()] for round_ in range(ROUNDS)]
    startup = statistics.median(tooltrail("--version").cpu for _ in range(3))
    ratios = [large.cpu / small.cpu for small, large in pairs]
    steady = [(large.cpu - startup) / (small.cpu - startup) for small, large in pairs]
    growth = [large.peak_mb - small.peak_mb for small, large in pairs]
    for scale, costs in zip(sizes, zip(*pairs, strict=True), strict=True):
        best = min(costs, key=lambda cost: cost.wall)
        speed = counts[scale] / best.wall
        print(f"{counts[scale]:>8} events: {best.wall:6.1f} s, {speed:6.0f} events/s, peak {best.peak_mb:.0f} MB")
    print(f"{TIMES} times the events: {statistics.median(ratios):.1f} times the processor time", end="")
    print(f" ({statistics.median(steady):.1f} without the start of the process), peak memory +{max(growth):.0f} MB")


def _replay(folder: Path, round_: int, scale: int, path: Path) -> Cost:
    return tooltrail("replay", str(path), "--db", f"sqlite:///{folder}/{round_}-{scale}.db")


if __name__ == "__main__":
    main()
