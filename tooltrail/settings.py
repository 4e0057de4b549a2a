"""Settings: everything that the environment may say, read in this file only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from console.settings import OidcSettings
from pipeline.errors import RejectedError

_PREFIX = "TOOLTRAIL_"


class SettingsError(RejectedError):
    """A setting cannot be used: correct the environment variable that the message names."""


class Settings(BaseSettings):
    """What the environment says; each is a variable in upper case with the prefix ``TOOLTRAIL_``.

    Attributes:
        db: the database of commands that are given no ``--db``.
        seal_key: the secret from which every collection's seal key is derived.
        seal_key_file: a file that holds that secret, in its place.
        debug: whether an unexpected error shows its traceback.
        api_token: by which commands come into a console's API (``--api URL``).
        public_url: the URL that browsers know the console by.
        oidc_issuer: the identity provider's URL; without one there is no single sign-on.
        oidc_client_id: what it calls the console.
        oidc_client_secret: for a client that has one.
        oidc_client_secret_file: a file that holds that secret, in its place.
        oidc_name: what the button says.
        oidc_name_claim: the claim that acts are signed by.
        oidc_groups_claim: the claim that holds a user's groups.
        oidc_roles: role by group, such as ``ops=admin,agents=reviewer``; who is in none of them does not come in.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    db: str = Field(default="sqlite:///tooltrail.db", repr=False)
    seal_key: SecretStr | None = None
    seal_key_file: Path | None = None
    debug: bool = False
    api_token: SecretStr | None = None
    public_url: str | None = None
    oidc_issuer: str | None = None
    oidc_client_id: str | None = None
    oidc_client_secret: SecretStr | None = None
    oidc_client_secret_file: Path | None = None
    oidc_name: str = "single sign-on"
    oidc_name_claim: str = "preferred_username"
    oidc_groups_claim: str = "groups"
    oidc_roles: str = ""

    def seal_secret(self) -> str | None:
        """The secret of the seal, None where neither the key nor its file is set.

        Raises:
            SettingsError: both are set, or the file cannot be read as text.
        """
        return _secret("SEAL_KEY", self.seal_key, self.seal_key_file)

    def oidc(self) -> OidcSettings | None:
        """The identity provider, None where none is named.

        Raises:
            SettingsError: something that belongs to it is missing or cannot be read.
        """
        if self.oidc_issuer is None:
            return None
        if self.oidc_client_id is None or self.public_url is None:
            raise SettingsError(f"{_PREFIX}OIDC_ISSUER needs {_PREFIX}OIDC_CLIENT_ID and {_PREFIX}PUBLIC_URL, too")
        secret = _secret("OIDC_CLIENT_SECRET", self.oidc_client_secret, self.oidc_client_secret_file)
        return OidcSettings(
            issuer=self.oidc_issuer.rstrip("/"),
            client_id=self.oidc_client_id,
            client_secret=secret.strip() if secret else None,
            name=self.oidc_name,
            name_claim=self.oidc_name_claim,
            groups_claim=self.oidc_groups_claim,
            roles=_roles(self.oidc_roles),
        )


def _roles(text: str) -> Mapping[str, str]:
    """Reads role by group."""
    found = {}
    for pair in filter(None, (part.strip() for part in text.split(","))):
        group, separator, role = (part.strip() for part in pair.partition("="))
        if not separator or not group or role not in {"viewer", "reviewer", "admin"}:
            raise SettingsError(f"{_PREFIX}OIDC_ROLES: write GROUP=viewer, GROUP=reviewer or GROUP=admin, with commas")
        found[group] = role
    return found


def _secret(name: str, secret: SecretStr | None, file: Path | None) -> str | None:
    """A secret that stands in a variable or in a file; None where neither is set.

    Raises:
        SettingsError: both are set, or the file cannot be read as text.
    """
    if file is None:
        return None if secret is None else secret.get_secret_value()
    if secret is not None:
        raise SettingsError(f"{_PREFIX}{name} and {_PREFIX}{name}_FILE are both set: unset one of them")
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{_PREFIX}{name}_FILE: {file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{_PREFIX}{name}_FILE: {file} holds no UTF-8 text") from error


def read_settings() -> Settings:
    """Reads the environment.

    Raises:
        SettingsError: a variable has a value that cannot be used; the message names it and never repeats the value.
    """
    try:
        return Settings()
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        raise SettingsError(f"{_PREFIX}{str(wrong['loc'][0]).upper()}: {wrong['msg']}") from None
