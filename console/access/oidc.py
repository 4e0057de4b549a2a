"""Single sign-on: the code flow of OpenID Connect with PKCE, and what a provider's claims make of a user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import OAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jwt import JWTClaimsRegistry

from console.access.roles import AccessError, Role, is_user_name
from console.settings import OidcSettings
from pipeline.errors import TransientError

#: How long the way to the provider and back may take.
WAY = timedelta(minutes=10)
#: How an ID token may be signed; never by a shared secret, and never not at all.
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]
_SCOPE = "openid profile email"
_SECONDS = 10.0
#: Seconds by which the provider's clock may differ.
_LEEWAY = 60


class ProviderError(AccessError):
    """The identity provider said something that cannot be trusted: sign in again, or tell its operator."""


class ProviderLostError(TransientError):
    """The identity provider does not answer: try again when it does."""


class NoRoleError(AccessError):
    """The user is in none of the groups that may come in."""


@dataclass(frozen=True, slots=True)
class Departure:
    """The way to the provider: where to, and what must be known when somebody comes back."""

    url: str
    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a provider says that somebody is."""

    issuer: str
    subject: str
    name: str
    role: Role
    groups: tuple[str, ...]


class Provider:
    """An identity provider.

    Args:
        settings: where it is, and what its claims mean.
        back: the URL to which it sends browsers back.
    """

    def __init__(self, settings: OidcSettings, back: str) -> None:
        self._settings = settings
        self._back = back

    def depart(self) -> Departure:
        """Begins the way to the provider.

        Raises:
            ProviderLostError: it does not answer.
            ProviderError: it does not say where to go.
        """
        endpoint = _endpoint(self._discovered(), "authorization_endpoint")
        verifier, nonce = generate_token(64), generate_token(32)
        with self._client() as client:
            url, state = client.create_authorization_url(endpoint, code_verifier=verifier, nonce=nonce)
        return Departure(url, state, nonce, verifier)

    def arrive(self, code: str, verifier: str, nonce: str, now: datetime) -> Identity:
        """Ends the way: changes the code for an ID token, and reads who that is.

        Raises:
            ProviderLostError: the provider does not answer.
            ProviderError: it refuses, or what it says cannot be trusted.
            NoRoleError: the user may not come in.
        """
        found = self._discovered()
        try:
            with self._client() as client:
                token = client.fetch_token(
                    _endpoint(found, "token_endpoint"),
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=verifier,
                )
            keys = httpx.get(_endpoint(found, "jwks_uri"), timeout=_SECONDS).raise_for_status().json()
        except OAuthError as error:
            raise ProviderError(f"the identity provider refuses: {error.error}") from error
        except httpx.HTTPError as error:
            raise ProviderLostError("the identity provider does not answer") from error
        except ValueError as error:
            raise ProviderError("the identity provider's keys are no JSON") from error
        return self._identity(self._claims(str(token.get("id_token", "")), keys, nonce, now))

    def _claims(self, id_token: str, keys: Any, nonce: str, now: datetime) -> Mapping[str, Any]:
        settings = self._settings
        registry = JWTClaimsRegistry(
            now=lambda: int(now.timestamp()),
            leeway=_LEEWAY,
            iss={"essential": True, "value": settings.issuer},
            aud={"essential": True, "value": settings.client_id},
            sub={"essential": True},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        try:
            claims = jwt.decode(id_token, KeySet.import_key_set(keys), algorithms=_ALGORITHMS).claims
            registry.validate(claims)
        except (JoseError, ValueError, TypeError, KeyError) as error:
            raise ProviderError("the identity provider's token cannot be trusted") from error
        if claims.get("azp", settings.client_id) != settings.client_id:
            raise ProviderError("the identity provider's token is for somebody else")
        return claims

    def _identity(self, claims: Mapping[str, Any]) -> Identity:
        groups = claims.get(self._settings.groups_claim)
        named = tuple(sorted({group for group in groups if isinstance(group, str)})) if isinstance(groups, list) else ()
        roles = [Role(self._settings.roles[group]) for group in named if group in self._settings.roles]
        if not roles:
            raise NoRoleError("none of your groups may come in")
        name = _name(claims.get(self._settings.name_claim)) or _name(claims.get("sub"))
        if name is None:
            raise ProviderError(f"the claim {self._settings.name_claim} holds no name that could sign acts")
        best = max(roles, key=list(Role).index)
        return Identity(self._settings.issuer, str(claims["sub"]), name, best, named)

    def _discovered(self) -> Mapping[str, Any]:
        """The provider's document, which must be its own."""
        try:
            url = f"{self._settings.issuer}/.well-known/openid-configuration"
            found = httpx.get(url, timeout=_SECONDS).raise_for_status().json()
        except httpx.HTTPError as error:
            raise ProviderLostError("the identity provider does not answer") from error
        except ValueError as error:
            raise ProviderError("the identity provider describes itself in no JSON") from error
        if not isinstance(found, dict) or str(found.get("issuer", "")).rstrip("/") != self._settings.issuer:
            raise ProviderError("the identity provider describes itself as another one")
        return found

    def _client(self) -> OAuth2Client:
        return OAuth2Client(
            client_id=self._settings.client_id,
            client_secret=self._settings.client_secret,
            token_endpoint_auth_method="client_secret_basic" if self._settings.client_secret else "none",
            scope=_SCOPE,
            redirect_uri=self._back,
            code_challenge_method="S256",
            timeout=_SECONDS,
        )


def _endpoint(found: Mapping[str, Any], name: str) -> str:
    url = found.get(name)
    if not isinstance(url, str) or urlsplit(url).scheme not in {"https", "http"}:
        raise ProviderError(f"the identity provider names no {name}")
    return url


def _name(claim: object) -> str | None:
    """A name that can sign acts: the claim, else what stands before the @ of an address."""
    if not isinstance(claim, str):
        return None
    return next((name for name in (claim, claim.partition("@")[0]) if is_user_name(name)), None)
