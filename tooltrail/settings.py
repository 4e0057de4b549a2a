"""Settings: everything that the environment may say, read in this file only."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

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
        seal_key_previous: the secret before that one, while a rotation lasts.
        seal_key_previous_file: a file that holds it, in its place.
        scrub_policy: a file of scrub rules: which are added, on and off.
        debug: whether an unexpected error shows its traceback.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    db: str = Field(default="sqlite:///tooltrail.db", repr=False)
    seal_key: SecretStr | None = None
    seal_key_file: Path | None = None
    seal_key_previous: SecretStr | None = None
    seal_key_previous_file: Path | None = None
    scrub_policy: Path | None = None
    debug: bool = False

    def seal_secret(self) -> str | None:
        """The secret of the seal, None where neither the key nor its file is set.

        Raises:
            SettingsError: both are set, or the file cannot be read as text.
        """
        return _secret("SEAL_KEY", self.seal_key, self.seal_key_file)

    def previous_secret(self) -> str | None:
        """The secret of the seal before a rotation, None where there is none.

        Raises:
            SettingsError: as `seal_secret`.
        """
        return _secret("SEAL_KEY_PREVIOUS", self.seal_key_previous, self.seal_key_previous_file)

    def scrub_policy_text(self) -> str | None:
        """The content of the file of scrub rules, None where none is set.

        Raises:
            SettingsError: it cannot be read as text.
        """
        return None if self.scrub_policy is None else _content("SCRUB_POLICY", self.scrub_policy)


def _secret(name: str, value: SecretStr | None, file: Path | None) -> str | None:
    """A secret that stands in a variable or in a file."""
    if file is None:
        return None if value is None else value.get_secret_value()
    if value is not None:
        raise SettingsError(f"{_PREFIX}{name} and {_PREFIX}{name}_FILE are both set: unset one of them")
    return _content(f"{name}_FILE", file)


def _content(name: str, file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{_PREFIX}{name}: {file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{_PREFIX}{name}: {file} holds no UTF-8 text") from error


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
