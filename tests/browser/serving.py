"""The console on a port of this machine, over a database that learned the example shop."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import uvicorn

from console.access.accounts import Accounts
from console.access.gate import Gate
from console.access.roles import Role
from console.app import create_app
from console.settings import ConsoleSettings
from pipeline.seal import Keyring
from storage.store import SqlStore
from tooltrail import wiring
from tooltrail.main import main
from tooltrail.shop import find_shop

SHOP = "dalbit_shop"
PASSWORD = "correct horse battery staple"
#: Who signs in, and as what.
USERS = {"kim": Role.ADMIN, "lee": Role.ADMIN, "park": Role.VIEWER}
#: The day after the example's last trace: nothing has expired.
START = datetime(2026, 1, 15, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Served:
    """A console that answers.

    Attributes:
        url: where, without a slash at the end.
        store: its database.
        database: the URL of that database.
        gate: who lets readers in.
    """

    url: str
    store: SqlStore
    database: str
    gate: Gate


def learn_shop(database: Path, review: str = "all") -> None:
    """Makes a database that learned the example shop, with users, whose target preferences wait for an operator."""
    url, shop = f"sqlite:///{database}", os.path.relpath(find_shop())
    assert main(["replay", shop, "--db", url]) == 0
    catalog = f"{shop}/catalog.json"
    assert main(["collections", "set", SHOP, "--catalog", catalog, "--review", review, "--db", url]) == 0
    with SqlStore(url) as store:
        accounts = Accounts(store, lambda: START)
        for name, role in USERS.items():
            accounts.add_user(name, role, (), PASSWORD)


def ticking(start: datetime) -> Callable[[], datetime]:
    """A clock that begins at a moment and goes on from there, so that no two acts are of one moment."""
    begun = time.monotonic()
    return lambda: start + timedelta(seconds=time.monotonic() - begun)


@contextmanager
def served(
    learned: Path, folder: Path, root_path: str = "", prepare: Callable[[SqlStore], None] | None = None
) -> Iterator[Served]:
    """Serves the console over a copy of a database.

    Args:
        learned: the database.
        folder: where the copy goes.
        root_path: the sub-path that it is shown under.
        prepare: what is done to the copy before anybody asks.
    """
    copy = folder / "console.db"
    shutil.copyfile(learned, copy)
    engine = wiring.engine_of(Keyring.demonstration(), f"sqlite:///{copy}")
    with engine.store as store:
        if prepare:
            prepare(store)
        app = create_app(store, engine.rules, ConsoleSettings(root_path=root_path), ticking(START))
        with socket.create_server(("127.0.0.1", 0)) as listening, _running(app, listening):
            port = listening.getsockname()[1]
            yield Served(f"http://127.0.0.1:{port}{root_path}", store, f"sqlite:///{copy}", app.state.site.gate)


@contextmanager
def _running(app: object, listening: socket.socket) -> Iterator[None]:
    config = uvicorn.Config(app, log_level="warning", http="h11", ws="none", lifespan="off", loop="asyncio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()
