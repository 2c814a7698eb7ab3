"""The webhook's server: real sockets, real certificates."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from heddle.control import tls
from heddle.errors import UsageError
from heddle.kubernetes.admission.server import MOST_BYTES, WatchedCertificate, WebhookServer


def echoed(review: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"heard": review["request"]}


def made(folder: Path) -> tuple[str, str]:
    folder.mkdir()
    tls.own(str(folder), "localhost")
    cert, key = sorted(str(each) for each in folder.rglob("*.pem"))
    return cert, key


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    return made(tmp_path / "first")


@pytest.fixture
def server(files: tuple[str, str]) -> Iterator[WebhookServer]:
    found = WebhookServer(("127.0.0.1", 0), WatchedCertificate(*files), echoed)
    thread = threading.Thread(target=found.serve_forever)
    thread.start()
    yield found
    found.shutdown()
    thread.join()
    found.server_close()


def connected(server: WebhookServer) -> http.client.HTTPSConnection:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", server.server_port, context=context, timeout=10)


def shown(server: WebhookServer) -> bytes | None:
    with closing(connected(server)) as line:
        line.connect()
        assert isinstance(line.sock, ssl.SSLSocket)
        return line.sock.getpeercert(binary_form=True)


def test_reviews_are_answered_over_one_connection(server: WebhookServer) -> None:
    with closing(connected(server)) as line:
        for n in range(3):
            line.request("POST", "/mutate?timeout=10s", json.dumps({"request": n}))
            answer = line.getresponse()
            assert (answer.status, json.load(answer)) == (200, {"heard": n})
        line.request("GET", "/healthz")
        assert line.getresponse().read() == b"ok"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/mutate", "{", 400),
        ("POST", "/mutate", "[]", 400),
        ("POST", "/mutate", "{}", 400),
        ("POST", "/other", "{}", 404),
        ("GET", "/other", None, 404),
    ],
)
def test_anything_else_is_refused(
    server: WebhookServer, method: str, path: str, body: str | None, status: int
) -> None:
    with closing(connected(server)) as line:
        line.request(method, path, body)
        assert line.getresponse().status == status


def test_a_request_that_is_too_long_is_not_read(server: WebhookServer) -> None:
    with closing(connected(server)) as line:
        line.putrequest("POST", "/mutate")
        line.putheader("Content-Length", str(MOST_BYTES + 1))
        line.endheaders()
        assert line.getresponse().status == 413


def test_a_client_that_says_nothing_holds_up_nobody(server: WebhookServer) -> None:
    with (
        socket.create_connection(("127.0.0.1", server.server_port)),
        closing(connected(server)) as line,
    ):
        line.request("GET", "/healthz")
        assert line.getresponse().status == 200


def test_a_new_certificate_is_used_when_its_files_are_there(
    server: WebhookServer, files: tuple[str, str], tmp_path: Path
) -> None:
    first = shown(server)
    Path(files[0]).write_text("half of it")
    assert shown(server) == first  # what is no certificate changes nothing
    for new, old in zip(made(tmp_path / "second"), files, strict=True):
        shutil.copy(new, f"{old}.new")
        os.replace(f"{old}.new", old)
    assert shown(server) not in (first, None)


def test_files_that_are_no_certificate_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        WatchedCertificate(str(tmp_path / "none"), str(tmp_path / "none"))
    (tmp_path / "some").write_text("text")
    with pytest.raises(UsageError, match="not a certificate and its key"):
        WatchedCertificate(str(tmp_path / "some"), str(tmp_path / "some"))
