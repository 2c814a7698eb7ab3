"""The server process: a control plane and its API on one port, until it is asked to end."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from heddle.client.where import is_loopback
from heddle.control.process import Process, listener, name_of
from heddle.errors import HeddleError, UsageError
from heddle.extras import extra

if TYPE_CHECKING:
    from types import FrameType

    from heddle.control.core import Core
    from heddle.store.base import Store

log = logging.getLogger(__name__)
GRACE_S = 3  #: for requests that are under way when it ends; who follows events never ends


def serve(folder: str, host: str, port: int, store: str | None) -> int:
    """:raises HeddleError: if the port is taken, or the store or the folder cannot be used"""
    with extra("heddle up", "uvicorn", "server"):
        import uvicorn
    from heddle.api.app import make_app
    from heddle.api.auth import Auth
    from heddle.control.server import running
    from heddle.web.session import Sessions
    from heddle.web.site import make_pages

    form = "%(asctime)s %(levelname)s %(name)s %(message)s"
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format=form)
    server: uvicorn.Server | None = None

    def end(*_: object) -> None:
        """Also called when uvicorn has ended by a signal: what follows it must still be done."""
        if server is None:
            raise SystemExit(0)
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    os.chdir("/")  # the folder from which it was started is nobody's business any more
    token = os.path.join(folder, "token")
    path = os.path.join(folder, "server.json")
    with listening(host, port) as line, running(folder, store, partial(_first, token)) as loop:
        address = f"http://{host}:{line.getsockname()[1]}"
        auth = Auth(loop.store, loop.now_ms)
        sessions = Sessions(auth)
        app = make_app(loop, auth, more=[make_pages(loop, auth, sessions)])

        class Server(uvicorn.Server):
            def handle_exit(self, sig: int, frame: FrameType | None) -> None:
                sessions.close()  # who follows a page or events would otherwise use up the grace
                app.state.desk.hub.close()
                super().handle_exit(sig, frame)

        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
        )
        with open(token, encoding="ascii") as file:
            link = sessions.link(file.read().strip())
        write_process(path, Process.own(), address=address, link=link)
        log.info("listening on %s; the token is in %s", address, token)
        try:
            server = Server(config)
            server.run(sockets=[line])
        finally:
            with suppress(FileNotFoundError):
                os.unlink(path)
    log.info("ended")
    return 0


def _first(token: str, store: Store, core: Core) -> None:
    """What the first start makes, and what was said before: tenants' quotas."""
    from heddle.api.auth import first_token
    from heddle.api.problem import ProblemError
    from heddle.api.tenants import Tenants

    now_ms = int(time.time() * 1000)
    first_token(store, token, now_ms)
    try:
        quotas = Tenants(store).quotas(core.pool.cluster.capacity_amounts())
    except ProblemError as error:  # a device has gone: that is no reason to run nothing
        log.error("quotas do not count until they are set anew: %s", error)
        return
    if quotas is not None:
        core.set_quotas(quotas, now_ms)


def listening(host: str, port: int) -> socket.socket:
    """:raises HeddleError: if it is somebody else's; it says whose"""
    if not is_loopback(host):
        raise UsageError(f"--host {host}: only 127.0.0.1 yet; let others in by a tunnel (ssh -L).")
    line = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((host, port))
        line.listen(512)
    except PermissionError:
        line.close()
        raise UsageError(f"--port {port}: only root may use it. Take one from 1024 on.") from None
    except OSError as error:
        line.close()
        raise taken(port, error) from None
    return line


def taken(port: int, error: OSError) -> HeddleError:
    pid = listener(port)
    who = (
        f"by process {pid} ({name_of(pid)[:80]})"
        if pid
        else f"by somebody else's process: `sudo ss -ltnp 'sport = :{port}'` shows it"
    )
    return HeddleError(
        f"port {port} cannot be used ({error.strerror}), it is taken {who}. End that, or choose "
        "another: `heddle up --port N`, 0 for any that is free."
    )


def write_process(path: str, process: Process, **more: str) -> None:
    """In one step: who reads it finds all or nothing."""
    part = f"{path}.new"
    with open(part, "w", encoding="utf-8", opener=partial(os.open, mode=0o600)) as file:
        json.dump({"pid": process.pid, "started": process.started, **more}, file)
    os.replace(part, path)
