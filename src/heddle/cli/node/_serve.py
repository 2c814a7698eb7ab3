"""`heddle node agent --serve`: the certificate, the address, and what is granted."""

from __future__ import annotations

import logging
import os
import socket
from typing import TYPE_CHECKING

from heddle import promise
from heddle.agent.claims import GuestLimits, bound
from heddle.control import tls
from heddle.errors import CannotProxyError, NoPermissionError, UsageError
from heddle.inventory import apis
from heddle.model.device import find_device
from heddle.pool import remote, serving
from heddle.pool.broker import forwarded_devices
from heddle.system import state
from heddle.virt import beside

if TYPE_CHECKING:
    from heddle.pool.listener import RemoteListener

FOLDER = "serve"  #: of the state folder: certificate and key
EVERYWHERE = "0.0.0.0"
#: APIs that are lent only if the agent is told to, and how.
UNSAFE = {
    "opencl": "Who uses OpenCL there can read files as the agent's user: it is lent by `heddle "
    "node agent --serve --serve-opencl`"
}


def certificate() -> tls.Certificate:
    """With which this machine serves devices; made at the first use. Clients know it by its pin.

    :raises HeddleError: if it cannot be made
    """
    try:
        folder = os.path.join(state.make(), FOLDER)
    except OSError as error:
        what = f"cannot keep a certificate ({error.strerror})"
        raise NoPermissionError(what, state.folder(), NoPermissionError.STATE) from None
    return tls.own(folder, socket.gethostname(), wanted_by="heddle node agent --serve")


def address(text: str) -> tuple[str, int]:
    """HOST:PORT, either may be missing.

    :raises UsageError: if it is not that
    """
    text = f":{text}" if text.isdecimal() else text
    host, _, port = text.rpartition(":") if ":" in text else (text, "", "")
    if port and not (port.isdecimal() and int(port) < 65536):
        raise UsageError(
            f"--serve {text}: give HOST:PORT, as in 10.0.0.7:{remote.PORT} or [::]:{remote.PORT}."
        )
    host = host.removeprefix("[").removesuffix("]")
    return host or EVERYWHERE, int(port) if port else remote.PORT


def listener(text: str, limits: GuestLimits, *, opencl: bool) -> RemoteListener:
    """:raises HeddleError: if nothing can be served there"""
    from heddle.pool.listener import RemoteListener

    host, port = address(text)
    lent = tuple(api for api in forwarded_devices() if opencl or api not in UNSAFE)
    found = certificate()

    def grant(device: str, asked: dict[str, int]) -> tuple[dict[str, int], list[str]]:
        chosen = find_device(device, apis.devices(lambda error: logging.warning("%s", error)))
        if chosen.api not in lent:
            remedy = f". {UNSAFE[chosen.api]}" if chosen.api in UNSAFE else ""
            raise CannotProxyError(
                f"{chosen.id} cannot be used from other machines: only {', '.join(lent)} can be "
                f"forwarded{remedy}"
            )
        granted, notes = bound(asked, limits)
        if granted.pop("may_move", 0):
            notes.append("memory of another machine's program stays on the device: no --swap")
        if granted.get("share_milli"):
            promise.admit(granted["share_milli"], chosen.id)
        if state.exists("partitions"):
            beside.look(chosen.id, granted, notes.append)
        return granted, notes

    made = RemoteListener(
        (host, port), (found.cert, found.key), grant, remote.silence_s(os.environ)
    )
    serving.begin(host, made.port, found.pin)
    logging.getLogger("heddle.agent").info("serves devices on %s:%d", host, made.port)
    return made
