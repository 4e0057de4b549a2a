"""One run of a story: who asked, about what, and which tool was selected."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import shop
from story import Story


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a story.

    Attributes:
        story: the kind of request.
        number: its place among the runs of its story, from 0; the wording and the subject follow from it.
        day: day of January.
        login: who asked.
        choice: the plan that was chosen first.
        correction: the plan it was corrected to, or "".
        mark: ``>`` or ``>>`` for a correction, else one of the marks that `story` explains, or "".
        began: when it began.
        session: fingerprint of the session.
    """

    story: Story
    number: int
    day: int
    login: str
    choice: str
    correction: str
    mark: str
    began: datetime
    session: str

    @property
    def id(self) -> str:
        """The attempt's id; the day is in it so that it can be found in its file."""
        return f"{self.story.name}-jan{self.day:02d}-{self.number:02d}"

    @property
    def query(self) -> str:
        """What the customer said first."""
        return self.story.wordings[self.number % len(self.story.wordings)].format(**self.subject)

    @property
    def subject(self) -> dict[str, str]:
        """What the run is about: the values of ``{...}`` in wordings and arguments."""
        product = shop.PRODUCTS[3 * self.number % len(shop.PRODUCTS)]
        subject = {
            "login": self.login,
            "email": shop.email(self.login),
            "phone": f"010-0000-{4821 + self.number}",
            "product": product.name,
            "product_ko": product.name_ko,
            "address": f"Parcel locker {12 + self.number}, Anguk Station",
        }
        if self.login in shop.MEMBERS:
            latest, *delivered = shop.orders_of(self.login)
            subject |= {"latest_order": latest.number, "order": delivered[self.number % len(delivered)].number}
        return subject

    def target(self, choice: str) -> str:
        """The tool that a choice selects: the last of its plan."""
        return self.story.plans[choice][-1].tool


def selector_block(run: Run) -> dict[str, Any]:
    """What target selection returned: the first row by rank, or the model's choice where the scores are close."""
    scores = {choice: round(0.71 - 0.012 * rank, 3) for rank, choice in enumerate(run.story.plans)}
    by_rank = next(iter(scores)) == run.choice
    close = len(scores) > 1
    return {
        "selected_target": run.target(run.choice),
        "llm_target": run.target(run.choice),
        "confidence": scores[run.choice],
        "overrode_llm": False,
        "ambiguous": close,
        "reason_codes": ["selected_by_rank" if by_rank else "llm_target_preserved", *["ambiguous_target"] * close],
        "margin": 0.012 if close else 0.71,
        "llm_margin": 0.0 if by_rank else 0.012,
        "policy": "strong_evidence",
        "rank_signals": [{"name": run.target(choice), "selector_score": score} for choice, score in scores.items()],
        "learning_applied": False,
    }


def fingerprint(*parts: str) -> str:
    """A short hash in place of a login or a session, as a publisher would send it.

    >>> fingerprint("principal", "hana")
    '91fc5e83ea18'
    """
    return shop.hashed(*parts)[:12]
