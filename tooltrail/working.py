"""``tooltrail worker``: takes events in from Kafka."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import typer

from tooltrail import stream
from tooltrail.settings import read_settings, read_stream_settings

app = typer.Typer(add_completion=False)


@app.command()
def worker() -> None:
    """Take events in from Kafka until it is stopped; every setting is a variable of the environment.

    Ends with 0 when it was asked to stop, 2 for a setting that cannot be used, 3 when the database or the broker did
    not come back, 70 for a fault. It never goes on after an error: a supervisor starts it again.
    """
    stream.require_libraries()
    operation = import_module("tooltrail.operation")  # with the libraries of the extra
    code = operation.work(read_settings(), read_stream_settings())
    # The broker library's threads may still hold on to a connection: nothing is left to do that they could do.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
