"""Start the control plane on this machine: jobs, API and dashboard on 127.0.0.1, and the agent.
With --host others can reach it, over TLS only; without --cert it creates a self-signed certificate.

Both run in the background; `heddle admin down` ends them. Accepted jobs are in the store and
survive a crash; running jobs continue and are found again. The first start creates an
administrator's token, in a file that only you can read.

examples:
  heddle up
  heddle up --port 9000                   0: any that is free
  heddle up --store postgresql://heddle@db/heddle
  heddle up --host 0.0.0.0                for other machines; prints the pin that they need
  heddle up --host gpu1.example.org --cert chain.pem --key key.pem
  heddle up --foreground                  for a service manager; without the agent
  heddle up -o json

exit codes: 1 it does not start, and why; 2 wrong options; 111 the state folder cannot be
written; 116 the extra `server` is not installed
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from typing import IO, TYPE_CHECKING

from heddle import engine as engines
from heddle.cli._output import add_output, complain
from heddle.cli._told_up import tell
from heddle.cluster.migration.budget import FEW_MOVES
from heddle.errors import (
    HeddleError,
    MissingExtraError,
    NoPermissionError,
    NoServerError,
    UsageError,
)
from heddle.system import files, state

if TYPE_CHECKING:
    from heddle.client.where import Server

HELP = "start the control plane: jobs, API, dashboard"
GROUP = "Administration"
STORE = "HEDDLE_STORE"
PATIENCE_S, AGENT_PATIENCE_S = 60.0, 10.0
LARGEST_LOG = 10 << 20  #: bytes; a larger one is put aside at the next start
NEEDED = {
    "cryptography": "cryptography",
    "fastapi": "FastAPI",
    "uvicorn": "uvicorn",
    "jinja2": "Jinja2",
    "numpy": "NumPy",
    "yaml": "PyYAML",
}


def configure(parser: argparse.ArgumentParser) -> None:
    from heddle.client.where import PORT

    parser.add_argument("--port", type=int, metavar="N", help=f"(default {PORT})")
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help="of this machine to listen on; any but 127.0.0.1 over TLS (default: HEDDLE_HOST, or "
        "127.0.0.1)",
    )
    parser.add_argument(
        "--cert",
        metavar="FILE",
        help="certificate in PEM, or `own` (default: HEDDLE_CERT, or as last time)",
    )
    parser.add_argument("--key", metavar="FILE", help="its key (default: HEDDLE_KEY)")
    parser.add_argument(
        "--log",
        choices=["json", "text"],
        help="of the server (default: HEDDLE_LOG, or text on a terminal and json elsewhere)",
    )
    parser.add_argument(
        "--store",
        metavar="URL",
        help="postgresql://..., or a path for SQLite (default: HEDDLE_STORE, or as last time)",
    )
    parser.add_argument(
        "--engine",
        action="append",
        metavar="NAME",
        help="that runs jobs, once for each (default: HEDDLE_ENGINE, or local: this machine)",
    )
    parser.add_argument(
        "--sites",
        metavar="FILE",
        help="sites.toml: prices, power and the network of sites, for conditions of jobs (default: "
        "HEDDLE_SITES)",
    )
    parser.add_argument(
        "--moves",
        type=int,
        metavar="N",
        help="running jobs that resume and may be moved in an hour, so that jobs fit that fit "
        f"nowhere; 0: none (default: HEDDLE_MOVES, or {FEW_MOVES.an_hour})",
    )
    parser.add_argument(
        "--shared-user-tenants",
        action="store_true",
        help="take jobs of several tenants although all jobs run as this user: they must trust "
        "each other (HEDDLE_SHARED_USER_TENANTS=1 likewise)",
    )
    parser.add_argument("--foreground", action="store_true", help="run here; Ctrl-C ends it")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where
    from heddle.system.process import Process

    port = where.PORT if options.port is None else options.port
    if not 0 <= port <= 65535:
        raise UsageError(f"--port {port}: a port is a number from 0 (any) to 65535.")
    _needed()
    if given := os.environ.get("HEDDLE_STATE"):
        os.environ["HEDDLE_STATE"] = os.path.abspath(given)  # the server works elsewhere
    if options.engine:
        os.environ[engines.SETTING] = ",".join(engines.wanted(",".join(options.engine)))
    if options.sites:
        os.environ["HEDDLE_SITES"] = os.path.abspath(options.sites)
    if options.moves is not None:
        if options.moves < 0:
            raise UsageError(f"--moves {options.moves} is not allowed: give 0 or more.")
        os.environ["HEDDLE_MOVES"] = str(options.moves)
    if options.shared_user_tenants:
        os.environ["HEDDLE_SHARED_USER_TENANTS"] = "1"
    folder = where.folder()
    found = where.read_server(folder)
    if found is not None and Process(found.pid, found.started).is_alive:
        if options.foreground:
            raise HeddleError(f"it runs already: {found.address}. End it with `heddle admin down`.")
        if _answers(found, lambda: Process(found.pid, found.started).is_alive):
            own = (options.host or found.host, options.port or found.port)
            if own != (found.host, found.port) or any(
                (
                    options.cert,
                    options.store,
                    options.engine,
                    options.sites,
                    options.moves is not None,
                )
            ):
                raise HeddleError(
                    f"it runs already at {found.address}, with other options. `heddle admin "
                    "down` ends "
                    "it (jobs continue), then start it with these."
                )
            return tell(found, options.output, _start_agent(folder), new=False)  # it may have died
    store = options.store or os.environ.get(STORE) or None
    if store is not None and "://" not in store:
        store = os.path.abspath(store)
    host = options.host or os.environ.get("HEDDLE_HOST") or "127.0.0.1"
    cert, key = _files(options)
    if options.foreground:
        from heddle.server.serve import serve

        return serve(folder, host, port, store, cert=cert, key=key, log_form=options.log)
    more = ["--host", host]
    for name, value in (("--cert", cert), ("--key", key), ("--log", options.log)):
        more += [name, value] if value else []
    server = _start_server(folder, port, store, *more)
    return tell(server, options.output, _start_agent(folder), new=True)


def _files(options: argparse.Namespace) -> tuple[str | None, str | None]:
    """As whole paths: the server works elsewhere. An option counts more than a setting."""
    cert, key = options.cert, options.key
    if cert is None and key is None:
        cert, key = os.environ.get("HEDDLE_CERT") or None, os.environ.get("HEDDLE_KEY") or None
    if cert == "own":
        return cert, None
    return cert and os.path.abspath(cert), key and os.path.abspath(key)


def _needed() -> None:
    from importlib.util import find_spec

    for module, package in NEEDED.items():
        if find_spec(module) is None:
            raise MissingExtraError("heddle up", package, "server")


def _start_server(folder: str, port: int, store: str | None, *options: str) -> Server:
    """Waits until it answers.

    :raises HeddleError: if it ends instead; with its own last words
    """
    from heddle.client import where

    arguments = ["up", "--foreground", "--port", str(port), *options]
    # Not as an argument, which all can see: it may hold a password.
    more = {} if store is None else {STORE: store}
    child, words = _start(folder, "server.log", *arguments, **more)
    with words:
        until = time.monotonic() + PATIENCE_S
        while child.poll() is None and time.monotonic() < until:
            server = where.read_server(folder)
            is_new = server is not None and server.pid == child.pid
            if server is not None and is_new and _answers(server, lambda: child.poll() is None):
                return server
            time.sleep(0.05)
        if child.poll() is None:
            child.terminate()
        raise _failed(child.poll(), words, os.path.join(folder, "server.log"))


def _answers(server: Server, is_alive: Callable[[], bool]) -> bool:
    """False if it ends instead: it may have been killed a moment ago.

    :raises HeddleError: if it lives and does not answer
    """
    from heddle.client.where import connect

    until = time.monotonic() + PATIENCE_S
    while is_alive() and time.monotonic() < until:
        try:
            with connect(server, timeout_s=5) as client:
                client.health()
                return True
        except NoServerError:
            time.sleep(0.05)
    if not is_alive():
        return False
    raise HeddleError(
        f"the server (process {server.pid}) does not answer. Its log is {server.log_file}; "
        f"`kill -9 {server.pid}` loses nothing that was accepted."
    )


def _failed(code: int | None, words: IO[bytes], log: str) -> HeddleError:
    said = words.read().decode(errors="replace").splitlines()
    last = [line.removeprefix("heddle: ") for line in said if line.startswith("heddle: ")]
    error = HeddleError(
        last[-1]
        if last
        else "\n".join([f"the server does not start; {log} ends with:", *said[-5:]])
    )
    error.exit_code = code if code and 0 < code < 128 else 1
    return error


def _start(
    folder: str, log: str, *arguments: str, **variables: str
) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    """In a separate session, so that it goes on when the terminal is closed. Gives what it will
    have written to its log, too."""
    path = os.path.join(folder, log)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        files.check_folder(folder, state.REMEDY)
        if os.path.exists(path) and os.path.getsize(path) > LARGEST_LOG:
            os.replace(path, f"{path}.1")
        writes = os.open(path, flags, 0o600)
    except OSError as error:
        what = f"cannot write there ({error.strerror})"
        raise NoPermissionError(what, folder, NoPermissionError.STATE) from None
    words = open(path, "rb")  # noqa: SIM115
    words.seek(0, os.SEEK_END)
    try:
        child = subprocess.Popen(
            [sys.executable, "-m", "heddle", *arguments],
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=writes,
            stderr=writes,
            start_new_session=True,
        )
    finally:
        os.close(writes)
    return child, words


def _has_guests(folder: str) -> bool:
    """Whether there will be jobs that are isolated or in images: those are guests of the table."""
    from heddle.engine.local.sandbox import isolation

    if shutil.which("podman"):
        return True
    try:
        return isolation.find(os.environ, folder)[0] is not None
    except HeddleError:  # the server says it
        return False


def _start_agent(folder: str) -> int | None:
    """Its process id, if it was started here. Without it jobs run, too: it is no reason to stop."""
    from heddle import ask, native
    from heddle.server.serve import write_process
    from heddle.system.process import Process, started_ticks

    if ask.is_there():
        return None
    more = ["--tenants"] if _has_guests(folder) else []
    # Of our own table: that of root would otherwise be the one of all users of the machine.
    table = native.table_path()
    child, words = _start(folder, "agent.log", "node", "agent", *more, HEDDLE_TABLE=table)
    with words:
        until = time.monotonic() + AGENT_PATIENCE_S
        while child.poll() is None and time.monotonic() < until:
            if ask.is_there():
                started = started_ticks(child.pid) or 0
                write_process(os.path.join(folder, "agent.json"), Process(child.pid, started))
                return child.pid
            time.sleep(0.05)
        said = words.read().decode(errors="replace").splitlines()
    complain(f"the agent does not start; without it no policies: {said[-1] if said else 'no word'}")
    return None
