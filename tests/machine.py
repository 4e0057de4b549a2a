"""What a test needs of the machine: without it the test is skipped, or fails where everything is required, as in CI."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

REQUIRED_VARIABLE = "TOOLTRAIL_REQUIRE_SERVICES"
#: As the session began: a test may clear the environment for itself.
ENVIRONMENT = dict(os.environ)


def missing(reason: str) -> NoReturn:
    """Ends a test for want of something; the reason says what to do."""
    if ENVIRONMENT.get(REQUIRED_VARIABLE) == "1":
        pytest.fail(f"{REQUIRED_VARIABLE} is set, and {reason}")
    pytest.skip(reason)


def service(variable: str, what: str) -> str:
    """The address of a service that `make services` starts."""
    return ENVIRONMENT.get(variable) or missing(
        f"{variable} is not set: `make services` starts a {what} and says what to set"
    )
