"""What thousands of registered nodes cost the control plane, and how soon it notices a loss.

A server of its own, in a folder of its own, has one core; simulated nodes call it from another over
real sockets, one connection each, all requests signed. Each has a document of eight devices; every
sixth beat has a new live state. When all have joined and beaten, the server's processor time is
taken from /proc; then some nodes end at once, without a word, until the events name all of them.

Without any device: --device does not count.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heddle.errors import UsageError, WorkloadError
from heddle.extras import extra
from heddle.harness.report import Bar, Report
from heddle.harness.workload import machine
from heddle.research.bench._plane.agents import Crowd
from heddle.research.bench.api import _resident_mib, _server
from heddle.system.process import Stat

if TYPE_CHECKING:
    from heddle.client.client import Client

HELP = "what 5,000 registered nodes cost the control plane"

CORE, MEMORY_MB, HEARTBEATS = 0.30, 500.0, 2.0
NODES, HEARTBEAT_S, SECONDS, LOSE = 5_000, 10.0, 60.0, 500
SPARE_FILES = 200
PATIENCE_S = 120.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nodes", type=int, default=NODES, help=f"(default {NODES:,})")
    parser.add_argument(
        "--heartbeat", type=float, default=HEARTBEAT_S, help=f"seconds (default {HEARTBEAT_S:g})"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"to watch (default {SECONDS:g})"
    )
    parser.add_argument("--lose", type=int, default=LOSE, help=f"at once (default {LOSE})")


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with extra("heddle bench nodes", "FastAPI", "server"):
        import fastapi as _  # noqa: F401
    if not 0 < options.lose <= options.nodes:
        raise UsageError("--lose is from 1 to as many as there are --nodes.")
    _allow_files(options.nodes + SPARE_FILES)
    cores = sorted(os.sched_getaffinity(0))
    apart = len(cores) > 1
    setting = {"HEDDLE_HEARTBEAT_S": str(options.heartbeat)}
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as temporary:
        core = cores[0] if apart else None
        with _server(Path(temporary), core, **setting) as (server, token, pid):
            if apart:
                os.sched_setaffinity(0, {cores[-1]})
            try:
                row = asyncio.run(_run(options, say, server.address, token, pid))
            finally:
                os.sched_setaffinity(0, cores)
    return Report("nodes", [row], _bars(row), machine())


async def _run(
    options: argparse.Namespace, say: Callable[[str], None], address: str, token: str, pid: int
) -> dict[str, Any]:
    from heddle.client.client import Client

    host, _, port = address.removeprefix("http://").rpartition(":")
    with Client(address, token) as client:
        invitation = client.add_join_token({"uses": options.nodes})["token"]
        crowd = Crowd(options.nodes, host, int(port), options.heartbeat)
        joining_s = await crowd.join(invitation, say)
        try:
            say("all have joined; waiting until all have beaten")
            await asyncio.sleep(1.5 * options.heartbeat)
            after = _last(client)
            crowd.failures, crowd.latest_s = 0, 0.0
            say(f"watching for {options.seconds:g} s")
            cpu, begun = _cpu_s(pid), time.monotonic()
            beats = sum(node.beats for node in crowd.nodes)
            await asyncio.sleep(options.seconds)
            seconds = time.monotonic() - begun
            cpu = (_cpu_s(pid) - cpu) / seconds
            beats = sum(node.beats for node in crowd.nodes) - beats
            memory_mb = _resident_mib(pid) * 1.048576
            say(f"{options.lose} nodes end")
            noticed_s, wrong = await _lose(options.lose, crowd, client, after)
            counts = client.pool()["registered"]
        finally:
            await crowd.end()
    return {
        "nodes": options.nodes,
        "heartbeat_s": options.heartbeat,
        "joining_s": joining_s,
        "seconds": seconds,
        "beats_per_s": beats / seconds,
        "server_cores": cpu,
        "server_mb": memory_mb,
        "lost": counts.get("lost", 0),
        "noticed_s": noticed_s,
        "wrongly_lost": wrong,
        "failures": crowd.failures,
        "latest_beat_s": crowd.latest_s,
    }


async def _lose(count: int, crowd: Crowd, client: Client, after: int) -> tuple[float, int]:
    """Seconds until the events have named all of them, and how many others were named since
    `after`."""
    step = len(crowd.nodes) // count
    gone = [node for node in crowd.nodes if node.number % step == 0][:count]
    begun = time.monotonic()
    for node in gone:
        node.die()
    expected = {node.name for node in gone}
    lost: set[str] = set()
    while not expected <= lost:
        if time.monotonic() - begun > PATIENCE_S:
            raise WorkloadError(f"{len(expected - lost)} losses were not noticed")
        await asyncio.sleep(min(0.25, crowd.heartbeat_s / 10))
        page = await asyncio.to_thread(client.events, after, limit=1000)
        after = page["last"]
        lost |= {
            event["subject"]
            for event in page["events"]
            if event["kind"] == "node" and event["what"] == "lost"
        }
    return time.monotonic() - begun, len(lost - expected)


def _last(client: Client) -> int:
    """The number of the last event."""
    after = -1
    while (page := client.events(max(0, after), limit=1000))["last"] != after:
        after = page["last"]
    return int(after)


def _cpu_s(pid: int) -> float:
    """Of all its threads."""
    return Stat.read(pid).ticks / os.sysconf("SC_CLK_TCK")


def _allow_files(count: int) -> None:
    """:raises UsageError: if this user may not have so many connections"""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < count:
        raise UsageError(
            f"--nodes: {count} open files are needed, and {most} allowed: `ulimit -Hn`."
        )
    if least < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, most))


def _bars(row: dict[str, Any]) -> list[Bar]:
    return [
        Bar("server, of one core", CORE, row["server_cores"]),
        Bar("server, MB", MEMORY_MB, row["server_mb"]),
        Bar("losses noticed, heartbeats", HEARTBEATS, row["noticed_s"] / row["heartbeat_s"]),
        Bar("nodes wrongly called lost", 0, row["wrongly_lost"]),
        Bar("beats that failed", 0, row["failures"]),
    ]
