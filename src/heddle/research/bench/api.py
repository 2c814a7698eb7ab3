"""How fast the control plane accepts jobs and answers, with SQLite at synchronous=FULL.

A server of its own, in a folder of its own, with many jobs in its store already, has one core; this
program asks it from another, over connections that stay open. A job that is accepted is durable
before the answer comes. The jobs ask for what this machine has not, so that they are decided on and
wait, and nothing runs. Submissions, reads of one job and listings are measured apart.

Without any device: --device does not count.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heddle.errors import WorkloadError
from heddle.extras import extra
from heddle.harness.report import Bar, Report
from heddle.harness.workload import machine

if TYPE_CHECKING:
    from heddle.client.where import Server

HELP = "submissions and reads a second of the control plane"

SUBMISSIONS_S, READS_S, P99_MS, LIST_MS = 500.0, 1_000.0, 100.0, 200.0
JOBS, SECONDS, CONNECTIONS = 100_000, 20.0, 32
PATIENCE_S = 60.0
JOB = {"id": "waits", "devices": "h200:64", "command": ["true"]}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=JOBS, help=f"in the store (default {JOBS:,})")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"for each row (default {SECONDS:g})"
    )
    parser.add_argument("--isolated", action="store_true", help="jobs that ask for a sandbox")
    parser.add_argument(
        "--connections", type=int, default=CONNECTIONS, help=f"(default {CONNECTIONS})"
    )


@dataclass(slots=True)
class RequestTimes:
    """What came of the requests of one kind."""

    seconds: float = 0.0
    times_ms: list[float] = field(default_factory=list)
    failures: int = 0

    def row(self, what: str) -> dict[str, Any]:
        ordered = sorted(self.times_ms) or [float("inf")]
        return {
            "what": what,
            "per_s": len(self.times_ms) / self.seconds,
            "p50_ms": ordered[len(ordered) // 2],
            "p99_ms": ordered[int(0.99 * len(ordered))],
            "requests": len(self.times_ms),
            "failures": self.failures,
        }


class ApiConnection:
    """One connection that stays open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """The status and the body."""
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = 0
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return int(head[9:12]), await self._reader.readexactly(length)


async def _load(
    server: Server,
    token: str,
    seconds: float,
    connections: int,
    request: Callable[[random.Random], tuple[str, str, bytes]],
) -> RequestTimes:
    """As many at once as there are connections, each one after the other."""
    host, port = server.address.removeprefix("http://").split(":")
    load = RequestTimes()
    begun = time.perf_counter()

    async def one(number: int) -> None:
        chance = random.Random(number)
        line = ApiConnection(*await asyncio.open_connection(host, int(port)))
        while time.perf_counter() < begun + seconds:
            verb, path, body = request(chance)
            head = (
                f"{verb} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            moment = time.perf_counter()
            status, _ = await line.ask(head.encode() + body)
            load.times_ms.append(1000 * (time.perf_counter() - moment))
            load.failures += status >= 400

    await asyncio.gather(*(one(number) for number in range(connections)))
    load.seconds = time.perf_counter() - begun
    return load


def _fill(path: Path, count: int) -> None:
    """Jobs that are over, as many as a year of a small team leaves."""
    from heddle.model.record import DONE, JobRecord
    from heddle.store import open_store

    store = open_store(str(path))
    spec = {"id": "old", "devices": "cpu:1", "command": ["true"]}
    for start in range(1, count + 1, 1000):
        numbers = range(start, min(start + 1000, count + 1))
        store.write(
            [
                JobRecord(f"j{n}", f"old-{n}", f"team-{n % 20}", "ann", spec, DONE, ended_ms=n)
                for n in numbers
            ]
        )
    store.close()


@contextmanager
def _server(folder: Path, core: int | None, **settings: str) -> Iterator[tuple[Server, str, int]]:
    """In a separate process; its address, the token and its process id."""
    from heddle.client.where import read_server

    control = folder / "control"
    environment = {**os.environ, "HEDDLE_STATE": str(folder), **settings}
    child = subprocess.Popen(
        [sys.executable, "-m", "heddle", "up", "--foreground", "--port", "0"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=(folder / "log").open("wb"),
        preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, {core}),
    )
    try:
        until = time.monotonic() + PATIENCE_S
        while (found := read_server(str(control))) is None:
            if child.poll() is not None or time.monotonic() > until:
                said = (folder / "log").read_text(errors="replace")[-500:]
                raise WorkloadError(f"the control plane did not start: {said}")
            time.sleep(0.05)
        yield found, (control / "token").read_text().strip(), child.pid
    finally:
        child.terminate()
        child.wait(PATIENCE_S)


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with extra("heddle bench api", "FastAPI", "server"):
        import fastapi as _  # noqa: F401
    cores = sorted(os.sched_getaffinity(0))
    count = max(1, options.jobs)
    more = {"isolated": "true"} if options.isolated else {}
    rows = []
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as temporary:
        folder = Path(temporary)
        (folder / "control").mkdir(mode=0o700)
        say(f"writing {count:,} jobs")
        _fill(folder / "control" / "store.db", count)
        apart = len(cores) > 1
        with _server(folder, cores[0] if apart else None) as (server, token, pid):
            if apart:
                os.sched_setaffinity(0, {cores[-1]})
            try:
                for what, request in _requests(count, more).items():
                    say(f"{what}, {options.seconds:g} s over {options.connections} connections")
                    few = 1 if what == "listings" else options.connections
                    load = asyncio.run(_load(server, token, options.seconds, few, request))
                    rows.append({**load.row(what), "connections": few})
                memory = _resident_mib(pid)
            finally:
                os.sched_setaffinity(0, cores)
    return Report("api", rows, _bars(rows), {**machine(), "server_mib": memory, "jobs": count})


def _requests(
    count: int, more: dict[str, str]
) -> dict[str, Callable[[random.Random], tuple[str, str, bytes]]]:
    body = json.dumps({"jobs": [JOB | more], "anyway": True}).encode()
    lists = ("", "state=done&", "state=waiting&", "user=ann&", "text=old-99&")
    return {
        "submissions": lambda chance: ("POST", "/v1/jobs", body),
        "reads": lambda chance: ("GET", f"/v1/jobs/j{chance.randint(1, count)}", b""),
        "listings": lambda chance: ("GET", f"/v1/jobs?{chance.choice(lists)}limit=100", b""),
    }


def _resident_mib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) // 1024


def _bars(rows: list[dict[str, Any]]) -> list[Bar]:
    submissions, reads, listings = rows
    return [
        Bar("submissions a second", SUBMISSIONS_S, submissions["per_s"], at_least=True),
        Bar("a submission, ms at p99", P99_MS, submissions["p99_ms"]),
        Bar("reads a second", READS_S, reads["per_s"], at_least=True),
        Bar("a read, ms at p99", P99_MS, reads["p99_ms"]),
        Bar("a listing, ms at p99", LIST_MS, listings["p99_ms"]),
        Bar("requests that failed", 0, sum(row["failures"] for row in rows)),
    ]
