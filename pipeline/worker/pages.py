"""The worker's own pages: `/livez`, `/readyz`, `/metrics`. They change nothing and show no payload."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from pipeline.errors import RejectedError

_log = logging.getLogger("tooltrail.worker")
_TEXT = "text/plain; charset=utf-8"


class AddressTakenError(RejectedError):
    """The pages cannot be served there."""


@contextmanager
def serve(
    address: tuple[str, int],
    *,
    ailments: Callable[[], Sequence[str]],
    obstacles: Callable[[], Sequence[str]],
    registry: CollectorRegistry,
) -> Iterator[tuple[str, int]]:
    """Serves the pages in a thread for the time of a block; gives the address, whose port 0 stands for a free one.

    Args:
        address: host and port.
        ailments: why the process should be restarted; nothing while it is well.
        obstacles: why it does not take part in the stream; nothing while it does.
        registry: the metrics.

    Raises:
        AddressTakenError: the address cannot be had.
    """

    class Pages(BaseHTTPRequestHandler):
        """Answers one request."""

        server_version = "tooltrail"
        sys_version = ""

        def do_GET(self) -> None:
            """Answers."""
            path = self.path.partition("?")[0]
            if path == "/metrics":
                self._answer(HTTPStatus.OK, CONTENT_TYPE_LATEST, generate_latest(registry))
            elif path == "/livez":
                self._answer_with(ailments())
            elif path == "/readyz":
                self._answer_with(obstacles())
            else:
                self._answer(HTTPStatus.NOT_FOUND, _TEXT, b"ask for /livez, /readyz or /metrics\n")

        def _answer_with(self, problems: Sequence[str]) -> None:
            status = HTTPStatus.SERVICE_UNAVAILABLE if problems else HTTPStatus.OK
            self._answer(status, _TEXT, "".join(f"{line}\n" for line in problems or ("ok",)).encode())

        def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
            """Says nothing: a probe a second is no news."""

    try:
        server = ThreadingHTTPServer(address, Pages)
    except OSError as error:
        what = f"no pages on {address[0]}:{address[1]} ({error.strerror}): set TOOLTRAIL_WORKER_HTTP_PORT"
        raise AddressTakenError(what) from error
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="pages", daemon=True)
    thread.start()
    host, port = server.server_address[:2]
    _log.info("serving pages", extra={"event": "pages.serving", "port": port})
    try:
        yield str(host), int(port)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
