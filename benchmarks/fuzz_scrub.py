"""Coverage-guided fuzzing of the scrubber and of pattern rewriting: `make fuzz` runs it for a bounded time.

A found input is written to the folder of findings and shown; what must hold is no crash, JSON out, no second change,
and no planted secret left. The limit on the time of one input finds what is not linear.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pipeline.scrub"]):
    from pipeline.scrub import scrub, scrub_with_report
    from pipeline.scrub.linear import UnsafePatternError, safe_pattern

#: Seconds of a run, bytes of the longest input, and seconds that one input may take.
SECONDS, LONGEST, SLOWEST = 60, 4_096, 5
PLANTED = ("gh" + "p_" + "a1B2" * 9, "lee.fuzz@example.com", "010-2345-6789")


def look(data: bytes) -> None:
    """Scrubs one input in three shapes."""
    provider = atheris.FuzzedDataProvider(data)
    planted = PLANTED[provider.ConsumeIntInRange(0, len(PLANTED) - 1)]
    text = provider.ConsumeUnicode(provider.remaining_bytes())
    report = scrub_with_report({"a": text, text[:40]: [f"{text} {planted} {text}", text.encode("utf-8", "replace")]})
    written = json.dumps(report.value, ensure_ascii=False, allow_nan=False)
    if planted in written:
        raise AssertionError("a planted secret was left")
    if scrub(report.value) != report.value:
        raise AssertionError("a second time changed something")
    with suppress(UnsafePatternError):
        safe_pattern(text[:200]).search(text)


def main() -> None:
    """Runs for the time given as the first argument, in seconds."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    findings = Path("fuzz-findings")
    findings.mkdir(exist_ok=True)
    options = [
        sys.argv[0],
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        f"-timeout={SLOWEST}",
        f"-artifact_prefix={findings}/",
        "-print_final_stats=1",
    ]
    atheris.Setup(options, look)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
