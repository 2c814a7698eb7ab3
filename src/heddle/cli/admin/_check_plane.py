"""What `heddle admin check` looks at where there is a control plane, or should be one."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from heddle.cli._output import bytes_text
from heddle.cli.admin._finding import Finding
from heddle.errors import NoPermissionError
from heddle.version import own_version

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client
    from heddle.client.where import Server

SKEW_S, MUCH_SKEW_S = 2.0, 30.0  #: requests of nodes and expiring tokens go by the clock
FREE_BYTES = 2_000_000_000
SLOW_WRITE_MS = 500
CERTIFICATE_DAYS, CERTIFICATE_SOON_DAYS = 14, 45
LONG_WAIT_S, STUCK_S = 1800, 300
DAY_MS = 86_400_000


def control_plane() -> Iterator[Finding]:
    """Nothing is reported of one that was never started."""
    from heddle.client import where
    from heddle.system.process import Process

    server = where.running()
    is_named = where.is_named()
    if server is None and not is_named:
        yield Finding("control plane", "note", "none runs; `heddle up` starts one")
        return
    if server is not None and not is_named:
        if not Process(server.pid, server.started).is_alive:
            yield Finding(
                "control plane",
                "wrong",
                f"it should run (process {server.pid}) and does not; {server.log_file} ends with "
                "why. `heddle up` starts it again, and finds the jobs that run",
            )
            return
        yield from files(server)
    with where.find(timeout_s=10) as client:
        yield from asked(client)


def files(server: Server) -> Iterator[Finding]:
    """Secrets that others can read. Those of another user are that one's business."""
    with suppress(OSError):
        if os.stat(server.folder).st_uid != os.getuid():
            return
    open_ones = []
    for name in ("", "token", "key.pem", "secrets.key", "node-key", "store.db"):
        path = os.path.join(server.folder, name)
        try:
            if stat.S_IMODE(os.stat(path).st_mode) & 0o077:
                open_ones.append(path)
        except OSError:
            continue
    for path in open_ones:
        yield Finding("secret files", "wrong", f"others can read {path}: `chmod go= {path}`")
    if not open_ones:
        yield Finding("secret files", "ok", f"only you can read {server.token_file} and the others")


def asked(client: Client) -> Iterator[Finding]:
    begun = time.time()
    health = client.health()
    ours = own_version() or "unknown"
    detail = f"{client.address}, version {health['version']}"
    if health["version"] == ours:
        yield Finding("control plane", "ok", detail)
    else:
        remedy = f"this is {ours}. Restart it with the same: `heddle admin down`, `heddle up`"
        yield Finding("control plane", "note", f"{detail}; {remedy}")
    try:
        status = client.status()
    except NoPermissionError as error:
        yield Finding("control plane", "note", f"no more is told: {error}")
        return
    yield from of_status(status, begun, time.time())
    yield from _stuck(client, status["now_ms"])


def of_status(status: rest.Status, begun: float, ended: float) -> Iterator[Finding]:
    """Pure: from what the server says of itself, asked between these two times."""
    yield _clock(status["now_ms"] / 1000, begun, ended)
    yield _store(status)
    yield from _limits(status)
    if (ends_ms := status["certificate_ends_ms"]) is not None:
        yield _certificate((ends_ms - status["now_ms"]) // DAY_MS)
    yield from _nodes(status["nodes"])
    for each in status["devices"]:
        if each["state"] in ("degraded", "failed"):
            text = f"{each['state']}: {each['text']}. {each['remedy']}"
            yield Finding(f"device {each['device']}", "wrong", text)
    waits_s = (status["oldest_wait_ms"] or 0) // 1000
    if waits_s > LONG_WAIT_S:
        yield Finding(
            "jobs",
            "note",
            f"one waits for {waits_s // 60} minutes: `heddle job ls --state waiting` says which, "
            "`heddle explain -vv JOB` why",
        )


def _clock(theirs: float, begun: float, ended: float) -> Finding:
    """The answer was made at some time between; what is outside of that is skew."""
    skew = max(begun - theirs, theirs - ended, 0.0)
    if skew < SKEW_S:
        return Finding("clock", "ok", "it agrees with the server's")
    state = "wrong" if skew > MUCH_SKEW_S else "note"
    text = f"it differs from the server's by {skew:.0f} s: set both by NTP (timedatectl)"
    return Finding("clock", state, text)


def _store(status: rest.Status) -> Finding:
    free, write_ms = status["store_free_bytes"], status["last_write_ms"]
    text = f"{status['store']}, {bytes_text(status['store_bytes'])}"
    if free is not None:
        text += f", {bytes_text(free)} free"
    if free is not None and free < FREE_BYTES:
        return Finding("store", "wrong", f"{text}: make room. Without any, it ends")
    if write_ms > SLOW_WRITE_MS:
        slow = f"{text}; the last write took {write_ms:.0f} ms: is its disk busy, or far away?"
        return Finding("store", "note", slow)
    return Finding("store", "ok", f"{text}, last write {write_ms:.1f} ms")


def _limits(status: rest.Status) -> Iterator[Finding]:
    missing = [each for each in status["limits"] if not each["enforced"]]
    for each in missing:
        yield Finding(f"limits: {each['name']}", "note", each["text"])
    if not missing:
        held = ", ".join(each["name"] for each in status["limits"]) or "nothing"
        yield Finding("limits of jobs", "ok", f"the engine {status['engine']} enforces {held}")


def _certificate(days: int) -> Finding:
    if days >= CERTIFICATE_SOON_DAYS:
        return Finding("certificate", "ok", f"it ends in {days} days")
    state = "wrong" if days < CERTIFICATE_DAYS else "note"
    text = "replace it and restart the server; a restart renews a self-signed one"
    return Finding("certificate", state, f"it ends in {days} days: {text}")


def _nodes(nodes: dict[str, int]) -> Iterator[Finding]:
    if not sum(nodes.values()):
        return
    said = ", ".join(f"{n} {state}" for state, n in nodes.items() if n)
    state = "wrong" if nodes.get("lost") else "note" if nodes.get("late") else "ok"
    remedy = "" if state == "ok" else ": see whether they run and reach the server"
    yield Finding("nodes", state, f"{said}{remedy}")


def _stuck(client: Client, now_ms: int) -> Iterator[Finding]:
    """On the way for too long: the engine should have said something."""
    for job in client.every_job(state=("starting",), most=1000):
        since = (now_ms - (job["started_ms"] or now_ms)) / 1000
        if since > STUCK_S:
            text = f"{job['id']} has been starting for {since / 60:.0f} minutes"
            yield Finding("jobs", "wrong", f"{text}: `heddle explain {job['id']}`, server.log")
