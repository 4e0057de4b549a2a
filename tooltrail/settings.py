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
        debug: whether an unexpected error shows its traceback.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    db: str = Field(default="sqlite:///tooltrail.db", repr=False)
    seal_key: SecretStr | None = None
    seal_key_file: Path | None = None
    debug: bool = False

    def seal_secret(self) -> str | None:
        """The secret of the seal, None where neither the key nor its file is set.

        Raises:
            SettingsError: both are set, or the file cannot be read as text.
        """
        if self.seal_key_file is None:
            return None if self.seal_key is None else self.seal_key.get_secret_value()
        if self.seal_key is not None:
            raise SettingsError(f"{_PREFIX}SEAL_KEY and {_PREFIX}SEAL_KEY_FILE are both set: unset one of them")
        try:
            return self.seal_key_file.read_text(encoding="utf-8")
        except OSError as error:
            raise SettingsError(
                f"{_PREFIX}SEAL_KEY_FILE: {self.seal_key_file} cannot be read: {error.strerror}"
            ) from error
        except UnicodeDecodeError as error:
            raise SettingsError(f"{_PREFIX}SEAL_KEY_FILE: {self.seal_key_file} holds no UTF-8 text") from error


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
