"""The promotion policy: every constant of it, with a version that each decision records."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from functools import lru_cache

from selector.expiry import EXPIRY_DAYS


@dataclass(frozen=True, slots=True)
class Policy:
    """Thresholds and weights; the defaults are those of the design, section Learning.

    Attributes:
        half_life: days after which a count weighs half.
        recent_half_life: the same for what may demote a promotion quickly, in days.
        outcome_cap: decayed outcomes that one principal may count for a target.
        correction_cap: decayed corrections that one principal may count in a family.
        correction_weight: outcomes that one correction weighs.
        prior_strength: pseudo-outcomes of the Beta prior around the family's mean.
        margin: by how much the rate must exceed the rest's before z counts.
        promote_z_rest: z against the pooled rest, to be promoted.
        promote_z_sibling: z against every sibling that weighs `sibling_weight` or more, to be promoted.
        without_z_rest: z against the rest without the strongest supporter, to be promoted.
        without_z_sibling: z against siblings without the strongest supporter, to be promoted.
        min_weight: effective n of a target, to be promoted or promotable.
        min_principals: supporters with more than `supporter_floor` decayed outcomes or corrections.
        min_days: days with a success or a correction towards the target.
        max_share: the largest part of the support that one principal may hold.
        supporter_floor: decayed support below which a principal is no supporter.
        sibling_weight: evidence from which a sibling is compared, and below which the rest is not asked.
        keep_z_rest: below this z against the rest a promotion falls.
        keep_z_sibling: below this z against a sibling a promotion falls.
        recent_weight: effective n from which recent evidence may demote.
        recent_z: recent z at or below which a promotion falls.
        promotable_z_rest: z against the rest, with the margin, to be promotable.
        promotable_z_sibling: z against siblings, to be promotable.
        boost: what a promoted target adds to a score of 0 to 1.
        expiry_days: days without evidence after which a suggestion lists as demoted.
        edge_attempts: attempts that show an edge, to be proven by values.
        edge_values: distinct values it carried, to be proven by values.
        edge_principals: principals behind an edge, where principals are known.
        edge_completed: part of the attempts in which a consuming step completed.
        edge_given_share: Wilson lower bound of edge attempts over attempts that gave the argument a value.
        declared_sessions: sessions behind a declared edge, capped by principal.
        declared_share: Wilson lower bound of those over the sessions in which the target tool ran.
        declared_against_best: sessions relative to the argument's best producer.
        declared_success: part of the declaring attempts that succeeded.
        sessions_per_principal: sessions that one principal may count for a declared edge.
        wilson_z: the z of the Wilson bounds, a one-sided 95 %.
    """

    half_life: float = 14.0
    recent_half_life: float = 6.0
    outcome_cap: float = 3.0
    correction_cap: float = 1.0
    correction_weight: float = 3.0
    prior_strength: float = 4.0
    margin: float = 0.03
    promote_z_rest: float = 2.33
    promote_z_sibling: float = 1.0
    without_z_rest: float = 1.28
    without_z_sibling: float = 0.0
    min_weight: float = 4.0
    min_principals: int = 3
    min_days: int = 2
    max_share: float = 0.5
    supporter_floor: float = 0.1
    sibling_weight: float = 2.0
    keep_z_rest: float = 0.5
    keep_z_sibling: float = -0.5
    recent_weight: float = 3.0
    recent_z: float = -1.0
    promotable_z_rest: float = 1.64
    promotable_z_sibling: float = 0.5
    boost: float = 0.055
    expiry_days: int = EXPIRY_DAYS
    edge_attempts: int = 4
    edge_values: int = 3
    edge_principals: int = 3
    edge_completed: float = 0.25
    edge_given_share: float = 0.03
    declared_sessions: int = 4
    declared_share: float = 0.20
    declared_against_best: float = 0.7
    declared_success: float = 0.5
    sessions_per_principal: int = 2
    wilson_z: float = 1.645

    @property
    def version(self) -> str:
        """The rules' generation and a hash of the constants: equal versions decide alike.

        >>> Policy().version == Policy().version, Policy().version == Policy(margin=0.05).version
        (True, False)
        """
        return _version(self)


@lru_cache(maxsize=8)
def _version(policy: Policy) -> str:
    """It is asked for with every row that is judged."""
    constants = ",".join(f"{field.name}={getattr(policy, field.name)!r}" for field in fields(policy))
    return f"1-{hashlib.blake2b(constants.encode(), digest_size=4).hexdigest()}"
