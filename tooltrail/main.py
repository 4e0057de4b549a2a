"""The command ``tooltrail``: its groups, and what a person is told when something goes wrong."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any, TextIO

import typer
from typer.core import TyperGroup
from typer.main import get_command

from pipeline.errors import RejectedError, TransientError
from tooltrail.notes import note

#: Exit codes: input that cannot be used; a resource that did not answer; a fault of the program (EX_SOFTWARE);
#: what a shell reports of a program that was interrupted, or ended by a closed pipe.
REJECTED, TRANSIENT, FAULT, INTERRUPTED, BROKEN_PIPE = 2, 3, 70, 130, 141

#: The commands: where each lives and what it does. A module is imported when its command is called, so that help and
#: version are there at once.
_COMMANDS = {
    "demo": ("tooltrail.demo", "Show the whole loop on a small online shop: no service, no set-up."),
    "replay": ("tooltrail.replaying", "Take events in from files and learn from them."),
    "suggestions": ("tooltrail.suggestions", "List, explain and review what was learned."),
    "collections": ("tooltrail.collections", "List collections, set how far learning may go, let go of what is old."),
    "dead-letters": ("tooltrail.dead_letters", "List, show, replay and skip what was refused."),
    "select": ("tooltrail.selecting", "Make one decision of the selector and explain it."),
    "graph": ("tooltrail.graph", "Build a tool graph, show who feeds whom, export it, and measure closures."),
    "rebuild": ("tooltrail.rebuilding", "Compute counts and suggestions anew from the attempts; nothing may change."),
    "audit-store": ("tooltrail.auditing", "Look through everything that is stored with the scrub rules of today."),
    "relay": ("tooltrail.relaying", "Tell the topic of promotions what changed, for services without a database."),
    "worker": ("tooltrail.working", "Take events in from Kafka, until it is stopped."),
    "topics": ("tooltrail.topics", "Make the topics that the worker reads and the relay writes."),
    "doctor": ("tooltrail.doctor", "Say what is configured, what can be reached, and what is wrong."),
    "console": ("tooltrail.serving", "Serve the operators' console: review, audit, dead letters, API."),
    "users": ("tooltrail.users", "Add, list and disable the console's users."),
    "tokens": ("tooltrail.tokens", "Create, list and revoke API tokens."),
    "db": ("tooltrail.database", "Upgrade, check or fingerprint the database."),
}


#: Commands that need an extra.
_EXTRAS = {"console": "console", "users": "console", "tokens": "console"}


class MissingExtraError(RejectedError):
    """A command needs packages of an extra that is not installed."""


def _imported(name: str, module: str) -> Any:
    """The module of a command.

    Raises:
        MissingExtraError: the command needs an extra that is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if name not in _EXTRAS:
            raise
        missing = f"{error.name} is not installed: pip install 'tooltrail[{_EXTRAS[name]}]'"
        raise MissingExtraError(f"`tooltrail {name}` needs an extra, {missing}") from error


class _Commands(TyperGroup):
    """The commands, of which only the one that is called is imported."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Finds the command that the arguments call."""
        name, command, rest = super().resolve_command(ctx, args)
        if name in _COMMANDS:
            module, summary = _COMMANDS[name]
            command = get_command(_imported(name, module).app)
            command.help = command.help or summary
        return name, command, rest


app = typer.Typer(
    name="tooltrail",
    cls=_Commands,
    help="Learn from the traces of tool-calling agents which tool a request needs and which tool feeds another.",
    epilog="Begin with `tooltrail demo`, or with `tooltrail replay traces.jsonl --collection shop`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for _name, (_, _help) in _COMMANDS.items():
    app.command(_name, help=_help)(lambda: None)


def _print_version(asked: bool) -> None:
    if asked:
        try:
            number = version("tooltrail")
        except PackageNotFoundError:
            number = "(a checkout that is not installed)"
        typer.echo(f"tooltrail {number}")
        raise typer.Exit


@app.callback()
def _before_the_command(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Takes the options that stand before the command."""


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
        _flush()
    except (BrokenPipeError, SystemExit):  # the parser exits where it meets a closed pipe, and nowhere else
        _let_go_of_the_output()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
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
        if usage:
            _complain(usage)
        return REJECTED
    if isinstance(error, OSError):
        _let_go_of_the_output()
        _complain(str(error))
        return TRANSIENT
    if _wants_tracebacks():
        traceback.print_exception(error)
        return FAULT
    _complain(f"a fault of the program, {type(error).__name__}: set TOOLTRAIL_DEBUG=1 to see where, and report it")
    return FAULT


def _wants_tracebacks() -> bool:
    from tooltrail.settings import SettingsError, read_settings  # noqa: PLC0415  slow, and most runs do without

    try:
        return read_settings().debug
    except SettingsError:
        return False


def _usage_message(error: Exception) -> str | None:
    """What the parser of the command line says, on one line; empty where it showed help; None for any other error.

    The parser's errors are told by their method: which library they come from depends on the version of typer.
    """
    message = getattr(error, "format_message", None)
    if message is None:
        return None
    said = " ".join(str(message()).replace("Value error, ", "").split()).rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "tooltrail"
    return f"{said} (see {path} --help)" if said else ""


def _complain(message: str) -> None:
    with suppress(OSError):
        _flush()
        note(message)


def _flush() -> None:
    """Writes out what is printed; standard output is None where it was closed before the start."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _encode_safely(stream: TextIO) -> None:
    """Lets no character stop the output: UTF-8 into files and pipes, a replacement where a terminal cannot show it."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    if stream.isatty():
        reconfigure(errors="replace")
    else:
        reconfigure(encoding="utf-8", errors="replace", newline="\n")


def _let_go_of_the_output() -> None:
    """Keeps the interpreter from flushing, when it ends, into an output that takes nothing any more."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
