"""``python -m tooltrail`` is the command ``tooltrail``."""

from __future__ import annotations

import sys

from tooltrail.main import main

sys.exit(main())
