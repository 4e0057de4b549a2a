"""``tooltrail users``: who may use the console."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from console.access.accounts import Accounts
from console.access.roles import Role, is_user_name
from pipeline.errors import RejectedError
from pipeline.learning.suggestions import moment
from storage.clock import present
from storage.users import User
from tooltrail import rendering, wiring
from tooltrail.notes import note
from tooltrail.options import Db, Format, RowFormat

app = typer.Typer(no_args_is_help=True, add_completion=False)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name that signs acts.")]


class BadUserNameError(RejectedError):
    """A name cannot sign acts, since it would not be stored as it is: use a plain word."""


class NothingToSetError(RejectedError):
    """Neither a role nor groups are given."""


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
        raise BadUserNameError(f"{name!r} cannot sign acts: use letters, digits and ._@-, at most 100, and no address")
    with wiring.open_store(db, create=True) as store:
        user = Accounts(store, present).add_user(name, role, _groups(groups), read_password() if password else None)
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
        user = Accounts(store, present).set_password(name, read_password())
    rendering.console().print(rendering.line(f"{user.name} has a new password"))
    if user.disabled_at is not None:
        note(f"{user.name} is disabled: `tooltrail users enable {user.name}` lets them in")


@app.command("set", epilog="Example: tooltrail users set kim --role reviewer --groups billing,ops")
def change(
    name: Name,
    role: Annotated[Role | None, typer.Option(help="The new role; default: as it is.")] = None,
    groups: Annotated[
        str | None, typer.Option(metavar="G,...", help='The new groups, "" for none; default: as they are.')
    ] = None,
    db: Db = None,
) -> None:
    """Give a user another role or other groups; sessions and tokens go on with what is new."""
    if role is None and groups is None:
        raise NothingToSetError("say what is new: --role or --groups")
    with wiring.open_store(db) as store:
        user = Accounts(store, present).change_user(name, role, None if groups is None else _groups(groups))
    told = f"{user.name} is {user.role}, groups {', '.join(user.groups) or 'none'}"
    rendering.console().print(rendering.line(told))


@app.command("enable")
def enable(name: Name, db: Db = None) -> None:
    """Let a disabled user in again; API tokens that were revoked stay so."""
    with wiring.open_store(db) as store:
        user = Accounts(store, present).enable_user(name)
    rendering.console().print(rendering.line(f"{user.name} may come in as {user.role}"))


@app.command("disable")
def disable(name: Name, db: Db = None) -> None:
    """Let a user in no more: sessions end, API tokens are revoked."""
    with wiring.open_store(db) as store:
        Accounts(store, present).disable_user(name)
    rendering.console().print(rendering.line(f"{name} may come in no more"))


def _groups(given: str) -> tuple[str, ...]:
    return tuple(sorted({group.strip() for group in given.split(",")} - {""}))


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
