"""What the border costs: fingerprints a second, text a second, and the time of hostile text against its length."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Final

from pipeline.scrub import scrub
from pipeline.seal import Budget, Keyring, seal_leaves

#: Texts that repetition makes hard for one rule or another.
UNITS: Final = (
    *("a", "a.", "a@", "x@a.", "1 ", "1-", "1.", "eyJa-", "Bearer ", "//a:", "password=", '"password":', "비밀번호 "),
    *("-----BEGIN ", "<a>", "&a=", "--a ", "OTP 550718", "010-2345-6789", "a@b.kr ", "\\", "{", "가", "ㅡ", "é"),
)
LENGTHS: Final = (25_000, 50_000, 100_000)


def seconds(work: Callable[[], Any]) -> float:
    """Return the best processor time of three."""
    best = math.inf
    for _ in range(3):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def main() -> None:
    """Prints the throughput of seal and scrubber, and how the time of hostile text grows."""
    seal = Keyring.demonstration().for_collection("bench")
    page = {
        "orders": [{"id": f"ORD-{n:06d}", "amount": 12_000 + n, "memo": f"문 앞 {n}호", "ok": True} for n in range(500)]
    }
    leaves = 500 * 4
    spent = seconds(lambda: seal_leaves(page, Keyring.demonstration().for_collection("bench"), Budget()))
    print(f"seal: {leaves / spent:,.0f} leaves/s of records, {_texts(seal):,.0f} fingerprints/s of distinct texts")
    for said, text in (
        ("English", "The order 12345 was shipped to the customer yesterday, see the details below. " * 500),
        ("Korean", "지난달에 주문한 상품 12345의 배송이 어디까지 왔는지 알려주세요. " * 500),
    ):
        print(f"scrub: {len(text.encode()) / 1e6 / seconds(lambda text=text: scrub(text)):.1f} MB/s of {said} text")
    worst = []
    for unit in UNITS:
        texts = [(unit * (length // len(unit) + 1))[:length] for length in LENGTHS]
        spent = [seconds(lambda text=text: scrub(text)) for text in texts]
        growth = math.log2(max(spent[-1], 1e-4) / max(spent[0], 1e-4)) / math.log2(LENGTHS[-1] / LENGTHS[0])
        worst.append((growth, spent[-1], unit))
    slowest = max(worst, key=lambda row: row[1])
    print(f"hostile text: {len(UNITS)} kinds of {LENGTHS[-1]:,} characters")
    print(f"slowest: {slowest[2]!r} in {slowest[1]:.2f} s")
    print(f"time grows at most as length to the power of {max(worst)[0]:.2f} ({max(worst)[2]!r})")


def _texts(seal: Any) -> float:
    texts = [f"K{n:07d}-distinct-value" for n in range(50_000)]
    return len(texts) / seconds(lambda: [seal.text(text) for text in texts])


if __name__ == "__main__":
    main()
