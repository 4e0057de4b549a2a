"""What every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real traces and scoring scripts, where the machine has it."""
    folder = os.environ.get("TOOLTRAIL_SHARED")
    if not folder:
        pytest.skip("TOOLTRAIL_SHARED is not set: the real traces and scoring scripts are not on this machine")
    return Path(folder)
