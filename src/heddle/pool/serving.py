"""Where this machine serves its devices: noted by the agent, told by `heddle node join`."""

from __future__ import annotations

import os
import socket
from urllib.parse import urlsplit

from heddle.system import process, state

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

FILE = "serving"  #: of the state folder
_ANYWHERE = ("0.0.0.0", "::")


def begin(host: str, port: int, pin: str, apis: Sequence[str]) -> None:
    """:raises HeddleError: if it cannot be noted"""
    pid = os.getpid()
    known = {"host": host, "port": port, "pin": pin, "pid": pid, "apis": list(apis)}
    state.write(FILE, {**known, "started": process.started_ticks(pid)})


def end() -> None:
    """What another agent of this user has noted since stays.

    :raises HeddleError: if it cannot be noted
    """
    state.update(FILE, lambda held: held if held and held.get("pid") != os.getpid() else None)


def look(towards: str = "") -> dict[str, Any] | None:
    """Host, port, pin, APIs and process, while the agent lives. One that listens everywhere is at
    the address from which this machine reaches `towards`, a URL; else at its name."""
    known = state.own(FILE)
    if not isinstance(known, dict):
        return None
    try:
        host, port, pin = str(known["host"]), int(known["port"]), str(known["pin"])
        pid, apis = int(known["pid"]), [str(each) for each in known["apis"]]
        is_there = process.started_ticks(pid) == known["started"]
    except (KeyError, TypeError, ValueError):
        return None
    if not is_there:
        return None
    if host in _ANYWHERE:
        host = _own_address(towards) or socket.gethostname()
    return {"host": host, "port": port, "pin": pin, "pid": pid, "apis": apis}


def _own_address(towards: str) -> str:
    """Nothing is sent for it."""
    url = urlsplit(towards)
    if not url.hostname:
        return ""
    try:
        found = socket.getaddrinfo(url.hostname, url.port or 443, type=socket.SOCK_DGRAM)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as line:
            line.connect(address)
            return str(line.getsockname()[0])
    except OSError:
        return ""
