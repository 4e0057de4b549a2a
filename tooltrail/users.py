"""``tooltrail users``: who may use the console."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from console.access.gate import Gate
from console.access.roles import Role, is_user_name
from pipeline.errors import RejectedError
from pipeline.learning.suggestions import moment
from storage.clock import present
from storage.users import User
from tooltrail import rendering, wiring
from tooltrail.options import Db, Format, RowFormat

app = typer.Typer(no_args_is_help=True, add_completion=False)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name that signs acts.")]


class BadUserNameError(RejectedError):
    """A name cannot sign acts, since it would not be stored as it is: use a plain word."""


class NoPasswordError(RejectedError):
    """No password was given."""


@app.command("add", epilog="Example: tooltrail users add kim --role reviewer --groups billing,ops")
def add(
    name: Name,
    role: Annotated[Role, typer.Option(help="viewer sees, reviewer acts, admin sees every collection.")] = Role.VIEWER,
    groups: Annotated[str, typer.Option(metavar="G,...", help="Groups whose collections the user may see.")] = "",
    password: Annotated[bool, typer.Option(help="Whether they sign in by a password, or by tokens alone.")] = True,
    db: Db = None,
) -> None:
    """Add a user; the password is asked for, or read as a line of standard input. None is made up."""
    if not is_user_name(name):
        raise BadUserNameError(f"{name!r} cannot sign acts: use a plain name of at most 100 characters, no address")
    named = tuple(sorted({group.strip() for group in groups.split(",")} - {""}))
    with wiring.open_store(db, create=True) as store:
        user = Gate(store, present).add_user(name, role, named, read_password() if password else None)
    rendering.console().print(rendering.line(f"{user.name} may come in as {user.role}"))


@app.command("list")
def list_users(row_format: RowFormat = Format.TABLE, db: Db = None) -> None:
    """List the users; no password and no hash of one is shown."""
    with wiring.open_store(db) as store, store.access_reading() as users:
        found = users.all_users()
    if row_format is Format.JSONL:
        rendering.write_json_lines(map(_row, found))
        return
    console = rendering.console()
    if not found:
        console.print("No user yet: `tooltrail users add NAME --role admin` makes one.")
        return
    rows = [
        (user.name, user.role, ", ".join(user.groups) or "-", _way(user), "disabled" if user.disabled_at else "")
        for user in found
    ]
    console.print(rendering.table(("name", "role", "groups", "comes in by", ""), rows, fixed=("name", "role")))


@app.command("password")
def password(name: Name, db: Db = None) -> None:
    """Set a user's password, which ends their sessions."""
    with wiring.open_store(db) as store:
        Gate(store, present).set_password(name, read_password())
    rendering.console().print(rendering.line(f"{name} has a new password"))


@app.command("disable")
def disable(name: Name, db: Db = None) -> None:
    """Let a user in no more: sessions end, API tokens are revoked."""
    with wiring.open_store(db) as store:
        Gate(store, present).disable_user(name)
    rendering.console().print(rendering.line(f"{name} may come in no more"))


def read_password() -> str:
    """Asks for a password twice on a terminal; else reads a line of standard input.

    Raises:
        NoPasswordError: the input ends before a line.
    """
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
    line = sys.stdin.readline().rstrip("\n")
    if not line:
        raise NoPasswordError("give the password as a line of standard input, or run this on a terminal")
    return line


def _way(user: User) -> str:
    ways = ["password"] * (user.password is not None) + ["single sign-on"] * (user.subject is not None)
    return ", ".join(ways) or "tokens"


def _row(user: User) -> dict[str, Any]:
    return {
        "name": user.name,
        "role": user.role,
        "groups": list(user.groups),
        "comes_in_by": _way(user),
        "created_at": moment(user.created_at),
        "disabled_at": moment(user.disabled_at) if user.disabled_at else None,
    }
