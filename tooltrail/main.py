"""The command ``tooltrail``: its groups, and what a person is told when something goes wrong."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, TextIO

import typer

from pipeline.errors import RejectedError, TransientError
from tooltrail import collections, database, dead_letters, demo, replaying, selecting, suggestions

#: Exit codes: input that cannot be used, a resource that did not answer, a fault of the program (sysexits: EX_SOFTWARE),
#: and what a shell reports of a program that a closed pipe ended.
REJECTED, TRANSIENT, FAULT, BROKEN_PIPE = 2, 3, 70, 141

app = typer.Typer(
    name="tooltrail",
    help="Learns from the traces of tool-calling agents which tool a request needs and which tool feeds another.",
    epilog="Begin with `tooltrail demo`, or with `tooltrail replay traces.jsonl --collection shop`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("demo", epilog=demo.EPILOG)(demo.demo)
app.command("replay", epilog=replaying.EPILOG)(replaying.replay)
app.add_typer(suggestions.app)
app.add_typer(collections.app)
app.add_typer(dead_letters.app)
app.command("select", epilog=selecting.EPILOG)(selecting.select)
app.add_typer(database.app)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"tooltrail {version('tooltrail')}")
        raise typer.Exit


@app.callback()
def _tooltrail(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Takes what stands before the command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line.

    Args:
        arguments: what follows the program's name; None takes the process's own.

    Returns:
        The exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        _encode_safely(stream)
    try:
        code = app(args=arguments, prog_name="tooltrail", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go_of_the_pipe()
        return BROKEN_PIPE
    except Exception as error:  # noqa: BLE001  the last line of defence: no traceback reaches a person who did not ask
        return _tell(error)
    return code if isinstance(code, int) else 0


def _tell(error: Exception) -> int:
    """Says in one line what went wrong, and returns the exit code."""
    if isinstance(error, TransientError):
        _complain(f"{error} (nothing is half done: try again)")
        return TRANSIENT
    if isinstance(error, RejectedError):
        _complain(str(error))
        return REJECTED
    if (usage := _usage_message(error)) is not None:
        _complain(usage)
        return REJECTED
    from tooltrail.settings import SettingsError, read_settings

    try:
        debug = read_settings().debug
    except SettingsError:
        debug = False
    if debug:
        traceback.print_exception(error)
        return FAULT
    _complain(f"a fault of the program, {type(error).__name__}: set TOOLTRAIL_DEBUG=1 to see where, and report it")
    return FAULT


def _usage_message(error: Exception) -> str | None:
    """What the command line parser says, on one line; None for any other error.

    The parser's errors are told by their method: which library they come from depends on the version of typer.
    """
    message = getattr(error, "format_message", None)
    if message is None:
        return None
    text = str(message())
    if text.lstrip().startswith("Usage:"):
        return text
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "tooltrail"
    said = " ".join(text.replace("Value error, ", "").split())
    return f"{said.rstrip('.')} (see {path} --help)"


def _complain(message: str) -> None:
    from tooltrail.rendering import printable

    lead = "" if message.lstrip().startswith("Usage:") else "tooltrail: "
    sys.stdout.flush()
    sys.stderr.write(f"{lead}{printable(message, keep='\n')}\n")


def _encode_safely(stream: TextIO) -> None:
    """Lets no character stop the output: UTF-8 into files and pipes, a replacement where a terminal cannot show it."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    if stream.isatty():
        reconfigure(errors="replace")
    else:
        reconfigure(encoding="utf-8", errors="replace", newline="\n")


def _let_go_of_the_pipe() -> None:
    """Keeps the interpreter from flushing into the closed pipe when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
