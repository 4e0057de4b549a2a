"""How numbers, texts and spans of time are written on a page."""

from __future__ import annotations

from console.texts import Texts

_STEPS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


def figure(value: object) -> str:
    """A number as people read it: a whole one with its thousands apart, any other with two decimals; a text as it is.

    >>> figure(12000), figure(2.3333), figure("few_days")
    ('12,000', '2.33', 'few_days')
    """
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def cut(text: str, longest: int) -> str:
    """A text that is no longer than that; what was left out is shown by an ellipsis.

    >>> cut("getOrderDeliveryTracking", 10), cut("listOrders", 10)
    ('getOrderD…', 'listOrders')
    """
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def span(seconds: int, texts: Texts) -> str:
    """A span of time in its largest unit of which there are two, else the smaller one.

    >>> from console.texts import read_texts
    >>> [span(seconds, read_texts("en")) for seconds in (1, 119, 120, 200_000)]
    ['1 second', '119 seconds', '2 minutes', '2 days']
    """
    name, size = next((step for step in _STEPS if seconds >= 2 * step[1]), _STEPS[-1])
    return texts(f"span.{name}", max(seconds, 0) // size)
