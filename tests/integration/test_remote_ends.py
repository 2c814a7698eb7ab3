"""What is left when one side of a forwarded device ends, and what the other side hears of it."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.soak import IS_LONG
from tests.world import BUILT, World, eventually

CLIENT = Path(__file__).with_name("remote_client.py")
LIBRARY = "libsoftxpu.so.1"
LAUNCH = 7  #: SX_ERROR_LAUNCH: the sticky one
MIB = 1 << 20


class Servers:
    """Starts a server for each program that connects, and knows nothing else."""

    def __init__(self, world: World, path: Path) -> None:
        self.world, self.path = world, path
        self.started: list[subprocess.Popen[bytes]] = []
        self.line = socket.socket(socket.AF_UNIX)
        self.line.bind(str(path))
        self.line.listen(16)
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            client, _ = self.line.accept()
            with client:
                if client.recv(1, socket.MSG_PEEK) == b"":
                    return
                number = client.fileno()
                command = [str(BUILT / "soft-server"), str(number)]
                environment = self.world.environment
                self.started.append(subprocess.Popen(command, env=environment, pass_fds=[number]))

    def client(self, *mode: str) -> subprocess.Popen[str]:
        """A program whose device is behind a server; it is ready."""
        library = str(BUILT / "remote" / LIBRARY)
        command = (sys.executable, str(CLIENT), library, *mode)
        started = self.world.start(*command, HEDDLE_PROXY=str(self.path))
        assert started.stdout is not None
        assert started.stderr is not None
        if started.stdout.readline() != "ready\n":
            pytest.fail(started.stderr.read())
        return started

    def look(self) -> tuple[int, set[int]]:
        """Bytes in use of the device, and the processes that have it, but for the one that asks."""
        command = [sys.executable, str(CLIENT), str(BUILT / LIBRARY), "look"]
        asking = subprocess.Popen(
            command, env=self.world.environment, stdout=subprocess.PIPE, text=True
        )
        used, *pids = map(int, asking.communicate()[0].split())
        return used, set(pids) - {asking.pid}

    def alive(self) -> list[int]:
        return [server.pid for server in self.started if server.poll() is None]

    def close(self) -> None:
        with socket.socket(socket.AF_UNIX) as last:
            last.connect(str(self.path))
        self._thread.join()
        self.line.close()
        for server in self.started:
            server.kill()
            server.wait()


@pytest.fixture
def servers(world: World, tmp_path: Path) -> Iterator[Servers]:
    made = Servers(world, tmp_path / "proxy")
    yield made
    made.close()


@pytest.mark.alone
@pytest.mark.parametrize("mode", ["busy", "copies"])
def test_nothing_is_left_of_a_program_that_was_killed(servers: Servers, mode: str) -> None:
    """Whenever a program is killed, its server, its context and its memory are gone within 2 s."""
    chance = random.Random(1)
    for _ in range(60 if IS_LONG else 8):
        program = servers.client(mode)
        time.sleep(chance.random() * 0.3)
        program.kill()
        program.wait()
        assert eventually(lambda: not servers.alive(), 2)
    assert servers.look() == (0, set())


@pytest.mark.alone
def test_each_call_returns_when_the_server_was_killed(servers: Servers) -> None:
    """Calls that wait, whatever for, and all later ones get the sticky error within 1 s."""
    program = servers.client("stuck")
    killed_at = time.monotonic()
    os.kill(servers.alive()[0], signal.SIGKILL)
    out, errors = program.communicate(timeout=20)
    assert program.returncode == 0, errors
    heard = dict(line.rsplit(": ", 1) for line in out.splitlines())
    assert len(heard) == 14
    for name, words in heard.items():
        code, at = words.split()
        assert int(code) == LAUNCH, f"{name}: {words}"
        assert 0 < float(at) - killed_at < 1, name


@pytest.mark.alone
def test_large_copies_return_when_the_server_was_killed(servers: Servers) -> None:
    """Wherever they are in their memory, they get the sticky error within 1 s."""
    for seconds in (0.1, 0.3, 0.5, 0.7):
        program = servers.client("copies")
        time.sleep(seconds)
        killed_at = time.monotonic()
        os.kill(servers.alive()[-1], signal.SIGKILL)
        out, errors = program.communicate(timeout=20)
        assert program.returncode == 0, errors
        heard = dict(line.rsplit(": ", 1) for line in out.splitlines())
        assert set(heard) == {"to", "from", "to, later"}
        for name, words in heard.items():
            code, at = words.split()
            assert int(code) == LAUNCH, f"{name}: {words}"
            assert float(at) - killed_at < 1, name


@pytest.mark.alone
def test_a_stopped_program_disturbs_no_other(servers: Servers) -> None:
    """While one program is stopped in the middle of its work, another does as much as it likes."""
    stopped = servers.client("busy")
    for _ in range(5):
        os.kill(stopped.pid, signal.SIGSTOP)
        other = servers.client("rounds", "20")
        out, errors = other.communicate(timeout=30)
        assert (other.returncode, out) == (0, "done\n"), errors
        os.kill(stopped.pid, signal.SIGCONT)
        time.sleep(0.05)
    assert stopped.poll() is None
    used, pids = servers.look()
    assert used >= 200 * MIB
    assert pids == set(servers.alive())
