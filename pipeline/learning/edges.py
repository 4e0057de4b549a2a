"""Judging of producer edges: on all their counts, without fold and without decay."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pipeline.learning.policy import Policy
from pipeline.learning.verdicts import Status


@dataclass(frozen=True, slots=True)
class EdgeCounts:
    """What the counts say of one edge, from one group of principals: the known, or all.

    Attributes:
        attempts: attempts whose values show it.
        completed: of these, attempts in which a consuming step completed.
        values: distinct values it carried, under one seal key the largest number.
        given: attempts in which the argument was given a value that is not weak.
        principals: distinct principals that observed it; `declared_principals` counts those that declare it.
        declared: attempts that declare it and were not ended by the environment.
        declared_successful: of these, the successful.
        declared_principals: principals with a successful attempt that declares it.
        declared_sessions: sessions of successful attempts that declare it, capped by principal.
        target_sessions: sessions of successful attempts in which the target tool ran, capped by principal.
        best_sessions: the largest `declared_sessions` of a producer of the same argument.
    """

    attempts: int = 0
    completed: int = 0
    values: int = 0
    given: int = 0
    principals: int = 0
    declared: int = 0
    declared_successful: int = 0
    declared_principals: int = 0
    declared_sessions: int = 0
    target_sessions: int = 0
    best_sessions: int = 0

    @property
    def share(self) -> float:
        """The part of the attempts that gave the argument a value in which this edge gave it.

        >>> EdgeCounts(attempts=3, given=4).share
        0.75
        """
        return min(self.attempts, self.given) / self.given if self.given else 0.0


@dataclass(frozen=True, slots=True)
class EdgeVerdict:
    """What the evidence says of an edge.

    Attributes:
        status: suggested, promotable (proven by all evidence) or promoted (proven by trusted evidence).
        proof: how it is proven: ``values``, ``declared``, both or none, sorted.
        blocked_by: the gates that it fails, where it is not promoted.
        share_bound: the Wilson lower bound that was compared, of observed attempts.
        declared_bound: the same of declared sessions.
    """

    status: Status
    proof: tuple[str, ...]
    blocked_by: tuple[str, ...]
    share_bound: float
    declared_bound: float


def wilson_lower(successes: float, trials: float, z: float) -> float:
    """The lower end of Wilson's score interval for a share (Wilson 1927).

    >>> round(wilson_lower(4, 4, 1.645), 3), wilson_lower(0, 0, 1.645)
    (0.596, 0.0)
    """
    if trials <= 0:
        return 0.0
    p = min(successes, trials) / trials
    spread = z * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    return (p + z * z / (2 * trials) - spread) / (1 + z * z / trials)


def judge_edge(trusted: EdgeCounts, everybody: EdgeCounts, policy: Policy) -> EdgeVerdict:
    """Judges an edge: promoted on the evidence of trusted principals, promotable on all evidence.

    Args:
        trusted: counts of known principals; all counts where anonymous evidence is trusted.
        everybody: all counts.
        policy: the thresholds.
    """
    blocked: tuple[str, ...] = ()
    if proof := _proof(_gates(trusted, policy)):
        status = Status.PROMOTED
    elif proof := _proof(_gates(everybody, policy)):
        status, blocked = Status.PROMOTABLE, ("anonymous_evidence",)
    else:
        status, blocked = Status.SUGGESTED, _nearest(_gates(everybody, policy), everybody)
    return EdgeVerdict(
        status=status,
        proof=proof,
        blocked_by=blocked,
        share_bound=wilson_lower(everybody.attempts, everybody.given, policy.wilson_z),
        declared_bound=wilson_lower(everybody.declared_sessions, everybody.target_sessions, policy.wilson_z),
    )


def _gates(counts: EdgeCounts, policy: Policy) -> dict[str, tuple[str, ...]]:
    """The gates that the counts fail, by the kind of proof."""
    values = {
        "few_attempts": counts.attempts < policy.edge_attempts,
        "constant_value": counts.values == 1,
        "few_values": 1 < counts.values < policy.edge_values or counts.values == 0,
        "few_principals": counts.principals < policy.edge_principals,
        "consumer_fails": counts.completed < policy.edge_completed * counts.attempts,
        "small_share": wilson_lower(counts.attempts, counts.given, policy.wilson_z) < policy.edge_given_share,
    }
    declared_bound = wilson_lower(counts.declared_sessions, counts.target_sessions, policy.wilson_z)
    declared = {
        "few_principals": counts.declared_principals < policy.edge_principals,
        "few_sessions": counts.declared_sessions < policy.declared_sessions,
        "runs_fail": counts.declared_successful < policy.declared_success * counts.declared,
        "weaker_than_best": counts.declared_sessions < policy.declared_against_best * counts.best_sessions,
        "small_share": declared_bound < policy.declared_share,
    }
    return {
        "declared": tuple(code for code, fails in declared.items() if fails),
        "values": tuple(code for code, fails in values.items() if fails),
    }


def _proof(gates: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(kind for kind, failed in gates.items() if not failed)


def _nearest(gates: dict[str, tuple[str, ...]], counts: EdgeCounts) -> tuple[str, ...]:
    """The failed gates of the kind of proof that the edge has evidence of."""
    return gates["values"] if counts.attempts else gates["declared"]
