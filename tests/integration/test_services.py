"""Services as a person has them: real replicas, a front, and a control plane that is killed."""

from __future__ import annotations

import http.client
import os
import signal
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.plane import Plane
from tests.world import eventually

SERVER = """
import os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        time.sleep(0.005)
        body = f"{os.environ['HEDDLE_JOB']} {sys.argv[1]}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

if sys.argv[1] == "broken":
    sys.exit("no model")
ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
"""


class Chat:
    """The service of one test. Two cores are enough: it has one replica, and two for a while."""

    def __init__(self, plane: Plane, folder: Path) -> None:
        self.plane = plane
        self.file = folder / "chat.yaml"
        self.folder = folder
        (folder / "server.py").write_text(SERVER)

    def submit(self, version: str, replicas: str = "replicas: 1") -> Any:
        self.file.write_text(
            f"id: chat\nshape: service\ndevices: cpu:1\nfolder: {self.folder}\n"
            f"command: [{sys.executable}, server.py, {version}]\n"
            f"service:\n  {replicas}\n  health: {{path: /, every: 1s}}\n  drain: 5s\n"
        )
        (service,) = self.plane.json("submit", "-f", str(self.file))
        return service

    @property
    def shown(self) -> Any:
        with self.plane.client() as client:
            return client.service("chat")

    def is_(self, state: str) -> bool:
        return eventually(lambda: bool(self.shown["state"] == state), 15)

    def get(self) -> str:
        with urllib.request.urlopen(self.shown["address"], timeout=10) as answer:
            return str(answer.read().decode())


class Load:
    """Two clients that ask without a pause."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: Counter[str] = Counter()
        self.failures: list[str] = []
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._ask) for _ in range(2)]

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _ask(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        while not self._ended.is_set():
            try:
                connection.request("GET", "/")
                answer = connection.getresponse()
                text = answer.read().decode()
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
                connection.close()
                continue
            if answer.status != 200:
                self.failures.append(f"{answer.status} {text}")
            else:
                self.answers[text.split()[1]] += 1
        connection.close()


@pytest.mark.slow
def test_a_day_with_a_service(plane: Plane, tmp_path: Path) -> None:
    plane.ok("up", "--port", "0")
    chat = Chat(plane, tmp_path)

    # 1. It is submitted as a job is, and answers at one address.
    assert chat.submit("one")["state"] == "starting"
    assert chat.is_("running")
    assert chat.get().endswith(" one")
    assert chat.shown["address"] in plane.ok("service", "ls")

    # 2. Two replicas share the work; then one is enough again.
    plane.ok("service", "scale", "chat", "2")
    assert eventually(lambda: chat.shown["healthy"] == 2)
    assert len({chat.get() for _ in range(8)}) == 2
    plane.ok("service", "scale", "chat", "1")
    assert eventually(lambda: len(chat.shown["replicas"]) == 1)

    # 3. It is updated while people use it, and nobody notices.
    with Load(chat.shown["port"]) as load:
        assert eventually(lambda: load.answers["one"] > 20)
        assert chat.submit("two")["generation"] == 2
        assert eventually(lambda: load.answers["two"] > 20)
        assert chat.is_("running")
    assert load.failures == []
    assert chat.get().endswith(" two")

    # 4. An update that does not work changes nothing, and says why.
    with Load(chat.shown["port"]) as load:
        chat.submit("broken")
        assert eventually(lambda: "exit code 1" in chat.shown["why"])
        assert chat.shown["state"] in ("updating", "stuck")
        begun = load.answers["two"]
        assert eventually(lambda: load.answers["two"] > begun + 20)
    assert load.failures == []

    # 5. The control plane is killed in the middle of an update. What serves is found again.
    chat.submit("three")
    port = chat.shown["port"]
    os.kill(plane.server["pid"], signal.SIGKILL)
    plane.ok("up", "--port", "0")
    assert chat.shown["port"] == port
    assert chat.get().split()[1] in ("two", "three")
    assert chat.is_("running")
    assert eventually(lambda: chat.get().endswith(" three"))
    assert eventually(lambda: len(chat.shown["replicas"]) == 1)  # the old one drains first
    with plane.client() as client:
        running = list(client.every_job(state=["running"]))
    assert [job["id"] for job in running] == [each["job"] for each in chat.shown["replicas"]]

    # 6. A replica that dies is replaced; who asks meanwhile waits a moment.
    before = chat.get()
    plane.ok("job", "cancel", "--wait", before.split()[0])
    assert chat.get() != before

    # 7. Nobody asks, so nothing runs; the first who asks waits until it does.
    chat.submit("three", "replicas: {least: 0, most: 2}\n  scale: {requests: 4}\n  idle: 1s")
    assert chat.is_("idle")
    begun_s = time.monotonic()
    assert chat.get().endswith(" three")
    assert time.monotonic() - begun_s < 10

    # 8. It is ended, and nothing is left of it.
    assert "is gone" in plane.ok("service", "rm", "--wait", "chat")
    assert plane.json("service", "ls") == []
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}", timeout=5)
    with plane.client() as client:
        assert not list(client.every_job(state=["waiting", "starting", "running", "stopping"]))
