"""The console on the example shop: one user, a link that works once, and the days of the demonstration."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from tooltrail import rendering, wiring
from tooltrail.serving import serve
from tooltrail.shop import Shop

#: Who acts in the demonstration.
_ACTOR = "demo"


def open_console(engine: wiring.Engine, shop: Shop, port: int = 0) -> None:
    """Serves the console on the example shop, on this machine alone, until it is interrupted.

    Its clock begins at the moment of the demonstration, so that nothing has expired on any day.

    Args:
        engine: the store that has taken the shop's traces in, and the rules.
        shop: the example.
        port: to listen on; 0 for any that is free.
    """
    from console.access.accounts import Accounts  # noqa: PLC0415  an extra that most commands do without
    from console.access.gate import Gate  # noqa: PLC0415  likewise
    from console.access.roles import Role  # noqa: PLC0415  likewise
    from console.settings import ConsoleSettings  # noqa: PLC0415  likewise

    clock = clock_from(shop.as_of)
    declare_catalog(engine, shop)
    with engine.store.access_reading() as users:
        is_new = users.user(_ACTOR) is None
    if is_new:
        Accounts(engine.store, clock).add_user(_ACTOR, Role.ADMIN, (), None)
    secret = Gate(engine.store, clock).make_link(_ACTOR)

    def opened(url: str) -> None:
        console = rendering.console()
        console.print()
        console.print(rendering.heading("The console"))
        console.print(rendering.line(f"  {url}/once/{secret}"), soft_wrap=True)
        console.print("  The link signs you in once; end the console with Ctrl+C.")
        console.file.flush()  # who reads it through a pipe waits for the link, and the server prints nothing more

    serve(engine, ConsoleSettings(), "127.0.0.1", port, clock, opened)


def clock_from(start: datetime) -> Callable[[], datetime]:
    """A clock that begins at a moment."""
    begun = time.monotonic()
    return lambda: start + timedelta(seconds=time.monotonic() - begun)


def declare_catalog(engine: wiring.Engine, shop: Shop) -> None:
    """Stores the shop's tools, so that the selector can show what a suggestion would change."""
    with engine.store.unit_of_work() as work:
        work.catalogs.save(shop.collection_id, shop.declared)
        work.commit()
