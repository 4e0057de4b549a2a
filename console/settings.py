"""What the console is told: nothing of it is read from the environment here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class OidcSettings:
    """An identity provider.

    Attributes:
        issuer: its URL, below which the discovery document lies.
        client_id: what it calls the console.
        client_secret: for a client that has one; None for a public client.
        name: what the button says.
        name_claim: the claim that acts are signed by.
        groups_claim: the claim that holds the user's groups.
        roles: role by group: who is in none of them does not come in.
    """

    issuer: str
    client_id: str
    client_secret: str | None = field(default=None, repr=False)
    name: str = "single sign-on"
    name_claim: str = "preferred_username"
    groups_claim: str = "groups"
    roles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleSettings:
    """What the console is told.

    Attributes:
        root_path: the sub-path under which a proxy shows it, such as ``/tooltrail``; empty for none.
        public_url: the URL that browsers know it by, for the way back from an identity provider.
        oidc: the identity provider, None for none.
    """

    root_path: str = ""
    public_url: str | None = None
    oidc: OidcSettings | None = None
