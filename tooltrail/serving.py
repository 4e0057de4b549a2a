"""``tooltrail console``: serves the operators' console."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable
from datetime import datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.errors import RejectedError
from storage.clock import present
from tooltrail import wiring
from tooltrail.notes import note
from tooltrail.options import Db
from tooltrail.settings import read_settings

if TYPE_CHECKING:
    from console.settings import ConsoleSettings

app = typer.Typer(add_completion=False)

#: A sub-path: no name of it leads up or stays, and none needs to be quoted.
_ROOT_PATH = re.compile(r"(/(?!\.{1,2}(/|\Z))[A-Za-z0-9._~-]+)*")
#: What the extra `console` brings.
_NEEDED = ("argon2", "authlib", "fastapi", "httpx", "jinja2", "uvicorn")


class ConsoleNotInstalledError(RejectedError):
    """The console's packages are not installed: pip install 'tooltrail[console]'."""


class NoListeningError(RejectedError):
    """The port is taken, or the address is not this machine's: name another."""


class BadRootPathError(RejectedError):
    """A sub-path is names with a slash before each, of what a URL holds as it is."""


@app.command("console", epilog="Example: tooltrail console --host 127.0.0.1 --port 8080 --root-path /tooltrail")
def console(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65_535, help="The port to listen on.")] = 8080,
    root_path: Annotated[str, typer.Option(metavar="PATH", help="The sub-path under which a proxy shows it.")] = "",
    db: Db = None,
) -> None:
    """Serve the operators' console. The first user is made by `tooltrail users add NAME --role admin`."""
    require_console()
    settings = console_settings(root_path)
    engine = wiring.open_engine(db, create=True)
    with engine.store as store:
        with store.access_reading() as users:
            is_empty = not users.all_users()
        if is_empty and settings.oidc is None:
            note("there is no user yet: `tooltrail users add NAME --role admin` makes one")
        if not is_loopback(host):
            note("browsers must come by https: put a proxy that speaks TLS in front, cookies travel encrypted alone")
        serve(engine, settings, host, port)


def require_console() -> None:
    """Makes sure that the console's packages are there.

    Raises:
        ConsoleNotInstalledError: one of them is not.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise ConsoleNotInstalledError(f"{', '.join(missing)} is not installed: pip install 'tooltrail[console]'")


def console_settings(root_path: str) -> ConsoleSettings:
    """What the console is told, by the options and the environment.

    Raises:
        BadRootPathError: the sub-path is none.
        SettingsError: a setting cannot be used.
    """
    from console.settings import ConsoleSettings  # noqa: PLC0415  an extra that most commands do without

    if not _ROOT_PATH.fullmatch(root_path):
        raise BadRootPathError(f"{root_path!r} is no sub-path: write it as /tooltrail")
    found = read_settings()
    return ConsoleSettings(root_path=root_path, public_url=found.public_url, oidc=found.oidc())


def serve(
    engine: wiring.Engine,
    settings: ConsoleSettings,
    host: str,
    port: int,
    clock: Callable[[], datetime] = present,
    opened: Callable[[str], None] | None = None,
) -> None:
    """Serves until it is interrupted.

    Args:
        engine: the store and the rules.
        settings: what the console is told.
        host: the address to listen on.
        port: the port; 0 for any that is free.
        clock: the present.
        opened: is told the URL once the port is open, before the first request.

    Raises:
        NoListeningError: the port is taken, or the address is not this machine's.
    """
    import uvicorn  # noqa: PLC0415  an extra that most commands do without

    from console.app import create_app  # noqa: PLC0415  likewise

    server = uvicorn.Server(
        uvicorn.Config(
            create_app(engine.store, engine.rules, settings, clock),
            host=host,
            port=port,
            log_level="warning",
            server_header=False,
            proxy_headers=True,
        )
    )
    listener = _listener(host, port)
    listener.listen()  # who is told the URL may come at once
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{listener.getsockname()[1]}{settings.root_path}"
    (opened or (lambda at: note(f"the console is at {at} (end it with Ctrl+C)")))(url)
    server.run(sockets=[listener])


def _listener(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise NoListeningError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    return listener


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
