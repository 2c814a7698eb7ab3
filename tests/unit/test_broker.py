"""What a process may send before it has a server, and what becomes of it."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path

import pytest

from heddle.pool import broker
from heddle.pool.broker import GREETING, MAGIC, Broker, listen, servers_of


def greeting(api: bytes) -> bytes:
    return (MAGIC + bytes(4) + api.ljust(20, b"\0")).ljust(GREETING, b"\0")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (greeting(b"gone"), "refused its devices"),  # its server cannot be started
        (greeting(b"../sh"), "cannot be forwarded"),
        (greeting(b"\xff\x1b[2J"), "cannot be forwarded"),
        (b"GET / HTTP/1.0\r\n", "cannot be forwarded"),
        (b"", "cannot be forwarded"),
    ],
)
def test_a_process_without_a_server_is_hung_up(tmp_path: Path, sent: bytes, said: str) -> None:
    """And the program goes on: one of its processes must not end all."""
    notes: list[str] = []
    door = str(tmp_path / "door")
    made = Broker(listen(door), {}, {"gone": str(tmp_path / "none")}, notes.append)
    with socket.socket(socket.AF_UNIX) as process:
        process.connect(door)
        process.sendall(sent)
        process.shutdown(socket.SHUT_WR)
        made.accept()
        process.settimeout(10)
        with suppress(ConnectionResetError):  # what it sent was not read
            assert process.recv(1) == b""
    made.close()
    assert len(notes) == 1
    assert said in notes[0]
    assert notes[0].isprintable()


def test_a_program_has_the_servers_of_its_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what only tells about devices; without a device, all that are safe."""
    every = {api: f"/{api}-server" for api in ("cuda", "nvml", "opencl", "soft")}
    monkeypatch.setattr(broker, "forwarded", lambda: every)
    assert set(servers_of("cuda")) == {"cuda", "nvml"}
    assert set(servers_of("opencl")) == {"opencl", "nvml"}
    assert set(servers_of(None)) == {"cuda", "nvml", "soft"}
