"""``tooltrail tokens``: what programs come in by."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from console.access.accounts import Accounts
from console.access.roles import Role
from pipeline.learning.suggestions import moment
from storage.clock import present
from storage.users import ApiToken
from tooltrail import rendering, wiring
from tooltrail.notes import note
from tooltrail.options import Db, Format, RowFormat

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.command("create", epilog="Example: tooltrail tokens create kim --label ci --role viewer --days 90")
def create(
    user: Annotated[str, typer.Argument(metavar="NAME", help="The user for whom it speaks.")],
    label: Annotated[str, typer.Option(metavar="TEXT", help="What it is for.")] = "",
    role: Annotated[Role | None, typer.Option(help="What it may do; never more than its user.")] = None,
    days: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=3_650, help="Days that it holds; default: no end."),
    ] = None,
    db: Db = None,
) -> None:
    """Make an API token. It is shown this once: what is stored is its hash."""
    with wiring.open_store(db) as store:
        text, token = Accounts(store, present).make_token(user, label, role, days)
    note(f"token {token.id} speaks for {user} as {token.role}; it is not shown again")
    typer.echo(text)


@app.command("list")
def list_tokens(
    user: Annotated[str | None, typer.Option("--user", metavar="NAME", help="Only those of this user.")] = None,
    row_format: RowFormat = Format.TABLE,
    db: Db = None,
) -> None:
    """List the API tokens; none of them is shown."""
    with wiring.open_store(db) as store, store.access_reading() as users:
        found = users.tokens(user)
    if row_format is Format.JSONL:
        rendering.write_json_lines(map(_row, found))
        return
    console = rendering.console()
    if not found:
        console.print("No token yet: `tooltrail tokens create NAME` makes one.")
        return
    rows = [
        (
            token.id,
            token.user_name,
            token.role,
            token.label or "-",
            moment(token.expires_at)[:10] if token.expires_at else "-",
            "revoked" if token.revoked_at else "",
        )
        for token in found
    ]
    console.print(rendering.table(("id", "user", "role", "label", "until", ""), rows, fixed=("id", "user")))


@app.command("revoke")
def revoke(
    token: Annotated[str, typer.Argument(metavar="ID", help="As `tokens list` shows it.")],
    db: Db = None,
) -> None:
    """Make an API token worth nothing, at once."""
    with wiring.open_store(db) as store:
        revoked = Accounts(store, present).revoke_token(token)
    rendering.console().print(rendering.line(f"token {revoked.id} of {revoked.user_name} is worth nothing now"))


def _row(token: ApiToken) -> dict[str, Any]:
    moments = {name: getattr(token, name) for name in ("created_at", "expires_at", "revoked_at")}
    return {
        "id": token.id,
        "user": token.user_name,
        "role": token.role,
        "label": token.label,
        **{name: moment(at) if at else None for name, at in moments.items()},
    }
