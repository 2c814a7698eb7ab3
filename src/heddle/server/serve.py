"""The server process: a control plane and its API on one port, until it is asked to end."""

from __future__ import annotations

import json
import logging
import os
import resource
import signal
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from heddle.client.where import is_loopback
from heddle.control import tls
from heddle.control.logs import logging_to
from heddle.control.tls import Certificate
from heddle.extras import extra
from heddle.server.listen import address_of, listening
from heddle.system import files
from heddle.system.process import Process

if TYPE_CHECKING:
    from types import FrameType

    from heddle.control.core import Core
    from heddle.store.base import Store

log = logging.getLogger(__name__)
KEEP_ALIVE_S = 75  #: longer than heartbeats and pauses of nodes: each keeps its connection
MOST_FILES = 65_536  #: every node has a connection
GRACE_S = 3  #: for requests in flight when it ends; followers of events never end


def serve(
    folder: str,
    host: str,
    port: int,
    store: str | None,
    *,
    cert: str | None = None,
    key: str | None = None,
    log_form: str | None = None,
) -> int:
    """:raises HeddleError: if the port is taken, or the store or the folder cannot be used"""
    with logging_to(os.path.join(folder, "server.log"), log_form):
        return _serve(folder, host, port, store, cert, key)


def certificate(folder: str, host: str, cert: str | None, key: str | None) -> Certificate | None:
    """None: without TLS, which only this machine's own users can reach.

    :raises HeddleError: if the files that are given, or those of last time, cannot be used
    """
    files = tls.wanted(folder, cert, key)
    if files is not None:
        known = tls.given(*files)
        tls.remember(folder, known)
        return known
    return None if is_loopback(host) else tls.own(folder, host)


def _serve(
    folder: str, host: str, port: int, store: str | None, cert: str | None, key: str | None
) -> int:
    with extra("heddle up", "uvicorn", "server"):
        import uvicorn
    with extra("heddle up", "httptools", "server"):
        from heddle.front.front import Front
        from heddle.front.room import room
    from heddle.api.app import make_app
    from heddle.api.connections import allowed, protocol
    from heddle.control.nodes.device_health import HealthWatch
    from heddle.control.nodes.readings import NodeReadings
    from heddle.desk.access.auth import Auth
    from heddle.desk.access.limits import read as read_limits
    from heddle.desk.access.node_auth import master_key
    from heddle.desk.access.tenancy import is_shared
    from heddle.desk.desk import Desk
    from heddle.server.plane import running
    from heddle.web.session import Sessions
    from heddle.web.site import make_pages

    server: uvicorn.Server | None = None
    _allow_files()

    def end(*_: object) -> None:
        """Also called when uvicorn has ended by a signal: what follows it must still be done."""
        if server is None:
            raise SystemExit(0)
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    os.chdir("/")  # not to keep the folder from which it was started in use
    token = os.path.join(folder, "token")
    path = os.path.join(folder, "server.json")
    known = certificate(folder, host, cert, key)
    limits = read_limits(os.environ)
    with listening(host, port) as line, running(folder, store, partial(_first, token)) as loop:
        address = address_of(host, line.getsockname()[1], is_tls=known is not None)
        health, readings = HealthWatch(), NodeReadings()
        health.start()
        desk = Desk(
            loop,
            Auth(loop.store, loop.now_ms),
            limits=limits,
            shared_user=is_shared(os.environ),
            device_health=lambda: health.found,
            readings=readings,
            certificate_ends_ms=None if known is None else known.ends_ms,
        )
        sessions = Sessions(desk.auth)
        pages = make_pages(desk, sessions)
        app = make_app(desk, more=[pages], node_key=master_key(folder))

        class Server(uvicorn.Server):
            def handle_exit(self, sig: int, frame: FrameType | None) -> None:
                sessions.close()  # followers of pages and events would otherwise use up the grace
                desk.hub.close()
                desk.terminals.close()
                desk.executions.close()
                desk.lines.close()
                super().handle_exit(sig, frame)

        config = uvicorn.Config(
            app,
            log_config=None,
            http=protocol(allowed(limits)),
            ws="none",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
            timeout_keep_alive=KEEP_ALIVE_S,
        )
        if known is not None:
            config.load()
            config.ssl = known.context()
        with open(token, encoding="ascii") as file:
            link = sessions.link(file.read().strip()) or ""
        pin = "" if known is None else known.pin
        write_process(path, Process.own(), address=address, link=link, host=host, pin=pin)
        log.info("listening on %s; the token is in %s", address, token)
        try:
            server = Server(config)
            with Front(loop, room(limits.head_s, limits.body_s)):
                server.run(sockets=[line])
        finally:
            health.stop()
            readings.close()
            with suppress(FileNotFoundError):
                os.unlink(path)
    log.info("ended")
    return 0


def _allow_files() -> None:
    """As many open files as this user may have, up to what thousands of nodes need."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if least != resource.RLIM_INFINITY and least < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _first(token: str, store: Store, core: Core) -> None:
    """What the first start makes, and what was said before: tenants' quotas."""
    from heddle.desk.access.auth import first_token
    from heddle.desk.access.tenants import Tenants
    from heddle.desk.errors import DeskError

    now_ms = int(time.time() * 1000)
    first_token(store, token, now_ms)
    try:
        quotas = Tenants(store).quotas(core.pool.cluster.capacity_amounts())
    except DeskError as error:  # a device has gone: that is no reason to run nothing
        log.error("quotas do not apply until they are set again: %s", error)
        return
    if quotas is not None:
        core.set_quotas(quotas, now_ms)


def write_process(path: str, process: Process, **more: str) -> None:
    """Atomic: a reader finds all or nothing."""
    told = {"pid": process.pid, "started": process.started, **more}
    files.replace(path, json.dumps(told).encode(), durable=False)
