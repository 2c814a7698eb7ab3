"""The webhook as the API server calls it: HTTPS, one AdmissionReview for each request."""

from __future__ import annotations

import json
import logging
import os
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from heddle.errors import UsageError
from heddle.kubernetes.admission.conditions import PATH

log = logging.getLogger(__name__)
HEALTH = "/healthz"
MOST_BYTES = 8 << 20  #: of a request; the API server's objects are smaller
IDLE_S = 120.0  #: longer than the API server keeps a connection, so that it is who closes it
Answer = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class WatchedCertificate:
    """A context for TLS that follows its files: what renews a certificate tells nobody."""

    def __init__(self, certificate: str, key: str) -> None:
        self._files = certificate, key
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._mutex = threading.Lock()
        self._loaded = self._stamp()
        self._load()

    def context(self) -> ssl.SSLContext:
        with self._mutex:
            try:
                stamp = self._stamp()
                if stamp != self._loaded:
                    self._load()
                    self._loaded = stamp
                    log.info("the certificate is loaded anew")
            except UsageError as error:  # half of it is written yet
                log.warning("the certificate stays as it was: %s", error)
            return self._context

    def _stamp(self) -> list[tuple[int, int]]:
        try:
            return [(each.st_mtime_ns, each.st_ino) for each in map(os.stat, self._files)]
        except OSError as error:
            raise UsageError(
                f"{error.filename}: {error.strerror}. Name the files with --cert and --key."
            ) from None

    def _load(self) -> None:
        try:
            self._context.load_cert_chain(*self._files)
        except (OSError, ssl.SSLError) as error:
            raise UsageError(
                f"{' and '.join(self._files)}: not a certificate and its key: {error}."
            ) from None


class WebhookServer(ThreadingHTTPServer):
    """`answer` is given each AdmissionReview."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self, address: tuple[str, int], certificate: WatchedCertificate, answer: Answer
    ) -> None:
        self._certificate = certificate
        self.answer = answer
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        if self.address_family == socket.AF_INET6:
            self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # :: is all
        super().server_bind()

    def finish_request(self, request: Any, client_address: Any) -> None:
        """In a thread of its own, so that a client that says nothing holds up nobody."""
        request.settimeout(IDLE_S)
        with self._certificate.context().wrap_socket(request, server_side=True) as secure:
            _Handler(secure, client_address, self)

    def handle_error(self, request: Any, client_address: Any) -> None:
        log.debug("%s: the connection has failed", client_address, exc_info=True)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one piece: the second would wait for an acknowledgement
    server: WebhookServer

    def do_GET(self) -> None:
        found = self.path == HEALTH
        self._say(HTTPStatus.OK if found else HTTPStatus.NOT_FOUND, b"ok" if found else b"")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            self.close_connection = True
            self._say(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"")
            return
        body = self.rfile.read(int(length))
        if self.path.partition("?")[0] != PATH:
            self._say(HTTPStatus.NOT_FOUND, b"")
            return
        try:
            said = json.dumps(self.server.answer(json.loads(body))).encode()
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            log.warning("not an AdmissionReview: %r", error)
            self._say(HTTPStatus.BAD_REQUEST, b"not an AdmissionReview")
            return
        self._say(HTTPStatus.OK, said)

    def _say(self, status: HTTPStatus, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """A decision has a line already."""
