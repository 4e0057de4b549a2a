"""What is said on standard error: one line, safe on any terminal."""

from __future__ import annotations

import typer

from tooltrail.text import printable


def note(message: str) -> None:
    """Tells a person something that is no result: an error, a warning, a hint."""
    typer.echo(f"tooltrail: {printable(message)}", err=True)
