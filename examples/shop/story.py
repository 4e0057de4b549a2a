"""What a story is: requests of one kind, the plans that answer them, and who asked on which day.

A day is a line of runs, ``login choice``, in the order in which they began. Marks on a choice:

    final        the run succeeds
    base!        the customer gives up (`goal_not_reached`)
    base>final   the customer corrects the choice during the run, and the run goes on with the right tool
    base>>final  an operator corrects the choice after the run
    final~429    the environment ends the run (429: rate_limited, 503: upstream_5xx)
    final^       the last call fails once and is retried
    recent&      the call before the last fails, and a second, repaired plan goes on from there

A choice names a plan; its last step is the selected target. Arguments in ``${...}`` are bound to outputs of earlier
steps, those in ``{...}`` to what the run is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a plan."""

    tool: str
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Story:
    """Runs of one kind of request.

    Attributes:
        name: begins the ids of its runs.
        agent: `planner` declares a whole plan, then runs it; `assistant` calls tool after tool.
        wordings: ways to put the request; runs take them in turn.
        complaint: what a customer says who corrects the choice.
        plans: choice -> steps, in the order in which retrieval ranks their targets.
        days: day of January -> runs.
    """

    name: str
    agent: Literal["planner", "assistant"]
    wordings: tuple[str, ...]
    plans: Mapping[str, tuple[Step, ...]]
    days: Mapping[int, str]
    complaint: str = ""


def read_entry(entry: str) -> tuple[str, str, str, str]:
    """Reads login, choice, mark and correction of one run.

    >>> read_entry("hana base>final"), read_entry("mina final~429")
    (('hana', 'base', '>', 'final'), ('mina', 'final', '~429', ''))

    Raises:
        ValueError: it is not written in the marks above.
    """
    found = re.fullmatch(r"(\w+) (\w+)(>>?|~\d+|[!^&])?(\w*)", entry)
    if found is None:
        raise ValueError(f"{entry!r}: write 'login choice' and one of the marks that story.py explains")
    return found[1], found[2], found[3] or "", found[4]
