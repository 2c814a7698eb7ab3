"""TLS between real sockets: who is believed, who is not, and what people are told."""

from __future__ import annotations

import datetime
import os
import socket
import ssl
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.cli._told_up import outside_address
from heddle.client import where
from heddle.client.trust import UntrustedError, clean_pin
from heddle.client.wire import Wire
from heddle.control import tls
from heddle.errors import NoServerError, UsageError
from heddle.server.listen import address_of, listening
from heddle.server.serve import certificate


class Quiet(ThreadingHTTPServer):
    """Remembers what it was sent; says nothing of connections that fail."""

    def __init__(self, context: ssl.SSLContext | None) -> None:
        self.heard: list[str] = []
        self.connections: set[object] = set()
        quiet = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                quiet.heard.append(self.headers.get("Authorization", ""))
                quiet.connections.add(self.client_address)
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        if context is not None:
            self.socket = context.wrap_socket(self.socket, server_side=True)

    def handle_error(self, *_: object) -> None:
        pass


@contextmanager
def served(context: ssl.SSLContext | None) -> Iterator[tuple[Quiet, int]]:
    server = Quiet(context)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server, server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def wire(
    port: int, scheme: str = "https", *, pin: str | None = None, ca: str | None = None
) -> Wire:
    return Wire(f"{scheme}://127.0.0.1:{port}", "hd_a_secret", 5, pin=pin, ca=ca)


def test_a_server_is_known_by_its_pin_before_anything_is_sent(tmp_path: Path) -> None:
    """Another certificate gets not even the token."""
    mine, other = tls.own(str(tmp_path / "a"), "127.0.0.1"), tls.own(str(tmp_path / "b"), "x")
    with served(mine.context()) as (server, port):
        with closing(wire(port, pin=mine.pin.upper())) as line:
            assert [line.ask("GET", "/").status for _ in range(3)] == [200] * 3
        assert len(server.connections) == 1, "the connection stays open over TLS, too"
        with closing(wire(port, pin=other.pin)) as line:
            with pytest.raises(UntrustedError, match="another certificate") as wrong:
                line.ask("GET", "/")
            assert "HEDDLE_PIN" in str(wrong.value)
            assert mine.pin in str(wrong.value)
            with pytest.raises(UntrustedError), line.stream("/", {}):
                raise AssertionError("it must not be open")
        assert len(server.heard) == 3


def test_an_unknown_certificate_is_refused_and_both_remedies_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's own certificate, given as the authority, is one of them."""
    monkeypatch.delenv("HEDDLE_CA", raising=False)
    mine = tls.own(str(tmp_path), "127.0.0.1")
    with served(mine.context()) as (server, port):
        with closing(wire(port)) as line, pytest.raises(UntrustedError) as unknown:
            line.ask("GET", "/")
        assert "HEDDLE_PIN" in str(unknown.value)
        assert "HEDDLE_CA" in str(unknown.value)
        assert not server.heard
        with closing(wire(port, ca=mine.cert)) as line:
            assert line.ask("GET", "/").status == 200
        monkeypatch.setenv("HEDDLE_CA", mine.cert)
        with closing(wire(port)) as line:
            assert line.ask("GET", "/").status == 200
        # By an authority the name counts, too; an address that it does not have is refused.
        far = tls.own(str(tmp_path / "far"), "gpu1.example.org")
        assert far.pin != mine.pin
        for bad in (str(tmp_path / "none.pem"), __file__):
            with pytest.raises(UsageError, match="HEDDLE_CA"):
                wire(port, ca=bad).ask("GET", "/")


def test_plain_and_tls_are_told_apart(tmp_path: Path) -> None:
    mine = tls.own(str(tmp_path), "127.0.0.1")
    for context, scheme, right in ((None, "https", "http"), (mine.context(), "http", "https")):
        with served(context) as (_, port), closing(wire(port, scheme, pin=mine.pin)) as line:
            address = f"its address is {right}://127.0.0.1:{port}"
            with pytest.raises(NoServerError, match=address):
                line.ask("GET", "/")


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")
def test_nothing_older_than_tls_1_2(tmp_path: Path) -> None:
    mine = tls.own(str(tmp_path), "127.0.0.1")
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.minimum_version = ssl.TLSVersion.TLSv1
    old.maximum_version = ssl.TLSVersion.TLSv1_1
    old.set_ciphers("ALL:@SECLEVEL=0")
    with served(mine.context()) as (_, port):
        line = socket.create_connection(("127.0.0.1", port))
        with line, pytest.raises(ssl.SSLError):
            old.wrap_socket(line)


def test_the_own_certificate_stays_and_is_renewed_in_time(tmp_path: Path) -> None:
    """So that a pin lasts; only its owner can read the key."""
    now = datetime.datetime.now(datetime.UTC)
    first = tls.own(str(tmp_path), "0.0.0.0", now)
    assert stat.S_IMODE(os.stat(first.key).st_mode) == 0o600
    assert tls.own(str(tmp_path), "0.0.0.0", now + datetime.timedelta(days=3000)) == first
    late = tls.own(str(tmp_path), "0.0.0.0", now + datetime.timedelta(days=3600))
    assert late.pin != first.pin
    assert late.ends_ms > first.ends_ms
    other = tls.own(str(tmp_path), "gpu1.example.org", now)
    assert other.pin != late.pin, "it has to name the host"
    (tmp_path / "cert.pem").write_text("nonsense")
    assert tls.own(str(tmp_path), "gpu1.example.org", now).pin != other.pin
    assert {"localhost", "127.0.0.1", socket.gethostname()} <= set(tls.names("0.0.0.0"))


def test_a_certificate_that_is_given_is_remembered_until_its_own_is_wanted(tmp_path: Path) -> None:
    folder, made = str(tmp_path / "control"), tls.own(str(tmp_path), "gpu1.example.org")
    assert certificate(folder, "127.0.0.1", None, None) is None
    first = certificate(folder, "127.0.0.1", made.cert, made.key)
    assert first is not None
    assert first.pin == made.pin
    assert certificate(folder, "127.0.0.1", None, None) == first
    assert certificate(folder, "127.0.0.1", "own", None) is None
    own = certificate(folder, "0.0.0.0", None, None)
    assert own is not None
    assert own.pin != made.pin


def test_what_is_wrong_with_a_certificate_is_said(tmp_path: Path) -> None:
    made, other = tls.own(str(tmp_path / "a"), "a"), tls.own(str(tmp_path / "b"), "b")
    old = tls.own(str(tmp_path / "c"), "c", datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC))
    for cert, key, said in (
        (made.cert, None, "--cert needs --key"),
        (None, made.key, "--key needs --cert"),
        (str(tmp_path / "none"), made.key, "cannot be read"),
        (made.cert, other.key, "cannot be used together"),
        (__file__, made.key, "cannot be used together"),
        (old.cert, old.key, "expired on 2010"),
    ):
        with pytest.raises(UsageError, match=said):
            certificate(str(tmp_path / "control"), "127.0.0.1", cert, key)
    assert certificate(str(tmp_path / "control"), "127.0.0.1", None, None) is None, "none is kept"


def test_hosts(tmp_path: Path) -> None:
    """What to listen on, and how others and this machine get there."""
    with pytest.raises(UsageError, match="not an address of this machine"):
        listening("192.0.2.1", 0)
    with pytest.raises(UsageError, match="no such name"):
        listening("no.such.name.invalid", 0)
    for host in ("127.0.0.1", "0.0.0.0", "localhost"):
        listening(host, 0).close()
    assert address_of("0.0.0.0", 1, is_tls=True) == "https://127.0.0.1:1"
    assert address_of("::", 1, is_tls=True) == "https://[::1]:1"
    assert address_of("127.0.0.1", 1, is_tls=False) == "http://127.0.0.1:1"
    near = where.Server("http://127.0.0.1:1", 1, 1, "", host="127.0.0.1")
    assert outside_address(near) is None
    far = where.Server("https://127.0.0.1:1", 1, 1, "", pin="a", host="0.0.0.0")
    assert outside_address(far) == f"https://{socket.gethostname()}:1"


def test_a_local_client_knows_the_pin_and_a_remote_one_is_told_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HEDDLE_SERVER", "HEDDLE_TOKEN", "HEDDLE_PIN", "HEDDLE_CA"):
        monkeypatch.delenv(name, raising=False)
    mine = tls.own(str(tmp_path / "tls"), "127.0.0.1")
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    with served(mine.context()) as (server, port):
        address = f"https://127.0.0.1:{port}"
        (tmp_path / "control").mkdir()
        (tmp_path / "control" / "token").write_text("hd_a_secret\n")
        (tmp_path / "control" / "server.json").write_text(
            f'{{"address": "{address}", "pid": 1, "started": 1, "pin": "{mine.pin}"}}'
        )
        with where.find() as client:
            assert not client.health()
        monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "elsewhere"))
        monkeypatch.setenv("HEDDLE_SERVER", address)
        with where.find() as client, pytest.raises(UntrustedError):
            client.health()
        monkeypatch.setenv("HEDDLE_PIN", mine.pin)
        with where.find() as client:
            assert not client.health()
        assert server.heard == ["Bearer hd_a_secret", ""]


@given(st.binary(min_size=32, max_size=32), st.booleans(), st.sampled_from(["", "sha256:"]))
def test_a_pin_is_read_in_every_usual_form(digest: bytes, colons: bool, before: str) -> None:
    text = digest.hex(":") if colons else digest.hex()
    assert clean_pin(f" {before}{text.upper()}\n") == digest.hex()
    with pytest.raises(UsageError, match="64 hexadecimal"):
        clean_pin(text[:-1])
